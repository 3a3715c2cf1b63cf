"""The scripts in `docs/`, as modules."""

from __future__ import annotations

import importlib
import sys
from functools import cache
from types import ModuleType

import pytest
from helpers import ROOT


@cache
def doc_script(name: str) -> ModuleType:
    """A script in `docs/` by its name, which a folder of tests may have, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, str(ROOT / "docs")])
        patch.delitem(sys.modules, name, raising=False)
        return importlib.import_module(name)
