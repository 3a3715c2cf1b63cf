"""The steps of flowcharts: actions as questions, each with what is done if the answer is yes."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.content.library import Entry, Library
from printgen.content.models.scenario import ActionPlan
from printgen.typography.text import plain_words, polish, say, say_or_empty

# Flowcharts of more actions than this do not fit on a page.
MAX_ACTIONS = 10


@dataclass(frozen=True, slots=True)
class FlowStep:
    """A step of a flowchart: a question with its action, or an action at the end without one."""

    question: str
    action: str


def flow_steps(library: Library, entry: Entry[ActionPlan], lang: str) -> list[FlowStep]:
    """The steps of a plan, as plain words; the last one needs no question."""
    content, steps = library.games[entry.game], []
    for index, action in enumerate(entry.value.actions, start=1):
        asked = action.condition
        # The words before the colon of the last action say that it is what remains.
        if index == len(entry.value.actions):
            asked = action.question
        question = plain_words(say_or_empty(asked, lang, content))
        deed = plain_words(say(action.deed, lang, content))
        # Without markup, spaces are plain ones.
        question, deed = polish(question, lang), polish(deed, lang)
        steps.append(FlowStep(question, deed[:1].upper() + deed[1:]))
    return steps


def flow_fault(library: Library, entry: Entry[ActionPlan]) -> tuple[str, str]:
    """Message and hint for a plan that is no flowchart; empty for others."""
    *asked, _ = actions = entry.value.actions
    if len(actions) > MAX_ACTIONS:
        return "the flowchart is too long for a page", f"at most {MAX_ACTIONS} actions"
    for number, action in enumerate(asked, start=1):
        if action.condition is None:
            hint = "add question: {en: A target in sight?} beside its languages"
            return f"action {number} of the plan asks nothing", hint
    return "", ""
