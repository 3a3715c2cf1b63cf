"""Poker dice: hands, tests of nerve, showdowns and skirmishes."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "poker_dice",
    Path(__file__).parent,
    needs=("battles", "browser", "dice", "examples"),
    game_keys={"poker": "printgen.extras.poker_dice.model:Poker"},
    used_by=("poker",),
    checks="printgen.extras.poker_dice.battle_rules:CHECKS",
    questions={
        "hands": "printgen.extras.poker_dice.study:HANDS_QUESTION",
        "guts": "printgen.extras.poker_dice.study:GUTS_QUESTION",
        "duel": "printgen.extras.poker_dice.study:DUEL_QUESTION",
    },
    examples={"lookup": "printgen.extras.poker_dice.example:LOOKUP"},
    battles="printgen.extras.poker_dice.battle_rules:BATTLES",
    tools=("printgen.extras.poker_dice.tool:SHOWDOWN",),
)
