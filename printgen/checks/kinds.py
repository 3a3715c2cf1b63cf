"""Checks of the kinds that a game declares, and of their entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printgen.analysis.constraints import broken
from printgen.analysis.stat_values import entry_block
from printgen.checks.constraints import flaws
from printgen.content.check import Findings, check
from printgen.content.directives import CONTAINER_DIRECTIVES, LEAF_DIRECTIVES
from printgen.content.library import GameContent, Library
from printgen.content.markdown import PRODUCT
from printgen.content.models.kind import REFERENCES, EntryField, Kind
from printgen.content.stat_types import STAT_TYPES
from printgen.content.subjects import entry_subject, rule_subject
from printgen.problems import did_you_mean

# Folders of a game that hold no entries.
_OTHER_FOLDERS = ("chapters", "images", "products", "texts")


@check("kind-invalid")
def kind_invalid(content: GameContent, library: Library) -> Findings:
    """A kind that a game declares has a name of its own. Only references name a kind (`to`), which
    exists; only a choice has options. Rules and derived fields are valid expressions over fields.
    """
    for name, kind in content.game.kinds.items():
        if name in library.kinds or name in _OTHER_FOLDERS:
            hint = "choose another name"
            message = f"printgen has a folder '{name}' of its own"
            yield content.entry.finding(message, "kinds", name, hint=hint, key=True)
        elif name in (*LEAF_DIRECTIVES, *CONTAINER_DIRECTIVES, PRODUCT):
            what = "references to products" if name == PRODUCT else f"a directive '{name}'"
            message = f"chapters have {what} of printgen"
            hint = "choose another name, such as a plural"
            yield content.entry.finding(message, "kinds", name, hint=hint, key=True)
        for key, field in kind.fields.items():
            where = ("kinds", name, "fields", key)
            for message, hint, *place in _field_faults(content, library, kind, key, field):
                found = content.entry.finding(message, *where, *place, hint=hint)
                of_range = place == ["min"]
                yield replace(found, breaks=rule_subject(content, *where) if of_range else None)
        for index, rule in enumerate(kind.checks):
            for message, hint in flaws(rule.check, content, kind.stats, "field"):
                path = ("kinds", name, "checks")
                yield content.entry.finding(message, *path, index, "check", hint=hint)


def _field_faults(
    content: GameContent, library: Library, kind: Kind, key: str, field: EntryField
) -> Iterator[tuple[str, ...]]:
    """The faults of a declared field: message, hint, and the path in the field."""
    refers = field.type in REFERENCES
    if refers and not field.to:
        yield f"'{key}' needs the kind that it refers to", "such as `to: traits`"
    elif field.to and not refers:
        yield f"the {field.type} '{key}' refers to no kind", "only references have `to`", "to"
    elif field.to and _is_unknown(content, field.to, known := [*library.kinds, *content.declared]):
        yield f"no kind '{field.to}'", did_you_mean(field.to, known), "to"
    if (field.type == "choice") != bool(field.options):
        verb = "has" if field.options else "needs"
        yield f"the {field.type} '{key}' {verb} options", "only `type: choice` has options"
    if field.lines and field.type != "text":
        yield f"the {field.type} '{key}' has no lines", "only texts have `lines`", "lines"
    if field.min is not None and field.max is not None and field.min > field.max:
        yield f"min {field.min} is above max {field.max}", "", "min"
    if field.derived:
        stat = STAT_TYPES.get(field.type)
        if stat is None or not stat.derivable:
            yield f"the derived field '{key}' has the type {field.type}", "expected integer", "type"
        for message, hint in flaws(field.derived, content, kind.stats, "field"):
            yield message, hint, "derived"


def _is_unknown(content: GameContent, kind: str, known: Sequence[str]) -> bool:
    """Whether no kind has a name. A folder that no kind has is reported by folder-unknown."""
    return kind not in known and (kind, "") not in content.broken


@check("rule-broken")
def rule_broken(content: GameContent, library: Library) -> Findings:
    """The entries of a declared kind obey its rules (`checks`). The `message` of a rule is printed
    in English, or else in the game's first language.
    """
    for name, entries in content.declared.items():
        for index, rule in enumerate(content.game.kinds[name].checks):
            needs = rule_subject(content, "kinds", name, "checks", index, "check")
            lang = rule.message.language_for("en", content.first_language)
            for entry in entries.values():
                why = broken(rule.check, entry_block(library, name, entry))
                if why is not None:
                    yield entry.finding(rule.message[lang], hint=why, key=True, needs=needs)


@check("entry-unknown")
def entry_unknown(content: GameContent, library: Library) -> Findings:
    """The entries that a field refers to exist."""
    known = {*library.kinds, *content.declared}
    for name, entries in content.declared.items():
        for key, field in content.game.kinds[name].fields.items():
            # A wrong kind is reported where it is named.
            if field.target not in known:
                continue
            for entry in entries.values():
                value = getattr(entry.value, key)
                for index, reference in enumerate(value if isinstance(value, list) else [value]):
                    if reference and library.lacks(field.target, content.id, reference):
                        hint = library.suggest(field.target, content.id, reference)
                        path = (key, index) if isinstance(value, list) else (key,)
                        needs = entry_subject(library, field.target, content.id, reference)
                        message = f"no '{reference}' in {field.target}"
                        yield entry.finding(message, *path, hint=hint, needs=needs)


@check("text-lines")
def text_lines(content: GameContent, library: Library) -> Findings:
    """A text has at most the `lines` that its field declares, as written."""
    for name, entries in content.declared.items():
        for key, field in content.game.kinds[name].fields.items():
            if field.lines is None or field.type != "text":
                continue
            for entry in entries.values():
                for lang, words in (getattr(entry.value, key) or {}).items():
                    lines = len([line for line in words.splitlines() if line.strip()])
                    if lines > field.lines:
                        message = f"{key} has {lines} lines"
                        hint = f"at most {field.lines}"
                        yield entry.finding(message, key, *([lang] if lang else []), hint=hint)
