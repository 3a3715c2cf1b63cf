"""Write `en/reference/theme-files.md` from the themes: `python docs/theme_files.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from printgen.content.directives import DIRECTIVE_WORDS
from printgen.project import TEMPLATE_SUFFIX, TEMPLATES

PAGE = Path(__file__).resolve().parent / "en" / "reference" / "theme-files.md"

INTRODUCTION = """# Files of a theme

A theme is a folder `templates/NAME/` in your project, or one of printgen’s; `theme: NAME` in
`game.yaml` chooses it. `printgen theme NAME` makes one to start from. A theme needs `style.css`;
every other file is optional, and takes the place of one that printgen has. Two themes are there for
all games: `plain` has the templates of cards, pieces and sheets, `_shared` those of books.

<!-- `python docs/theme_files.py` writes this page. -->
"""

# Style sheets and settings.
STYLES = {
    "style.css": "The style of cards, pieces and sheets. A folder without it is no theme.",
    "book.css": "The style of books on paper, after `_shared/style.css` and `_shared/book.css`.",
    "book-cover.css": "What the style of the cover adds where it is a picture of its own.",
    "web.css": "The style of books as web pages, and of the shop page.",
    "epub.css": "The style of e-books.",
    "quest.css": "The style of the page that plays quests.",
    "aid.css": "The style of the play aid.",
    "labels.yaml": "Words that printgen prints, such as `front: {en: fronts, fr: faces}`. A theme "
    "adds its own words for templates (`{{ labels.wanted }}`), another language, or other words "
    "for one that is there.",
    "styles/*/*": "Style sheets and `chart.yaml` of a style, which come after those of the theme: "
    "`style: classic` in `game.yaml` chooses `styles/classic/`.",
    "chart.yaml": "Typefaces, colours and hatching of charts: [its keys](theme-keys.md#chartyaml).",
    "map.yaml": "Typefaces and colours of hex maps: [its keys](theme-keys.md#mapyaml).",
    "itch.yaml": "What lies under the products in pictures for shops: "
    "[its keys](theme-keys.md#itchyaml).",
}

# Pictures, as patterns of names. A star is any text.
PICTURES = {
    "art/cover.svg": "The drawing on the covers of books and on pictures for shops.",
    "art/tail-*.svg": "Drawings for the free space at the end of chapters, numbered from 1 to 24.",
    "art/*.svg": "Drawings that chapters name: `:::{figure} art/fig-1.svg`, and quests: `art:`.",
    "vignettes/*.svg": "Drawings that profiles and action plans name: `vignette:`.",
    "vignettes/ornaments/*.svg": "Ornaments for the templates of the theme.",
    "shop/*.jpg": "Pictures for shop pages that `itch.yaml` names under `pictures:`.",
    "img/*.jpg": "Papers and other pictures that style sheets and `map.yaml` name.",
}

# Parts of books that no directive prints, and other templates that a theme may replace.
PARTS = {
    "book-cover": "The cover of a book.",
    "book-title": "The titles above the first chapter of a book without a cover.",
    "book-imprint": "The page with credits, licence and version.",
    "book-contents": "The table of contents.",
    "book-errata": "The notes about what is unclear in the sources, at the end.",
    "book-index": "The index.",
    "book-back": "The back cover of a book on paper.",
    "book-ending": "The pages after a book on paper: pages to write on, and the back cover.",
    "book-tail": "The drawing at the end of a chapter.",
    "book-entries": "Entries of a kind that the game declares.",
    "book-figure": "A picture with its caption.",
    "card-hidden": "A card from behind, as other players see it at a virtual table.",
    "itch-cover": "The cover picture of the shop page.",
    "itch-banner": "The banner of the shop page.",
}

# What the templates of `plain` see, as links into the page of variables.
_VARIABLES = (
    ("plan", "[sheet](templates.md#sheets) or [card](templates.md#actionplanview)"),
    ("card-", "[card](templates.md#profileview)"),
    ("recipe", "[face](templates.md#recipeview)"),
    ("common-back", "[face](templates.md#commonbackview)"),
    ("token-back", "[face](templates.md#commonbackview)"),
    ("token", "[face](templates.md#recipeview)"),
    ("standee", "[face](templates.md#recipeview)"),
    ("divider", "[face](templates.md#recipeview)"),
    ("box-panel", "[face](templates.md#boxpanelview)"),
    ("box-ground", "[face](templates.md#netgroundview)"),
    ("screen-panel", "[face](templates.md#screenpanelview)"),
    ("screen-outside", "[face](templates.md#screenoutsideview)"),
    ("sticker", "[face](templates.md#stickerview)"),
)

_SHEET = "[variables of sheets](templates.md#sheets)"


def templates(theme: str) -> list[str]:
    """The names of the templates of a theme, without the suffix."""
    found = (TEMPLATES / theme).glob(f"*{TEMPLATE_SUFFIX}")
    return sorted(path.name.removesuffix(TEMPLATE_SUFFIX) for path in found)


def comment(theme: str, name: str) -> str:
    """The comment at the head of a template; empty if there is none."""
    text = (TEMPLATES / theme / f"{name}{TEMPLATE_SUFFIX}").read_text(encoding="utf-8")
    found = re.match(r"\{#-?\s*(.*?)\s*-?#\}", text, re.DOTALL)
    return re.sub(r"\s+", " ", found[1]) if found else ""


def variables(name: str) -> str:
    """The variables that a template of `plain` sees, as a link."""
    return next((link for start, link in _VARIABLES if name.startswith(start)), _SHEET)


def _piece_rows() -> Iterator[str]:
    for name in templates("plain"):
        if not name.startswith(("book-", "web-")):
            yield f"| `{name}{TEMPLATE_SUFFIX}` | {comment('plain', name)} | {variables(name)} |"


def part_words(name: str) -> str:
    """What a template of `_shared` prints that a theme may replace; empty for other templates."""
    kind, _, rest = name.partition("-")
    return PARTS.get(name) or (DIRECTIVE_WORDS.get(rest, "") if kind == "book" else "")


def _part_rows() -> Iterator[str]:
    screen = templates("_shared")
    for name in templates("_shared"):
        if words := part_words(name):
            web = name.replace("book-", "web-", 1)
            both = [name, *([web] if web != name and web in screen else [])]
            files = ", ".join(f"`{each}{TEMPLATE_SUFFIX}`" for each in both)
            yield f"| {files} | {words} |"


def _table(head: str, rows: Iterator[str]) -> str:
    line = "| " + " | ".join("---" for _ in head.split("|")[1:-1]) + " |"
    return "\n".join((head, line, *rows))


def page() -> str:
    """The page."""
    styles = (f"| `{name.replace('*', '…')}` | {words} |" for name, words in STYLES.items())
    pictures = (f"| `{name.replace('*', '…')}` | {words} |" for name, words in PICTURES.items())
    return "\n\n".join(
        (
            INTRODUCTION.rstrip(),
            "## Styles and settings",
            _table("| file | what it is for |", styles),
            "## Templates of cards, pieces and sheets\n\nThese are in `plain`. Those that no "
            "product names, such as `recipe`, come from there unless your theme has its own. A "
            "template that a product names, such as `front: wanted`, is a file of your theme, "
            f"`wanted{TEMPLATE_SUFFIX}`; `front: plain/card-front` is that of `plain`.",
            _table("| file | what it prints | variables |", _piece_rows()),
            "## Templates of books\n\nA theme may replace each part of a book. The second template "
            "of a part is for e-books and web pages. They see the "
            "[variables of books](templates.md#books), and `piece` with what a directive shows.",
            _table("| file | what it prints |", _part_rows()),
            "## Pictures",
            _table("| file | what it is for |", pictures),
            "`{{ asset('art/cover.svg') }}` is the address of a file of the theme or of `_shared`, "
            "`{{ exists('art/cover.svg') }}` says whether the theme has it. A colour can be made "
            "safe for type: `{{ colour | type_on }}` is black or white, whichever is readable on "
            "it, `{{ colour | readable }}` is dark enough to be read on white. "
            "`{% set type = card.name | title_type(13, 40, 9, 'Source Sans 3') %}` finds the type "
            "of a title: `type.size` is the largest size up to 13 pt in which the words, in "
            "semibold, fit into 40 by 9 mm, `type.lines` the number of lines. Add `true` for small "
            "capitals. `{{ label | line_type(6.4, 5.6, 8, 'Source Sans 3') }}` is the largest size "
            "of one line of regular type in 8 mm, from 6.4 down to 5.6 pt, "
            "`{{ value | line_width(11, 'Source Sans 3') }}` the width (mm) of a line in semibold "
            "of 11 pt. `{% for each in field.paragraphs %}{% if each is block %}{{ each }}"
            "{% else %}<p>{{ each }}</p>{% endif %}{% endfor %}` prints a text: a list, a table, a "
            "rule or a heading of it `is block`, an element of its own.",
            "## Fields of sheets\n\nA sheet can be filled in on a screen where its template says "
            "so. After `{% from '_shared/fillable.html.j2' import fillable %}`, "
            "`<span class=\"box\"{{ fillable('tick', 'Hull 1') }}></span>` is a box to tick and "
            "`<td{{ fillable('text', 'Name') }}></td>` a line of text; `lines` are several. The "
            "words say what the field is for. `fillable('text', 'Gold 1', 'gold')` is one of a "
            "group, and `fillable('total', 'Gold', 'gold')` the sum of that group on the same copy "
            "of the sheet. On paper, fields are empty.\n",
        )
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
