"""A new vendor needs one row: its module, and its line in VENDORS."""

from __future__ import annotations

from pathlib import Path
from struct import unpack

import pytest
from engines import engine_of
from helpers import starter

from printgen import Project
from printgen.content.models.text import Text
from printgen.export.channels import PLATFORMS, vendor_channels
from printgen.export.vendors import VENDORS
from printgen.export.vendors.vendor import Vendor

TOY = Vendor(
    id="toy-cards",
    name="Toy Cards",
    file_format="png",
    bleed=24,
    safe=30,
    sizes={"Toy, 2.5 x 3.5 in": (798, 1098)},
    steps=(Text(fr="Commandez {total} cartes.", en="Order {total} cards."),),
)


def test_a_new_vendor_exports_a_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VENDORS, TOY.id, TOY)
    root = starter(tmp_path)
    products = root / "content" / "fog" / "products.yaml"
    small = products.read_text().replace("profiles: all", "profiles: [captain]\n  languages: [en]")
    products.write_text(small.replace("quantities: {sailor: 3}", "papers: [a4]"))
    project = Project(root)
    with engine_of(project) as engine:
        found = {each.id: each for each in vendor_channels(project.library, "fog", engine)}
        channel = found["cards-toy-cards"]
        assert (channel.kind, channel.vendor) == ("vendor", TOY)
        files = {file.name.rpartition("/")[2]: file.content for file in channel.files()}
    assert set(files) == {
        *("01-front-captain.png", "01-back-captain.png", "cards.csv"),
        *("README.fr.txt", "README.en.txt"),
    }
    png, readme = files["01-front-captain.png"], files["README.en.txt"]
    assert isinstance(png, bytes)
    assert isinstance(readme, bytes)
    assert unpack(">II", png[16:24]) == (798, 1098)
    assert "Choose this size at Toy Cards: Toy, 2.5 x 3.5 in." in readme.decode()
    assert "1. Order 1 cards." in readme.decode()


@pytest.mark.parametrize("vendor", VENDORS.values(), ids=lambda vendor: vendor.id)
def test_every_vendor_is_complete(vendor: Vendor) -> None:
    assert VENDORS[vendor.id] is vendor
    assert not [platform for platform in PLATFORMS if platform in vendor.id]
    assert all(set(step) == {"fr", "en"} for step in vendor.steps)
    for width, height in vendor.sizes.values():
        assert min(width, height) > 2 * (vendor.bleed + vendor.safe)
