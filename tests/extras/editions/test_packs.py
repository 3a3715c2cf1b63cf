"""The pack of a deck: exactly the cards that look different, whatever was edited."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from edition_edits import Files, edited, event, figure, game
from editions import Bench, bench, fault_of, write
from tools import verapdf

from printgen.extras.editions import changes
from printgen.extras.editions.changes import PackRecord
from printgen.extras.editions.edition import EditionFiles, read_edition
from printgen.store import Store


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench(Store(tmp_path_factory.mktemp("store")), dpi=120) as opened:
        yield opened


# `python tests/editions.py` tries 200.
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 42, 4))
def test_a_pack_is_what_looks_different(made: Bench, seed: int) -> None:
    names, files = edited(seed)
    assert fault_of(made, files) == "", names


def packs(made: Bench, files: Files) -> dict[str, PackRecord]:
    """The packs of an edited game, by deck."""
    new = read_edition(EditionFiles(write(made.new_root, files), "2"), "duel", made.store)
    return {pack["deck"]: pack for pack in made.changes(new).record["packs"]}


def named(pack: PackRecord) -> tuple[dict[str, int], dict[str, int]]:
    """The cards to add and to remove."""
    add = {copies["name"]: copies["count"] for copies in pack["add"]}
    return add, {copies["name"]: copies["count"] for copies in pack["remove"]}


@pytest.mark.slow
def test_all_copies_of_a_changed_card_are_replaced(made: Bench) -> None:
    files = game()
    files[figure("Ike")] = files[figure("Ike")].replace("hand: 5", "hand: 6")
    found = packs(made, files)
    assert list(found) == ["duel/figures"]
    assert named(found["duel/figures"]) == ({"Ike": 3}, {"Ike": 3})
    assert found["duel/figures"]["sheets"] == 3


def test_more_copies_are_printed_and_fewer_are_removed(made: Bench) -> None:
    files = game()
    products = files["content/duel/products.yaml"]
    files["content/duel/products.yaml"] = products.replace("ike: 3", "ike: 5").replace(
        "fire: 4", "fire: 1"
    )
    found = packs(made, files)
    assert named(found["duel/figures"]) == ({"Ike": 2}, {})
    assert named(found["duel/events"]) == ({}, {"Fire": 3})
    assert not found["duel/events"]["file"]


def test_the_files_of_an_earlier_run_are_gone(made: Bench) -> None:
    files = game()
    files[event("Fire")] = files[event("Fire")].replace("cost: 1", "cost: 2")
    assert packs(made, files)
    folder: Path = made.new_root / "out/duel/changes"
    assert list(folder.glob("*.pdf"))
    assert packs(made, game()) == {}
    assert [path.name for path in folder.glob("events*")] == []


def test_a_card_that_the_old_edition_hides_is_printed(made: Bench, tmp_path: Path) -> None:
    broken = game()
    broken[figure("Ann")] = broken[figure("Ann")].replace("hand: 1", "hand: 99")
    old = read_edition(EditionFiles(write(tmp_path, broken), "1"), "duel", made.store)
    assert [str(problem.position) for problem in old.errors]
    before, made.old = made.old, old
    made.runners[old.library.folders.root] = made.runners[before.library.folders.root]
    try:
        found = packs(made, game())
    finally:
        made.old = before
    assert named(found["duel/figures"])[0]["Ann"] == 1


# --- the page for players -----------------------------------------------------------------------


def alternatives(made: Bench) -> list[str]:
    """The words for pictures in the PDF for players, which has as many pictures."""
    path = made.new_root / "out/duel/changes/changes.en.pdf"
    assert verapdf("ua1", paths=[path]) == []
    with pikepdf.Pdf.open(path) as pdf:
        found = [str(o.Alt) for o in pdf.objects if _is(o, "/S", "/Figure")]
        pictures = [o for o in pdf.objects if _is(o, "/Subtype", "/Image")]
    assert len(pictures) == len(found)
    return found


def _is(found: pikepdf.Object, key: str, value: str) -> bool:
    holds = isinstance(found, pikepdf.Dictionary | pikepdf.Stream)
    return holds and found.get(key) == value


@pytest.mark.slow
def test_old_and_new_faces_are_side_by_side(made: Bench) -> None:
    files = game()
    files[event("Fire")] = files[event("Fire")].replace("cost: 1", "cost: 2")
    files[event("Storm")] = files[event("Storm")].replace("name: Storm", "name: Gale")
    files["content/duel/events/new.yaml"] = "name: Snow\ncost: 1\ntext: Cold.\n"
    packs(made, files)
    assert set(alternatives(made)) == {
        "Fire, old face", "Fire, new face", "Gale, old face", "Gale, new face",
    }  # fmt: skip


@pytest.mark.slow
def test_a_shared_back_is_shown_once(made: Bench) -> None:
    files = game()
    name = "content/duel/products.yaml"
    files[name] = files[name].replace("title: Events}}", "title: Happenings}}")
    packs(made, files)
    [old, new] = alternatives(made)
    assert old.count(",") == 4 and old.endswith(", old face") and new.endswith(", new face")


@pytest.mark.slow
def test_the_number_of_pictures_is_limited(made: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "MOST_PAIRS", 3)
    files = game()
    style = "templates/duel/style.css"
    files[style] = files[style].replace("#7a2f1f", "#1f3f4f")
    packs(made, files)
    assert len(alternatives(made)) == 6
    with pypdfium2.PdfDocument(made.new_root / "out/duel/changes/changes.en.pdf") as document:
        words = document[0].get_textpage().get_text_range()
    assert "Other changed faces, without a picture here: 1" in words
