"""The commands `build` and `clean`, and the user's settings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from cli_runs import CAPTAIN, made, replace, run_printgen, set_up

PROBLEM = re.compile(r"([^:]+):(\d+):(\d+): ([a-z]+(?:-[a-z]+)*): (warning: )?(.+)")


# --- build ------------------------------------------------------------------------------------


def test_build_options_filter_targets(game: Path) -> None:
    options = ["--lang", "en", "--paper", "letter", "--ink", "low"]
    done = run_printgen("build", "*/ref*", *options, cwd=game)
    assert (done.returncode, done.stderr) == (0, "")
    assert made(game) == {"out/fog/reference.en.letter.low-ink.pdf"}
    assert re.fullmatch(
        r"out/fog/reference\.en\.letter\.low-ink\.pdf  \d+(\.\d)? [kM]B  made\n", done.stdout
    )


def test_a_project_with_errors_is_not_built(broken: Path) -> None:
    done = run_printgen("build", cwd=broken)
    assert (done.returncode, done.stdout) == (1, "")
    *problems, last = done.stderr.splitlines()
    assert all(PROBLEM.fullmatch(line) for line in problems)
    assert last.endswith("; nothing was built")
    assert not (broken / "out").exists()


def test_an_error_in_a_chapter_stops_books_alone(game: Path) -> None:
    replace(game / "content/fog/chapters/01-game.en.md", ":::{table} fog", ":::{table} fgo")
    for _ in range(2):
        done = run_printgen("build", "fog/reference", "--lang", "en", cwd=game)
        assert done.returncode == 0
        assert "out/fog/reference.en.a4.pdf" in done.stdout
        assert ": directive-argument: no table 'fgo'" in done.stderr
        assert done.stdout.endswith("the errors are in chapters, which these files do not print\n")
    for book in ("fog/rulebook", "fog"):
        done = run_printgen("build", book, cwd=game)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.endswith("; nothing was built\n")
    assert made(game) == {"out/fog/reference.en.a4.pdf"}


def test_strict_builds_nothing_with_warnings(warned: Path) -> None:
    words = ["build", "fog/reference", "--lang", "fr"]
    done = run_printgen(*words, "--strict", cwd=warned)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("\n1 error; nothing was built\n")
    assert made(warned) == set()
    done = run_printgen(*words, cwd=warned)
    assert done.returncode == 0
    assert ": file-unknown: warning: " in done.stderr
    assert len(made(warned)) == 1
    # The same build is known from before; its problems are printed in the format asked for.
    done = run_printgen(*words, "--format", "json", cwd=warned)
    assert [problem["code"] for problem in json.loads(done.stdout)] == ["file-unknown"]
    assert "out/fog/reference.fr.a4.pdf" in done.stderr and "warning" not in done.stderr


def test_a_file_named_out_stops_the_build(game: Path) -> None:
    (game / "out").write_text("in the way")
    done = run_printgen("build", "fog/reference", cwd=game)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("printgen: cannot make ")
    assert "move the file of this name" in done.stderr
    assert (game / "out").read_text() == "in the way"


# --- clean ------------------------------------------------------------------------------------


def test_clean_without_output(game: Path) -> None:
    done = run_printgen("clean", cwd=game)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert run_printgen("check", cwd=game).returncode == 0


def test_clean_does_not_follow_symlinks(game: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept" / "letter.txt"
    kept.parent.mkdir()
    kept.write_text("dear")
    (game / "out").symlink_to(kept.parent)
    done = run_printgen("clean", cwd=game)
    assert done.returncode == 2
    assert "leads out of the project" in done.stderr
    assert kept.read_text() == "dear"


# --- the user's settings ----------------------------------------------------------------------


def place_of(word: str, file: Path, page: int) -> tuple[float, float]:
    """The position of a word on a page, in mm from the left and the bottom."""
    with pypdfium2.PdfDocument(file) as pdf:
        text = pdf[page].get_textpage()
        found = text.search(word).get_next()
        assert found, text.get_text_bounded()
        left, bottom, *_ = text.get_charbox(found[0])
    return left / 72 * 25.4, bottom / 72 * 25.4


def test_the_back_offset_moves_only_backs(game: Path, config: Path) -> None:
    replace(game / CAPTAIN, "name: {fr: La Capitaine, en: The Captain}", "name: {any: Kestrel}")
    file = game / "out/fog/crew-cards.en.a4.pdf"
    words = ["build", "fog/crew-cards", "--lang", "en"]
    assert run_printgen(*words, cwd=game).returncode == 0
    front, back = place_of("Kestrel", file, 0), place_of("Kestrel", file, 1)
    env = set_up(config, "back_offset: [1.5, -0.5]")
    assert run_printgen(*words, cwd=game, env=env).returncode == 0
    assert place_of("Kestrel", file, 0) == pytest.approx(front)
    assert place_of("Kestrel", file, 1) == pytest.approx((back[0] + 1.5, back[1] + 0.5), abs=0.01)


def test_the_paper_setting_is_the_default(game: Path, config: Path) -> None:
    env = set_up(config, "paper: letter")
    words = ["build", "fog/reference", "--lang", "en"]
    assert run_printgen(*words, cwd=game, env=env).returncode == 0
    assert made(game) == {"out/fog/reference.en.letter.pdf"}
    assert run_printgen(*words, "--paper", "a4", cwd=game, env=env).returncode == 0
    assert made(game) == {"out/fog/reference.en.letter.pdf", "out/fog/reference.en.a4.pdf"}


def test_a_product_without_the_paper_of_the_settings_uses_its_own(game: Path, config: Path) -> None:
    # As for a product without A4, the default of printgen.
    products = game / "content/fog/products.yaml"
    replace(products, "  output: sheet", "  output: sheet\n  papers: [a4]")
    env = set_up(config, "paper: letter")
    words = ["build", "fog/crew-cards", "fog/reference", "--lang", "en"]
    assert run_printgen(*words, cwd=game, env=env).returncode == 0
    assert made(game) == {"out/fog/crew-cards.en.letter.pdf", "out/fog/reference.en.a4.pdf"}


@pytest.mark.parametrize(
    ("text", "name"), [("paper: SRA3", "sra3"), ("paper: 330 x 483 mm", "330x483mm")]
)
def test_the_paper_of_the_settings_is_that_of_products_that_list_none(
    text: str, name: str, game: Path, config: Path
) -> None:
    env = set_up(config, text)
    words = ["build", "fog/crew-cards", "--lang", "en"]
    assert run_printgen(*words, cwd=game, env=env).returncode == 0
    assert made(game) == {f"out/fog/crew-cards.en.{name}.pdf"}


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        ("paper: 9 x 9 mm", 1, 8, "value-shape"),
        ("paper: a9", 1, 8, "value-shape"),
        ("paper: a4\nback_offset: [1, 99]", 2, 18, "value-shape"),
        ("back_offset: [1]", 1, 14, "value-shape"),
        ("back_offset: 1", 1, 14, "value-shape"),
        ("duplex: both", 1, 9, "value-shape"),
        ("# mine\npapper: a4", 2, 1, "key-unknown"),
        ("paper: [a4\n", 1, 8, "yaml-syntax"),
        ("- a4", 1, 1, "value-shape"),
        ("x: 1\n---\ny: 2", 2, 1, "yaml-documents"),
    ],
)
def test_invalid_settings_stop_a_build(
    text: str, line: int, column: int, code: str, game: Path, config: Path
) -> None:
    done = run_printgen("build", cwd=game, env=set_up(config, text))
    assert (done.returncode, done.stdout) == (1, "")
    problem, note = done.stderr.splitlines()
    assert note == "until settings.yaml is right, the games are not checked"
    file = config / "printgen" / "settings.yaml"
    assert problem.startswith(f"{file}:{line}:{column}: {code}: ")
    assert made(game) == set()


def test_invalid_settings_do_not_stop_a_check(game: Path, config: Path) -> None:
    assert run_printgen("check", cwd=game, env=set_up(config, "paper: a9")).returncode == 0


def test_unreadable_settings_stop_a_build(game: Path, config: Path) -> None:
    (config / "printgen" / "settings.yaml").mkdir()
    words = ["build", "fog/reference", "--lang", "en"]
    done = run_printgen(*words, cwd=game, env={"XDG_CONFIG_HOME": str(config)})
    assert (done.returncode, done.stdout) == (1, "")
    assert "settings.yaml:1:1: file-unreadable: " in done.stderr
    assert made(game) == set()


def test_files_of_products_that_are_gone_are_noted(game: Path) -> None:
    options = ["--lang", "en", "--paper", "letter", "--ink", "low"]
    assert run_printgen("build", "fog/reference", *options, cwd=game).stderr == ""
    products = game / "content" / "fog" / "products.yaml"
    products.write_text(re.sub(r"(?m)^reference:", "summary:", products.read_text()))
    done = run_printgen("build", "fog/summary", *options, cwd=game)
    assert done.returncode == 0
    assert done.stderr == (
        "out/fog/reference.en.letter.low-ink.pdf is of no product any more "
        "(printgen clean empties out/)\n"
    )
    assert "reference.en" not in done.stdout
    assert run_printgen("clean", cwd=game).returncode == 0
    assert run_printgen("build", "fog/summary", *options, cwd=game).stderr == ""
