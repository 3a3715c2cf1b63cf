"""A template's output depends only on the values that are recorded as read."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from jinja2 import UndefinedError

from printgen.layout.jobs import ContextDigests, Paths
from printgen.layout.templates import environment, recorded

CARD: dict[str, Any] = {
    "name": "Captain",
    "image": "",
    "stats": {"move": 6, "note": {"any": "x", "long": {"fr": "y"}}},
    "traits": [{"name": "slow"}, {"name": "strong"}],
}
CONTEXT: dict[str, Any] = {"card": CARD, "other": dict(CARD), "lang": "en", "number": 1}

# Every way in which a template can read a mapping.
EXPRESSIONS = [
    "{{ card.name }}", "{{ card['name'] }}", "{{ card.get('name') }}", "{{ card.get('more', 7) }}",
    "{{ card.more is defined }}", "{{ 'more' in card }}", "{{ 'image' in card }}",
    "{{ card | length }}",
    "{{ 1 if card.stats else 2 }}", "{{ card }}", "{{ card ~ '' }}", "{{ card | string }}",
    "{{ '%s' % card }}", "{{ '%(name)s' % card }}",
    "{{ '{}'.format(card) }}", "{{ '{name}'.format(**card) }}", "{{ card | tojson }}",
    "{{ card | list }}", "{{ card | first }}", "{{ card | reverse | join }}",
    "{{ card | dictsort }}", "{{ card | items | list }}", "{{ card.items() | list }}",
    "{{ card.keys() | join }}", "{{ card.values() | list }}", "{{ card.copy().name }}",
    "{{ dict(card).name }}", "{{ dict(card, lang=lang) }}", "{{ card == other }}",
    "{{ card != other }}", "{{ card in [other] }}", "{% for key in card %}{{ key }}{% endfor %}",
    "{% set found = namespace(**card) %}{{ found.name }}", "{{ card.stats.move }}",
    "{{ card.stats }}", "{{ card.stats.note.long.fr }}", "{{ card.stats.note | tojson }}",
    "{{ [card.stats] | tojson }}", "{{ [card, other] | map(attribute='name') | join }}",
    "{{ card.traits | length }}", "{{ card.traits[1].name }}", "{{ lang }}",
    "{% macro m(c) %}{{ c.name }}{% endmacro %}{{ m(card) }}",
]  # fmt: skip

EDITS: dict[str, Any] = {
    "name": lambda c: c["card"].update(name="Sailor"),
    "new key": lambda c: c["card"].update(more="more"),
    "missing key": lambda c: c["card"].pop("image"),
    "empty mapping": lambda c: c["card"]["stats"].clear(),
    "order": lambda c: c["card"].update(name=c["card"].pop("name")),
    "stat": lambda c: c["card"]["stats"].update(move=7),
    "deep": lambda c: c["card"]["stats"]["note"]["long"].update(fr="z"),
    "trait": lambda c: c["card"]["traits"][1].update(name="weak"),
    "fewer traits": lambda c: c["card"]["traits"].pop(),
    "other": lambda c: c["other"].update(name="Sailor"),
    "language": lambda c: c.update(lang="fr"),
    "number": lambda c: c.update(number=2),
}


def output_of(text: str, context: dict[str, Any]) -> str:
    """The output of a template, or its error."""
    try:
        return environment().from_string(text).render(context)
    except (UndefinedError, TypeError) as error:
        return str(error)


def filled(text: str, context: dict[str, Any]) -> tuple[str, Paths]:
    """The output of a template, and the paths that it reads."""
    reads: set[tuple[str, ...]] = set()
    output = output_of(text, recorded(context, reads.add))
    return output, tuple(sorted(reads))


def edited(name: str) -> dict[str, Any]:
    context = deepcopy(CONTEXT)
    EDITS[name](context)
    return context


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_another_output_means_another_digest_of_what_was_read(text: str) -> None:
    output, reads = filled(text, CONTEXT)
    before = ContextDigests().digest(CONTEXT, reads)
    assert ContextDigests().digest(deepcopy(CONTEXT), reads) == before
    assert output == output_of(text, CONTEXT)
    changes = 0
    for name in EDITS:
        context = edited(name)
        assert filled(text, context)[0] == output_of(text, context)
        if output_of(text, context) != output:
            assert ContextDigests().digest(context, reads) != before, name
            changes += 1
    assert changes


@pytest.mark.parametrize(
    ("text", "changing"),
    [
        ("{{ card.name }}", {"name"}),
        ("{{ card.stats.move }}", {"stat", "empty mapping"}),
        ("{% if card.image %}{{ card.traits }}{% endif %}{{ lang }}", {"missing key", "language"}),
        ("{{ 'move' in card.stats }}", {"stat", "empty mapping"}),
        ("words", set()),
    ],
)
def test_values_that_are_not_read_change_no_digest(text: str, changing: set[str]) -> None:
    _, reads = filled(text, CONTEXT)
    before = ContextDigests().digest(CONTEXT, reads)
    after = {name: ContextDigests().digest(edited(name), reads) for name in EDITS}
    assert {name for name, digest in after.items() if digest != before} == changing
