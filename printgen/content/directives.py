"""The directives of chapters."""

from __future__ import annotations

import re

from printgen.content.images import PICTURES
from printgen.extra import Directive as Added
from printgen.extra import extras

# What the picture of a figure shows, at the end of its caption.
_ALT = re.compile(r"\s*\{alt=[\"“]([^\"”}]*)[\"”]\}\s*$")

# The name of a picture file with spaces in it.
_SPACED = re.compile(rf".+?(?:{'|'.join(map(re.escape, PICTURES))})(?=\s|$)", re.I)

# The directives of extras by their names.
_ADDED = {name: added for each in extras() for name, added in each.directives.items()}

# The argument of each leaf directive: an entry of a kind, a scale or stat line of the game, words,
# a file with a caption, or none.
LEAF_DIRECTIVES: dict[str, str] = {
    "profile": "profiles",
    "table": "tables",
    "scenario": "scenarios",
    "roster": "rosters",
    "plan": "plans",
    "study": "studies",
    "statlines": "stat_line",
    "stats": "stat_line",
    "traits": "words",
    "traitlines": "words",
    "scale": "scale",
    "figure": "file",
    "template": "file",
    "components": "products",
    "icons": "icons",
    "piles": "",
    "page-break": "",
    **{name: added.argument for name, added in _ADDED.items()},
}

# The kinds of printgen that a reference can name; those that a game declares have their own names.
REFERABLE = (
    "profile",
    "table",
    "scenario",
    "roster",
    "plan",
    "study",
    "trait",
    "scale",
    *(name for name, added in _ADDED.items() if added.referable),
)

# Directives that print entries as the rows of a table, which other directives show in full.
TABLES = ("statlines", "traitlines")

# Directives that enclose text.
CONTAINER_DIRECTIVES = ("aside", "box", "story")

DIRECTIVES = (*LEAF_DIRECTIVES, *CONTAINER_DIRECTIVES)

# What each directive prints, in words: for the reference and for editors.
DIRECTIVE_WORDS: dict[str, str] = {
    "profile": "A profile with its name, its stats, its traits and its story.",
    "table": "A table of the game, with its title and its note.",
    "scenario": "A scenario: its forces, its set-up with the plan of the table, objectives, rules.",
    "roster": "A roster: its members with their upgrades and points.",
    "plan": "An action plan, with its actions in order.",
    "study": "The answer to a question of chance, as a table.",
    "statlines": "All profiles that have values for a stat line, as one table.",
    "stats": "The stats of a stat line with their names and what they mean (`about`), as a table.",
    "traits": "Traits with their rules: all of some kinds, or single ones, in the given order.",
    "traitlines": "Traits with their stats and their rules, as one table: a column for each stat.",
    "scale": "The ranks of a scale with what they mean, as a table.",
    "figure": "A picture of the theme (`art/…`) or of the game (`images/…`), with a caption. "
    '`{alt="A desk, with a map."}` at its end says what the picture shows, for those who cannot '
    "see it.",
    "template": "What a template of the theme prints, such as tracks to fill in.",
    "components": "The products of the game that are printed, as a table: all but books, or some.",
    "icons": "The icons of the game with what they are called, as a list: all, or some.",
    "piles": "The piles that the pack of cards is dealt into, as a table.",
    "page-break": "Nothing: what follows begins on a new page.",
    **{name: added.words for name, added in _ADDED.items()},
    "aside": "Words beside the rules, such as a comment or advice, set apart from them.",
    "box": "Words in a frame, such as a summary, with the title after the name.",
    "story": "A piece of story, in the typeface that the theme has for it.",
}


def added_directive(name: str) -> Added | None:
    """The directive of an extra; None if it is not of one."""
    return _ADDED.get(name)


def split_alt(argument: str) -> tuple[str, str]:
    """The file and the caption of a figure, and its `alt`, empty without one."""
    found = _ALT.search(argument)
    return (argument[: found.start()], found[1].strip()) if found else (argument, "")


def split_file(argument: str) -> tuple[str, str]:
    """The file that a directive names, and its caption. The name of a picture may have spaces if
    its ending is there.
    """
    first, _, rest = argument.partition(" ")
    if not first.lower().endswith(PICTURES) and (found := _SPACED.match(argument)):
        first, rest = found[0], argument[found.end() :]
    return first, rest.strip()
