"""Checks of boxes, screens and stickers."""

from __future__ import annotations

from printgen.content.directives import CONTAINER_DIRECTIVES
from printgen.content.library import GameContent, Library
from printgen.content.models.products import CardsProduct
from printgen.extras.pieces.models import BoxProduct, ScreenProduct, StickersProduct
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check

# The numbers of faces of dice.
_DIE_FACES = (4, 6, 8, 10, 12, 20)


@check("holds-unknown")
def holds_unknown(content: GameContent, library: Library) -> Findings:
    """What a box holds are products of the game with `output: cards`: the size and the number of
    their cards give the size of the box.
    """
    decks = [deck.id for deck in content.products_of(CardsProduct)]
    for box in content.products_of(BoxProduct):
        for number, name in enumerate(box.value.holds):
            if name not in decks:
                other = name in content.products
                message = f"'{name}' is no product of cards" if other else f"no product '{name}'"
                yield box.finding(message, "holds", number, hint=did_you_mean(name, decks))


@check("die-faces", "warning")
def die_faces(content: GameContent, library: Library) -> Findings:
    """The stickers of a die are as many as a die has faces: 4, 6, 8, 10, 12 or 20 (a
    warning: a die may have stickers on some of its faces only).
    """
    for stickers in content.products_of(StickersProduct):
        for number, die in enumerate(stickers.value.dice):
            if len(die.faces) not in _DIE_FACES:
                known = ", ".join(map(str, _DIE_FACES))
                message = f"no die has {len(die.faces)} faces"
                yield stickers.finding(message, "dice", number, "faces", hint=f"known: {known}")


@check("panel-chapter")
def panel_chapter(content: GameContent, library: Library) -> Findings:
    """The chapter on a panel of a screen exists in the languages of the screen, and has prose and
    tables only: other directives need the pages of a book.
    """
    names = sorted({name for name, _ in content.chapters})
    for screen in content.products_of(ScreenProduct):
        languages = screen.value.languages or content.game.languages
        for number, panel in enumerate(screen.value.panels):
            if panel.chapter is None:
                continue
            path = ("panels", number, "chapter")
            found = [content.chapters.get((panel.chapter, lang)) for lang in languages]
            missing = [lang for lang, each in zip(languages, found, strict=True) if each is None]
            if missing:
                where = "" if len(missing) == len(languages) else f" in {', '.join(missing)}"
                written = f"write chapters/{panel.chapter}.{missing[0]}.md"
                hint = written if where else did_you_mean(panel.chapter, names)
                yield screen.finding(f"no chapter '{panel.chapter}'{where}", *path, hint=hint)
            shown = {each.name for chapter in found if chapter for each in chapter.directives}
            for name in sorted(shown - {"table", *CONTAINER_DIRECTIVES}):
                message = f"a screen cannot show the {{{name}}} of chapter '{panel.chapter}'"
                yield screen.finding(message, *path, hint="list tables under `tables:`")


# The panels of a lid and a tray; a tuckbox has all.
_TRAY_PANELS = ("front", "side", "bottom")


@check("panel-unused", "warning")
def panel_unused(content: GameContent, library: Library) -> Findings:
    """The panels of a box are those of its style: a lid and a tray have a `front`, a `side` and a
    `bottom` (a warning).
    """
    for box in content.products_of(BoxProduct):
        for name in box.value.panels if box.value.style == "lid-and-tray" else ():
            if name not in _TRAY_PANELS:
                message, hint = f"a lid-and-tray box has no {name}", "known: front, side, bottom"
                yield box.finding(message, "panels", name, hint=hint, key=True)


CHECKS = (holds_unknown, panel_chapter, die_faces, panel_unused)
