"""Kept editions: all that a game is built from, the same bytes each time, found by their names."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest
from edition_edits import game
from helpers import environment, run_command
from repositories import commit
from small_projects import link, write

from printgen.extras.editing.files import whole_file
from printgen.extras.editions import keeping
from printgen.extras.editions.edition import EditionError, HasErrors, read_edition
from printgen.extras.editions.keeping import is_name, keep_edition, kept_names, name_like, opened
from printgen.project import FONTS, Folders, ProjectError
from printgen.store import Store

NO_STORE = Store(None)
VERSION = 'title: %s\nlanguages: [en]\nversion: "%s"\n'
FIRST = {"printgen.yaml": "", "content/duel/game.yaml": VERSION % ("Duel", "1.0")}


def project(root: Path, files: dict[str, str]) -> Folders:
    return Folders(write(root, files).resolve())


def kept(folders: Folders, game: str = "duel", name: str | None = "1.0") -> list[str]:
    """The names of the files in a new kept edition."""
    with ZipFile(keep_edition(folders, game, name, NO_STORE)) as packed:
        return packed.namelist()


# --- what is kept -----------------------------------------------------------------------------


def test_an_edition_is_built_from_its_kept_file_alone(tmp_path: Path) -> None:
    folders = project(tmp_path / "one", game())
    assert set(kept(folders)) == set(game())
    shutil.rmtree(folders.content)
    with opened(folders, "duel", "1.0") as files:
        assert files.name == "1.0"
        edition = read_edition(files, "duel", NO_STORE)
        assert not edition.errors
        assert {*edition.content.profiles} == {"ann", "bob", "cole", "dora", "ike"}
        here = edition.library.folders.root
        found = (path for path in here.rglob("*") if path.is_file())
        named = {path.relative_to(here).as_posix(): path.read_text("utf-8") for path in found}
        assert named == game()
    assert not here.exists()


def test_other_games_and_themes_are_left_out(tmp_path: Path) -> None:
    other = {
        "content/chess/game.yaml": VERSION % ("Chess", "1.0"),
        "templates/marble/style.css": "p {}",
        "notes.txt": "mine",
        "content/duel/.draft": "hidden",
        "content/duel/~$cards.xlsx": "open",
    }
    assert set(kept(project(tmp_path, game() | other))) == set(game())


def test_files_elsewhere_are_not_kept(tmp_path: Path) -> None:
    folders = project(tmp_path / "one", game())
    secret = write(tmp_path / "secret", {"words": "secret", "fonts/own.ttf": "secret"})
    (folders.root / "printgen.yaml").unlink()
    link(folders.root / "printgen.yaml", secret / "words")
    link(folders.root / "fonts", secret / "fonts")
    assert set(kept(folders)) == set(game()) - {"printgen.yaml"}
    with opened(folders, "duel", "1.0") as files:
        assert not read_edition(files, "duel", NO_STORE).errors


def test_games_and_themes_that_are_named_are_kept(tmp_path: Path) -> None:
    more = {
        # A game takes a skill from a second one, whose theme includes a file of a third one.
        "content/duel/profiles/ann.yaml": (
            "name: Ann\nstats: {duel: {hand: 1, aim: 7}}\ntraits: [old-west/brave]\n"
        ),
        "content/old-west/game.yaml": (
            "title: Old West\nlanguages: [en]\ntheme: sand\ntrait_kinds: {skill: {label: Skill}}\n"
        ),
        "content/old-west/traits/brave.yaml": "name: Brave\nkind: skill\n",
        "templates/sand/x.html.j2": "{% include 'wood/y.html.j2' %}",
        "templates/wood/y.html.j2": "y",
        "templates/plain/style.css": ".safe { color: black }",
        "templates/_shared/labels.yaml": "front: {en: face}\n",
        "templates/snow/z.html.j2": "z",
    }
    left = {"templates/snow/z.html.j2"}
    assert set(kept(project(tmp_path, game() | more))) == set(game() | more) - left


def test_a_game_that_a_workbook_names_is_kept(tmp_path: Path) -> None:
    files = FIRST | {
        "content/duel/products.yaml": (
            "cards:\n  title: Cards\n  output: cards\n  source: cards.xlsx\n"
            "  faces: {front: {body: text}}\n"
        ),
        "content/old-west/game.yaml": VERSION % ("Old West", "2.0"),
    }
    folders = project(tmp_path, files)
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in (("name", "text"), ("Ann", "as in old-west"), ("Bob", "as in chess")):
        sheet.append(row)
    book.save(folders.content / "duel/cards.xlsx")
    found = set(kept(folders))
    assert found == {*files, "content/duel/cards.xlsx"}


def test_fonts_are_kept_with_their_licences(tmp_path: Path) -> None:
    folders = project(tmp_path, FIRST | {"fonts/OFL.txt": "Free."})
    font = next(FONTS.rglob("*.ttf"))
    shutil.copyfile(font, folders.root / "fonts/mine.ttf")
    (folders.root / "fonts/notes.docx").write_bytes(b"x")
    assert set(kept(folders)) == {*FIRST, "fonts/OFL.txt", "fonts/mine.ttf"}


def test_links_are_kept_as_files_unless_they_lead_out(tmp_path: Path) -> None:
    write(tmp_path / "home", {"secret.svg": "secret"})
    folders = project(tmp_path / "home/game", FIRST | {"art/owl.svg": "<svg/>"})
    link(folders.content / "duel/images", "../../art")
    link(folders.root / "templates/_shared/secret.svg", "../../../secret.svg")
    link(folders.root / "templates/_home", "../..")
    assert set(kept(folders)) == {*FIRST, "content/duel/images/owl.svg"}


def test_what_words_do_not_name_is_found_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "used_files", lambda library, game: {
        "printgen.yaml": library.folders.root / "printgen.yaml",
        "content/duel/game.yaml": library.folders.content / "duel/game.yaml",
        "content/duel/products.yaml": library.folders.content / "duel/products.yaml",
    })  # fmt: skip
    assert set(kept(project(tmp_path, game()))) == set(game())


# --- the file ---------------------------------------------------------------------------------


def test_the_same_sources_make_the_same_bytes(tmp_path: Path) -> None:
    one = project(tmp_path / "one", game())
    other = project(tmp_path / "other", dict(reversed(game().items())))
    for path in other.root.rglob("*"):
        os.utime(path, (0, 0))
    files = [keep_edition(each, "duel", "1", NO_STORE).read_bytes() for each in (one, other)]
    assert files[0] == files[1]
    assert keep_edition(one, "duel", "1", NO_STORE, force=True).read_bytes() == files[0]


def test_a_kept_edition_is_replaced_by_force_only(tmp_path: Path) -> None:
    folders = project(tmp_path, FIRST)
    path = keep_edition(folders, "duel", None, NO_STORE)
    assert path == folders.root / "editions/duel-1.0.zip"
    before = path.read_bytes()
    write(tmp_path, {"content/duel/chapters/01-aim.en.md": "# Aim {#aim}\n"})
    with pytest.raises(EditionError, match=r"editions/duel-1\.0\.zip is there already"):
        keep_edition(folders, "duel", None, NO_STORE)
    assert path.read_bytes() == before
    keep_edition(folders, "duel", None, NO_STORE, force=True)
    assert path.read_bytes() != before


def test_a_failed_write_keeps_the_earlier_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = project(tmp_path, FIRST)
    path = keep_edition(folders, "duel", None, NO_STORE)
    before = path.read_bytes()

    def full(path: Path, files: object) -> None:
        path.write_bytes(b"PK")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(keeping, "write_files", full)
    with pytest.raises(ProjectError, match="cannot write editions/duel-1"):
        keep_edition(folders, "duel", None, NO_STORE, force=True)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    victim = write(tmp_path, {"victim.txt": "mine"}) / "victim.txt"
    folders = project(tmp_path / "game", FIRST)
    link(folders.editions / ".duel-1.0.zip.printgen-part", victim)
    keep_edition(folders, "duel", None, NO_STORE)
    assert victim.read_text() == "mine"
    shutil.rmtree(folders.editions)
    link(folders.editions, tmp_path)
    with pytest.raises(ProjectError, match="leads out of the project"):
        keep_edition(folders, "duel", None, NO_STORE)


def test_a_whole_file_is_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with pytest.raises(ValueError, match="stop"), whole_file(path) as unfinished:
        unfinished.write_text("half")
        raise ValueError("stop")
    assert not list(tmp_path.iterdir())


def test_a_game_with_errors_is_not_kept(tmp_path: Path) -> None:
    files = game()
    name = "content/duel/profiles/ann.yaml"
    folders = project(tmp_path, files | {name: files[name].replace("hand: 1", "hand: 99")})
    with pytest.raises(HasErrors) as found:
        keep_edition(folders, "duel", "1.0", NO_STORE)
    assert [problem.position.file for problem in found.value.problems] == [name]
    assert not folders.editions.exists()


def test_names_that_some_systems_take_for_one_are_refused(tmp_path: Path) -> None:
    folders = project(tmp_path, FIRST | {
        "content/duel/images/Owl.svg": "<svg/>", "content/duel/images/owl.svg": "<svg/>",
    })  # fmt: skip
    with pytest.raises(EditionError, match=r"images/Owl\.svg and content/duel/images/owl\.svg"):
        keep_edition(folders, "duel", None, NO_STORE)


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["1.0", "v1.0", "2025-01", "1.0+fr", "A_b", "x" * 60])
def test_names_of_editions(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name", ["", ".", "1..2", "1.", ".1", "a/b", "a b", "é", "-x", "a\\b", "x" * 61, "a.zip", "a\n"]
)
def test_other_names_are_refused(name: str, tmp_path: Path) -> None:
    assert not is_name(name) and is_name(name_like(name))
    with pytest.raises(EditionError, match="--name"):
        keep_edition(project(tmp_path, FIRST), "duel", name, NO_STORE)


def test_a_version_that_is_no_name_is_refused(tmp_path: Path) -> None:
    folders = project(tmp_path, FIRST | {"content/duel/game.yaml": VERSION % ("Duel", "1.0 beta")})
    with pytest.raises(EditionError, match=r"the version '1\.0 beta' .*\(--name 1\.0-beta\)"):
        keep_edition(folders, "duel", None, NO_STORE)


def test_editions_of_a_game_with_a_longer_name_are_its_own(tmp_path: Path) -> None:
    folders = project(tmp_path, FIRST | {"content/duel-2/game.yaml": VERSION % ("Duel 2", "1.0")})
    for each in ("duel", "duel-2"):
        keep_edition(folders, each, None, NO_STORE)
    assert (kept_names(folders, "duel"), kept_names(folders, "duel-2")) == (["1.0"], ["1.0"])


# --- commands ---------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that is in no git repository, with the kept edition 1.0, now 1.1."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    root = write(tmp_path / "game", FIRST | {"content/duel/chapters/01-a.en.md": "# Aim {#aim}\n"})
    ran = run_command("keep", "duel", cwd=root, env=environment(tmp_path))
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("editions/duel-1.0.zip  ")
    return write(root, {"content/duel/game.yaml": VERSION % ("Duel", "1.1"),
                        "content/duel/chapters/01-a.en.md": "# Shoot {#aim}\n"})  # fmt: skip


def said(root: Path, *words: str) -> tuple[int, str, str]:
    ran = run_command(*words, cwd=root, env=environment(root.parent))
    return ran.returncode, ran.stdout, ran.stderr


CHANGED = "Duel: 1.0 → 1.1\n\nShoot (chapter)\n"


def test_changes_without_git(home: Path) -> None:
    status, out, _ = said(home, "changes", "1.0", "duel")
    assert (status, out.startswith(CHANGED)) == (0, True), out
    assert said(home, "keep", "duel")[0] == 0
    write(home, {"content/duel/chapters/01-a.en.md": "# Later {#aim}\n"})
    assert said(home, "changes", "1.0..1.1", "duel")[1].startswith(CHANGED)


@pytest.mark.parametrize("name", ["editions/duel-1.0.zip", "../old.zip", "../old.zip..1.1"])
def test_changes_from_a_file(home: Path, name: str) -> None:
    shutil.copyfile(home / "editions/duel-1.0.zip", home.parent / "old.zip")
    assert said(home, "keep", "duel")[0] == 0
    assert said(home, "changes", name, "duel")[1].startswith(CHANGED)


def test_two_files_in_a_folder_above(home: Path) -> None:
    (home / "editions/duel-1.0.zip").rename(home.parent / "old.zip")
    assert said(home, "keep", "duel")[0] == 0
    (home / "editions/duel-1.1.zip").rename(home.parent / "new.zip")
    status, out, error = said(home, "changes", "../old.zip..../new.zip", "duel")
    assert (status, out.startswith(CHANGED)) == (0, True), error


def test_a_kept_edition_wins_over_a_revision(home: Path) -> None:
    commit(home, "1.0")
    assert said(home, "changes", "1.0", "duel")[1].startswith(CHANGED)
    (home / "editions/duel-1.0.zip").unlink()
    status, out, error = said(home, "changes", "1.0", "duel")
    assert (status, out.startswith("Duel: 1.0 → now\nnothing has changed\n")) == (0, True), error


def test_a_kept_edition_is_compared_with_a_revision(home: Path) -> None:
    commit(home, "now")
    assert said(home, "changes", "1.0..now", "duel")[1].startswith(CHANGED)


def test_an_unknown_edition_is_named_with_what_may_be_meant(home: Path) -> None:
    status, _, error = said(home, "changes", "1.O", "duel")
    assert status == 2
    assert "no edition '1.O' of 'duel' is kept (known: 1.0)" in error or "'1.0'?" in error
    assert "git" not in error
    commit(home, "version-two")
    error = said(home, "changes", "version-tow", "duel")[2]
    assert "git knows no revision" in error and "did you mean 'version-two'?" in error


def test_a_project_without_editions_says_how_to_keep_one(home: Path) -> None:
    shutil.rmtree(home / "editions")
    assert "(printgen keep duel keeps the present one)" in said(home, "changes", "1.0", "duel")[2]


WRONG = {
    ("keep", "dual"): (2, "no game 'dual' (did you mean 'duel'?)"),
    ("keep", "duel", "--name", "a/b"): (2, "'a/b' cannot be the name of an edition (--name a-b)"),
    ("changes", "nothing.zip", "duel"): (2, "no file nothing.zip"),
    ("changes", "1.0", "dual"): (2, "no game 'dual'"),
    ("changes", "1.0...1.1", "duel"): (2, "is not like 1.0 or 1.0..1.1"),
}


@pytest.mark.parametrize("asked", WRONG, ids=" ".join)
def test_wrong_usage_is_named(home: Path, asked: tuple[str, ...]) -> None:
    status, _, error = said(home, *asked)
    assert (status, WRONG[asked][1] in error) == (WRONG[asked][0], True), error


def test_errors_stop_the_command(home: Path) -> None:
    write(home, {"content/duel/game.yaml": "title: Duel\nlanguages: [en]\nversions: 2\n"})
    status, _, error = said(home, "keep", "duel", "--name", "2")
    assert status in (1, 2) and "versions" in error
    assert not (home / "editions/duel-2.zip").exists()


def test_a_game_without_a_version_needs_a_name(home: Path) -> None:
    write(home, {"content/duel/game.yaml": "title: Duel\nlanguages: [en]\n"})
    status, _, error = said(home, "keep", "duel")
    assert status == 2 and 'write version: "1.0" into content/duel/game.yaml' in error
    assert said(home, "keep", "duel", "--name", "2")[1].startswith("editions/duel-2.zip")
