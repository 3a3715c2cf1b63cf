"""What the cards of a game say in one language, from the faces that are printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from printgen.content.library import Entry, Library
from printgen.content.models.products import CardsProduct
from printgen.content.models.profile import Profile
from printgen.export import ExportError
from printgen.export.card_text.stat_names import StatNames, names_of_card, stat_names
from printgen.export.card_text.value_labels import labelled, letters
from printgen.export.channel import languages_of
from printgen.layout.face_words import Said, said_by
from printgen.layout.jobs import Engine, Outcome, Task, lay_out
from printgen.products.card_anchors import card_anchor
from printgen.products.card_faces import Card, Design, designs, distinct_faces, face_tasks
from printgen.products.decks import counts, selected
from printgen.products.target import DEFAULT_INK, Target
from printgen.products.trims import cut_of
from printgen.typography.text import plain_words, say
from printgen.views.traits import known_trait_view

Deck = Entry[CardsProduct]


@dataclass(frozen=True, slots=True)
class FaceText:
    """What a face says: its deck, its side (`front` or `back`), and the elements."""

    deck: str
    side: str
    said: Said


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
    backs: list[Said] = field(default_factory=list)


def game_cards(library: Library, game: str, lang: str, engine: Engine) -> list[DeckText]:
    """The cards of a game by deck. Faces that say the same are there once.

    Raises ExportError with the problems of faces that cannot be laid out.
    """
    reader = _Reader(library, game, lang, stat_names(library, game, lang))
    found = [reader.read(deck, engine) for deck in _decks(library, game, lang)]
    for card in reader.cards.values():
        card.faces = list(_distinct(card.faces))
    reader.add_rules()
    return [deck for deck in found if deck.cards]


def _decks(library: Library, game: str, lang: str) -> list[Deck]:
    """The decks of a game in a language."""
    decks = library.games[game].products_of(CardsProduct)
    return [deck for deck in decks if lang in languages_of(library, deck)]


@dataclass(slots=True)
class _Reader:
    """Reads the decks of a game one by one. `cards` are those of all decks, by id."""

    library: Library
    game: str
    lang: str
    names: StatNames
    cards: dict[str, CardText] = field(default_factory=dict)
    profiles: dict[str, Entry[Profile]] = field(default_factory=dict)

    def read(self, deck: Deck, engine: Engine) -> DeckText:
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
            said = self._said(deck, design, own, engine)
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
        self, deck: Deck, design: Design, cards: Sequence[Card], engine: Engine
    ) -> list[Said]:
        """What the distinct faces of a design say."""
        target = Target(deck.game, deck.id, "cards", self.lang, "", DEFAULT_INK)
        faces = distinct_faces(design, cards)
        tasks = list(face_tasks(self.library, target, faces, design, cut_of(deck.value)))
        outcomes = list(lay_out(engine, tasks))
        if any(outcome.failed for outcome in outcomes):
            raise ExportError([p for outcome in outcomes for p in outcome.problems])
        return list(map(_words_of, tasks, outcomes))


def _words_of(task: Task, outcome: Outcome) -> Said:
    """What a face says, without the code that leads here."""
    face, code = outcome.result.face, task.job.code
    said = (said_by(face) if face else None) or Said("Sect")
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
