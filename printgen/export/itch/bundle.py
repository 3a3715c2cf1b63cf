"""The itch.io bundle of a game: a folder with everything its shop page needs, made as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

import pikepdf

from printgen.content.library import Library
from printgen.export import ExportError, ExportReport, NothingToExport, archive
from printgen.export.channel import Channel
from printgen.export.channels import channels
from printgen.export.file_hashes import FileHashes
from printgen.export.folders import write_files
from printgen.export.itch.built_files import refresh, require
from printgen.export.itch.manifest import bundle_faults, write_manifest
from printgen.export.itch.shop_page import BuiltChannel, PageImage, shop_view, write
from printgen.export.shop_pictures.inventory import inventory_of
from printgen.export.shop_pictures.posters import posters
from printgen.export.shop_pictures.screenshots import screenshots
from printgen.export.vendors.catalogue import known_vendors
from printgen.layout.jobs import Engine
from printgen.press.build import Progress
from printgen.press.staging import locked
from printgen.press.targets import all_targets
from printgen.press.whole_folders import replaced_folder
from printgen.problems import Problem, has_errors
from printgen.products.target import Target
from printgen.products.titles import game_title
from printgen.project import ProjectError
from printgen.settings import Itch
from printgen.store import Store

# The author names of a new project.
PLACEHOLDERS = {"Votre nom", "Your name"}


def export_itch(
    library: Library,
    game: str,
    engine: Engine,
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
    known = [*_placeholders(library, game), *known_vendors(library.folders)[1]]
    report, home, hashes = ExportReport(problems=known), f"out/itch/{game}", FileHashes()
    if fresh and not has_errors(known):
        report.problems += refresh(library, targets, engine, progress, hashes, store)
    if has_errors(report.problems):
        return report
    with locked(library.folders):
        require(library, targets, hashes)
        try:
            with replaced_folder(library.folders, home) as folder:
                _Bundle(library, game, targets, itch, engine, hashes, folder).write()
                for name in archive.names_in(folder):
                    report.files[f"{home}/{name}"] = (folder / name).stat().st_size
        except ExportError as error:
            return ExportReport(problems=[*report.problems, *error.problems])
    return report


def _placeholders(library: Library, game: str) -> Iterator[Problem]:
    """A warning for each credit that still has the placeholder name of a new project."""
    content = library.games[game]
    for index, credit in enumerate(content.game.credits):
        if PLACEHOLDERS & set(credit.name.values()):
            where = content.entry.at("credits", index, "name")
            message, hint = "placeholder name in the credits", "enter your name"
            yield Problem(where, "credit-placeholder", message, hint, "warning")


class UploadScript(TypedDict):
    """The data of the upload script. Without an account there is no `target`: `--to` is needed."""

    project: str
    target: str
    version: str
    names: list[str]


@dataclass(frozen=True, slots=True)
class _Bundle:
    """A bundle to be written into `folder`."""

    library: Library
    game: str
    targets: Sequence[Target]
    itch: Itch | None
    engine: Engine
    hashes: FileHashes
    folder: Path

    @property
    def project(self) -> str:
        """The project's name on itch.io."""
        return (self.itch.projects.get(self.game) if self.itch else None) or self.game

    def write(self) -> None:
        """Write channels, images, pages, upload script and manifest, then check them."""
        found = channels(self.library, self.game, self.targets, self.engine, self.hashes)
        built = [self._channel(channel) for channel in found]
        for lang in self.library.games[self.game].game.languages:
            self._page(lang, built)
        script = self.folder / "upload.sh"
        script.write_bytes(write("shop-upload.sh.j2", self._upload_script(built)))
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
        languages = self.library.games[self.game].game.languages
        view = {
            **shop_view(self.library, self.game, lang, built, pictures, shots),
            "page": f"page.{lang}",
            "langs": languages,
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
        for name, data in posters(self.library, self.game, lang, inventory, self.engine).items():
            path = self.folder / f"{name}{suffix}"
            path.write_bytes(data)
            shown[name] = PageImage(path.name, title)
        shots = []
        for shot in screenshots(self.library, self.game, lang, inventory):
            path = self.folder / f"{shot.name}{suffix}"
            path.write_bytes(shot.data)
            shots.append(PageImage(path.name, shot.alt))
        return shown, shots

    def _upload_script(self, built: Sequence[BuiltChannel]) -> UploadScript:
        return {
            "project": self.project,
            "target": f"{self.itch.user}/{self.project}" if self.itch else "",
            "version": self.library.games[self.game].game.version or "1",
            "names": [each.channel.id for each in built],
        }
