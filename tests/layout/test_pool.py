"""Limits of time and memory of layout."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import (
    written,
)
from layout_projects import NOWHERE, evil_project

from printgen import Project
from printgen.layout import renderer as layout
from printgen.layout import worker


@pytest.mark.parametrize(
    "body",
    [
        "{% for a in range(999) %}{% for b in range(999) %}{% for c in range(999) %}"
        "{% endfor %}{% endfor %}{% endfor %}x",
        "{% macro m() %}{% for a in range(999) %}{{ m() if false }}{% endfor %}{% endmacro %}"
        "{% for a in range(999) %}{% for b in range(999) %}{{ m() }}{% endfor %}{% endfor %}",
        "<p>x</p>" + "<div>" * 400 + "deep",
    ],
    ids=["loops", "macros", "deep"],
)
def test_layout_time_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    monkeypatch.setattr(layout, "BATCH_TIMEOUT_SECONDS", 2)
    root = evil_project(tmp_path, {"slow": body}, NOWHERE)
    report = Project(root).build(jobs=1)
    (problem,) = report.problems
    assert problem.code == "layout-limit"
    assert "fog/slow" in problem.message
    assert written(root) == {}


def test_time_limit_holds_where_weasyprint_catches_exceptions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "BATCH_TIMEOUT_SECONDS", 0.5)
    drawing = f"<svg viewBox='0 0 9 9'><path d='M0 0L{' 9 9' * 100_000}'/></svg>"
    root = evil_project(tmp_path, {"drawn": drawing}, NOWHERE)
    (problem,) = Project(root).build(jobs=1).problems
    assert problem.code == "layout-limit"
    assert written(root) == {}


@pytest.mark.sees("layout-limit")
def test_a_single_slow_operation_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "BATCH_TIMEOUT_SECONDS", 1)
    monkeypatch.setattr(layout, "GRACE_SECONDS", 1, raising=False)
    root = evil_project(tmp_path, {"power": "{{ (9**(9**8)) > 1 }}"}, NOWHERE)
    assert [p.code for p in Project(root).build(jobs=1).problems] == ["layout-limit"]


@pytest.mark.parametrize(
    "body",
    ["{{ 'x' * 10**10 }}", "{{ ('%' ~ 10**10 ~ 'd') % 1 }}", "{{ [0] * 10**10 }}"],
    ids=["repeat", "pad", "list"],
)
def test_layout_memory_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    monkeypatch.setattr(worker, "MEMORY_LIMIT", 1024**3)
    root = evil_project(tmp_path, {"greedy": body}, NOWHERE)
    report = Project(root).build(jobs=1)
    assert [p.severity for p in report.problems] == ["error"]
    assert written(root) == {}
