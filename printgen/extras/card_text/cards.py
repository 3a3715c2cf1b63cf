"""Cards in words: what each face says, with stats and values by their names in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import CardsProduct
from printgen.content.models.profile import Profile
from printgen.content.models.stat import Stat
from printgen.extras.exports.channels import ExportError, languages_of
from printgen.layout.face_words import SpokenText, said_by
from printgen.layout.jobs import JobRunner, Outcome, Task, lay_out
from printgen.products.card_faces import (
    Card,
    Design,
    card_anchor,
    counts,
    cut_of,
    designs,
    distinct_faces,
    face_tasks,
    selected,
)
from printgen.products.target import DEFAULT_INK, Target
from printgen.typography.text import plain_words, say
from printgen.views.entries import FieldView, field_views
from printgen.views.profiles import known_trait_view, stat_block_views

# --- the names in full of stats, by the short labels that cards print -----------------------------


# The names by the labels, which are in lower case: styles print some in capitals.
StatNames = dict[str, str]


def stat_names(library: Library, game: str, lang: str) -> StatNames:
    """The names of the stats of a game, and of the stats of other games whose labels are others.

    A label of several stats has no name.
    """
    found: StatNames = {}
    for content in sorted(library.games.values(), key=lambda each: each.id != game):
        own: dict[str, set[str]] = {}
        for stat in _stats(content):
            label = plain_words(say(stat.label, lang, content))
            name = plain_words(say(stat.name or stat.label, lang, content))
            own.setdefault(label.casefold(), set()).add(name)
        for label, names in own.items():
            found.setdefault(label, names.pop() if len(names) == 1 else "")
    return {label: name for label, name in found.items() if name}


def names_of_card(library: Library, entry: AnyEntry, lang: str, names: StatNames) -> StatNames:
    """The names on the card of an entry: those of its own stats come first."""
    if not isinstance(entry.value, Profile):
        return names
    blocks = stat_block_views(library, entry, lang)
    own = {
        plain_words(cell["label"]).casefold(): plain_words(cell["name"])
        for block in blocks.values()
        if block["given"]
        for cell in block["cells"]
    }
    return {**names, **own}


def _stats(content: GameContent) -> Iterator[Stat]:
    """All stats that a game declares."""
    for line in content.game.stat_lines.values():
        yield from line.stats.values()
    for kind in content.game.trait_kinds.values():
        yield from kind.stats.values()


# --------------------------------------------------------------------------------------------------
# Labels for the values that cards by recipe print alone, such as a number in a corner: those who
# see a card know it by its place.


# The places of a recipe whose values have no label, in the order of the face.
_PLACES = ("index", "corner", "symbol", "body", "icons", "foot")

# The types of fields that are words by themselves.
_WORDS = frozenset(("text", "image", "reference", "references"))

_GROUPS = frozenset(("Sect", "Div", "Art", "Part"))

# The letters of a value as printed, in lower case, and its label.
_Value = tuple[frozenset[str], str]


def labelled(
    said: SpokenText, library: Library, recipe: Recipe, kind: str, entry: AnyEntry, lang: str
) -> SpokenText:
    """What a face by recipe says, with a label and a colon before each value that is alone."""
    fields = field_views(library, kind, entry, lang)
    waiting = list(_values(recipe, fields))
    return _labelled(said, waiting) if waiting else said


def _values(recipe: Recipe, fields: dict[str, FieldView]) -> Iterator[_Value]:
    """The values of a face that have no label there, in reading order."""
    named = recipe.fields_in("labels")
    for place in _PLACES:
        for name in recipe.fields_in(place):
            field = fields.get(name)
            if field and field["label"] and field["type"] not in _WORDS and name not in named:
                shown = frozenset(map(letters, (field["text"], field["value"]))) - {""}
                yield shown, plain_words(field["label"])


def _labelled(said: SpokenText, waiting: list[_Value]) -> SpokenText:
    kids = list[SpokenText | str]()
    for kid in said.kids:
        if isinstance(kid, SpokenText) and kid.name in _GROUPS:
            kids.append(_labelled(kid, waiting))
        elif isinstance(kid, SpokenText) and kid.name == "P" and kid.words:
            kids.append(_with_label(kid, waiting))
        else:
            kids.append(kid)
    return replace(said, kids=tuple(kids))


def _with_label(said: SpokenText, waiting: list[_Value]) -> SpokenText:
    """A paragraph, with a label if it is the next value of that text."""
    for value in waiting:
        shown, label = value
        if letters(said.words) in shown:
            waiting.remove(value)
            return replace(said, kids=(SpokenText("Label", (label,)), *said.kids))
    return said


def letters(text: str) -> str:
    """The letters and digits of a text in lower case."""
    return "".join(filter(str.isalnum, plain_words(text))).casefold()


# --- what the cards of a game say in one language, from the faces that are printed ----------------


Deck = Entry[CardsProduct]


@dataclass(frozen=True, slots=True)
class FaceText:
    """What a face says: its deck, its side (`front` or `back`), and the elements."""

    deck: str
    side: str
    said: SpokenText


@dataclass(slots=True)
class CardText:
    """A card: the id of its section, its name, what it is called (empty without a name for that),
    its copies, its faces, the names of its stats, and the rules of its traits that no face prints.
    """

    id: str
    name: str
    kind: str
    copies: int
    names: StatNames
    faces: list[FaceText] = field(default_factory=list)
    rules: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class DeckText:
    """A deck: its id, its title, the cards that no deck before it has, and its common backs."""

    id: str
    title: str
    cards: list[CardText] = field(default_factory=list)
    backs: list[SpokenText] = field(default_factory=list)


def game_cards(library: Library, game: str, lang: str, runner: JobRunner) -> list[DeckText]:
    """The cards of a game by deck. Faces that say the same are there once.

    Raises ExportError with the problems of faces that cannot be laid out.
    """
    reader = _CardReader(library, game, lang, stat_names(library, game, lang))
    found = [reader.read(deck, runner) for deck in _decks(library, game, lang)]
    for card in reader.cards.values():
        card.faces = list(_distinct(card.faces))
    reader.add_rules()
    return [deck for deck in found if deck.cards]


def _decks(library: Library, game: str, lang: str) -> list[Deck]:
    """The decks of a game in a language."""
    decks = library.games[game].products_of(CardsProduct)
    return [deck for deck in decks if lang in languages_of(library, deck)]


@dataclass(slots=True)
class _CardReader:
    """Reads the decks of a game one by one. `cards` are those of all decks, by id."""

    library: Library
    game: str
    lang: str
    names: StatNames
    cards: dict[str, CardText] = field(default_factory=dict)
    profiles: dict[str, Entry[Profile]] = field(default_factory=dict)

    def read(self, deck: Deck, runner: JobRunner) -> DeckText:
        """The cards of a deck that are new; the faces of others are added to them."""
        content = self.library.games[self.game]
        text = DeckText(deck.id, plain_words(say(deck.value.title, self.lang, content)))
        own = selected(self.library, self.game, deck.value)
        quantities = counts(self.library, self.game, deck.value)
        for card in own:
            copies = quantities[card.kind, card.entry.game, card.entry.id]
            if (known := self._card(card, copies)) is not None:
                text.cards.append(known)
        sides = designs(self.library, content, deck.value)
        for side, design in zip(("front", "back"), sides, strict=False):
            said = self._said(deck, design, own, runner)
            if design.common is not None:
                text.backs = [each for each in said if each.words]
                continue
            for card, words in zip(own, said, strict=True):
                if design.recipe:
                    kind, entry, _ = card
                    words = labelled(words, self.library, design.recipe, kind, entry, self.lang)
                self.cards[self._id(card)].faces.append(FaceText(text.title, side, words))
        return text

    def add_rules(self) -> None:
        """Add the rules of traits that the cards of figures name without their text."""
        for id, profile in self.profiles.items():
            card = self.cards[id]
            printed = letters(" ".join(face.said.words for face in card.faces))
            for trait in self.library.traits_of(profile):
                view = known_trait_view(self.library, trait, self.lang)
                name, text = plain_words(view["name"]), plain_words(view["text"])
                if text and letters(text) not in printed:
                    card.rules.append((name, text))

    def _id(self, card: Card) -> str:
        return card_anchor(self.library.games[self.game], card.kind, card.entry)

    def _card(self, card: Card, copies: int) -> CardText | None:
        """A card that no deck before had; None for others."""
        id, entry = self._id(card), card.entry
        if id in self.cards:
            return None
        home = self.library.games[entry.game]
        name = plain_words(say(entry.name, self.lang, home)) or entry.id
        kind = home.game.kinds.get(card.kind)
        called = plain_words(say(kind.label, self.lang, home)) if kind else ""
        names = names_of_card(self.library, entry, self.lang, self.names)
        found = self.cards[id] = CardText(id, name, called, copies, names)
        if isinstance(entry.value, Profile):
            self.profiles[id] = entry
        return found

    def _said(
        self, deck: Deck, design: Design, cards: Sequence[Card], runner: JobRunner
    ) -> list[SpokenText]:
        """What the distinct faces of a design say."""
        target = Target(deck.game, deck.id, "cards", self.lang, "", DEFAULT_INK)
        faces = distinct_faces(design, cards)
        tasks = list(face_tasks(self.library, target, faces, design, cut_of(deck.value)))
        outcomes = list(lay_out(runner, tasks))
        if any(outcome.failed for outcome in outcomes):
            raise ExportError([p for outcome in outcomes for p in outcome.problems])
        return list(map(_words_of, tasks, outcomes))


def _words_of(task: Task, outcome: Outcome) -> SpokenText:
    """What a face says, without the code that leads here."""
    face, code = outcome.result.face, task.job.code
    said = (said_by(face) if face else None) or SpokenText("Sect")
    kids = (k for k in said.kids if isinstance(k, str) or not code or k.alt != code.alt)
    return replace(said, kids=tuple(kids))


def _distinct(faces: Sequence[FaceText]) -> Iterator[FaceText]:
    """The faces that say something, each once."""
    known = set[str]()
    for face in faces:
        words = letters(face.said.words)
        if words and words not in known:
            known.add(words)
            yield face
