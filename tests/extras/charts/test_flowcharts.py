"""The flowcharts of the plans that come with printgen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printgen import Project
from printgen.extras.charts.steps import flow_steps
from printgen.extras.charts.views import flowchart_view


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_questions_before_colons(demo_project: Project, lang: str) -> None:
    library = demo_project.library
    plan = library.games["un-jeu-de-figs"].plans["permanent-collection"]
    value = plan.value.model_copy(deep=True)
    value.actions[0].parts = {}
    first, *_, last = flow_steps(library, replace(plan, value=value), lang)
    asked = {
        "fr": "Elle est au contact d’un ennemi\u202f?",
        "en": "It is in contact with an enemy?",
    }
    assert first.question == asked[lang]
    assert first.action.startswith({"fr": "Elle renonce", "en": "It gives up"}[lang])
    assert last.question == ""
    assert ":" not in last.action


def test_a_flowchart_is_told_in_words(demo_project: Project) -> None:
    library = demo_project.library
    view = flowchart_view(library, library.games["dracula-america"].plans["fighter"], "en")
    assert view["alt"].startswith("Fighter. 1. A target in contact? yes: Attack it. 2. ")
    assert view["alt"].endswith("6. Wander: make one random move.")
    assert float(view["height"]) < 120
