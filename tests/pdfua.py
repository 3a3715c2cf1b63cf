"""What veraPDF says of the PDFs in a folder, by their kinds: `make pdfua`.

    python tests/pdfua.py [FOLDER]

All files for readers and for printers at home follow PDF/UA-1, and books PDF/A-3u, too. Books are
also written with `standard: ua-2`, and judged by PDF/UA-2 and PDF/A-4. The table has a line for
each kind and standard, with the rules that its files break. Equal files are judged once.

Exit status 1: a file breaks a rule, or has no tags and no reason for it.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf
from tools import Broken, broken_rules

from printgen.imposition.compose import DocumentInfo, write_pdf

OUT = Path(__file__).resolve().parent.parent / "out"

# What files of other kinds follow, and those of some kinds.
UA1 = ("ua1",)
FLAVOURS = {
    "book screen": ("ua1", "3u"),
    "book print": ("ua1", "3u"),
    "book booklet": ("ua1", "3u"),
    "book ua-2": ("ua2", "4"),
}

# The kinds of files that have no tags, and why.
EXEMPT = {
    "book press": "PDF/X-4 for the machines of a print shop; the edition print is for readers",
    "card printer": "PDF/X-1a for the machines of a card printer; the sheets are for readers",
}


@dataclass
class Kind:
    """The files of a kind, and those of them without tags."""

    files: list[Path] = field(default_factory=list)
    untagged: list[Path] = field(default_factory=list)


def kinds_of_records(out: Path) -> dict[Path, str]:
    """The kinds of the files that the manifest names: their output, and their edition."""
    manifest = out / "manifest.json"
    records = json.loads(manifest.read_text(encoding="utf-8"))["files"] if manifest.exists() else []
    return {
        out.parent / record["path"]: f"{record['output']} {record.get('edition', '')}".strip()
        for record in records
    }


def kind_of(path: Path, out: Path, known: Mapping[Path, str]) -> str:
    """The kind of a file."""
    if path in known:
        return known[path]
    folders = path.relative_to(out).parts[:-1]
    if any(folder.startswith("cards-") for folder in folders):
        return "card printer"
    return "itch" if "itch" in folders else "other"


def second_standard(kinds: Mapping[str, Kind], folder: Path) -> Kind:
    """The books for the screen and for print as those with `standard: ua-2`."""
    kind = Kind()
    for number, path in enumerate([*kinds["book screen"].files, *kinds["book print"].files]):
        with pikepdf.Pdf.open(path) as pdf:
            title, author = str(pdf.docinfo["/Title"]), str(pdf.docinfo["/Author"])
            info = DocumentInfo(title, author, str(pdf.Root.Lang), standard="ua-2")
            kind.files.append(folder / f"{number}.{path.name}")
            write_pdf(pdf, info, kind.files[-1])
    return kind


def is_tagged(path: Path) -> bool:
    """Whether a file has a structure of tags."""
    with pikepdf.Pdf.open(path) as pdf:
        return "/StructTreeRoot" in pdf.Root


def sorted_by_kind(out: Path) -> dict[str, Kind]:
    """The files of a folder by kind. Of equal files, such as copies in a bundle, the first one."""
    known, seen = kinds_of_records(out), set[str]()
    kinds: dict[str, Kind] = defaultdict(Kind)
    # Files of the manifest come first.
    for path in sorted(out.rglob("*.pdf"), key=lambda path: (path not in known, path)):
        with path.open("rb") as stream:
            digest = file_digest(stream, "sha256").hexdigest()
        if digest not in seen:
            seen.add(digest)
            kind = kinds[kind_of(path, out, known)]
            (kind.files if is_tagged(path) else kind.untagged).append(path)
    return kinds


def to_judge(kinds: Mapping[str, Kind]) -> dict[str, list[Path]]:
    """The files with tags by what they follow."""
    files: dict[str, list[Path]] = defaultdict(list)
    for name, kind in kinds.items():
        for flavour in FLAVOURS.get(name, UA1):
            files[flavour] += kind.files
    return files


def table(kinds: Mapping[str, Kind], broken: Iterable[Broken]) -> tuple[list[str], bool]:
    """The lines of the table, and whether all files are sound."""
    rules: dict[tuple[str, Path], list[Broken]] = defaultdict(list)
    for each in broken:
        rules[each.flavour, each.path].append(each)
    lines, sound = [f"{'kind':16} {'standard':9} {'files':>5}  broken rules"], True
    for name, kind in sorted(kinds.items()):
        for flavour in FLAVOURS.get(name, UA1) if kind.files else ():
            found = [each for path in kind.files for each in rules[flavour, path]]
            said = f"{len(found)}" if found else "none"
            lines.append(f"{name:16} {flavour:9} {len(kind.files):5}  {said}")
            lines += [f"    {b.path}: {b.rule}, {b.times} times: {b.words}" for b in found]
            sound = sound and not found
        if kind.untagged:
            reason = EXEMPT.get(name)
            said = f"exempt: {reason}" if reason else "NO TAGS"
            lines.append(f"{name:16} {'no tags':9} {len(kind.untagged):5}  {said}")
            lines += [] if reason else [f"    {path}" for path in kind.untagged]
            sound = sound and bool(reason)
    return lines, sound


def main() -> int:
    """Judge the files of a folder."""
    out = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else OUT
    kinds = sorted_by_kind(out)
    with TemporaryDirectory() as folder:
        kinds["book ua-2"] = second_standard(kinds, Path(folder))
        lines, sound = table(kinds, broken_rules(to_judge(kinds)))
    print("\n".join(lines))
    return 0 if sound and any(kind.files for kind in kinds.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
