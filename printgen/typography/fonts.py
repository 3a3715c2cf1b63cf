"""The fonts available to pages, only those of printgen and of the project; fonts embedded in
self-contained pages; and what is wrong with the font files of a project.
"""

from __future__ import annotations

import logging
import re
import struct
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING
from unicodedata import bidirectional

from printgen.content.budget import end_when_time_is_up
from printgen.content.fingerprint import file_version
from printgen.content.limits import MAX_STYLE_BYTES
from printgen.content.results import kept_result
from printgen.project import FONTS, Folders, find_template_file
from printgen.quoting import for_css, for_xml
from printgen.reading import plain_lines, read_regular, read_whole, walk
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.store import Store
from printgen.typography.language import RIGHT_TO_LEFT

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

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

# The families that the generic names of CSS stand for, the same on every machine.
GENERIC = {
    "serif": "EB Garamond",
    "sans-serif": "Source Sans 3",
    "monospace": "Source Code Pro",
    "cursive": "Caveat",
    "fantasy": "Cinzel",
    "system-ui": "Source Sans 3",
    "ui-serif": "EB Garamond",
    "ui-sans-serif": "Source Sans 3",
    "ui-monospace": "Source Code Pro",
    "ui-rounded": "Alegreya Sans",
    "math": "DejaVu Sans",
    "emoji": "Noto Emoji",
}

# Fonts of systems that people name, which are not on board, and the family that is most like them.
_LIKE = {
    "Source Sans 3": "arial, calibri, helvetica, helvetica neue, lato, lucida grande, open sans, "
    "roboto, segoe ui, tahoma, trebuchet ms, verdana",
    "EB Garamond": "baskerville, book antiqua, cambria, garamond, georgia, palatino, "
    "palatino linotype, times, times new roman",
    "Source Code Pro": "consolas, courier, courier new, lucida console, menlo, monaco",
    "Caveat": "bradley hand, brush script mt, chalkboard, comic sans, comic sans ms",
    "Barlow Condensed": "arial narrow, impact",
    "Cinzel": "papyrus, trajan, trajan pro",
    "UnifrakturCook": "old english text mt",
    "Special Elite": "american typewriter",
    "Noto Emoji": "apple color emoji, noto color emoji, segoe ui emoji",
}

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

_GENERIC = """  <alias binding="same"><family>{name}</family>
    <prefer><family>{family}</family></prefer></alias>"""

# Pango looks for emoji in the family `emoji` alone. A colour font of the project comes first; what
# text fonts have comes from them, as where it is no emoji. Sequences, which are set in the class
# `emoji` of the shared style sheet, come whole from the font that joins them.
_EMOJI = """  <match target="scan"><test name="color"><bool>true</bool></test>
    <edit name="family" mode="append"><string>emoji</string></edit></match>
  <alias binding="same"><family>emoji</family><accept>
    <family>Source Sans 3</family><family>DejaVu Sans</family>
    <family>Noto Sans Symbols 2</family><family>Noto Emoji</family></accept></alias>
  <match target="pattern"><test name="family"><string>emoji</string></test>
    <test name="width" compare="more_eq"><int>200</int></test>
    <edit name="family" mode="append" binding="same"><string>Noto Emoji</string></edit></match>"""


def family_of(name: str) -> str:
    """The family that a generic name such as `serif` stands for; any other name as it is."""
    return GENERIC.get(name.lower(), name)


def like(name: str) -> str:
    """The family of printgen that is most like a font of systems; empty if none is known."""
    return next((own for own, names in _LIKE.items() if name.lower() in names.split(", ")), "")


# DejaVu Sans, the last fallback, has Hebrew and Arabic letters: those of the project come before.
_IS_OWN = """  <match target="scan">
    <test name="file" compare="contains"><string>{own}</string></test>
    <edit name="family" mode="append"><string>{family}</string></edit></match>"""

_OWN_FIRST = """  <match target="pattern">
    <test name="lang" compare="contains"><string>{lang}</string></test>
    <test name="family"><string>DejaVu Sans</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>{family}</string></edit></match>"""

_OWN = "fonts of the project"


def own_characters(family: str, characters: str) -> str:
    """The characters that pages take from a family, of those that it may have."""
    if family.casefold() in {name.casefold() for name in WITHOUT_DIGITS}:
        return "".join(c for c in characters if c not in DIGITS)
    return characters


# A variable of CSS in a value.
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)")


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


def font_stacks(
    style: str, variables: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> list[list[str]]:
    """The font stacks of a style sheet, with the families that generic names and variables, by
    their names, stand for. A stack of unknown variables is left out.
    """
    stacks = []
    for written in re.findall(r"font-family:([^;}]+)", style):
        if named := _VARIABLE.findall(written):
            stacks += [list(variables[name]) for name in named if name in variables]
        else:
            stacks.append([family_of(name.strip(" \"'")) for name in written.split(",")])
    return stacks


def shipped_families() -> list[str]:
    """The names of printgen's font families, from `fonts/README.md`."""
    lines = (FONTS / "README.md").read_text(encoding="utf-8").splitlines()
    return [line.split("|")[1].strip() for line in lines if line.count("|") == 6]


# Files of fonts that are not used, by their endings.
_WEB, _OLD = "it is a web font", "it is a font of an old kind"
_OTHER_KINDS = {
    ".woff": _WEB,
    ".woff2": _WEB,
    ".eot": _WEB,
    ".ttc": "it is a collection of fonts",
    ".otc": "it is a collection of fonts",
    ".pfb": _OLD,
    ".dfont": _OLD,
    ".fon": _OLD,
}


def own_fonts(folders: Folders) -> Iterator[Path]:
    """The font files in a project's `fonts/`: regular files up to MAX_FONT_BYTES, no symlinks."""
    return (path for path, reason in font_files(folders) if not reason)


def font_files(folders: Folders) -> Iterator[tuple[Path, str]]:
    """The font files in a project's `fonts/`, each with the reason why it is not used; empty if it
    is used.
    """
    home, used = folders.root / "fonts", 0
    if not home.resolve().is_relative_to(folders.root):
        return
    for folder, _, names in walk(home):
        for name in sorted(names):
            path = Path(folder, name)
            suffix = path.suffix.lower()
            if suffix not in (".ttf", ".otf", *_OTHER_KINDS):
                continue
            if not path.resolve().is_relative_to(folders.root):
                # `path-outside` reports it.
                continue
            if not (reason := _OTHER_KINDS.get(suffix, "") or _unread(path)):
                used += 1
                reason = f"{MAX_FONTS} others are before it" if used > MAX_FONTS else ""
            yield path, reason


def _unread(path: Path) -> str:
    """Why a font file is not read; empty if it is."""
    if path.is_symlink() or not path.is_file():
        return "it is a link or no file"
    if path.stat().st_size > MAX_FONT_BYTES:
        return f"it has more than {MAX_FONT_BYTES / 1e6:g} MB"
    return ""


def write_configuration(folders: Folders, scratch: Path) -> Path:
    """Write a fontconfig file into `scratch` that lists only the fonts available to pages.

    A project's own fonts are copied, because fontconfig follows symlinks and blocks on pipes.
    """
    own, cache = scratch / "fonts", scratch / "cache"
    own.mkdir()
    cache.mkdir()
    if (folders.root / "fonts").resolve() != FONTS and not (folders.root / "fonts").is_symlink():
        for number, path in enumerate(own_fonts(folders)):
            copied = own / f"{number:03d}{path.suffix.lower()}"
            copied.write_bytes(read_whole(path, MAX_FONT_BYTES))
    lines = "\n".join(f"  <dir>{for_xml(str(path))}</dir>" for path in (FONTS, own))
    path = scratch / "fonts.conf"
    edits = [_WITHOUT_DIGITS.format(family=family) for family in WITHOUT_DIGITS]
    edits += [_GENERIC.format(name=n, family=f) for n, f in GENERIC.items() if n != "emoji"]
    edits += [_EMOJI, _IS_OWN.format(own=for_xml(str(own)), family=_OWN)]
    edits += [_OWN_FIRST.format(lang=lang, family=_OWN) for lang in RIGHT_TO_LEFT]
    text = _CONFIGURATION.format(folders=lines, cache=for_xml(str(cache)), edits="\n".join(edits))
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


def font_face(cut: Cut, address: str) -> str:
    """The `@font-face` rule of a cut, whose font is at an address."""
    family, weight, italic, _ = cut
    return (
        f"@font-face {{ font-family: {for_css(family)}; font-weight: {weight}; "
        f"font-style: {'italic' if italic else 'normal'}; src: url({address}) }}"
    )


def font_faces(cuts: Iterable[Cut], characters: str) -> str:
    """`@font-face` rules that embed the characters of a page in each cut. Deterministic."""
    # WOFF halves the size; WOFF 2 is smaller still, but needs another library.
    fonts = ((cut, subset(cut[3], own_characters(cut[0], characters), "woff")) for cut in cuts)
    return "\n".join(
        font_face(cut, f"data:font/woff;base64,{b64encode(font).decode()}") for cut, font in fonts
    )


@lru_cache(maxsize=32)
def subset(path: Path, characters: str, flavor: str | None = None) -> bytes:
    """A font reduced to some characters, as TTF or in a compressed `flavor`. Deterministic."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options()
    options.layout_features = ["kern", "liga", "lnum", "tnum", "mark", "mkmk", "ccmp", "locl"]
    if any(bidirectional(character) == "AL" for character in characters):
        # Arabic letters are joined.
        options.layout_features += ["isol", "init", "medi", "fina", "rlig"]
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


# --- the font files of a project: judged once, before pages are laid out with them ----------------


# The first bytes of TrueType and OpenType fonts.
_SIGNATURES = (b"\0\1\0\0", b"true", b"OTTO")

# The tables that every font has, in the order in which they are read.
_NEEDED = ("head", "maxp", "hhea", "hmtx", "cmap", "name", "post", "OS/2")

# Where the outlines are: in one of these tables, or in pictures, which print in their colours.
_PICTURES = ("CBDT", "sbix", "SVG ")
_OUTLINES = ("glyf", "CFF ", "CFF2", *_PICTURES)

# Some versions of HarfBuzz print these fonts in black, others not at all.
_COLOURS = "its colours (in its table 'COLR') are not printed"


# The characters of a font of the project that are measured: those of the languages of Europe and of
# the Near East, of India and of Thailand, and signs.
_MEASURED = (*range(0x20, 0x7F), *range(0xA0, 0x780), *range(0x900, 0xE80), *range(0x2010, 0x2040))


@dataclass(frozen=True)
class FontMeasures:
    """The weight and the slant of a font, the height of its x, 0 if the file does not give it, the
    widths of characters (em), and the `extents` of capitals: how far accents rise above the
    baseline, how far a Q is below it, and how much farther lines reach above it than below (em).
    """

    weight: int = 400
    italic: bool = False
    x_height: float = 0.0
    widths: tuple[tuple[str, float], ...] = ()
    extents: tuple[float, float, float] = (0.0, 0.0, 0.0)


_UNMEASURED = FontMeasures()


@dataclass(frozen=True, slots=True)
class FontFile:
    """What a font file of a project is: the names of its family; what is wrong with it, empty if it
    can be used; whether it took too long to look at; the scripts of its letters (ISO 15924); and
    its measures.
    """

    families: tuple[str, ...] = ()
    fault: str = ""
    is_slow: bool = False
    scripts: frozenset[str] = frozenset()
    measures: FontMeasures = _UNMEASURED

    @property
    def hint(self) -> str:
        """What to do about the fault."""
        if self.fault == _COLOURS:
            return "use Noto Emoji, which printgen has, or a font with pictures (CBDT, sbix, SVG)"
        return "take the file again from where it comes"


def font_families(folders: Folders, store: Store) -> dict[str, str]:
    """The names of the font families available to pages, by their names in lower case."""
    own = (name for path in own_fonts(folders) for name in read_font(store, path).families)
    return {name.lower(): name for name in (*shipped_families(), *own)}


# The scripts of printgen's fonts, and what is of no script: signs, marks and unknown characters.
_SCRIPTS = {
    "Latn", "Grek", "Cyrl", "Hebr", "Arab", "Armn", "Geor", "Laoo", "Cans", "Brai", "Runr", "Ital",
    "Tfng", "Nkoo", "Lisu", "Ogam", "Copt", "Goth", "Zyyy", "Zinh", "Zzzz",
}  # fmt: skip

# The names of the scripts that are written together, and their fonts; other fonts are named after
# their script.
_TOGETHER = {
    "ja": ("Japanese", "Noto Sans JP"), "ko": ("Korean", "Noto Sans KR"),
    "zh-TW": ("Chinese", "Noto Sans TC"), "zh": ("Chinese", "Noto Sans SC"),
}  # fmt: skip
_EAST_ASIAN = {"Hani": "zh", "Hira": "ja", "Kana": "ja", "Hang": "ko", "Bopo": "zh-TW"}
_SERIF = ("Tibt", "Tang")


def script_without_font(folders: Folders, store: Store, letter: str, lang: str) -> tuple[str, str]:
    """The name of the script of a letter, and a font for it in a language, if no font available to
    pages has the script; else two empty strings.
    """
    from fontTools import unicodedata

    # A sign may be of several scripts, such as the full stop of Chinese and Japanese.
    scripts = sorted(unicodedata.script_extension(letter), key=lambda each: each != "Hani")
    own = (read_font(store, path).scripts for path in own_fonts(folders))
    if not _SCRIPTS.isdisjoint(scripts) or any(not each.isdisjoint(scripts) for each in own):
        return "", ""
    if scripts[0] in _EAST_ASIAN:
        known = (lang, lang.partition("-")[0], _EAST_ASIAN[scripts[0]])
        return next(_TOGETHER[each] for each in known if each in _TOGETHER)
    name = unicodedata.script_name(scripts[0]).replace("_", " ")
    return name, f"Noto {'Serif' if scripts[0] in _SERIF else 'Sans'} {name}"


def own_font(
    folders: Folders, store: Store, family: str, weight: int, italic: bool
) -> FontFile | None:
    """The font of a family in the project's `fonts/` that is nearest in slant and weight; None
    without one.
    """
    found = [
        font
        for font in (read_font(store, path) for path in own_fonts(folders))
        if not font.fault and family.lower() in {name.lower() for name in font.families}
    ]

    def distance(font: FontFile) -> tuple[bool, int]:
        return font.measures.italic != italic, abs(font.measures.weight - weight)

    return min(found, key=distance, default=None)


def read_font(store: Store, path: Path) -> FontFile:
    """What a font file is. The store keeps it until the file changes."""
    version = file_version(path)

    def lasts(font: FontFile) -> bool:
        # The next command finds the machine less busy, perhaps.
        return not font.is_slow

    parts = str(path), repr(version)
    return kept_result(store, "font", parts, lambda: _read(path, version), lasts)


@lru_cache(MAX_FONTS)
def _read(path: Path, version: tuple[int, ...]) -> FontFile:
    """What a font file is."""
    try:
        return decoded(path, examine_font, read_regular(path, MAX_FONT_BYTES))
    except OSError as error:
        return FontFile(fault=error.strerror or "it cannot be read")
    except CannotDecode as error:
        return FontFile(fault=f"it {error.reason}", is_slow=error.is_slow)
    finally:
        end_when_time_is_up()


# --- in the sealed process -------------------------------------------------------------------


def examine_font(content: bytes) -> FontFile:
    """What the content of a font file is."""
    fault = _cut_off(content) or _damaged(content)
    scripts = frozenset() if fault else _scripts(content)
    measures = FontMeasures() if fault else _measures(content)
    return FontFile(tuple(_families(content)), fault, scripts=scripts, measures=measures)


def _scripts(content: bytes) -> frozenset[str]:
    """The scripts of the characters of a sound font."""
    from fontTools import unicodedata
    from fontTools.ttLib import TTFont

    with TTFont(BytesIO(content), lazy=True) as font:
        return frozenset(unicodedata.script(chr(code)) for code in font.getBestCmap())


def _measures(content: bytes) -> FontMeasures:
    """The measures of a sound font."""
    from fontTools.ttLib import TTFont

    with TTFont(BytesIO(content), lazy=True) as font:
        names, metrics, table = font.getBestCmap(), font["hmtx"].metrics, font["OS/2"]
        em = font["head"].unitsPerEm or 1000
        measured = (code for code in _MEASURED if names.get(code) in metrics)
        widths = {chr(code): round(metrics[names[code]][0] / em, 4) for code in measured}
        slanted = bool(table.fsSelection & 1)
        x_height = getattr(table, "sxHeight", 0) / em
        return FontMeasures(
            table.usWeightClass, slanted, x_height, tuple(widths.items()), capital_extents(font)
        )


# Capitals with high accents, and one that is below the baseline.
_ACCENTED, _LOW = "ÄÉÅ", "Q"


def capital_extents(font: TTFont) -> tuple[float, float, float]:
    """The extents of the capitals of a font, as in `FontMeasures`; 0 for those that it lacks."""
    names, em = font.getBestCmap(), font["head"].unitsPerEm or 1000
    try:
        rise = max((high for _, high in _heights(font, names, _ACCENTED)), default=0)
        fall = max((-low for low, _ in _heights(font, names, _LOW)), default=0)
    except Exception:
        # Letters may be pictures, or have faulty outlines.
        rise = fall = 0
    lines = font["hhea"].ascent + font["hhea"].descent
    return round(rise / em, 3), round(fall / em, 3), round(lines / em, 3)


def _heights(font: TTFont, names: Mapping[int, str], letters: str) -> Iterator[tuple[float, float]]:
    """The lowest and the highest place of letters that a font has."""
    from fontTools.pens.boundsPen import BoundsPen

    glyphs = font.getGlyphSet()
    for letter in letters:
        pen = BoundsPen(glyphs)
        if name := names.get(ord(letter)):
            glyphs[name].draw(pen)
        if pen.bounds:
            yield pen.bounds[1], pen.bounds[3]


def _families(content: bytes) -> list[str]:
    import uharfbuzz

    names = uharfbuzz.OTNameIdPredefined
    try:
        face = uharfbuzz.Face(content)
        found = [face.get_name(n) for n in (names.FONT_FAMILY, names.TYPOGRAPHIC_FAMILY)]
    except (ValueError, RuntimeError):
        return []
    return [name for name in found if name]


def _cut_off(content: bytes) -> str:
    """The table that a font lacks, or that ends beyond the end of the file."""
    if not content.startswith(_SIGNATURES) or len(content) < 12:
        return "it is no TrueType or OpenType font"
    (count,) = struct.unpack_from(">H", content, 4)
    if len(content) < 12 + 16 * count:
        return "it is cut off"
    tables = [struct.unpack_from(">4sLLL", content, 12 + 16 * n) for n in range(count)]
    names = {str(tag, "latin-1") for tag, *_ in tables}
    for tag, _, start, length in tables:
        if start + length > len(content):
            return f"its table '{str(tag, 'latin-1')}' is cut off"
    if absent := [name for name in _NEEDED if name not in names]:
        return f"it has no table '{absent[0]}'"
    if not names.intersection(_OUTLINES) or ("glyf" in names) != ("loca" in names):
        return "it has no outlines"
    return ""


def _damaged(content: bytes) -> str:
    """The table that cannot be read."""
    from fontTools.ttLib import TTFont

    logger = logging.getLogger("fontTools")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    tag = ""
    try:
        with TTFont(BytesIO(content), lazy=True) as font:
            outlines = [each for each in ("loca", "CFF ", "CFF2") if each in font]
            for tag in (*_NEEDED, *outlines):
                font[tag]
            tag = "cmap"
            if not font.getBestCmap():
                return "it has no characters"
            if outlines:
                # The outlines of one glyph are read: the others cost as much each.
                tag = outlines[0]
                font.getGlyphSet()[font.getGlyphOrder()[0]].width  # noqa: B018
            if "loca" in font and max(font["loca"]) > font.reader.tables["glyf"].length:
                return "its table 'loca' is damaged"
            if "COLR" in font and not any(each in font for each in _PICTURES):
                return _COLOURS
    except Exception:
        # fontTools raises whatever the bytes lead it to: IndexError, struct.error, AssertionError…
        return f"its table '{tag}' is damaged" if tag else "it cannot be read"
    finally:
        logger.setLevel(level)
    return ""
