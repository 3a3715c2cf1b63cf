"""Write the table of extras in `CONTRIBUTING.md` from their docstrings: `python docs/extras.py`."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from printgen.extra import GROUP, OWN

PAGE = Path(__file__).resolve().parents[1] / "CONTRIBUTING.md"

HEAD = "| extra | what it is |\n| --- | --- |\n"


def page() -> str:
    """The page with a row for each of our extras."""
    modules = {name: import_module(f"{GROUP}.{name}") for name in sorted(OWN)}
    rows = "".join(
        f"| `{name}` | {(module.__doc__ or '').strip().rstrip('.')} |\n"
        for name, module in modules.items()
    )
    return re.sub(
        re.escape(HEAD) + r"(?:\|.*\n)*", lambda _: HEAD + rows, PAGE.read_text(encoding="utf-8")
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
