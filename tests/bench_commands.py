"""The commands `make` and `check`, again with nothing changed."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench_copies import printgen, working_copy
from bench_measures import Bar, Size, against_import, empty_cache, run, say

POISON = 'raise ImportError("WeasyPrint must not be imported")\n'


def bench_make(size: Size) -> Iterator[Bar]:
    """`make` with nothing changed since the last one. Only its target `build` is made: the set-up
    needs a network.
    """
    with tempfile.TemporaryDirectory() as folder, empty_cache() as cache:
        top = Path(folder)
        ours = working_copy(top / "ours")
        command, env = _make_command(ours, cache)
        say(f"make without a store: {run(command, ours, env).words()}")
        ratio, words = against_import(command, ours, env, repeats=size.repeats)
        say(f"make with nothing changed: {words}")
        imported = _imports_weasyprint(ours, cache, top / "poison")
    yield Bar("make again / import weasyprint", ratio, 2)
    yield Bar("make again imports WeasyPrint (1: yes)", imported, 0)


def bench_check(size: Size) -> Iterator[Bar]:
    """`check` of all games again, with nothing changed."""
    with tempfile.TemporaryDirectory() as folder, empty_cache() as cache:
        ours = working_copy(Path(folder) / "ours")
        command, env = printgen(ours)
        command += ["-C", str(ours), "check"]
        env |= cache
        say(f"check of all games without a store: {run(command, env=env).words()}")
        ratio, words = against_import(command, env=env, repeats=size.repeats)
        say(f"check of all games again: {words}")
    yield Bar("check of all games again / import weasyprint", ratio, 0.7)


def _make_command(copy: Path, cache: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    """`make` of a copy in English, with the commands of this environment."""
    command = ["make", "build", "--silent", "--old-file=setup", f"BIN={sys.prefix}/bin"]
    return command, {"PYTHONPATH": str(copy), "LC_ALL": "C.UTF-8", **cache}


def _imports_weasyprint(copy: Path, cache: dict[str, str], poison: Path) -> bool:
    """Whether `make` with nothing changed fails with a WeasyPrint that cannot be imported."""
    (poison / "weasyprint").mkdir(parents=True)
    (poison / "weasyprint" / "__init__.py").write_text(POISON)
    command, env = _make_command(copy, cache)
    env["PYTHONPATH"] = os.pathsep.join((str(poison), env["PYTHONPATH"]))
    try:
        run(command, copy, env)
    except SystemExit:
        return True
    return False
