"""The texts of chapters: where they are, and whatever is written in their place."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.content.markdown import read_chapter
from printgen.extras.editing.files import edited
from printgen.extras.translation.units import Pair, Segment, segments, translated, word_edits

CHAPTER = """\
# Start {#start}

> One line\\
> and another,
> and the last.

1. first
   goes on

   a second paragraph

- [ ] a task
  - below it

Fog
: What hides you.

> | a | b \\| c |
> | --- | --- |
> | two words | |

:::{box} The  title
Inside.
:::

:::{figure} art/x.svg A caption {alt="A desk"}

```
code
```

Setext heading
==============

Twice.

## Twice

## Twice

A note[^n].

[^n]: The note
    goes on.
"""


def test_every_text_has_its_words_its_kind_and_its_key() -> None:
    assert [(each.key, each.what, each.words) for each in segments(CHAPTER)] == [
        ("#start", "heading", "Start"),
        ("#start:1", "paragraph", "One line\\\nand another, and the last."),
        ("#start:2", "paragraph", "first goes on"),
        ("#start:3", "paragraph", "a second paragraph"),
        ("#start:4", "paragraph", "[ ] a task"),
        ("#start:5", "paragraph", "below it"),
        ("#start:6", "term of a list", "Fog"),
        ("#start:7", "paragraph", "What hides you."),
        ("#start:8", "cell of a table", "a"),
        ("#start:9", "cell of a table", "b | c"),
        ("#start:10", "cell of a table", "two words"),
        ("#start:11", "title", "The title"),
        ("#start:12", "paragraph", "Inside."),
        ("#start:13", "caption", "A caption"),
        ("#start:14", "alt", "A desk"),
        ("#setext-heading", "heading", "Setext heading"),
        ("#setext-heading:1", "paragraph", "Twice."),
        ("#twice", "heading", "Twice"),
        ("#twice-2", "heading", "Twice"),
        ("#twice-2:1", "paragraph", "A note[^n]."),
        ("#twice-2:2", "paragraph", "The note goes on."),
    ]


def test_words_are_written_in_place() -> None:
    found = segments(CHAPTER)
    new = with_words(
        CHAPTER, [(found[1], "Eins\\\nzwei"), (found[9], "x | y"), (found[13], "Bild")]
    )
    assert "> Eins\\\n> zwei\n\n1. first" in new
    assert "| x \\| y |" in new
    assert ':::{figure} art/x.svg Bild {alt="A desk"}' in new
    windows = CHAPTER.replace("\n", "\r\n")
    again = segments(windows)
    assert [each.words for each in again] == [each.words for each in found]
    assert with_words(windows, [(again[1], "Eins\\\nzwei")]).count("\n") == windows.count("\n") - 1


def with_words(text: str, new: list[tuple[Segment, str]]) -> str:
    return edited(text, word_edits("", text, new))


WORDS = st.text(st.sampled_from('ab #*_`[](){}|>:!~=-+1.\\\n"^<&é🙂'), min_size=1, max_size=16)


@settings(max_examples=40, deadline=None)
@given(texts=st.dictionaries(st.integers(0, 20), WORDS, max_size=4))
def test_whatever_is_written_is_read_again_or_left_out(texts: dict[int, str]) -> None:
    chapter = read_chapter("g", "01-x", "en", "x.md", CHAPTER)
    pair = Pair(chapter, CHAPTER, segments(CHAPTER))
    [edit], wrong = translated(pair, "de", texts, {}, set())
    new = edit.new or ""
    there = segments(new)
    assert len(there) == len(pair.first)
    for number, (before, after) in enumerate(zip(pair.first, there, strict=True)):
        written = number in texts and number not in wrong
        assert after.words == (texts[number] if written else before.words)
        assert before.what != "heading" or not written or after.id == before.id
