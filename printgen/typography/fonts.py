"""The fonts available to pages: only those of printgen and of the project.

Fontconfig sees no other folders. So a page looks the same on every machine, and a missing glyph is
reported instead of taken from a system font.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from printgen.content.limits import MAX_STYLE_BYTES
from printgen.project import FONTS, Folders, find_template_file
from printgen.quoting import for_xml

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
            with path.open("rb") as stream:
                yield stream.read(MAX_STYLE_BYTES).decode(errors="replace")


def font_stacks(style: str) -> list[list[str]]:
    """The font stacks of a style sheet."""
    written = re.findall(r"font-family:([^;}]+)", style)
    return [[name.strip(" \"'") for name in stack.split(",")] for stack in written]


def font_families(folders: Folders) -> dict[str, str]:
    """The names of the font families available to pages, by their names in lower case."""
    lines = (FONTS / "README.md").read_text(encoding="utf-8").splitlines()
    shipped = (line.split("|")[1].strip() for line in lines if line.count("|") == 6)
    own = (
        name for path in own_fonts(folders) for name in _family_names(path, path.stat().st_mtime_ns)
    )
    return {name.lower(): name for name in (*shipped, *own)}


@lru_cache(MAX_FONTS)
def _family_names(path: Path, changed: int) -> list[str]:
    """The names of the family of a font file; none if it cannot be read.

    `changed` is the time of its last change.
    """
    # Imported here: few projects have fonts of their own.
    import uharfbuzz

    names = uharfbuzz.OTNameIdPredefined
    try:
        face = uharfbuzz.Face(path.read_bytes())
        found = [face.get_name(n) for n in (names.FONT_FAMILY, names.TYPOGRAPHIC_FAMILY)]
    except (OSError, ValueError, RuntimeError):
        return []
    return [name for name in found if name]


def own_fonts(folders: Folders) -> Iterator[Path]:
    """The font files in a project's `fonts/`: regular files up to MAX_FONT_BYTES, no symlinks."""
    for folder, _, names in os.walk(folders.root / "fonts", followlinks=False):
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
                shutil.copyfile(path, own / f"{number:03d}{path.suffix.lower()}")
    lines = "\n".join(f"  <dir>{for_xml(str(path))}</dir>" for path in (FONTS, own))
    path = scratch / "fonts.conf"
    edits = "\n".join(_WITHOUT_DIGITS.format(family=family) for family in WITHOUT_DIGITS)
    place = for_xml(str(cache))
    text = _CONFIGURATION.format(folders=lines, cache=place, edits=edits)
    path.write_text(text, encoding="utf-8")
    return path
