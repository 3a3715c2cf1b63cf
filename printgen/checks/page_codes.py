"""What can be wrong with pages. Apart from the renderer, so that naming it costs nothing."""

from __future__ import annotations

# code -> what the reader of a problem should know; `printgen list checks` prints these.
FAULTS = {
    "face-overflow": "What a face or sheet holds fits into it, at the smallest size that its "
    "template allows.",
    "glyph-missing": "Every character that is printed has a glyph in one of the fonts.",
    "image-resolution": "A picture has at least 150 dots an inch at its printed size (an error), "
    "and better 300 (a warning).",
    "template-error": "A template runs to its end on the data that it is given.",
    "layout-limit": "A page is laid out within 3 minutes and 4 GB of memory.",
    "page-number": "The page numbers that a book says are those of its pages (a warning).",
    "render-warning": "The renderer has nothing to say about a page.",
    "product-paper": "The cards of a product fit on its papers, and are at most 20,000.",
    "vendor-file": "A file for a printer of cards has the size, resolution, colours and bleed that "
    "it asks for, and words keep away from the cut.",
    "tabletop-file": "The saved object of a deck for a virtual table is as the table wants it.",
    "picture-invalid": "A picture of a book for a screen can be read, and a drawing holds no "
    "document type.",
    "book-size": "A book as a web page has at most 40 MB.",
    "credit-placeholder": "What is exported does not bear the credits of the starter (a warning).",
    "text-lost": "Every word of a book's chapters stands on its pages, in order.",
}
