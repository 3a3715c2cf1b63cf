"""Cards and other pieces with faces: which are printed, how often, and their faces as tasks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, cast

from printgen.content.fingerprint import package_versions
from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.faces import Band, CommonBack, Faces, Recipe
from printgen.content.models.game import fields_of
from printgen.content.models.places import Region
from printgen.content.models.products import SAFE, CardsProduct, FacesProduct
from printgen.content.models.profile import Profile
from printgen.content.models.scenario import ActionPlan
from printgen.imposition.plan import PrintChoice
from printgen.layout.faces import Code
from printgen.layout.jobs import (
    DeferredContext,
    Fault,
    Job,
    JobSource,
    PageFormat,
    Place,
    Task,
    face_without,
)
from printgen.paper import PlanError, Size
from printgen.problems import Position
from printgen.products.card_heads import bodies_are_centred, headings, stat_columns
from printgen.products.card_parts import (
    ON_ONE_SIDE,
    ONLY_PART,
    Continued,
    Part,
    blank_view,
    continued_texts,
    kept_whole,
    longest_side,
    part_view,
)
from printgen.products.card_room import FOOT_STAYS, LEAST_FOOT, LEGIBLE, room_of
from printgen.products.card_type import DeckType, deck_type
from printgen.products.card_words import card_view, of_one_type
from printgen.products.figure_type import figure_type
from printgen.products.kind import PrintOptions
from printgen.products.placed_parts import placed_parts
from printgen.products.target import Target
from printgen.project import STYLE_FOLDER
from printgen.rules.images import own_picture
from printgen.rules.placing import flow_card, flow_of
from printgen.rules.rosters import group_sizes, printed_entries
from printgen.rules.rows import recipe_of
from printgen.rules.study_results import stored
from printgen.store import digest
from printgen.typography.blocks import without_drop_cap
from printgen.typography.labels import fill, labels
from printgen.typography.language import NO_BREAK
from printgen.typography.text import in_number, plain_words, say
from printgen.views.entries import (
    background_of,
    band_colour,
    chosen_value,
    common_back_view,
    entry_view,
    group_view,
    picture_place,
    recipe_view,
)
from printgen.views.game import GameView, game_view
from printgen.views.profiles import (
    ProfileView,
    TraitTableView,
    trait_tables,
)
from printgen.views.style import (
    UNCHANGED,
    Changes,
    changes_of,
    ground_colours,
    look_of,
    own_types,
    recipe_look,
    theme_template,
)

if TYPE_CHECKING:
    from printgen.views.scenarios import ActionPlanView


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of cards in mm: trim size, bleed on each side, distance of text from the cut."""

    size: Size
    bleed: float
    safe: float = SAFE


def cut_of(product: FacesProduct, bleed: float | None = None) -> Cut:
    """The cut of the pieces of a product, with its bleed if no other is given."""
    return Cut(product.trim, product.bleed if bleed is None else bleed, product.safe)


class Card(NamedTuple):
    """An entry that is printed on a card, its kind, its number in the deck, from 0, and which of
    the cards of the entry it is: a text may go on on further cards.
    """

    kind: str
    entry: Entry[Any]
    number: int
    part: Part = ONLY_PART

    @property
    def name(self) -> str:
        """The card as `game/id`."""
        return f"{self.entry.game}/{self.entry.id}"

    @property
    def full_name(self) -> str:
        """The card as `kind:game/id`: entries of two kinds may have the same id."""
        return f"{self.kind}:{self.name}"

    def has_name(self, reference: str) -> bool:
        """Whether `reference` is the id of the card, its `game/id` or its `kind:game/id`."""
        return reference in (self.entry.id, self.name, self.full_name)


@dataclass(frozen=True, slots=True)
class Design:
    """How a side of cards is made: its template, and the recipe of a face without one of its own,
    whose looks may have other templates.

    With `common`, it is the common back of these faces. The template of a back with `mirrored`
    sees this word. `band` is that of templates. The cards of a `coded` one have the codes of the
    product. `behind` is for texts that go on on the backs of their cards; other cards have none.
    """

    template: str
    recipe: Recipe | None = None
    common: Faces | None = None
    mirrored: bool = False
    behind: bool = False
    band: Band | str | None = None
    coded: bool = False


def designs(library: Library, content: GameContent, product: FacesProduct) -> list[Design]:
    """The designs of the front and of the back, if any."""
    faces, recipe_template = product.faces, product.recipe_template
    front = _design(library, content, faces, faces.front, recipe_template)
    found = [front]
    if faces.back:
        back = _design(library, content, faces, faces.back, recipe_template)
        found.append(replace(back, mirrored=product.mirrored_backs))
    elif product.has_backs and not faces.two_sided:
        found.append(replace(front, mirrored=True))
    elif faces.two_sided:
        found.append(Design(theme_template(library, content, product.back_template), common=faces))
    elif any(each.behind for each in _continued_texts(library, content.id, product).values()):
        found.append(replace(front, behind=True))
    if isinstance(product, CardsProduct) and product.card_code:
        coded = ("front", "back").index(product.coded_side)
        found[coded] = replace(found[coded], coded=True)
    return found


def _design(
    library: Library,
    content: GameContent,
    faces: Faces,
    face: str | Recipe,
    recipe_template: str,
) -> Design:
    if isinstance(face, str):
        return Design(content.template(face), band=faces.band)
    template = _recipe_template(library, content, face, recipe_template)
    return Design(template, faces.with_band(face))


def _recipe_template(
    library: Library, content: GameContent, recipe: Recipe, recipe_template: str
) -> str:
    """The template of faces by a recipe."""
    if recipe.index and recipe_template == CardsProduct.recipe_template:
        recipe_template = "recipe-index"
    return theme_template(library, content, recipe_template)


def face_numbers(design: Design, cards: Sequence[Card]) -> list[int]:
    """The number of the face of each card among the distinct faces of a design."""
    if design.common is None:
        return list(range(len(cards)))
    shared = [card.kind if design.common.common_backs else "" for card in cards]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(shared))}
    return [numbers[name] for name in shared]


def part_of(card: Card, texts: Mapping[tuple[str, str], Continued], *, behind: bool) -> Part | None:
    """The part of the text of a card on its front, or behind; None where there is none."""
    text = texts.get((card.kind, card.name))
    if text is None or not text.behind:
        return None if behind else card.part
    return text.part(card.part, behind=behind)


def distinct_faces(design: Design, cards: Sequence[Card]) -> list[Card]:
    """The cards of the distinct faces of a design, the first of each."""
    found: dict[int, Card] = {}
    for number, card in zip(face_numbers(design, cards), cards, strict=True):
        found.setdefault(number, card)
    return list(found.values())


# --- decks: which cards are printed, and how often ------------------------------------------------


MAX_CARDS = 20_000


def selected(library: Library, game: str, product: FacesProduct, lang: str = "") -> list[Card]:
    """The cards of a product, in order, whose names are sorted in a language, or in the first one
    of the game. A card whose text goes on is beside the next ones of its entry.
    """
    texts = _continued_texts(library, game, product)
    cards = [
        (each.kind, each.entry, Part(number + 1, count))
        for each in printed_entries(library, game, product, lang)
        for count in [
            texts.get((each.kind, f"{each.entry.game}/{each.entry.id}"), ON_ONE_SIDE).cards
        ]
        for number in range(count)
    ]
    return [Card(kind, entry, number, part) for number, (kind, entry, part) in enumerate(cards)]


def _continued_texts(
    library: Library, game: str, product: FacesProduct
) -> dict[tuple[str, str], Continued]:
    try:
        return continued_texts(library, game, product)
    except Exception:
        # What an entry with faults names may be missing in any way.
        if not library.is_draft:
            raise
        return {}


def _parts_in_decks(library: Library, game: str) -> dict[tuple[str, str], int]:
    """The number of cards of the entries whose texts go on on further cards, by their kind and
    `game/id`: in the first deck of a game that prints them.
    """
    found = dict[tuple[str, str], int]()
    for deck in library.games[game].products_of(CardsProduct):
        for card in selected(library, game, deck.value):
            found.setdefault((card.kind, card.name), card.part.of)
    return found


def deck_name(id: str, lang: str, ink: str) -> str:
    """The name of a deck `game/product` in a variant: its faces are the same on all papers."""
    return f"{id}.{lang}.{ink}"


def chosen_cards(
    library: Library, target: Target, product: FacesProduct, choice: PrintChoice
) -> list[Card]:
    """The cards of a product that the user has chosen to print, in order."""
    cards = selected(library, target.game, product, target.lang)
    if choice.only:
        cards = [card for card in cards if any(map(card.has_name, choice.only))]
    if choice.changed is not None:
        deck = deck_name(target.id, target.lang, target.ink)
        chosen = {name for of, name in choice.changed if of == deck}
        cards = [card for card in cards if card.name in chosen or card.full_name in chosen]
    return cards


def counts(library: Library, game: str, product: FacesProduct) -> dict[tuple[str, str, str], int]:
    """How often the cards of each entry are printed, by kind, game and id."""
    printed = printed_entries(library, game, product)
    return {(each.kind, each.entry.game, each.entry.id): each.count for each in printed}


def card_count(library: Library, game: str, product: FacesProduct) -> int:
    """The number of cards of a deck that is printed once."""
    numbers = counts(library, game, product)
    cards = selected(library, game, product)
    return sum(numbers[card.kind, card.entry.game, card.entry.id] for card in cards)


def numbered_faces(
    library: Library,
    target: Target,
    product: FacesProduct,
    choice: PrintChoice,
    cards: Sequence[Card],
) -> list[tuple[int, int | None]]:
    """The cards to impose, each as often as it is printed: the numbers of its front and its back.
    Faces are numbered: all fronts, then all backs. Raises PlanError for too many cards.
    """
    numbers = counts(library, target.game, product)
    asked = {card.number: n for card in cards for name, n in choice.copies if card.has_name(name)}
    copies = [
        asked.get(card.number, numbers[card.kind, card.entry.game, card.entry.id]) for card in cards
    ]
    if (total := sum(copies)) > MAX_CARDS:
        raise PlanError(f"the deck has {total:,} cards; the maximum is {MAX_CARDS:,}")
    _, *backs = designs(library, library.games[target.game], product)
    behind: Sequence[int | None] = [None] * len(cards)
    if backs:
        texts = _continued_texts(library, target.game, product) if backs[0].behind else {}
        behind = [
            len(cards) + number
            if not backs[0].behind or part_of(card, texts, behind=True)
            else None
            for card, number in zip(cards, face_numbers(backs[0], cards), strict=True)
        ]
    pairs = zip(copies, enumerate(behind), strict=True)
    return [face for count, face in pairs for _ in range(count)]


def duplex_of(product: FacesProduct, options: PrintOptions) -> str:
    """How the sheets of a deck are turned over."""
    return options.duplex or product.duplex


# --- the faces as tasks --------------------------------------------------------------------------


class FaceContext(TypedDict):
    """What the template of a face sees besides its entry, which is `card`: sizes in mm; `style` has
    the fields of `Style`; `safe` is the distance of text from the cut. Faces by recipe and common
    backs see `face`, others `number`, the number of the card in the deck, from 0. Faces by recipe
    see `even`, the type size (pt) of the cards of a deck, `columns`, those of the body, `drop_cap`,
    the measures of its first letter or None, `share`, the height of their pictures below the head,
    `centred`, whether their bodies are in the middle, `art`, a `PicturePlace`, `placed`, a list of
    `SetPart`, `ground`, the `GroundColours` or None, `flow`, the part of the card for what has no
    place of its own, `units`, the width and height (mm) of the units of written places, and the
    fields of `StatColumns`. Faces of profiles by template see what a
    `FigureContext` has.
    """

    game: GameView
    style: dict[str, object]
    labels: dict[str, str]
    lang: str
    ink: str
    width: float
    height: float
    bleed: float
    safe: float


def face_context(
    library: Library,
    target: Target,
    template: str,
    cut: Cut,
    style: str = "",
    changes: Changes = UNCHANGED,
) -> FaceContext:
    """The context of a face's template, without its card; in the style of the game or another, with
    what a recipe changes.
    """
    content, theme = library.games[target.game], template.partition("/")[0]
    look = look_of(library, content, theme, style, changes)
    game = {**game_view(content, target.lang), "accent": look.accent, "style": look.name}
    return {
        "game": cast(GameView, game),
        "style": {**look.fields(), "folder": f"{theme}/{STYLE_FOLDER}/{look.name}"},
        "labels": labels(library.folders, theme, target.lang),
        "lang": target.lang,
        "ink": target.ink,
        "width": cut.size.width,
        "height": cut.size.height,
        "bleed": cut.bleed,
        "safe": cut.safe,
    }


def face_format(
    library: Library,
    target: Target,
    template: str,
    cut: Cut,
    style: str = "",
    changes: Changes = UNCHANGED,
) -> PageFormat:
    """The format of the faces of a product with a template, in the style of the game or another,
    with what a recipe changes.
    """
    content = library.games[target.game]
    look = look_of(library, content, template.partition("/")[0], style, changes)
    product = content.products[target.product].value
    # Other pieces than cards are on paper, or on a ground of their own.
    variables = look.variables(target.ink, of_pages=product.output != "cards")
    return PageFormat(
        "face",
        template,
        target.lang,
        target.ink,
        cut.size.width,
        cut.size.height,
        bleed=cut.bleed,
        safe=cut.safe,
        radius=product.corner_radius if isinstance(product, FacesProduct) else 0.0,
        accent=look.accent,
        style=look.name,
        look=variables,
        product=target.id,
    )


def face_tasks(
    library: Library, target: Target, cards: Sequence[Card], design: Design, cut: Cut
) -> Iterator[Task]:
    """The faces of cards in a design, in order. The views of a card are made only if no earlier
    build had the same sources.
    """
    content, lang = library.games[target.game], target.lang
    product = content.products[target.product].value
    area = Size(cut.size.width - 2 * cut.safe, cut.size.height - 2 * cut.safe)
    going_on = (
        _continued_texts(library, content.id, product) if isinstance(product, FacesProduct) else {}
    )
    # The first card of a text that goes on says how many there are.
    first = next((card.number for card in cards if card.part.of > 1), None)

    @cache
    def shared_by(
        template: str, style: str = "", changes: Changes = UNCHANGED
    ) -> tuple[PageFormat, FaceContext]:
        """The format and the context of all faces with a template, in the style of the game or in
        another one, with what a recipe changes.
        """
        format = face_format(library, target, template, cut, style, changes)
        return format, face_context(library, target, template, cut, style, changes)

    def common(faces: Faces, kind: str) -> Task:
        """The common back of the cards of a kind; blank for a kind without one."""
        format, shared = shared_by(design.template)
        back = faces.common_back_of(kind) or CommonBack()
        context = {**shared, "face": common_back_view(content, back, lang)}
        at = partial(content.products[target.product].at, "faces")
        name = f"{target.id} {kind}" if faces.common_backs else target.id
        return Task(Job(format, name, context), JobSource(at))

    def own(card: Card) -> Task:
        kind, entry, number, _ = card
        recipe, template = None, design.template
        shown_part = part_of(card, going_on, behind=design.behind)
        if design.recipe and isinstance(product, FacesProduct):
            recipe = recipe_of(library, design.recipe, kind, entry)
            if recipe is not design.recipe:
                template = _recipe_template(library, content, recipe, product.recipe_template)
        style = (recipe.style if recipe else None) or ""
        format, shared = shared_by(template, style, changes_of(recipe))
        more: dict[str, object] = {"mirrored": True} if design.mirrored else {}
        faults, room, even = list[Fault](), None, None
        if isinstance(product, FacesProduct):
            more |= product.face_values(number, design.mirrored)
        if isinstance(product, FacesProduct) and product.shows_groups:
            sizes = library.remember(
                ("group-sizes", target.id, lang),
                lambda: group_sizes(
                    library, target.game, product, lang, _parts_in_decks(library, target.game)
                ),
            )
            number_of = sizes[kind, card.name]
            words = in_number(shared["labels"]["group_cards"], str(number_of), lang)
            count = f"{number_of}{NO_BREAK}{words}"
            more["face"] = group_view(library, product.shown_group, kind, entry, count, lang)
        # The type that suits all cards of the deck.
        if recipe is None and kind == "profiles" and isinstance(product, FacesProduct):
            more |= figure_type(library, target, product, area)
        elif recipe and isinstance(product, CardsProduct):
            flow = flow_card(recipe, cut.size)
            deck = deck_type(library, target, product, recipe, area)
            key = kind, card.name, shown_part.number if shown_part else 1
            even = deck.types[key]
            if design.recipe and deck.longest == key and even.size < LEGIBLE:
                looks = [design.recipe, *map(design.recipe.with_look, design.recipe.when)]
                decks = [deck_type(library, target, product, look, area) for look in looks]
                # Looks whose long texts have one size have one warning.
                alike = [each for each in decks if each.smallest == deck.smallest]
                if next(each.longest for each in alike if each.longest) == key:
                    faults.append(_small_type(library, target, card, recipe, alike))
            more |= {"even": even.size, "share": even.share, "columns": even.columns}
            room = replace(room_of(library, target.game, product, recipe), columns=even.columns)
            more["foot_type"] = {"size": room.foot, "least": LEAST_FOOT, "stays": FOOT_STAYS}
            more |= stat_columns(library, target, product, recipe, area)._asdict()
            more["centred"] = bodies_are_centred(library, target, product, recipe)
            # A body in the middle has no letter at its edge.
            cap = None if more["centred"] else room.cap
            more["drop_cap"] = cap.measures if cap else None
            more["art"] = picture_place(library, recipe, entry)
            head = headings(library, target, product, recipe, area)[key]
            more["heading"] = {**head._asdict(), "discs": [each._asdict() for each in head.discs]}
            placed = placed_parts(library, target, product, recipe, area).get(key, [])
            ground = background_of(library, recipe, kind, entry)
            look, band = recipe_look(library, content, product, recipe), recipe.band
            band = band_colour(library, band, kind, entry)
            more["ground"] = ground_colours(look, ground, band)
            more["flow"] = _flow_context(recipe, flow, cut.size)
            more["units"] = recipe.scale
            more["placed"] = [each._asdict() for each in placed]
            colours = {
                ".".join(map(str, path)): chosen_value(library, part.colour, kind, entry)
                for path, part in recipe.styled()
            }
            more["own"] = own_types(library, recipe, look.style, colours)
        is_first = shown_part and shown_part.number == 1 < shown_part.of and not design.mirrored
        if recipe and is_first and isinstance(product, FacesProduct):
            longest = longest_side(library, target.game, product, kind, entry)
            if longest and of_one_type(longest) == of_one_type(recipe):
                total = _total(library, target, product) if card.number == first else ""
                faults.append(_continued(library, target, card, recipe, total))

        def make() -> dict[str, object]:
            view = entry_view(library, kind, entry, lang)
            face: Mapping[str, object] = {}
            if recipe and isinstance(product, FacesProduct):
                whole = card_view(library, content.id, product, recipe, kind, entry, lang)
                of = kind, card.name, lang
                if shown_part is None:
                    shown = blank_view(whole)
                else:
                    shown = part_view(library, content.id, product, recipe, of, whole, shown_part)
                if not (room and even and more.get("drop_cap")) or not room.sinks_cap(
                    shown["body"], even.size
                ):
                    shown["body"] = [*map(without_drop_cap, shown["body"])]
                face = {"face": shown}
            elif kind == "profiles":
                face = figure_context(library, entry, cast(ProfileView, view), lang, design.band)
            return {**shared, "card": view, "number": number, **face, **more}

        sources = library.profile_digest(entry) if kind == "profiles" else ""
        design_of = repr(recipe or design.band)
        origin = sources, str(number), repr(shown_part), design_of, *map(repr, more.items())
        # In a draft, making it may fail: see below.
        deferred = sources and not library.is_draft
        context = DeferredContext(make, digest(*origin)) if deferred else make()
        texts = partial(
            _texts,
            library,
            card,
            lang,
            *([content.products[target.product]] if design.recipe else []),
        )
        labels = partial(label_places, content, target.product, kind, lang)
        at = partial(entry.at, key=True), _picture_place(recipe, entry)
        source = JobSource(*at, texts, labels=labels if recipe else tuple)
        code = card_code(library, target, kind, entry) if design.coded else None
        whole = ""
        if recipe and isinstance(product, CardsProduct):
            whole = kept_whole(library, target.game, product, recipe, (kind, card.name))
        coloured = recipe and any(part.colour or part.fill for _, part in recipe.styled())
        job = Job(format, card.name, context, code=code, kept_whole=whole, coloured=bool(coloured))
        return Task(job, source, tuple(faults))

    for card in cards:
        try:
            yield common(design.common, card.kind) if design.common else own(card)
        except Exception:
            # What an entry with faults names may be missing in any way.
            if not library.is_draft:
                raise
            format, _ = shared_by(design.template)
            job = face_without(Job(format, card.name, {}), "see the problems of its entry")
            yield Task(job, JobSource(partial(card.entry.at, key=True)))


def _flow_context(recipe: Recipe, flow: Region, card: Size) -> dict[str, float] | None:
    """The part of a card for what has no place of its own, and where what is there ends (mm)."""
    if flow.width == card.width and flow.height == card.height:
        return None
    clip = flow_of(recipe, card)
    return {**flow._asdict(), **{f"clip_{name}": each for name, each in clip._asdict().items()}}


def _picture_place(recipe: Recipe | None, entry: AnyEntry) -> Callable[[], Position]:
    """Where the picture of a card is named; the entry, if a recipe names its file."""
    if recipe is None:
        return partial(entry.at, "image")
    field = recipe.picture.field if recipe.picture else None
    if field and (own_picture(recipe, entry) or not recipe.picture_file):
        return partial(entry.at, field)
    return partial(entry.at, key=True)


def _total(library: Library, target: Target, product: FacesProduct) -> str:
    """How many more cards a deck has because texts go on; nothing if they go on on backs."""
    cards = card_count(library, target.game, product)
    without = sum(counts(library, target.game, product).values())
    return f"; the deck has {cards} cards instead of {without}" if cards != without else ""


def _continued(library: Library, target: Target, card: Card, recipe: Recipe, total: str) -> Fault:
    """The warning about a text that goes on on further cards; `total` is what is said of all cards
    of the deck.
    """
    count = card.part.of
    takes = f"takes {count} cards" if count > 1 else "goes on on its back"
    message = f"{card.name} ({target.id}) {takes}: its text is too long for one side{total}"
    hint = "shorten the text, or choose larger cards"
    place = _longest(library, target, card, recipe)
    return Fault("text-continued", message, hint, "warning", place)


def _small_type(
    library: Library, target: Target, card: Card, recipe: Recipe, decks: Sequence[DeckType]
) -> Fault:
    """The warning about the text that makes all long texts of a deck very small; `decks` are the
    looks in which they are so.
    """
    types = {name: even for deck in decks for name, even in deck.types.items()}
    sizes = {even.size for even in types.values()}
    smaller = [name for name, even in types.items() if even.size == min(sizes)]
    cards = f"{len(smaller)} cards" if len(smaller) > 1 else "its card"
    beside = f" beside {max(sizes):g} pt" if len(sizes) > 1 else ""
    message = f"{card.name} ({target.id}) sets the text of {cards} in {min(sizes):g} pt{beside}"
    hint = "shorten its text, or let it go on on further cards: `overlong: [card]` in the recipe"
    place = _longest(library, target, card, recipe)
    return Fault("text-small", message, hint, "warning", place)


_TAGS = re.compile(r"<[^>]*>")


def _longest(library: Library, target: Target, card: Card, recipe: Recipe) -> Place:
    """The place of the longest text in the body of a card."""
    body = recipe_view(library, recipe, card.kind, card.entry, target.lang)["body"]
    # Words without tags are as written, but for their spaces and signs.
    words = (part for html in body for part in _TAGS.split(html))
    return "line", plain_words(max(words, key=len, default=""))


def _texts(
    library: Library, card: Card, lang: str, *products: AnyEntry
) -> list[tuple[str, Position]]:
    """The texts of an entry, of its traits and of its action plan in one language, and of the
    products whose recipes have words of their own.
    """
    kind, entry, *_ = card
    sources: list[AnyEntry | None] = [entry]
    if kind == "profiles":
        sources += [*library.traits_of(entry), plan_of_profile(library, entry)]
    sources += products
    return [text for source in sources if source for text in library.texts_of(source, lang)]


# --- where the labels of the values of a card are written -----------------------------------------


def label_places(
    content: GameContent, product: str, kind: str, lang: str
) -> Iterator[tuple[str, Position]]:
    """The labels in the corners of a product's cards of a kind, each where it is written: in the
    recipe, or with its field in `game.yaml`.
    """
    entry = content.products[product]
    if not isinstance(entry.value, FacesProduct):
        return
    fields = fields_of(content.game, kind)
    looks = [*entry.value.faces.looks()]
    given = {
        key: (words, entry.at("faces", *path, "labels", key))
        for path, recipe in looks
        for key, words in (recipe.labels if isinstance(recipe.labels, dict) else {}).items()
    }
    for _, recipe in looks:
        for key in recipe.fields_in("corner"):
            if key in given:
                words, where = given[key]
                yield say(words, lang, content), where
            elif key in fields:
                where = content.entry.at("kinds", kind, "fields", key, "label")
                yield say(fields[key].labelled(key), lang, content), where


# --------------------------------------------------------------------------------------------------
# What faces of figures print besides the profile: its action plan, and its weapons as tables.


class FigureContext(TypedDict, total=False):
    """What the template of a profile's face sees besides. `plan` is its action plan; `trait_tables`
    are those of its traits that have stats, as tables by kind. `stat_type` has the type sizes (pt)
    of the labels (`label`) and values (`value`) of stats, in which the stat lines of all figures of
    the deck fit, and whether their columns have one width (`equal`). `name_size` is the type size
    (pt) of names, in which all fit but much longer ones. `band` is the colour that the product
    gives the band of the card; empty if it gives none.
    """

    stat_type: dict[str, float]
    name_size: float
    band: str
    plan: ActionPlanView | None
    trait_tables: dict[str, TraitTableView]


def figure_context(
    library: Library,
    profile: Entry[Profile],
    view: ProfileView,
    lang: str,
    band: Band | str | None = None,
) -> FigureContext:
    """The context of a face of a profile, given its view and the band of its cards."""
    plan = plan_of_profile(library, profile)
    return {
        "band": band_colour(library, band, "profiles", profile),
        "plan": entry_view(library, "plans", plan, lang) if plan else None,
        "trait_tables": trait_tables(library.games[profile.game], view["traits"], lang, every=True),
    }


def plan_of_profile(library: Library, profile: Entry[Profile]) -> Entry[ActionPlan] | None:
    """The action plan of a profile."""
    name = profile.value.plan
    return library.find("plans", profile.game, name) if name else None


# --- the ids of cards on the page of the cards in words, which the codes on cards lead to ---------


# Kinds that every game has. The kinds that a game declares follow.
_OWN_KINDS = ("profiles", "plans", "traits")


def card_anchor(content: GameContent, kind: str, entry: AnyEntry) -> str:
    """The id of a card of a game: that of its entry; after the name of its game for an entry of
    another game, and after its kind if an entry of an earlier kind has the same id.
    """
    if entry.game != content.id:
        return f"{entry.game}-{entry.id}"
    for earlier in (*_OWN_KINDS, *content.game.kinds):
        if earlier == kind:
            break
        if entry.id in content.of_kind(earlier):
            return f"{kind}-{entry.id}"
    return entry.id


# --- the codes of cards: QR codes of one size in a deck -------------------------------------------


# Level M of error correction: a code is read with 15 % of it worn off (ISO/IEC 18004, 8.4).
_LEVEL = "m"


def card_code(library: Library, target: Target, kind: str, entry: AnyEntry) -> Code | None:
    """The code of a card of a product; None if its cards have none."""
    content = library.games[target.game]
    product = content.products[target.product].value
    if not isinstance(product, CardsProduct) or product.card_code is None:
        return None
    address = _address(content, product, kind, entry, target.lang)
    version = library.remember(
        ("code version", target.id, target.lang), lambda: _version(library, target, product)
    )
    rows = stored(library.store, _rows, address, version, *package_versions("segno"))
    words = plain_words(labels(library.folders, "_shared", target.lang)["text_code"])
    return Code(rows, fill(words, address=address))


def _rows(address: str, version: int, _package: str) -> tuple[str, ...]:
    """The modules of a code, `1` for a dark one: they take a hundredth of a second."""
    import segno

    made = segno.make_qr(address, version=version, error=_LEVEL)
    return tuple("".join(map(str, row)) for row in made.matrix)


def _address(
    content: GameContent, product: CardsProduct, kind: str, entry: AnyEntry, lang: str
) -> str:
    assert product.card_code
    return product.card_code.address(card_anchor(content, kind, entry), lang)


def _version(library: Library, target: Target, product: CardsProduct) -> int:
    """The version of the codes of a deck: that of the longest address."""
    import segno

    content = library.games[target.game]
    printed = printed_entries(library, target.game, product)
    addresses = (_address(content, product, p.kind, p.entry, target.lang) for p in printed)
    longest = max(addresses, key=len)
    return int(segno.make_qr(longest, error=_LEVEL).version)
