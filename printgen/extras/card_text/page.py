"""Cards in words: what each face says, with stats and values by their names in full, as a page for
people who listen to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element, SubElement

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import CardsProduct
from printgen.content.models.profile import Profile, Stat
from printgen.content.models.text import Text
from printgen.extras.card_text.face_words import INLINE, SpokenText, said_by
from printgen.extras.ebooks.markup import squeeze, write
from printgen.extras.exports.channels import (
    Channel,
    ChannelFile,
    Deck,
    ExportError,
    colon,
    languages_of,
)
from printgen.layout.jobs import JobRunner, lay_out
from printgen.layout.templates import shared_template
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
from printgen.products.target import DEFAULT_INK, Target, game_title
from printgen.rules.icon_words import icon_labels
from printgen.rules.rows import recipe_of
from printgen.rules.terms import terms
from printgen.typography.labels import fill, labels
from printgen.typography.text import in_sentence, plain_words, say
from printgen.views.entries import FieldView, field_views
from printgen.views.profiles import known_trait_view, stat_block_views

# The names of stats by their labels, which are in lower case: styles print some in capitals.
StatNames = dict[str, str]

# Elements of structure as HTML. Others are `div`.
_TAGS = {
    "P": "p",
    "Caption": "p",
    "BlockQuote": "blockquote",
    "Table": "table",
    "THead": "thead",
    "TBody": "tbody",
    "TFoot": "tfoot",
    "TR": "tr",
    "TH": "th",
    "TD": "td",
    "LI": "li",
}

# Elements that only group others.
_GROUPING = frozenset(("Sect", "Div", "Art", "Part", "Document"))

_HEADING = re.compile("H[1-6]?")

# Labels of one letter are expanded in headers of tables alone: a card has many letters.
_SHORTEST = 2

_SCOPES = {"Row": "row", "Column": "col", "Both": "col"}


@dataclass(frozen=True, slots=True)
class Words:
    """How the faces of a card are written: its name, which is not said again, the names of its
    stats, the words for icons, the colon of the language, and the level of the headings in a face.
    """

    name: str
    names: StatNames
    icons: Mapping[str, str]
    colon: str = ":"
    level: int = 5
    header: bool = False

    def elements(self, spoken: SpokenText) -> Iterator[Element]:
        """The elements of a face, without those that say nothing or the name alone."""
        for kid in spoken.kids:
            if isinstance(kid, str):
                yield from self._paragraph((kid,))
            elif kid.name in _GROUPING and not kid.alt:
                yield from self.elements(kid)
            elif kid.name in INLINE:
                yield from self._paragraph((kid,))
            elif _is_spoken(kid.words) and letters(kid.words) != letters(self.name):
                yield self._element(kid)

    def _paragraph(self, kids: tuple[SpokenText | str, ...]) -> Iterator[Element]:
        """Words that are in no paragraph."""
        spoken = SpokenText("P", kids)
        if _is_spoken(spoken.words) and letters(spoken.words) != letters(self.name):
            yield self._element(spoken)

    def _element(self, spoken: SpokenText) -> Element:
        if spoken.name == "L":
            return self._list(spoken)
        if spoken.name == "Table":
            return self._table(spoken)
        tag = f"h{self.level}" if _HEADING.fullmatch(spoken.name) else _TAGS.get(spoken.name, "div")
        made = Element(tag, {"lang": spoken.lang} if spoken.lang else {})
        self._fill(made, spoken)
        return made

    def _fill(self, made: Element, spoken: SpokenText) -> None:
        """Add the words and the elements in an element."""
        if spoken.alt:
            _add(made, self.icons.get(spoken.alt, spoken.alt))
            return
        for number, kid in enumerate(spoken.kids):
            if isinstance(kid, str):
                _add(made, self._named(kid))
                continue
            after = SpokenText("P", tuple(spoken.kids[number + 1 :])).words
            if kid.name == "Figure" and letters(after).startswith(letters(kid.alt)):
                # The words for a picture are printed after it.
                continue
            if kid.name == "Strong":
                # The first words of a paragraph, with a colon if a sentence follows them.
                words = kid.words
                ends = words[-1:].isalnum() and after[:1].isupper()
                SubElement(made, "strong").text = words + self.colon * ends
            elif kid.name not in INLINE:
                made.append(self._element(kid))
            elif kid.name == "Label":
                label = kid.words
                _add(made, f"{self.names.get(label.casefold(), label)}{self.colon} ")
            elif kid.name == "Figure" or kid.alt:
                # Pictures are said in words.
                _add(made, f" {self.icons.get(kid.alt, kid.alt)} ")
            elif kid.expansion:
                SubElement(made, "abbr", title=kid.expansion).text = kid.words
            elif kid.lang:
                self._fill(SubElement(made, "span", lang=kid.lang), kid)
            else:
                self._fill(made, kid)

    def _named(self, words: str) -> str:
        """A text; the label of a stat after its name in full."""
        label = words.strip()
        name = self.names.get(label.casefold(), "")
        if not name or name.casefold() == label.casefold():
            return words
        if len(label) < _SHORTEST and not self.header:
            return words
        return words.replace(label, f"{name} ({label})")

    def _list(self, spoken: SpokenText) -> Element:
        """A list; of terms if its labels are no numbers and no signs."""
        items = [kid for kid in spoken.kids if isinstance(kid, SpokenText)]
        made = Element({"Decimal": "ol", "": "dl"}.get(spoken.numbering, "ul"))
        for item in items:
            holder = SubElement(made, "div") if made.tag == "dl" else SubElement(made, "li")
            for part in (part for part in item.kids if isinstance(part, SpokenText)):
                if made.tag == "dl":
                    term = "dt" if part.name == "Lbl" else "dd"
                    self._fill(SubElement(holder, term), part)
                elif part.name != "Lbl":
                    self._fill(holder, part)
        return made

    def _table(self, spoken: SpokenText) -> Element:
        """A table whose rows have equally many cells."""
        made, writer = Element("table"), replace(self, header=True)
        rows = list(_rows(spoken))
        columns = max((_width(row) for row in rows), default=0)
        spanned = any(cell.spans[1] > 1 for row in rows for cell in _cells(row))
        for caption in (kid for kid in spoken.kids if isinstance(kid, SpokenText)):
            if caption.name == "Caption":
                self._fill(SubElement(made, "caption"), caption)
        for row in rows:
            line = SubElement(made, "tr")
            for cell in _cells(row):
                line.append((writer if cell.name == "TH" else self)._cell(cell))
            for _ in range(0 if spanned else columns - _width(row)):
                SubElement(line, "td")
        return made

    def _cell(self, spoken: SpokenText) -> Element:
        header = spoken.name == "TH" and bool(spoken.words)
        made = Element("th" if header else "td")
        if header:
            made.set("scope", _SCOPES.get(spoken.scope, "row"))
        for name, span in zip(("colspan", "rowspan"), spoken.spans, strict=True):
            if span > 1:
                made.set(name, str(span))
        self._fill(made, spoken)
        return made


def letters(text: str) -> str:
    """The letters and digits of a text in lower case."""
    return "".join(filter(str.isalnum, plain_words(text))).casefold()


def _rows(spoken: SpokenText) -> Iterator[SpokenText]:
    """The rows of a table, in the order of its groups."""
    for kid in spoken.kids:
        if isinstance(kid, SpokenText):
            if kid.name == "TR":
                yield kid
            elif kid.name in ("THead", "TBody", "TFoot"):
                yield from _rows(kid)


def _cells(row: SpokenText) -> Iterable[SpokenText]:
    return (kid for kid in row.kids if isinstance(kid, SpokenText))


def _width(row: SpokenText) -> int:
    return sum(cell.spans[0] for cell in _cells(row))


def _add(made: Element, words: str) -> None:
    """Add words at the end of an element."""
    words = re.sub(r"\s+", " ", words)
    last = made[-1] if len(made) else None
    before = (made.text if last is None else last.tail) or ""
    if before.endswith(" ") or (last is None and not before):
        words = words.lstrip(" ")
    if words[:1] in tuple(".,)]"):
        before = before.rstrip(" ")
    if last is None:
        made.text = before + words
    else:
        last.tail = before + words


def _is_spoken(words: str) -> bool:
    """Whether words have letters or digits. Ornaments are not read."""
    return any(map(str.isalnum, words))


# --- the names in full of stats, by the short labels that cards print -----------------------------


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
    spoken: SpokenText, library: Library, recipe: Recipe, kind: str, entry: AnyEntry, lang: str
) -> SpokenText:
    """What a face by recipe says, with a label and a colon before each value that is alone."""
    fields = field_views(library, kind, entry, lang)
    waiting = list(_values(recipe, fields))
    return _labelled(spoken, waiting) if waiting else spoken


def _values(recipe: Recipe, fields: dict[str, FieldView]) -> Iterator[_Value]:
    """The values of a face that have no label there, in reading order."""
    named = recipe.fields_in("labels")
    parts = [(place, 0) for place in _PLACES]
    parts += [("words", number) for number in range(len(recipe.words))]
    for place, number in parts:
        for name in recipe.fields_in(place, number):
            field = fields.get(name)
            if field and field["label"] and field["type"] not in _WORDS and name not in named:
                shown = frozenset(map(letters, (field["text"], field["value"]))) - {""}
                yield shown, plain_words(field["label"])


def _labelled(spoken: SpokenText, waiting: list[_Value]) -> SpokenText:
    kids = list[SpokenText | str]()
    for kid in spoken.kids:
        if isinstance(kid, SpokenText) and kid.name in _GROUPS:
            kids.append(_labelled(kid, waiting))
        elif isinstance(kid, SpokenText) and kid.name == "P" and kid.words:
            # A label, if it is the next value of that text.
            value = next((each for each in waiting if letters(kid.words) in each[0]), None)
            if value:
                waiting.remove(value)
                kid = replace(kid, kids=(SpokenText("Label", (value[1],)), *kid.kids))
            kids.append(kid)
        else:
            kids.append(kid)
    return replace(spoken, kids=tuple(kids))


# --- what the cards of a game say in one language, from the faces that are printed ----------------


@dataclass(frozen=True, slots=True)
class FaceText:
    """What a face says: its deck, its side (`front` or `back`), and the elements."""

    deck: str
    side: str
    spoken: SpokenText


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
    decks = library.games[game].products_of(CardsProduct)
    found = [reader.read(deck, runner) for deck in decks if lang in languages_of(library, deck)]
    for card in reader.cards.values():
        card.faces = list(_distinct(card.faces))
    # The rules of traits that the cards of figures name without their text.
    for id, profile in reader.profiles.items():
        card = reader.cards[id]
        printed = letters(" ".join(face.spoken.words for face in card.faces))
        for trait in library.traits_of(profile):
            view = known_trait_view(library, trait, lang)
            name, text = plain_words(view["name"]), plain_words(view["text"])
            if text and letters(text) not in printed:
                card.rules.append((name, text))
    return [deck for deck in found if deck.cards]


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
        own = selected(self.library, self.game, deck.value, self.lang)
        quantities = counts(self.library, self.game, deck.value)
        for card in own:
            copies = quantities[card.kind, card.entry.game, card.entry.id]
            if (known := self._card(card, copies)) is not None:
                text.cards.append(known)
        sides = designs(self.library, content, deck.value)
        for side, design in zip(("front", "back"), sides, strict=False):
            spoken = self._said(deck, design, own, runner)
            if design.common is not None:
                text.backs = [each for each in spoken if each.words]
                continue
            for card, words in zip(own, spoken, strict=True):
                if design.recipe:
                    kind, entry, *_ = card
                    recipe = recipe_of(self.library, design.recipe, kind, entry)
                    words = labelled(words, self.library, recipe, kind, entry, self.lang)
                self.cards[self._id(card)].faces.append(FaceText(text.title, side, words))
        return text

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
        result = self.cards[id] = CardText(id, name, called, copies, names)
        if isinstance(entry.value, Profile):
            self.profiles[id] = entry
        return result

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
        said = []
        for task, outcome in zip(tasks, outcomes, strict=True):
            face, code = outcome.result.face, task.job.code
            spoken = (said_by(face) if face else None) or SpokenText("Sect")
            # Without the code that leads here.
            kids = (k for k in spoken.kids if isinstance(k, str) or not code or k.alt != code.alt)
            said.append(replace(spoken, kids=tuple(kids)))
        return said


def _distinct(faces: Sequence[FaceText]) -> Iterator[FaceText]:
    """The faces that say something, each once."""
    known = set[str]()
    for face in faces:
        words = letters(face.spoken.words)
        if words and words not in known:
            known.add(words)
            yield face


# --- the words for icons in a language ---------------------


def icon_names(content: GameContent, lang: str) -> dict[str, str]:
    """The words for the icons of a game in a sentence, by the names of the icons. Icons that
    nothing names keep their names.
    """
    known = terms(content, lang)
    return {
        name: known[name].term if name in known else _in_sentence(label, lang, content)
        for name, label in icon_labels(content, lang).items()
    }


def _in_sentence(label: Text, lang: str, content: GameContent) -> str:
    """A label as it is within a sentence."""
    return in_sentence(plain_words(say(label, lang, content)), lang)


# --- the page of the cards of a game in words: one HTML file that needs no other ------------------


# The level of the headings in a face: below those of the page, the deck, the card and the side.
_LEVEL = 5


def text_channel(library: Library, game: str, runner: JobRunner, langs: tuple[str, ...]) -> Channel:
    """The pages of a game's cards in some languages, as the files of a folder."""

    def files() -> Iterator[ChannelFile]:
        for lang in langs:
            content = text_page(library, game, lang, runner)
            yield ChannelFile(f"{game}-cards.{lang}.html", content, lang=lang)

    return Channel("text", "text", files)


def card_languages(library: Library, game: str) -> list[str]:
    """The languages in which a game has decks."""
    decks = library.games[game].products_of(CardsProduct)
    return list(dict.fromkeys(lang for deck in decks for lang in languages_of(library, deck)))


def text_page(library: Library, game: str, lang: str, runner: JobRunner) -> bytes:
    """The cards of a game in words. Raises ExportError if a face cannot be laid out."""
    content = library.games[game]
    found = labels(library.folders, "_shared", lang)
    words = {name: plain_words(text) for name, text in found.items()}
    decks = game_cards(library, game, lang, runner)
    known = {card.id for deck in decks for card in deck.cards}
    writer = Words("", {}, icon_names(content, lang), colon(lang), _LEVEL)
    above = replace(writer, level=_LEVEL - 1)
    views = [
        {
            # A card may have the id of a deck.
            "id": f"{deck.id}-deck" if deck.id in known else deck.id,
            "title": deck.title,
            "cards": [_card_view(card, words, writer) for card in deck.cards],
            "backs": list(filter(None, (write(above.elements(back)) for back in deck.backs))),
        }
        for deck in decks
    ]
    template = shared_template("text-page.html.j2")
    page = template.render(
        lang=lang,
        labels=words,
        game=game_title(content, lang),
        decks=views,
    )
    return (squeeze(page).strip() + "\n").encode()


def _card_view(card: CardText, words: dict[str, str], writer: Words) -> dict[str, object]:
    own = replace(writer, name=card.name, names=card.names)
    several = len({face.deck for face in card.faces}) > 1
    faces: list[dict[str, str]] = []
    for face in card.faces:
        side = words[f"text_{face.side}"]
        # The only face of a card has no heading.
        title = f"{face.deck} – {side}" if several else side
        html = write(own.elements(face.spoken))
        faces.append({"title": title if len(card.faces) > 1 else "", "html": html})
    about = [card.kind[:1].upper() + card.kind[1:]] if card.kind else []
    about += [fill(words["copies"], count=card.copies)] if card.copies > 1 else []
    return {
        "id": card.id,
        "name": card.name,
        "about": " · ".join(about),
        "faces": [face for face in faces if face["html"]],
        "rules": card.rules,
    }
