"""Without the extra `editor`, the command says what to install."""

from __future__ import annotations

import importlib.util

import pytest
from click.testing import CliRunner

from printgen.cli import main
from printgen.project import ProjectError


def test_the_command_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    done = CliRunner().invoke(main, ["lsp"])
    assert isinstance(done.exception, ProjectError)
    assert "pip install '.[editor]'" in str(done.exception)
