"""What the user has printed: the faces of decks, as confirmed by `printgen printed`, and which have
changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fnmatch import fnmatchcase

from printgen.content.library import Library
from printgen.content.models.products import FacesProduct
from printgen.imposition.plan import PrintChoice
from printgen.layout.jobs import JobRunner, lay_out, result_digest
from printgen.paper import PlanError
from printgen.press.staging import (
    PRINTED,
    Record,
    Staging,
    locked,
    read_json,
    read_manifest,
    writing,
)
from printgen.press.targets import TargetError
from printgen.problems import did_you_mean
from printgen.products import output_kind
from printgen.products.card_faces import chosen_cards, deck_name
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target
from printgen.project import Folders
from printgen.store import digest

# --- what the user has printed: the faces of decks, as confirmed by the command `printed` ---------


@dataclass(frozen=True, slots=True)
class Printed:
    """What the user has printed: the digests of faces by deck and card, and of files by path."""

    decks: dict[str, dict[str, str]]
    files: dict[str, str]


def read_printed(folders: Folders) -> Printed:
    """What was printed; nothing without a readable file."""
    try:
        found = read_json(folders, PRINTED)
        decks = {str(deck): dict(cards) for deck, cards in found["decks"].items()}
        return Printed(decks, dict(found["files"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        return Printed({}, {})


def keep_printed(folders: Folders, printed: Printed) -> None:
    """Write what was printed, beside the manifest. `out/` must be locked. Raises ProjectError."""
    with Staging(folders) as staging:
        content = json.dumps(asdict(printed), indent=2, sort_keys=True) + "\n"
        path = staging.place((folders.out / PRINTED).relative_to(folders.root).as_posix())
        with writing(folders.out):
            path.write_text(content, encoding="utf-8")
        staging.commit([])


def confirm_printed(
    folders: Folders, patterns: Sequence[str] = (), langs: Sequence[str] = ()
) -> dict[str, int]:
    """Remember the faces of the built decks as printed; the number of cards of each file.

    Patterns are those of `choose`. A file that was confirmed before is passed over: an earlier
    print does not count again. Where several files have a card, the one that was made last counts.
    Raises TargetError for a pattern or a language without a built deck.
    """
    with locked(folders):
        printed, confirmed = read_printed(folders), dict[str, int]()
        for record in _chosen(_built_decks(folders), patterns, langs):
            path, faces, sha = str(record["path"]), record["faces"], str(record["sha256"])
            if printed.files.get(path) == sha:
                continue
            assert isinstance(faces, dict)
            deck = deck_name(str(record["id"]), str(record["lang"]), str(record["ink"]))
            printed.decks.setdefault(deck, {}).update(faces)
            printed.files[path] = sha
            confirmed[path] = len(faces)
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
    return isinstance(record.get("faces"), dict) and {"id", "game", "lang", "ink", "sha256"} <= set(
        record
    )


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


# --- digests of the faces of cards, to find those that changed since they were printed ------------


# Digests by card `game/id`.
Faces = Mapping[str, str]


def face_digests(build: TargetBuild, results: Sequence[str]) -> Faces:
    """The digests of the faces of the printed cards of a build, by the digests of its results; none
    if it is not of a deck.
    """
    found: dict[str, list[str]] = {}
    for cards, result in zip(build.cards, results, strict=False):
        for card in cards:
            found.setdefault(card, []).append(result)
    return {card: digest(*parts)[:16] for card, parts in found.items()}


def only_changed(
    library: Library, targets: Iterable[Target], runner: JobRunner, options: PrintOptions
) -> PrintOptions:
    """The options with a choice of the cards that are not as they were printed last.

    Their faces are laid out for this; faults of layouts are left to the build.
    """
    choice = options.choice
    whole = PrintChoice(only=choice.only, bleed=choice.bleed)
    printed, decks = read_printed(library.folders).decks, dict[str, Target]()
    for target in targets:
        product = library.games[target.game].products[target.product].value
        if isinstance(product, FacesProduct):
            decks.setdefault(deck_name(target.id, target.lang, target.ink), target)
    changed: list[tuple[str, str]] = []
    for deck, target in decks.items():
        faces = _faces(library, target, runner, PrintOptions(duplex=options.duplex, choice=whole))
        known = printed.get(deck, {})
        changed += [(deck, card) for card, face in faces.items() if known.get(card) != face]
    return replace(options, choice=replace(choice, changed=tuple(changed)))


def _faces(library: Library, target: Target, runner: JobRunner, options: PrintOptions) -> Faces:
    """The digests of the faces of a deck; those of a deck that cannot be placed are empty."""
    product = library.games[target.game].products[target.product].value
    assert isinstance(product, FacesProduct)
    try:
        build = output_kind(target.output).prepare(library, target, product, options)
    except PlanError:
        cards = chosen_cards(library, target, product, options.choice)
        return {card.name: "" for card in cards}
    outcomes = lay_out(runner, build.tasks())
    return face_digests(build, [result_digest(outcome.result) for outcome in outcomes])
