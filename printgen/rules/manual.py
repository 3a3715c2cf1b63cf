"""The manual of problems: each code with the text of its rule. `printgen list checks` shows it."""

from __future__ import annotations

from pathlib import Path

from printgen.rules.checks import all_checks

# Codes of the reader of files, which runs before the checks.
FILES = {
    "path-outside": "All content is inside the project: no `..` and no symbolic link leads out.",
    "content-missing": "A project has a folder `content/` with at least one game.",
    "game-missing": "Each folder of `content/` is a game and holds a `game.yaml`.",
    "name-invalid": "Names of games and entries are lower-case letters, digits and hyphens, 60 at "
    "most.",
    "folder-unknown": "The folders of a game are those of the known kinds, `images/`, and `texts/` "
    "with PO files.",
    "file-unknown": "A game holds `game.yaml`, `products.yaml`, and YAML files and spreadsheets in "
    "its folders (a warning: other files are ignored).",
    "file-unreadable": "Content files can be opened and read.",
    "file-too-big": "A YAML file has at most 2 MB, a chapter at most 0.4 MB.",
    "content-too-big": "A project has at most 20,000 files and 100 MB of text. Reading and "
    "checking it takes at most 2 GB of memory, a file at most 4 seconds of processor time; after "
    "five such files, no more are read. The checks take at most 3 seconds, and 0.1 seconds for "
    "each file, 60 in all; then those of the game stop, and the check at which they stop is named, "
    "with the largest file. Answers of studies do not count: they have limits of their own "
    "(`study-overlong`).",
    "chapter-name": "A chapter is a file `NN-name.<language>.md`, such as `03-turn.en.md`.",
    "id-duplicate": "Ids are unique among the entries of a kind.",
    "sheet-unreadable": "A spreadsheet is a sound CSV, TSV, XLSX or ODS file without a password. A "
    "YAML file about one names a file of its folder. No formula has an error.",
    "sheet-too-big": "A spreadsheet has at most 10 MB, 40 MB unpacked. A sheet has at most 20,000 "
    "rows, 200 columns, 200,000 values, and 32,767 characters in a cell.",
    "sheet-header": "The first row of a sheet that is not empty names the fields, each once. "
    "A row has a text in `name` or in `name_fr` and `name_en`, not in both. Values stand below a "
    "header.",
    "sheet-id": "The ids of a sheet are unique; they are lower-case letters, digits and hyphens, "
    "60 at most.",
    "yaml-encoding": "Content files are UTF-8 text.",
    "yaml-syntax": "Files follow the grammar of YAML.",
    "yaml-quotes": "Texts are in straight quotes or in none (a warning: `en: “Draw a card.”` "
    "prints its marks).",
    "yaml-documents": "A YAML file holds exactly one document.",
    "yaml-depth": "Lists and mappings are nested at most 64 deep.",
    "yaml-nodes": "A YAML file holds at most 200,000 values.",
    "yaml-alias": "An alias (`*name`) repeats an anchor that is complete. All aliases of a file "
    "together repeat at most 50,000 values.",
    "yaml-tag": "Tags (`!name`) are not allowed: the folder and the key determine the type of a "
    "value.",
    "yaml-key": "Keys of a mapping are words or numbers.",
    "key-duplicate": "Keys are unique in their mapping.",
    "key-unknown": "A mapping has only keys that its kind knows. Keys that start with `x-` are "
    "ignored.",
    "key-missing": "A mapping has all keys that its kind requires.",
    "value-shape": "A value has the type that its key requires: a string, a whole number, a list…",
}

# Codes of builds and exports. They are here so that listing them does not load the renderer.
PAGES = {
    "face-overflow": "The content of a card or sheet fits at the smallest size that the template "
    "allows.",
    "code-room": "Each face with a `code` has a free place at an edge for it, with modules of at "
    "least 0.34 mm and an empty margin of 4 modules, in type that can be read.",
    "text-hidden": "Every word in the HTML of a card or a sheet can be seen on its finished "
    "page: it is there, inside the edge of the cut, whole, uncovered, clear of other words, and"
    " has a contrast of at least 1.6 with what is behind it, in full and in low ink. A word with "
    "`display: none` is hidden, too: a template leaves out what it does not print (`{% if … "
    "%}`). Pages of which a template, a style sheet or a picture is in the project's "
    "`templates/` are looked at; words of drawings, and those that a style sheet adds "
    "(`content`), are not. In books, four letters in a row have a contrast of at least 1.25, and "
    "30 % of their ink is seen.",
    "glyph-missing": "The fonts have a glyph for every printed character. Maps print letters "
    "from left to right only.",
    "type-small": "Type is at least 6 pt in books, on sheets and on maps, and 5.5 pt on cards and "
    "other small pieces; the words of drawings and the page numbers count, too.",
    "line-thin": "Lines are at least 0.25 pt thick as printed (0.09 mm), those of drawings too: "
    "printers lose thinner ones.",
    "map-layout": "The words around a map and the names on it are no wider than the map. A map in "
    "a book fits on a page with its legend. The names of units fit on their counters.",
    "image-resolution": "Pictures have at least 300 dpi at their printed size (a warning). Less "
    "than 150 dpi is an error; in a book, which screens show too, a warning.",
    "template-error": "Templates run without errors, each time in at most 10 seconds.",
    "layout-limit": "The layout of a page takes at most 3 minutes and 4 GB of memory.",
    "page-number": "The page numbers in the text of a book are those of its pages (a warning).",
    "render-warning": "The renderer gives no warnings about a page.",
    "product-paper": "The pages of a product fit on its papers. A deck has at most 20,000 cards.",
    "booklet-creep": "The nested sheets of a booklet shift its inner pages by at most 8 mm.",
    "vendor-file": "A file for a card printer has the size, resolution, colours and bleed that "
    "this printer requires, and text keeps clear of the cut.",
    "tabletop-file": "The saved object of a deck has the structure that the virtual table "
    "requires.",
    "picture-invalid": "The pictures of a web book can be read. SVG files have no document type.",
    "book-size": "A web book has at most 40 MB.",
    "credit-placeholder": "Exported products do not have the credits of the starter (a warning).",
    "text-lost": "Every word of a chapter is on the pages of its book, in order.",
}

# Codes of `printgen texts import`.
TRANSLATIONS = {
    "po-text": "A translation keeps the marks of its text (icons, attributes in braces, targets of "
    "links, footnotes), has the same blocks, and has only characters that can be printed. Others "
    "are not written.",
    "po-unknown": "The context of each message in a PO file is that of a text of the game (a "
    "warning: the translation is kept in the PO file).",
    "po-conflict": "A translation is changed in the PO file or in the project, not in both (a "
    "warning: that of the project stays, unless you ask for `--force`).",
    "po-old": "A translation in a PO file was made from the text as it is now (a warning: it is "
    "not written; the PO file of the project keeps it as fuzzy).",
    "po-place": "A text of which a translation is imported is where printgen can write: in YAML, "
    "alone in a cell of a CSV file in UTF-8, or in a chapter with the same blocks as its source. "
    "Workbooks (XLSX, ODS) are not written: the problem is at the cell of the text, and its hint "
    "names the PO file with the translation and the column to copy it into.",
}

_INTRODUCTION = """# Problems and their rules

`printgen check` prints a problem as `FILE:LINE:COLUMN: CODE: MESSAGE (HINT)`. This page has the
rule behind each code, with content that breaks it and content that just obeys it. The examples are
small projects; each problem is below its line.

<!-- `python docs/manual.py` writes this page. -->
"""

MANUAL: dict[str, str] = {
    **FILES,
    **{check.code: check.manual for check in all_checks()},
    **PAGES,
    **TRANSLATIONS,
}


def manual_page(code: str, cases: Path | None = None) -> str:
    """The page of a code: its rule, and the case files in `cases` that break and obey it, if any.

    Cases are `CODE.yaml` or `CODE.WORD.yaml`; those in folders `ok` obey the rule.
    """
    parts = [f"## {code}", MANUAL[code]]
    for title, obeys in (("Reported:", False), ("Not reported:", True)):
        found = [path for path in _cases(code, cases) if (path.parent.name == "ok") == obeys]
        if code in WORDED_CASES:
            parts.append(f"{title} {WORDED_CASES[code][obeys]}")
        elif found:
            text = found[0].read_text(encoding="utf-8")
            parts += [title, f"~~~yaml\n{text}~~~"]
    return "\n\n".join(parts) + "\n"


def _cases(code: str, cases: Path | None) -> list[Path]:
    """The case files of a code, the one without a further word first."""
    paths = [*cases.rglob(f"{code}.yaml"), *sorted(cases.rglob(f"{code}.*.yaml"))] if cases else []
    return [path for path in paths if path.name.partition(".")[0] == code]


def manual(cases: Path) -> str:
    """The pages of all codes, as Markdown."""
    return f"{_INTRODUCTION}\n" + "\n".join(manual_page(code, cases) for code in MANUAL)


# --------------------------------------------------------------------------------------------------
# Cases in words, for codes that no small project of text shows: large files, pictures, pages.


# What is reported, and what is not.
WORDED_CASES: dict[str, tuple[str, str]] = {
    "path-outside": (
        "`images/map.png` is a symbolic link to a file in your pictures, outside the project.",
        "It is a symbolic link to another file of the project.",
    ),
    "content-missing": (
        "A folder with a `printgen.yaml` and nothing else.",
        "`content/fog/game.yaml` with a title and a language.",
    ),
    "file-too-big": ("`tables/all.yaml` has 2.1 MB.", "It has 2 MB."),
    "content-too-big": ("A project of 20,001 files.", "A project of 20,000 files."),
    "sheet-too-big": (
        "A spreadsheet with a picture in it that is 11 MB large, or one of 20,001 rows.",
        "A spreadsheet of 20,000 rows.",
    ),
    "yaml-encoding": (
        "A file that was saved as Latin-1, in which `é` is one byte.",
        "The same file saved as UTF-8.",
    ),
    "yaml-nodes": ("A list of 200,000 numbers in a mapping.", "A list of 199,000 numbers."),
    "face-overflow": (
        "A trait of 400 words on a poker card.",
        "A trait of 90 words on the same card, in smaller type than the others.",
    ),
    "code-room": (
        "`code:` with an address of 90 characters on a card of 45 x 45 mm that is full of words: "
        "the code is 16.7 mm wide at least.",
        "The same address on a poker card with room for a line of words at its foot.",
    ),
    "text-hidden": (
        "`.ink-low .story { color: #fff }` in the style sheet of a theme: in low ink, stories are "
        "white on white.",
        "`.ink-low .story { color: #777 }`, which has a contrast of 4.5 on white.",
    ),
    "glyph-missing": (
        "A name in Chinese characters, which no font of the theme has.",
        "A name with accents, such as `Écouen`.",
    ),
    "type-small": (
        "`font-size: 5pt` in the style sheet of a card, or a figure with words that are printed at "
        "a third of their size.",
        "`font-size: 5.5pt` on a card, 6 pt in a book.",
    ),
    "line-thin": (
        "A drawing with lines 1 unit thick, 600 units wide and printed on 50 mm: 0.24 pt.",
        "The same drawing on 60 mm, where its lines are 0.28 pt thick.",
    ),
    "map-layout": (
        "A title of forty words above a map of three hexes, or a name of four on it.",
        "The same title above a map of thirty columns.",
    ),
    "image-resolution": (
        "A picture of 500 pixels across 63 mm, which is 200 dpi; at 370 pixels it is an error.",
        "A picture of 750 pixels across 63 mm, which is 302 dpi.",
    ),
    "font-invalid": (
        "A font file of which a download stopped halfway.",
        "A whole TTF or OTF file.",
    ),
    "template-error": (
        "`{{ card.nmae }}` in a template: no card has such a value.",
        "`{{ card.name }}`.",
    ),
    "layout-limit": (
        "A template with a table of 100,000 cells, whose layout takes longer than 3 minutes.",
        "A sheet of forty pages.",
    ),
    "page-number": (
        "A reference in a narrow column whose number, once printed, moves its own target to the "
        "next page, and back.",
        "Contents and references of any other book.",
    ),
    "render-warning": (
        "`colour: red` in a style sheet: no such property.",
        "`color: red`.",
    ),
    "product-paper": (
        "A card of 300 x 400 mm for `papers: [a4]`.",
        "The same card for `papers: [a2]`.",
    ),
    "booklet-creep": (
        "A booklet of 240 pages in one signature, with sheets of 0.3 mm.",
        "The same booklet with `signature: 32`.",
    ),
    "vendor-file": (
        "A word 1 mm from the cut, for a printer that asks for 3 mm.",
        "All words in the safe area of the printer.",
    ),
    "tabletop-file": (
        "A deck whose saved object lists no cards.",
        "A deck of one card or more.",
    ),
    "picture-invalid": (
        "An SVG file with `<!DOCTYPE …>` at its head.",
        "The same file without that line, even with a comment there.",
    ),
    "book-size": (
        "A web book with forty photographs of 2 MB each.",
        "The same book with the photographs scaled to 300 dpi.",
    ),
    "credit-placeholder": (
        "`credits:` of the starter, with `name: Your name`, in an exported game.",
        "Your own name there.",
    ),
    "text-lost": (
        "A theme with `.aside { display: none }`: the words of asides are on no page.",
        "A theme that prints all parts of chapters.",
    ),
    "po-text": (
        "`Zahle 2.` for `Pay 2 {oil}.`, or `1. Runde` for the paragraph `Round 1`, which would "
        "begin a list.",
        "`Zahle 2 {oil}.`, and `1\\. Runde`.",
    ),
    "po-unknown": (
        "A PO file with a translation of `traits/brave:text`, after the trait was deleted.",
        "The same file after the paragraphs of a chapter, or the items of a list, were moved.",
    ),
    "po-conflict": (
        "A translation that was mended in `traits.yaml`, and in another way in the PO file.",
        "A translation that was mended in one of both.",
    ),
    "po-old": (
        "A translation of `The Queen` in a copy of a PO file, after the text became `The Empress`.",
        "The same translation, marked as fuzzy, or of a text that has moved.",
    ),
    "po-place": (
        "A translation of the text in a cell of `beasts.xlsx`: write it into the workbook.",
        "A translation of the text in a cell of `beasts.csv`.",
    ),
}
