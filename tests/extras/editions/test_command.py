"""The command: from a tag of git to the files that players print, and pages that only moved."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from helpers import environment, run_command
from repositories import commit
from small_projects import link, write

from printgen.extras.editions.changes import ChangesRecord, changes_lines
from printgen.extras.editions.products import BookRecord

GAME = 'title: Duel\nlanguages: [en]\nversion: "%s"\n'
PRODUCTS = """rules:
  title: Rules
  output: book
  contents: true
  cover: true
"""
# Pages of a book are turned over: a page that moves by one has another margin.
CHAPTERS = {
    "03-aim": "# Aiming {#aim}\n\nLook at the target, breathe out, and roll three dice.\n",
    "04-shoot": "# Shooting {#shoot}\n\nCount the sixes. Each of them is a hit, if you see it.\n",
    "05-fall": "# Falling {#fall}\n\nA figure that is hit falls, and cannot shoot in this turn.\n",
}
FILES = {
    "printgen.yaml": "",
    "content/duel/game.yaml": GAME % "1.0",
    "content/duel/products.yaml": PRODUCTS,
    **{f"content/duel/chapters/{name}.en.md": text for name, text in CHAPTERS.items()},
}
DRAW = "# Drawing {#draw}\n\nBoth figures draw at the same time, and never before noon.\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game after its version 1.0: a chapter is new, and a sentence is another one."""
    root = write(tmp_path_factory.mktemp("game"), FILES)
    commit(root, "v1.0")
    fall = CHAPTERS["05-fall"].replace("this turn", "the next turn")
    write(root, {
        "content/duel/game.yaml": GAME % "1.1",
        "content/duel/chapters/01-draw.en.md": DRAW,
        "content/duel/chapters/05-fall.en.md": fall,
    })  # fmt: skip
    return root


def words(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_changes_since_a_tag(root: Path, tmp_path: Path) -> None:
    env = environment(tmp_path)
    ran = run_command("changes", "v1.0", "duel", "--jobs", "1", cwd=root, env=env)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Duel: 1.0 → 1.1\n")
    pages = "  page 2\n  page 3: Contents\n  page 4: Drawing\n  page 7: Falling\n"
    assert f"Rules, in English, 6 → 7 pages: pages to replace\n{pages}  print" in ran.stdout
    assert "Drawing (chapter): new\n" in ran.stdout
    assert "  Falling: …" in ran.stdout and "in [-this-]{+the next+} turn." in ran.stdout
    folder = root / "out/duel/changes"
    printed = words(folder / "rules.en.screen.pages.pdf")
    assert [page for page in printed if "never before noon" in page]
    assert not [page for page in printed if "breathe out" in page or "Count the sixes" in page]
    assert len([page for page in printed if "the next turn" in page]) == 1
    assert "1.0" in "".join(words(folder / "changes.en.pdf"))
    with pikepdf.Pdf.open(folder / "rules.en.screen.pages.pdf") as pdf:
        assert [str(kid.S) for kid in pdf.Root.StructTreeRoot.K[0].K]
    html = (folder / "changes.en.html").read_text("utf-8")
    assert "<del>this</del>" in html and "<ins>the next</ins>" in html


def test_data_for_scripts(root: Path, tmp_path: Path) -> None:
    env = environment(tmp_path)
    asked = "changes", "v1.0..v1.0", "duel", "--jobs", "1", "--format", "json"
    ran = run_command(*asked, cwd=root, env=env)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert (found["words"], found["packs"], found["books"]) == ({"en": []}, [], [])


def test_changes_from_a_folder(root: Path, tmp_path: Path) -> None:
    env = environment(tmp_path)
    old = write(tmp_path / "release", FILES)
    ran = run_command("changes", "--from", str(old), "duel", "--jobs", "1", cwd=root, env=env)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Duel: 1.0 → 1.1\n")


WRONG = {
    ("v1.0",): "name the old edition and the game",
    ("v1.0", "duel", "more"): "name the old edition and the game",
    ("v1.0..", "duel"): "is not like 1.0",
    ("..v1.0", "duel"): "is not like 1.0",
    ("v0.9", "duel"): "git knows no revision 'v0.9'",
    ("v1.0", "dual"): "no game 'dual'",
    ("v1.0", "duel", "--lang", "fr"): "no texts in 'fr'",
}


@pytest.mark.parametrize("asked", WRONG, ids=" ".join)
def test_wrong_usage_is_named(root: Path, tmp_path: Path, asked: tuple[str, ...]) -> None:
    ran = run_command("changes", *asked, cwd=root, env=environment(tmp_path))
    assert ran.returncode == 2
    assert WRONG[asked] in ran.stderr


def test_errors_of_the_layout_keep_the_earlier_files(root: Path, tmp_path: Path) -> None:
    game = write(tmp_path / "game", FILES)
    commit(game, "v1.0")
    env = environment(tmp_path)
    kept = write(game, {"out/duel/changes/kept.txt": "earlier"}) / "out/duel/changes/kept.txt"
    chapter = game / "content/duel/chapters/03-aim.en.md"
    chapter.write_text(
        chapter.read_text("utf-8") + "\nA letter that no font has: \ua015.\n", "utf-8"
    )
    ran = run_command("changes", "v1.0", "duel", "--jobs", "1", cwd=game, env=env)
    assert ran.returncode == 1
    assert "glyph-missing" in ran.stderr and "nothing was compared" in ran.stderr
    assert kept.read_text() == "earlier"


def test_an_entry_behind_a_link_is_no_new_one(tmp_path: Path) -> None:
    game = write(tmp_path / "game", FILES | {"texts/draw.md": DRAW})
    link(game / "content/duel/chapters/01-draw.en.md", "../../../texts/draw.md")
    commit(game, "v1.0")
    env = environment(tmp_path)
    ran = run_command("changes", "v1.0", "duel", "--jobs", "1", cwd=game, env=env)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Duel: 1.0 → now\nnothing has changed\n")


def test_a_link_out_of_the_project_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"draw.md": DRAW, "x.svg": "<svg/>"})
    game = write(tmp_path / "game", FILES)
    chapter = game / "content/duel/chapters/01-draw.en.md"
    link(chapter, "../../../../draw.md")
    link(game / "templates/mine/x.svg", "../../../x.svg")
    commit(game, "v1.0")
    chapter.unlink()
    write(game, {"content/duel/chapters/01-draw.en.md": DRAW})
    env = environment(tmp_path)
    ran = run_command("changes", "v1.0", "duel", "--jobs", "1", cwd=game, env=env)
    assert ran.returncode == 0, ran.stderr
    place = "content/duel/chapters/01-draw.en.md:1:1: path-outside: the link is outside the project"
    assert f"cannot be read in 1.0: {place} (in 'v1.0')\n" in ran.stdout
    assert "Drawing (chapter): cannot be compared, the old edition has errors" in ran.stdout
    assert "templates/mine/x.svg:1:1: path-outside: warning: " in ran.stderr


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [(1, 1, "1 page"), (2, 1, "2 → 1 page"), (0, 2, "2 pages"), (1, 1200, "1 → 1,200 pages")],
)
def test_numbers_of_pages(before: int, after: int, words: str) -> None:
    book: BookRecord = {
        "book": "duel/rules", "title": "Rules", "lang": "fr", "file": "", "ornaments": [],
        "pages": [{"page": 1, "heading": ""}], "before": before, "after": after,
    }  # fmt: skip
    record: ChangesRecord = {
        "game": "duel", "title": {"en": "Duel"}, "old": "1", "new": "", "unread": [],
        "words": {"en": []}, "packs": [], "books": [book],
    }  # fmt: skip
    text = "\n".join(changes_lines(record, "en"))
    assert f"\nRules, in French, {words}: pages to replace\n  page 1" in text
