"""Templates: the sandbox."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import (
    built,
    messages,
    pictures,
    shared,
    words_in,
)
from layout_projects import CANARY, NOWHERE, Outcome, about, evil_project, kept, outcome_of
from PIL import Image

from printgen import Project
from printgen.problems import gather

# Forbidden templates, and part of their message.
FORBIDDEN = {
    "classes": ("{{ ''.__class__.__mro__ }}", "is unsafe"),
    "classes-by-key": ("{{ ''['__class__'] }}", "__class__"),
    "classes-by-filter": ("{{ (game | attr('__class__')).__name__ }}", "template-error"),
    "classes-by-format": ("{{ '{0.__class__.__mro__}'.format(1) }}", "is unsafe"),
    "classes-by-map": ("{{ [1] | map(attribute='__class__') | join }}", "template-error"),
    "globals": ("{{ asset.__globals__ }}", "is unsafe"),
    "itself": ("{{ self.__init__.__globals__ }}", "is unsafe"),
    "cycler": ("{{ cycler('a', 'b') }}", "'cycler' is undefined"),
    "lipsum": ("{{ lipsum(5) }}", "'lipsum' is undefined"),
    "joiner": ("{{ joiner(',') }}", "'joiner' is undefined"),
    "long-range": ("{{ range(10**9) | length }}", "at most 1000"),
    "longer-range": ("{{ range(10**30) | length }}", "template-error"),
    "undefined": ("{{ nothing_of_the_kind }}", "'nothing_of_the_kind' is undefined"),
    "undefined-key": ("{{ game.nothing_here }}", "nothing_here"),
    "change": ("{% do game.clear() %}", "is unsafe"),
    "append": ("{% do traits.append(1) %}", "is unsafe"),
    "include-up": ("{% include '../../../../../etc/passwd' %}", "template-error"),
    "include-root": ("{% include '/etc/passwd' %}", "template-error"),
    "include-near": ("{% include '../canary.txt' %}", "template-error"),
    "include-unknown": ("{% include 'evil/none.html.j2' %}", "template-error"),
    "import-root": ("{% import CANARY as c %}{{ c }}", "template-error"),
    "extends-root": ("{% extends CANARY %}", "template-error"),
    "link-out": ("{% include 'evil/link.txt' %}", "template-error"),
    "no-asset": ("{{ asset('../../canary.txt') }}", "no file"),
    "link-asset": ("{{ asset('link.png') }}", "no file"),
    "include-itself": ("{% include 'evil/include-itself.html.j2' %}", "calls itself without end"),
    "too-much": ("{% for _ in range(900) %}{{ 'x' * 9000 }}{% endfor %}", "too much HTML"),
    "deep": (
        "{% for _ in range(1000) %}" + "<div>" * 30 + "{% endfor %}x",
        "nested 30000 deep (at most 250)",
    ),
    "bad-shrink": ("{% set shrink = ['tall'] %}x", "template-error"),
}


def make_forbidden(folder: Path) -> None:
    folder.mkdir()
    root = evil_project(folder, {name: body for name, (body, _) in FORBIDDEN.items()}, NOWHERE)
    project = Project(root)
    # The links, which are told.
    assert {problem.severity for problem in project.problems} == {"warning"}
    outcome_of(root, lambda: project.build(jobs=2), [])


@pytest.fixture(scope="module")
def forbidden(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return kept(shared(tmp_path_factory, "forbidden", make_forbidden))


@pytest.mark.parametrize("name", sorted(FORBIDDEN))
def test_forbidden_templates_are_errors(forbidden: Outcome, name: str) -> None:
    found = about(forbidden.problems, FORBIDDEN[name][1])
    file = f"templates/evil/{name}.html.j2"
    named = rf"\bfog/{name}(?![\w-])"
    found = [p for p in found if p.position.file == file or re.search(named, p.message)]
    assert found, messages(forbidden.problems)
    assert {p.severity for p in found} == {"error"}


def test_products_follow_from_a_template_error(forbidden: Outcome) -> None:
    groups = {group.cause.position.file: group for group in gather(forbidden.problems)}
    group = groups["templates/evil/undefined.html.j2"]
    assert group.cause.message == "'nothing_of_the_kind' is undefined"
    assert [other.position.file for other in group.others] == ["content/fog/products.yaml"]
    assert "and 1 problem that follows from it: content/fog/products.yaml:" in str(group)


def test_a_template_error_names_its_line(forbidden: Outcome) -> None:
    (problem, follower) = about(forbidden.problems, "evil/undefined.html.j2")
    # The template has one line.
    assert str(problem.position) == "templates/evil/undefined.html.j2:1:1"
    assert follower.message == f"see {problem.position}"


def test_forbidden_templates_disclose_and_build_nothing(forbidden: Outcome) -> None:
    assert CANARY not in str(messages(forbidden.problems))
    assert ":0:0:" not in str(messages(forbidden.problems))
    assert forbidden.built == 0
    assert forbidden.after == {}


@pytest.mark.spares("template-error")
@pytest.mark.spares("render-warning")
def test_a_template_of_the_project_is_used(tmp_path: Path) -> None:
    """Allowed: a template of the project with its picture and its include."""
    body = '{% include "evil/part.html.j2" %}<img src="{{ asset("dot.png") }}"> {{ game.title }}'
    bodies = {"page": body}
    root = evil_project(tmp_path, bodies, NOWHERE)
    (root / "templates" / "evil" / "part.html.j2").write_text("<p>Of {{ range(3) | join }}</p>")
    Image.new("RGB", (60, 60), "green").save(root / "templates" / "evil" / "dot.png")
    (path,) = built(root).glob("fog/*.pdf")
    assert "Of 012" in words_in(path, 0)
    assert "Fog and Compasses" in words_in(path, 0)
    assert pictures(path) == 1
