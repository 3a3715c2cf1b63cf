"""Marks of other programs, which are printed as typed, and what to write instead."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from printgen.content.inline_marks import MATHS


class ForeignMark(NamedTuple):
    """A mark of another program: as typed, its place in the text, and what to write instead."""

    written: str
    at: int
    hint: str


# The names of emoji that are not those of Unicode.
_EMOJI = {
    "+1": "👍", "-1": "👎", "axe": "🪓", "blush": "😊", "bomb": "💣", "boom": "💥", "bulb": "💡",
    "car": "🚗", "clubs": "♣", "coffee": "☕", "cry": "😢", "diamonds": "♦", "exclamation": "❗",
    "gear": "⚙", "gem": "💎", "grin": "😁", "heart": "❤", "hearts": "♥", "heavy_check_mark": "✔",
    "hourglass": "⌛", "information_source": "ℹ", "joy": "😂", "laughing": "😆", "leaves": "🍃",
    "lock": "🔒", "moneybag": "💰", "moon": "🌙", "musical_note": "♪", "no_entry": "⛔", "ok": "🆗",
    "question": "❓", "sleeping": "😴", "smile": "😄", "smiley": "😃", "spades": "♠", "star": "⭐",
    "sunny": "☀", "tada": "🎉", "thumbsup": "👍", "umbrella": "☔", "warning": "⚠", "wave": "👋",
    "white_check_mark": "✅", "wink": "😉", "x": "❌", "zap": "⚡",
}  # fmt: skip

# What to write in chapters, and in texts of entries.
_PAGE = "write :::{page-break}", "delete it"
_COLUMN = "delete it: columns are filled one after the other", "delete it"
_BLOCK = "write :::{box} Title, and ::: after the words", "write the words alone"
_WIKI = "write [words](#heading) or [](table:fight)", "links are for chapters: write the words"
_BOTH = ("write *words* or **words**",) * 2
_LATEX = ("LaTeX is not read: write *words*, **words** or ## Heading", "LaTeX is not read")
_ADDRESS = ("links lead to https:, http: and mailto: addresses",) * 2
_INCLUDED = ("no file is read here: write its words",) * 2
_TAB = ("write a space instead",) * 2
_HTML = "", "write the character itself, *words* or **words**: HTML is not read"
_TAGS = (
    "a|b|big|blockquote|br|center|code|del|div|em|font|h[1-6]|hr|i|img|ins|li|mark|ol|p|pre|s|small"
    "|span|strike|strong|style|sub|sup|sym|table|tbody|td|th|thead|tr|u|ul"
)

# Tags of HTML that chapters have other marks for, and what to write instead.
_TAG_HINTS = {
    "a": "write [words](https://…), or {#id} after a heading",
    "b": "write **words**", "strong": "write **words**", "u": "write **words**",
    "i": "write *words*", "em": "write *words*", "cite": "write *words*",
    "sub": "write H~2~O", "sup": "write x^2^", "mark": "write ==words==",
    "del": "write ~~words~~", "s": "write ~~words~~", "strike": "write ~~words~~",
    "code": "write `words`", "kbd": "write `words`", "tt": "write `words`",
    "br": "end the line with \\; in a table, write another row",
    "hr": "write ---", "blockquote": "write > words", "pre": "write ``` above and below",
    "ul": "write - words", "ol": "write 1. words", "li": "write - words, or 1. words",
    "img": "put the file in images/ and write :::{figure} images/FILE",
    "details": "write :::{box} Title, and ::: after the words",
    **dict.fromkeys(("table", "thead", "tbody", "tr", "th", "td"), "write | a | b | in each row"),
    **{f"h{level}": f"write {'#' * level} Heading" for level in range(1, 7)},
    **dict.fromkeys(
        ("div", "span", "font", "center", "big", "small", "style"),
        "delete it; style sheets of templates/ set the look",
    ),
    "<!--": "delete the comment",
}  # fmt: skip

_PAGE_BREAK = re.compile(r"page-?_?break|break-(?:before|after)|new-?page", re.IGNORECASE)

_TAG_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)")


def html_hint(tag: str) -> str:
    """What to write in a chapter instead of a tag or the beginning of a comment of HTML."""
    name = _TAG_NAME.match(tag)
    if name and _PAGE_BREAK.search(tag):
        return f"HTML is not read: {_PAGE[0]}"
    usual = "write **bold**, *italic*, lists and tables in Markdown"
    return f"HTML is not read: {_TAG_HINTS.get(name[1].lower() if name else tag, usual)}"


# A sign of each mark, its pattern, and what to write in chapters and in texts of entries. Chapters
# read those with nothing for them, or report them otherwise. A pattern that begins with its sign is
# sought faster.
_MARKS = tuple(
    (sign, re.compile(pattern, re.MULTILINE), hints[0], hints[1])
    for sign, pattern, *hints in (
        # LaTeX, Homebrewery, GM Binder
        ("\\", r"\\(?:new|clear)?page\w*", *_PAGE),
        ("\\", r"\\(?:new)?column\w*", *_COLUMN),
        (
            "\\",
            r"\\(?:newline|linebreak|par|noindent|[vh]space)\b(?:\{[^{}\n]*\})?",
            *_COLUMN[1:] * 2,
        ),
        ("\\", r"\\(?:begin|end|section|chapter|[a-z]{3,10})\{[^{}\n]*\}", *_LATEX),
        ("{{", r"\{\{[^{}\n]+\}\}", *("templates are not filled: write the words",) * 2),
        ("{%", r"\{%[^{}\n]*%\}", *("templates are not filled: write the words",) * 2),
        ("$", MATHS.pattern, *("maths is not set: write x^2^, H~2~O, × ½",) * 2),
        # Markdown of other programs
        ("++", r"\+\+(?<![\w+]\+\+)(?=[^\s+])[^+\n]{1,200}(?<=\S)\+\+(?![\w+])", *_BOTH),
        ("~", r"~(?<![\w~]~)(?=[^\s~])[^~\n]{1,200}(?<=\S)~(?![\w~])", *("write ~~words~~",) * 2),
        ("[[", r"!?\[\[[^\[\]\n]{1,200}\]\](?![({])", *_WIKI),
        (":", r":(?<![\w:]:)(?P<emoji>[+-]1|[a-z][\w+-]*|x):(?![\w:])", *("write {}",) * 2),
        ("[!", r"^\[!\w+\][+-]?", *_BLOCK),
        (
            "[!",
            r"\[!(?:badge|button|card|embed|file|icon|ref)\b[^\[\]\n]*\]",
            *("write the words alone",) * 2,
        ),
        ("!!!", r"^!!!(?: ?[a-z]+\b|$)", *_BLOCK),
        ("???", r"^\?\?\?\+? [a-z]+\b", *_BLOCK),
        ("::", r"^\.\. [a-z-]+::", *_BLOCK),
        ("==", r"^==[=-](?: +[^\n=]+)?$", *_BLOCK),
        ("+++", r"^\+\+\+(?: +[^\n+]+)?$", *_BLOCK),
        ("|", r"^\| +[^|\n]+$", "end the line with \\, without a bar", ""),
        ("^", r"(?<=\s)\^(?=[0-9-]*[A-Za-z])[A-Za-z0-9-]{3,}$", *_COLUMN[1:] * 2),
        ("8<", r"^-+8<-+[^\n]*", *_INCLUDED),
        ("!include", r"^!include\w*\b[^\n]*", *_INCLUDED),
        ("@import", r"^@import\b[^\n]*", *_INCLUDED),
        ("[", r"^\[(?:toc|TOC)\]$", *_COLUMN[1:] * 2),
        ("[", r"^\[(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]$", _BLOCK[0], ""),
        ("===", r'^={3}[+!]? "[^"\n]+"', *_BLOCK),
        ("$$", r"^\$\$$", *("maths is not set: write x^2^, H~2~O, × ½",) * 2),
        (": ", r"^: (?=\S)[^\n]*", "delete the colon: tables have no captions", ""),
        ("(@", r"^\(@[\w-]*\)(?= )", "write 1. words", ""),
        ("#. ", r"^#\.(?= \S)", "write 1. words", ""),
        ("{#", r"\{#[\w-]+ [^{}\n]*\}", "write {#id} alone", ""),
        ("{:", r"\{:(?=[\s.#\w])[^{}\n]*\}", *_COLUMN[1:] * 2),
        ("{.", r"\{\.(?!(?:term|odds|is)\b)[A-Za-z][\w.: -]*\}", "delete it", ""),
        ("%%", r"%%(?<![\w%]%%)[^%\n]{1,500}%%(?!%)|^%%$", *("delete it: notes are printed",) * 2),
        # Forums and wikis
        (
            "[/",
            r"\[(?P<tag>b|i|u|s|center|code|color|img|list|quote|size|url)(?:=[^\[\]\n]{1,80})?\]"
            r"(?=[^\n]{0,500}\[/(?P=tag)\])",
            *_BOTH,
        ),
        ("''", r"''(?<![\w']'')'?(?=[^\W_])[^'\n]{1,200}(?<=\w)'{2,3}(?![\w'])", *_BOTH),
        ("==", r"^={2,6} [^\n=]+? ={2,6}$", "write ## Heading", "write **words**"),
        # What programs write for the end of a line, and for a tab
        ("\\n", r"\\n(?<=[\w.,:;!?)»”]\\n)(?=[A-ZÀ-Þ\s•*-]|$)", *("end the line instead",) * 2),
        ("%n", r"%n(?:(?![a-zß-ÿ])|(?<=[.:;!?)»”]%n))", *("end the line instead",) * 2),
        ("\\13\\", r"\\13\\", *("end the line instead",) * 2),
        ("\\t", r"\\t(?<=[\w.,:;!?)»”]\\t)(?<!\b[A-Za-z]:\\t)(?=[^\Wa-z_]|[a-z]\b|\s|$)", *_TAB),
        # Addresses that no link may lead to
        ("](", r"(?<=\]\()(?i:file|data|javascript|vbscript):[^\s()]*", *_ADDRESS),
        ("file:", r"(?<!\]\()file:/{2,3}[^\s()<>]*", *_ADDRESS),
        ("script:", r"(?<!\]\()(?:java|vb)script:[^\s()<>]+", *_ADDRESS),
        # HTML, and marks of chapters
        ("<", rf"</?(?:{_TAGS})\b[^<>]*>|<!--", *_HTML),
        (
            "&",
            r"&(?:#\d+|#[xX][0-9A-Fa-f]+|amp|apos|copy|gt|hellip|lt|[mn]dash|nbsp|quot);",
            *_HTML,
        ),
        ("![", r"!\[[^\[\]\n]*\]\([^()\n]*\)", "", "pictures are values of fields, and icons"),
        (
            "](",
            r"\[(?<!!\[)[^\[\]\n]+\]\((?:https?://|www\.|mailto:)[^()\s]*\)",
            "",
            "links are for chapters: write the address",
        ),
        ("[^", r"\[\^[^\]\s]+\]", "", "footnotes are for chapters"),
        ("`", r"^```\w*$|`(?<![`\w]`)[^`\n]+`(?![`\w])", "", "code is for chapters: write *words*"),
        ("# ", r"^#{1,6} (?=[^\W\d_])[^\n]*", "", "headings are for chapters: write **words**"),
        ("> ", r"^> (?=[^\W\d_])[^\n]*", "", "quotations are for chapters: write the words"),
        (":::", r"^:::\s?\{?[a-z][^\n]*", "", "directives are for chapters"),
    )
)

# What other programs make of a block of code, by the name after its signs.
_BLOCKS_OF_CODE = (
    (
        re.compile(
            "mermaid|plantuml|puml|dot|graphviz|d2|ditaa|svgbob|chart|timeline|leaflet|abc|excalidraw"
        ),
        "save its picture in images/ and write :::{figure} images/FILE",
    ),
    (re.compile("dataview|dataviewjs|query|tasks|dice|encounter|initiative"), "write its words"),
    (re.compile(r"ad-[a-z-]+|callout|\{[a-z-]+\}|statblock|monster"), _BLOCK[0]),
    (re.compile("math|katex|tex"), "maths is not set: write x^2^, H~2~O, × ½"),
)


def code_hint(name: str) -> str:
    """What to write instead of a block of code that other programs draw or fill; empty for code."""
    return next((hint for names, hint in _BLOCKS_OF_CODE if names.fullmatch(name.lower())), "")


# Two lines of a list, and the head of a table with its rule.
_LIST = re.compile(
    r"^[ \t]*(?P<sign>[-*+]) +\S[^\n]*(?=(?:\n[^\n]+)*?\n[ \t]*(?P=sign) +\S)", re.MULTILINE
)
_TABLE = re.compile(
    r"^[^\n|]*\|[^\n]*(?=\n[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$)",
    re.MULTILINE,
)


def foreign_marks(text: str, *, of_chapter: bool) -> Iterator[ForeignMark]:
    """The marks of other programs in a text of an entry, or in text of a chapter in which no mark
    was read.
    """
    for sign, pattern, in_chapters, in_entries in _MARKS:
        hint = in_chapters if of_chapter else in_entries
        for match in pattern.finditer(text) if hint and sign in text else ():
            emoji = _emoji(match["emoji"]) if sign == ":" else ""
            yield ForeignMark(match[0], match.start(), hint.replace("{}", emoji) if emoji else hint)


def blocks_of_chapters(text: str) -> Iterator[ForeignMark]:
    """The first list and the first table of a text of an entry, which are printed as typed."""
    if "\n" not in text:
        return
    if match := _TABLE.search(text):
        # The first bar may be that of YAML, too.
        first = match.end() - len(match[0].lstrip("| \t"))
        yield ForeignMark(match[0], first, "tables are for chapters: write a sentence")
    if match := _LIST.search(text):
        hint = f"lists are for chapters: write • instead of {match['sign']}, or a sentence"
        yield ForeignMark(match[0].strip(), match.start(), hint)


def _emoji(name: str) -> str:
    """The character of an emoji, by its name between colons."""
    try:
        return _EMOJI.get(name) or unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return "the character itself"
