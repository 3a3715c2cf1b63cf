"""The fonts available to pages, only those of printgen and of the project; and fonts embedded in
self-contained pages.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from printgen.content.limits import MAX_STYLE_BYTES
from printgen.project import FONTS, Folders, find_template_file
from printgen.quoting import for_css, for_xml
from printgen.reading import plain_lines, read_regular, read_whole, walk

# --- the fonts available to pages: only those of printgen and of the project ----------------------
#
# Fontconfig sees no other folders. So a page looks the same on every machine, and a missing glyph
# is reported instead of taken from a system font.


MAX_FONTS = 200

MAX_FONT_BYTES = 30_000_000

# Families whose digits are hard to read: the 1 and 0 of the first and last look like letters, and
# the 7 of the second looks like a 1. Their digits come from the next family of the font stack.
WITHOUT_DIGITS = ("IM FELL English", "Bangers", "Sancreek")

DIGITS = "0123456789"

_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
{folders}
  <cachedir>{cache}</cachedir>
  <match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
{edits}
</fontconfig>
"""

_WITHOUT_DIGITS = """  <match target="scan"><test name="family"><string>{family}</string></test>
    <edit name="charset" mode="assign"><minus><name>charset</name>
      <charset><range><int>48</int><int>57</int></range></charset></minus></edit></match>"""


def own_characters(family: str, characters: str) -> str:
    """The characters that pages take from a family, of those that it may have."""
    if family.casefold() in {name.casefold() for name in WITHOUT_DIGITS}:
        return "".join(c for c in characters if c not in DIGITS)
    return characters


def font_credits(families: set[str]) -> list[dict[str, str]]:
    """Name, licence and copyright of printgen's fonts among `families`, from `fonts/README.md`."""
    found = []
    for line in (FONTS / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if len(cells) == 5 and cells[0].lower() in {name.lower() for name in families}:
            licence = cells[2].partition(", `")[0]
            found.append({"name": cells[0], "licence": licence, "copyright": cells[3]})
    return found


def families(folders: Folders, styles: Iterable[str]) -> set[str]:
    """The font families named in style sheets (`theme/name.css`). Missing files are ignored."""
    return {
        name
        for style in style_texts(folders, styles)
        for stack in font_stacks(style)
        for name in stack
    }


def style_texts(folders: Folders, styles: Iterable[str]) -> Iterator[str]:
    """The text of style sheets (`theme/name.css`). Missing files are ignored."""
    for name in styles:
        path = find_template_file(folders, name)
        if path:
            yield style_text(path)


def style_text(path: Path, errors: str = "replace") -> str:
    """The text of a style sheet, up to MAX_STYLE_BYTES, with `\\n` as the end of its lines. Raises
    OSError, and UnicodeDecodeError for other `errors`.
    """
    content = read_regular(path, MAX_STYLE_BYTES)[:MAX_STYLE_BYTES]
    return plain_lines(content.decode(errors=errors))


def font_stacks(style: str) -> list[list[str]]:
    """The font stacks of a style sheet."""
    written = re.findall(r"font-family:([^;}]+)", style)
    return [[name.strip(" \"'") for name in stack.split(",")] for stack in written]


def shipped_families() -> list[str]:
    """The names of printgen's font families, from `fonts/README.md`."""
    lines = (FONTS / "README.md").read_text(encoding="utf-8").splitlines()
    return [line.split("|")[1].strip() for line in lines if line.count("|") == 6]


def own_fonts(folders: Folders) -> Iterator[Path]:
    """The font files in a project's `fonts/`: regular files up to MAX_FONT_BYTES, no symlinks."""
    home = folders.root / "fonts"
    if not home.resolve().is_relative_to(folders.root):
        return
    for folder, _, names in walk(home):
        for name in sorted(names):
            path = Path(folder, name)
            if path.suffix.lower() not in (".ttf", ".otf") or path.is_symlink():
                continue
            if path.is_file() and path.stat().st_size <= MAX_FONT_BYTES:
                yield path


def write_configuration(folders: Folders, scratch: Path) -> Path:
    """Write a fontconfig file into `scratch` that lists only the fonts available to pages.

    A project's own fonts are copied, because fontconfig follows symlinks and blocks on pipes.
    """
    own, cache = scratch / "fonts", scratch / "cache"
    own.mkdir()
    cache.mkdir()
    if (folders.root / "fonts").resolve() != FONTS and not (folders.root / "fonts").is_symlink():
        for number, path in enumerate(own_fonts(folders)):
            if number < MAX_FONTS:
                copied = own / f"{number:03d}{path.suffix.lower()}"
                copied.write_bytes(read_whole(path, MAX_FONT_BYTES))
    lines = "\n".join(f"  <dir>{for_xml(str(path))}</dir>" for path in (FONTS, own))
    path = scratch / "fonts.conf"
    edits = "\n".join(_WITHOUT_DIGITS.format(family=family) for family in WITHOUT_DIGITS)
    place = for_xml(str(cache))
    text = _CONFIGURATION.format(folders=lines, cache=place, edits=edits)
    path.write_text(text, encoding="utf-8")
    return path


# --- fonts embedded in self-contained pages -------------------------------------------------------


# Family, weight, italic, and font file.
Cut = tuple[str, int, bool, Path]


def lacking(path: Path, characters: str) -> str:
    """The characters missing from a font."""
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True) as font:
        return "".join(c for c in characters if ord(c) not in font.getBestCmap())


def font_faces(cuts: Iterable[Cut], characters: str) -> str:
    """`@font-face` rules that embed the characters of a page in each cut. Deterministic."""
    return "\n".join(
        f"@font-face {{ font-family: {for_css(family)}; font-weight: {weight}; "
        f"font-style: {'italic' if italic else 'normal'}; "
        f"src: url(data:font/woff;base64,{_woff_base64(family, path, characters)}) }}"
        for family, weight, italic, path in cuts
    )


def _woff_base64(family: str, path: Path, characters: str) -> str:
    # WOFF halves the size; WOFF 2 is smaller still, but needs another library.
    return b64encode(subset(path, own_characters(family, characters), "woff")).decode()


@lru_cache(maxsize=32)
def subset(path: Path, characters: str, flavor: str | None = None) -> bytes:
    """A font reduced to some characters, as TTF or in a compressed `flavor`. Deterministic."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options()
    options.layout_features = ["kern", "liga", "lnum", "tnum", "mark", "mkmk", "ccmp", "locl"]
    options.hinting = False
    options.drop_tables = [*options.drop_tables, "FFTM"]
    options.notdef_outline = True
    # A lazy font reads only the lookups of the layout features above.
    with TTFont(path, recalcTimestamp=False, lazy=True) as font:
        subsetter = Subsetter(options)
        subsetter.populate(text=characters)
        subsetter.subset(font)
        font.flavor = flavor
        buffer = BytesIO()
        font.save(buffer)
    return buffer.getvalue()
