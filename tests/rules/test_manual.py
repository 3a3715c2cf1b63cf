"""The manual of checks."""

from __future__ import annotations

from case_files import CASES
from doc_scripts import doc_script

from printgen.rules.manual import MANUAL, WORDED_CASES

manual = doc_script("manual")


def test_the_manual_explains_every_code_in_sentences() -> None:
    for code, text in MANUAL.items():
        first = text.partition("\n\n")[0]
        assert first[:1].isupper() and first.endswith((".", "…")), code


def test_the_manual_is_up_to_date() -> None:
    page = CASES.parents[1] / "docs" / "en" / "reference" / "checks.md"
    assert page.read_text(encoding="utf-8") == manual.manual(CASES), "run `python docs/manual.py`"


def test_a_manual_page_has_the_rule_and_both_cases() -> None:
    rule, broken, sound = manual.manual_page("stat-range", CASES).split("~~~yaml")
    assert rule == f"## stat-range\n\n{MANUAL['stat-range']}\n\nReported:\n\n"
    assert "^ stat-range: " in broken
    assert "Not reported:" in broken
    assert "stat-range:" not in sound


def test_every_code_has_a_case_that_breaks_it_and_one_that_obeys_it() -> None:
    for code in MANUAL:
        page = manual.manual_page(code, CASES)
        assert page.count("\nReported:") == page.count("\nNot reported:") == 1, code


def test_only_codes_without_case_files_have_cases_in_words() -> None:
    assert set(WORDED_CASES) <= set(MANUAL)
    assert [code for code in WORDED_CASES if [*CASES.rglob(f"{code}.*")]] == []
