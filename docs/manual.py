"""Write `en/reference/checks.md` from the checks and their case files: `python docs/manual.py`."""

from __future__ import annotations

from pathlib import Path

from printgen.rules.manual import MANUAL, WORDED_CASES

ROOT = Path(__file__).resolve().parent.parent

_INTRODUCTION = """# Problems and their rules

`printgen check` prints a problem as `FILE:LINE:COLUMN: CODE: MESSAGE (HINT)`. This page has the
rule behind each code, with content that breaks it and content that just obeys it. The examples are
small projects; each problem is below its line.

<!-- `python docs/manual.py` writes this page. -->
"""


def manual_page(code: str, cases: Path) -> str:
    """The page of a code: its rule, and the case files in `cases` that break and obey it.

    Cases are `CODE.yaml` or `CODE.WORD.yaml`; those in folders `ok` obey the rule.
    """
    parts = [f"## {code}", MANUAL[code]]
    for title, obeys in (("Reported:", False), ("Not reported:", True)):
        found = [path for path in _cases(code, cases) if (path.parent.name == "ok") == obeys]
        if code in WORDED_CASES:
            parts.append(f"{title} {WORDED_CASES[code][obeys]}")
        elif found:
            text = found[0].read_text(encoding="utf-8")
            parts += [title, f"~~~yaml\n{text}~~~"]
    return "\n\n".join(parts) + "\n"


def _cases(code: str, cases: Path) -> list[Path]:
    """The case files of a code, the one without a further word first."""
    paths = [*cases.rglob(f"{code}.yaml"), *sorted(cases.rglob(f"{code}.*.yaml"))]
    return [path for path in paths if path.name.partition(".")[0] == code]


def manual(cases: Path) -> str:
    """The pages of all codes, as Markdown."""
    return f"{_INTRODUCTION}\n" + "\n".join(manual_page(code, cases) for code in MANUAL)


if __name__ == "__main__":
    text = manual(ROOT / "tests" / "cases")
    (ROOT / "docs" / "en" / "reference" / "checks.md").write_text(text, encoding="utf-8")
