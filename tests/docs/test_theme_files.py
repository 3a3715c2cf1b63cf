"""The page of the files of a theme."""

from __future__ import annotations

from fnmatch import fnmatchcase
from types import ModuleType

import pytest
from doc_scripts import doc_script

from printgen.content.directives import LEAF_DIRECTIVES
from printgen.project import TEMPLATE_SUFFIX, TEMPLATES

THEMES = sorted(path.parent.name for path in TEMPLATES.glob("[!_]*/style.css"))

# Templates of `_shared` that no theme replaces: macros, frames, and what is no part of a theme.
OWN = {
    "book", "book-example-macros", "book-parts", "changes", "changes-page", "chart", "chart-page",
    "fillable", "layout", "map", "report", "report-page", "sheet-study", "shop-page", "table-board",
    "text-page",
}  # fmt: skip


@pytest.fixture(scope="module")
def theme_files() -> ModuleType:
    return doc_script("theme_files")


def test_the_page_is_up_to_date(theme_files: ModuleType) -> None:
    page = theme_files.PAGE.read_text("utf-8")
    assert page == theme_files.page(), "run `python docs/theme_files.py`"


@pytest.mark.parametrize("theme", THEMES)
def test_every_file_of_a_theme_is_on_the_page(theme: str, theme_files: ModuleType) -> None:
    known = {*theme_files.STYLES, *theme_files.PICTURES}
    files = [path for path in (TEMPLATES / theme).rglob("*") if path.is_file()]
    names = [path.relative_to(TEMPLATES / theme).as_posix() for path in files]
    assert [
        name
        for name in names
        if not name.endswith(TEMPLATE_SUFFIX)
        and not any(fnmatchcase(name, pattern) for pattern in known)
    ] == []


def test_every_file_on_the_page_is_in_a_theme(theme_files: ModuleType) -> None:
    for name in (*theme_files.STYLES, *theme_files.PICTURES):
        assert [*TEMPLATES.glob(f"*/{name}")] or name == "map.yaml", name


def test_every_shared_template_is_on_the_page_or_of_no_theme(theme_files: ModuleType) -> None:
    names = theme_files.templates("_shared")
    unknown = [name for name in names if not theme_files.part_words(name)]
    assert {name for name in unknown if not name.startswith("web-")} == OWN
    shown = {f"book-{name}" for name in LEAF_DIRECTIVES} & {*names}
    assert shown <= {name for name in names if theme_files.part_words(name)}


def test_every_template_of_the_plain_theme_says_what_it_prints(theme_files: ModuleType) -> None:
    for name in theme_files.templates("plain"):
        assert theme_files.comment("plain", name).endswith("."), name
