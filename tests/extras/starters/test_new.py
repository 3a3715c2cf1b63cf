"""`printgen new`, and the schemas that it writes for editors."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from helpers import Store, starter

from printgen import Project
from printgen.content.load import load
from printgen.content.source import read_source
from printgen.extras.starters.new import copy_theme, create
from printgen.extras.starters.schema import FOLDER, schemas, write_schemas
from printgen.problems import has_errors
from printgen.products import products_model
from printgen.project import STARTERS, TEMPLATES, Folders, ProjectError
from printgen.rules.mechanic import KINDS

STARTER, CARDS = STARTERS / "skirmish", STARTERS / "deck"

REPOSITORY = Path(__file__).parents[3]
CASES = Path(__file__).parents[2] / "cases" / "base"


def files(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def make(folder: Path, kind: str = "skirmish") -> list[str]:
    """A game of a kind in French and English."""
    return create(folder, KINDS, products_model(), kind, ("fr", "en"))


# --- where a game can be made ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["game", "deep/er/game", "Été à 5 h", "-game", "a b'c"])
def test_into_a_new_folder(name: str, tmp_path: Path) -> None:
    made = make(tmp_path / name)
    assert set(made) == files(tmp_path / name)
    assert made == sorted(made)
    texts = {f for f in files(STARTER) if not f.startswith("README")}
    assert texts | {"README.md", "README.en.md"} < set(made)
    assert Project(tmp_path / name).check() == []


def test_into_an_empty_folder(tmp_path: Path) -> None:
    assert set(make(tmp_path)) == files(tmp_path)


def test_into_an_empty_folder_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert set(make(tmp_path / "link")) == files(tmp_path / "real")


def test_the_texts_are_those_of_the_starter(tmp_path: Path) -> None:
    make(tmp_path)
    for name in files(STARTER / "content"):
        name = f"content/{name}"
        assert (tmp_path / name).read_bytes() == (STARTER / name).read_bytes()


def test_what_is_built_is_not_kept_by_git(tmp_path: Path) -> None:
    make(tmp_path)
    assert "/out/" in (tmp_path / ".gitignore").read_text().splitlines()


@pytest.mark.parametrize("name", ["notes.txt", ".hidden", "folder"])
def test_not_into_a_folder_that_holds_something(name: str, tmp_path: Path) -> None:
    thing = tmp_path / "game" / name
    thing.parent.mkdir()
    if name == "folder":
        thing.mkdir()
    else:
        thing.write_text("mine")
    with pytest.raises(ProjectError, match="already exists and is not empty"):
        make(tmp_path / "game")
    assert list((tmp_path / "game").iterdir()) == [thing]


def test_not_over_a_file(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("mine")
    with pytest.raises(ProjectError, match="already exists"):
        make(tmp_path / "game")
    assert (tmp_path / "game").read_text() == "mine"


def test_not_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ProjectError, match=r"cannot make .*: Not a directory"):
        make(tmp_path / "file" / "game")


def test_not_under_a_name_that_is_too_long(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match=r"cannot make .*: File name too long"):
        make(tmp_path / ("x" * 300))


def test_not_through_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(ProjectError, match=r"cannot make .*: File exists"):
        make(tmp_path / "link")


def test_not_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: object, target: object, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(target))

    # Permissions do not stop root, who may run the tests.
    monkeypatch.setattr(shutil, "copyfile", refuse)
    with pytest.raises(ProjectError, match=r"cannot make .*Permission denied"):
        make(tmp_path)


# --- what is made ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game, not to be changed."""
    return starter(tmp_path_factory.mktemp("new") / "game")


@pytest.mark.slow
def test_it_has_no_problem_and_builds_in_both_languages(store: Store) -> None:
    game = store.starter()
    assert Project(game).check() == []
    assert {path.relative_to(game).as_posix() for path in game.rglob("*.pdf")} == {
        f"out/fog/{name}.pdf"
        for lang in ("fr", "en")
        for name in (
            f"crew-cards.{lang}.a4",
            f"reference.{lang}.a4",
            f"quay.{lang}.a4",
            f"rulebook.{lang}.screen",
        )
    }
    assert all(path.read_bytes().startswith(b"%PDF-") for path in game.rglob("*.pdf"))


def test_the_editor_is_told_which_schema_is_whose(game: Path) -> None:
    settings = json.loads((game / ".vscode/settings.json").read_text(encoding="utf-8"))
    patterns: dict[str, str] = settings["yaml.schemas"]
    texts = [n for n in files(game) if n.startswith("content/") and n.endswith(".yaml")]
    covered = []
    for schema, pattern in patterns.items():
        assert (game / schema).is_file()
        covered += [p.relative_to(game).as_posix() for p in game.glob(pattern)]
    assert sorted(covered) == sorted(texts)
    assert {f"./{name}" for name in files(game) if name.startswith(FOLDER)} == set(patterns)


def test_the_schemas_are_written_again(game: Path) -> None:
    before = {p.name: p.read_text(encoding="utf-8") for p in (game / FOLDER).iterdir()}
    assert {f"{FOLDER}/{name}" for name in before} == set(write_schemas(Project(game).library))
    assert {p.name: p.read_text(encoding="utf-8") for p in (game / FOLDER).iterdir()} == before
    assert {name: json.loads(text) for name, text in before.items()} == {
        f"{name}.json": schema for name, schema in schemas(Project(game).library).items()
    }


def test_the_schemas_are_not_written_through_a_link(tmp_path: Path) -> None:
    starter(tmp_path / "game")
    schema = next((tmp_path / "game" / FOLDER).iterdir())
    (tmp_path / "kept").write_text("mine")
    schema.unlink()
    schema.symlink_to(tmp_path / "kept")
    write_schemas(Project(tmp_path / "game").library)
    assert not schema.is_symlink()
    assert (tmp_path / "kept").read_text() == "mine"


def test_the_schemas_are_not_written_out_of_the_project(tmp_path: Path) -> None:
    starter(tmp_path / "game")
    shutil.rmtree(tmp_path / "game/.printgen")
    (tmp_path / "kept").mkdir()
    (tmp_path / "game/.printgen").symlink_to(tmp_path / "kept")
    with pytest.raises(ProjectError, match="is outside the project"):
        write_schemas(Project(tmp_path / "game").library)
    assert files(tmp_path / "kept") == set()


# --- what the schemas say --------------------------------------------------------------------


def schema_name(file: str) -> str:
    """The schema of a file of `content/`."""
    _, game, part, *_ = file.split("/")
    return f"{game}-{part.removesuffix('.yaml')}"


def read(path: Path) -> Any:
    source, problems = read_source(path.name, path.read_bytes())
    assert source
    assert not problems
    return source.data


@cache
def schemas_of(project: Path) -> dict[str, Any]:
    """The schemas of a project, whose content is read but not checked."""
    return schemas(load(Folders(project), KINDS, products_model())[0])


@cache
def validators(project: Path) -> dict[str, jsonschema.Draft202012Validator]:
    found = schemas_of(project)
    return {name: jsonschema.Draft202012Validator(schema) for name, schema in found.items()}


def texts(project: Path) -> list[str]:
    found = project.glob("content/**/*.yaml")
    return sorted(path.relative_to(project).as_posix() for path in found)


@pytest.mark.slow
@pytest.mark.parametrize("project", [STARTER, CARDS, CASES], ids=lambda p: p.name)
def test_the_schemas_are_schemas(project: Path) -> None:
    found = schemas_of(project)
    games = {path.parent.name for path in project.glob("content/*/game.yaml")}
    library, _ = load(Folders(project), KINDS, products_model())
    assert set(found) == {
        f"{game}-{kind}"
        for game in games
        for kind in ("game", "products", *KINDS, *library.games[game].declared)
    }
    for schema in found.values():
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.slow
@pytest.mark.parametrize("project", [STARTER, CARDS, CASES, REPOSITORY], ids=lambda p: p.name)
def test_what_is_right_is_right_in_the_editor(project: Path) -> None:
    known = validators(project)
    assert texts(project)
    for file in texts(project):
        errors = known[schema_name(file)].iter_errors(read(project / file))
        assert [f"{file}: {error.json_path}: {error.message}" for error in errors] == []


CAPTAIN = "content/fog/profiles/captain.yaml"
TRAITS = "content/fog/traits/traits.yaml"
PRODUCTS = "content/fog/products.yaml"
GAME = "content/fog/game.yaml"
FOG = "content/fog/tables/fog.yaml"
NOTHING = object()
BROKEN: list[tuple[str, tuple[Any, ...], Any]] = [
    (CAPTAIN, ("name",), NOTHING),
    (CAPTAIN, ("name",), ["The Captain"]),
    (CAPTAIN, ("name",), {}),
    (CAPTAIN, ("name",), {"French": "La Capitaine"}),
    (CAPTAIN, ("naem",), "The Captain"),
    (CAPTAIN, ("traits",), "pistol"),
    (CAPTAIN, ("traits", 0), "Not An Id"),
    (CAPTAIN, ("stats", "crew", "nerve"), 6),
    (CAPTAIN, ("stats", "crew", "nerve"), 0),
    (CAPTAIN, ("stats", "crew", "nerve"), "four"),
    (CAPTAIN, ("stats", "crew", "nerve"), NOTHING),
    (CAPTAIN, ("stats", "crew", "luck"), 3),
    (CAPTAIN, ("stats", "crew", "fight"), "3"),
    (CAPTAIN, ("stats", "crew", "move"), "6 miles"),
    (CAPTAIN, ("stats", "cerw"), {}),
    (TRAITS, ("entries", "pistol", "kind"), "wepon"),
    (TRAITS, ("entries", "pistol", "kind"), NOTHING),
    (TRAITS, ("entries", "pistol", "suit"), "heart"),
    (TRAITS, ("entries", "pistol", "text"), True),
    (TRAITS, ("more",), {}),
    (PRODUCTS, ("reference", "output"), "poster"),
    (PRODUCTS, ("reference", "output"), NOTHING),
    (PRODUCTS, ("reference", "pages"), 0),
    (PRODUCTS, ("reference", "papers"), ["b5"]),
    (PRODUCTS, ("reference", "papers"), ["330 x 483 m"]),
    (PRODUCTS, ("crew-cards", "faces", "front"), NOTHING),
    (PRODUCTS, ("crew-cards", "quantities", "sailor"), 0),
    (PRODUCTS, ("crew-cards", "bleed"), -1),
    (GAME, ("languages",), []),
    (GAME, ("languages", 0), "French"),
    (GAME, ("accent",), "blue"),
    (GAME, ("stat_lines", "crew", "stats", "move", "type"), "lenght"),
    (GAME, ("stat_lines", "crew", "stats", "nerve", "min"), "1"),
    (GAME, ("constraints", 0, "message"), NOTHING),
    (FOG, ("title",), NOTHING),
    (FOG, ("rows",), {"roll": "1"}),
    (FOG, ("rows", 0), "1"),
]


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    data = place = copy.deepcopy(data)
    for step in path[:-1]:
        place = place[step]
    if value is NOTHING:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return data


@pytest.mark.parametrize(("file", "path", "value"), BROKEN)
def test_what_is_wrong_is_wrong_in_the_editor(
    file: str, path: tuple[Any, ...], value: Any, tmp_path: Path
) -> None:
    project = shutil.copytree(STARTER, tmp_path / "game")
    data = changed(read(project / file), path, value)
    assert not validators(STARTER)[schema_name(file)].is_valid(data)
    (project / file).write_text(json.dumps(data), encoding="utf-8")
    assert any(p.position.file == file for p in Project(project).check() if p.severity == "error")


@pytest.mark.parametrize(
    "papers",
    [["A4", "letter"], ["SRA3"], ["330 x 483 mm", "33x48cm"], ["8.5 X 13 in"], ["300x400"]],
)
def test_papers_are_right_in_the_editor(papers: list[str], tmp_path: Path) -> None:
    project = shutil.copytree(STARTER, tmp_path / "game")
    data = changed(read(project / PRODUCTS), ("reference", "papers"), papers)
    assert validators(STARTER)[schema_name(PRODUCTS)].is_valid(data)
    (project / PRODUCTS).write_text(json.dumps(data), encoding="utf-8")
    assert not has_errors(Project(project).check())


def mappings(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all mappings in the data."""
    if isinstance(data, dict):
        yield path
        for key, value in data.items():
            yield from mappings(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from mappings(value, (*path, index))


@pytest.mark.parametrize("key", ["x-note", "$schema"])
@pytest.mark.parametrize("file", texts(STARTER))
def test_free_keys_are_free_in_the_editor(file: str, key: str, tmp_path: Path) -> None:
    """Every mapping may have a key of the author's own."""
    project = shutil.copytree(STARTER, tmp_path / "game")
    data = free = read(project / file)
    for path in mappings(data):
        free = changed(free, (*path, key), "free")
    (project / file).write_text(json.dumps(free), encoding="utf-8")
    assert not has_errors(Project(project).check())
    known = validators(STARTER)[schema_name(file)]
    assert [error.json_path for error in known.iter_errors(free)] == []


@pytest.mark.parametrize("text", ["words", 7, 1.5, {"fr": 7, "en": 1.5}, {"any": 7}])
def test_a_text_may_be_a_number(text: Any, tmp_path: Path) -> None:
    project = shutil.copytree(STARTER, tmp_path / "game")
    data = changed(read(project / CAPTAIN), ("epithet",), text)
    (project / CAPTAIN).write_text(json.dumps(data), encoding="utf-8")
    assert not has_errors(Project(project).check())
    assert validators(STARTER)["fog-profiles"].is_valid(data)


def test_a_theme_of_ones_own(tmp_path: Path) -> None:
    starter(tmp_path / "game")
    folders = Folders((tmp_path / "game").resolve())
    made = copy_theme(folders, "mine")
    assert "templates/mine/style.css" in made
    game = folders.content / "fog" / "game.yaml"
    game.write_text(game.read_text().replace("theme: plain", "theme: mine"))
    project = Project(folders.root)
    assert project.problems == []
    assert len(project.build(["fog/crew-cards"], langs=["en"]).built) == 1
    style = folders.templates / "mine" / "style.css"
    style.unlink()
    assert {p.code for p in Project(folders.root).problems} == {"product-template"}
    for wrong in ("mine", "../other", "Mine", ""):
        with pytest.raises(ProjectError):
            copy_theme(folders, wrong)


def test_templates_of_books_are_copied_by_name(tmp_path: Path) -> None:
    starter(tmp_path / "game")
    folders = Folders((tmp_path / "game").resolve())
    assert "templates/mine/web-entries.html.j2" in copy_theme(folders, "mine", ["web-entries"])
    # Into a theme that is there.
    assert copy_theme(folders, "mine", ["book-entries"]) == ["templates/mine/book-entries.html.j2"]
    copied = folders.templates / "mine" / "book-entries.html.j2"
    assert copied.read_bytes() == (TEMPLATES / "_shared" / copied.name).read_bytes()
    copied.write_text("mine")
    for name, said in (
        ("book-entries", "already exists"),
        ("book-entry", r"no template 'book-entry' \(did you mean 'book-entries'\?\)"),
        ("../zombstone/style.css", "no template"),
        ("", "no template"),
    ):
        with pytest.raises(ProjectError, match=said):
            copy_theme(folders, "mine", [name])
    assert copied.read_text() == "mine"


@pytest.mark.parametrize("name", ["plain", "zombstone"])
def test_a_theme_has_a_new_name(name: str, tmp_path: Path) -> None:
    """A copy of the plain theme would replace the theme of that name without notice."""
    starter(tmp_path / "game")
    folders = Folders((tmp_path / "game").resolve())
    with pytest.raises(ProjectError, match=f"'{name}' is a theme of printgen: choose another name"):
        copy_theme(folders, name)
    assert not folders.templates.exists()
