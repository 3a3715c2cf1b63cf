"""VASSAL's own engine as a judge of modules: `make vassal` installs it.

The engine is in a Python package, the libraries that it needs are Debian's. It runs on a virtual
screen. `tests/vassal/VassalJudge.java` says what it prints.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from tools import JAVA_FLAGS, program

_SOURCES = Path(__file__).with_name("vassal")

_JARS = (
    "slf4j-api",
    "commons-codec",
    "commons-io",
    "commons-lang3",
    "httpcore5",
    "logback-classic",
    "logback-core",
    "maven3-artifact",
    "miglayout-core",
    "miglayout-swing",
    "xml-apis-ext",
    "batik-all",
)

# A question: the name of a board and a point on it, in pixels.
Question = tuple[str, int, int]

# What the engine says: a word, and values.
Line = list[str]


def judged(module: Path, questions: Iterable[Question], pictures: Path | None = None) -> list[Line]:
    """What the engine makes of a module and of its set-ups; pictures of these go to a folder."""
    asked = module.with_suffix(".questions")
    asked.write_text("".join(f"{b}\t{x}\t{y}\n" for b, x, y in questions), encoding="utf-8")
    arguments = [str(module), str(asked), *([str(pictures)] if pictures else [])]
    flags = [*JAVA_FLAGS, f"-Dlogback.configurationFile={_SOURCES / 'logback.xml'}"]
    flags += [f"-Duser.home={module.parent}", "-cp", _class_path()]
    with _screen() as display:
        done = subprocess.run(
            [program("java"), *flags, "VassalJudge", *arguments],
            env={**os.environ, "DISPLAY": display},
            capture_output=True,
            encoding="utf-8",
            timeout=300,
        )
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    if done.returncode or lines[-1:] != [["done"]]:
        lines.append(["message", "engine", done.stderr[-2000:]])
    return lines


@contextmanager
def _screen() -> Iterator[str]:
    """A virtual screen, by its name."""
    reading, writing = os.pipe()
    command = [program("Xvfb"), "-displayfd", str(writing), "-screen", "0", "1600x1200x24"]
    server = subprocess.Popen(
        command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def _class_path() -> str:
    """The engine, its libraries, and the judge, which is compiled once."""
    engine = Path(sys.prefix) / "vassal" / "jars" / "Vengine.jar"
    jars = [engine, *(Path("/usr/share/java") / f"{name}.jar" for name in _JARS)]
    for jar in jars:
        assert jar.exists(), f"{jar} is missing: `make vassal` installs it"
    sources = sorted(_SOURCES.rglob("*.java"))
    digest = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
    classes = Path(sys.prefix) / "vassal" / digest
    path = os.pathsep.join(map(str, jars))
    if not (classes / "VassalJudge.class").exists():
        command = [program("javac"), "-cp", path, "-d", str(classes), *map(str, sources)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    return os.pathsep.join([path, str(classes)])
