"""Everything that the page of a game on itch needs, in one folder: made whole, or not at all."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pikepdf

from printgen.content.library import Library
from printgen.export import ExportError, ExportReport, NothingToExport, archive
from printgen.export.channels import PLATFORMS, Channel, channels
from printgen.export.folders import fill
from printgen.export.itch.built_files import refresh, require
from printgen.export.itch.shop_page import BuiltChannel, PageImage, View, escaped, shop_view, write
from printgen.export.shop_pictures import banner, cover, screenshots
from printgen.press.build import Progress
from printgen.press.staging import locked, replaced_folder, sha256
from printgen.press.targets import all_targets
from printgen.problems import Problem, has_errors
from printgen.products.target import Target
from printgen.products.titles import game_title
from printgen.project import ProjectError
from printgen.settings import Itch

MANIFEST = "manifest.json"

# What the starter has in the place of a name.
PLACEHOLDERS = {"Votre nom", "Your name"}

# What `upload.sh` says where nobody has said which account it is.
NOBODY = "''"


def export_itch(
    library: Library,
    game: str,
    itch: Itch | None = None,
    jobs: int = 2,
    progress: Progress = lambda done, total: None,
    fresh: bool = True,
) -> ExportReport:
    """Make the bundle of a game in `out/itch/`, of files that are built first where they are
    missing or stale; without `fresh` that is an error.

    The library has no error. Raises NothingToExport, and ProjectError when a part is missing, or
    `out/` cannot be written.
    """
    targets = [target for target in all_targets(library) if target.game == game]
    if not targets:
        raise NothingToExport(f"'{game}' has no products")
    report, home = ExportReport(problems=list(_unchanged(library, game))), f"out/itch/{game}"
    if fresh:
        report.problems += refresh(library, targets, jobs, progress)
    if has_errors(report.problems):
        return report
    with locked(library.folders):
        require(library, targets)
        try:
            with replaced_folder(library.folders, home) as folder:
                _make(library, game, targets, itch, folder)
                for name in archive.names_in(folder):
                    report.files[f"{home}/{name}"] = (folder / name).stat().st_size
        except ExportError as error:
            return ExportReport(problems=[*report.problems, *error.problems])
    return report


def _unchanged(library: Library, game: str) -> Iterator[Problem]:
    """Words of the starter that nobody wants to publish."""
    content = library.games[game]
    for place, credit in enumerate(content.game.credits):
        if PLACEHOLDERS & set(credit.name.values()):
            message = "the credits are still those of the starter"
            where = content.entry.at("credits", place, "name")
            yield Problem(where, "credit-placeholder", message, "write your name", "warning")


def _make(
    library: Library, game: str, targets: Sequence[Target], itch: Itch | None, folder: Path
) -> None:
    """Fill the folder: uploads, pictures, pages, and last the list of it all."""
    filled = [_fill(folder, channel) for channel in channels(library, game, targets)]
    _pages(library, game, targets, filled, itch, folder)
    _manifest(library, game, filled, folder)
    found = list(faults(folder, [each.channel.id for each in filled]))
    if found:
        raise ProjectError(f"the bundle of {game} is not right: {'; '.join(found[:5])}")


# --- uploads ---------------------------------------------------------------------------------


def _fill(folder: Path, channel: Channel) -> BuiltChannel:
    """Write the files of a channel, and its zip beside it."""
    own, filled = folder / channel.id, BuiltChannel(channel)
    for file in fill(own, channel):
        if file.name.endswith(".pdf"):
            with pikepdf.Pdf.open(own / file.name) as pdf:
                filled.pages[file.name] = len(pdf.pages)
        filled.files.append(replace(file, content=b""))
    packed = folder / f"{channel.id}.zip"
    archive.write_zip(packed, own)
    filled.size = packed.stat().st_size
    return filled


# --- words -----------------------------------------------------------------------------------


def _pages(
    library: Library,
    game: str,
    targets: Sequence[Target],
    filled: Sequence[BuiltChannel],
    itch: Itch | None,
    folder: Path,
) -> None:
    """A page and a guide in each language, and the script that uploads."""
    content = library.games[game]
    project = (itch.projects.get(game) if itch else None) or game
    made = [(target, library.folders.root / target.path) for target in targets]
    for lang in content.game.languages:
        pictures, shots = _pictures(library, game, lang, made, folder)
        view = shop_view(library, game, lang, filled, pictures, shots)
        view |= {
            "page": f"page.{lang}",
            "langs": content.game.languages,
            "project": project,
            "user": itch.user if itch else "",
            "web": next((f.channel.id for f in filled if f.channel.kind == "web"), ""),
        }
        (folder / f"page.{lang}.html").write_bytes(write("shop-page.html.j2", view))
        (folder / f"page.{lang}.md").write_bytes(write("shop-page.md.j2", escaped(view)))
        (folder / f"publish.{lang}.md").write_bytes(write("shop-guide.md.j2", escaped(view)))
    script = folder / "upload.sh"
    script.write_bytes(write("shop-upload.sh.j2", _upload(library, game, filled, itch, project)))
    script.chmod(0o755)


def _pictures(
    library: Library,
    game: str,
    lang: str,
    made: Sequence[tuple[Target, Path]],
    folder: Path,
) -> tuple[dict[str, PageImage], list[PageImage]]:
    """Write the pictures of a page. Those of the first language have the plainest names."""
    content = library.games[game]
    mark = "" if lang == content.first_language else f".{lang}"
    title = game_title(content, lang)
    shown = {}
    for name, draw in (("cover", cover), ("banner", banner)):
        path = folder / f"{name}{mark}.png"
        path.write_bytes(draw(library, game, lang, made))
        shown[name] = PageImage(path.name, title)
    shots = []
    for picture in screenshots(library, game, lang, made):
        path = (folder / picture.name).with_suffix(f"{mark}.png")
        path.write_bytes(picture.data)
        shots.append(PageImage(path.name, picture.alt))
    return shown, shots


def _upload(
    library: Library, game: str, filled: Sequence[BuiltChannel], itch: Itch | None, project: str
) -> View:
    """What the script that uploads is made from. All of it is quoted for the shell."""
    content = library.games[game]
    title = game_title(content, content.first_language)
    return {
        "title": re.sub(r"[^\w .,’'-]", "", title),
        "project": project,
        "target": shlex.quote(f"{itch.user}/{project}") if itch else NOBODY,
        "version": shlex.quote(content.game.version or "1"),
        "names": [each.channel.id for each in filled],
    }


# --- the list of it all, and whether it is right ---------------------------------------------


def _manifest(library: Library, game: str, filled: Sequence[BuiltChannel], folder: Path) -> None:
    content = library.games[game]
    pages = {f"{f.channel.id}/{name}": n for f in filled for name, n in f.pages.items()}
    files = []
    for name in archive.names_in(folder):
        size, digest = sha256(folder / name)
        counted = {"pages": pages[name]} if name in pages else {}
        files.append({"path": name, "bytes": size, "sha256": digest, **counted})
    told: dict[str, Any] = {
        "game": game,
        "title": game_title(content, content.first_language),
        "version": content.game.version or "1",
        "made_with": f"printgen {version('printgen')}",
        "channels": [each.channel.id for each in filled],
        "files": files,
    }
    text = json.dumps(told, ensure_ascii=False, indent=2) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def faults(folder: Path, names: Sequence[str]) -> Iterator[str]:
    """What is wrong with a bundle that has the channels `names`."""
    told = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
    listed = {entry["path"]: (entry["bytes"], entry["sha256"]) for entry in told}
    there = set(archive.names_in(folder)) - {MANIFEST}
    for name in sorted(there ^ set(listed)):
        yield f"{name} is {'not listed' if name in there else 'missing'}"
    for name in sorted(there & set(listed)):
        if not listed[name][0]:
            yield f"{name} is empty"
        if sha256(folder / name) != listed[name]:
            yield f"{name} has changed"
    for name in names:
        if taken := [word for word in PLATFORMS if word in name]:
            yield f"the channel {name} would be taken for one of {taken[0]}"
        if not any(path.startswith(f"{name}/") for path in there):
            yield f"the channel {name} is empty"
        yield from archive.faults(folder / f"{name}.zip", folder / name)
    for path in folder.rglob("*"):
        if path.is_symlink():
            yield f"{path.name} is a link"
