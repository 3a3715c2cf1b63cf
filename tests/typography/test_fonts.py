"""The bundled fonts, and the font stacks of the style sheets."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import printgen
from printgen.project import FONTS, TEMPLATES, Folders
from printgen.typography.fonts import DIGITS, WITHOUT_DIGITS, own_characters
from printgen.typography.measure import printed_families

NARROW_SPACE = 0x202F
FAMILIES = sorted(path for path in FONTS.iterdir() if path.is_dir())
EXTRAS = Path(printgen.__file__).parent / "extras"
SHEETS = [
    path
    for folder in (TEMPLATES, EXTRAS)
    for path in sorted(folder.rglob("*"))
    if path.suffix in (".css", ".j2", ".svg")
]
ROW = re.compile(r"\| ([^|]+) \| `([a-z0-9-]+)/` ([^|]+) \| [^|]*`([^`|]+)` \| ([^|]+) \| [^|]+ \|")
GENERIC = {"serif", "sans-serif", "monospace", "cursive", "fantasy", "inherit", "initial"}
# These fonts are for symbols, not for text: they need no narrow space.
SIGNS = {"noto sans symbols 2", "noto emoji"}


def rows() -> list[tuple[str, ...]]:
    """The rows of README.md: family, folder, weights, licence, copyright."""
    text = (FONTS / "README.md").read_text(encoding="utf-8")
    return [match.groups() for line in text.splitlines() if (match := ROW.fullmatch(line.strip()))]


@cache
def face(path: Path) -> tuple[frozenset[str], str, frozenset[int]]:
    """The family names of a font in lower case, its weight and style, and its characters."""
    with TTFont(path, lazy=True) as font:
        names = {str(n) for n in font["name"].names if n.nameID in (1, 16)}
        slanted = " italic" if font["OS/2"].fsSelection & 1 else ""
        weight = f"{font['OS/2'].usWeightClass}{slanted}"
        return frozenset(n.lower() for n in names), weight, frozenset(font.getBestCmap())


@cache
def families() -> dict[str, frozenset[int]]:
    """The characters that every file of a family has, by each of its names."""
    found: dict[str, frozenset[int]] = {}
    for path in FONTS.glob("*/*.ttf"):
        names, _, characters = face(path)
        for name in names:
            found[name] = found.get(name, characters) & characters
    return found


def test_readme_lists_every_font_family() -> None:
    assert [folder.name for folder in FAMILIES] == sorted({folder for _, folder, *_ in rows()})
    assert FAMILIES


def test_every_font_file_is_of_a_listed_family() -> None:
    listed = {name.lower() for name, *_ in rows()}
    assert all(listed & face(path)[0] for path in FONTS.glob("*/*.ttf"))


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_font_families_match_the_readme(row: tuple[str, ...]) -> None:
    name, folder, weights, licence, rights = row
    files = sorted((FONTS / folder).glob("*.ttf"))
    # A folder may have a family of some of its files, such as the black one.
    fonts = [path for path in files if name.lower() in face(path)[0]]
    told = [word.strip() for word in weights.split(",")]
    if told[-1] == "each with italic":
        told = [f"{weight}{style}" for weight in told[:-1] for style in ("", " italic")]
    assert sorted(face(path)[1] for path in fonts) == sorted(told)
    assert rights.strip()
    text = (FONTS / folder / licence).read_text(encoding="utf-8")
    title = {"OFL.txt": "SIL OPEN FONT LICENSE"}.get(licence, "")
    assert title in text.upper()
    assert len(text) > 2000
    rest = {path.name for path in (FONTS / folder).iterdir()} - {path.name for path in files}
    assert rest == {licence}


# Style sheets for screens may name fonts of the reader's system as fallbacks.
SCREENS = ("web.css", "epub.css")


def stacks(screens: bool = False) -> list[tuple[str, list[str]]]:
    """Every `font-family` of the templates, for paper or for screens: its position and its
    families.
    """
    found = []
    for path in [path for path in SHEETS if (path.name in SCREENS) == screens]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for stack in re.findall(r"""font-family(?::|=["'])\s*([^;}]+)""", line):
                home = TEMPLATES if path.is_relative_to(TEMPLATES) else EXTRAS
                place = f"{path.relative_to(home).as_posix()}:{number}"
                names = [name.strip(" \"'").lower() for name in stack.split(",")]
                # Other tests check the fonts of chart themes; an `@font-face` of the quest
                # player is no stack.
                if not re.search(r"\{\{|var\(", stack) and not line.startswith("@font-face"):
                    found.append((place, names))
    return found


def test_style_sheets_have_font_stacks() -> None:
    named = {place.partition(":")[0] for place, _ in stacks()}
    assert {"_shared/style.css", "_shared/book.css"} <= named


def test_every_named_font_is_bundled() -> None:
    missing = [
        f"{place}: {name}"
        for place, names in stacks()
        for name in names
        if name not in families() and not name.startswith("var(")
    ]
    assert missing == []


def test_screen_fonts_are_bundled_or_generic() -> None:
    found = stacks(screens=True)
    assert len(found) > 20
    known = {*families(), *GENERIC, "inherit", "system-ui"}
    assert [(place, name) for place, names in found for name in names if name not in known] == []


def test_print_stacks_have_no_generic_fonts() -> None:
    assert [place for place, names in stacks() if GENERIC.intersection(names)] == []


def test_every_stack_has_a_font_with_the_narrow_space() -> None:
    lacking = [
        f"{place}: {', '.join(names)}"
        for place, names in stacks()
        if not SIGNS.issuperset(names)
        and not any(NARROW_SPACE in families().get(name, ()) for name in names)
    ]
    assert lacking == []


def test_listed_fonts_have_the_narrow_space() -> None:
    have = {name for name, characters in families().items() if NARROW_SPACE in characters}
    assert {"source sans 3", "dejavu sans"} <= have


@pytest.mark.parametrize("sign", "♠♥♦♣♡♤♧♢ΨΔΩΞ⚀⚁⚂⚃⚄⚅№€″…–—«»œŒŸæÇ")
def test_symbols_of_games_are_in_a_bundled_font(sign: str) -> None:
    assert any(ord(sign) in characters for characters in families().values())


def test_digits_that_are_hard_to_read_come_from_the_next_family() -> None:
    assert own_characters("IM Fell English", "No. 10") == "No. "
    assert own_characters("Bangers", "7!") == "!"
    assert own_characters("Cardo", "No. 10") == "No. 10"
    for name in WITHOUT_DIGITS:
        styled = [stack for _, stack in [*stacks(), *stacks(screens=True)] if name.lower() in stack]
        assert styled
        for stack in styled:
            following = stack[stack.index(name.lower()) + 1]
            assert set(map(ord, DIGITS)) <= families()[following], stack


@pytest.mark.parametrize(
    ("words", "fallbacks"),
    [("The moon", set()), ("⚄", {"Noto Sans Symbols 2"}), ("ℵ", {"DejaVu Sans"})],
)
def test_fallback_families_are_credited_where_a_character_needs_them(
    tmp_path: Path, words: str, fallbacks: set[str]
) -> None:
    texts = {"title": "A", "chapters": [{"text": words}]}
    found = printed_families(Folders(tmp_path), ["plain/book.css"], texts)
    assert "Source Sans 3" in found
    assert found & {"Noto Sans Symbols 2", "DejaVu Sans"} == fallbacks
