"""Missing translations of chapters: a new file with the headings of the first language."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from printgen.content.library import GameContent
from printgen.content.markdown import Chapter
from printgen.editor.projects import EditedProject


def new_chapters(
    project: EditedProject, content: GameContent, name: str, languages: list[str]
) -> Iterator[types.CreateFile | types.TextDocumentEdit]:
    """The changes that make a chapter in other languages, from that of the first language."""
    written = {lang: each for (id, lang), each in content.chapters.items() if id == name}
    source = written.get(content.first_language, next(iter(written.values()), None))
    for lang in languages if source else ():
        assert source is not None
        folder, _, old = source.file.rpartition("/")
        path = project.path(f"{folder}/{old.removesuffix(f'.{source.lang}.md')}.{lang}.md")
        start = types.Position(0, 0)
        words = types.TextEdit(types.Range(start, start), _headings(project, source))
        yield types.CreateFile(
            path.as_uri(), options=types.CreateFileOptions(ignore_if_exists=True)
        )
        document = types.OptionalVersionedTextDocumentIdentifier(path.as_uri())
        yield types.TextDocumentEdit(document, [words])


def _headings(project: EditedProject, chapter: Chapter) -> str:
    """The headings of a chapter as they are written, with their ids."""
    lines = project.lines(chapter.file)
    numbers = (heading.position.line - 1 for heading in chapter.headings)
    return "\n\n".join(lines[number].strip() for number in numbers if number < len(lines)) + "\n"
