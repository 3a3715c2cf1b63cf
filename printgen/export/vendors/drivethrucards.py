"""DriveThruCards (drivethrucards.com): one PDF/X-1a per deck."""

from __future__ import annotations

from printgen.content.models.text import Text
from printgen.export.vendors.vendor import Vendor

VENDOR = Vendor(
    id="drivethrucards",
    name="DriveThruCards",
    file_format="pdf",
    bleed=37.5,
    safe=37.5,
    sizes={"US Poker, 2.5 × 3.5 in": (825, 1125)},
    steps=(
        Text(
            fr="Créez un produit imprimé « cartes » au format indiqué ci-dessus et envoyez "
            "cards.pdf.",
            en="Create a print product of cards in the size above and upload cards.pdf.",
        ),
        Text(
            fr="Attendez la validation du service prépresse du site, puis commandez une épreuve.",
            en="Wait for approval from the site’s prepress team, then order a proof.",
        ),
    ),
)
