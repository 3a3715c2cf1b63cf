"""The dice of a game as buttons: those that its texts and tables name, and those with faces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from printgen.content.library import GameContent
from printgen.content.models.text import Text
from printgen.extra import extra
from printgen.extras.vassal.elements import MODULE, add, safe_name
from printgen.typography.text import plain_words, say

# Dice as texts write them: `2D6`. `[0-9]`, because `\\d` matches the digits of all scripts.
_DICE = re.compile(r"(?<![\w.])([0-9]{0,2})[dD](4|6|8|10|12|20|66|100)(?![\w.])")

# The most buttons, and the most dice of one.
_MOST_BUTTONS, _MOST_DICE = 12, 20

# The dice of a roll of poker dice.
_POKER_DICE = 5

_REPORT = "$name$: $result$ ($PlayerName$)"


def add_dice(module: Element, content: GameContent, lang: str, words: Mapping[str, str]) -> None:
    """The buttons of the dice of a game."""
    for count, sides in sorted(_rolled(content, lang))[:_MOST_BUTTONS]:
        name = f"{count}D{sides}"
        add(
            module, f"{MODULE}DiceButton", name=name, text=name, tooltip=name,
            icon="/images/die.gif", hotkey="", nDice=count, nSides=sides, plus=0, addToTotal=0,
            reportTotal=False, reportFormat=_REPORT, prompt=False, sortDice=False,
        )  # fmt: skip
    for name, dice in _faced(content, lang, words):
        _add_faced(module, name, dice)


def _rolled(content: GameContent, lang: str) -> set[tuple[int, int]]:
    """The numbers of dice and of sides that tables and chapters roll. D66 is two dice."""
    texts = [table.value.roll.dice for table in content.tables.values() if table.value.roll]
    texts += [
        token.content
        for chapter in content.chapters.values()
        if chapter.lang == lang
        for token in chapter.tokens
        if token.type == "inline"
    ]
    found = set()
    for count, sides in (match.groups() for text in texts for match in _DICE.finditer(text)):
        number = min(int(count or 1), _MOST_DICE)
        found.add((2, 6) if sides == "66" else (max(1, number), int(sides)))
    return found


def _faced(
    content: GameContent, lang: str, words: Mapping[str, str]
) -> Iterator[tuple[str, list[list[str]]]]:
    """The dice with faces of their own: a name, and the faces of each die that is rolled."""

    def said(texts: list[Text]) -> list[str]:
        return [safe_name(plain_words(say(text, lang, content))) for text in texts]

    game = content.game
    scale = game.scales.get(game.poker.faces or "") if game.poker else None
    if scale:
        faces = said([rank.label for rank in scale.ranks.values()])
        yield words["dice"], [faces] * _POKER_DICE
    if extra("pieces") is None:
        return
    from printgen.extras.pieces.models import StickersProduct

    for product in content.products_of(StickersProduct):
        (title,) = said([product.value.title])
        dice = [said(die.faces) for die in product.value.dice for _ in range(die.copies)]
        yield title, dice[:_MOST_DICE]


def _add_faced(module: Element, name: str, dice: list[list[str]]) -> None:
    results = " ".join(f"$result{number + 1}$" for number in range(len(dice)))
    button = add(
        module, f"{MODULE}SpecialDiceButton", name=name, text=name, tooltip=name,
        icon="/images/die.gif", hotkey="", resultChatter=True, resultWindow=False,
        resultButton=False, format=f"$name$: {results} ($PlayerName$)",
        windowTitleResultFormat="$name$", windowX=0, windowY=0, backgroundColor="",
    )  # fmt: skip
    for number, faces in enumerate(dice):
        die = add(button, f"{MODULE}SpecialDie", name=f"{number + 1}", report="")
        for value, face in enumerate(faces):
            add(die, f"{MODULE}SpecialDieFace", text=face, value=value + 1, icon="")
