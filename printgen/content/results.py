"""What the store keeps of earlier commands, and what each of it depends on.

The store has results by the digest of their inputs, and files by the digest of their content. Its
kinds of value are `result`, `file`, `part` (a file that only one project may read: what a sealed
process has made) and `last` (what a project was in the last check without errors). Here is the one
table of the inputs that are no parts of a key; a key of a result is made by `result_key` alone.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Mapping
from typing import TypeVar

from printgen.content.fingerprint import code_digest, own_files, package_versions
from printgen.store import Store, digest

Result = TypeVar("Result")

# A digest of an input.
Input = Callable[[Store], str]


def _versions(*names: str) -> Input:
    """Python, and packages."""
    return lambda store: digest(sys.version, *package_versions(*names))


# Printgen's code, Python, and the packages that read content.
_CODE: Input = code_digest

# The code that computes: a changed template or layout changes no answer of a study.
_ARITHMETIC: Input = lambda store: code_digest(store, "rules", "extras", "imposition")  # noqa: E731

# Printgen's own themes and fonts.
_OWN_FILES: Input = own_files

# The packages that write files.
_WRITERS = _versions("pikepdf", "reportlab", "ezdxf", "pypdfium2")

# By the name of a result. Its other inputs are the parts of its key: what it is made of, the files
# of the project by their content or their versions (`checked_digest`, `content_hash`), and
# `toolchain` for whatever is laid out. What a sealed process has made is kept for its project alone
# (`Folders.scope`).
INPUTS: Mapping[str, tuple[Input, ...]] = {
    # What files say, by their content; pictures and fonts, by their versions.
    "chapter": (_CODE,),
    "font": (_CODE,),
    "picture": (_CODE,),
    "pictures": (_CODE,),
    "sheet": (_CODE,),
    "source": (_CODE,),
    "word-shape": (_CODE,),
    # What a project is.
    "audit": (_CODE,),
    "lines": (),
    "problems": (_CODE, _OWN_FILES),
    "sound profiles": (),
    "study": (_ARITHMETIC, _versions("reportlab")),
    # What is laid out.
    "job": (),
    "job by origin": (),
    "job reads": (),
    "pixels": (_versions("pypdfium2"),),
    # What is built.
    "build": (_CODE, _OWN_FILES, _WRITERS),
    "composed": (_CODE, _WRITERS),
    "target": (_CODE, _WRITERS),
    # What is quick to read and slow to make.
    "codes of checks": (_CODE,),
}


def result_key(store: Store, name: str, *parts: bytes | str) -> str:
    """The key of a result of the table, by the other parts that it depends on."""
    return digest(name, *(each(store) for each in INPUTS[name]), *parts)


def kept_result(
    store: Store,
    name: str,
    parts: tuple[bytes | str, ...],
    make: Callable[[], Result],
    lasts: Callable[[Result], bool] = lambda result: True,
) -> Result:
    """The kept result of the table, or a new one, which is kept if it `lasts`."""
    if not store:
        return make()
    key = result_key(store, name, *parts)
    if (kept := store.read("result", key)) is not None:
        known: Result = pickle.loads(kept)  # noqa: S301 - checked by the store
        return known
    result = make()
    if lasts(result):
        store.write("result", key, pickle.dumps(result, 5))
    return result
