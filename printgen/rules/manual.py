"""The manual of problems: each code with the text of its rule. `printgen list checks` shows it."""

from __future__ import annotations

from pathlib import Path

import yaml

from printgen.rules.checks import all_checks

_WRITTEN = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))

# Codes of the reader of files, which runs before the checks.
FILES: dict[str, str] = _WRITTEN["files"]

# What is reported of a code, and what is not, in words: for codes that no small project shows.
WORDED_CASES: dict[str, tuple[str, str]] = {
    code: (wrong, right) for code, (wrong, right) in _WRITTEN["cases"].items()
}

_INTRODUCTION = """# Problems and their rules

`printgen check` prints a problem as `FILE:LINE:COLUMN: CODE: MESSAGE (HINT)`. This page has the
rule behind each code, with content that breaks it and content that just obeys it. The examples are
small projects; each problem is below its line.

<!-- `python docs/manual.py` writes this page. -->
"""

MANUAL: dict[str, str] = {
    **FILES,
    **{check.code: check.manual for check in all_checks()},
    **_WRITTEN["pages"],
    **_WRITTEN["translations"],
}


def manual_page(code: str, cases: Path | None = None) -> str:
    """The page of a code: its rule, and the case files in `cases` that break and obey it, if any.

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


def _cases(code: str, cases: Path | None) -> list[Path]:
    """The case files of a code, the one without a further word first."""
    paths = [*cases.rglob(f"{code}.yaml"), *sorted(cases.rglob(f"{code}.*.yaml"))] if cases else []
    return [path for path in paths if path.name.partition(".")[0] == code]


def manual(cases: Path) -> str:
    """The pages of all codes, as Markdown."""
    return f"{_INTRODUCTION}\n" + "\n".join(manual_page(code, cases) for code in MANUAL)
