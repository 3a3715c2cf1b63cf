"""Profiles without problems are checked again only after a change that may concern them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli_runs import replace
from helpers import messages, starter

from printgen import Project
from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_PROBLEMS
from printgen.problems import Problem
from printgen.rules.check import Check
from printgen.rules.checks import check_library
from printgen.store import Store

PROFILES = {"captain", "drowned", "harpooner", "sailor"}


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def add_fault(root: Path) -> None:
    """A stat of the sailor out of its range."""
    rewrite(root / "content/fog/profiles/sailor.yaml", "nerve: 3", "nerve: 6")


# Edits, and the profiles that are checked after it.
EDITS: dict[str, tuple[Callable[[Path], object], set[str]]] = {
    "nothing": (lambda root: None, set()),
    "a profile": (add_fault, {"sailor"}),
    "lines of a profile": (
        lambda root: rewrite(root / "content/fog/profiles/sailor.yaml", "name:", "# More.\nname:"),
        {"sailor"},
    ),
    "a trait": (
        lambda root: rewrite(root / "content/fog/traits/traits.yaml", "sure-footed:", "surefoot:"),
        PROFILES,
    ),
    "the game": (
        lambda root: rewrite(root / "content/fog/game.yaml", "max: 10", "max: 4"), PROFILES,
    ),
    "a picture": (
        lambda root: (root / "content/fog/new.png").write_bytes(b"no picture"), PROFILES,
    ),
    "a removed profile": (
        lambda root: (root / "content/fog/profiles/drowned.yaml").unlink(), set(),
    ),
}  # fmt: skip


def check(root: Path, cache: Path) -> list[str]:
    """The problems that a new command finds."""
    store = Store(cache)
    # Without the problems that are kept for the same files.
    library, problems = Project(root, store)._load()
    found = check_library(library)
    store.finish()
    return messages([*problems, *found])


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The profiles that checks of single profiles have looked at."""
    names: set[str] = set()

    def recorded(self: Check, content: GameContent, library: Library) -> Iterator[Problem]:
        names.update(content.profiles if self.single else ())
        return original(self, content, library)

    original = Check.__call__
    monkeypatch.setattr(Check, "__call__", recorded)
    return names


@pytest.mark.parametrize("name", EDITS)
@pytest.mark.parametrize("faulty", [False, True])
def test_only_doubtful_profiles_are_checked(
    tmp_path: Path, looked: set[str], name: str, faulty: bool
) -> None:
    root, cache = starter(tmp_path / "game"), tmp_path / "cache"
    edit, expected = EDITS[name]
    if faulty:
        rewrite(root / "content/fog/profiles/captain.yaml", "nerve: ", "nerve: 1")
    before = check(root, cache)
    assert bool(before) == faulty
    assert looked == PROFILES
    edit(root)
    looked.clear()
    after = check(root, cache)
    assert looked == expected | ({"captain"} if faulty else set())
    # The same without a store.
    assert sorted(after) == sorted(messages(Project(root).problems))


def test_a_profile_with_a_picture_elsewhere_is_always_checked(
    tmp_path: Path, looked: set[str]
) -> None:
    root, cache = starter(tmp_path / "game"), tmp_path / "cache"
    sailor = root / "content/fog/profiles/sailor.yaml"
    replace(sailor, "images/sailor.svg", "../../picture.png")
    for picture in (None, b"no picture", None):
        path = root / "picture.png"
        path.unlink(missing_ok=True)
        if picture:
            path.write_bytes(picture)
        looked.clear()
        (problem,) = check(root, cache)
        assert "sailor" in looked
        assert ("image-invalid" if picture else "image-missing") in problem


def test_an_equal_file_of_another_game_proves_nothing(tmp_path: Path) -> None:
    root, cache = starter(tmp_path / "game"), tmp_path / "cache"
    shutil.copytree(root / "content/fog", root / "content/mist")
    rewrite(root / "content/mist/traits/traits.yaml", "cutlass:", "sword:")
    before = check(root, cache)
    assert before
    with (root / "content/fog/profiles/sailor.yaml").open("a", encoding="utf-8") as stream:
        stream.write("x-note: more\n")
    assert check(root, cache) == before


@pytest.mark.slow
def test_profiles_beyond_the_reported_problems_are_not_sound(tmp_path: Path) -> None:
    root, cache = starter(tmp_path / "game"), tmp_path / "cache"
    sailor = root / "content/fog/profiles/sailor.yaml"
    faulty = sailor.read_text("utf-8").replace("nerve: 3", "nerve: 9")
    many = [sailor.with_name(f"z{number:03}.yaml") for number in range(MAX_PROBLEMS + 3)]
    for path in many:
        path.write_text(faulty, "utf-8")
    check(root, cache)
    for path in many[: MAX_PROBLEMS - 1]:
        path.write_text(sailor.read_text("utf-8"), "utf-8")
    found = check(root, cache)
    assert sorted(found) == sorted(messages(Project(root).problems))
    assert sum("nerve is 9" in message for message in found) == 4


def test_profiles_whose_problems_one_message_stands_for_are_not_sound(tmp_path: Path) -> None:
    root, cache = starter(tmp_path / "game"), tmp_path / "cache"
    home = root / "content/fog"
    shutil.rmtree(home)
    (home / "profiles").mkdir(parents=True)
    (home / "game.yaml").write_text("title: {en: Fog}\nlanguages: [fr]\n")
    for name in ("a", "b", "c"):
        (home / "profiles" / f"{name}.yaml").write_text("name: {en: One}\n")
    (only,) = check(root, cache)
    assert "language-absent" in only
    (home / "profiles/a.yaml").write_text("name: {fr: Un}\n")
    found = check(root, cache)
    assert sum("language-unknown" in problem for problem in found) == 3
    assert sorted(found) == sorted(messages(Project(root).problems))
