"""Loading of a project folder, including hostile folders."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_projects import GAME, TRAIT, as_nobody, found, link, only, write

from printgen import Project
from printgen.content import project_files
from printgen.content.limits import MAX_PROBLEMS

# --- minimal and empty projects ---------------------------------------------------------------


@pytest.fixture(autouse=True)
def alarm() -> Iterator[None]:
    """Fail tests that hang."""

    def stop(*_: object) -> None:
        raise AssertionError("this hangs")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.spares("content-missing")
def test_a_minimal_project(root: Path) -> None:
    project = Project(root)
    assert project.check() == []
    assert list(project.library.games) == ["g"]
    assert project.library.games["g"].game.title == {"": "The Game"}


@pytest.mark.sees("content-missing")
@pytest.mark.parametrize("content", ["none", "empty", "a file", "files", "hidden"])
def test_a_project_without_games(tmp_path: Path, content: str) -> None:
    write(tmp_path, {"printgen.yaml": ""})
    if content == "empty":
        (tmp_path / "content").mkdir()
    elif content != "none":
        name = {"a file": "content", "files": "content/note.txt", "hidden": "content/.g/game.yaml"}
        write(tmp_path, {name[content]: GAME})
    stray = [("file-unknown", "content/note.txt")] if content == "files" else []
    assert found(tmp_path) == [*stray, ("content-missing", "printgen.yaml")]


def test_entries_of_one_file_and_of_several(root: Path) -> None:
    write(
        root,
        {
            "content/g/traits/many.yaml": f"x-note: free\nentries:\n  a: {{{line(TRAIT)}}}\n"
            f"  b: {{{line(TRAIT)}}}\n",
            "content/g/traits/one.yaml": TRAIT,
        },
    )
    project = Project(root)
    assert project.check() == []
    traits = project.library.games["g"].traits
    assert list(traits) == ["a", "b", "one"]
    assert str(traits["b"].at("kind")) == "content/g/traits/many.yaml:4:26"
    assert str(traits["b"].at(key=True)) == "content/g/traits/many.yaml:4:3"
    assert str(traits["one"].at("kind")) == "content/g/traits/one.yaml:2:7"


def line(text: str) -> str:
    return ", ".join(text.splitlines())


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("entries: []\n", "value-shape", "1:10"),
        ("entries: null\n", "value-shape", "1:10"),
        ("entries: a\n", "value-shape", "1:10"),
        ("[a]\n", "value-shape", "1:1"),
        ("a\n", "value-shape", "1:1"),
        ("entries: {a: }\n", "key-missing", "1:14"),
        ("entries: {a: [1]}\n", "value-shape", "1:14"),
        ("entries: {A: {}}\n", "name-invalid", "1:11"),
    ],
)
def test_entries_of_the_wrong_shape(root: Path, text: str, code: str, position: str) -> None:
    write(root, {"content/g/traits/many.yaml": text})
    problems = Project(root).check()
    assert {p.code for p in problems} == {code}
    assert {str(p.position) for p in problems} == {f"content/g/traits/many.yaml:{position}"}


def test_entries_beside_other_keys_is_an_unknown_key(root: Path) -> None:
    write(root, {"content/g/traits/many.yaml": f"{TRAIT}entries: {{}}\n"})
    assert only(root).code == "key-unknown"


def test_a_duplicate_id_names_its_first_position(root: Path) -> None:
    first = f"entries: {{b: {{{line(TRAIT)}}}}}\n"
    write(root, {"content/g/traits/a.yaml": first, "content/g/traits/b.yaml": TRAIT})
    problem = only(root)
    assert (problem.code, problem.position.file) == ("id-duplicate", "content/g/traits/b.yaml")
    assert str(problem.also) == "content/g/traits/a.yaml:1:11"
    assert problem.hint == f"first at {problem.also}"


def test_positions_of_products_with_any_name(root: Path) -> None:
    good = "title: T, output: sheet, template: plain/quest"
    text = f"products: {{{good}}}\ncards: {{{good}, pages: 0}}\nmore: {{{good}, papers: []}}\n"
    write(root, {"content/g/products.yaml": text})
    lines = text.splitlines()
    assert [str(p.position) for p in Project(root).check()] == [
        f"content/g/products.yaml:2:{lines[1].index('0') + 1}",
        f"content/g/products.yaml:3:{lines[2].index('[]') + 1}",
    ]


@pytest.mark.parametrize("text", ["[]", "text", "{}", "- a"])
def test_products_of_the_wrong_shape(root: Path, text: str) -> None:
    write(root, {"content/g/products.yaml": f"\n  {text}\n"})
    problem = only(root)
    assert (problem.code, str(problem.position)) == ("value-shape", "content/g/products.yaml:2:3")


def test_a_broken_file_does_not_hide_the_others(root: Path) -> None:
    write(
        root,
        {
            "content/g/traits/a.yaml": "name: [",
            "content/g/traits/b.yaml": "name: B\n",
            "content/g/traits/c.yaml": "name: C\nkind: skil\n",
            "content/h/game.yaml": "title: [",
            "content/i/game.yaml": "title: I\n",
        },
    )
    assert found(root) == [
        ("yaml-syntax", "content/g/traits/a.yaml"),
        ("key-missing", "content/g/traits/b.yaml"),
        ("trait-kind-unknown", "content/g/traits/c.yaml"),
        ("yaml-syntax", "content/h/game.yaml"),
        ("key-missing", "content/i/game.yaml"),
    ]


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["Big", "two words", "é", "a_b", "-a", "a-", "a--b", "a.b", "x" * 61, "٣", "a\nb", "%"]
)
def test_invalid_names(root: Path, name: str) -> None:
    write(root, {f"content/g/traits/{name}.yaml": TRAIT, f"content/{name}/game.yaml": GAME})
    assert sorted(found(root)) == [
        ("name-invalid", file)
        for file in sorted([f"content/{name}", f"content/g/traits/{name}.yaml"])
    ]


@pytest.mark.parametrize("name", ["a\nb.csv", "a\x1b[2J.xlsx", "a\u202egnp.ods"])
def test_the_name_of_a_spreadsheet_can_be_shown(root: Path, name: str) -> None:
    write(root, {f"content/g/traits/{name}": "id,name,kind\nx,X,skill\n"})
    assert found(root) == [("name-invalid", f"content/g/traits/{name}")]


@pytest.mark.parametrize("name", ["a", "3", "a-b-3", "x" * 60])
def test_valid_names(root: Path, name: str) -> None:
    write(root, {f"content/g/traits/{name}.yaml": TRAIT, f"content/{name}/game.yaml": GAME})
    assert found(root) == []


def test_a_name_that_is_not_utf_8(root: Path) -> None:
    traits = root / "content/g/traits"
    traits.mkdir()
    try:
        os.close(os.open(os.fsencode(traits) + b"/\xe9.yaml", os.O_CREAT | os.O_WRONLY))
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    assert [code for code, _ in found(root)] == ["name-invalid"]


def test_a_folder_where_a_file_is_expected(root: Path) -> None:
    (root / "content/g/traits/a.yaml").mkdir(parents=True)
    (root / "content/g/products.yaml").mkdir()
    (root / "content/h/game.yaml").mkdir(parents=True)
    assert found(root) == [
        ("file-unreadable", "content/g/products.yaml"),
        ("file-unreadable", "content/g/traits/a.yaml"),
        ("file-unreadable", "content/h/game.yaml"),
    ]


def test_a_file_where_a_folder_is_expected(root: Path) -> None:
    write(root, {"content/g/traits": "", "content/g/images": ""})
    assert found(root) == [
        ("file-unknown", "content/g/images"),
        ("file-unknown", "content/g/traits"),
    ]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("content/g/game.yml", "did you mean 'game.yaml'?"),
        ("content/g/product.yaml", "did you mean 'products.yaml'?"),
        ("content/g/profil/a.yaml", "did you mean 'profiles'?"),
        (
            "content/g/zoo/a.yaml",
            "known: chapters, examples, images, maps, plans, profiles, quests, rosters, "
            "scenarios, studies, tables, texts, traits, wishes; others are `kinds:` of game.yaml",
        ),
    ],
)
def test_unknown_files_and_folders_have_a_hint(root: Path, name: str, hint: str) -> None:
    write(root, {name: "title: x\n"})
    assert only(root).hint == hint


# --- symlinks and special files ---------------------------------------------------------------


@pytest.mark.sees("path-outside")
@pytest.mark.parametrize("relative", [True, False])
@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("content/g/traits/a.yaml", "secret.yaml"),
        ("content/g/traits/a.yaml", "not-there.yaml"),
        ("content/g/traits", "."),
        ("content/g/images", "."),
        ("content/g/products.yaml", "secret.yaml"),
        ("content/h", "."),
        ("content/h/game.yaml", "game.yaml"),
    ],
)
def test_a_symlink_out_of_the_project_is_not_followed(
    root: Path, name: str, target: str, relative: bool
) -> None:
    outside = root.parent / "outside"
    path = root / name
    start = Path(os.path.relpath(outside, path.parent)) if relative else outside
    link(path, start / target)
    problem = only(root)
    assert (problem.code, problem.position.file) == ("path-outside", name)
    assert "secret" not in str(problem)


def test_a_content_folder_that_is_a_symlink_out_of_the_project(tmp_path: Path) -> None:
    write(tmp_path, {"outside/secret/game.yaml": GAME, "project/printgen.yaml": ""})
    link(tmp_path / "project/content", tmp_path / "outside")
    problems = Project(tmp_path / "project").check()
    assert [p.code for p in problems] == ["path-outside", "content-missing"]
    assert not any("secret" in str(p) for p in problems)


def test_a_symlink_through_another_out_of_the_project(root: Path) -> None:
    link(root / "door", root.parent / "outside")
    link(root / "content/g/traits/a.yaml", "../../../door/secret.yaml")
    assert found(root) == [("path-outside", "content/g/traits/a.yaml")]


@pytest.mark.spares("path-outside")
def test_a_symlink_within_the_project_is_followed(root: Path) -> None:
    write(root, {"shared/tough.yaml": TRAIT, "shared/more/brave.yaml": TRAIT})
    link(root / "content/g/traits/a.yaml", "../../../shared/tough.yaml")
    link(root / "content/h/game.yaml", root / "content/g/game.yaml")
    link(root / "content/h/traits", root / "shared/more")
    project = Project(root)
    assert project.check() == []
    assert list(project.library.games["g"].traits) == ["a"]
    assert list(project.library.games["h"].traits) == ["brave"]


def test_a_project_folder_that_is_a_symlink(root: Path) -> None:
    link(root.parent / "door", root)
    assert Project(root.parent / "door").check() == []


def test_circular_symlinks_to_files(root: Path) -> None:
    link(root / "content/g/traits/self.yaml", "self.yaml")
    link(root / "content/g/traits/this.yaml", "that.yaml")
    link(root / "content/g/traits/that.yaml", "this.yaml")
    link(root / "content/g/products.yaml", "products.yaml")
    link(root / "content/h/game.yaml", "game.yaml")
    assert found(root) == [
        ("file-unreadable", "content/g/products.yaml"),
        ("file-unreadable", "content/g/traits/self.yaml"),
        ("file-unreadable", "content/g/traits/that.yaml"),
        ("file-unreadable", "content/g/traits/this.yaml"),
        ("file-unreadable", "content/h/game.yaml"),
    ]


@pytest.mark.parametrize("name", ["traits", "images"])
def test_circular_symlinks_to_folders(root: Path, name: str) -> None:
    link(root / "content/g" / name, name)
    link(root / "content/h", "h")
    assert found(root) == [("file-unknown", f"content/g/{name}"), ("file-unknown", "content/h")]


def test_a_folder_that_contains_itself(root: Path) -> None:
    (root / "content/g/traits").mkdir()
    link(root / "content/g/traits/traits", ".")
    link(root / "content/g/profiles", "..")
    assert ("file-unknown", "content/g/traits/traits") in found(root)


def test_a_broken_symlink(root: Path) -> None:
    link(root / "content/g/traits/a.yaml", "nothing.yaml")
    assert found(root) == [("file-unreadable", "content/g/traits/a.yaml")]


@pytest.mark.parametrize("name", ["game.yaml", "products.yaml", "traits/x.yaml", "images/x.png"])
def test_a_named_pipe_does_not_block(root: Path, name: str) -> None:
    path = root / "content/h" / name
    write(root, {"content/h/game.yaml": GAME, "content/h/profiles/a.yaml": "name: A\n"})
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    write(root, {"content/g/profiles/a.yaml": "name: A\nimage: ../h/images/x.png\n"})
    pictures = [("image-missing", "content/g/profiles/a.yaml")]
    unreadable = [("file-unreadable", f"content/h/{name}")] if "images" not in name else []
    assert found(root) == pictures + unreadable


def test_a_symlink_to_a_device_is_not_read(root: Path) -> None:
    link(root / "content/g/traits/a.yaml", "/dev/zero")
    assert found(root) == [("path-outside", "content/g/traits/a.yaml")]


# --- unreadable files -------------------------------------------------------------------------


def test_unreadable_files(open_root: Path) -> None:
    write(
        open_root,
        {
            "content/g/traits/a.yaml": TRAIT,
            "content/g/traits/b.yaml": TRAIT,
            "content/g/products.yaml": "",
            "content/h/game.yaml": GAME,
        },
    )
    for name in ("g/traits/a.yaml", "g/products.yaml", "h/game.yaml"):
        (open_root / "content" / name).chmod(0)
    assert as_nobody(lambda: found(open_root)) == [
        ("file-unreadable", "content/g/products.yaml"),
        ("file-unreadable", "content/g/traits/a.yaml"),
        ("file-unreadable", "content/h/game.yaml"),
    ]


@pytest.mark.parametrize("mode", [0o000, 0o444, 0o111])
def test_unreadable_folders(open_root: Path, mode: int) -> None:
    write(open_root, {"content/g/traits/a.yaml": TRAIT})
    folder = open_root / "content/g/traits"
    folder.chmod(mode)
    name = "content/g/traits" + ("/a.yaml" if mode == 0o444 else "")
    assert as_nobody(lambda: found(open_root)) == [("file-unreadable", name)]


def test_an_unreadable_game(open_root: Path) -> None:
    write(open_root, {"content/h/game.yaml": GAME})
    (open_root / "content/h").chmod(0)
    assert ("file-unreadable", "content/h") in as_nobody(lambda: found(open_root))


def test_an_unreadable_content_folder(open_root: Path) -> None:
    (open_root / "content").chmod(0)
    assert ("file-unreadable", "content") in as_nobody(lambda: found(open_root))


# --- limits -----------------------------------------------------------------------------------


@pytest.mark.spares("content-too-big")
def test_a_project_at_its_limits(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, {f"content/g/traits/t{n}.yaml": TRAIT for n in range(5)})
    monkeypatch.setattr(project_files, "MAX_PROJECT_FILES", 6)
    monkeypatch.setattr(project_files, "MAX_PROJECT_BYTES", len(GAME) + 5 * len(TRAIT))
    assert found(root) == []


@pytest.mark.sees("content-too-big")
@pytest.mark.parametrize("limit", ["MAX_PROJECT_FILES", "MAX_PROJECT_BYTES"])
def test_a_project_beyond_its_limits(
    root: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    write(root, {f"content/g/traits/t{n}.yaml": TRAIT for n in range(9)})
    monkeypatch.setattr(
        project_files, limit, 5 if limit == "MAX_PROJECT_FILES" else len(GAME + 4 * TRAIT)
    )
    # Reported once, at the first file that was not read.
    assert found(root) == [("content-too-big", "content/g/traits/t4.yaml")]


def test_a_file_that_is_too_big_is_named_with_its_size(root: Path) -> None:
    write(root, {"content/g/traits/big.yaml": "#" * 2_345_678})
    assert only(root).message == "the file has 2,345,678 bytes"


def test_the_problems_of_a_file_are_limited(root: Path) -> None:
    listed = "".join(f"  t{n}:\n    kind: skill\n    nmae: {{any: X}}\n" for n in range(2000))
    write(root, {"content/g/traits/many.yaml": f"entries:\n{listed}"})
    many = [code for code, file in found(root) if file == "content/g/traits/many.yaml"]
    assert MAX_PROBLEMS < len(many) < MAX_PROBLEMS + 5
