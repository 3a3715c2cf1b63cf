"""Channels as folders in `out/`: filled, and put in their places together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from shutil import copyfile

from printgen.content.library import Library
from printgen.export import Exported, ExportError
from printgen.export.channels import Channel, Piece
from printgen.press.staging import locked, replaced_folder


def export_folders(library: Library, game: str, channels: Sequence[Channel]) -> Exported:
    """Make the folder of each channel in `out/<game>/`, all or none. Raises ProjectError."""
    exported = Exported()
    try:
        with locked(library.folders), ExitStack() as folders:
            for channel in channels:
                name = f"out/{game}/{channel.id}"
                folder = folders.enter_context(replaced_folder(library.folders, name))
                for piece in fill(folder, channel):
                    path = folder / piece.name
                    exported.files[f"{name}/{piece.name}"] = path.stat().st_size
    except ExportError as error:
        return Exported(problems=error.problems)
    return exported


def fill(folder: Path, channel: Channel) -> Iterator[Piece]:
    """Write the files of a channel into a folder; tells each of them when it is there."""
    for piece in channel.pieces():
        path = folder / piece.name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(piece.content, Path):
            copyfile(piece.content, path)
        else:
            path.write_bytes(piece.content)
        yield piece
