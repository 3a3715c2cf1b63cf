"""Checks of the icons of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.checks.images import picture_faults
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.markdown import Chapter, prose
from printgen.content.model_texts import texts
from printgen.content.places import place_of_words
from printgen.problems import Finding, Position, did_you_mean, nearest
from printgen.typography.icons import NEAR_ICON, is_picture

# Most characters of an icon that is no picture.
_CHARACTERS = 4


@check("icon-invalid")
def icon_invalid(content: GameContent, library: Library) -> Findings:
    """An icon is a picture file (SVG, PNG, JPEG or WebP) in the folder of its game, or up to four
    characters. A drawing is valid XML, has a size (`viewBox`) and draws something.
    """
    for name, icon in content.game.icons.items():
        faults: Iterable[tuple[str, str]] = ()
        if is_picture(icon):
            faults = picture_faults(library, content, icon)
        elif len(icon) > _CHARACTERS:
            message = f"'{icon}' is neither a picture nor {_CHARACTERS} characters"
            faults = [(message, "such as images/oil.svg")]
        for message, hint in faults:
            yield content.entry.finding(message, "icons", name, hint=hint)


@check("icon-unknown")
def icon_unknown(content: GameContent, library: Library) -> Findings:
    """Each name in braces, such as `{oil}`, is the name of an icon of the game."""
    for entry in content.entries():
        for path, text in texts(entry.value):
            for lang, words in text.items():
                if "{" in words:
                    start = entry.at(*path, *([lang] if lang else []))
                    yield from _unknown(content, library, start, words)
    for chapter in content.chapters.values():
        for start, words in _paragraphs(chapter):
            yield from _unknown(content, library, start, words)


def _unknown(content: GameContent, library: Library, start: Position, words: str) -> Findings:
    """What a text would print as typed, for the lack of an icon, at its place."""
    known = content.game.icons
    for match in NEAR_ICON.finditer(words):
        written, name = match[0][1:-1], match[1].lower().replace("_", "-")
        # After colons, it is the name of a directive, and chapter-text says so.
        if written in known or words[: match.start()].endswith("::"):
            continue
        hint = f"write {{{name}}}" if name in known else _meant(content, written)
        place = place_of_words(library, start, words, match.start(), match[0])
        yield Finding(place, f"no icon '{written}'", hint)


def _meant(content: GameContent, written: str) -> str:
    """What a name in braces may mean: an icon, or the value of a stat or of a fact."""
    known, game = content.game.icons, content.game
    if nearest(written, known):
        return did_you_mean(written, known)
    stats = [key for line in game.stat_lines.values() for key in line.stats]
    stats += [key for kind in game.kinds.values() for key in kind.fields]
    values = {**{fact: f"of={fact}" for fact in game.facts}, **{s: f"stat={s}" for s in stats}}
    if found := nearest(written, values):
        quote = f"a value is quoted as [4]{{.is {values[found]}}}"
        return quote if found == written else f"did you mean '{found}'? {quote}"
    return did_you_mean(written, known) or "the game has no `icons:`"


def _paragraphs(chapter: Chapter) -> Iterator[tuple[Position, str]]:
    """The paragraphs of a chapter that may name icons, and the lines that they begin on."""
    line = 0
    for token in chapter.tokens:
        line = token.map[0] if token.map else line
        if token.type == "inline" and "{" in token.content:
            yield Position(chapter.file, line + 1), prose(token.children or ())
