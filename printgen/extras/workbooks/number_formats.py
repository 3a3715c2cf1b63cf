"""Numbers as spreadsheet programs show them: by the codes of number formats, such as `0.0%`.

The codes are those of ECMA-376, part 1, 18.8.30 and 18.8.31. What programs show in different ways
is shown in one of them, with the reason for the doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne

GENERAL = "General"

# The codes of the formats that a file gives by their number alone.
BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    12: "# ?/?", 13: "# ??/??", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 37: "#,##0_);(#,##0)",
    38: "#,##0_);(#,##0)", 39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);(#,##0.00)",
    41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
    43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip

# Formats whose dates and currency are those of the computer, by their numbers.
SHORT_DATE, SHORT_MOMENT = 14, 22
_OF_THE_COMPUTER = {5: "0", 6: "0", 7: "0.00", 8: "0.00", 42: "0", 44: "0.00"}

_MAX_CODE = 255


@dataclass(frozen=True, slots=True)
class Shown:
    """A number as shown. `doubt` says what another program or computer may show otherwise. The
    number of a date means nothing by itself.
    """

    text: str
    doubt: str = ""
    is_date: bool = False


@dataclass(frozen=True, slots=True)
class _Words:
    """How a language writes numbers and dates. Names that are not known are empty."""

    decimal: str
    group: str
    day_mark: str = ""
    short_date: str = ""
    truths: tuple[str, str] = ("FALSE", "TRUE")
    months: tuple[str, ...] = ()
    short_months: tuple[str, ...] = ()
    days: tuple[str, ...] = ()
    short_days: tuple[str, ...] = ()


_LANGUAGES = {
    "en": _Words(
        ".", ",", "/", "", ("FALSE", "TRUE"),
        ("January", "February", "March", "April", "May", "June", "July", "August", "September",
         "October", "November", "December"),
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    ),
    "fr": _Words(
        ",", "\u202f", "/", "dd/mm/yyyy", ("FAUX", "VRAI"),
        ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
         "octobre", "novembre", "décembre"),
        ("janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.",
         "nov.", "déc."),
        ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
        ("lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."),
    ),
    "de": _Words(
        ",", ".", ".", "dd.mm.yyyy", ("FALSCH", "WAHR"),
        ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
         "Oktober", "November", "Dezember"),
        ("Jan", "Feb", "Mrz", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"),
        ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
        ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"),
    ),
}  # fmt: skip

# Languages with a decimal point. Others have a comma; how they group digits is not known.
_POINT = {"he", "ja", "ko", "th", "zh"}

# Language codes of Windows that formats name, without their regions.
_WINDOWS = {0x09: "en", 0x0C: "fr", 0x07: "de", 0x0A: "es", 0x10: "it", 0x13: "nl", 0x16: "pt"}


def _words(language: str) -> _Words:
    base = language.partition("-")[0]
    return _LANGUAGES.get(base) or _Words("." if base in _POINT else ",", "")


def truth(value: bool, language: str) -> str:
    """The word that programs in a language show for a truth value."""
    return _words(language).truths[value]


def shown_number(value: float, code: str | int, language: str, from_1904: bool = False) -> Shown:
    """A number as a format shows it: by its code, or by its number if the code is not given.

    `language` is that of the decimal mark and of the names of months. `from_1904` says from when
    the days of the sheet are counted.
    """
    if code in (0, GENERAL) and abs(value) < 1e9 and float(value).is_integer():
        # Most numbers of games.
        return Shown(str(int(value)))
    doubt = ""
    if isinstance(code, int):
        words = _words(language)
        if code in (SHORT_DATE, SHORT_MOMENT):
            date = words.short_date or "m/d/yyyy"
            doubt = "" if words.short_date else "a computer shows such dates as it is set"
            code = date if code == SHORT_DATE else f"{date} h:mm"
        elif code in _OF_THE_COMPUTER:
            doubt = "a computer shows its own currency here"
            code = _OF_THE_COMPUTER[code]
        elif code and code not in BUILT_IN:
            doubt, code = f"the number format {code} is not known", GENERAL
        else:
            code = BUILT_IN.get(code, GENERAL)
    if len(code) > _MAX_CODE:
        doubt, code = "the number format is too long", GENERAL
    with localcontext(prec=400):
        try:
            shown = _by_code(value, code, language, from_1904)
        except _UnknownCode as error:
            shown = Shown(_general(value, _words(language)).text, str(error))
    return Shown(" ".join(shown.text.split(" ")).strip(), doubt or shown.doubt, shown.is_date)


def shown_text(text: str, code: str | int) -> str:
    """A text as a format shows it: `"Card "@` puts a word before it."""
    if isinstance(code, int) or ("@" not in code and ";" not in code):
        return text
    try:
        sections = _sections(code)
    except _UnknownCode:
        return text
    own = [s for s in sections if any(t.kind == "@" for t in s.tokens)] or list(sections[3:])
    if not own:
        return text
    return "".join(text if t.kind == "@" else t.text for t in own[-1].tokens if t.kind in "@'")


# --- codes ----------------------------------------------------------------------------------------


class _UnknownCode(ValueError):
    """A code that is not understood; the text says which."""


@dataclass(frozen=True, slots=True)
class _Token:
    """A part of a code. `kind` is `'` for words as they are, `0` for a place of a digit, the first
    letter of a part of a date, `[` for a duration, or the sign itself.
    """

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class _Section:
    tokens: tuple[_Token, ...]
    condition: tuple[str, float] | None = None
    language: str = ""
    doubt: str = ""


_TOKENS = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<general>General)|(?P<half>AM/PM|A/P)|(?P<exponent>E[+-])"
    r"|(?P<date>y+|m+|d+|h+|s+)|(?P<place>[0#?])|(?P<sign>[.,%/@;])|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_KINDS = {"general": "G", "half": "A", "exponent": "E", "place": "0"}
_COMPARISONS = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "<>": ne}
_FROM_ZERO = ((">=", 0.0), (">", 0.0))
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)(-?[0-9]+(?:\.[0-9]+)?)")
_CURRENCY = re.compile(r"\$([^-]*)(?:-([0-9A-Za-z-]*))?")
_COLOUR = re.compile(r"black|blue|cyan|green|magenta|red|white|yellow|color ?[0-9]+", re.IGNORECASE)


@lru_cache(500)
def _sections(code: str) -> tuple[_Section, ...]:
    """The sections of a code, at most four. Raises _UnknownCode."""
    sections, tokens = list[_Section](), list[_Token]()
    condition, language, doubt = None, "", ""
    for match in _TOKENS.finditer(code + ";"):
        kind, text = match.lastgroup or "", match[0]
        if text == ";" and kind == "sign":
            sections.append(_Section(tuple(tokens), condition, language, doubt))
            tokens, condition, language, doubt = [], None, "", ""
        elif kind == "bracket":
            inner = match["bracket"]
            if re.fullmatch("h+|m+|s+", inner, re.IGNORECASE):
                tokens.append(_Token("[", inner.lower()))
            elif limit := _CONDITION.fullmatch(inner):
                condition = limit[1], float(limit[2])
            elif currency := _CURRENCY.fullmatch(inner):
                tokens.append(_Token("'", currency[1]))
                language, doubt = _language(currency[2] or "", language)
            elif not _COLOUR.fullmatch(inner):
                raise _UnknownCode(f"the number format has '{text}'")
        elif kind in ("quoted", "escaped"):
            tokens.append(_Token("'", match[kind]))
        elif kind == "space":
            tokens.append(_Token("'", " "))
        elif kind == "date":
            tokens.append(_Token(text[0].lower(), text.lower()))
        elif kind in _KINDS:
            tokens.append(_Token(_KINDS[kind], text.upper()))
        elif kind == "sign":
            tokens.append(_Token(text, text))
        elif kind == "other":
            if text.isascii() and text.isalpha():
                raise _UnknownCode(f"the number format has '{text}'")
            tokens.append(_Token("'", text))
    if tokens or not sections:
        # Its last sign takes the end of the code.
        raise _UnknownCode("the number format is not complete")
    if len(sections) > 4:
        raise _UnknownCode("the number format has too many parts")
    return tuple(sections)


def _language(code: str, usual: str) -> tuple[str, str]:
    """The language that a format names by its code, and the doubt if none is meant."""
    if code.upper() in ("F800", "F400"):
        return usual, "a computer shows such dates as it is set"
    if not code:
        return usual, ""
    if re.fullmatch("[0-9A-Fa-f]{2,8}", code):
        number = int(code, 16)
        if number >> 16:
            raise _UnknownCode(f"the number format has '[$-{code}]'")
        return _WINDOWS.get(number & 0x3FF, "?"), ""
    return code.partition("-")[0].lower(), ""


def _by_code(value: float, code: str, language: str, from_1904: bool) -> Shown:
    sections = _sections(code)
    section, signed = _chosen(sections, value)
    if section is None:
        return Shown("####", "no part of the number format is for this number")
    kinds = {token.kind for token in section.tokens}
    if kinds & set("ymdhsA["):
        names = section.language or language
        return _date(value, section, _words(names), from_1904)
    words = _words(language)
    if kinds & set("G@"):
        plain = _general(abs(value) if signed else value, words)
        parts = [plain.text if t.kind in "G@" else t.text for t in section.tokens]
        return Shown("".join(parts), plain.doubt or section.doubt)
    text, marks = _number(abs(value), section, words)
    minus = "-" if value < 0 and not signed and re.search("[1-9]", text) else ""
    doubt, own = section.doubt, _words(section.language) if section.language else words
    if marks and (own.decimal, own.group) != (words.decimal, words.group):
        doubt = "the decimal mark differs from program to program"
    elif "end" in marks:
        doubt = "a program shows no decimal mark at the end, another does"
    elif words.group == "" and "," in marks:
        doubt = f"how '{language}' groups digits is not known"
    return Shown(minus + text, doubt)


def _chosen(sections: Sequence[_Section], value: float) -> tuple[_Section | None, bool]:
    """The section for a number, and whether it shows the sign of a negative one by itself."""
    numeric = sections[:3]
    if 1 < len(sections) < 4 and any(t.kind == "@" for t in sections[-1].tokens):
        numeric = sections[:-1]
    if any(section.condition for section in numeric):
        first = numeric[0].condition
        for number, section in enumerate(numeric):
            if section.condition is None:
                # The second of two is for all negative numbers, and for these alone.
                return section, number == 1 == len(numeric) - 1 and first in _FROM_ZERO
            sign, limit = section.condition
            if _COMPARISONS[sign](value, limit):
                return section, section.condition == ("<", 0.0)
        return None, False
    if len(numeric) == 1 or value > 0 or (value == 0 and len(numeric) == 2):
        return numeric[0], False
    return (numeric[1], True) if value < 0 else (numeric[2], True)


# --- numbers --------------------------------------------------------------------------------------


def _exact(value: float) -> Decimal:
    # Spreadsheet programs know 15 digits of a number.
    return Decimal(f"{value:.15g}")


def _general(value: float, words: _Words) -> Shown:
    """A number without a format. Wide columns show more decimals than narrow ones."""
    exact, size = _exact(value), abs(value)
    doubt = ""
    if exact == exact.to_integral_value():
        text = f"{exact:f}" if size < 1e15 else f"{value:.5E}"
        doubt = "the digits that a program shows differ" if size >= 1e11 else ""
        text = _short(text) if size >= 1e15 else text
    elif size < 1e-9 or size >= 1e11:
        text, doubt = _short(f"{value:.5E}"), "the digits that a program shows differ"
    else:
        places = max(0, 9 - max(0, exact.adjusted()))
        rounded = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        text = f"{rounded:f}".rstrip("0").rstrip(".")
        doubt = "a program shows as many decimals as fit" if rounded != exact else ""
    return Shown(text.replace(".", words.decimal), doubt)


def _short(text: str) -> str:
    """A number such as 1.50000E+20 without the zeros at the end of its digits."""
    digits, _, exponent = text.partition("E")
    return f"{digits.rstrip('0').rstrip('.')}E{exponent}"


def _number(value: float, section: _Section, words: _Words) -> tuple[str, set[str]]:
    """A number from 0 up as a section shows it, and the marks in it that languages write in their
    own ways, `.` and `,`; `end` is a decimal mark at the end.
    """
    tokens, exact = list(section.tokens), _exact(value)
    kinds = [token.kind for token in tokens]
    exact = exact.scaleb(2 * kinds.count("%"))
    if not kinds.count("0"):
        return "".join(t.text for t in tokens if t.kind in "'%/.,"), set()
    if "/" in kinds and _is_fraction(tokens):
        return _fraction(exact, tokens), set()
    end = kinds.index("E") if "E" in kinds else len(tokens)
    point = kinds.index(".") if "." in kinds[:end] else end
    places = [number for number in range(point) if kinds[number] == "0"]
    last = places[-1] if places else -1
    # Commas after the last place before the point, or after the last one, scale by thousands.
    final = max((n for n in range(end) if kinds[n] == "0"), default=-1)
    for at in {last, final}:
        for kind in kinds[at + 1 : end]:
            if kind != ",":
                break
            exact = exact.scaleb(-3)
    grouped = bool(places) and "," in kinds[places[0] : last]
    decimals = kinds[point:end].count("0")
    tail = ""
    if "E" in kinds:
        exact, tail = _exponent(exact, max(1, len(places)), decimals, tokens[end:])
    exact = exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    whole, _, part = f"{exact:f}".partition(".")
    group = words.group if grouped else ""
    text = _whole_part(whole.lstrip("0"), tokens[:point], group)
    text += _decimal_part(part, tokens[point:end], words.decimal) + tail
    marks = {"."} if "." in kinds[:end] else set[str]()
    marks |= {","} if grouped and len(whole) > 3 else set()
    return text, marks | ({"end"} if text.endswith(words.decimal) else set())


def _whole_part(digits: str, tokens: Sequence[_Token], group: str) -> str:
    """Digits in their places, from right to left; the first place takes all that remain."""
    left, out, count = list(digits), list[str](), 0
    first = next((n for n, token in enumerate(tokens) if token.kind == "0"), -1)

    def put(digit: str) -> None:
        nonlocal count
        if count and count % 3 == 0 and digit:
            out.append(group)
        out.append(digit)
        count += bool(digit)

    for number in reversed(range(len(tokens))):
        token = tokens[number]
        if token.kind == "0":
            put(left.pop() if left else {"0": "0", "?": " "}.get(token.text, ""))
            while number == first and left:
                put(left.pop())
        elif token.kind != ",":
            out.append(token.text)
    # A format such as `.00` has no place for a whole part.
    while left:
        put(left.pop())
    return "".join(reversed(out))


def _decimal_part(digits: str, tokens: Sequence[_Token], mark: str) -> str:
    used, out, left = len(digits.rstrip("0")), list[str](), iter(enumerate(digits))
    for token in tokens:
        if token.kind == "0":
            number, digit = next(left)
            empty = {"#": "", "?": " "}.get(token.text, digit)
            out.append(digit if number < used else empty)
        elif token.kind == ".":
            out.append(mark)
        elif token.kind != ",":
            out.append(token.text)
    return "".join(out)


def _exponent(
    exact: Decimal, places: int, decimals: int, tokens: Sequence[_Token]
) -> tuple[Decimal, str]:
    """The digits before an exponent, and the exponent with what follows it."""
    power = 0
    if exact:
        power = exact.adjusted()
        power -= power % places if places > 1 else 0
        rounded = exact.scaleb(-power).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
        power += places if rounded >= 10**places else 0
    sign = "-" if power < 0 else "+" if tokens[0].text == "E+" else ""
    return exact.scaleb(-power), f"E{sign}" + _whole_part(str(abs(power)), tokens[1:], "")


def _is_fraction(tokens: Sequence[_Token]) -> bool:
    at = next(n for n, token in enumerate(tokens) if token.kind == "/")
    before = at and tokens[at - 1].kind == "0"
    return bool(before and at + 1 < len(tokens) and _is_digit(tokens[at + 1]))


def _is_digit(token: _Token) -> bool:
    return token.kind == "0" or token.text.isdecimal()


def _fraction(exact: Decimal, tokens: Sequence[_Token]) -> str:
    """A number as a fraction, such as `1 1/2`."""
    at = next(n for n, token in enumerate(tokens) if token.kind == "/")
    start, end = at, at + 1
    while start and tokens[start - 1].kind == "0":
        start -= 1
    while end < len(tokens) and _is_digit(tokens[end]):
        end += 1
    below = "".join(token.text for token in tokens[at + 1 : end])
    has_whole = any(token.kind == "0" for token in tokens[:start])
    whole = int(exact) if has_whole else 0
    rest = Fraction(exact) - whole
    if below.strip("0#?"):
        # Digits of a fixed denominator, in which 0 is a digit.
        bottom = int(below.replace("#", "").replace("?", "") or 1)
        top = int(rest * bottom + Fraction(1, 2))
    else:
        near = rest.limit_denominator(10 ** min(len(below), 9) - 1)
        top, bottom = near.numerator, near.denominator
    if has_whole and top >= bottom:
        whole, top = whole + 1, 0
    after = "".join(token.text for token in tokens[end:])
    before = tokens[:start]
    if has_whole:
        # A fraction alone has no zero before it, and a whole number no fraction behind it.
        has_zero = any(token.kind == token.text == "0" for token in before)
        digits = str(whole) if whole or not top or has_zero else ""
        words = _whole_part(digits, before, "")
    else:
        words = "".join(token.text for token in before)
    return words + (f"{top}/{bottom}" if top or not has_whole else "") + after


# --- dates and times ------------------------------------------------------------------------------


_LAST_DAY = 2_958_465


def _date(value: float, section: _Section, words: _Words, from_1904: bool) -> Shown:
    """A date, a time or a duration. Days count from 1899-12-30, or from 1904-01-01."""
    tokens = _minutes(section.tokens)
    kinds = "".join(token.kind for token in tokens)
    doubt = section.doubt
    if value < 0:
        return Shown("####", "no date is below zero")
    if value > _LAST_DAY:
        return Shown("####", "the date is after the year 9999")
    if value < 61 and not from_1904 and set(kinds) & set("ymd"):
        doubt = "dates before March 1900 differ from program to program"
    places = next((len(t.text) for t in tokens if t.kind == "."), 0)
    # Seconds that are not shown are cut off.
    scale = 10**places if "s" in kinds or places else 1000
    units = int(_exact(value) * 86_400 * scale + Decimal("0.5"))
    seconds, unit = divmod(units, scale)
    start = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30)
    moment = start + timedelta(seconds=seconds)
    half = "A" in kinds
    if any(len(t.text) > 2 for t in tokens if t.kind in "md") and not words.months:
        doubt = "the names of months and days are not known in this language"
        words = replace(_LANGUAGES["en"], day_mark="")
    if "/" in kinds and not words.day_mark:
        doubt = "the mark between days and months is not known in this language"
    out = list[str]()
    for token in tokens:
        kind, long = token.kind, len(token.text) > 1
        if kind == "[":
            size = {"h": 3600, "m": 60, "s": 1}[token.text[0]]
            out.append(str(seconds // size).zfill(len(token.text)))
        elif kind == "h":
            hour = (moment.hour - 1) % 12 + 1 if half else moment.hour
            out.append(f"{hour:02}" if long else str(hour))
        elif kind in "ns":
            number = moment.minute if kind == "n" else moment.second
            out.append(f"{number:02}" if long else str(number))
        elif kind == "A":
            word = "AM" if moment.hour < 12 else "PM"
            out.append(word if token.text == "AM/PM" else word[0])
        elif kind == ".":
            out.append(words.decimal + str(unit).zfill(places) if places else ".")
        elif kind == "y":
            out.append(f"{moment.year:04}" if len(token.text) > 2 else f"{moment.year % 100:02}")
        elif kind == "/":
            out.append(words.day_mark or "/")
        elif kind in "md":
            out.append(_named(token, moment, words))
        else:
            out.append(token.text)
    return Shown("".join(out), doubt, True)


def _minutes(tokens: Sequence[_Token]) -> list[_Token]:
    """The tokens of a date; `n` are those of minutes, and `.` has the places of a second."""
    parts = list[_Token]()
    for token in tokens:
        if token.kind == "0":
            if not parts or parts[-1].kind != ".":
                raise _UnknownCode("the number format has digits in a date")
            parts[-1] = _Token(".", parts[-1].text.replace(".", "") + "0")
        else:
            parts.append(token)
    clocks = [number for number, token in enumerate(parts) if token.kind in "ymdhs["]
    for place, number in enumerate(clocks):
        before = parts[clocks[place - 1]] if place else None
        after = parts[clocks[place + 1]] if place + 1 < len(clocks) else None
        token, hours = parts[number], before and before.text[0] == "h"
        if token.kind == "m" and len(token.text) < 3 and (hours or (after and after.kind == "s")):
            parts[number] = _Token("n", token.text)
    return [t if t.kind != "." or "0" in t.text else _Token("'", t.text) for t in parts]


def _named(token: _Token, moment: datetime, words: _Words) -> str:
    """A month or a day of a date, as a number or by its name."""
    size = len(token.text)
    if size < 3:
        number = moment.month if token.kind == "m" else moment.day
        return f"{number:02}" if size == 2 else str(number)
    if token.kind == "m":
        name = (words.short_months if size == 3 else words.months)[moment.month - 1]
        return name[0] if size == 5 else name
    return (words.short_days if size == 3 else words.days)[moment.weekday()]
