"""Files for card printers. To add a vendor, write its module and add its row to VENDORS."""

from __future__ import annotations

from printgen.export.vendors import drivethrucards, makeplayingcards, the_game_crafter
from printgen.export.vendors.vendor import Vendor

# In the order of the shop page. Platform names such as `win` are not allowed in an id.
VENDORS: dict[str, Vendor] = {
    vendor.id: vendor
    for vendor in (
        makeplayingcards.VENDOR,
        the_game_crafter.VENDOR,
        drivethrucards.VENDOR,
    )
}
