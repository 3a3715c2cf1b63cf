"""The quest player: the quests of a game as one self-contained HTML page.

`templates/_shared/quest/engine.js` has the rules; tests compare it with `mechanics/quest/table.py`.
Content reaches the page as data and drawings only: texts are never HTML, and drawings cannot run
scripts. Of a project's templates, the page uses only the theme's style. Its content security policy
forbids all requests.
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
from printgen.export.quest_player.data import FACES, GameData, PageData, quest_data
from printgen.export.quest_player.drawings import round_outlines
from printgen.layout.templates import environment
from printgen.project import TEMPLATES, Folders, find_template_file
from printgen.typography.embed import Cut, font_faces, lacking
from printgen.typography.measure import FALLBACK, font_file

SCRIPTS = (
    *("engine", "best", "dom", "settle", "words", "store", "sound", "cards", "game"),
    *("records", "series", "line", "lesson", "stage", "end", "tally", "start", "play", "main"),
)

STYLES = ("quest", "board")

# Maximum bytes of a drawing, of all drawings, and of a theme's style. Larger ones are left out.
MAX_DRAWING_BYTES, MAX_TOTAL_DRAWING_BYTES, MAX_STYLE_BYTES = 300_000, 4_000_000, 100_000

# Grid of the drawings and of the small faces of enemies, in their units of 1/20 mm: 8 and 5
# points per mm are enough for a screen.
GRID, FACE_GRID = 2.5, 4

LANGUAGE_NAMES = {"fr": "Français", "en": "English", "de": "Deutsch"}

# A `@font-face` rule without a source: the page embeds the font.
_FONT_RULE = re.compile(
    r'@font-face\s*\{\s*font-family:\s*"([^"]+)"\s*;\s*font-weight:\s*(\d+)\s*;?'
    r"\s*(?:font-style:\s*(italic)\s*;?)?\s*\}"
)


def quest_page(library: Library, game: str) -> bytes | None:
    """The page of a game's quests in all its languages; None if no quest can be played."""
    content = library.games[game]
    data = quest_data(library, game)
    if data is None:
        return None
    drawings = _drawings(library.folders, content, data)
    page_data: PageData = {**data, "art": sorted(drawings)}
    return _page(library, content, page_data, drawings).encode()


# --- drawings, fonts, style ------------------------------------------------------------------


def _drawings(folders: Folders, content: GameContent, data: GameData) -> dict[str, str]:
    """The theme's drawings on the page, as SVG by name. Invalid ones are left out."""
    wanted: list[str] = ["divider", *data["types"]]
    wanted += [hero["art"] for hero in data["heroes"] if hero["art"]]
    for quest in data["quests"]:
        wanted += [quest["art"], *(story["art"] for story in quest["stories"] if story["art"])]
        wanted += [step["art"] for step in quest["steps"]]
    found: dict[str, str] = {}
    left = MAX_TOTAL_DRAWING_BYTES
    for name in dict.fromkeys(wanted):
        path = find_template_file(folders, f"{content.game.theme}/art/{name}.svg")
        if path is None or path.stat().st_size > min(MAX_DRAWING_BYTES, left):
            continue
        try:
            read_drawing(path)
        except (ValueError, ParseError):
            continue
        grid = FACE_GRID if name.startswith(FACES) else GRID
        found[name] = round_outlines(path.read_text(encoding="utf-8", errors="replace"), grid)
        left -= len(found[name])
    return found


def _style(folders: Folders, theme: str, shown: str) -> str:
    """The shared style and that of the theme, with embedded fonts for the characters `shown`."""
    folder = TEMPLATES / "_shared" / "quest"
    parts = [(folder / f"{name}.css").read_text(encoding="utf-8") for name in STYLES]
    path = find_template_file(folders, f"{theme}/quest.css")
    if path is not None and path.stat().st_size <= MAX_STYLE_BYTES:
        parts.append(path.read_text(encoding="utf-8", errors="replace"))
    own = parts[-1] if path is not None else parts[0]
    wanted = [
        (family, int(weight), slant == "italic")
        for family, weight, slant in _FONT_RULE.findall(own)
    ]
    rules = "\n".join(_FONT_RULE.sub("", part) for part in parts)
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


def _cuts(wanted: Iterable[tuple[str, int, bool]]) -> Iterator[Cut]:
    for family, weight, italic in dict.fromkeys(wanted):
        path = font_file(family, weight, italic)
        if path is not None:
            yield family, weight, italic, path


# --- the page --------------------------------------------------------------------------------


def _page(library: Library, content: GameContent, data: PageData, drawings: dict[str, str]) -> str:
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
            names={code: LANGUAGE_NAMES.get(code, code) for code in content.game.languages},
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
    """The characters that a page may show, with their capitals."""
    shown = {c for text in texts for c in text if c.isprintable()} | {"\u00a0", "\u202f"}
    shown |= set(map(chr, range(32, 127)))
    return "".join(sorted({c for each in shown for c in (each, *each.upper())}))


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
