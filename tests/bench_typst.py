"""Typst as a peer: a process that compiles the cards of `bench_cards.typ`.

    python tests/bench_typst.py PROJECT PDF CARDS [--watch]

Typst's Python package has no command. This script does what `typst compile` and `typst watch` do:
it reads printgen's fonts, compiles, and writes the PDF. The PDF has no tags, as cards of printgen.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = Path(__file__).with_name("bench_cards.typ")


def add_source(project: Path) -> None:
    """Add Typst's source and the backdrops to a project, where Typst can read them."""
    shutil.copy(SOURCE, project / "cards.typ")
    shutil.copytree(ROOT / "templates" / "zombstone" / "img", project / "img")


def command(project: Path, cards: int, *more: str) -> tuple[list[str], Path]:
    """The command of this script for a project, and its PDF."""
    out = project / "typst.pdf"
    return [sys.executable, __file__, str(project), str(out), str(cards), *more], out


def main() -> None:
    """Compile, or watch until the process is ended."""
    import typst

    parser = argparse.ArgumentParser()
    parser.add_argument("project", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("cards", type=int)
    parser.add_argument("--watch", action="store_true")
    arguments = parser.parse_args()
    compiler = typst.Compiler(
        arguments.project / "cards.typ",
        root=arguments.project,
        font_paths=[ROOT / "fonts"],
        ignore_system_fonts=True,
        sys_inputs={"cards": str(arguments.cards)},
    )
    if arguments.watch:
        compiler.watch(arguments.out, pdf_tags=False)
    else:
        compiler.compile(output=arguments.out, pdf_tags=False)


if __name__ == "__main__":
    main()
