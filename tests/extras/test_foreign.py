"""An extra of others: a package that is installed adds a mechanic, an output kind, a channel, and a
command. `foreign/` is such a package with the files that an installation leaves.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import starter, words_in

pytestmark = pytest.mark.slow

FOREIGN = Path(__file__).parent / "foreign"

PRODUCTS = """
captain-badge:
  output: badge
  title: {fr: Badge, en: Badge}
  profile: captain
  papers: [a4]
  inks: [full]
"""

STUDY = """title: {fr: Pile ou face, en: Heads or tails}
coins: {coins: [1, 2], heads: [1, 2]}
"""

CHANNELS = """
import sys
from printgen import Project
from printgen.layout.runners import open_runner
from printgen.extras.exports.channels import channels

project = Project(sys.argv[1])
with open_runner(project.folders, 1) as runner:
    for channel in channels(project.library, "fog", [], runner):
        if channel.kind == "badges":
            print(channel.id, *(file.content for file in channel.files()))
"""


def run(*words: str, installed: bool = True) -> subprocess.CompletedProcess[str]:
    """Run Python, with the package installed or not."""
    path = {"PYTHONPATH": str(FOREIGN)} if installed else {}
    return subprocess.run(
        [sys.executable, *words], env={**os.environ, **path}, capture_output=True, text=True
    )


def printgen(root: Path, *words: str, installed: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a command in a project."""
    return run("-m", "printgen", "-C", str(root), *words, installed=installed)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter with a badge and a study of coins, in which two numbers can be wrong."""
    root = starter(tmp_path_factory.mktemp("coins"))
    content = root / "content" / "fog"
    products = content / "products.yaml"
    products.write_text(products.read_text() + PRODUCTS)
    (content / "studies").mkdir(exist_ok=True)
    (content / "studies" / "coins.yaml").write_text(STUDY)
    return root


def test_its_kinds_and_questions_are_checked(game: Path) -> None:
    done = printgen(game, "check")
    assert (done.returncode, done.stderr) == (0, "")
    products = game / "content" / "fog" / "products.yaml"
    study = game / "content" / "fog" / "studies" / "coins.yaml"
    kept = products.read_text(), study.read_text()
    products.write_text(kept[0].replace("profile: captain\n", "profile: captian\n"))
    study.write_text(kept[1].replace("heads: [1, 2]", "heads: [1, 3]"))
    done = printgen(game, "check")
    products.write_text(kept[0])
    study.write_text(kept[1])
    assert done.returncode == 1
    assert "product-reference: no profile 'captian' (did you mean 'captain'?)" in done.stderr
    assert "coins.yaml:2:31: coins-few: there are fewer coins than heads" in done.stderr


def test_its_products_are_built_with_its_template(game: Path) -> None:
    done = printgen(game, "build", "fog/captain-badge", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "Captain" in words_in(game / "out/fog/captain-badge.en.a4.pdf", 0)


def test_its_answers_are_printed_with_its_words(game: Path) -> None:
    done = printgen(game, "odds", "fog", "coins", "--lang", "fr")
    assert done.returncode == 0, done.stderr
    assert "Pièces" in done.stdout
    assert "75 %" in done.stdout.replace("\u00a0", " ").replace("\u202f", " ")


def test_its_channel_is_offered(game: Path) -> None:
    done = run("-c", CHANNELS, str(game))
    assert (done.returncode, done.stdout) == (0, "badges-list b'captain\\n'\n"), done.stderr


def test_its_command_is_called_and_listed(game: Path) -> None:
    assert printgen(game, "flip", "1").stdout == "0+  1.000\n1+  0.500\n"
    assert "  flip        Print how likely heads are" in printgen(game, "--help").stdout


def test_its_directive_is_one_of_chapters() -> None:
    code = "from printgen.content.directives import *; print(LEAF_DIRECTIVES['mint'], *REFERABLE)"
    words = run("-c", code).stdout.split()
    assert words[0] == "mints" and words[-1] == "mint"
    assert run("-c", code, installed=False).returncode == 1


def test_its_rules_and_keys_are_documented(game: Path) -> None:
    done = printgen(game, "list", "checks", "coins-few")
    assert "A study asks for no more heads than there are coins," in done.stdout
    assert printgen(game, "schema").returncode == 0
    schemas = {path.name: path.read_text() for path in (game / ".printgen").rglob("*.json")}
    keys = [name for name, text in schemas.items() if "The coins that are flipped." in text]
    kinds = [name for name, text in schemas.items() if '"badge"' in text]
    assert keys and kinds
    assert all(json.loads(schemas[name]) for name in (*keys, *kinds))


def test_without_it_the_game_has_unknown_keys(game: Path) -> None:
    done = printgen(game, "check", installed=False)
    assert done.returncode == 1
    assert "unknown key 'coins'" in done.stderr
    assert "'badge'" in done.stderr


@pytest.fixture
def purse(game: Path) -> Iterator[Path]:
    """The game, whose `game.yaml` has the key of the package, and a folder of its kind."""
    path, mints = game / "content" / "fog" / "game.yaml", game / "content" / "fog" / "mints"
    kept = path.read_text()
    path.write_text(f"{kept}purse: {{coins: 2}}\n")
    mints.mkdir()
    (mints / "royal.yaml").write_text("title: {any: The Royal Mint}\n")
    yield game
    path.write_text(kept)
    shutil.rmtree(mints)


def test_its_key_of_game_yaml_is_checked_and_documented(purse: Path) -> None:
    assert printgen(purse, "check").stderr == ""
    assert printgen(purse, "schema").returncode == 0
    schema = (purse / ".printgen" / "schema" / "fog-game.json").read_text()
    assert "The coins that a player has." in schema
    path = purse / "content" / "fog" / "game.yaml"
    path.write_text(path.read_text().replace("{coins: 2}", "{coins: 1}"))
    done = printgen(purse, "check")
    assert "coins.yaml:2:16: coins-few: there are fewer coins in a purse" in done.stderr
    path.write_text(path.read_text().replace("purse: {coins: 1}", "purs: {coins: 2}"))
    assert "unknown key 'purs' (did you mean 'purse'?)" in printgen(purse, "check").stderr


def test_its_entries_are_read(purse: Path) -> None:
    words = "import sys; from printgen import Project; library = Project(sys.argv[1]).library"
    shown = "print(library.find('mints', 'fog', 'royal').value.title['any'])"
    assert run("-c", f"{words}; {shown}", str(purse)).stdout == "The Royal Mint\n"


def test_its_tool_is_in_the_play_aid(purse: Path) -> None:
    done = printgen(purse, "export", "web", "fog")
    assert done.returncode == 0, done.stderr
    (page,) = (path.read_text() for path in (purse / "out").rglob("index.html"))
    assert '{"name":"coins","data":{"coins":2,"chances":[1.0,0.75,0.25]}}' in page
    assert "TOOLS.coins = " in page
    assert ".purse {" in page


def test_without_it_its_key_of_game_yaml_is_unknown(purse: Path) -> None:
    done = printgen(purse, "check", installed=False)
    assert done.returncode == 1
    assert "unknown key 'purse'" in done.stderr


def test_an_extra_that_cannot_be_imported_is_named(game: Path, tmp_path: Path) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[printgen.extras]\nbroken = nowhere:EXTRA\n")
    done = subprocess.run(
        [sys.executable, "-m", "printgen", "-C", str(game), "check"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("the extra 'broken' cannot be used: No module named 'nowhere'\n")
    assert "unknown key 'coins'" in done.stderr
