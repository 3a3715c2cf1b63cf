"""The command `list`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cli_runs import made, run_printgen

import printgen
from printgen.extras.cutting.machines import MACHINES
from printgen.paper import CARDS, PAPERS
from printgen.project import STARTERS

STARTER = STARTERS / "skirmish"

FIELDS = {"id", "game", "output", "lang", "paper", "path", "ink", "edition", "default"}


def rows(project: Path, *words: str) -> list[dict[str, Any]]:
    done = run_printgen("list", *words, "--format", "json", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


PRODUCTS = """
deck:
  title: {any: Deck}
  output: cards
  profiles: [captain]
  faces: {front: card-front, back: card-back}
  languages: [en]
  inks: [low]
table:
  title: {any: Table}
  output: sheet
  template: reference
  languages: [fr]
  papers: [letter]
"""


def test_list_targets_matches_build_all(game: Path) -> None:
    (game / "content/fog/products.yaml").write_text(PRODUCTS)
    targets = rows(game)
    assert targets == rows(game, "targets")
    assert all(set(target) == FIELDS for target in targets)
    # The cards on two papers, the sheet in two inks.
    assert len(targets) == 2 + 2
    done = run_printgen("build", "--all", cwd=game)
    assert done.returncode == 0
    assert all(line.startswith("laid out ") for line in done.stderr.splitlines())
    paths = [target["path"] for target in targets]
    assert made(game) == set(paths)
    assert [line.split()[0] for line in done.stdout.splitlines()] == paths
    # A plain build makes the default targets; `clean` removes everything.
    assert run_printgen("clean", cwd=game).returncode == 0
    assert made(game) == set()
    assert run_printgen("build", cwd=game).returncode == 0
    assert made(game) == {target["path"] for target in targets if target["default"]}
    assert len(made(game)) == 2


def test_list_targets_as_text(game: Path) -> None:
    lines = run_printgen("list", cwd=game).stdout.splitlines()
    assert [line.split() for line in lines] == [
        [str(v) for v in (*list(row.values())[:-1], *(["default"] if row["default"] else [])) if v]
        for row in rows(game)
    ]


def test_list_targets_of_a_project_with_errors(broken: Path) -> None:
    done = run_printgen("list", cwd=broken)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run_printgen("list", cwd=STARTER).stdout


def codes_in_the_source() -> set[str]:
    """The problem codes in the source of printgen's modules."""
    word = re.compile(
        r"""(?:\b(?:Problem|problem|_problem|report|Fault|_fault)\((?:[^()"]|\([^()]*\))*?)"""
        r'"([a-z]+(?:-[a-z]+)+)"'
    )
    package = Path(printgen.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in package.rglob("*.py")]
    return {code for text in texts for code in word.findall(text)}


def test_every_code_is_listed(game: Path) -> None:
    listed = rows(game, "checks")
    codes = [row["code"] for row in listed]
    assert len(codes) == len(set(codes))
    assert all(set(row) == {"code", "rule"} and row["rule"].endswith((".", "…")) for row in listed)
    used = codes_in_the_source()
    assert {"key-missing", "game-missing", "layout-limit"} <= used
    assert used <= set(codes)


def test_list_checks_as_text(game: Path) -> None:
    lines = run_printgen("list", "checks", cwd=game).stdout.splitlines()
    assert [line.split()[0] for line in lines] == [row["code"] for row in rows(game, "checks")]


def test_list_one_check(game: Path) -> None:
    done = run_printgen("list", "checks", "stat-options", cwd=game)
    assert done.stdout == (
        "stat-options\n\nOnly choice stats have options; an option may not share a stat's name.\n"
    )


def test_list_one_check_with_its_examples_in_words(game: Path) -> None:
    done = run_printgen("list", "checks", "face-overflow", cwd=game)
    _, rule, wrong, right = done.stdout.split("\n\n")
    assert rule.startswith("The content of a card")
    assert (wrong[:10], right[:14]) == ("Reported: ", "Not reported: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("checks", "stat-option"), "no check 'stat-option' (did you mean 'stat-options'?)"),
        (("papers", "a4"), "only `list checks` takes a CODE"),
    ],
)
def test_list_rejects_unknown_checks(game: Path, words: tuple[str, ...], message: str) -> None:
    done = run_printgen("list", *words, cwd=game)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("what", "name", "sizes"), [("papers", "paper", PAPERS), ("cards", "format", CARDS)]
)
def test_list_papers_and_cards(what: str, name: str, sizes: dict[str, Any], game: Path) -> None:
    found = {row[name]: (row["width"], row["height"]) for row in rows(game, what)}
    assert found == {key: (size.width, size.height) for key, size in sizes.items()}
    lines = run_printgen("list", what, cwd=game).stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(sizes)


def test_list_cutters(game: Path) -> None:
    found = {row["cutter"]: (row["marks"], row["gap"]) for row in rows(game, "cutters")}
    assert found["silhouette"] == ("square, angle", 1.25)
    assert list(found) == list(MACHINES)


@pytest.mark.parametrize("what", ["checks", "papers", "cards", "cutters", "vendors"])
def test_lists_that_need_no_project(what: str, tmp_path: Path) -> None:
    assert rows(tmp_path, what)
