"""The table of `make pdfua`: which files are judged, by which standards, and which are exempt."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest
from pdfua import sorted_by_kind, table, to_judge
from tools import Broken

pytestmark = pytest.mark.slow

RECORDS = {
    "a/book.en.screen.pdf": ("book", "screen"),
    "a/book.en.press.pdf": ("book", "press"),
    "a/deck.en.a4.pdf": ("cards", ""),
}


def make(path: Path, tagged: bool, pages: int = 1) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with pikepdf.Pdf.new() as pdf:
        for _ in range(pages):
            pdf.add_blank_page()
        if tagged:
            pdf.Root.StructTreeRoot = pikepdf.Dictionary()
        pdf.save(path, deterministic_id=True)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Two books and a deck, each of another number of pages, with a copy in a bundle."""
    out = tmp_path / "out"
    for pages, name in enumerate(RECORDS, 1):
        make(out / name, "press" not in name, pages)
    make(out / "itch" / "a" / "deck" / "deck.pdf", True, 3)
    make(out / "a" / "cards-some" / "a-deck.en" / "cards.pdf", False, 9)
    records = [
        {"output": output, "edition": edition, "path": f"out/{name}"}
        for name, (output, edition) in RECORDS.items()
    ]
    (out / "manifest.json").write_text(json.dumps({"files": records}))
    return out


def test_files_are_judged_by_the_standards_of_their_kinds(out: Path) -> None:
    files = to_judge(sorted_by_kind(out))
    names = {flavour: {path.name for path in paths} for flavour, paths in files.items()}
    assert names["ua1"] == {"book.en.screen.pdf", "deck.en.a4.pdf"}
    assert names["3u"] == {"book.en.screen.pdf"}


def test_files_for_machines_are_exempt_by_kind(out: Path) -> None:
    lines, sound = table(sorted_by_kind(out), [])
    assert sound
    exempt = [line.partition("  ")[0] for line in lines if "exempt" in line]
    assert exempt == ["book press", "card printer"]


def test_other_files_must_have_tags(out: Path) -> None:
    make(out / "a" / "deck.fr.a4.pdf", False, 20)
    lines, sound = table(sorted_by_kind(out), [])
    assert not sound
    assert lines[-1].endswith("deck.fr.a4.pdf")


def test_a_broken_rule_is_told(out: Path) -> None:
    path = out / "a" / "deck.en.a4.pdf"
    lines, sound = table(sorted_by_kind(out), [Broken("ua1", path, "7.1-3", 2, "Mark content")])
    assert not sound
    assert f"    {path}: 7.1-3, 2 times: Mark content" in lines
