"""German."""

from __future__ import annotations

from printgen.typography.language import Language, compounds, counting, words

_SMALL = counting(
    """zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn
    siebzehn achtzehn neunzehn""",
    2,
)
_TENS = counting("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig", 20, 10)
_NUMBERS = _SMALL | _TENS | compounds(_TENS, {"ein": 1} | _SMALL, joint="und")


LANGUAGE = Language(
    name="Deutsch",
    english="German",
    quotes=("„", "“"),
    single=("‚", "‘"),
    closing={"“": "„", "«": "»", "»": "«"},
    capital_nouns=True,
    upward_spines=True,
    thousands=".",
    die="W",
    numbers=_NUMBERS,
    ordinals=counting("erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte")
    | {
        word + ("ste" if word.endswith("ig") else "te"): number
        for word, number in _NUMBERS.items()
        if number > 10
    },
    amounts=dict.fromkeys(("kein", "keine", "null"), 0)
    | dict.fromkeys(("halb", "halbe", "hälfte", "halbiert"), 0.5)
    | {"zweimal": 2, "dreimal": 3, "dutzend": 12},
    one=words("ein eine einmal"),
    one_digit=r"\bein(?:e[mnrs]?)?\b",
    halved=r"\b(?:divi[a-z]+|geteilt)\b[^.;:!?]{0,60}?\bdurch (?:zwei|2)\b",
    units={"zentimeter": 10.0, "zoll": 25.4, "fuß": 304.8},
    articles=("der", "die", "das", "ein", "eine"),
    linking_words=words("des und von"),
    common_words=words(
        """der das den dem des die und nicht oder auch eine einen einer sein wird tabelle"""
    ),
    function_words=words(
        """der das den dem des ein eine einen einem einer und ist sind war waren nicht er sie
        es wir ihr ihre ihren sein seine mit von vom zu zum zur für auf aus bei nach wenn oder
        aber auch als wie jede jeder jedes kein keine werden wird dass zwei drei vier sechs
        acht neun zehn"""
    ),
)
