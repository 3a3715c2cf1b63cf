"""Loading of a project folder, including hostile folders."""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from printgen import Project
from printgen.content import load as load_module
from printgen.problems import Problem
from printgen.project import Folders, OutsideProject

GAME = "title: The Game\nlanguages: [en]\ntrait_kinds: {skill: {label: Skill}}\n"
TRAIT = "name: Tough\nkind: skill\n"


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with one game, and a folder `outside` beside it."""
    write(tmp_path / "outside", {"secret.yaml": "secret: 1\n", "game.yaml": "secret: 1\n"})
    Image.new("L", (4, 4)).save(tmp_path / "outside" / "secret.png")
    return write(tmp_path / "project", {"printgen.yaml": "", "content/g/game.yaml": GAME})


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


def found(root: Path) -> list[tuple[str, str]]:
    """The problems, as (code, file)."""
    return [(p.code, p.position.file) for p in Project(root).check()]


def only(root: Path) -> Problem:
    """The only problem."""
    problems = Project(root).check()
    assert len(problems) == 1, problems
    return problems[0]


# --- minimal and empty projects ---------------------------------------------------------------


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
        ("folder-unknown", "content/g/products.yaml"),
        ("file-unknown", "content/g/traits/a.yaml"),
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
        ("content/g/image/a.yaml", "did you mean 'images'?"),
        (
            "content/g/xyz/a.yaml",
            "known: chapters, examples, images, maps, plans, profiles, quests, scenarios, "
            "studies, tables, traits",
        ),
    ],
)
def test_unknown_files_and_folders_have_a_hint(root: Path, name: str, hint: str) -> None:
    write(root, {name: "title: x\n"})
    assert only(root).hint == hint


@pytest.mark.parametrize(
    ("name", "text", "message", "hint"),
    [
        ("traits/a", "kind: skill\nname: A\nimgae: x", "unknown key 'imgae'", "known: brings, "),
        ("profiles/a", "name: A\nimgae: x", "unknown key 'imgae'", "did you mean 'image'?"),
        ("profiles/a", "name: A\ntraits: x", "expected a list", "found 'x'"),
        ("profiles/a", "name: A\nstats: [x]", "expected a mapping (key: value)", "found a list"),
        ("profiles/a", "name: A\nstats: {h: {a: []}}", "expected a whole number", "found a list"),
        (
            "profiles/a",
            "name: A\nstats: {h: {a: {symbol: s, nte: t}}}",
            "unknown key 'nte'",
            "'note'?",
        ),
        (
            "profiles/a",
            "name: A\nstats: {h: {1a: 1}}",
            "'1a' is not valid",
            "with a letter",
        ),
        ("profiles/a", "name: A\nimage: 1", "expected text", "found '1'"),
        ("profiles/a", "name: A\ntraits: ~", "the key 'traits' has no value", "add a value"),
        ("profiles/a", "name: A\nimage: true", "expected text", "found true"),
        ("profiles/a", "name: A\nimage: {a: b}", "expected text", "found a mapping"),
        ("profiles/a", "name: A\nkeywords: [x, [y]]", "expected text, or text by", ""),
        ("profiles/a", "name: A\nkeywords: [[y]]", "by language: {fr: …, en: …}", ""),
        ("profiles/a", "name: {en: true}", "'true' is not text (quote", ""),
        ("profiles/a", "name: A\nkeywords:\n- Beware: x", "'Beware' is not", ""),
        ("profiles/a", "name: A\nkeywords:\n- Beware: x", "contains a comma or colon", ""),
        ("profiles/a", "{name: A, b c}", "a comma separates 'b c'", 'comma: "A, b c"'),
        ("profiles/a", "{name: A, image}", "the key 'image' has no value", "or contains a comma"),
        ("profiles/a", "name: A\nb c:", "the key 'b c' has no value", "add a value"),
        ("profiles/a", "{keywords: [A], b c}", "the key 'b c' has no value", "add a value"),
        ("profiles/a", "name: A\nvignette: A Man", "'A Man' is not valid", "lower-case letters"),
        ("profiles/a", f"name: A\nimage: [{'x' * 50}]", "expected text", "found a list"),
        ("profiles/a", f"name: A\n{'x' * 50}: 1", f"unknown key '{'x' * 39}…'", "known: "),
        ("products", "a: {output: card}", "'card' is not allowed here", "did you mean 'cards'?"),
        ("products", "a: {output: sheet, pages: 0}", "'0' is out of range", "at least 1"),
        ("products", "a: {output: sheet, pages: 33}", "'33' is out of range", "at most 32"),
        ("products", "a: {output: sheet, pages: 1.5}", "expected a whole number", "found '1.5'"),
        ("products", "a: {output: sheet, papers: [a6]}", "'a6' is not allowed", "a3, a4, a5"),
        ("products", "a: {output: sheet, papers: []}", "no values", ""),
        ("products", "a: {output: sheet, templat: x}", "unknown key 'templat'", "'template'?"),
        ("products", "a: {output: cards, faces: {bak: x}}", "unknown key 'bak'", "'back'?"),
        ("products", "a: {output: cards, bleed: x}", "expected a number", "found 'x'"),
        ("products", "a: {output: cards, quantities: {b: 0}}", "'0' is out of range", "at least 1"),
        ("quests/a", "title: A\nsteps: []", "no values", ""),
        ("quests/a", "title: A\nsteps: [{efect: x}]", "unknown key 'efect'", "'effect'?"),
        ("tables/a", "title: A\nmatrix: {cels: x}", "unknown key 'cels'", "'cells'?"),
    ],
)
def test_messages_of_invalid_entries(
    root: Path, name: str, text: str, message: str, hint: str
) -> None:
    write(root, {f"content/g/{name}.yaml": text})
    told = [p for p in Project(root).check() if p.code != "key-missing"]
    assert [message in told[0].message, hint in told[0].hint, len(told)] == [True, True, 1], told


def test_a_value_split_by_commas_is_quoted_whole_in_the_hint(root: Path) -> None:
    write(root, {"content/g/profiles/a.yaml": '{name: max(1, "b", 3)}\n'})
    told = [(p.message, p.hint.rpartition(": ")[2]) for p in Project(root).check()]
    assert told[0][0] == "the key 'b' has no value"
    assert told[1:] == [("a comma separates '3)' from the text before it", '"max(1, b, 3)"')]


def scenario(force: str) -> str:
    return f"title: A\nforces: [{force}]\n"


def place(at: str) -> str:
    feature = f"shape: circle, label: L, style: ground, radius: 1, at: {at}"
    return f"title: A\nlayout: {{width: 9, height: 9, features: [{{{feature}}}]}}\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (place("[18]"), ["1 value (at least 2)"]),
        (place("[]"), ["no values (at least 2)"]),
        (place("[1, 2, 3]"), ["3 values (at most 2)"]),
        (
            scenario("{profile: zombie, count: min(figures, 3)}"),
            [
                "a comma separates '3)' from the text before it "
                '(quote text that contains a comma: "min(figures, 3)")'
            ],
        ),
        (
            scenario("{proflie: drowned, cout: 3}"),
            [
                "missing key 'profile'",
                "unknown key 'proflie' (did you mean 'profile'?)",
                "unknown key 'cout' (did you mean 'count'?)",
            ],
        ),
        (
            scenario("{nam: Bob, proflie: drowned}"),
            [
                "missing key 'profile'",
                "unknown key 'nam' (did you mean 'name'?)",
                "unknown key 'proflie' (did you mean 'profile'?)",
            ],
        ),
        (
            scenario("{fr: Le camp, sides: deux}"),
            [
                "'sides' is not a language code such as fr or en "
                "(quote text that contains a comma or colon)"
            ],
        ),
        (
            scenario("{Beware: wolves}"),
            [
                "'Beware' is not a language code such as fr or en "
                "(quote text that contains a comma or colon)"
            ],
        ),
    ],
)
def test_messages_of_invalid_scenarios(root: Path, text: str, told: list[str]) -> None:
    write(root, {"content/g/scenarios/a.yaml": text})
    problems = map(str, Project(root).check())
    assert [problem.split(": ", 2)[2] for problem in problems] == told


def test_many_empty_keys_after_a_text_are_checked_fast(root: Path) -> None:
    keys = ", ".join(f"({n})" for n in range(60_000))
    write(root, {"content/g/profiles/a.yaml": f"{{name: A, {keys}}}"})
    assert {code for code, _ in found(root)} == {"value-shape"}


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("accent: red", "'red' is not valid", "a colour such as #a1b2c3"),
        ("version: ''", "empty text", ""),
        (f"version: {'x' * 41}", "string should have at most 40 characters", ""),
        ("licence: ''", "the text is empty", ""),
        ("licence: {}", "a text needs at least one language", ""),
        ("licence: {french: x}", "'french' is not a language code", ""),
        ("suits: {a: {red: 1}}", "expected true or false", "found '1'"),
        ("suits: {A: {}}", "'A' is not valid", "lower-case letters, digits and hyphens"),
        ("scales: {a: {ranks: {b: {valeu: 1}}}}", "unknown key 'valeu'", "'value'?"),
        ("stat_lines: {a: {stats: {b: {lable: x}}}}", "unknown key 'lable'", "'label'?"),
        ("stat_lines: {a: {stats: {b: {type: pairs}}}}", "'pairs' is not allowed", "'pair'?"),
        ("stat_lines: {a: {stats: {}}}", "no values", ""),
        ("constraints: [{chek: x}]", "unknown key 'chek'", "'check'?"),
        ("deck: {piles: {a: {suites: x}}}", "unknown key 'suites'", "'suits'?"),
    ],
)
def test_messages_of_invalid_games(root: Path, text: str, message: str, hint: str) -> None:
    write(root, {"content/h/game.yaml": f"title: H\nlanguages: [en]\n{text}\n"})
    told = [p for p in Project(root).check() if p.code != "key-missing"]
    assert [message in told[0].message, hint in told[0].hint, len(told)] == [True, True, 1], told


def test_a_repeated_trait_names_its_source(root: Path) -> None:
    traits = "entries: {a: {name: A, kind: skill, brings: [b]}, b: {name: B, kind: skill}}\n"
    profile = "name: A\ntraits: [a, b, a]\n"
    write(root, {"content/g/traits/all.yaml": traits, "content/g/profiles/a.yaml": profile})
    assert [(p.code, p.hint) for p in Project(root).check()] == [
        ("trait-twice", "'a' brings it"),
        ("trait-twice", "it is listed above"),
    ]


def test_messages_of_invalid_stats(root: Path) -> None:
    stats = "{life: {label: L, min: 1, max: 9}, aim: {label: A, type: roll, symbols: ['*']}}"
    rule = "{stat_line: h, check: life != 5, message: not five}"
    game = f"stat_lines: {{h: {{label: H, stats: {stats}}}}}\nconstraints: [{rule}]\n"
    write(
        root,
        {
            "content/g/game.yaml": GAME + game,
            "content/g/profiles/a.yaml": "name: A\nstats: {h: {life: 10, aim: 6}}\n",
            "content/g/profiles/b.yaml": "name: B\nstats: {h: {life: 0, aim: '*'}}\n",
            "content/g/profiles/c.yaml": "name: C\nstats: {h: {life: 5, lief: 5}}\n",
        },
    )
    assert [str(p).partition("profiles/")[2] for p in Project(root).check()] == [
        "a.yaml:2:19: stat-range: life is 10 (at most 9)",
        "a.yaml:2:28: stat-value: '6' is not a valid aim (expected a roll, such as 6+)",
        "b.yaml:2:19: stat-range: life is 0 (at least 1)",
        "b.yaml:2:27: stat-note: the symbol '*' has no note "
        '(write {symbol: "*", note: …} or {symbol: "*", trait: …})',
        "c.yaml:2:9: stat-missing: missing stat 'aim'",
        "c.yaml:2:12: constraint-broken: not five (life != 5, but life = 5)",
        "c.yaml:2:22: stat-unknown: no stat 'lief' (did you mean 'life'?)",
    ]


# --- symlinks and special files ---------------------------------------------------------------


def link(path: Path, target: Path | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


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


def as_nobody(function: Callable[[], list[tuple[str, str]]]) -> list[tuple[str, str]]:
    """The result of a function run by an unprivileged user: file modes do not restrict root."""
    if os.geteuid() != 0:
        return function()
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # The child runs only the function.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            os.write(writer, json.dumps(function()).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        answer = stream.read()
    os.waitpid(child, 0)
    return [(code, file) for code, file in json.loads(answer)]


@pytest.fixture
def open_root(root: Path) -> Iterator[Path]:
    """The project in a folder that every user can enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    shutil.copytree(root, folder / "project")
    yield folder / "project"
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755)
    shutil.rmtree(folder)


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


def test_unreadable_pictures(open_root: Path) -> None:
    write(open_root, {"content/g/profiles/a.yaml": "name: A\nimage: images/a.png\n"})
    images = open_root / "content/g/images"
    images.mkdir()
    Image.new("L", (4, 4)).save(images / "a.png")
    images.chmod(0)
    assert as_nobody(lambda: found(open_root)) == [("image-missing", "content/g/profiles/a.yaml")]
    images.chmod(0o755)
    (images / "a.png").chmod(0)
    assert as_nobody(lambda: found(open_root)) == [("image-invalid", "content/g/profiles/a.yaml")]


# --- limits -----------------------------------------------------------------------------------


@pytest.mark.spares("content-too-big")
def test_a_project_at_its_limits(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, {f"content/g/traits/t{n}.yaml": TRAIT for n in range(5)})
    monkeypatch.setattr(load_module, "MAX_PROJECT_FILES", 6)
    monkeypatch.setattr(load_module, "MAX_PROJECT_BYTES", len(GAME) + 5 * len(TRAIT))
    assert found(root) == []


@pytest.mark.sees("content-too-big")
@pytest.mark.parametrize("limit", ["MAX_PROJECT_FILES", "MAX_PROJECT_BYTES"])
def test_a_project_beyond_its_limits(
    root: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    write(root, {f"content/g/traits/t{n}.yaml": TRAIT for n in range(9)})
    monkeypatch.setattr(
        load_module, limit, 5 if limit == "MAX_PROJECT_FILES" else len(GAME + 4 * TRAIT)
    )
    # Reported once, at the first file that was not read.
    assert found(root) == [("content-too-big", "content/g/traits/t4.yaml")]


# --- references -------------------------------------------------------------------------------


def test_references_across_games(root: Path) -> None:
    line_of = "stat_lines: {{{}: {{label: L, stats: {{a: {{label: A}}}}}}}}\n"
    write(
        root,
        {
            "content/g/game.yaml": GAME + line_of.format("g"),
            "content/g/traits/tough.yaml": f"{TRAIT}brings: [h/tough]\n",
            "content/g/profiles/a.yaml": "name: A\ntraits: [tough]\n"
            "stats: {g: {a: 1}, h: {a: 2}}\n",
            "content/h/game.yaml": GAME + line_of.format("h"),
            "content/h/traits/tough.yaml": f"{TRAIT}brings: [brave]\n",
            "content/h/traits/brave.yaml": TRAIT,
        },
    )
    project = Project(root)
    library = project.library
    assert project.check() == []
    found_traits = library.traits_of(library.games["g"].profiles["a"])
    assert [(t.game, t.id) for t in found_traits] == [
        ("g", "tough"),
        ("h", "tough"),
        ("h", "brave"),
    ]
    assert library.stat_line("g", "h") == ("h", "h")
    assert library.find("traits", "g", "brave") is None
    assert library.find("traits", "g", "i/brave") is None


@pytest.mark.parametrize(
    ("reference", "hint"),
    [
        ("slwo", "did you mean 'slow'?"),
        ("h/slwo", "did you mean 'slow'?"),
        ("k/slow", "known: g, h"),
        ("zzzzzz", "known: slow, tough"),
    ],
)
def test_a_misspelled_reference_has_a_hint(root: Path, reference: str, hint: str) -> None:
    write(
        root,
        {
            "content/g/traits/slow.yaml": TRAIT,
            "content/g/traits/tough.yaml": TRAIT,
            "content/g/profiles/a.yaml": f"name: A\ntraits: [{reference}]\n",
            "content/h/game.yaml": GAME,
            "content/h/traits/slow.yaml": TRAIT,
        },
    )
    problem = only(root)
    assert (problem.code, problem.hint) == ("trait-unknown", hint)


# --- pictures ---------------------------------------------------------------------------------

OUTSIDE = [
    "../../../../outside/secret.png",
    "images/../../../../outside/secret.png",
    "../../../../outside/not-there.png",
    "/etc/hostname.png",
    "//etc/hostname.png",
    "~/secret.png",
    "file:///etc/hostname.png",
    "http://localhost/a.png",
    "..\\..\\secret.png",
    "C:\\secret.png",
    "images/door/secret.png",
    "images/secret.png",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_picture_outside_the_project_is_refused(root: Path, name: str) -> None:
    write(root, {"content/g/profiles/a.yaml": f"name: A\nimage: '{name}'\n"})
    (root / "content/g/images").mkdir()
    link(root / "content/g/images/door", root.parent / "outside")
    link(root / "content/g/images/secret.png", root.parent / "outside/secret.png")
    problem = only(root)
    assert (problem.code, str(problem.position)) == (
        "image-missing",
        "content/g/profiles/a.yaml:2:8",
    )
    assert "outside the project" in problem.message


def test_hints_do_not_name_pictures_outside_the_project(root: Path) -> None:
    write(root, {"content/g/profiles/a.yaml": "name: A\nimage: images/secrte.png\n"})
    link(root / "content/g/images", root.parent / "outside")
    told = {p.code: str(p) for p in Project(root).check()}
    assert set(told) == {"path-outside", "image-missing"}
    assert "secret." not in told["image-missing"]


@pytest.mark.parametrize("name", ["images/heroe.png", "image/hero.png", "images/Hero.png"])
def test_a_misspelled_picture_has_a_hint(root: Path, name: str) -> None:
    write(root, {"content/g/profiles/a.yaml": f"name: A\nimage: {name}\n"})
    (root / "content/g/images").mkdir()
    Image.new("L", (4, 4)).save(root / "content/g/images/hero.png")
    assert only(root).hint == "did you mean 'images/hero.png'?"


def png_header(width: int, height: int) -> bytes:
    """The header of a PNG of that size in pixels, without image data."""
    import zlib

    head = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\0\0\0\0"
    data = b"IDAT" + zlib.compress(b"")
    chunks = [
        (len(c) - 4).to_bytes(4, "big") + c + zlib.crc32(c).to_bytes(4, "big") for c in (head, data)
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize(
    ("content", "good"),
    [
        (png_header(5_000, 5_000), True),
        (png_header(5_000, 5_001), False),
        (png_header(10_000, 10_000), False),
        (png_header(60_000, 60_000), False),
        (png_header(2**31 - 1, 2**31 - 1), False),
        (png_header(0, 5), False),
        (b"", False),
        (b"\x89PNG\r\n\x1a\n", False),
        (b"GIF89a" + bytes(64), False),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", False),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\n", False),
    ],
)
def test_pictures_are_judged_by_their_header(root: Path, content: bytes, good: bool) -> None:
    write(root, {"content/g/profiles/a.yaml": "name: A\nimage: images/a.png\n"})
    (root / "content/g/images").mkdir()
    (root / "content/g/images/a.png").write_bytes(content)
    assert [code for code, _ in found(root)] == ([] if good else ["image-invalid"])


def test_paths_outside_the_project_are_refused(root: Path) -> None:
    folders = Folders(root.resolve())
    with pytest.raises(OutsideProject):
        folders.inside(folders.content, "a\0b.png")
    with pytest.raises(OutsideProject):
        folders.inside(folders.content, "")
    with pytest.raises(FileNotFoundError):
        folders.inside(folders.content, "x" * 5_000)
