"""A faster import of WeasyPrint.

At each import, cffi parses WeasyPrint's declarations of C functions, which takes a third of the
time. cffi can write parsed declarations as Python code: the store keeps this code. A fifth of the
time goes into parts of fontTools that few pages need: they are imported when they are called.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from io import StringIO
from types import ModuleType
from typing import Any

import cffi
from cffi import FFI

from printgen.content.results import result_key
from printgen.store import Store

# A function that `styles` calls.
_MORE = "PangoLayout * pango_layout_copy(PangoLayout *src);"

_RARELY_USED = ("fontTools.subset", "fontTools.varLib.instancer")


def import_weasyprint(store: Store) -> None:
    """Import WeasyPrint, unless it was imported before."""
    if "weasyprint" not in sys.modules:
        with _kept_declarations(store), _imported_later(*_RARELY_USED):
            import_module("weasyprint")
        store.finish()


def declare_more() -> None:
    """Declare what printgen calls, if WeasyPrint was imported otherwise."""
    from weasyprint.text.ffi import ffi

    if isinstance(ffi, FFI):
        ffi.cdef(_MORE)


class KeptInterface:
    """Stands in for `cffi.FFI`. `cdef` gives it the attributes of the interface."""

    def __init__(self, store: Store):
        self._store, self._declarations = store, ""

    def cdef(self, more: str) -> None:
        """Declare C functions."""
        self._declarations += more
        declarations = self._declarations + _MORE
        key = result_key(self._store, "declarations", declarations)
        code = self._store.read("result", key)
        if code is None:
            code = _as_code(declarations)
            self._store.write("result", key, code)
        made: dict[str, Any] = {}
        exec(code, made)  # noqa: S102 - checked by the store
        interface = made["ffi"]
        names = (name for name in dir(interface) if not name.startswith("_"))
        vars(self).update({name: getattr(interface, name) for name in names})


def _as_code(declarations: str) -> bytes:
    """Python code that makes the interface `ffi` of declarations."""
    parsed = FFI()
    parsed.cdef(declarations)
    parsed.set_source("printgen_declarations", None, compiler_verbose=False)
    code = StringIO()
    parsed.emit_python_code(code)
    return code.getvalue().encode()


@contextmanager
def _kept_declarations(store: Store) -> Iterator[None]:
    cffi.FFI = lambda: KeptInterface(store)
    try:
        yield
    finally:
        cffi.FFI = FFI


class _LaterModule(ModuleType):
    """Stands in for a module whose functions and classes are only called."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)

        def call(*values: Any, **named: Any) -> Any:
            return getattr(import_module(self.__name__), name)(*values, **named)

        return call


@contextmanager
def _imported_later(*names: str) -> Iterator[None]:
    stand_ins = {name: _LaterModule(name) for name in names if name not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for name in stand_ins:
            del sys.modules[name]
