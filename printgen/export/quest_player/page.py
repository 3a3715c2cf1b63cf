"""The quest player: the quests of a game as one HTML page without other files.

The rules in it are `templates/_shared/quest/engine.js`, which tests hold against
`mechanics/quest/table.py`. What comes from content is data and drawings: no text becomes HTML, no
drawing runs a script, and of a project's templates only the style of its theme is taken. The policy
of the page lets nothing be fetched.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from xml.etree.ElementTree import ParseError

from printgen.content.library import GameContent, Library
from printgen.export.ebooks.illustrations import read_drawing
from printgen.export.quest_player.data import View, quest_data
from printgen.export.quest_player.drawings import coarser
from printgen.layout.templates import environment
from printgen.project import TEMPLATES, Folders, find_template_file
from printgen.typography.embed import Cut, font_faces, lacking
from printgen.typography.measure import FALLBACK, font_file

SCRIPTS = ("engine", "dom", "words", "store", "cards", "game", "start", "play", "main")

# Drawings and styles of a theme that are larger are left out: they come from strangers too.
MAX_DRAWING, MAX_DRAWINGS, MAX_STYLE = 300_000, 4_000_000, 100_000

# The engravings have 20 units per millimetre; on a screen, 8 look the same.
COARSE = 2.5

NAMES = {"fr": "Français", "en": "English"}

# A rule of a style that says which font it wants, and leaves its file to us.
_WANTED = re.compile(
    r'@font-face\s*\{\s*font-family:\s*"([^"]+)"\s*;\s*font-weight:\s*(\d+)\s*;?'
    r"\s*(?:font-style:\s*(italic)\s*;?)?\s*\}"
)


def quest_page(library: Library, game: str) -> bytes | None:
    """The page of a game's quests, in all its languages; None when none of them can be played."""
    content = library.games[game]
    data = quest_data(library, game)
    if data is None:
        return None
    drawings = _drawings(library.folders, content, data)
    data["art"] = sorted(drawings)
    return _page(library, content, data, drawings).encode()


# --- drawings, fonts, style ------------------------------------------------------------------


def _drawings(folders: Folders, content: GameContent, data: View) -> dict[str, str]:
    """The drawings of the theme that the page shows, by name."""
    wanted: list[str] = ["divider", *data["types"]]
    wanted += [hero["art"] for hero in data["heroes"] if hero["art"]]
    for quest in data["quests"]:
        wanted += [quest["art"], *(story["art"] for story in quest["stories"] if story["art"])]
    found: dict[str, str] = {}
    left = MAX_DRAWINGS
    for name in dict.fromkeys(wanted):
        path = find_template_file(folders, f"{content.game.theme}/art/{name}.svg")
        if path is None or path.stat().st_size > min(MAX_DRAWING, left):
            continue
        try:
            read_drawing(path)
        except (ValueError, ParseError):
            # As if it were not there: the page has words for everything.
            continue
        found[name] = coarser(path.read_text(encoding="utf-8", errors="replace"), COARSE)
        left -= len(found[name])
    return found


def _style(folders: Folders, theme: str, shown: str) -> str:
    """The style of all such pages and that of the theme, with the fonts that they want."""
    parts = [(TEMPLATES / "_shared" / "quest" / "quest.css").read_text(encoding="utf-8")]
    path = find_template_file(folders, f"{theme}/quest.css")
    if path is not None and path.stat().st_size <= MAX_STYLE:
        parts.append(path.read_text(encoding="utf-8", errors="replace"))
    own = parts[-1]
    wanted = [
        (family, int(weight), slant == "italic") for family, weight, slant in _WANTED.findall(own)
    ]
    rules = "\n".join(_WANTED.sub("", part) for part in parts)
    fonts = font_faces(_cuts(wanted), shown)
    text = font_file(*wanted[0]) if wanted else None
    others = lacking(text, shown) if text else shown
    for family in FALLBACK[1:]:
        path = font_file(family, 400, False)
        if path and others and (has := set(others) - set(lacking(path, others))):
            fonts += "\n" + font_faces([(family, 400, False, path)], "".join(sorted(has)))
            others = "".join(sorted(set(others) - has))
    # Within a style, `</style` would end it; and a browser reads no 0, so its sum would be another.
    style = re.sub(r"</(?=style)", r"<\\/", f"{fonts}\n{rules}", flags=re.IGNORECASE)
    return style.replace("\0", "")


def _cuts(wanted: Iterable[tuple[str, int, bool]]) -> Iterator[Cut]:
    for family, weight, italic in dict.fromkeys(wanted):
        path = font_file(family, weight, italic)
        if path is not None:
            yield family, weight, italic, path


# --- the page --------------------------------------------------------------------------------


def _page(library: Library, content: GameContent, data: View, drawings: dict[str, str]) -> str:
    folder = TEMPLATES / "_shared" / "quest"
    script = "\n".join((folder / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
    script = f'"use strict";\n{script}'
    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    style = _style(library.folders, content.game.theme, _shown(packed, script))
    lang = content.first_language
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_digest(script)}'",
            f"style-src '{_digest(style)}'",
            "img-src blob: data:",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    art = zlib.compress(json.dumps(drawings, ensure_ascii=False).encode(), 9)
    return (
        environment()
        .get_template("_shared/quest/page.html.j2")
        .render(
            lang=lang,
            langs=content.game.languages,
            names={code: NAMES.get(code, code) for code in content.game.languages},
            title=data["title"][lang],
            words=data["words"][lang],
            scriptless={code: data["words"][code]["scriptless"] for code in content.game.languages},
            policy=policy,
            style=style,
            script=script,
            data=packed.replace("<", "\\u003c"),
            art=b64encode(art).decode(),
        )
    )


def _shown(*texts: str) -> str:
    """The characters that a page may show, in capitals too."""
    shown = {c for text in texts for c in text if c.isprintable()} | {"\u00a0", "\u202f"}
    shown |= set(map(chr, range(32, 127)))
    return "".join(sorted({c for each in shown for c in (each, *each.upper())}))


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
