"""The command: arguments, output streams and exit codes."""

from __future__ import annotations

import copy
import json
import os
import pty
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner
from helpers import COMMAND, run_command

import printgen
from printgen import Project
from printgen.cli import main
from printgen.content.source import read_source
from printgen.paper import CARDS, PAPERS
from printgen.project import STARTER

PROBLEM = re.compile(r"([^:]+):(\d+):(\d+): ([a-z]+(?:-[a-z]+)*): (warning: )?(.+)")
CASES = Path(__file__).parent.parent / "cases" / "base"
CAPTAIN = "content/fog/profiles/captain.yaml"
GITHUB = re.compile(r"::(error|warning) file=(.+),line=(\d+),col=(\d+),title=([a-z-]+)::(.+)")

Facts = set[tuple[str, int, int, str, str]]


def printgen_(
    *words: str | Path, cwd: Path, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in this process."""
    surroundings = {"XDG_CONFIG_HOME": str(cwd / "no-such-folder"), **(env or {})}
    return run_command(*map(str, words), cwd=cwd, env=surroundings)


def as_a_shell_does(
    *words: str | Path, cwd: Path, env: dict[str, str] | None = None, **streams: Any
) -> subprocess.CompletedProcess[str]:
    """Run the command in its own process."""
    surroundings = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    surroundings |= {"XDG_CONFIG_HOME": str(cwd / "no-such-folder"), **(env or {})}
    streams = streams or {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    done = subprocess.run(
        [*COMMAND, *map(str, words)], cwd=cwd, env=surroundings, encoding="utf-8", **streams
    )
    assert "Traceback" not in (done.stderr or "")
    return done


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A project without problems."""
    return shutil.copytree(STARTER, tmp_path / "game")


@pytest.fixture
def broken(game: Path) -> Path:
    """A project with two errors and a warning, in three files."""
    replace(game / CAPTAIN, "cutlass", "cutlas")
    replace(game / "content/fog/products.yaml", "sailor: 3", "sailer: 3")
    (game / "content/fog/notes.txt").write_text("to do")
    return game


@pytest.fixture
def warned(game: Path) -> Path:
    """A project with one warning."""
    (game / "content/fog/notes.txt").write_text("to do")
    return game


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def made(project: Path) -> set[str]:
    """The PDFs in `out/`."""
    return {path.relative_to(project).as_posix() for path in project.glob("out/**/*.pdf")}


# --- check ------------------------------------------------------------------------------------


def test_check_of_a_project_without_problems(game: Path) -> None:
    done = as_a_shell_does("check", cwd=game)
    assert (done.returncode, done.stdout, done.stderr) == (0, "no problems\n", "")


def test_problems_go_to_stderr_and_the_result_to_stdout(broken: Path) -> None:
    done = printgen_("check", cwd=broken)
    assert done.returncode == 1
    assert done.stdout == "2 errors, 1 warning\n"
    lines = done.stderr.splitlines()
    assert all(PROBLEM.fullmatch(line) for line in lines)
    assert any("did you mean 'sailor'?" in line for line in lines)
    assert done.stderr == "".join(f"{problem}\n" for problem in Project(broken).check())


def test_positions_are_those_of_the_value(game: Path) -> None:
    replace(game / CAPTAIN, "cutlass", "cutlas")
    (line,) = printgen_("check", cwd=game).stderr.splitlines()
    text = (game / CAPTAIN).read_text(encoding="utf-8").splitlines()
    row = next(n for n, words in enumerate(text) if "cutlas" in words)
    place = f"{CAPTAIN}:{row + 1}:{text[row].index('cutlas') + 1}"
    assert line == f"{place}: trait-unknown: no trait 'cutlas' (did you mean 'cutlass'?)"


def test_strict_fails_on_warnings(warned: Path) -> None:
    for words, code in ((["check"], 0), (["check", "--strict"], 1)):
        done = printgen_(*words, cwd=warned)
        assert (done.returncode, done.stdout) == (code, "1 warning\n")
        assert ": file-unknown: warning: " in done.stderr


def test_strict_passes_without_problems(game: Path) -> None:
    assert printgen_("check", "--strict", cwd=game).returncode == 0


def test_quiet_prints_only_problems(broken: Path) -> None:
    done = printgen_("-q", "check", cwd=broken)
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 3


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
    expected = from_text(printgen_("check", cwd=broken).stderr)
    assert {severity for *_, severity in expected} == {"error", "warning"}
    done = printgen_("check", "--format", form, cwd=broken)
    assert (done.returncode, done.stderr) == (1, "")
    assert READERS[form](done.stdout) == expected


@pytest.mark.parametrize("form", READERS)
def test_all_formats_can_be_empty(form: str, game: Path) -> None:
    done = printgen_("check", "--format", form, cwd=game)
    assert (done.returncode, done.stderr) == (0, "")
    assert READERS[form](done.stdout) == set()


def test_strict_applies_to_all_formats(warned: Path) -> None:
    assert printgen_("check", "--format", "json", cwd=warned).returncode == 0
    assert printgen_("check", "--format", "json", "--strict", cwd=warned).returncode == 1


# --- location of the project ------------------------------------------------------------------


def test_the_project_is_found_in_parent_folders(broken: Path) -> None:
    deep = broken / "content/fog/images/very/deep"
    deep.mkdir(parents=True)
    assert printgen_("check", cwd=deep).stderr == printgen_("check", cwd=broken).stderr


def test_the_project_option(broken: Path, tmp_path: Path) -> None:
    here = printgen_("check", cwd=broken).stderr
    for words in (["-C", "game"], ["--project", broken], ["-C", "game/content/fog/traits"]):
        done = printgen_(*words, "check", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (1, here)


def test_a_quiet_build_with_the_project_option(game: Path, tmp_path: Path) -> None:
    words = ["-q", "-C", "game", "build", "fog/reference", "--lang", "en"]
    done = printgen_(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert made(game) == {"out/fog/reference.en.a4.pdf"}
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", ["check", "build", "list", "schema", "clean"])
def test_commands_need_a_project(command: str, tmp_path: Path) -> None:
    done = printgen_(command, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("printgen: no printgen.yaml in ")
    assert "printgen new DIR" in done.stderr
    assert "-C DIR" in done.stderr


def test_a_missing_project_folder(tmp_path: Path) -> None:
    done = printgen_("-C", "nowhere", "check", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "printgen: folder not found: nowhere\n")


# --- wrong usage ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chek"], "chek"),
        (["check", "extra"], "extra"),
        (["check", "--format", "xml"], "xml"),
        (["list", "nothing"], "nothing"),
        (["build", "--ink", "blue"], "blue"),
        (["build", "--jobs", "0"], "0"),
        (["build", "--jobs", "many"], "many"),
        (["build", "fog/crew-crads"], "no target 'fog/crew-crads' (did you mean 'fog/crew-cards'?"),
        (["build", "fgo"], "no target 'fgo' (did you mean 'fog'?"),
        (["build", "fog/z*"], "no target 'fog/z*'"),
        (["build", "--lang", "de"], "no target in lang de (known: en, fr)"),
        (["build", "--paper", "b5"], "no target in paper b5 (known: a4, a5, letter)"),
        (["build", "--paper", "a3"], "no target in paper a3 (known: a4, a5, letter)"),
        (["new"], "FOLDER"),
        (["calibrate", "--paper", "a9"], "a9"),
    ],
)
def test_usage_errors(words: list[str], said: str, game: Path) -> None:
    done = printgen_(*words, cwd=game)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert made(game) == set()


def test_help_names_every_command() -> None:
    text = CliRunner().invoke(main, ["-h"]).output
    for command in ("build", "calibrate", "check", "clean", "doctor", "list", "new", "schema"):
        assert re.search(rf"^  {command} +[A-Z]", text, re.MULTILINE)


def test_version(tmp_path: Path) -> None:
    done = as_a_shell_does("--version", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout == f"printgen, version {printgen.__version__}\n"


# --- list -------------------------------------------------------------------------------------

FIELDS = {"id", "game", "output", "lang", "paper", "path", "ink", "edition", "default"}


def rows(project: Path, *words: str) -> list[dict[str, Any]]:
    done = printgen_("list", *words, "--format", "json", cwd=project)
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
"""


def test_list_targets_matches_build_all(game: Path) -> None:
    (game / "content/fog/products.yaml").write_text(PRODUCTS)
    targets = rows(game)
    assert targets == rows(game, "targets")
    assert all(set(target) == FIELDS for target in targets)
    # The cards on two papers; the sheet in two inks on two papers.
    assert len(targets) == 2 + 2 * 2
    done = printgen_("build", "--all", cwd=game)
    assert done.returncode == 0
    assert all(line.startswith("laid out ") for line in done.stderr.splitlines())
    paths = [target["path"] for target in targets]
    assert made(game) == set(paths)
    assert [line.split()[0] for line in done.stdout.splitlines()] == paths
    # A plain build makes the default targets; `clean` removes everything.
    assert printgen_("clean", cwd=game).returncode == 0
    assert made(game) == set()
    assert printgen_("build", cwd=game).returncode == 0
    assert made(game) == {target["path"] for target in targets if target["default"]}
    assert len(made(game)) == 2


def test_list_targets_as_text(game: Path) -> None:
    lines = printgen_("list", cwd=game).stdout.splitlines()
    assert [line.split() for line in lines] == [
        [str(v) for v in (*list(row.values())[:-1], *(["default"] if row["default"] else [])) if v]
        for row in rows(game)
    ]


def test_list_targets_of_a_project_with_errors(broken: Path) -> None:
    done = printgen_("list", cwd=broken)
    assert done.returncode in (0, 1)
    assert all(line.startswith("fog/") for line in done.stdout.splitlines())


def codes_in_the_source() -> set[str]:
    """The problem codes in the source of printgen's modules."""
    word = re.compile(
        r"""(?:\b(?:Problem|problem|_problem|Fault|_fault)\((?:[^()"]|\([^()]*\))*?)"""
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
    lines = printgen_("list", "checks", cwd=game).stdout.splitlines()
    assert [line.split()[0] for line in lines] == [row["code"] for row in rows(game, "checks")]


def test_list_one_check(game: Path) -> None:
    done = printgen_("list", "checks", "stat-options", cwd=game)
    assert done.stdout == (
        "stat-options\n\nOnly choice stats have options; an option may not share a stat's name.\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("checks", "stat-option"), "no check 'stat-option' (did you mean 'stat-options'?)"),
        (("papers", "a4"), "only `list checks` takes a CODE"),
    ],
)
def test_list_rejects_unknown_checks(game: Path, words: tuple[str, ...], message: str) -> None:
    done = printgen_("list", *words, cwd=game)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("what", "name", "sizes"), [("papers", "paper", PAPERS), ("cards", "format", CARDS)]
)
def test_list_papers_and_cards(what: str, name: str, sizes: dict[str, Any], game: Path) -> None:
    found = {row[name]: (row["width"], row["height"]) for row in rows(game, what)}
    assert found == {key: (size.width, size.height) for key, size in sizes.items()}
    lines = printgen_("list", what, cwd=game).stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(sizes)


@pytest.mark.parametrize("what", ["checks", "papers", "cards"])
def test_lists_that_need_no_project(what: str, tmp_path: Path) -> None:
    assert rows(tmp_path, what)


# --- build ------------------------------------------------------------------------------------


def test_build_options_filter_targets(game: Path) -> None:
    options = ["--lang", "en", "--paper", "letter", "--ink", "low"]
    done = printgen_("build", "*/ref*", *options, cwd=game)
    assert (done.returncode, done.stderr) == (0, "")
    assert made(game) == {"out/fog/reference.en.letter.low-ink.pdf"}
    assert re.fullmatch(
        r"out/fog/reference\.en\.letter\.low-ink\.pdf  \d+(\.\d)? [kM]B\n", done.stdout
    )


def test_a_project_with_errors_is_not_built(broken: Path) -> None:
    done = printgen_("build", cwd=broken)
    assert (done.returncode, done.stdout) == (1, "")
    *problems, last = done.stderr.splitlines()
    assert all(PROBLEM.fullmatch(line) for line in problems)
    assert last.endswith("; nothing was built")
    assert not (broken / "out").exists()


def test_strict_builds_nothing_with_warnings(warned: Path) -> None:
    words = ["build", "fog/reference", "--lang", "fr"]
    done = printgen_(*words, "--strict", cwd=warned)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("\n1 warning; nothing was built\n")
    assert made(warned) == set()
    done = printgen_(*words, cwd=warned)
    assert done.returncode == 0
    assert ": file-unknown: warning: " in done.stderr
    assert len(made(warned)) == 1


def test_a_file_named_out_stops_the_build(game: Path) -> None:
    (game / "out").write_text("in the way")
    done = printgen_("build", "fog/reference", cwd=game)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("printgen: cannot make ")
    assert (game / "out").read_text() == "in the way"


# --- clean ------------------------------------------------------------------------------------


def test_clean_without_output(game: Path) -> None:
    done = printgen_("clean", cwd=game)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert printgen_("check", cwd=game).returncode == 0


def test_clean_does_not_follow_symlinks(game: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept" / "letter.txt"
    kept.parent.mkdir()
    kept.write_text("dear")
    (game / "out").symlink_to(kept.parent)
    done = printgen_("clean", cwd=game)
    assert done.returncode == 2
    assert "leads out of the project" in done.stderr
    assert kept.read_text() == "dear"


# --- streams ----------------------------------------------------------------------------------


def on_a_terminal(project: Path, **env: str) -> str:
    """The stderr of `check` on a terminal."""
    leader, follower = pty.openpty()
    done = as_a_shell_does("check", cwd=project, env=env, stdout=subprocess.PIPE, stderr=follower)
    os.close(follower)
    with os.fdopen(leader, "rb", buffering=0) as stream:
        text = stream.read(65536).decode()
    assert done.returncode == 1
    return text.replace("\r\n", "\n")


def test_only_terminals_get_colour(broken: Path) -> None:
    plain = printgen_("check", cwd=broken).stderr
    assert "\x1b" not in plain
    coloured = on_a_terminal(broken)
    assert "\x1b[31m" in coloured
    assert "\x1b[33m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain
    assert on_a_terminal(broken, NO_COLOR="1") == plain
    assert "\x1b[31m" in on_a_terminal(broken, NO_COLOR="")


@pytest.mark.parametrize("words", [["list"], ["list", "checks"], ["check"]], ids=str)
def test_a_closed_pipe_is_no_error(words: list[str], game: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = as_a_shell_does(*words, cwd=game, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


# --- the user's settings ----------------------------------------------------------------------


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A configuration folder, for XDG_CONFIG_HOME."""
    (tmp_path / "config" / "printgen").mkdir(parents=True)
    return tmp_path / "config"


def set_up(config: Path, text: str) -> dict[str, str]:
    (config / "printgen" / "settings.yaml").write_text(text, encoding="utf-8")
    return {"XDG_CONFIG_HOME": str(config)}


def place_of(word: str, file: Path, page: int) -> tuple[float, float]:
    """The position of a word on a page, in mm from the left and the bottom."""
    with pypdfium2.PdfDocument(file) as pdf:
        text = pdf[page].get_textpage()
        found = text.search(word).get_next()
        assert found, text.get_text_bounded()
        left, bottom, *_ = text.get_charbox(found[0])
    return left / 72 * 25.4, bottom / 72 * 25.4


def test_the_back_offset_moves_only_backs(game: Path, config: Path) -> None:
    data = changed(read(game / CAPTAIN), ("name",), {"any": "Kestrel"})
    (game / CAPTAIN).write_bytes(write(data))
    file = game / "out/fog/crew-cards.en.a4.pdf"
    words = ["build", "fog/crew-cards", "--lang", "en"]
    assert printgen_(*words, cwd=game).returncode == 0
    front, back = place_of("Kestrel", file, 0), place_of("Kestrel", file, 1)
    env = set_up(config, "back_offset: [1.5, -0.5]")
    assert printgen_(*words, cwd=game, env=env).returncode == 0
    assert place_of("Kestrel", file, 0) == pytest.approx(front)
    assert place_of("Kestrel", file, 1) == pytest.approx((back[0] + 1.5, back[1] + 0.5), abs=0.01)


def test_calibrate_prints_the_offset_and_the_settings_file(tmp_path: Path, config: Path) -> None:
    env = set_up(config, "back_offset: [1.5, -0.5]\npaper: letter")
    done = printgen_("calibrate", "--lang", "en", cwd=tmp_path, env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert str(config / "printgen" / "settings.yaml") in done.stdout
    with pypdfium2.PdfDocument(tmp_path / "calibrate.pdf") as pdf:
        assert len(pdf) == 2
        assert pdf[0].get_size() == pytest.approx((612, 792), abs=0.1)
        text = pdf[0].get_textpage().get_text_bounded()
    assert "x = 1.5 mm, y = -0.5 mm" in text


def test_calibrate_reports_an_unwritable_path(tmp_path: Path) -> None:
    done = printgen_("calibrate", "-o", "no/such/folder.pdf", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("printgen: cannot write no/such/folder.pdf: ")


def test_the_paper_setting_is_the_default(game: Path, config: Path) -> None:
    env = set_up(config, "paper: letter")
    words = ["build", "fog/reference", "--lang", "en"]
    assert printgen_(*words, cwd=game, env=env).returncode == 0
    assert made(game) == {"out/fog/reference.en.letter.pdf"}
    assert printgen_(*words, "--paper", "a4", cwd=game, env=env).returncode == 0
    assert made(game) == {"out/fog/reference.en.letter.pdf", "out/fog/reference.en.a4.pdf"}


def test_a_product_without_the_paper_of_the_settings_uses_its_own(game: Path, config: Path) -> None:
    # As for a product without A4, the default of printgen.
    products = game / "content/fog/products.yaml"
    replace(products, "  output: sheet", "  output: sheet\n  papers: [a4]")
    env = set_up(config, "paper: letter")
    assert printgen_("build", "--lang", "en", cwd=game, env=env).returncode == 0
    assert made(game) == {
        "out/fog/crew-cards.en.letter.pdf",
        "out/fog/reference.en.a4.pdf",
        "out/fog/quay.en.letter.pdf",
        "out/fog/rulebook.en.screen.pdf",
    }


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        ("paper: a9", 1, 8, "value-shape"),
        ("paper: a4\nback_offset: [1, 99]", 2, 18, "value-shape"),
        ("back_offset: [1]", 1, 14, "value-shape"),
        ("back_offset: 1", 1, 14, "value-shape"),
        ("duplex: both", 1, 9, "value-shape"),
        ("# mine\npapper: a4", 2, 1, "key-unknown"),
        ("paper: [a4\n", 2, 1, "yaml-syntax"),
        ("- a4", 1, 1, "value-shape"),
        ("x: 1\n---\ny: 2", 2, 1, "yaml-documents"),
    ],
)
def test_invalid_settings_stop_a_build(
    text: str, line: int, column: int, code: str, game: Path, config: Path
) -> None:
    done = printgen_("build", cwd=game, env=set_up(config, text))
    assert (done.returncode, done.stdout) == (1, "")
    (problem,) = done.stderr.splitlines()
    file = config / "printgen" / "settings.yaml"
    assert problem.startswith(f"{file}:{line}:{column}: {code}: ")
    assert made(game) == set()


def test_invalid_settings_do_not_stop_a_check(game: Path, config: Path) -> None:
    assert printgen_("check", cwd=game, env=set_up(config, "paper: a9")).returncode == 0


def test_unreadable_settings_stop_a_build(game: Path, config: Path) -> None:
    (config / "printgen" / "settings.yaml").mkdir()
    words = ["build", "fog/reference", "--lang", "en"]
    done = printgen_(*words, cwd=game, env={"XDG_CONFIG_HOME": str(config)})
    assert done.returncode in (1, 2)
    assert "settings.yaml" in done.stderr
    assert made(game) == set()


# --- bad content ------------------------------------------------------------------------------

GARBAGE = {
    "empty": b"",
    "blank": b"\n \n# nothing\n",
    "null": b"null",
    "list": b"- a\n- b: c\n",
    "number": b"42",
    "word": b"word",
    "true": b"true",
    "empty mapping": b"{}",
    "binary": bytes(range(256)) * 8,
    "latin-1": "café: thé".encode("latin-1"),
    "utf-16": "key: value".encode("utf-16"),
    "zeros": b"\0" * 100,
    "deep list": b"[" * 5000,
    "deep mapping": b"{a: " * 5000,
    "deep lines": b"".join(b" " * n + b"a:\n" for n in range(300)),
    "aliases": b"a: &a [1]\n" + b"".join(b"b%d: *a\n" % n for n in range(200)),
    "itself": b"&a {name: *a}",
    "tag": b"!!python/object/apply:os.system [ls]",
    "tabs": b"key:\n\tvalue: 1\n",
    "two documents": b"a: 1\n---\nb: 2\n",
    "unclosed": b"key: \"no end\nother: [1, 2\n",
    "entries": b"entries: 3\n",
    "entries of nothing": b"entries: {one: null, two: [], Three: {}}\n",
    "unknown": b"nobody: knows\n? [a, b]\n: this\n",
}  # fmt: skip
WRONG: list[Any] = [{}, None, True, 10**400, "x" * 30_000, "", -1.5]

STARTER_FILES = sorted(p.relative_to(STARTER).as_posix() for p in STARTER.glob("content/**/*.yaml"))
CASE_FILES = sorted(p.relative_to(CASES).as_posix() for p in CASES.glob("content/**/*.yaml"))


def examine(project: Path, file: str, content: bytes, codes: set[str]) -> bool:
    """Check the project with this content in this file; whether it has errors."""
    (project / file).write_bytes(content)
    problems = Project(project).check()
    for problem in problems:
        place, code = problem.position, problem.code
        line = PROBLEM.fullmatch(str(problem))
        assert line, str(problem)[:200]
        assert line[4] == code
        assert code in codes
        lines = (project / place.file).read_bytes().split(b"\n") if place.file == file else []
        assert not lines or 1 <= place.line <= len(lines)
    return any(problem.severity == "error" for problem in problems)


@pytest.fixture(scope="module")
def codes() -> set[str]:
    listed = CliRunner().invoke(main, ["list", "checks", "--format", "json"])
    return {row["code"] for row in json.loads(listed.output)}


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values in the data."""
    items: Any = ()
    if isinstance(data, dict):
        items = data.items()
    elif isinstance(data, list):
        items = enumerate(data)
    for key, value in items:
        yield (*path, key)
        yield from paths(value, (*path, key))


def one_of_each(found: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The first of all paths that end in the same three keys; all list items count as one key."""
    kinds: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for path in found:
        names = tuple("item" if isinstance(step, int) else step for step in path)
        kinds.setdefault(names[-3:], path)
    return list(kinds.values())


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def without(data: Any, path: tuple[Any, ...]) -> Any:
    data = copy.deepcopy(data)
    del at(data, path[:-1])[path[-1]]
    return data


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    data = copy.deepcopy(data)
    at(data, path[:-1])[path[-1]] = value
    return data


def read(file: Path) -> Any:
    source, problems = read_source(file.name, file.read_bytes())
    assert source
    assert not problems
    return source.data


def write(data: Any) -> bytes:
    """JSON, which is also YAML."""
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


@pytest.mark.parametrize("file", STARTER_FILES)
def test_invalid_content_is_reported(file: str, game: Path, codes: set[str]) -> None:
    for name, content in GARBAGE.items():
        examined = examine(game, file, content, codes)
        assert examined, f"{name} passes for {file}"


@pytest.mark.parametrize("file", STARTER_FILES)
def test_a_missing_key_is_reported_or_optional(file: str, game: Path, codes: set[str]) -> None:
    data = read(game / file)
    keys = one_of_each(path for path in paths(data) if isinstance(path[-1], str))
    for path in keys:
        examine(game, file, write(without(data, path)), codes)
    examine(game, file, write(data), codes)
    assert keys
    assert Project(game).check() == []


@pytest.mark.parametrize("file", STARTER_FILES)
def test_a_value_of_the_wrong_type_is_reported(file: str, game: Path, codes: set[str]) -> None:
    data = read(game / file)
    scalars = [path for path in paths(data) if not isinstance(at(data, path), dict | list)]
    assert scalars
    for number, path in enumerate(one_of_each(scalars)):
        # A list or a mapping of mappings is never valid for a single value.
        for value in ([], ["a"], {"fr": {"a": 1}}):
            assert examine(game, file, write(changed(data, path, value)), codes), path
        for value in (WRONG[number % len(WRONG)], WRONG[(number + 3) % len(WRONG)]):
            examine(game, file, write(changed(data, path, value)), codes)


@pytest.mark.parametrize("file", CASE_FILES)
def test_replaced_and_missing_parts_are_reported(
    file: str, tmp_path: Path, codes: set[str]
) -> None:
    project = shutil.copytree(CASES, tmp_path / "project")
    data = read(project / file)
    values: list[Any] = [[], {"fr": {"a": 1}}, None, 10**400]
    for number, path in enumerate(one_of_each(paths(data))):
        for value in (values[number % 4], values[(number + 1) % 4]):
            examine(project, file, write(changed(data, path, value)), codes)
        if isinstance(path[-1], str):
            examine(project, file, write(without(data, path)), codes)
    assert examine(project, file, write(["not", "this"]), codes)


@pytest.mark.parametrize("content", [b"", b"[" * 5000, bytes(range(256))])
def test_the_content_of_the_project_file_is_ignored(content: bytes, game: Path) -> None:
    (game / "printgen.yaml").write_bytes(content)
    assert Project.find(game / "content").check() == []


@pytest.mark.parametrize("name", ["empty", "binary", "deep list", "tag", "unclosed", "itself"])
def test_commands_report_invalid_content(name: str, game: Path) -> None:
    (game / CAPTAIN).write_bytes(GARBAGE[name])
    for command in ("check", "build"):
        done = printgen_(command, cwd=game)
        assert done.returncode == 1
        lines = [
            line for line in done.stderr.splitlines() if not line.endswith("nothing was built")
        ]
        assert lines
        assert all(PROBLEM.fullmatch(line) for line in lines)
        assert any(line.startswith(f"{CAPTAIN}:") for line in lines)
    assert made(game) == set()


def test_an_empty_project(tmp_path: Path) -> None:
    (tmp_path / "printgen.yaml").touch()
    for command in ("check", "build"):
        done = printgen_(command, cwd=tmp_path)
        assert done.returncode == 1
        assert done.stderr.startswith("printgen.yaml:1:1: content-missing: ")
    done = printgen_("list", cwd=tmp_path)
    assert (done.returncode, done.stdout.strip()) == (0, "")
