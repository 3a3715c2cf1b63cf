"""The itch.io bundle of a game: built files, channels, pages, pictures, the script of uploads, and
the manifest. All texts of a page are plain, so HTML and Markdown have the same words.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path

import pikepdf

from printgen.content.library import GameContent, Library
from printgen.content.models.text import Text
from printgen.extras.card_printers.vendors import PLATFORMS, known_vendors
from printgen.extras.exports import archive
from printgen.extras.exports.archive import FileHashes
from printgen.extras.exports.channels import (
    Channel,
    ChannelFile,
    ExportError,
    ExportReport,
    NothingToExport,
    ai_sentence,
    channels,
    colon,
    how_to_print,
    plain_labels,
    write_files,
)
from printgen.extras.itch.inventory import inventory_of
from printgen.extras.itch.pictures import posters, screenshots
from printgen.layout.jobs import JobRunner
from printgen.layout.templates import shared_template
from printgen.paper import paper_size
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
from printgen.typography.fonts import families, font_credits
from printgen.typography.labels import fill
from printgen.typography.language import language
from printgen.typography.text import in_number, plain_words, say, with_decimal_mark

# The style sheets that use a theme's fonts.
STYLES = ("style.css", "book.css", "web.css")


@dataclass(slots=True)
class BuiltChannel:
    """A written channel: its files without content, the bytes of its ZIP, and the page count of
    each PDF by name.
    """

    channel: Channel
    files: list[ChannelFile] = field(default_factory=list)
    size: int = 0
    pages: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PageImage:
    """An image of the page: its file name and its alternative text."""

    name: str
    alt: str


def shop_view(
    library: Library,
    game: str,
    lang: str,
    built: Sequence[BuiltChannel],
    pictures: dict[str, PageImage],
    screenshots: Sequence[PageImage],
) -> dict[str, object]:
    """What the templates of a game's shop page see in a language."""
    content = library.games[game]
    words = plain_labels(library, content, lang)
    shop = content.game.shop
    facts = {
        "shop_players": _plain(shop.players if shop else None, lang, content),
        "shop_needs": _plain(shop.needs if shop else None, lang, content),
        "shop_languages": ", ".join(words.get(f"lang_{n}", n) for n in content.game.languages),
        "shop_version": content.game.version or "",
    }
    styles = (f"{f}/{name}" for f in (*content.game.theme_folders, "_shared") for name in STYLES)
    channels = []
    for each in built:
        channel = each.channel
        key = f"channel_{channel.kind.replace('-', '_')}"
        if channel.vendor:
            how = words[f"channel_vendor_{channel.vendor_files}_how"]
            name = fill(words["channel_vendor"], vendor=channel.vendor)
        else:
            name, how = words[key], words[f"{key}_how"]
        channels.append({
            "id": channel.id,
            "name": name + (f" ({paper_label(channel.paper, words)})" if channel.paper else ""),
            "how": how,
            "size": size(each.size, lang),
            "count": len(each.files),
            "lines": _lines(library, game, lang, words, each),
        })  # fmt: skip
    return {
        "lang": lang,
        "labels": words,
        "colon": colon(lang),
        "title": _plain(content.game.title, lang, content),
        "short": _plain(shop.short if shop else content.game.subtitle, lang, content),
        "about": _blocks(shop.about, lang, content) if shop else [],
        "facts": [(words[name], value) for name, value in facts.items() if value],
        "tags": list(shop.tags) if shop else [],
        "channels": channels,
        "printing": how_to_print(words, [part for b in built for part in b.channel.printed]),
        "credits": [
            {
                "role": _plain(credit.role, lang, content),
                "name": _plain(credit.name, lang, content),
                "note": _plain(credit.note, lang, content),
            }
            for credit in content.game.credits
        ],
        "drawings": words.get("drawings_note", ""),
        "licence": _plain(content.game.licence, lang, content),
        "free": bool(shop and shop.free),
        "ai": ai_sentence(content, lang),
        "fonts": font_credits(families(library.folders, styles)),
        "pictures": pictures,
        "screenshots": list(screenshots),
    }


def _plain(text: Text | None, lang: str, content: GameContent) -> str:
    return plain_words(say(text, lang, content)) if text else ""


def write(name: str, view: Mapping[str, object]) -> bytes:
    """Fill the shared template `name`. Pages have single blank lines and no trailing spaces."""
    text = shared_template(name).render(view)
    if name.endswith(".sh.j2"):
        return text.encode()
    lines = [line.rstrip() for line in text.splitlines()]
    kept = [line for line, before in zip(lines, ["", *lines], strict=False) if line or before]
    return ("\n".join(kept).strip() + "\n").encode()


def _blocks(text: Text, lang: str, content: GameContent) -> list[dict[str, object]]:
    """The paragraphs (of one part) and lists (a part per item) of a text. Blank lines separate
    blocks; items start with `- `.
    """
    key = text.language_for(lang, content.first_language)
    blocks: list[dict[str, object]] = []
    for block in text[key].strip().split("\n\n"):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        listed = all(line.startswith("- ") for line in lines)
        parts = [line[2:] for line in lines] if listed else [" ".join(lines)]
        typeset = [say(Text({lang: part}), lang, content) for part in parts if part]
        blocks.append({"listed": listed, "parts": typeset})
    return blocks


def paper_label(paper: str, words: Mapping[str, str]) -> str:
    """The paper as readers know it: its name, or its size."""
    if paper.endswith("mm"):
        return str(paper_size(paper)).replace("x", "×")
    return words.get(f"paper_{paper}", paper.upper())


def _lines(
    library: Library, game: str, lang: str, words: dict[str, str], built: BuiltChannel
) -> list[str]:
    """A line per product of a channel, for its files in `lang` if there are any."""
    content = library.games[game]
    files_by_product: dict[str, list[ChannelFile]] = {}
    for file in built.files:
        if file.product and file.target:
            files_by_product.setdefault(file.product, []).append(file)
    lines = []
    for product, files in files_by_product.items():
        title = plain_words(say(content.products[product].value.title, lang, content))
        own = [file for file in files if file.lang == lang] or files
        parts = [title, *_extents(built, own, words, lang)]
        papers = dict.fromkeys(f.target.paper for f in own if f.target and f.target.on_paper)
        if len(papers) > 1:
            parts.append(", ".join(paper_label(paper, words) for paper in papers))
        if len({f.target.ink for f in own if f.target}) > 1:
            parts.append(words["shop_inks"])
        lines.append(" · ".join(parts))
    return lines


def _extents(
    built: BuiltChannel, files: list[ChannelFile], words: dict[str, str], lang: str
) -> Iterator[str]:
    """The page count of a product, once per edition."""
    counts: dict[str, list[int]] = {}
    for file in files:
        if file.target and file.name in built.pages:
            counts.setdefault(file.target.edition, []).append(built.pages[file.name])
    for edition, found in counts.items():
        # A booklet has sheets.
        folded = built.channel.kind == "booklet"
        count = -(-min(found) // 2) if folded else min(found)
        noun = in_number(words["shop_sheets" if folded else "shop_pages"], str(count), lang)
        extent = f"{count} {noun}"
        name = words.get(f"shop_{edition}")
        yield f"{name} ({extent})" if name else extent


def size(count: int, lang: str) -> str:
    """A file size in kB or MB, in the notation of a language."""
    kilobytes, megabytes = language(lang).bytes
    if count >= 1e6:
        return f"{with_decimal_mark(f'{count / 1e6:.1f}', lang)}\u00a0{megabytes}"
    return f"{max(1, round(count / 1e3))}\u00a0{kilobytes}"


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
        """Write channels, images, pages, upload script and manifest, then check them. The manifest
        has the game, its channels, and size and digest of every file.
        """
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
        ids = [each.channel.id for each in built]
        pages = {f"{each.channel.id}/{name}": n for each in built for name, n in each.pages.items()}
        files = [
            {
                "path": name,
                "bytes": (self.folder / name).stat().st_size,
                "sha256": self.hashes.sha256(self.folder / name),
                **({"pages": pages[name]} if name in pages else {}),
            }
            for name in archive.names_in(self.folder)
        ]
        content = self.library.games[self.game]
        manifest = {
            "game": self.game,
            "title": game_title(content, content.first_language),
            "version": content.game.version or "1",
            "made_with": f"printgen {version('printgen')}",
            "channels": ids,
            "files": files,
        }
        text = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
        (self.folder / MANIFEST).write_text(text, encoding="utf-8")
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
