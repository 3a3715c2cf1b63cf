"""The commands `make` and `check`, and the bytes of files, against the base."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench_base import base_copy, printgen, working_copy
from bench_measures import Bar, Measure, against_import, empty_cache, run, say

POISON = 'raise ImportError("WeasyPrint must not be imported")\n'


def bench_make() -> Iterator[Bar]:
    """`make` without a store against the base, then again with nothing changed. Only its target
    `build` is made: the set-up needs a network.
    """
    with tempfile.TemporaryDirectory() as folder, empty_cache() as cache:
        top = Path(folder)
        ours, base = working_copy(top / "ours"), base_copy(top / "base")
        earlier = _make(base, cache)
        say(f"make of the base: {earlier.words()}")
        cold = _make(ours, cache)
        say(f"make without a store: {cold.words()}; {cold.ratios(earlier)}")
        command, env = _make_command(ours, cache)
        ratio, words = against_import(command, ours, env)
        say(f"make with nothing changed: {words}")
        imported = _imports_weasyprint(ours, cache, top / "poison")
    yield Bar("cold make, processor time / base", cold.cpu / earlier.cpu, 0.5)
    yield Bar("make again / import weasyprint", ratio, 2)
    yield Bar("make again imports WeasyPrint (1: yes)", imported, 0)


def bench_check() -> Iterator[Bar]:
    """`check` of all games again, with nothing changed."""
    with tempfile.TemporaryDirectory() as folder, empty_cache() as cache:
        ours = working_copy(Path(folder) / "ours")
        command, env = printgen(ours)
        command += ["-C", str(ours), "check"]
        env |= cache
        say(f"check of all games without a store: {run(command, env=env).words()}")
        ratio, words = against_import(command, env=env)
        say(f"check of all games again: {words}")
    yield Bar("check of all games again / import weasyprint", ratio, 0.7)


def bench_bytes() -> Iterator[Bar]:
    """The bytes of drawings that are repeated: unit cards and the rulebook of Furia Cartese."""
    found: dict[str, list[int]] = {}
    with tempfile.TemporaryDirectory() as folder, empty_cache() as cache:
        top = Path(folder)
        for copy in (working_copy(top / "ours"), base_copy(top / "base")):
            command, env = printgen(copy)
            for name in ("unit-cards", "rulebook"):
                words = ["-q", "-C", str(copy), "build", f"furia-cartese/{name}", "--lang", "fr"]
                run([*command, *words], env={**env, **cache})
                (out,) = (copy / "out" / "furia-cartese").glob(f"{name}.fr.*.pdf")
                found.setdefault(name, []).append(out.stat().st_size)
    for name, (now, before) in found.items():
        say(f"furia-cartese/{name}: {now:,} bytes, the base {before:,} bytes")
        yield Bar(f"bytes of furia-cartese/{name} / base", now / before, 0.65)


def _make(copy: Path, cache: dict[str, str]) -> Measure:
    command, env = _make_command(copy, cache)
    return run(command, copy, env)


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
