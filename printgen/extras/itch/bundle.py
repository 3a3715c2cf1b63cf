"""The itch.io bundle of a game: built files, channels, pages, pictures, the script of uploads, and
the manifest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

import pikepdf

from printgen.content.library import Library
from printgen.extras.card_printers.vendors import PLATFORMS, known_vendors
from printgen.extras.exports.channels import (
    Channel,
    ExportError,
    ExportReport,
    NothingToExport,
    channels,
    write_files,
)
from printgen.extras.itch.inventory import inventory_of
from printgen.extras.itch.pictures import posters, screenshots
from printgen.extras.itch.shop_page import BuiltChannel, PageImage, shop_view, write
from printgen.layout.jobs import JobRunner
from printgen.press import archive
from printgen.press.archive import FileHashes
from printgen.press.build import Progress, build
from printgen.press.earlier import build_fingerprint
from printgen.press.staging import locked, read_manifest, replaced_folder
from printgen.press.targets import all_targets
from printgen.problems import Problem, has_errors
from printgen.products.kind import PrintOptions
from printgen.products.target import Target, game_title
from printgen.project import ProjectError
from printgen.reading import walk
from printgen.settings import Itch
from printgen.store import Store

# Published files do not use the offset of the author's own printer.
PUBLISHED = PrintOptions()


def stale(library: Library, targets: Iterable[Target], hashes: FileHashes) -> list[Target]:
    """The targets whose files are missing, out of date or changed after the build."""
    records = read_manifest(library.folders)
    fingerprint = build_fingerprint(library, PUBLISHED)

    def is_current(target: Target) -> bool:
        record, path = records.get(target.path, {}), library.folders.root / target.path
        if record.get("fingerprint") != fingerprint or path.is_symlink() or not path.is_file():
            return False
        if record.get("bytes") != path.stat().st_size:
            return False
        return bool(record.get("sha256") == hashes.sha256(path))

    return [target for target in targets if not is_current(target)]


# --- the manifest of a bundle, and the checks of a finished bundle --------------------------------


MANIFEST = "manifest.json"


def write_manifest(
    library: Library,
    game: str,
    built: Sequence[BuiltChannel],
    folder: Path,
    hashes: FileHashes,
) -> None:
    """Write the manifest: the game, its channels, and size and digest of every file."""
    content = library.games[game]
    pages = {f"{each.channel.id}/{name}": n for each in built for name, n in each.pages.items()}
    files = [
        {
            "path": name,
            "bytes": (folder / name).stat().st_size,
            "sha256": hashes.sha256(folder / name),
            **({"pages": pages[name]} if name in pages else {}),
        }
        for name in archive.names_in(folder)
    ]
    manifest = {
        "game": game,
        "title": game_title(content, content.first_language),
        "version": content.game.version or "1",
        "made_with": f"printgen {version('printgen')}",
        "channels": [each.channel.id for each in built],
        "files": files,
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def bundle_faults(
    folder: Path, channel_ids: Sequence[str], hashes: FileHashes | None = None
) -> Iterator[str]:
    """The faults of a bundle that should have some channels.

    `hashes` may know files that were just written; without it, every file is read.
    """
    hashes, names = hashes or FileHashes(), archive.names_in(folder)
    files = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
    listed = {entry["path"]: (entry["bytes"], entry["sha256"]) for entry in files}
    present = {*names} - {MANIFEST}
    for name in sorted(present ^ listed.keys()):
        yield f"{name} is {'not listed' if name in present else 'missing'}"
    for name in sorted(present & listed.keys()):
        size, digest = listed[name]
        if not size:
            yield f"{name} is empty"
        if ((folder / name).stat().st_size, hashes.sha256(folder / name)) != (size, digest):
            yield f"{name} has changed"
    for id in channel_ids:
        if platforms := [word for word in PLATFORMS if word in id]:
            yield f"itch.io takes the channel {id} for a {platforms[0]} program"
        if not any(path.startswith(f"{id}/") for path in names):
            yield f"the channel {id} is empty"
        yield from archive.faults(folder / f"{id}.zip", folder / id)
    for place, inner, names in walk(folder):
        links = (name for name in (*inner, *names) if Path(place, name).is_symlink())
        yield from (f"{name} is a symlink" for name in links)


# --------------------------------------------------------------------------------------------------
# The itch.io bundle of a game: a folder with everything its shop page needs, made as a whole.


# The author names of a new project.
PLACEHOLDERS = {"Votre nom", "Your name"}


def export_itch(
    library: Library,
    game: str,
    runner: JobRunner,
    itch: Itch | None = None,
    progress: Progress = lambda done, total: None,
    fresh: bool = True,
    store: Store | None = None,
) -> ExportReport:
    """Write the bundle of a game to `out/itch/<game>`.

    PDFs that are not up to date are built first; without `fresh` they are an error. The library
    must have no errors. Raises NothingToExport if the game has no products, ProjectError if a PDF
    is stale or `out/` cannot be written.
    """
    # The press edition is for the publisher's own print shop.
    targets = [
        target
        for target in all_targets(library)
        if target.game == game and target.edition != "press"
    ]
    if not targets:
        raise NothingToExport(f"'{game}' has no products")
    known, content = list[Problem](), library.games[game]
    for index, credit in enumerate(content.game.credits):
        if PLACEHOLDERS & set(credit.name.values()):
            where = content.entry.at("credits", index, "name")
            message, hint = "placeholder name in the credits", "enter your name"
            known.append(Problem(where, "credit-placeholder", message, hint, "warning"))
    known += known_vendors(library.folders)[1]
    report, home, hashes = ExportReport(problems=known), f"out/itch/{game}", FileHashes()
    if fresh and not has_errors(known) and (outdated := stale(library, targets, hashes)):
        made = build(library, outdated, runner, PUBLISHED, progress, store=store)
        for built in made.built:
            hashes.add(library.folders.root / built.target.path, built.sha256)
        report.problems += made.problems
    if has_errors(report.problems):
        return report
    with locked(library.folders):
        if paths := [target.path for target in stale(library, targets, hashes)]:
            more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
            names = ", ".join(paths[:3]) + more
            raise ProjectError(f"missing or out of date: {names}; build them, then export again")
        try:
            with replaced_folder(library.folders, home) as folder:
                _Bundle(library, game, targets, itch, runner, hashes, folder).write()
                for name in archive.names_in(folder):
                    report.files[f"{home}/{name}"] = (folder / name).stat().st_size
        except ExportError as error:
            return ExportReport(problems=[*report.problems, *error.problems])
    return report


@dataclass(frozen=True, slots=True)
class _Bundle:
    """A bundle to be written into `folder`."""

    library: Library
    game: str
    targets: Sequence[Target]
    itch: Itch | None
    runner: JobRunner
    hashes: FileHashes
    folder: Path

    @property
    def project(self) -> str:
        """The project's name on itch.io."""
        return (self.itch.projects.get(self.game) if self.itch else None) or self.game

    def write(self) -> None:
        """Write channels, images, pages, upload script and manifest, then check them."""
        found = channels(self.library, self.game, self.targets, self.runner, self.hashes)
        built = [self._channel(channel) for channel in found]
        for lang in self.library.games[self.game].game.languages:
            self._page(lang, built)
        script = self.folder / "upload.sh"
        upload = {
            "project": self.project,
            # Without an account, `--to` is needed.
            "target": f"{self.itch.user}/{self.project}" if self.itch else "",
            "version": self.library.games[self.game].game.version or "1",
            "names": [each.channel.id for each in built],
        }
        script.write_bytes(write("shop-upload.sh.j2", upload))
        script.chmod(0o755)
        write_manifest(self.library, self.game, built, self.folder, self.hashes)
        ids = [each.channel.id for each in built]
        if faults := list(bundle_faults(self.folder, ids, self.hashes)):
            raise ProjectError(f"the bundle of {self.game} is invalid: {'; '.join(faults[:5])}")

    def _channel(self, channel: Channel) -> BuiltChannel:
        """Write the files of a channel and its ZIP."""
        own, built = self.folder / channel.id, BuiltChannel(channel)
        for file in write_files(own, channel):
            path = own / file.name
            if isinstance(file.content, Path):
                self.hashes.add(path, self.hashes.sha256(file.content))
            if path.suffix == ".pdf":
                with pikepdf.Pdf.open(path) as pdf:
                    built.pages[file.name] = len(pdf.pages)
            built.files.append(replace(file, content=b""))
        packed = self.folder / f"{channel.id}.zip"
        archive.write_zip(packed, own)
        built.size = packed.stat().st_size
        return built

    def _page(self, lang: str, built: Sequence[BuiltChannel]) -> None:
        """Write the shop page and the publishing guide in a language, with their images."""
        pictures, shots = self._pictures(lang)
        view = {
            **shop_view(self.library, self.game, lang, built, pictures, shots),
            "page": f"page.{lang}",
            "langs": self.library.games[self.game].game.languages,
            "project": self.project,
            "user": self.itch.user if self.itch else "",
            "web": next((b.channel.id for b in built if b.channel.kind == "web"), ""),
        }
        (self.folder / f"page.{lang}.html").write_bytes(write("shop-page.html.j2", view))
        (self.folder / f"page.{lang}.md").write_bytes(write("shop-page.md.j2", view))
        (self.folder / f"publish.{lang}.md").write_bytes(write("shop-guide.md.j2", view))

    def _pictures(self, lang: str) -> tuple[dict[str, PageImage], list[PageImage]]:
        """Write cover, banner and screenshots. File names in the first language have no suffix."""
        content = self.library.games[self.game]
        suffix = ".png" if lang == content.first_language else f".{lang}.png"
        title = game_title(content, lang)
        built = [(target, self.library.folders.root / target.path) for target in self.targets]
        inventory = inventory_of(self.library, self.game, lang, built)
        shown = {}
        for name, data in posters(self.library, self.game, lang, inventory, self.runner).items():
            path = self.folder / f"{name}{suffix}"
            path.write_bytes(data)
            shown[name] = PageImage(path.name, title)
        shots = []
        for shot in screenshots(self.library, self.game, lang, inventory):
            path = self.folder / f"{shot.name}{suffix}"
            path.write_bytes(shot.data)
            shots.append(PageImage(path.name, shot.alt))
        return shown, shots
