"""The library of a project in a worker process, on this machine or on another."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from printgen.analysis.resolve import ComputationError
from printgen.analysis.workers import Shipped
from printgen.content.library import Library
from printgen.content.load import load
from printgen.content.models.products import Products
from printgen.mechanics.table import KINDS
from printgen.project import Folders
from printgen.store import Store, cache_folder


def library_of(project: Shipped) -> Library:
    """The library of a project, read once. Raises ComputationError if the files are no longer those
    of the command.
    """
    return _library(str(project.folders.root), project.version, bool(project.root))


@lru_cache(maxsize=1)
def _library(root: str, version: str, here: bool) -> Library:
    library, _ = load(Folders(Path(root)), KINDS, Products, Store(cache_folder()))
    if here and library.mtime_fingerprint != version:
        hint = "run the command again"
        raise ComputationError("files of the project have changed meanwhile", hint=hint)
    return library
