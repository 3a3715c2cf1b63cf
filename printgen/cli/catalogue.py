"""What `printgen list` shows."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING

import click

from printgen import Project
from printgen.paper import CARDS, PAPERS
from printgen.press.targets import all_targets, choose
from printgen.problems import did_you_mean
from printgen.rules.manual import MANUAL, WORDED_CASES

if TYPE_CHECKING:
    from printgen.press.drafting import Art

# Dots of printed pictures per millimetre (300 dpi).
DOTS = 300 / 25.4

Rows = list[dict[str, object]]


def targets(project: Project) -> Rows:
    """Every variant of every product; `default` says whether a plain `build` makes it."""
    everything = all_targets(project.library)
    default = set(choose(everything))
    return [{**target.record(), "default": target in default} for target in everything]


def checks() -> Rows:
    """Every code that a problem can have, with its rule."""
    return [{"code": code, "rule": " ".join(text.split())} for code, text in MANUAL.items()]


def check_page(code: str) -> str:
    """The manual page of a code, with its examples in words, if any. Raises UsageError for an
    unknown code.
    """
    if code not in MANUAL:
        hint = did_you_mean(code, MANUAL) or "`printgen list checks` shows all codes"
        raise click.UsageError(f"no check '{code}' ({hint})")
    wrong, right = WORDED_CASES.get(code, ("", ""))
    examples = f"\n\nReported: {wrong}\n\nNot reported: {right}" if wrong else ""
    return f"{code}\n\n{MANUAL[code]}{examples}"


def papers() -> Rows:
    """The papers by name, in mm."""
    return [{"paper": n, "width": s.width, "height": s.height} for n, s in PAPERS.items()]


def cards() -> Rows:
    """The card sizes by name, in mm."""
    return [{"format": n, "width": s.width, "height": s.height} for n, s in CARDS.items()]


def art(missing: Iterable[Art]) -> Rows:
    """Missing pictures with their sizes in mm, and in pixels at 300 dpi."""
    return [
        {
            "picture": each.file,
            "used": str(each.place),
            "size": f"{each.width:.0f} x {each.height:.0f} mm",
            "pixels": f"{ceil(each.width * DOTS)} x {ceil(each.height * DOTS)}",
        }
        for each in missing
    ]


def as_lines(rows: Rows) -> list[str]:
    """Rows as columns, without a head: easy to read, easy to cut."""
    table = [[_word(value) for value in row.values()] for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)] if table else []
    lines = ("  ".join(w.ljust(n) for w, n in zip(row, widths, strict=True)) for row in table)
    return [line.rstrip() for line in lines]


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "default" if value else ""
    return f"{value:g}" if isinstance(value, float) else str(value)
