"""The model of `game.yaml`, with its facts, its shop page and its terms; and the fields that the
entries of its kinds have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Literal, TypeVar

from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    StringConstraints,
    Tag,
    WithJsonSchema,
    create_model,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

from printgen.content.characters import UNPRINTABLE, code_point
from printgen.content.models.base import (
    Accent,
    Colour,
    Expression,
    IconName,
    Id,
    Key,
    Language,
    Model,
    Short,
    UniqueList,
    optional_fields,
)
from printgen.content.models.hexes import HexRules, Terrain
from printgen.content.models.kind import EntryField, Kind
from printgen.content.models.playing_cards import Counter, Deck, Scale, Suit
from printgen.content.models.profile import Stat, StatLine, TraitKind, Values
from printgen.content.models.roster import RosterRules
from printgen.content.models.table import TableGroup
from printgen.content.models.text import Errata, Text
from printgen.content.names import LANGUAGE
from printgen.extra import load, named_parts
from printgen.project import STYLE_FOLDER

# A number with a unit: `4 in`, `-1`, `2.5 cm`.
_AMOUNT = re.compile(r'(-?[0-9]+(?:[.,][0-9]+)?)\s*(in|cm|mm|")?')

_MAX = 100


class Fact(str):
    """A number or die of the rules, with its unit, as in `4 in` and `D6`; or, after `=`, how it is
    computed from other facts, as in `= 2 * move`.
    """

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(cls.read)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> JsonSchemaValue:
        return {"type": ["string", "number"], "maxLength": _MAX}

    @classmethod
    def read(cls, value: object) -> Fact:
        """A fact from YAML data. Raises PydanticCustomError for other values."""
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            kinds = {bool: str(value).lower(), list: "a list", dict: "a mapping"}
            hint = f"found {kinds.get(type(value), str(value))}"
            known = "a number, a length, a die, a text or a formula: 4, 4 in, D6, = 2 * move"
            raise PydanticCustomError("fact", f"a fact is {known}", {"hint": hint})
        words = str(value).strip()
        if not words.removeprefix("="):
            raise PydanticCustomError("fact", "the fact is empty")
        if len(words) > _MAX:
            raise PydanticCustomError("fact", "the fact has more than 100 characters")
        return cls(words)

    @property
    def rule(self) -> str:
        """The expression that computes the fact; empty if it is given."""
        return self[1:].strip() if self.startswith("=") else ""

    @property
    def parts(self) -> tuple[str, str]:
        """The value and its unit; the unit is empty if there is none."""
        found = _AMOUNT.fullmatch(self)
        if found is None:
            return str(self), ""
        return found[1].replace(",", "."), "in" if found[2] == '"' else found[2] or ""


# --- the model of `game.yaml` ---------------------------------------------------------------------


class Constraint(Model):
    """An expression that holds for every profile with this stat line."""

    stat_line: Id
    """The stat line of the profiles that obey it."""
    check: Expression
    """What is true of each of them."""
    message: Text
    """What to say if it is not."""


class Variable(Model):
    """A number chosen by the players, and the values to print tables for."""

    label: Text
    """The words that tables and counts print for the number, such as `figures for each player`."""
    values: Annotated[list[Annotated[int, Field(ge=0, le=500)]], Field(min_length=1, max_length=8)]
    """The numbers for which tables of a scenario have a column."""


class Credit(Model):
    """A contributor."""

    role: Text
    """What the contributor did."""
    name: Text
    """The name of the contributor."""
    note: Text | None = None
    """More about it, such as a source."""


# The name of a fact, which expressions of other facts can use.
_FACT_NAME = "^[a-z][a-z0-9_]{0,39}$"


def is_fact_name(name: str) -> bool:
    """Whether a fact may have this name."""
    return bool(re.fullmatch(_FACT_NAME, name))


def _fact_name(name: str) -> str:
    if not is_fact_name(name):
        message = "a fact has a name of small letters, digits and _ (such as fog_sight)"
        raise PydanticCustomError("fact_name", message)
    return name


FactName = Annotated[
    str,
    AfterValidator(_fact_name),
    WithJsonSchema({"type": "string", "pattern": _FACT_NAME}),
]


Part = TypeVar("Part", bound=Model)


# The name of a family as font files have it.
FontFamily = Annotated[
    str, StringConstraints(pattern=r"^\w+([ .&+'-]+\w+)*$", min_length=1, max_length=60)
]


class GameColours(Model):
    """The colours of a game in full ink, on cards, sheets and books."""

    ink: Colour | None = None
    """The colour of text."""
    soft: Colour | None = None
    """The colour of labels and notes."""
    line: Colour | None = None
    """The colour of hairlines."""
    panel: Colour | None = None
    """The colour of boxes and panels."""
    paper: Colour | None = None
    """The colour behind the text of cards. Sheets and books are printed on white."""


class Game(Model):
    """`game.yaml`: the title, the languages and the declarations of a game."""

    title: Text
    """The title of the game, on covers, cards, sheets and shop pages."""
    subtitle: Text | None = None
    """A line below the title, on covers and shop pages."""
    languages: UniqueList[Language] = Field(min_length=1)
    """The languages of the game. Texts without a language are in the first."""
    theme: Id = "plain"
    """The folder of templates that pages and cards are made with."""
    accent: Accent | None = None
    """The colour of the plain theme, by its name or as a colour of your own."""
    style: Id = "calm"
    """How the theme is set. The plain theme has `calm`, `classic`, `painted`, `dark`, `comic`,
    `pulp`, `blueprint` and `folk`. Other themes may have no styles.
    """
    font: FontFamily | None = None
    """The font of text instead of that of the style: a family of printgen, or of a file in the
    project's `fonts/`.
    """
    title_font: FontFamily | None = None
    """The font of titles and headings instead of that of the style."""
    colours: GameColours = GameColours()
    """The colours of text, lines and boxes instead of those of the style, in full ink."""
    version: Short | None = None
    """The version of the game, for imprints and shop pages."""
    credits: list[Credit] = []
    """Who made the game, for imprints and shop pages."""
    licence: Text | None = None
    """Who may do what with the game."""
    shop: Shop | None = None
    """The text of the game's shop page."""
    stat_lines: dict[Id, StatLine] = {}
    """The stats of figures, by kind of figure. Profiles give their values."""
    trait_kinds: dict[Id, TraitKind] = {}
    """The kinds of traits, such as skills and weapons."""
    suits: dict[Id, Suit] = {}
    """The suits of the cards that the game is played with."""
    scales: dict[Id, Scale] = {}
    """Ranks in order, such as those of cards, dice or poker hands."""
    counters: dict[Id, Counter] = {}
    """Numbers that change in play, such as life."""
    deck: Deck | None = None
    """The pack of cards that the game is played with."""
    variables: dict[Key, Variable] = {}
    """Numbers that the players choose, such as that of their figures."""
    terrains: dict[Id, Terrain] = {}
    """The terrains of hex maps."""
    hexes: HexRules | None = None
    """The rules of hex maps."""
    table_groups: Annotated[list[TableGroup], Field(max_length=50)] = []
    """The tables in groups, as on the reference sheet. The play aid lists them so, and then the
    tables of no group.
    """
    constraints: list[Constraint] = Field(default=[], max_length=100)
    """Rules that profiles obey."""
    kinds: Annotated[dict[Id, Kind], Field(max_length=30)] = {}
    """Kinds of entry of the game's own, each with its fields."""
    rosters: RosterRules | None = None
    """The rules of army lists."""
    facts: Annotated[dict[FactName, Fact], Field(max_length=500)] = {}
    """Numbers of the rules, given or computed from others, which texts quote."""
    icons: Annotated[dict[IconName, Short], Field(max_length=200)] = {}
    """Pictures in `images/` or characters: `{oil}` in a text prints the icon `oil`. An emoji as the
    name of a picture is printed as this picture.
    """
    terms: Terms = {}
    """The words of the game in each language, so that translations agree."""
    errata: Errata = []

    @property
    def theme_folders(self) -> tuple[str, ...]:
        """The folders of `templates/` with style sheets and settings: the style's, the theme's."""
        return f"{self.theme}/{STYLE_FOLDER}/{self.style}", self.theme

    def part(self, model: type[Part]) -> Part | None:
        """What the game declares under the key of an extra that has this model; None without it."""
        return next((value for _, value in self if isinstance(value, model)), None)


def game_model(data: object = None) -> type[Game]:
    """The model of `game.yaml` with the keys of extras that are in its data; without data, with
    all. Of the others, nothing is imported.
    """
    keys = named_parts("game_keys")
    return _game_model(tuple(key for key in keys if not isinstance(data, dict) or key in data))


@cache
def _game_model(keys: tuple[str, ...]) -> type[Game]:
    fields = optional_fields({key: load(named_parts("game_keys")[key]) for key in keys})
    return create_model("Game", __base__=Game, __doc__=Game.__doc__, **fields)


# --- the shop page of a game, as `game.yaml` declares it ------------------------------------------


MAX_SHORT = 140


def _short(text: Text) -> Text:
    for words in text.values():
        # A block scalar ends with a line end.
        if len(words) > MAX_SHORT or "\n" in words.strip():
            message = "one line of at most {most} characters"
            raise PydanticCustomError("short", message, {"most": MAX_SHORT})
    return text


# Ways to write that no generative AI was used.
_NONE = {"no", "non", "none", "nothing", "rien", "aucune", "false", "-"}


def _printable(text: Text) -> Text:
    for words in text.values():
        if found := UNPRINTABLE.search(words):
            message = "the character {code} cannot be printed"
            raise PydanticCustomError("unprintable", message, {"code": code_point(found[0])})
    return text


ShopText = Annotated[Text, AfterValidator(_printable)]


def _ai_disclosure(text: Text) -> Text:
    if any(words.strip(" .!").casefold() in _NONE for words in text.values()):
        raise PydanticCustomError("ai", "omit `ai` if no generative AI was used")
    return text


ShopTag = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([ -][a-z0-9]+)*$", max_length=30)]


# The downloads that printgen makes besides those of the products.
Download = Literal["web", "book-html", "epub", "vendor", "tabletop", "vassal"]


class Shop(Model):
    """The shop page of a game."""

    short: Annotated[ShopText, AfterValidator(_short)]
    """One line that says what the game is, below the title of the shop page."""
    about: ShopText
    """The description on the shop page: paragraphs separated by blank lines, and list items that
    begin with `- `.
    """
    tags: UniqueList[ShopTag] = []
    """The words by which the game is found in the shop."""
    players: ShopText | None = None
    """How many play and how long, such as `1 player, half an hour`."""
    needs: ShopText | None = None
    """What a player needs besides the files, such as dice and a ruler."""
    free: bool = False
    """Whether the game may not be sold: the shop guide then says to set no price."""
    ai: Annotated[ShopText, AfterValidator(_ai_disclosure)] | None = None
    """What generative AI was used for, for the disclosure that shops ask for. Left out: none was
    used.
    """
    leave_out: UniqueList[Download] = []
    """Downloads that the page does not offer, of those that no product asks for: `web` (the page
    for browsers), `book-html` and `epub` (the books), `vendor` (card printers), `tabletop`
    (Tabletop Simulator) and `vassal`.
    """


# The words of a term: one word or a few.
Words = Annotated[str, StringConstraints(pattern=r"\w", min_length=1, max_length=80)]

# Other words for a term.
OtherWords = Annotated[list[Words], Field(max_length=30)]

# A language, or `any` for all of them.
_Language = Annotated[str, StringConstraints(pattern=f"^({LANGUAGE}|any)$")]


class TermWords(Model):
    """A term in one language."""

    term: Words
    """The term itself, as texts write it."""
    forms: OtherWords = []
    """Other forms of the term, such as its plural."""
    avoid: OtherWords = Field(default=[], alias="not")
    """Words that no text has instead of the term."""
    index: Words | None = None
    """The entry of the term in the index of books, if that is another text."""


def _form(term: object) -> str:
    """How a term is written: as plain words, as one mapping, or by language."""
    if isinstance(term, TermWords) or (isinstance(term, dict) and _KEYS.intersection(term)):
        return "one"
    return "languages" if isinstance(term, dict) else "words"


_KEYS = {"term", "forms", "not", "index"}

# Words without a language are a term in the game's first language.
Term = Annotated[
    Annotated[Words, Tag("words")]
    | Annotated[TermWords, Tag("one")]
    | Annotated[dict[_Language, Words | TermWords], Tag("languages")],
    Discriminator(_form),
]

Terms = Annotated[dict[Id, Term], Field(max_length=1_000)]


# --- the fields of the entries of a kind, whether the game or printgen declares it ----------------


Fields = Mapping[str, EntryField]


def fields_of(game: Game, kind: str) -> Fields:
    """The fields of a kind besides the name; none of a kind without fields.

    The stats of profiles and of traits are fields. Of stats with the same key, the first is used.
    """
    if kind in game.kinds:
        return game.kinds[kind].fields
    return _OWN[kind](game) if kind in _OWN else {}


def kinds_with_fields(game: Game) -> list[str]:
    """The kinds whose entries have fields."""
    return [*_OWN, *game.kinds]


def unknown_kinds(game: Game, kinds: Iterable[str]) -> list[str]:
    """The kinds that no cards can be made of."""
    known = [*kinds_with_fields(game), "plans"]
    return [kind for kind in kinds if kind not in known]


def _profile_fields(game: Game) -> Fields:
    return {
        "epithet": EntryField(optional=True),
        "story": EntryField(optional=True),
        "image": EntryField(type="image", optional=True),
        "keywords": EntryField(optional=True),
        "traits": EntryField(type="references", to="traits", optional=True),
        **_stat_fields(line.stats for line in game.stat_lines.values()),
    }


def _trait_fields(game: Game) -> Fields:
    kinds = {name: kind.label for name, kind in game.trait_kinds.items()}
    return {
        "text": EntryField(optional=True),
        "kind": EntryField.model_construct(type="choice", options=kinds),
        **_stat_fields(kind.stats for kind in game.trait_kinds.values()),
    }


_OWN: dict[str, Callable[[Game], Fields]] = {"profiles": _profile_fields, "traits": _trait_fields}


def _stat_fields(groups: Iterable[Mapping[str, Stat]]) -> dict[str, EntryField]:
    found: dict[str, EntryField] = {}
    for stats in groups:
        found = {**{key: _field(stat) for key, stat in stats.items()}, **found}
    return found


def _field(stat: Stat) -> EntryField:
    """A stat as a field."""
    values = {name: getattr(stat, name) for name in Values.model_fields}
    return EntryField.model_construct(**values, type=stat.type, label=Text(stat.label))
