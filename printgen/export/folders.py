"""Channels as folders in `out/`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from shutil import copyfile

from printgen.content.library import Library
from printgen.export import ExportError, ExportReport
from printgen.export.channel import Channel, ChannelFile
from printgen.press.staging import locked
from printgen.press.whole_folders import replaced_folder


def export_folders(library: Library, game: str, channels: Sequence[Channel]) -> ExportReport:
    """Write the folder `out/<game>/<channel>/` of each channel, all or none.

    Raises ProjectError if `out/` cannot be written.
    """
    report = ExportReport()
    try:
        with locked(library.folders), ExitStack() as folders:
            for channel in channels:
                name = f"out/{game}/{channel.id}"
                folder = folders.enter_context(replaced_folder(library.folders, name))
                for file in write_files(folder, channel):
                    path = folder / file.name
                    report.files[f"{name}/{file.name}"] = path.stat().st_size
    except ExportError as error:
        return ExportReport(problems=error.problems)
    return report


def write_files(folder: Path, channel: Channel) -> Iterator[ChannelFile]:
    """Write the files of a channel into a folder; yield each one once it is written."""
    for file in channel.files():
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(file.content, Path):
            copyfile(file.content, path)
        else:
            path.write_bytes(file.content)
        yield file
