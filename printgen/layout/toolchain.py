"""Everything besides a project's sources that determines how a page looks."""

from __future__ import annotations

import ctypes
import platform
import zlib
from collections.abc import Iterator
from functools import cache

from printgen.content.fingerprint import code_digest, package_versions, source_digest
from printgen.extra import extras
from printgen.layout.assembly import font_programs, shipped_programs
from printgen.project import Folders
from printgen.store import Store, digest

# The folders of printgen whose code decides what a job's context becomes.
_ROOMS = ("layout", "typography", "views")

_PACKAGES = (
    "brotli", "cffi", "cssselect2", "fonttools", "jinja2", "markupsafe", "pillow", "pydyf",
    "pyphen", "pypdfium2", "resvg-py", "tinycss2", "tinyhtml5", "uharfbuzz", "weasyprint",
)  # fmt: skip

# Libraries: their functions that return a version, and the names of their files.
_LIBRARIES = (
    (
        "Pango",
        "pango_version",
        ("libpango-1.0.so.0", "libpango-1.0.0.dylib", "libpango-1.0-0.dll"),
    ),
    (
        "fontconfig",
        "FcGetVersion",
        ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll"),
    ),
)

_HARFBUZZ = ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll")


def toolchain(folders: Folders, store: Store) -> str:
    """The digest of printgen's layout code, of the libraries that it uses, and of all fonts."""
    drawing = (str(each.folder) for each in extras() if each.functions)
    code = code_digest(store, *_ROOMS, *drawing)
    fonts = sorted(font_programs(folders))
    return digest(code, *package_versions(*_PACKAGES), *_native_versions(), *fonts)


@cache
def components() -> dict[str, str]:
    """The versions of all that must be equal on two machines for equal results, by name.

    Code and fonts have digests instead. The fonts of projects do not count.
    """
    packages = dict(package.rsplit("-", 1) for package in package_versions(*_PACKAGES, "numpy"))
    native = dict(version.split(" ", 1) for version in _native_versions())
    return {
        "Python": platform.python_version(),
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
        **packages,
        **native,
        "fonts": digest(*sorted(shipped_programs()))[:12],
        "code": source_digest(Store(None))[:12],
    }


@cache
def _native_versions() -> tuple[str, ...]:
    """The versions of Pango, fontconfig and HarfBuzz, read without WeasyPrint."""
    return tuple(_versions())


def _versions() -> Iterator[str]:
    for name, function, files in _LIBRARIES:
        library = _load(files)
        yield f"{name} {getattr(library, function)() if library else 'unknown'}"
    harfbuzz = _load(_HARFBUZZ)
    if harfbuzz:
        harfbuzz.hb_version_string.restype = ctypes.c_char_p
        yield f"HarfBuzz {harfbuzz.hb_version_string().decode()}"


def _load(names: tuple[str, ...]) -> ctypes.CDLL | None:
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None
