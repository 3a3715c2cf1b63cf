"""The print macros of mechanics: `example.html.j2` in each mechanic's folder."""

from __future__ import annotations

import re
from pathlib import Path

_FOLDER = Path(__file__).parent

_NAME = re.compile(r"_mechanics/([a-z_]+)\.html\.j2")


def template_name(mechanic: str) -> str:
    """The name by which templates import the print macros of a mechanic."""
    return f"_mechanics/{mechanic}.html.j2"


def find_mechanic_template(name: str) -> Path | None:
    """The file of `_mechanics/<mechanic>.html.j2`; None if there is no such file."""
    found = _NAME.fullmatch(name)
    path = _FOLDER / found[1] / "example.html.j2" if found else None
    return path if path and path.is_file() else None
