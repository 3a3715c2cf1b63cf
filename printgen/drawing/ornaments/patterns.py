"""The patterns of backs and covers by name, and the colours beside them."""

from __future__ import annotations

from collections.abc import Callable

from printgen.drawing.ornaments.blueprint import blueprint
from printgen.drawing.ornaments.calm import calm
from printgen.drawing.ornaments.classic import classic
from printgen.drawing.ornaments.comic import comic
from printgen.drawing.ornaments.dark import dark
from printgen.drawing.ornaments.folk import folk
from printgen.drawing.ornaments.painted import BRIGHT, painted
from printgen.drawing.ornaments.pen import IVORY, Sheet, brighter, mixed, under_white
from printgen.drawing.ornaments.pulp import pulp
from printgen.typography.print_limits import WHITE, type_on

# The patterns by name: those of the styles with these names.
PATTERNS: dict[str, Callable[[Sheet], None]] = {
    "calm": calm,
    "classic": classic,
    "painted": painted,
    "dark": dark,
    "comic": comic,
    "pulp": pulp,
    "blueprint": blueprint,
    "folk": folk,
}


def ground(name: str, accent: str) -> tuple[str, str]:
    """The colour of what is beside a pattern, and that of type on it."""
    match name:
        case "classic":
            return under_white(accent), IVORY
        case "painted":
            return mixed(mixed(accent, "#20130c", 0.62), "#0c0604", 0.3), BRIGHT
        case "dark":
            return "#0f1218", brighter(accent, 0.75)
        case "pulp":
            return under_white(accent), "#f2e5c4"
        case "blueprint":
            return "#14437a", WHITE
        case "folk":
            return under_white(accent), "#fbf4e4"
    return accent, type_on(accent)
