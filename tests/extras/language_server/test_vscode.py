"""The extension for VS Code: its package, its code with a real server, and its installation."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli_runs import CAPTAIN, command_on_path, run_printgen
from helpers import ROOT, shared, starter
from PIL import Image
from tools import node_module, program

import printgen
from printgen.extras.language_server import commands

pytestmark = pytest.mark.slow

SOURCES = ROOT / "editors" / "vscode"
STUB = Path(__file__).parent / "vscode_stub.js"

SpokenText = dict[str, list[str]]


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, and its files in `unpacked` beside it."""

    def make(folder: Path) -> None:
        node_module("vscode", "esbuild")
        target = folder / "printgen.vsix"
        subprocess.run([sys.executable, SOURCES / "pack.py", target], check=True)
        with zipfile.ZipFile(target) as archive:
            archive.extractall(folder / "unpacked")

    return shared(tmp_path_factory, "vscode", make) / "printgen.vsix"


# --- the package ----------------------------------------------------------------------------------


def test_the_package_has_what_its_manifest_names(packed: Path) -> None:
    files = packed.parent / "unpacked"
    names = {p.relative_to(files).as_posix() for p in files.rglob("*") if p.is_file()}
    space = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
    manifest = ElementTree.parse(files / "extension.vsixmanifest")
    assets = {each.get("Path") for each in manifest.iter(f"{space}Asset")}
    assert "extension/package.json" in assets and assets <= names
    identity = next(manifest.iter(f"{space}Identity"))
    package = json.loads((files / "extension" / "package.json").read_text(encoding="utf-8"))
    for key, name in (("Id", "name"), ("Version", "version"), ("Publisher", "publisher")):
        assert identity.get(key) == package[name]
    assert package["version"] == printgen.__version__
    typed = ElementTree.parse(files / "[Content_Types].xml").getroot()
    suffixes = {str(each.get("Extension")) for each in typed}
    assert {Path(name).suffix for name in names - {"[Content_Types].xml"}} == suffixes
    with Image.open(files / "extension" / package["icon"]) as icon:
        assert icon.size == (256, 256)
        corner = icon.convert("RGBA").getpixel((0, 0))
    assert isinstance(corner, tuple) and corner[3] == 0


def test_the_libraries_keep_their_licences(packed: Path) -> None:
    files = packed.parent / "unpacked" / "extension"
    licences = (files / "third-party-licences.txt").read_text(encoding="utf-8")
    assert {"vscode-languageclient", "vscode-jsonrpc", "semver"} <= set(licences.split())
    assert "esbuild" not in licences
    assert not (files / "node_modules").exists()


def test_the_same_sources_make_the_same_bytes(packed: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.vsix"
    subprocess.run([sys.executable, SOURCES / "pack.py", again], check=True)
    assert again.read_bytes() == packed.read_bytes()


def test_every_word_is_in_both_languages() -> None:
    def words(name: str) -> dict[str, str]:
        found: dict[str, str] = json.loads((SOURCES / name).read_text(encoding="utf-8"))
        return found

    english, french = words("package.nls.json"), words("package.nls.fr.json")
    assert english.keys() == french.keys()
    package = (SOURCES / "package.json").read_text(encoding="utf-8")
    assert all(f'"%{name}%"' in package for name in english)
    code = (SOURCES / "src" / "extension.js").read_text(encoding="utf-8")
    assert all(json.dumps(said) in code for said in words("l10n/bundle.l10n.fr.json"))
    assert code.count("l10n.t(") == len(words("l10n/bundle.l10n.fr.json")) + 1


# --- the code, with a real server -----------------------------------------------------------------


class VSCode:
    """A stand-in for VS Code that runs the extension."""

    def __init__(self, process: subprocess.Popen[str]):
        self._process = process
        self.said: list[SpokenText] = []

    def until(self, kind: str) -> list[str]:
        """What the extension makes VS Code show next of a kind."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.said.append(json.loads(line))
            if kind in self.said[-1]:
                return self.said[-1][kind]
        raise AssertionError(self.said)


@contextmanager
def running(packed: Path, env: dict[str, str], **plan: object) -> Iterator[VSCode]:
    """The extension in a window."""
    files = packed.parent / "unpacked" / "extension"
    command = [program("node"), str(STUB), str(files), json.dumps(plan)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=env) as process:
        yield VSCode(process)
        process.communicate(timeout=60)
    assert process.returncode == 0


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return starter(tmp_path.resolve() / "my game")


def without_printgen(tmp_path: Path) -> dict[str, str]:
    """An environment where no printgen is on the PATH, but node is."""
    env = command_on_path(tmp_path / "elsewhere")
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    (bin_ / "node").symlink_to(program("node"))
    return {**env, "PATH": str(bin_), "HOME": str(tmp_path / "nobody")}


def in_venv(folder: Path) -> Path:
    """A program in the virtual environment of a folder, which writes `ran` beside the folder."""
    place = folder / ".venv" / "bin" / "printgen"
    place.parent.mkdir(parents=True)
    place.write_text(f"#!/bin/sh\ntouch '{folder.parent}/ran'\n")
    place.chmod(0o755)
    return place


def test_unsaved_mistakes_are_shown(packed: Path, root: Path, tmp_path: Path) -> None:
    text = (root / CAPTAIN).read_text(encoding="utf-8").replace("cutlass", "cutlas", 1)
    env = command_on_path(tmp_path / "bin")
    with running(packed, env, folder=str(root), file=CAPTAIN, text=text) as window:
        (problem,) = window.until("problems")
    place, code, message = problem.split(" ", 2)
    assert code == "trait-unknown" and "did you mean 'cutlass'?" in message
    line, column = map(int, place.split(":"))
    assert text.splitlines()[line][column:].startswith("cutlas")


def test_the_program_on_the_path_gets_names_as_names(
    packed: Path, root: Path, tmp_path: Path
) -> None:
    in_venv(root)
    env = command_on_path(tmp_path / "bin")
    folder = root / "content" / "fog"
    plan = {"file": "products.yaml", "commands": ["printgen.build", "printgen.preview"]}
    text = (folder / "products.yaml").read_text(encoding="utf-8")
    line = text[: text.index("\nreference:")].count("\n") + 2
    command = str(tmp_path / "bin" / "printgen")
    with running(packed, env, folder=str(folder), text=text, line=line, **plan) as window:
        assert window.until("task") == [command, "build", "--", "fog/reference", str(root)]
        assert window.until("task") == [command, "serve", "--open", str(root)]
    assert not (tmp_path / "ran").exists()


def test_a_program_in_the_open_folder_is_run_only_when_it_is_chosen(
    packed: Path, root: Path, tmp_path: Path
) -> None:
    env, command = without_printgen(tmp_path), str(in_venv(root))
    plan = {"click": "Use this program", "commands": ["printgen.check"]}
    with running(packed, env, folder=str(root), **plan) as window:
        words, *buttons = window.until("message")
        assert command in words and buttons[0] == "Use this program"
        assert window.until("setting") == ["path", command, "workspace"]
    assert not any("task" in each for each in window.said)
    assert not (root.parent / "ran").exists()


@pytest.mark.parametrize("place", ["above", "below"])
def test_programs_of_other_folders_are_not_even_offered(
    packed: Path, root: Path, tmp_path: Path, place: str
) -> None:
    env = without_printgen(tmp_path)
    in_venv(root if place == "below" else root.parent)
    folder = root.parent if place == "below" else root
    file = f"my game/{CAPTAIN}" if place == "below" else CAPTAIN
    plan = {"click": "Use this program", "commands": ["printgen.check"], "text": ""}
    with running(packed, env, folder=str(folder), file=file, **plan) as window:
        words, *buttons = window.until("message")
        window.until("activated")
    assert words.startswith("printgen was not found")
    assert buttons == ["Open the help", "Choose the program"]
    assert not any({"task", "setting"} & each.keys() for each in window.said)
    assert not [*tmp_path.rglob("ran"), *tmp_path.parent.glob("ran")]


def test_a_relative_setting_begins_at_the_open_folder(
    packed: Path, root: Path, tmp_path: Path
) -> None:
    env = without_printgen(tmp_path)
    in_venv(root)
    plan = {"settings": {"path": ".venv/bin/printgen"}, "file": f"my game/{CAPTAIN}", "text": ""}
    with running(packed, env, folder=str(root.parent), **plan) as window:
        words, *_ = window.until("message")
    assert words.startswith("The setting printgen.path names no program")
    assert not (root.parent / "ran").exists()


def test_a_chapter_builds_its_game_with_the_program_of_the_settings(
    packed: Path, root: Path, tmp_path: Path
) -> None:
    env = without_printgen(tmp_path)
    settings = {"path": "../elsewhere/printgen"}
    plan = {"settings": settings, "commands": ["printgen.build", "printgen.check"]}
    with running(packed, env, folder=str(root), file=CAPTAIN, text="", **plan) as window:
        command = str(root.parent / "elsewhere" / "printgen")
        assert window.until("task") == [command, "build", "--", "fog", str(root)]
        assert window.until("task") == [command, "check", str(root)]


@pytest.mark.parametrize("setting", ["", "no/such/program"])
def test_without_the_program_a_button_opens_the_help(
    setting: str, packed: Path, root: Path, tmp_path: Path
) -> None:
    env = without_printgen(tmp_path)
    plan = {"settings": {"path": setting}, "click": "Open the help"}
    with running(packed, env, folder=str(root), **plan) as window:
        words, *buttons = window.until("message")
        command, page = window.until("command")
    assert setting in words and "printgen" in words
    assert buttons == ["Open the help", "Choose the program"]
    assert command == "markdown.showPreview" and page.endswith("/extension/README.md")


def test_a_server_that_does_not_start_says_why(packed: Path, root: Path, tmp_path: Path) -> None:
    env = without_printgen(tmp_path)
    command = in_venv(root)
    command.write_text("#!/bin/sh\necho 'lsp needs [pygls](command:x)' >&2\nexit 2\n")
    with running(packed, env, folder=str(root), settings={"path": str(command)}) as window:
        words, *buttons = window.until("message")
    # VS Code would make a link of it.
    assert words == "printgen has stopped. lsp needs [pygls] (command:x)"
    assert buttons == ["Start it again", "Show what it said", "Open the help"]
    assert sum("message" in each for each in window.said) == 1


def test_a_window_without_a_project_is_left_alone(packed: Path, tmp_path: Path) -> None:
    env = without_printgen(tmp_path)
    folder = tmp_path / "unity"
    folder.mkdir()
    with running(packed, env, folder=str(folder)) as window:
        window.until("activated")
    assert len(window.said) == 1


# --- the installation -----------------------------------------------------------------------------


@pytest.fixture
def extension(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "printgen.vsix"
    path.touch()
    monkeypatch.setattr(commands, "EXTENSION", path)
    return path


def install(tmp_path: Path, **scripts: str) -> subprocess.CompletedProcess[str]:
    """Run `printgen editor install` with these programs on the PATH, and no others."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name, script in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return run_printgen("editor", "install", cwd=tmp_path, env={"PATH": str(folder)})


def test_it_is_installed_in_every_editor(extension: Path, tmp_path: Path) -> None:
    scripts = {name: f'echo {name} "$@" >> {tmp_path}/calls' for name in ("code", "codium")}
    done = install(tmp_path, **scripts)
    assert (done.returncode, done.stdout) == (0, "installed in code\ninstalled in codium\n")
    words = f"--install-extension {extension} --force"
    assert (tmp_path / "calls").read_text() == f"code {words}\ncodium {words}\n"


def test_without_an_editor_it_names_the_file_and_the_menu(extension: Path, tmp_path: Path) -> None:
    done = install(tmp_path)
    assert done.returncode == 2
    assert "Install from VSIX" in done.stderr and str(extension) in done.stderr


def test_an_editor_that_refuses_is_an_error(extension: Path, tmp_path: Path) -> None:
    done = install(tmp_path, code="exit 1")
    assert done.returncode == 2
    assert "did not install it" in done.stderr and str(extension) in done.stderr


def test_a_package_that_is_missing_is_named(extension: Path, tmp_path: Path) -> None:
    extension.unlink()
    done = install(tmp_path, code="exit 0")
    assert done.returncode == 2
    assert "make vscode" in done.stderr
