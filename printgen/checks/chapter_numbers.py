"""Checks of the numbers of chapters, in the names of their files."""

from __future__ import annotations

from itertools import pairwise

from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.models.book_product import BookProduct
from printgen.problems import Finding

# The least number of chapters by which one can see how they are numbered.
_ENOUGH = 4


@check("chapter-number", "warning")
def chapter_number(content: GameContent, library: Library) -> Findings:
    """In a book of all chapters, each chapter has its own number, and no single number is left out
    between the first and the last (a warning). Chapters may be numbered in tens.
    """
    if not any(book.value.chapters == "all" for book in content.products_of(BookProduct)):
        return
    names = sorted({name for name, _ in content.chapters})
    jumps = [(int(two[:2]) - int(one[:2]), two) for one, two in pairwise(["00", *names])]
    # A language may be half translated: gaps are those of all languages together.
    regular = len(names) >= _ENOUGH and sum(jump > 1 for jump, _ in jumps) == 1
    for (jump, name), before in zip(jumps, ["", *names], strict=False):
        for lang in content.game.languages:
            chapter = content.chapters.get((name, lang))
            if chapter and not jump and (before, lang) in content.chapters:
                message = f"two chapters have the number {name[:2]}"
                yield Finding(chapter.position, message, f"the other one is {before}.{lang}.md")
            elif chapter and jump == 2 and regular:
                message = f"there is no chapter {int(name[:2]) - 1:02} before it"
                yield Finding(chapter.position, message)
