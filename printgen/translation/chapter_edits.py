"""Translations written into chapters: marks and blocks stay those of the source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from printgen.content.markdown_parser import markdown_parser
from printgen.translation.merging import digest_of
from printgen.translation.segments import ONE_LINE, Segment, segments, with_words
from printgen.translation.units import Pair


class Rebuilt(Exception):
    """A chapter has a text, in a line from 1, that its messages do not have."""

    def __init__(self, line: int):
        super().__init__()
        self.line = line


def translated(
    pair: Pair, new: Mapping[int, str], known: Mapping[int, str], states: Set[str]
) -> tuple[str, list[int]]:
    """A chapter with new translations, by the numbers of its texts, and the numbers of those that
    would change its blocks, which are left out. `known` are the translations that the project has,
    `states` their digests.

    A chapter that is there keeps all else; if its texts are others than those of the source, it is
    put together again: raises Rebuilt if that would lose one.
    """
    if pair.other is not None and pair.is_alike:
        return _kept(pair.other_text, pair.second, new)
    if pair.other is None:
        return _kept(pair.source_text, pair.first, new, with_ids=True)
    paired = {number: each.words for number, each in pair.pairs.items()}
    said = {*known.values(), *paired.values(), *(each.words for each in pair.first)}
    for each in pair.second:
        if each.words not in said and digest_of(each.words) not in states:
            raise Rebuilt(each.line)
    return _kept(pair.source_text, pair.first, {**known, **paired, **new}, with_ids=True)


def _kept(
    text: str, there: Sequence[Segment], new: Mapping[int, str], with_ids: bool = False
) -> tuple[str, list[int]]:
    """A chapter with words in place of its own, as long as its blocks stay as they are."""
    blocks = _blocks(text)
    if _stays(text, there, new, blocks, with_ids):
        return _written(text, there, new, with_ids), []
    wrong = [n for n in new if not _stays(text, there, {n: new[n]}, blocks, with_ids)]
    good = {n: words for n, words in new.items() if n not in wrong}
    if not _stays(text, there, good, blocks, with_ids):
        return text, sorted(new)
    return _written(text, there, good, with_ids), wrong


def _written(text: str, there: Sequence[Segment], new: Mapping[int, str], with_ids: bool) -> str:
    return with_words(text, [(there[n], _with_id(there[n], w, with_ids)) for n, w in new.items()])


def _with_id(segment: Segment, words: str, with_ids: bool) -> str:
    """The words of a heading with the id of the source, to which references lead."""
    needs = with_ids and segment.what == "heading" and not segment.written
    return f"{words} {{#{segment.id}}}" if needs else words


def _stays(
    text: str,
    there: Sequence[Segment],
    new: Mapping[int, str],
    blocks: list[tuple[str, str, str]],
    with_ids: bool,
) -> bool:
    """Whether a chapter with other words has these words, and the same blocks as before."""
    if any("\n" in words for n, words in new.items() if there[n].what in ONE_LINE):
        return False
    result = _written(text, there, new, with_ids)
    read = segments(result)
    said = [new.get(n, each.words) for n, each in enumerate(there)]
    kinds = [(each.what, words) for each, words in zip(there, said, strict=True)]
    return kinds == [(each.what, each.words) for each in read] and blocks == _blocks(result)


def _blocks(text: str) -> list[tuple[str, str, str]]:
    return [(each.type, each.tag, each.info) for each in markdown_parser().parse(text, {})]
