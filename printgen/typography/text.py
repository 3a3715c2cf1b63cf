"""Text as HTML: emphasis, the spaces and quotes of each language, icons; texts and models as plain
data for templates; numbers as a language writes them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from zlib import crc32

from markdown_it import MarkdownIt
from markupsafe import Markup
from pydantic import BaseModel

from printgen.content.images import PICTURES
from printgen.content.inline_marks import SIGNS, read_inline_marks
from printgen.content.library import GameContent
from printgen.content.models.text import Text
from printgen.content.unspaced import UNSPACED, join_lines
from printgen.project import RESOURCE_BASE_URL, picture_resource
from printgen.typography.language import NARROW, NO_BREAK, Language, language
from printgen.typography.measure import ink_of, space_after

_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")

# A pair of single marks around words, which may have apostrophes within them; not rock 'n' roll.
_SINGLE = re.compile(
    r"(?<![\w'’])'(?!n')(?=[^\s'])([^'\n]{0,200}(?:(?<=\w)'(?=\w)[^'\n]{0,200}){0,9})(?<=[^\s'])'(?!\w)"
)

_BEFORE_HIGH = re.compile(r"(?<=[^\s;!?:]) ?([;!?:]+)(?=[\s»”)\]*…]|$)")

_OPENING = re.compile(r"«[ \u00a0\u202f]*")

_CLOSING = re.compile(r"(?<![ \u00a0\u202f])[ \u00a0\u202f]*»")

# A star between letters or digits, unless their script has no spaces.
_STAR_WITHIN = re.compile(rf"(?<=\w)(?<![{UNSPACED}])\*(?=\w)(?![{UNSPACED}])")

_STAR = "\ue000"

# No line break before a percent sign. English has no space there.
_PERCENT = re.compile(r"(?<=\d) (?=%)")

# No line break within a sum of numbers, or between a number and the abbreviation of a stat.
_SUM = re.compile(r"(?<=[0-9A-Z]) ([+−×=]) (?=[0-9−])")
_STAT = re.compile(r"(?<=\d) (?=[A-Z]{2,4}\b)|(?<=\b[A-Z]{2}) (?=\d)|(?<=\b[A-Z]{3}) (?=\d)")

# An emoji of several characters, which one font joins: a flag, a key, or emoji with a skin tone or
# joiners.
_EMOJI = "[\u203c-\u3299\U0001f000-\U0001faff]\ufe0f?"
_TONE = "[\U0001f3fb-\U0001f3ff]"
_JOINED = (
    "[\U0001f1e6-\U0001f1ff]{2}|[0-9#*]\ufe0f?\u20e3"
    "|\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"
    f"|{_EMOJI}{_TONE}?(?:\u200d{_EMOJI}{_TONE}?)+|{_EMOJI}{_TONE}"
)

# Symbols such as card suits and skulls, which few text fonts have; and the selectors between a look
# in colour and one as text: print has one look.
_SYMBOLS = re.compile(
    f"(?P<emoji>{_JOINED})|(?P<pip>(?:(?!{_JOINED})[\u2600-\u27bf][\ufe0e\ufe0f]?)+)|[\ufe0e\ufe0f]"
)
_SELECTOR = re.compile("[\ufe0e\ufe0f]")

# Names of hexes: four digits that are not a year. They need lining figures, because old-style
# figures look like letters.
_HEX = re.compile(r"(?<![\w.,&#])(?!1[4-9]\d\d|20\d\d)(\d{4})(?![\w]|[.,]\d)")

# Ranges of numbers, such as 1–3, 10%–20% and D4–D6. No line breaks at their dash.
_UNIT = "(?:[%″′°”’+]|&quot;)?"
_RANGE = re.compile(rf"\d+{_UNIT}(?:–[+−]?[A-Za-z]?\d+{_UNIT})+")

_MINUS = re.compile(r"(?<![\w-])-(?=\d)")


@cache
def _markdown() -> MarkdownIt:
    return read_inline_marks(MarkdownIt("zero", {"html": False}).enable("emphasis"))


@cache
def _before_noun(nouns: str) -> re.Pattern[str]:
    """The space between a number and a unit, or a noun of a pattern."""
    return re.compile(rf"(?<=\d) (?=(?:mm|cm|m{'|' + nouns if nouns else ''})\b)")


def spaced(words: str, own: Language) -> str:
    """Words with the spaces of a language before high punctuation and inside guillemets."""
    if own.before_high:
        words = _BEFORE_HIGH.sub(
            lambda marks: (own.before_colon if marks[1][0] == ":" else own.before_high) + marks[1],
            words,
        )
    if space := own.within_guillemets:
        words = _CLOSING.sub(space + "»", _OPENING.sub("«" + space, words))
    return words


def polish(words: str, lang: str) -> str:
    """Plain text with curly apostrophes, minus signs and no-break spaces."""
    words = _APOSTROPHE.sub("’", words).replace("...", "…")
    words = _MINUS.sub("−", words)
    own = language(lang)
    words = _PERCENT.sub(NARROW, _before_noun(own.counted_nouns).sub(NO_BREAK, words))
    words = _STAT.sub(NO_BREAK, _SUM.sub(rf"{NO_BREAK}\1{NO_BREAK}", words))
    return spaced(words, own)


def curly(words: str, lang: str, before: str = "") -> str:
    """Words with the quotation marks, apostrophes and dashes of a language. `before` is the
    character before them.
    """
    own = language(lang)
    (opening, closing), (first, second) = own.quotes, own.single
    single = _SINGLE.sub(rf"{first}\1{second}", before + words)[len(before) :]
    last, parts = before, []
    for part in re.split('(")', single.replace("'", "’").replace("--", "–")):
        if part:
            opens = not last or last in " (\u202f\u00a0—–[’‘‚"
            parts.append((opening if opens else closing) if part == '"' else part)
            last = parts[-1][-1]
    return "".join(parts)


def mark(html: str) -> str:
    """Wrap symbols, names of hexes and ranges of numbers in `<span>` elements, for style sheets to
    set their font and figures, and to keep them on one line. No character is added, so that copied
    text is as it was written.
    """
    if not html.isascii():
        html = _RANGE.sub(r'<span class="unbroken">\g<0></span>', _SYMBOLS.sub(_symbol, html))
    return _HEX.sub(r'<span class="hex">\1</span>', html)


def _symbol(match: re.Match[str]) -> str:
    """Symbols in their element, without selectors."""
    plain, kind = without_selectors(match[0]), match.lastgroup
    return f'<span class="{kind}">{plain}</span>' if kind else plain


def without_selectors(words: str) -> str:
    """Words without the selectors between a look in colour and one as text."""
    return words if words.isascii() else _SELECTOR.sub("", words)


def without_emphasis(words: str) -> str:
    """A text as written, without the marks that `typeset` reads, such as the stars of emphasis."""
    if not any(sign in words for sign in SIGNS):
        return words
    (inline,) = _markdown().parseInline(_STAR_WITHIN.sub(_STAR, words))
    parts = [token.content for token in inline.children or () if token.type == "text"]
    return "".join(parts).replace(_STAR, "*")


@lru_cache(20_000)
def typeset(words: str, lang: str) -> Markup:
    """`words` as inline HTML: `*emphasis*`, `**strong**`, `~~struck~~`, `==highlighted==`, `x^2^`
    and `H~2~O`, the rest escaped and polished.
    """
    words = re.sub(r"\s*\n\s*", " ", join_lines(words)) if "\n" in words else words
    words = polish(words.strip(), lang)
    # Between letters or digits a star is literal, as in 2*D6.
    words = _STAR_WITHIN.sub(_STAR, words)
    html: str = _markdown().renderInline(words).replace(_STAR, "*")
    return Markup(mark(html))  # noqa: S704 - markdown-it has escaped the text


# --- icons, and texts of a game -------------------------------------------------------------------


ICON = re.compile(r"\{([a-z0-9]+(?:-[a-z0-9]+)*)\}")

# What may be meant as an icon, in letters of any alphabet, such as `{Oil}`, `{ oil }`, `{bête}` or,
# as in recipes, `{icon:oil}`.
NEAR_ICON = re.compile(r"\{\s*(?:icon\s*:\s*)?([\w-]+)\s*\}")

# A break before an icon. Without it, WeasyPrint breaks some lines after their first word instead.
_BREAK = "\u200b"

# The most that a character is scaled, and the middle of a line of Source Sans above its baseline.
_MOST_SCALED, _LINE_MIDDLE = 2.2, 0.312

# An icon, the number before it and the punctuation after it, which stay on one line.
_GROUP = re.compile(
    r'((?:(?:<span class="unbroken">[^<]*</span>|[0-9]+)[ \u00a0]?)?)'
    r"(\{[a-z0-9-]+\})((?:[\u202f\u00a0]?[.,;:!?…)]+)?)"
)


def is_picture(icon: str) -> bool:
    """Whether an icon is a file, not characters."""
    return icon.lower().endswith(PICTURES)


def game_icons(content: GameContent) -> dict[str, Markup]:
    """The icons of a game as HTML, by name."""
    return {name: _html(content, name, icon) for name, icon in content.game.icons.items()}


def _html(content: GameContent, name: str, icon: str) -> Markup:
    if not is_picture(icon):
        joined, plain = is_emoji(icon), without_selectors(icon)
        tenths = 0 if joined else space_after(plain)
        space = f" bare{tenths}" if tenths else ""
        shown = Markup(mark(icon)) if joined else plain  # noqa: S704 - symbols alone
        return Markup('<span class="icon symbol{}" role="img" aria-label="{}">{}</span>').format(
            space, name, shown
        )
    url = RESOURCE_BASE_URL + picture_resource(content.id, icon)
    return Markup('<img class="icon" src="{}" alt="{}">').format(url, name)


def icon_by_ink(content: GameContent, name: str) -> Markup:
    """An icon alone, as HTML: the ink of a character is as high or as wide as a picture (1 em), and
    in the middle of its line. Empty for an unknown icon.
    """
    html = game_icons(content).get(name, Markup())
    icon = without_selectors(content.game.icons.get(name, ""))
    side, middle = ink_of(icon) if len(icon) == 1 else (0.0, 0.0)
    if not side:
        return html
    scale = max(1.0, min(_MOST_SCALED, 1 / side))
    style = f"font-size: {scale:.2f}em; position: relative; top: {middle - _LINE_MIDDLE:.3f}em"
    return Markup('<span class="by-ink" style="{}">{}</span>').format(style, html)


def with_icons(html: Markup, icons: Mapping[str, Markup]) -> Markup:
    """HTML with icons in place of their names in braces, and in place of emoji that are names.
    Unknown names stay as they are.
    """
    written: str = html
    if icons and "{" in written:
        written = _GROUP.sub(lambda match: _drawn(match, icons), written)
    if icons and (emoji := _emoji_in(written, icons)):
        own = {without_selectors(name): icon for name, icon in icons.items()}
        written = emoji.sub(lambda match: own[match[0]], written)
    return Markup(written)  # noqa: S704 - HTML


def _emoji_in(html: str, icons: Mapping[str, object]) -> re.Pattern[str] | None:
    """The emoji that are names of icons, if HTML has one of them."""
    emoji = None if html.isascii() else _named_emoji(tuple(icons))
    return emoji if emoji and emoji.search(html) else None


@cache
def _named_emoji(icons: tuple[str, ...]) -> re.Pattern[str] | None:
    """The emoji that are names of icons, where they are not parts of others."""
    names = sorted((without_selectors(n) for n in icons if not n.isascii()), key=len, reverse=True)
    within = f"(?<!\u200d)(?:{'|'.join(map(re.escape, names))})(?!\u200d|{_TONE})"
    return re.compile(within) if names else None


def is_emoji(words: str) -> bool:
    """Whether words are one emoji of several characters."""
    return re.fullmatch(_JOINED, words) is not None


def _drawn(match: re.Match[str], icons: Mapping[str, Markup]) -> str:
    """An icon with its number and its punctuation, which is close to it."""
    before, written, after = match.groups()
    icon = icons.get(written[1:-1])
    if icon is None:
        return match[0]
    kind = "counted closed" if after else "counted"
    whole = f'<span class="{kind}">{before}{icon}{after}</span>' if before or after else icon
    follows = match.start() and match.string[match.start() - 1] == " "
    return f"{_BREAK}{whole}" if follows else whole


# --- texts and models as plain data ---------------------------------------------------------------


# A model as plain data: texts are HTML, models are dictionaries with the keys of their fields.
PlainValue = str | int | float | bool | None | list["PlainValue"] | dict[str, "PlainValue"]

PlainModel = dict[str, PlainValue]


def say(text: Text, lang: str, content: GameContent) -> str:
    """The text in `lang`, or else in the game's first language, as typeset HTML."""
    key = text.language_for(lang, content.first_language)
    spoken = content.first_language if key == "" else lang if key == "any" else key
    html = typeset(text[key], spoken)
    if (icons := content.game.icons) and ("{" in html or _emoji_in(html, icons)):
        html = with_icons(html, game_icons(content))
    return _anchors(text, key) + html if text.terms else html


def term_anchor(text: Text, key: str, number: int) -> str:
    """The id of a place in a text that marks a term for the index: the same in each book. `number`
    counts the terms of the text from 0.
    """
    mark = text.terms[key][number]
    return f"term_{crc32(f'{number} {mark.key or mark.words} {text[key]}'.encode()):08x}"


def _anchors(text: Text, key: str) -> Markup:
    """Empty elements with the ids of the terms that a text marks."""
    ids = (term_anchor(text, key, number) for number in range(len(text.terms.get(key, ()))))
    return Markup("").join(Markup('<span class="term" id="{}"></span>').format(id) for id in ids)


def say_or_empty(text: Text | None, lang: str, content: GameContent) -> str:
    """The text as by `say`; an empty string for None."""
    return say(text, lang, content) if text else ""


def say_lines(text: Text, lang: str, content: GameContent) -> list[str]:
    """The lines of a text as by `say`, without empty ones: each is a paragraph."""
    key = text.language_for(lang, content.first_language)
    lines = (line for line in text[key].splitlines() if line.strip())
    return [say(Text({key: line}), lang, content) for line in lines]


def say_all(texts: Sequence[Text], lang: str, content: GameContent) -> list[str]:
    """Each text as by `say`."""
    return [say(text, lang, content) for text in texts]


def in_sentence(label: str, lang: str) -> str:
    """A label as it is within a sentence: in lower case, where nouns have no capitals."""
    return label if language(lang).capital_nouns else label.lower()


def plain_words(html: str) -> str:
    """Typeset HTML as plain text."""
    return Markup(html).striptags()  # noqa: S704 - the input comes from `typeset`


def alphabetical(html: str, lang: str) -> str:
    """The letters, digits and spaces of words, without accents, case and markup, in the
    alphabetical order of a language.
    """
    folded = plain_words(html).casefold().translate(str.maketrans(language(lang).sort_as))
    return "".join(
        c for c in unicodedata.normalize("NFKD", folded) if c.isalnum() or c == " "
    ).strip()


def plain(model: BaseModel, lang: str, content: GameContent) -> PlainModel:
    """A model as plain data, each text in `lang`."""
    return {name: _plain(getattr(model, name), lang, content) for name in type(model).model_fields}


def _plain(value: object, lang: str, content: GameContent) -> PlainValue:
    if isinstance(value, Text):
        return say(value, lang, content)
    if isinstance(value, BaseModel):
        return plain(value, lang, content)
    if isinstance(value, dict):
        return {str(key): _plain(item, lang, content) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, lang, content) for item in value]
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"{type(value).__name__} is not plain data")


# --- numbers as written in a language -------------------------------------------------------------


_DIE = re.compile(r"\b([0-9]*)D(?=[0-9])")

_DECIMAL_POINT = re.compile(r"(?<=[0-9])\.(?=[0-9])")


def with_decimal_mark(number: str, lang: str) -> str:
    """A number such as `2.5 cm` with the decimal mark of a language."""
    return _DECIMAL_POINT.sub(language(lang).decimal_mark, number)


def with_die_letter(dice: str, lang: str) -> str:
    """Dice such as `2D6` or `D8+1` with the letter of a language: `2W6` in German."""
    return _DIE.sub(rf"\g<1>{language(lang).die}", dice)


def with_thousands(number: int, lang: str) -> str:
    """A whole number in groups of three digits: `10,000`, `10 000` or `10.000`."""
    return f"{number:,}".replace(",", language(lang).thousands)


def percentage(number: str, lang: str) -> str:
    """A number with a percent sign: `34.5%` or `34,5 %`."""
    return with_decimal_mark(number, lang) + language(lang).percent


def money(amount: str, lang: str) -> str:
    """An amount of money with its sign: `$10` or `10 $`."""
    number = amount.strip("$€£ ")
    sign = amount.replace(number, "").strip()
    if language(lang).sign_first:
        return f"{sign}{number}"
    return f"{with_decimal_mark(number, lang)}{NO_BREAK}{sign}"


def is_singular(number: str, lang: str) -> bool:
    """Whether a noun is in the singular after a number, as it is written."""
    return re.fullmatch(language(lang).singular, number) is not None


def in_number(words: str, number: str, lang: str) -> str:
    """The form of `singular|plural` after a number, as it is written."""
    one, many = words.split("|")
    return one if is_singular(number, lang) else many
