"""What the user has printed: the faces of decks, as confirmed by the command `printed`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase

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
from printgen.products.decks import deck_name
from printgen.project import Folders


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
