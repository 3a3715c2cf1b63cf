"""The parts of the preview without its server: edited files, hidden cards, places in texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import printgen, starter

from printgen.cli import context
from printgen.extras.preview.clients import editor_url
from printgen.extras.preview.jobs import PieceMissing, piece_work
from printgen.extras.preview.pieces import Piece, Table, keep_hidden, product_of, table
from printgen.extras.preview.positions import piece_position, text_position
from printgen.extras.preview.snapshot import Snapshot, is_hidden, read, with_changed_files
from printgen.problems import Position
from printgen.project import Folders
from printgen.settings import read_settings
from printgen.store import Store

CAPTAIN = Piece("fog", "crew-cards", "en", "full", "profiles/fog/captain", "front")
BOOK = Piece("fog", "rulebook", "en", "full")
PROFILE, CHAPTER = "content/fog/profiles/captain.yaml", "content/fog/chapters/01-game.en.md"


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    return read(Folders(starter(tmp_path.resolve())), Store(None))


def changed(snapshot: Snapshot, name: str, old: str, new: str) -> Path:
    path = snapshot.library.folders.root / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return path


def test_edited_entries_and_chapters_are_read_alone(snapshot: Snapshot) -> None:
    library = snapshot.library
    path = changed(snapshot, PROFILE, "The Captain", "The Admiral")
    found = with_changed_files(library, [path])
    assert found
    edited, names = found
    assert names == [("profiles", "fog", "captain")]
    assert edited.games["fog"].profiles["captain"].value.name["en"] == "The Admiral"
    assert library.games["fog"].profiles["captain"].value.name["en"] == "The Captain"
    assert list(edited.games["fog"].profiles) == list(library.games["fog"].profiles)
    path = changed(snapshot, CHAPTER, "Two crews meet", "Three crews meet")
    found = with_changed_files(edited, [path])
    assert found
    assert found[1] == [("chapters", "fog", "en")]
    text = found[0].games["fog"].chapters["01-game", "en"].tokens[4].content
    assert text.startswith("Three crews meet")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (PROFILE, "stats:", "stats: ["),
        (PROFILE, "name:", "nome:"),
        (CHAPTER, "# The game", "# The game\n<b>"),
        ("content/fog/game.yaml", "languages:", "languages: "),
        ("content/fog/traits/traits.yaml", "  cutlass:", "  sabre:"),
    ],
)
def test_other_changes_need_the_whole_project(
    snapshot: Snapshot, name: str, old: str, new: str
) -> None:
    path = changed(snapshot, name, old, new)
    assert with_changed_files(snapshot.library, [path]) is None
    assert with_changed_files(snapshot.library, [path.with_name("unknown.yaml")]) is None


def test_errors_hide_what_they_concern(snapshot: Snapshot) -> None:
    library, other = snapshot.library, "content/fog/profiles/sailor.yaml"
    assert not is_hidden(library, CAPTAIN, [])
    assert not is_hidden(library, CAPTAIN, [other, CHAPTER, "content/lost/products.yaml"])
    for file in (PROFILE, "content/fog/game.yaml", "content/lost/traits/x.yaml", "templates/x.css"):
        assert is_hidden(library, CAPTAIN, [file])
    assert is_hidden(library, BOOK, [other])
    assert is_hidden(library, Piece("fog", "crew-cards", "en", "full", "profiles/fog/x"), [])


def test_cards_that_errors_hide_stay_in_their_place(snapshot: Snapshot) -> None:
    def shown() -> Table:
        entry = product_of(snapshot.library, "fog/crew-cards")
        assert entry
        return table(snapshot.library, entry, None)

    old, new = shown(), shown()
    ids = [item["id"] for item in old["items"]]
    new["items"] = [item for item in new["items"] if item["file"] != PROFILE]
    kept = keep_hidden(old, new, {PROFILE})
    assert [item["id"] for item in kept["items"]] == ids
    assert [item["id"] for item in kept["items"] if item["kept"]] == ["profiles/fog/captain"]
    # The file was deleted.
    assert keep_hidden(old, new, {CHAPTER})["items"] == new["items"]
    assert all(item["kept"] for item in keep_hidden(old, None, set())["items"])


def test_printed_lines_lead_to_their_text(snapshot: Snapshot) -> None:
    library = snapshot.library
    assert piece_position(library, CAPTAIN) == Position(PROFILE, 1, 1)
    story = ["She has lost two ships, and found the", "harbour each time, on foot."]
    assert text_position(library, CAPTAIN, story) == Position(PROFILE, 6, 7)
    lines = (library.folders.root / CHAPTER).read_text("utf-8").splitlines()
    wanted = next(n for n, text in enumerate(lines, 1) if text.startswith("To hit, roll one die"))
    printed = ["To hit, roll one die and reach your Fgt. A", "hit takes a point of life, more"]
    assert text_position(library, BOOK, printed) == Position(CHAPTER, wanted, 1)
    assert text_position(library, BOOK, ["§"]) is None


def test_the_editor_is_a_setting(tmp_path: Path) -> None:
    folders, place = Folders(Path("/a b/game")), Position("content/é.yaml", 3, 7)
    urls = {
        name: editor_url(folders, name, place) for name in ("vscode", "idea", "x://{path}#{line}")
    }
    assert urls == {
        "vscode": "vscode://file/a%20b/game/content/%C3%A9.yaml:3:7",
        "idea": "idea://open?file=/a%20b/game/content/%C3%A9.yaml&line=3&column=7",
        "x://{path}#{line}": "x:///a%20b/game/content/%C3%A9.yaml#3",
    }
    file = tmp_path / "settings.yaml"
    for text, code in (("zed", None), ('"x://{path}"', None), ("emcas", "value-shape")):
        file.write_text(f"editor: {text}\n")
        assert [problem.code for problem in read_settings(file)[1]] == ([code] if code else [])
    for text in ("javascript:alert(1)//{path}", "x://", "{path}"):
        file.write_text(f'editor: "{text}"\n')
        assert read_settings(file)[1]


def test_missing_packages_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "PREVIEW_PACKAGES", ("starlette", "no_such_package"))
    for words in (["serve"], ["check", "--watch"]):
        done = printgen(starter(tmp_path / words[0]), *words)
        assert done.returncode == 2
        assert "no_such_package: type pip install '.[preview]'" in done.stderr


def test_an_index_shows_nothing_of_its_own(tmp_path: Path) -> None:
    root = starter(tmp_path.resolve())
    with (root / "content/fog/products.yaml").open("a") as stream:
        stream.write("index: {title: {fr: I, en: I}, output: index, of: crew-cards}\n")
    library = read(Folders(root), Store(None)).library
    entry = product_of(library, "fog/index")
    assert entry
    found = table(library, entry, None)
    assert (found["kind"], found["items"]) == ("index", [])
    with pytest.raises(PieceMissing):
        piece_work(library, Piece("fog", "index", "en", "full"), None)
