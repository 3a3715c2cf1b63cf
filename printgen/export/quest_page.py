"""The quests of a game to be played in a browser: one page that needs no other file.

The rules in it are `templates/_shared/quest/engine.js`, which tests hold against
`printgen.odds.table`. What comes from content is data and drawings: no text becomes HTML, no drawing
runs a script, and of a project's templates only the style of its theme is taken. The policy of the
page lets nothing be fetched.
"""

from __future__ import annotations

import html
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from printgen.library import Entry, GameContent, Library
from printgen.models import Quest, Text
from printgen.models.game import Game
from printgen.odds.quest import Quest as Model
from printgen.odds.quest import TooLarge
from printgen.odds.table import values
from printgen.outputs.views import labels
from printgen.project import TEMPLATES, Folders, find_template_file
from printgen.render.embed import Cut, font_faces, lacking
from printgen.render.measure import FALLBACK, font_file
from printgen.render.templates import environment
from printgen.render.view import say
from printgen.rules.heroes import ARMOUR, LIFE, Heroes, chosen
from printgen.rules.named import Unanswerable
from printgen.rules.studies.quests import fare, quest_model

View = dict[str, Any]

SCRIPTS = ("engine", "dom", "words", "store", "cards", "game", "start", "play", "main")
COURTS = ("jack", "queen", "king")
# Drawings and styles of a theme that are larger are left out: they come from strangers too.
MAX_DRAWING, MAX_DRAWINGS, MAX_STYLE = 300_000, 4_000_000, 100_000
NAMES = {"fr": "Français", "en": "English"}
_TAG = re.compile(r"<[^>]*>")
# A rule of a style that says which font it wants, and leaves its file to us.
_WANTED = re.compile(
    r'@font-face \{ font-family: "([^"]+)"; font-weight: (\d+)(?:; font-style: (italic))? \}'
)


def quest_page(library: Library, game: str) -> bytes | None:
    """The page of a game's quests, in all its languages; None when none of them can be played."""
    content = library.games[game]
    models = dict(_models(content))
    if not models:
        return None
    try:
        heroes = chosen(library, game, [])
    except Unanswerable:
        return None
    data = _data(library, content, models, heroes)
    drawings = _drawings(library.folders, content, data)
    data["art"] = sorted(drawings)
    return _page(library, content, data, drawings).encode()


def _models(content: GameContent) -> Iterator[tuple[str, Model]]:
    for name, quest in content.quests.items():
        try:
            yield name, quest_model(content, quest)
        except Unanswerable:
            continue


# --- data --------------------------------------------------------------------------------------


def _data(
    library: Library, content: GameContent, models: dict[str, Model], heroes: Heroes
) -> View:
    """All that the page knows of the game."""
    game = content.game
    first = next(iter(models.values()))
    rules = game.quests
    assert rules is not None
    assert rules.combat is not None
    return {
        "game": content.id,
        "langs": game.languages,
        "title": _words(game.title, content),
        "subtitle": _words(game.subtitle, content) if game.subtitle else None,
        "words": {lang: _labels(library.folders, game.theme, lang) for lang in game.languages},
        "advances": _faces(content, rules.pile, values(first.advances)),
        "cards": _faces(content, rules.combat, values(first.cards)),
        "most": [first.life_max, first.armour_max],
        "reach": first.reach,
        "counters": [
            {"symbol": counter.symbol, "label": _words(counter.label, content)}
            for counter in (game.counters[LIFE], game.counters[ARMOUR])
        ],
        "types": {
            name: {"symbol": kind.symbol, "label": _words(kind.label, content)}
            for name, kind in rules.types.items()
        },
        "story_sign": rules.story_symbol,
        **_signs(game),
        "quests": [
            _quest(content, content.quests[name], model) for name, model in models.items()
        ],
        "heroes": list(_heroes(content, models, heroes)),
    }


def _words(text: Text, content: GameContent) -> dict[str, str]:
    """A text in each language, without markup."""
    return {lang: _plain(say(text, lang, content)) for lang in content.game.languages}


def _plain(words: str) -> str:
    return html.unescape(_TAG.sub("", words))


def _labels(folders: Folders, theme: str, lang: str) -> dict[str, str]:
    found = labels(folders, theme, lang)
    return {
        key.removeprefix("play_"): _plain(words)
        for key, words in found.items()
        if key.startswith("play_")
    }


def _signs(game: Game) -> dict[str, str]:
    """What stands on the backs of the cards: the sign of fights, and that of the road."""
    assert game.quests is not None
    fights = [kind.symbol for kind in game.quests.types.values() if kind.fight]
    return {"combat_sign": (fights or ["×"])[0], "step_sign": game.quests.story_symbol}


def _faces(content: GameContent, name: str, numbers: list[int]) -> list[View]:
    """The cards of a pile by value, the least first, as the engine numbers them."""
    game = content.game
    assert game.deck is not None
    pile, ranks = game.deck.piles[name], game.scales[game.deck.ranks].ranks
    faces = []
    for rank in pile.ranks:
        label = _words(ranks[rank].label, content)
        shown = label[content.first_language]
        for name in pile.suits:
            suit = game.suits[name]
            faces.append(
                {
                    "value": ranks[rank].value,
                    "rank": label,
                    "name": _words(ranks[rank].name or ranks[rank].label, content),
                    "suit": suit.symbol,
                    "suit_name": _words(suit.label, content),
                    "red": suit.red,
                    "pips": int(shown) if shown in map(str, range(1, 11)) else 0,
                    "court": rank if rank in COURTS else "",
                }
            )
    faces.sort(key=lambda face: face["value"])
    assert [face["value"] for face in faces] == numbers
    return faces


def _quest(content: GameContent, entry: Entry[Quest], model: Model) -> View:
    steps: list[View] = []
    stories: list[View] = []
    for row in entry.value.steps:
        if row.story is not None:
            text = _words(row.story, content)
            stories.append({"before": len(steps) + 1, "text": text, "art": row.art})
            continue
        assert row.name is not None
        step = model.steps[len(steps)]
        steps.append(
            {
                "type": row.type,
                "name": _words(row.name, content),
                "enemy": step.enemy,
                "effect": [step.life, step.armour],
                "result": _words(row.result, content) if row.result else None,
            }
        )
    subtitle = entry.value.subtitle
    return {
        "id": entry.id,
        "title": _words(entry.value.title, content),
        "subtitle": _words(subtitle, content) if subtitle else None,
        "art": entry.id,
        "steps": steps,
        "stories": stories,
    }


def _heroes(content: GameContent, models: dict[str, Model], heroes: Heroes) -> Iterator[View]:
    chances: dict[str, list[float]] = {name: [] for name in heroes}
    for model in models.values():
        try:
            run = fare(model, heroes, "best")
        except TooLarge:
            continue
        for name, journey in run.items():
            chances[name].append(round(journey.win, 5))
    for name, (profile, (life, armour)) in heroes.items():
        value = profile.value
        yield {
            "id": name,
            "name": _words(value.name, content),
            "epithet": _words(value.epithet, content) if value.epithet else None,
            "life": life,
            "armour": armour,
            "art": value.vignette,
            "chances": chances[name] if len(chances[name]) == len(models) else None,
        }


# --- drawings, fonts, style ----------------------------------------------------------------------


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
        found[name] = path.read_text(encoding="utf-8", errors="replace")
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
    # Within a style, `</style` would end it.
    return re.sub(r"</(?=style)", r"<\\/", f"{fonts}\n{rules}", flags=re.IGNORECASE)


def _cuts(wanted: Iterable[tuple[str, int, bool]]) -> Iterator[Cut]:
    for family, weight, italic in dict.fromkeys(wanted):
        path = font_file(family, weight, italic)
        if path is not None:
            yield family, weight, italic, path


# --- the page --------------------------------------------------------------------------------------


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
            "img-src blob:",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    art = zlib.compress(json.dumps(drawings, ensure_ascii=False).encode(), 9)
    return environment().get_template("_shared/quest/page.html.j2").render(
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


def _shown(*texts: str) -> str:
    """The characters that a page may show, in capitals too."""
    shown = {c for text in texts for c in text if c.isprintable()} | {"\u00a0", "\u202f"}
    shown |= set(map(chr, range(32, 127)))
    return "".join(sorted({c for each in shown for c in (each, *each.upper())}))


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
