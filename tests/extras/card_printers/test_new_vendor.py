"""A new vendor needs a YAML file, in the project or in printgen."""

from __future__ import annotations

from pathlib import Path
from struct import unpack

import pytest
from helpers import messages, printgen, starter

from printgen.extras.card_printers.vendors import built_in_vendors, known_vendors
from printgen.project import Folders

TOY = """
name: Toy Cards
files: png
bleed: 24 px
safe: 30 px
sizes:
  Toy, 2.5 x 3.5 in: {pixels: [798, 1098]}
order: {fr: "Commandez {total} cartes.", en: "Order {total} cards."}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The starter with one card and a vendor of its own."""
    root = starter(tmp_path)
    products = root / "content" / "fog" / "products.yaml"
    small = products.read_text().replace("profiles: all", "profiles: [captain]\n  languages: [en]")
    products.write_text(small.replace("quantities: {sailor: 3}", "papers: [a4]"))
    (root / "vendors").mkdir()
    (root / "vendors" / "toy-cards.yaml").write_text(TOY.replace("Toy, 2.5 x 3.5 in", "Toy 1"))
    return root


def test_a_new_vendor_exports_a_deck(root: Path) -> None:
    done = printgen(root, "export", "cards", "fog", "--vendor", "toy-cards", "--jobs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    folder = root / "out" / "fog" / "cards-toy-cards" / "fog-crew-cards.en"
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert set(files) == {
        *("01-front-captain.png", "01-back-captain.png", "cards.csv"),
        *("README.fr.txt", "README.en.txt"),
    }
    assert unpack(">II", files["01-front-captain.png"][16:24]) == (798, 1098)
    readme = files["README.en.txt"].decode()
    assert "Choose this size at Toy Cards: Toy 1." in readme
    assert "1. Order 1 cards." in readme
    assert "not compared" not in readme


def test_a_new_vendor_is_listed(root: Path) -> None:
    lines = printgen(root, "list", "vendors").stdout.splitlines()
    assert next(line for line in lines if "toy" in line).split()[:4] == [
        "toy-cards", "Toy", "1", "63.5",
    ]  # fmt: skip
    assert sum(line.startswith("makeplayingcards") for line in lines) > 5


def test_a_file_of_the_project_replaces_that_of_printgen(root: Path) -> None:
    (root / "vendors" / "toy-cards.yaml").rename(root / "vendors" / "makeplayingcards.yaml")
    vendors, problems = known_vendors(Folders(root))
    assert problems == []
    assert vendors["makeplayingcards"].name == "Toy Cards"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("toy-cards", "bleed: 24 px", "bleed: 24",
         "vendors/toy-cards.yaml:4:8: value-shape: not a length"
         " (a length is like 36 px (at 300 dpi), 3 mm or 0.125 in)"),
        ("toy-cards", "safe:", "save:",
         "vendors/toy-cards.yaml:5:1: key-unknown: unknown key 'save' (did you mean 'safe'?)"),
        ("toy-cards", "[798, 1098]", "[798]",
         "vendors/toy-cards.yaml:7:19: value-shape: 1 value (at least 2)"),
        ("toy-cards", "{pixels: [798, 1098]}", "{trim: huge}",
         "vendors/toy-cards.yaml:7:10: value-shape: no card size 'huge' (a size is"),
        ("window-cards", "", "", "vendors/window-cards.yaml:1:1: name-invalid: the name has 'win'"),
    ],
)  # fmt: skip
def test_faults_are_reported_at_their_place(
    root: Path, name: str, old: str, new: str, message: str
) -> None:
    path = (root / "vendors" / "toy-cards.yaml").rename(root / "vendors" / f"{name}.yaml")
    path.write_text(path.read_text().replace(old, new))
    found = messages(known_vendors(Folders(root))[1])
    assert any(line.startswith(message) for line in found), found
    done = printgen(root, "export", "cards", "fog")
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert printgen(root, "list", "vendors").returncode == 1


@pytest.mark.parametrize("name", ["a$(id >X)b", "a;b", "-x", "a b", "A", "a\nb", "é", "x" * 61])
def test_a_name_that_is_no_id_is_refused(root: Path, name: str) -> None:
    (root / "vendors" / "toy-cards.yaml").rename(root / "vendors" / f"{name}.yaml")
    vendors, problems = known_vendors(Folders(root))
    assert vendors.keys() == built_in_vendors().keys()
    assert [(p.code, p.position.file) for p in problems] == [
        ("name-invalid", f"vendors/{name}.yaml")
    ]


def test_a_link_out_of_the_project_is_not_followed(root: Path, tmp_path: Path) -> None:
    (root / "vendors" / "toy-cards.yaml").unlink()
    (tmp_path.parent / "secret.yaml").write_text(TOY)
    (root / "vendors" / "linked.yaml").symlink_to(tmp_path.parent / "secret.yaml")
    vendors, problems = known_vendors(Folders(root))
    assert "linked" not in vendors
    assert [problem.code for problem in problems] == ["path-outside"]


def test_an_unknown_vendor_or_size_is_wrong_usage(root: Path) -> None:
    done = printgen(root, "export", "cards", "fog", "--vendor", "toycards")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no card printer 'toycards' (did you mean 'toy-cards'?)" in done.stderr
    done = printgen(root, "export", "cards", "fog", "--size", "9 x 9")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no size '9 x 9'" in done.stderr
