"""A project of cards with a picture and a drawing, and a runner with one worker."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import restore, starter
from layout_projects import picture, products, profile
from runners import tasks_of

from printgen import Project
from printgen.layout.jobs import Job, JobRunner
from printgen.layout.runners import local_runner

PRODUCTS = """
deck:
  title: {any: Deck}
  output: cards
  profiles: [one, two, three, four, five, six, seven, eight, nine]
  faces: {front: mine/front, back: card-back}
  languages: [en]
  papers: [a4]
  inks: [full]
"""
FRONT = """
{% set shrink = [9, 8, 7, 6, 5] %}
<div class="safe">{% include "mine/part.html.j2" %}
<h1>{{ card.name }}</h1><img class="photo" src="{{ asset("leaf.svg") }}">
{% if card.image %}<img class="photo" src="https://printgen.invalid/{{ card.image }}">{% endif %}
<p>{{ labels.front }} {{ game.title }}</p><p class="story fit">{{ card.story }}</p></div>
"""
LEAF = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7l-2 7z"/></svg>'
STYLE = ".photo { height: 8mm } .fit { height: 30mm }"


def make_deck(root: Path) -> Path:
    """The starter with nine cards: two with a picture, one with a long story; all with a leaf."""
    starter(root)
    names = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]
    for number, name in enumerate(names):
        more = "image: images/map.png" if number in (1, 4) else ""
        words = "Brief and quick. " * (25 if number == 2 else number + 1)
        profile(root, name, f"{{any: {words}}}", more=more)
    picture(root, "map.png", 400, 300)
    products(root, PRODUCTS)
    theme = root / "templates" / "mine"
    theme.mkdir(parents=True)
    for file, text in (("front.html.j2", FRONT), ("part.html.j2", ""), ("leaf.svg", LEAF)):
        (theme / file).write_text(text)
    (theme / "style.css").write_text(STYLE)
    return root


@pytest.fixture(scope="session")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deck of nine cards. Do not change it."""
    return make_deck(tmp_path_factory.mktemp("deck"))


@pytest.fixture(scope="session")
def deck_jobs(pristine: Path) -> list[Job]:
    """The jobs of the deck: each front, then its back."""
    project = Project(pristine)
    assert project.problems == []
    return [task.job for task in tasks_of(project)]


@pytest.fixture(scope="session")
def deck_runner(pristine: Path) -> Iterator[JobRunner]:
    """A runner with one worker for the deck, without a store."""
    with local_runner(Project(pristine).folders, 1) as runner:
        yield runner


@pytest.fixture(scope="module")
def own(pristine: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the deck that tests change; `restored` resets it."""
    return Path(shutil.copytree(pristine, tmp_path_factory.mktemp("own") / "deck"))


@pytest.fixture(scope="module")
def own_runner(own: Path) -> Iterator[JobRunner]:
    """A runner with one warm worker for the copy, without a store."""
    with local_runner(Project(own).folders, 1) as runner:
        yield runner


@pytest.fixture
def restored(own: Path, pristine: Path) -> Path:
    """The copy of the deck, as the original."""
    return restore(own, pristine)
