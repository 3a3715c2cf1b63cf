"""The check that a clause and the figure that it quotes are about the same row of a study."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from printgen.analysis.chapter_blocks import Block, blocks
from printgen.analysis.resolve import ComputationError
from printgen.analysis.translations import at_line
from printgen.content.check import Findings, check
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.content.models.study import Study
from printgen.mechanics.studies import answer
from printgen.problems import Finding

# A quoted figure: its words, its study and its row.
_QUOTED = re.compile(r"\[([^\[\]]*)\]\{\.odds key=\"(\S+) (\S+) (\S+)\"\}")

# What ends a clause before a figure.
_CLAUSE_END = re.compile(r"[.,;:!?…](?!\w)")


@check("quoted-row", "warning")
def quoted_row(content: GameContent, library: Library) -> Findings:
    """A clause that names a profile before a figure of a study quotes the figure of this profile,
    not that of another one (a warning): `The Barbarian wins [22%]{.odds key="thrones dwarf 1"}`.
    """
    for chapter in content.chapters.values():
        if not any(quoted.of_study for quoted in chapter.quoted_values):
            continue
        for block in blocks(chapter):
            for line, own, named in _strangers(content, library, block, chapter.lang):
                message = f"the clause names '{named}', but the figure is that of '{own}'"
                yield Finding(at_line(chapter, line), message)


def _strangers(
    content: GameContent, library: Library, block: Block, lang: str
) -> Iterator[tuple[int, str, str]]:
    """The figures after the name of another profile: the line, and the names of both."""
    start, after = 0, ""
    for quote in _QUOTED.finditer(block.text):
        clause = _CLAUSE_END.split(block.text[start : quote.start()])[-1]
        key, study = ("profile rows", content.id, quote[2], lang), quote[2]
        names = library.remember(key, partial(_profile_names, content, library, study, lang))
        named = {row for row, name in names.items() if _has(clause, name)}
        if len(named) == 1 and quote[3] in names and not named & {after, quote[3], quote[4]}:
            line = block.line + block.text.count("\n", 0, quote.start())
            yield line, names[quote[3]], names[min(named)]
        # In `[22%]… of the Barbarian’s games and [8%]… of the Mage’s`, names follow figures.
        start, after = quote.end(), "" if named - {after} else quote[3]


def _profile_names(content: GameContent, library: Library, study: str, lang: str) -> dict[str, str]:
    """The names of the profiles that are rows of a study, by row."""
    entry: Entry[Study] | None = library.find("studies", content.id, study)
    try:
        result = answer(library, entry) if entry else None
    except ComputationError:
        return {}  # reported by study-invalid
    found = {}
    for series in result.series if result else ():
        profile: Entry[Profile] | None = library.find("profiles", content.id, series.key)
        if profile:
            text = profile.value.name
            found[series.key] = text[text.language_for(lang, content.first_language)]
    return found


def _has(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None
