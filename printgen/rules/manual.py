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

MANUAL: dict[str, str] = {
    **FILES,
    **{check.code: check.manual for check in all_checks()},
    **_WRITTEN["pages"],
    **_WRITTEN["translations"],
}
