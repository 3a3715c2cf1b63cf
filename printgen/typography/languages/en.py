"""English."""

from __future__ import annotations

import re

from printgen.typography.language import Language, compounds, counting, words

_SMALL = counting(
    """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""",
    2,
)
_TENS = counting("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10)
_NUMBERS = _SMALL | _TENS | compounds(_TENS, {"one": 1} | _SMALL)

# Ranks of cards and faces of dice: two nines.
_PLURALS = {word + ("es" if word == "six" else "s"): number for word, number in _NUMBERS.items()}


def _ordinal(word: str) -> str:
    """The ordinal of a number word above ten, except of twenty-one and the like."""
    return {"twelve": "twelfth"}.get(word, re.sub("y$", "ie", word) + "th")


LANGUAGE = Language(
    name="English",
    english="English",
    closing={"”": "“", "»": "«"},
    counted_nouns="inch(?:es)?|dice|die|points?|cards?",
    capital_names=True,
    # The British patterns divide `oppon-ent` and `bey-ond`.
    hyphenation="en_US",
    divisions=("arque-busier", "arque-busiers", "lands-knecht", "lands-knechts", "oppo-nent"),
    decimal_mark=".",
    thousands=",",
    percent="%",
    sign_first=True,
    numbers=_NUMBERS | _PLURALS,
    ordinals=counting("first second third fourth fifth sixth seventh eighth ninth tenth")
    | {_ordinal(word): number for word, number in _NUMBERS.items() if number > 10},
    amounts=dict.fromkeys(("no", "none", "zero", "nought"), 0)
    | dict.fromkeys(("half", "halves", "halved"), 0.5)
    | {"both": 2, "twice": 2, "double": 2, "thrice": 3, "triple": 3, "dozen": 12},
    one=words("one once a an"),
    one_digit=r"\b(?:an?|one)\b",
    halved=r"\bdivi[a-z]+\b[^.;:!?]{0,60}?\bby (?:two|2)\b",
    hundred="hundred",
    hundred_and="and",
    thousand="thousand",
    units=dict.fromkeys(("centimetres", "centimeters"), 10.0)
    | dict.fromkeys(("inch", "inches"), 25.4)
    | dict.fromkeys(("foot", "feet"), 304.8)
    | dict.fromkeys(("yard", "yards"), 914.4),
    articles=("the", "a", "an"),
    article_last=", {}",
    linking_words=words("and"),
    common_words=words(
        """the and for his her its you any all not about after again before each every first
        from have more most must only other over than that their them then there these they
        this those under until when which while with your table"""
    ),
    function_words=words(
        """the of and is are was were be been has have had his her its their they them this
        that these those with from by for your you we our it he she who which what when where
        than then not but if at an as or into per each any all no one may must can does do did
        will would two three four five seven eight nine ten goes takes only"""
    ),
    apostrophes=r"(?<=\w)['’](?:s|t|re|ll|ve|d)\b",
)
