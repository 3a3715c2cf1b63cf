"""Write `en/reference/checks.md` from the checks and their case files: `python docs/manual.py`."""

from __future__ import annotations

from pathlib import Path

from printgen.rules.manual import manual

ROOT = Path(__file__).resolve().parent.parent

if __name__ == "__main__":
    text = manual(ROOT / "tests" / "cases")
    (ROOT / "docs" / "en" / "reference" / "checks.md").write_text(text, encoding="utf-8")
