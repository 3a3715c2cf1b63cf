"""Drawings for screens: outlines on a coarser grid, which compress to far fewer bytes."""

from __future__ import annotations

import re

# A group with one outline of moves and lines in whole numbers, as in the bundled engravings.
_GROUP = re.compile(
    r'<g transform="scale\((?P<scale>[0-9.]+)\)"(?P<style>[^<>]*)>'
    r'<path (?P<rule>[^<>]*?)d="(?P<outline>M[Mmlz0-9\s-]*)"/></g>'
)

_PART = re.compile(r"[Mmlz]|-?\d+")


def round_outlines(svg: str, step: float) -> str:
    """Round outlines to a grid of `step` units. Other forms of outlines are unchanged."""

    def rounded(found: re.Match[str]) -> str:
        scale, style, rule = float(found["scale"]) * step, found["style"], found["rule"]
        outline = _rounded(found["outline"], step)
        return f'<g transform="scale({scale:.6g})"{style}><path {rule}d="{outline}"/></g>'

    return _GROUP.sub(rounded, svg)


def _rounded(outline: str, step: float) -> str:
    """An outline in steps. Absolute positions are rounded, so that errors do not accumulate."""
    drawn: list[str] = []
    numbers: list[int] = []
    at = start = pen = home = (0, 0)
    command = before = ""
    for part in _PART.findall(outline):
        if part == "z":
            drawn.append("z")
            at, pen, before = start, home, "z"
            continue
        if part.isalpha():
            command = part
            continue
        numbers.append(int(part))
        if len(numbers) < 2:
            continue
        x, y = numbers
        numbers = []
        at = (x, y) if command == "M" else (at[0] + x, at[1] + y)
        to = (round(at[0] / step), round(at[1] / step))
        across, down = to[0] - pen[0], to[1] - pen[1]
        shown = "l" if command == "l" else "m"
        if shown == "m":
            start, home, command = at, to, "l"
        elif not across and not down:
            continue
        lead = shown if shown != before else "" if across < 0 else " "
        drawn.append(f"{lead}{across}{'' if down < 0 else ' '}{down}")
        pen, before = to, shown
    return "".join(drawn)
