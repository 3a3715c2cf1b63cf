"""Style sheets for languages that are written from right to left."""

from __future__ import annotations

import pytest

from printgen.typography.language import html_language
from printgen.typography.mirroring import mirrored


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("p { margin-left: 2mm; right: 0 }", "p { margin-right: 2mm; left: 0 }"),
        ("p { text-align: left; float: right }", "p { text-align: right; float: left }"),
        ("p { padding: 1mm 2mm 3mm 4mm }", "p { padding: 1mm 4mm 3mm 2mm }"),
        (
            "p { margin: 0 auto calc(1mm + 2mm) 4mm !important }",
            "p { margin: 0 4mm calc(1mm + 2mm) auto !important }",
        ),
        ("p { padding: 1mm 2mm 3mm }", "p { padding: 1mm 2mm 3mm }"),
        ("p { border-left: 1mm solid red }", "p { border-right: 1mm solid red }"),
        ("p { border-top-left-radius: 1mm }", "p { border-top-right-radius: 1mm }"),
        ("p { border-radius: 1mm 2mm 3mm 4mm }", "p { border-radius: 2mm 1mm 4mm 3mm }"),
        ("p { border-radius: 1mm 2mm 3mm }", "p { border-radius: 2mm 1mm 2mm 3mm }"),
        (
            "@page x:left { margin-left: 1mm; @top-left { content: 'left: right' } }",
            "@page x:right { margin-right: 1mm; @top-right { content: 'left: right' } }",
        ),
        (
            "p { background: url(art/left.svg) no-repeat left / linear-gradient(to right, red) }",
            "p { background: url(art/left.svg) no-repeat right / linear-gradient(to left, red) }",
        ),
        (
            ".left-arm a:hover { --left: 1mm; content: string(left); margin-left: var(--left) }",
            ".left-arm a:hover { --left: 1mm; content: string(left); margin-right: var(--left) }",
        ),
        ("/* left: 1; */ p { color: red }", "/* left: 1; */ p { color: red }"),
        ("p { left: 0 } [dir=rtl] p { left: 1mm }", "p { left: 0 } [dir=rtl] p { left: 1mm }"),
    ],
)
def test_left_and_right_change_places(written: str, read: str) -> None:
    for lang in ("he", "ar", "fa-IR", "ur", "yi"):
        assert mirrored(written, lang) == read
    assert mirrored(written, "el") == written


def test_the_attributes_of_a_page() -> None:
    assert html_language("he-IL") == 'lang="he-IL" dir="rtl"'
    assert html_language("fr") == 'lang="fr"'
