"""Pages for browsers: what all have, the play aid with its tools, and the page of a game."""

from __future__ import annotations

import html
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from typing import Any

from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_PLAY_DRAWING_BYTES, MAX_PLAY_STYLE_BYTES
from printgen.content.models.game import Game
from printgen.content.models.text import Text
from printgen.content.styles import SafeStyle, safe_style
from printgen.extra import extra, extras, load, named_parts
from printgen.extras.ebooks.markup import characters, merged_drawing
from printgen.extras.exports.channels import Channel, ChannelFile
from printgen.layout.jobs import JobRunner
from printgen.layout.templates import shared_template
from printgen.project import STYLE_FOLDER, Folders, find_template_file
from printgen.reading import FileTooBig, read_text, read_whole
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.typography.fonts import Cut, font_faces, lacking
from printgen.typography.labels import labels
from printgen.typography.language import language
from printgen.typography.measure import FALLBACK, font_file
from printgen.typography.text import say

# A group with one outline of moves and lines in whole numbers, as in the bundled engravings.
_GROUP = re.compile(
    r'<g transform="scale\((?P<scale>[0-9.]+)\)"(?P<style>[^<>]*)>'
    r'<path (?P<rule>[^<>]*?)d="(?P<outline>M[Mmlz0-9\s-]*)"/></g>'
)

_PART = re.compile(r"[Mmlz]|-?\d+")


def round_outlines(svg: str, step: float) -> str:
    """Round outlines to a grid of `step` units. Other forms of outlines are unchanged."""

    def rounded(found: re.Match[str]) -> str:
        scale, style, rule = float(found["scale"]) * step, found["style"], found["rule"]
        outline = _rounded(found["outline"], step)
        return f'<g transform="scale({scale:.6g})"{style}><path {rule}d="{outline}"/></g>'

    return _GROUP.sub(rounded, svg)


def _rounded(outline: str, step: float) -> str:
    """An outline in steps. Absolute positions are rounded, so that errors do not accumulate."""
    drawn: list[str] = []
    numbers: list[int] = []
    at = start = pen = home = (0, 0)
    command = before = ""
    for part in _PART.findall(outline):
        if part == "z":
            drawn.append("z")
            at, pen, before = start, home, "z"
            continue
        if part.isalpha():
            command = part
            continue
        numbers.append(int(part))
        if len(numbers) < 2:
            continue
        x, y = numbers
        numbers = []
        at = (x, y) if command == "M" else (at[0] + x, at[1] + y)
        to = (round(at[0] / step), round(at[1] / step))
        across, down = to[0] - pen[0], to[1] - pen[1]
        shown = "l" if command == "l" else "m"
        if shown == "m":
            start, home, command = at, to, "l"
        elif not across and not down:
            continue
        lead = shown if shown != before else "" if across < 0 else " "
        drawn.append(f"{lead}{across}{'' if down < 0 else ' '}{down}")
        pen, before = to, shown
    return "".join(drawn)


# --------------------------------------------------------------------------------------------------
# Pages for browsers, each one self-contained file: scripts, styles, fonts, drawings and data.
#
# Content reaches a page as data and drawings only: texts are never HTML, and drawings cannot run
# scripts. Of a project's templates, pages use only the theme's style. Their content security
# policy forbids all requests.


# A text by language, without markup.
Translations = dict[str, str]

# The scripts and styles of all pages, by the names that `Kind` has.
SCRIPTS = ("browser/page", "browser/audio", "browser/chance")
STYLES = ("browser/browser",)

# What every page may show.
ASCII = "".join(map(chr, range(32, 127)))

# The start of the names of the labels of all pages.
LABELS = "browser_"

# Maximum bytes of all drawings. Those that exceed it are left out.
MAX_TOTAL_DRAWING_BYTES = 4_000_000

# Grid of the drawings, in their units of 1/20 mm: 8 points per mm are enough for a screen.
GRID = 2.5

# A `@font-face` rule without a source: the page embeds the font.
_FONT_RULE = re.compile(
    r'@font-face\s*\{\s*font-family:\s*"([^"]+)"\s*;\s*font-weight:\s*(\d+)\s*;?'
    r"\s*(?:font-style:\s*(italic)\s*;?)?\s*\}"
)

_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of page.

    `name` is that of its template and of its style in themes. `labels` is the start of the names of
    its labels: `play_begin` is `begin` in scripts. `scripts` and `styles` are added to those of all
    pages: `quest/engine` is `engine.js` in the folder `web/` of the extra `quest`.
    """

    name: str
    labels: str
    scripts: tuple[str, ...]
    styles: tuple[str, ...]


def write_page(
    library: Library,
    content: GameContent,
    kind: Kind,
    data: Mapping[str, object],
    drawings: Mapping[str, str],
) -> bytes:
    """The page of a game. `drawings` are SVG texts by name; `data` is what its scripts read."""
    theme = content.game.theme
    title = translations(content.game.title, content)
    words = {lang: _words(library.folders, theme, lang, kind) for lang in content.game.languages}
    every = {
        "page": kind.name,
        "game": content.id,
        "langs": content.game.languages,
        "title": title,
        "words": words,
        "art": sorted(drawings),
    }
    if turned := [code for code in content.game.languages if language(code).right_to_left]:
        every["rtl"] = turned
    packed = json.dumps({**every, **data}, ensure_ascii=False, separators=(",", ":"))
    script = '"use strict";\n' + "\n".join(_texts(SCRIPTS + kind.scripts, "js"))
    style = _style(library.folders, content.game, kind, characters(packed, script, ASCII))
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "img-src blob: data:; font-src data:; base-uri 'none'; form-action 'none'"
    )
    art = zlib.compress(json.dumps(drawings, ensure_ascii=False).encode(), 9)
    lang = content.first_language
    page = shared_template(f"browser/{kind.name}.html.j2")
    text = page.render(
        lang=lang,
        names={code: language(code).name or code for code in content.game.languages},
        title=title[lang],
        words=words[lang],
        scriptless=[words[code]["scriptless"] for code in content.game.languages],
        policy=policy,
        style=style,
        script=script,
        data=packed.replace("<", "\\u003c"),
        art=b64encode(art).decode(),
    )
    return text.encode()


def web_text(name: str, suffix: str) -> str:
    """The text of a script or style, named as `Kind` names them."""
    home, _, file = name.partition("/")
    owner = extra(home)
    assert owner is not None
    return (owner.folder / "web" / f"{file}.{suffix}").read_text(encoding="utf-8")


def _texts(names: Iterable[str], suffix: str) -> Iterator[str]:
    return (web_text(name, suffix) for name in names)


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


# --- texts ----------------------------------------------------------------------------------------


def translations(text: Text, content: GameContent) -> Translations:
    """A text in all languages of a game, without markup."""
    return {lang: plain(say(text, lang, content)) for lang in content.game.languages}


def plain(words: str) -> str:
    """HTML as the text that it shows."""
    return html.unescape(_TAG.sub("", words))


def _words(folders: Folders, theme: str, lang: str, kind: Kind) -> dict[str, str]:
    """The labels of all pages and of a kind of page, by their names without LABELS or `labels`."""
    found = labels(folders, theme, lang)
    return {
        key.removeprefix(prefix): plain(words)
        for prefix in (LABELS, kind.labels)
        for key, words in found.items()
        if key.startswith(prefix)
    }


# --- drawings -------------------------------------------------------------------------------------


def theme_drawings(
    folders: Folders, theme: str, wanted: Iterable[tuple[str, str, float]]
) -> dict[str, str]:
    """Drawings of a theme as SVG by name. Missing, invalid and too large ones are left out.

    `wanted` has the name, the file in the theme's folder without suffix, and the grid of each.
    """
    result: dict[str, str] = {}
    left = MAX_TOTAL_DRAWING_BYTES
    for name, file, grid in wanted:
        path = find_template_file(folders, f"{theme}/{file}.svg")
        if name in result or path is None:
            continue
        try:
            content = read_whole(path, min(MAX_PLAY_DRAWING_BYTES, left))
            decoded(path, merged_drawing, [content])
        except (OSError, ValueError, CannotDecode):
            continue
        result[name] = round_outlines(content.decode("utf-8-sig"), grid)
        left -= len(result[name])
    return result


# --- style and fonts ------------------------------------------------------------------------------


def _style(folders: Folders, game: Game, kind: Kind, shown: str) -> str:
    """The shared style and that of the game, with embedded fonts for the characters `shown`."""
    parts = list(_texts(STYLES + kind.styles, "css"))
    # The styles of the game's theme and of its style. Those that cannot be used are left out.
    own, place = list[SafeStyle](), cache(partial(_place, folders, game.theme))
    for folder in (game.theme, f"{game.theme}/{STYLE_FOLDER}/{game.style}"):
        if path := find_template_file(folders, f"{folder}/{kind.name}.css"):
            with suppress(FileTooBig, RecursionError):
                css = read_text(path, MAX_PLAY_STYLE_BYTES, errors="replace")
                own.append(safe_style(css, place))
    wanted = (
        [font for style in own for font in style.fonts]
        if own
        else [
            (family, int(weight), slant == "italic")
            for family, weight, slant in _FONT_RULE.findall(parts[0])
        ]
    )
    parts = [_FONT_RULE.sub("", part) for part in parts] + [style.css for style in own]
    if game.accent:
        parts.append(f":root {{ --own: {game.accent} }}")
    rules = "\n".join(parts)
    fonts = font_faces(_cuts(wanted), shown)
    text = font_file(*wanted[0]) if wanted else None
    others = lacking(text, shown) if text else shown
    for family in FALLBACK[1:]:
        path = font_file(family, 400, False)
        if path and others and (has := set(others) - set(lacking(path, others))):
            fonts += "\n" + font_faces([(family, 400, False, path)], "".join(sorted(has)))
            others = "".join(sorted(set(others) - has))
    # `</style` would end the element. Browsers replace NUL, which would change the digest.
    style = re.sub(r"</(?=style)", r"<\\/", f"{fonts}\n{rules}", flags=re.IGNORECASE)
    return style.replace("\0", "")


def _place(folders: Folders, theme: str, address: str) -> str | None:
    """The address of a drawing of a theme, such as `art/band.svg`, in a page. As an image, it
    cannot run scripts.
    """
    if address.startswith("data:"):
        return address
    name, _, suffix = address.rpartition(".")
    found = theme_drawings(folders, theme, [(name, name, GRID)] if suffix == "svg" else ())
    packed = b64encode(found[name].encode()).decode() if name in found else ""
    return f"data:image/svg+xml;base64,{packed}" if packed else None


def _cuts(wanted: Iterable[tuple[str, int, bool]]) -> Iterator[Cut]:
    for family, weight, italic in dict.fromkeys(wanted):
        path = font_file(family, weight, italic)
        if path is not None:
            yield family, weight, italic, path


# The key of a tool's data with the names of the drawings that it shows: files of the theme's
# folder, without suffix, such as `vignettes/sheriff`.
DRAWINGS = "drawings"

# What scripts of pages and tools read, as JSON.
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: a tab of the play aid.

    `data` returns what the scripts of the tool read, as data for JSON: of a library and the id of a
    game; None if the game has nothing for the tool. `scripts` and `styles` are named as in `Kind`.
    The label `aid_NAME` is the title of the tab.
    """

    name: str
    data: Callable[[Library, str], Mapping[str, object] | None]
    scripts: tuple[str, ...]
    styles: tuple[str, ...] = ()


# --- texts of the play aid: plain, with marks for bold and italic words ---------------------------


# A text by language. BOLD and ITALIC stand at both ends of words that are set so.
Marked = dict[str, str]

BOLD, ITALIC = "\u0002", "\u0003"

_STRONG, _EMPHASIS = re.compile(r"</?strong>"), re.compile(r"</?em>")


def marked_text(text: Text, content: GameContent) -> Marked:
    """A text in all languages of a game."""
    return {lang: marked(say(text, lang, content)) for lang in content.game.languages}


def marked(words: str) -> str:
    """Typeset HTML as plain text whose bold and italic words are marked."""
    return plain(_EMPHASIS.sub(ITALIC, _STRONG.sub(BOLD, words)))


def tools() -> tuple[Tool, ...]:
    """The tools of all extras, in the order of their tabs."""
    return tuple(load(part) for each in extras() for part in each.tools)


# --- the play aid of a game: one page with the tools that the game has something for --------------


def aid_page(library: Library, game: str) -> bytes | None:
    """The play aid of a game in all its languages; None if the game has nothing for any tool."""
    found = [(tool, data) for tool in tools() if (data := tool.data(library, game)) is not None]
    if not found:
        return None
    content = library.games[game]
    scripts = ["browser/aid", *(name for tool, _ in found for name in tool.scripts)]
    styles = ["browser/aid", *(name for tool, _ in found for name in tool.styles)]
    # Tools share scripts.
    files = (tuple(dict.fromkeys(scripts)), tuple(dict.fromkeys(styles)))
    wanted = list[tuple[str, str, float]]()
    for _, data in found:
        names = data.get(DRAWINGS, ())
        assert isinstance(names, Iterable)
        wanted += ((str(name), str(name), GRID) for name in names)
    drawings = theme_drawings(library.folders, content.game.theme, wanted)
    every = {"tools": [{"name": tool.name, "data": data} for tool, data in found]}
    return write_page(library, content, Kind("aid", "aid_", *files), every, drawings)


def browser_channels(
    library: Library, game: str, runner: JobRunner | None = None
) -> Iterator[Channel]:
    """The page of a game for browsers: one that an extra makes of it, such as its quests, or its
    play aid.
    """
    pages = (load(part)(library, game) for part in named_parts("pages").values())
    page = next((page for page in pages if page), None) or aid_page(library, game)
    if page is not None:
        yield Channel("web", "web", lambda: iter([ChannelFile("index.html", page)]))
