"""The actions of plans as questions, each with what is done if the answer is yes."""

from __future__ import annotations

import re

from printgen.content.models.plan import PlanAction
from printgen.content.models.text import Text

# Flowcharts of more actions than this do not fit on a page.
MAX_FLOW = 10

# An action that says when it is possible in bold type before a colon: `**In contact:** it strikes.`
_LEAD = re.compile(r"\s*\*\*(?P<when>[^*]+?)\s*:\s*\*\*\s*(?P<then>.+)", re.DOTALL)


def question_of(action: PlanAction) -> Text | None:
    """When an action is possible, as a question: its own, or what it says before a colon."""
    if action.question or not (led := _led(action)):
        return action.question
    return Text({lang: f"{found['when']}?" for lang, found in led.items()})


def deed_of(action: PlanAction) -> Text:
    """What an action does, without when it is possible where it says that before a colon."""
    if action.then:
        return action.then
    led = _led(action)
    return Text({lang: found["then"] for lang, found in led.items()}) if led else action


def _led(action: PlanAction) -> dict[str, re.Match[str]]:
    """The parts of an action that says in each language when it is possible; empty for others."""
    found = {lang: _LEAD.fullmatch(words) for lang, words in action.items()}
    return {lang: match for lang, match in found.items() if match} if all(found.values()) else {}
