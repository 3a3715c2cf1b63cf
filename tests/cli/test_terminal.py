"""Output streams and formats of problems."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from cli_runs import CAPTAIN, replace, run_printgen, run_process

PROBLEM = re.compile(r"([^:]+):(\d+):(\d+): ([a-z]+(?:-[a-z]+)*): (warning: )?(.+)")
GITHUB = re.compile(r"::(error|warning) file=(.+),line=(\d+),col=(\d+),title=([a-z-]+)::(.+)")
Facts = set[tuple[str, int, int, str, str]]
Reader = Callable[[str], Facts]


# --- formats for programs ---------------------------------------------------------------------


def from_text(text: str) -> Facts:
    found = [PROBLEM.fullmatch(line) for line in text.splitlines()]
    return {(m[1], int(m[2]), int(m[3]), m[4], "warning" if m[5] else "error") for m in found if m}


def from_json(text: str) -> Facts:
    return {(p["file"], p["line"], p["column"], p["code"], p["severity"]) for p in json.loads(text)}


def from_github(text: str) -> Facts:
    found = [GITHUB.fullmatch(line) for line in text.splitlines() if line]
    assert all(found)
    return {(m[2], int(m[3]), int(m[4]), m[5], m[1]) for m in found if m}


def from_sarif(text: str) -> Facts:
    log = json.loads(text)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["tool"]["driver"]["name"] == "printgen"
    assert {r["id"] for r in run["tool"]["driver"]["rules"]} == {
        result["ruleId"] for result in run["results"]
    }
    places = [(r, r["locations"][0]["physicalLocation"]) for r in run["results"]]
    return {
        (
            place["artifactLocation"]["uri"],
            place["region"]["startLine"],
            place["region"]["startColumn"],
            result["ruleId"],
            result["level"],
        )
        for result, place in places
    }


READERS = {"json": from_json, "github": from_github, "sarif": from_sarif}


@pytest.mark.parametrize("form", READERS)
def test_all_formats_list_the_same_problems(form: str, broken: Path) -> None:
    expected = from_text(run_printgen("check", cwd=broken).stderr)
    assert {severity for *_, severity in expected} == {"error", "warning"}
    done = run_printgen("check", "--format", form, cwd=broken)
    assert (done.returncode, done.stderr) == (1, "")
    assert READERS[form](done.stdout) == expected


@pytest.mark.parametrize("form", READERS)
def test_all_formats_can_be_empty(form: str, game: Path) -> None:
    done = run_printgen("check", "--format", form, cwd=game)
    assert (done.returncode, done.stderr) == (0, "")
    assert READERS[form](done.stdout) == set()


def test_strict_applies_to_all_formats(warned: Path) -> None:
    assert run_printgen("check", "--format", "json", cwd=warned).returncode == 0
    assert run_printgen("check", "--format", "json", "--strict", cwd=warned).returncode == 1


def test_formats_of_github_name_files_of_the_repository(broken: Path, tmp_path: Path) -> None:
    """The project is in the folder `game` of what a workflow has checked out."""
    link = tmp_path / "workspace"
    link.symlink_to(tmp_path)
    elsewhere = tmp_path / "game-of-others"
    for form, read in READERS.items():

        def found(workspace: Path, form: str = form, read: Reader = read) -> Facts:
            env = {"GITHUB_WORKSPACE": str(workspace)}
            return read(run_printgen("check", "--format", form, cwd=broken, env=env).stdout)

        own = found(broken)
        above = {(f"game/{file}", *rest) for file, *rest in own}
        assert found(tmp_path) == found(link) == (own if form == "json" else above)
        assert found(elsewhere) == found(Path()) == own


# --- causes and changes -----------------------------------------------------------------------


@pytest.fixture
def misspelt(game: Path) -> Path:
    """A game with a misspelt key of a trait that a chapter refers to in two languages."""
    traits = game / "content/fog/traits/extra.yaml"
    traits.write_text("name: {any: Extra}\nkind: skill\ntxt: {any: Nothing.}\n")
    for lang in ("en", "fr"):
        chapter = next((game / "content/fog/chapters").glob(f"*.{lang}.md"))
        link = "\n\n[extra](trait:extra)\n"
        chapter.write_text(chapter.read_text() + link)
    return game


def test_the_cause_comes_first_and_what_follows_is_counted(misspelt: Path) -> None:
    done = run_printgen("check", cwd=misspelt)
    first, second = done.stderr.splitlines()
    assert first.startswith("content/fog/traits/extra.yaml:3:1: key-unknown: ")
    assert second.startswith("  and 2 problems that follow from it: content/fog/chapters/")
    assert done.stdout == "3 errors with 1 cause\n"


def test_all_problems_are_listed_when_asked(misspelt: Path) -> None:
    lines = run_printgen("check", "--all", cwd=misspelt).stderr.splitlines()
    assert len(lines) == 3
    assert [line.split(": ")[1] for line in lines] == ["key-unknown"] + ["reference-broken"] * 2


def test_json_names_the_cause_of_a_problem(misspelt: Path) -> None:
    records = json.loads(run_printgen("check", "--format", "json", cwd=misspelt).stdout)
    cause = "content/fog/traits/extra.yaml:3:1"
    assert [record.get("follows") for record in records] == [None] + [cause] * 2


def test_changes_since_the_last_check_without_errors_are_named(game: Path) -> None:
    run_printgen("check", cwd=game)
    chapter = next((game / "content/fog/chapters").glob("*.en.md"))
    # The book has the chapter in two languages.
    chapter.rename(chapter.with_name("98-other.en.md"))
    said = run_printgen("check", cwd=game).stderr.splitlines()[0]
    place = "content/fog/chapters/98-other.en.md:1"
    assert said == f"changed since the last check without errors: {place}"


def test_an_error_at_a_changed_line_needs_no_list_of_changes(game: Path) -> None:
    run_printgen("check", cwd=game)
    replace(game / CAPTAIN, "traits:", "triats:")
    said = run_printgen("check", cwd=game).stderr
    assert "unknown key 'triats'" in said
    assert "changed since" not in said


def test_texts_without_translation_are_counted(warned: Path) -> None:
    replace(warned / "content/fog/game.yaml", "languages: [", "languages: [de, ")
    said = run_printgen("check", cwd=warned).stdout
    assert re.search(r"; [0-9]+ texts are not translated\n", said), said


# --- streams ----------------------------------------------------------------------------------


def on_a_terminal(project: Path, **env: str) -> str:
    """The stderr of `check` on a terminal, without the bar of progress."""
    leader, follower = pty.openpty()
    done = run_process("-q", "check", cwd=project, env=env, stdout=subprocess.PIPE, stderr=follower)
    os.close(follower)
    with os.fdopen(leader, "rb", buffering=0) as stream:
        text = stream.read(65536).decode()
    assert done.returncode == 1
    return text.replace("\r\n", "\n")


def test_only_terminals_get_colour(broken: Path) -> None:
    plain = run_printgen("check", cwd=broken).stderr
    assert "\x1b" not in plain
    coloured = on_a_terminal(broken)
    assert "\x1b[31m" in coloured
    assert "\x1b[33m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain
    assert on_a_terminal(broken, NO_COLOR="1") == plain
    assert "\x1b[31m" in on_a_terminal(broken, NO_COLOR="")


@pytest.mark.slow
@pytest.mark.parametrize("words", [["list"], ["list", "checks"], ["check"]], ids=str)
def test_a_closed_pipe_is_no_error(words: list[str], game: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = run_process(*words, cwd=game, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


# --- names that would control the terminal ----------------------------------------------------

CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
NAME = "a\x1b[2J\x1b]0;x\x07\n::error::b\x9b\u202eg"


@pytest.fixture
def hostile(game: Path) -> Path:
    """A game in which files of all kinds have a name that would clear the terminal."""
    for place in (
        "content/fog/traits/{}.yaml", "content/fog/traits/{}.csv", "content/fog/chapters/{}.md",
        "content/fog/{}.txt", "content/{}/game.yaml", "templates/{}/style.css", "vendors/{}.yaml",
        "fonts/{}.ttf", "editions/fog-{}.zip", "content/fog/texts/de/{}.po",
        "content/fog/texts/{}/x.po", "content/fog/images/{}.png",
    ):  # fmt: skip
        path = game / place.format(NAME)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x: [\n")
    replace(game / CAPTAIN, "name: {", f"name: {{de: {json.dumps(NAME)}, ")
    replace(game / CAPTAIN, "traits: [", f"traits: [{json.dumps(NAME)}, ")
    return game


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["check"], ["check", "--all"], *(["check", "--format", form] for form in READERS),
        ["build"], ["build", "--format", "github"], ["build", NAME], ["list"], ["list", "vendors"],
        ["list", "checks", NAME], ["export", "cards", "fog"], ["export", "cards", NAME],
        ["changes", "1.0", "fog"], ["changes", NAME, "fog"], ["texts", "status", "fog"],
        ["texts", "export", "fog", "--lang", "de"], ["texts", "import", "fog"],
        ["keep", "fog", NAME], ["sheet", "export", "fog/traits", f"{NAME}.csv"],
        ["sheet", "import", f"fog/{NAME}", CAPTAIN],
        ["odds", NAME], ["theme", NAME], ["new", NAME], [NAME], ["-C", NAME, "check"],
    ],
    ids=str,
)  # fmt: skip
def test_no_name_controls_the_terminal(words: list[str], hostile: Path) -> None:
    done = run_printgen(*words, cwd=hostile)
    assert done.stdout + done.stderr
    assert not CONTROLS.search(done.stdout + done.stderr)
    # No line is made of a part of a name.
    assert not re.search("^::error::b", done.stdout + done.stderr, re.M)


def test_problems_of_such_names_are_coloured_on_a_terminal(hostile: Path) -> None:
    shown = COLOUR.sub("", on_a_terminal(hostile))
    assert r"a\x1b[2J\x1b]0;x\x07\n::error::b\x9b\u202eg.yaml:1:1: name-invalid: " in shown
    assert not CONTROLS.search(shown)


def test_formats_name_such_files_in_their_own_ways(hostile: Path) -> None:
    file = f"content/fog/traits/{NAME}.yaml"
    assert file in {
        each[0] for each in from_json(run_printgen("check", "--format", "json", cwd=hostile).stdout)
    }
    sarif = from_sarif(run_printgen("check", "--format", "sarif", cwd=hostile).stdout)
    assert file in {unquote(each[0]) for each in sarif}
    lines = run_printgen("check", "--format", "github", cwd=hostile).stdout.splitlines()
    assert all(GITHUB.fullmatch(line) for line in lines)
    assert any(r"a\x1b[2J\x1b]0;x\x07%0A%3A%3Aerror%3A%3Ab" in line for line in lines)
