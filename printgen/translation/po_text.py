"""Catalogues as the text of PO files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from printgen.translation.po import MEANINGS, Catalogue, Message

_WRITTEN = str.maketrans({value: f"\\{key}" for key, value in MEANINGS.items()})


def catalogue_text(catalogue: Catalogue) -> str:
    """A catalogue as `msgcat --no-wrap` writes it: lines end where a text has a line end."""
    fields = "".join(f"{key}: {value}\n" for key, value in catalogue.header.items())
    top = Message("", "", fields, comments=catalogue.comments)
    current = (m for m in catalogue.messages if not m.obsolete)
    obsolete = (m for m in catalogue.messages if m.obsolete)
    return "\n".join(
        "".join(f"{line}\n" for line in _lines(message)) for message in (top, *current, *obsolete)
    )


def _lines(message: Message) -> Iterator[str]:
    yield from (f"# {words}".rstrip() for words in message.comments)
    if not message.obsolete:
        yield from (f"#. {words}".rstrip() for words in message.notes)
        yield from (f"#: {place}" for place in message.places)
    if message.flags:
        yield "#, " + ", ".join(message.flags)
    before = "#~ " if message.obsolete else ""
    if message.previous is not None:
        mark = "#~| " if message.obsolete else "#| "
        yield from _field(mark, "msgid", message.previous)
    if message.context:
        yield from _field(before, "msgctxt", message.context)
    yield from _field(before, "msgid", message.source)
    yield from _field(before, "msgstr", message.text)


def _field(before: str, key: str, text: str) -> Iterator[str]:
    lines = text.split("\n")
    pieces = [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    if len(pieces) > 1:
        yield f'{before}{key} ""'
        yield from (f'{before}"{piece.translate(_WRITTEN)}"' for piece in pieces)
    else:
        yield f'{before}{key} "{text.translate(_WRITTEN)}"'


def same_messages(one: Catalogue, two: Catalogue) -> bool:
    """Whether two catalogues say the same, however their lines are broken."""
    return (one.header, one.comments, list(map(_said, one.messages))) == (
        two.header, two.comments, list(map(_said, two.messages)),
    )  # fmt: skip


def _said(message: Message) -> tuple[object, ...]:
    shown = () if message.obsolete else (*message.notes, *message.places)
    return (
        message.context, message.source, message.text, shown, *message.comments, *message.flags,
        message.previous, message.obsolete,
    )  # fmt: skip


# The plural forms of languages, from the tables of gettext; those that it does not know are left
# out: no text of a game has plural forms.
_ONE = "nplurals=1; plural=0;"
_TWO = "nplurals=2; plural=(n != 1);"
_FRENCH = "nplurals=2; plural=(n > 1);"
_SLAVIC = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 &&"
    " (n%100<10 || n%100>=20) ? 1 : 2);"
)
_FORMS: Mapping[str, Iterable[str]] = {
    _ONE: ("ja", "ko", "vi", "th", "zh", "id"),
    _TWO: (
        "de", "en", "nl", "sv", "da", "nb", "nn", "no", "fo", "es", "pt", "it", "bg", "el", "fi",
        "et", "he", "eo", "hu", "tr", "ca", "eu", "gl",
    ),
    _FRENCH: ("fr", "pt-BR", "br"),
    _SLAVIC: ("ru", "uk", "be", "sr", "hr", "bs"),
    "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;": ("cs", "sk"),
    (
        "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 &&"
        " (n%100<10 || n%100>=20) ? 1 : 2);"
    ): ("pl",),
}  # fmt: skip
_PLURALS = {lang: form for form, langs in _FORMS.items() for lang in langs}


def plural_forms(lang: str) -> str:
    """The rule of a language's plural forms; empty for one that is not known."""
    return _PLURALS.get(lang) or _PLURALS.get(lang.partition("-")[0], "")
