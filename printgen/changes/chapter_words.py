"""What changed in the chapters of books, heading by heading and paragraph by paragraph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from markdown_it.token import Token

from printgen.changes.said import Said
from printgen.changes.words import EntryChange, Line, line, text_line
from printgen.content.markdown import Chapter


@dataclass(slots=True)
class _Section:
    """The paragraphs under a heading."""

    id: str
    heading: str
    paragraphs: list[str] = field(default_factory=list)


def chapter_changes(old: Said, new: Said) -> Iterator[EntryChange]:
    """The chapters in the language that changed."""
    if old.lang not in old.edition.content.game.languages:
        # A translation is no change.
        return
    before, after = _chapters(old), _chapters(new)
    for name in dict.fromkeys([*after, *before]):
        one, other = before.get(name), after.get(name)
        chapter, said = (other, new) if other else (one, old)
        assert chapter is not None
        hidden = {("chapters", f"{name}.{old.lang}"), ("chapters", "")}
        broken = one is None and bool(hidden & old.edition.content.broken)
        lines = list(_lines(one, other)) if one and other else []
        change = "added" if one is None else "removed" if other is None else "changed"
        if lines or change != "changed":
            yield {
                "kind": "chapters",
                "id": f"{said.edition.game}/{name}",
                "label": said.labels["changes_kind_chapters"],
                "name": next((heading.words for heading in chapter.headings), name),
                "earlier": "",
                "change": "unread" if broken else change,  # type: ignore[typeddict-item]
                "lines": lines,
            }


def _chapters(said: Said) -> dict[str, Chapter]:
    found = said.edition.content.chapters.items()
    return {name: chapter for (name, lang), chapter in found if lang == said.lang}


def _lines(old: Chapter, new: Chapter) -> Iterator[Line]:
    """The changes of a chapter, under the headings of the new one."""
    before = {section.id: section for section in _sections(old)}
    after = _sections(new)
    for section in after:
        if section.id not in before:
            yield line("gained", section.heading, "", " ".join(section.paragraphs))
        else:
            earlier = before[section.id]
            if earlier.heading != section.heading:
                yield text_line("", earlier.heading, section.heading)
            yield from _paragraphs(section.heading, earlier.paragraphs, section.paragraphs)
    for id in before.keys() - {section.id for section in after}:
        yield line("lost", before[id].heading, " ".join(before[id].paragraphs), "")


def _paragraphs(heading: str, old: Sequence[str], new: Sequence[str]) -> Iterator[Line]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for operation, i, j, k, end in matcher.get_opcodes():
        if operation == "equal":
            continue
        paired = min(j - i, end - k)
        for number in range(paired):
            yield text_line(heading, old[i + number], new[k + number])
        yield from (line("lost", heading, words, "") for words in old[i + paired : j])
        yield from (line("gained", heading, "", words) for words in new[k + paired : end])


def _sections(chapter: Chapter) -> list[_Section]:
    """The paragraphs of a chapter by heading; those before the first one have none."""
    found = [_Section("", "")]
    in_heading = False
    for token in chapter.tokens:
        if token.type == "heading_open":
            in_heading = True
            found.append(_Section(str(token.attrs["id"]), ""))
        elif token.type == "heading_close":
            in_heading = False
        elif token.type == "inline" and in_heading:
            found[-1].heading = _words(token)
        elif token.type == "inline":
            found[-1].paragraphs.append(_words(token))
    return [section for section in found if section.id or section.paragraphs]


def _words(token: Token) -> str:
    """The words of a paragraph, without its marks."""
    shown = ("text", "text_special", "code_inline")
    breaks = ("softbreak", "hardbreak")
    parts = (
        " " if child.type in breaks else child.content if child.type in shown else ""
        for child in token.children or ()
    )
    return "".join(parts).strip()
