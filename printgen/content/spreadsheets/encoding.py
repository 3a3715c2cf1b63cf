"""The text of a CSV file: UTF-8, or the encoding of Excel in the language of the game."""

from __future__ import annotations

import codecs
import re

# What files begin with that say their encoding.
MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

# The code pages of Windows in which Excel writes CSV, by language. All others have Windows-1252.
_CODE_PAGES = {
    **dict.fromkeys(("pl", "cs", "sk", "hu", "sl", "hr", "bs", "ro", "sq"), "cp1250"),
    **dict.fromkeys(("ru", "uk", "bg", "sr", "be", "mk"), "cp1251"),
    **dict.fromkeys(("lt", "lv", "et"), "cp1257"),
    **{"el": "cp1253", "tr": "cp1254", "he": "cp1255", "vi": "cp1258", "th": "cp874"},
    **{"ar": "cp1256", "fa": "cp1256", "ja": "cp932", "ko": "cp949", "zh": "gbk"},
}

# What texts have that are read in another encoding than their own: capital letters after small
# ones, small ones between capital ones, signs within words, and many accented letters in a row.
_GARBLED = re.compile(
    r"[a-zà-öø-ÿ][À-ÖØ-ÞŠŒŽŸ]|[A-ZÀ-ÖØ-Þ][à-öø-ÿ][A-ZÀ-ÖØ-Þ]|\b[A-Z][ÏÕ][a-z]|[À-ÿ]{4}|[^\W_][¡¿]|[0-9][øœ]"
    r"|[ˆ˜ƒ¤¦¨¸¯\x7f-\x9f]|£[^\W\d_]|[^\W\d_][¡-§©«¬®-´¶¹»-¿×÷†‡‰•‚„“”‹›€™]+[^\W\d_]"
)
_GARBLED_CYRILLIC = re.compile(r"[а-яёіїєґ][А-ЯЁІЇЄҐ]|[A-Za-z][А-яё]|[А-яё][A-Za-z]")

# The letters and signs of Western languages, which an old Excel on a Mac writes in Mac Roman.
_WESTERN = re.compile(r"[\x00-\x7fÀ-ÖØ-öø-ÿŒœŸ«»’‘“”…–—°€™©®¿¡£§†•\xa0]*")


def decode(content: bytes, language: str) -> str | None:
    """The text of a file of a game in a language; None if its encoding is not known: its letters
    would be others.
    """
    marked = [name for mark, name in MARKS.items() if content.startswith(mark)]
    page = _CODE_PAGES.get(language.partition("-")[0], "cp1252")
    old = ["mac-roman"] if page == "cp1252" else []
    for encoding in marked or ("utf-8", page, *old):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _is_garbled(text, encoding):
            return text
    return None


def _is_garbled(text: str, encoding: str) -> bool:
    if encoding == "mac-roman" and not _WESTERN.fullmatch(text):
        return True
    found = _GARBLED_CYRILLIC if encoding == "cp1251" else _GARBLED
    return encoding.startswith(("cp12", "mac")) and bool(found.search(text))
