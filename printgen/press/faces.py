"""Digests of the faces of cards, to find those that changed since they were printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from printgen.content.library import Library
from printgen.content.models.products import CardsProduct
from printgen.imposition.print_choice import PrintChoice
from printgen.layout.jobs import Engine, JobResult, lay_out
from printgen.layout.results import result_digest
from printgen.paper import PlanError
from printgen.press.staging import (
    Record,
    keep_printed,
    locked,
    read_manifest,
    read_printed,
)
from printgen.press.targets import TargetError
from printgen.problems import did_you_mean
from printgen.products import PRODUCT_KINDS
from printgen.products.decks import chosen_cards, deck_name
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target
from printgen.project import Folders
from printgen.store import digest

# Digests by card `game/id`.
Faces = Mapping[str, str]


def face_digests(build: TargetBuild, results: Sequence[JobResult]) -> Faces:
    """The digests of the faces of the printed cards of a build; none if it is not of a deck."""
    found: dict[str, list[str]] = {}
    for card, result in zip(build.cards, results, strict=False):
        if card:
            found.setdefault(card, []).append(result_digest(result))
    return {card: digest(*parts)[:16] for card, parts in found.items()}


def only_changed(
    library: Library, targets: Iterable[Target], engine: Engine, options: PrintOptions
) -> PrintOptions:
    """The options with a choice of the cards that are not as they were printed last.

    Their faces are laid out for this; faults of layouts are left to the build.
    """
    choice = options.choice
    whole = PrintChoice(only=choice.only, bleed=choice.bleed)
    printed, decks = read_printed(library.folders), dict[str, Target]()
    for target in targets:
        if target.output == "cards":
            decks.setdefault(deck_name(target.id, target.lang, target.ink), target)
    changed: list[tuple[str, str]] = []
    for deck, target in decks.items():
        faces = _faces(library, target, engine, PrintOptions(duplex=options.duplex, choice=whole))
        known = printed.get(deck, {})
        changed += [(deck, card) for card, face in faces.items() if known.get(card) != face]
    return replace(options, choice=replace(choice, changed=tuple(changed)))


def _faces(library: Library, target: Target, engine: Engine, options: PrintOptions) -> Faces:
    """The digests of the faces of a deck; those of a deck that cannot be placed are empty."""
    product = library.games[target.game].products[target.product].value
    assert isinstance(product, CardsProduct)
    try:
        build = PRODUCT_KINDS[target.output].prepare(library, target, product, options)
    except PlanError:
        cards = chosen_cards(library, target, product, options.choice)
        return {card.name: "" for card in cards}
    return face_digests(build, [outcome.result for outcome in lay_out(engine, build.tasks())])


def confirm_printed(
    folders: Folders, patterns: Sequence[str] = (), langs: Sequence[str] = ()
) -> dict[str, int]:
    """Remember the faces of the built decks as printed; the number of cards of each file.

    Patterns are those of `choose`. Where several files have a card, the last one that was made
    counts. Raises TargetError for a pattern or a language without a built deck.
    """
    with locked(folders):
        printed, confirmed = read_printed(folders), dict[str, int]()
        for record in _chosen(_built_decks(folders), patterns, langs):
            faces = record["faces"]
            assert isinstance(faces, dict)
            deck = deck_name(str(record["id"]), str(record["lang"]), str(record["ink"]))
            printed.setdefault(deck, {}).update(faces)
            confirmed[str(record["path"])] = len(faces)
        keep_printed(folders, printed)
    return confirmed


def _built_decks(folders: Folders) -> list[Record]:
    """The records of the decks in `out/`, in the order in which their files were made."""
    times: dict[str, int] = {}
    records = [record for record in read_manifest(folders).values() if _is_deck(record)]
    for record in records:
        path = folders.root / str(record["path"])
        if path.is_file() and not path.is_symlink():
            times[str(record["path"])] = path.stat().st_mtime_ns
    return sorted(
        (record for record in records if record["path"] in times),
        key=lambda record: times[str(record["path"])],
    )


def _is_deck(record: Record) -> bool:
    return isinstance(record.get("faces"), dict) and {"id", "game", "lang", "ink"} <= set(record)


def _chosen(
    records: Sequence[Record], patterns: Sequence[str], langs: Sequence[str]
) -> list[Record]:
    """The records of decks that match. Raises TargetError for what matches nothing."""
    if not records:
        raise TargetError("no deck was built", "run printgen build first")
    for pattern in patterns:
        if not any(_matches(record, pattern) for record in records):
            known = {str(record[key]) for record in records for key in ("id", "game")}
            raise TargetError(f"no built deck '{pattern}'", did_you_mean(pattern, known))
    for lang in langs:
        if not any(record["lang"] == lang for record in records):
            raise TargetError(f"no built deck in lang {lang}")
    return [
        record
        for record in records
        if (not patterns or any(_matches(record, pattern) for pattern in patterns))
        and (not langs or record["lang"] in langs)
    ]


def _matches(record: Record, pattern: str) -> bool:
    names = str(record["id"]), str(record["game"])
    return any(fnmatchcase(name, pattern.strip("/")) for name in names)
