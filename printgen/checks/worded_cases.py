"""Cases in words, for codes that no small project of text shows: large files, pictures, pages."""

from __future__ import annotations

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
