"""Checks of the icons of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.checks.images import picture_faults
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.markdown import Chapter
from printgen.content.model_texts import texts
from printgen.problems import Finding, Position, did_you_mean
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
    """In a game with icons, each name in braces, such as `{oil}`, is the name of an icon."""
    known = content.game.icons
    if not known:
        return
    for entry in content.entries():
        for path, text in texts(entry.value):
            for lang, words in text.items():
                for message, hint in _unknown(words, known):
                    yield entry.finding(message, *path, *([lang] if lang else []), hint=hint)
    for chapter in content.chapters.values():
        for place, words in _texts(chapter):
            for message, hint in _unknown(words, known):
                yield Finding(place, message, hint)


def _unknown(words: str, known: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What would be printed as typed, for the lack of an icon: messages and hints."""
    for match in NEAR_ICON.finditer(words):
        written, name = match[0][1:-1], match[1].lower().replace("_", "-")
        # After colons, it is the name of a directive, and chapter-text says so.
        if written in known or words[: match.start()].endswith("::"):
            continue
        if name in known:
            yield f"no icon '{written}'", f"write {{{name}}}"
        else:
            yield f"no icon '{written}'", did_you_mean(name, known)


def _texts(chapter: Chapter) -> Iterator[tuple[Position, str]]:
    """The texts of a chapter."""
    for token in chapter.tokens:
        for child in token.children or () if token.type == "inline" else ():
            if child.type == "text":
                yield Position(chapter.file, (token.map or [0])[0] + 1), child.content
