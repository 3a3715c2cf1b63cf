"""French. The spaces of its punctuation follow the rules of the Imprimerie nationale."""

from __future__ import annotations

import re

from printgen.typography.language import NARROW, NO_BREAK, Language, compounds, counting, words

_SMALL = counting(
    """deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize
    dix-sept dix-huit dix-neuf""",
    2,
)
_TENS = counting("vingt trente quarante cinquante soixante", 20, 10) | {"quatre-vingt": 80}
_UNITS = {"un": 1, "une": 1} | _SMALL
_NUMBERS = (
    _SMALL
    | _TENS
    | {"quatre-vingts": 80}
    | compounds(_TENS, _UNITS)
    | compounds({"soixante": 60, "quatre-vingt": 80}, _UNITS, below=20)
)


def _ordinal(word: str) -> str:
    """The ordinal of a number word above ten."""
    return re.sub("q$", "qu", re.sub("f$", "v", word.removesuffix("e"))) + "ième"


LANGUAGE = Language(
    name="Français",
    english="French",
    quotes=("«" + NO_BREAK, NO_BREAK + "»"),
    single=("’", "’"),
    closing={"”": "“", "»": "«"},
    before_colon=NO_BREAK,
    before_high=NARROW,
    within_guillemets=NO_BREAK,
    counted_nouns="pouces?|dés?|points?|cartes?",
    capital_names=True,
    upward_spines=True,
    bytes=("ko", "Mo"),
    singular=r"[01](?:,[0-9]+)?",
    numbers=_NUMBERS,
    ordinals=counting(
        "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième"
    )
    | {"première": 1, "second": 2, "seconde": 2}
    | {_ordinal(word): number for word, number in _NUMBERS.items() if number > 10},
    amounts=dict.fromkeys(("aucun", "aucune", "zéro", "nul", "nulle"), 0)
    | dict.fromkeys(("moitié", "demi", "demie"), 0.5)
    | {"double": 2, "triple": 3, "douzaine": 12},
    one=words("un une"),
    one_digit=r"\bune?\b",
    halved=r"\bdivi[a-zé]+\b[^.;:!?]{0,60}?\bpar (?:deux|2)\b",
    hundred="cents?",
    thousand="mille",
    number_joint=r"(?<=nte|ngt|xte) et (?=une?\b|onze\b)",
    roman_ordinal="e|ᵉ|ème",
    units=dict.fromkeys(("pouce", "pouces"), 25.4)
    | dict.fromkeys(("pied", "pieds"), 304.8)
    | {"centimètres": 10.0},
    articles=("le", "la", "les", "l’", "un", "une"),
    article_last=" ({})",
    linking_words=words("aux des"),
    common_words=words(
        """les des une est par son ses aux aucun aussi autre avant avec chaque chez comme
        contre dans depuis donc elle entre leur leurs lorsque mais même nous plus pour sans
        sauf selon sous tout toute tous toutes vers votre vous sera soit sont être avoir fait
        faire peut peuvent doit celui celle ceux cette puis tableau"""
    ),
    function_words=words(
        """le la les un une des du de et est sont était être il elle ils elles ce cette ces cet
        qui que quoi dont où quand dans par pour avec sur sous sans vers ne pas plus se sa son
        ses leur leurs vous votre vos nous notre nos au aux mais ou si chaque tout tous toute
        deux trois quatre cinq sept huit neuf dix"""
    ),
    # Elisions: `l'`, `d'`, `qu'`.
    apostrophes=r"\b(?:[cdjlmnst]|qu)['’](?=\w)",
)
