"""Write `en/reference/markdown.md` from the parser of chapters and the directives that it knows:
`python docs/marks.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from printgen.content.directives import (
    CONTAINER_DIRECTIVES,
    DIRECTIVE_WORDS,
    LEAF_DIRECTIVES,
    REFERABLE,
)
from printgen.content.markdown import read_chapter
from printgen.views.book_entries import References
from printgen.views.prose import render_chapter

PAGE = Path(__file__).resolve().parent / "en" / "reference" / "markdown.md"

INTRODUCTION = """# Marks of chapters and texts

A chapter is a file `chapters/NN-name.en.md` in Markdown: text with marks. This page has all marks
that printgen knows, then the directives, which print entries of the game. HTML is not a mark: it is
printed as typed. Below an example stands what a book prints for it.

<!-- `python docs/marks.py` writes this page. -->
"""

# The icons of the examples: in a game, `icons:` of game.yaml declares them.
_ICONS = {"oil": Markup('<span class="icon">☀</span>')}


class Mark(NamedTuple):
    """A mark: its name, what it does, and an example. What is printed is shown unless it is
    nothing that a web page can show.
    """

    name: str
    words: str
    example: str
    shown: bool = True


MARKS = (
    Mark(
        "Title and headings",
        "A chapter begins with its title. Sections begin with `##` and `###`. `{#id}` gives a "
        "heading an id of its own, for references; without it, the id is made of its words.",
        "# The fog\n\n## Seeing things {#sight}",
        False,
    ),
    Mark(
        "Emphasis",
        "One star on each side for emphasis, two for strong words, two tildes for words that are "
        "struck out, two signs of equality for highlights, grave accents for code.",
        "A *quiet* street, a **loud** one, a ~~closed~~ one, ==yours==, and `game.yaml`.",
    ),
    Mark(
        "Raised and lowered signs",
        "A caret on each side raises a word, a tilde on each side lowers what follows a letter. "
        "They have no spaces.",
        "The 1^st^ of 9 m^2^, and H~2~O.",
    ),
    Mark(
        "Quotation marks and dashes",
        "Type straight marks: each language gets its own quotation marks, apostrophes and spaces. "
        "Two hyphens are a dash.",
        'He said "no" -- and didn\'t move.',
    ),
    Mark(
        "Lists",
        "A hyphen for each item, or a number and a full stop. `[ ]` and `[x]` at the beginning of "
        "an item are boxes, to tick on paper or ticked.",
        "1. Draw a card.\n2. Move.\n\n- A lantern\n- [ ] Find the harbour\n- [x] Board a ship",
    ),
    Mark(
        "Tables",
        "A table of words in a chapter. Numbers that are rules belong into `tables/`, where they "
        "are checked.",
        "| roll | what happens |\n| --- | --- |\n| 1 | The lamp goes out. |\n| 2-6 | Nothing. |",
    ),
    Mark(
        "Definitions",
        "A word on a line, its meaning on the next after a colon.",
        "Fog\n: What hides you.",
    ),
    Mark("Quotations", "`>` at the beginning of each line.", "> Trust nobody who carries a lamp."),
    Mark(
        "Footnotes",
        "A mark in the text, the note anywhere else, or both in one. Books print notes at the foot "
        "of the page.",
        "The harbour[^1] is closed.\n\n[^1]: Since the flood.",
        False,
    ),
    Mark(
        "References",
        "`[words](#id)` leads to a heading, `[words](kind:id)` to an entry that the book prints; "
        "without words, its name is printed. Books add the number of the page. Kinds are "
        + ", ".join(f"`{kind}`" for kind in REFERABLE)
        + ", and those that the game declares. Addresses of the web are links, too: pages print "
        "them after the words.",
        "See [the rules of sight](#sight) and [](table:turn).",
        False,
    ),
    Mark(
        "Terms of the index",
        "The words are in the index of the book. `key` is the entry in the index, if that is "
        "another text.",
        'Each [wound]{.term} counts. [Wounded]{.term key="wound"} figures are slower.',
        False,
    ),
    Mark(
        "Quoted values",
        "A number that is a value of the game. The mark is not printed; `printgen check` reports "
        "the number when the value changes. `of` is an entry, a fact of `game.yaml`, or `game`; "
        "`stat` is the stat, or the place of the value.",
        'It moves [4 inches]{.is of="zombie" stat="move"}, with [five dice]{.is of="dice"}.',
    ),
    Mark(
        "Quoted odds",
        "A chance that a study computes. `key` is the study and the place in its table.",
        'You pass in [34 %]{.odds key="guts 5 dice"} of all cases.',
    ),
    Mark(
        "Icons",
        "The name of an icon of `game.yaml` in braces, in chapters and in texts.",
        "Pay 2 {oil}.",
    ),
)

TEXTS = """## Marks of texts in YAML

A text in YAML or in a sheet, such as a `text:` of a trait, is shorter: it knows emphasis,
highlights, struck words, raised and lowered signs, quoted values (without `of`, the entry itself
is quoted) and icons. The texts of a scenario quote the number of figures, or one of its tallies,
as `{count: 5 zombies}`; its set-up, objectives, rules and ending mark terms of the index. A line
that begins with `- ` in a text of several lines is no list, except in `about:` of the shop page.
"""

# An argument for each directive that has one.
ARGUMENTS = {
    "profile": "captain",
    "table": "conflicts",
    "quest": "iron-throne",
    "scenario": "awakening",
    "roster": "crew",
    "layout": "awakening",
    "map": "poggio-secco",
    "example": "first-shot",
    "plan": "shooter",
    "flowchart": "shooter",
    "study": "guts",
    "chart": "guts",
    "statlines": "figure",
    "stats": "figure",
    "traits": "skill weapon",
    "traitlines": "weapon",
    "scale": "hands",
    "components": "crew-cards reference",
    "icons": "fire water",
    "figure": "images/harbour.svg The harbour at dawn",
    "template": "hero-tracks",
}

# What the argument of a directive is.
_KINDS = {
    "stat_line": "a stat line of the game",
    "scale": "a scale of the game",
    "words": "ids of kinds of traits or of traits, separated by spaces",
    "products": "ids of products, separated by spaces; none for all but books",
    "icons": "names of icons, separated by spaces; none for all but emoji",
    "file": "the name of a file, and a caption for a figure",
    "": "none",
}


def directive_example(name: str) -> str:
    """A directive as a chapter writes it."""
    line = f":::{{{name}}} {ARGUMENTS.get(name, '')}".rstrip()
    if name in CONTAINER_DIRECTIVES:
        title = " Before you start" if name == "box" else ""
        return f"{line}{title}\nCount the lamps.\n:::"
    return line


def printed(example: str) -> str:
    """What a book prints for an example, as HTML."""
    chapter = read_chapter("g", "01-a", "en", "a.md", f"# A\n\n{example}")
    pieces = render_chapter(chapter, References(), _ICONS).pieces
    html = "".join(piece for piece in pieces if isinstance(piece, str))
    return html.partition("</h1>")[2].strip()


def page() -> str:
    """The page."""
    return "\n".join((INTRODUCTION, *map(_mark, MARKS), TEXTS, _directives()))


def _mark(mark: Mark) -> str:
    parts = [f"## {mark.name}", mark.words, f"~~~markdown\n{mark.example}\n~~~"]
    if mark.shown:
        parts.append(f'<div class="printed">\n{printed(mark.example)}\n</div>')
    return "\n\n".join(parts) + "\n"


def _directives() -> str:
    parts = [
        "## Directives\n\nA directive stands on a line of its own. Its argument names what it "
        "prints, an entry of another game as `game/id`. Each kind that a game declares is a "
        "directive, too: `:::{events} storm` prints one entry, `:::{events}` or `:::{events} all` "
        "all of them. "
        "A theme changes the look of a directive by a [template of its own](theme-files.md).\n"
    ]
    for name, kind in LEAF_DIRECTIVES.items():
        argument = _KINDS.get(kind, f"an entry of `{kind}/`")
        words = f"{DIRECTIVE_WORDS[name]} Argument: {argument}."
        parts.append(f"### {name}\n\n{words}\n\n~~~markdown\n{directive_example(name)}\n~~~\n")
    parts.append(
        "## Directives around text\n\nThey end with `:::`. The words after the name are a title.\n"
    )
    for name in CONTAINER_DIRECTIVES:
        example = directive_example(name)
        parts.append(f"### {name}\n\n{DIRECTIVE_WORDS[name]}\n\n~~~markdown\n{example}\n~~~\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
