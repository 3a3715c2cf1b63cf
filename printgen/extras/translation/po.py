"""PO files: the messages that translators work on, as text and back.

Of the libraries that read them, Babel joins messages with the same context in silence and polib
stops at the first line with a fault. Here, a fault costs one message, and has a place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_PO_BYTES, MAX_PO_MESSAGES, MAX_PROBLEMS
from printgen.content.names import LANGUAGE
from printgen.content.yaml_text import SourceError, decode
from printgen.extras.editing.files import LINE_END
from printgen.problems import Position, Problem, shorten
from printgen.project import Folders
from printgen.reading import files_below, read_regular

FUZZY = "fuzzy"

# The code of what is wrong with a PO file.
SYNTAX = "po-syntax"

# What begins the extracted comment with the digest of the translation that the project has.
STATE = "state "

# The same for words of the source that stand in a chapter instead of a translation.
LEFT = "left "

_FIELD = re.compile(r"(?P<key>msgctxt|msgid_plural|msgid|msgstr(?:\[[0-9]+\])?)\s*(?P<rest>\".*)")
# Possessive repeats keep no place to go back to: a text of some MB would take gigabytes.
_STRING = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*')
_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)

MEANINGS = {
    "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", '"': '"',
    "\\": "\\",
}  # fmt: skip


@dataclass(slots=True)
class Message:
    """A text and its translation, with what a PO file says of both.

    `file` is the PO file that has it, by its name in positions, and `line` that of the translation
    there (from 1). `notes` are for the translator, `comments` from
    them. `previous` is the text of which a fuzzy translation was made.
    """

    context: str
    source: str
    text: str = ""
    line: int = 1
    notes: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    previous: str | None = None
    obsolete: bool = False
    file: str = field(default="", compare=False)

    @property
    def at(self) -> Position:
        """The position of the translation."""
        return Position(self.file, self.line)

    @property
    def is_fuzzy(self) -> bool:
        """Whether the translation must be looked at again."""
        return FUZZY in self.flags

    @property
    def state(self) -> str:
        """The digest of the translation that the project had; empty if it is not known."""
        return self._digest(STATE)

    @property
    def left(self) -> str:
        """The digest of the words that a chapter had, if it is not translated there."""
        return self._digest(LEFT)

    def _digest(self, name: str) -> str:
        found = (note.removeprefix(name) for note in self.notes if note.startswith(name))
        return next(found, "")


def digest_of(text: str) -> str:
    """A short digest of a translation, by which a later edit of it is known."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10] if text else ""


@dataclass(slots=True)
class Catalogue:
    """A PO file: its name in positions, the fields of its header, and its messages in order."""

    file: str
    header: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)

    @property
    def language(self) -> str:
        """The language of the translations, as `de` or `pt-BR`."""
        return self.header.get("Language", "").strip().replace("_", "-")

    @property
    def source_language(self) -> str:
        """The language that they are made from; empty if the file does not say so."""
        return self.header.get("X-Source-Language", "").strip().replace("_", "-")


def read_catalogue(file: str, content: bytes) -> tuple[Catalogue, list[Problem]]:
    """Read a PO file; `file` is its name in positions. Messages with a fault are left out."""
    reader = _PoReader(Catalogue(file))
    if len(content) > MAX_PO_BYTES:
        said = f"the file has more than {MAX_PO_BYTES / 1e6:g} MB"
        return reader.catalogue, [Problem(Position(file, 1), SYNTAX, said)]
    try:
        text = decode(content, MAX_PO_BYTES)
    except SourceError as fault:
        where = Position(file, fault.line + 1, fault.column + 1)
        return reader.catalogue, [Problem(where, SYNTAX, fault.message, fault.hint)]
    reader.read(text)
    if len(reader.catalogue.messages) > MAX_PO_MESSAGES:
        too_many = f"the file has more than {MAX_PO_MESSAGES:,} messages"
        hint = "split it, or delete the obsolete messages"
        return Catalogue(file), [Problem(Position(file, 1), SYNTAX, too_many, hint)]
    return reader.catalogue, reader.problems


class _PoReader:
    """Reads lines into messages. After a fault, it goes on behind the next empty line."""

    def __init__(self, catalogue: Catalogue):
        self.catalogue = catalogue
        self.problems: list[Problem] = []
        self.number = 0
        self.lost = False
        self.seen: dict[str, Message] = {}
        self._begin()

    def _begin(self) -> None:
        self.message = Message("", "", file=self.catalogue.file)
        self.parts: dict[str, list[str]] = {}
        self.last = ""

    def read(self, text: str) -> None:
        for self.number, line in enumerate(LINE_END.split(text), start=1):
            if not line.strip():
                self._end()
                self.lost = False
                if len(self.catalogue.messages) > MAX_PO_MESSAGES:
                    return
            elif not self.lost:
                self._line(line.strip())
        self._end()

    def _line(self, line: str) -> None:
        if line.startswith(("#~|", "#|")):
            self._part(line.partition("|")[2].strip(), "previous ")
        elif line.startswith("#~"):
            self._part(line[2:].strip(), obsolete=True)
        elif line.startswith("#"):
            self._comment(line[1:])
        else:
            self._part(line)

    def _comment(self, words: str) -> None:
        if "msgstr" in self.parts:
            self._end()
        kind, rest = words[:1], words[1:].strip()
        if kind == ",":
            self.message.flags += [flag.strip() for flag in rest.split(",") if flag.strip()]
        elif kind == ":":
            self.message.places.append(rest)
        elif kind == ".":
            self.message.notes.append(rest)
        else:
            self.message.comments.append(words.removeprefix(" "))

    def _part(self, line: str, prefix: str = "", obsolete: bool = False) -> None:
        found = _FIELD.fullmatch(line)
        key = prefix + found["key"] if found else self.last
        if found and key in ("msgctxt", "msgid", "previous msgid", "previous msgctxt"):
            if "msgstr" in self.parts or key in self.parts:
                self._end()
            self.parts[key] = []
        elif found:
            self.parts.setdefault(key, [])
        written = _STRING.fullmatch(found["rest"] if found else line)
        if written is None or not key:
            self._fault("this line is no part of a PO file", 'write msgstr "…", with \\" for "')
            return
        if key.startswith("msgstr") and found:
            self.message.line = self.number
        self.message.obsolete |= obsolete
        self.last = key
        self.parts[key].append(written[1])

    def _fault(self, message: str, hint: str = "") -> None:
        self._problem(message, hint)
        self.lost = True
        self._begin()

    def _problem(self, message: str, hint: str = "", line: int = 0) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            where = Position(self.catalogue.file, line or self.number)
            self.problems.append(Problem(where, SYNTAX, message, hint))

    def _end(self) -> None:
        """Add the message that ends here."""
        message, parts = self.message, self.parts
        self._begin()
        if not parts:
            return
        if "msgid_plural" in parts or "msgid" not in parts or "msgstr" not in parts:
            plural = "msgid_plural" in parts
            words = "has plural forms" if plural else "has no msgid or no msgstr"
            self._problem(f"the message {words}", "export the texts again")
            return
        said = {key: _unescaped("".join(each)) for key, each in parts.items()}
        message.context, message.source = said.get("msgctxt", ""), said["msgid"]
        message.text, message.previous = said["msgstr"], said.get("previous msgid")
        if not message.source and "msgctxt" not in parts:
            self.catalogue.header = _header(message.text)
            self.catalogue.comments = message.comments
        elif message.obsolete:
            self.catalogue.messages.append(message)
        elif first := self.seen.get(message.context):
            twice = f"the context '{shorten(message.context)}' comes twice"
            self._problem(twice, f"first at {first.at}; delete one", message.line)
        else:
            self.seen[message.context] = message
            self.catalogue.messages.append(message)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_meaning, text)


def _meaning(found: re.Match[str]) -> str:
    octal, hexadecimal, letter = found.groups()
    if octal or hexadecimal:
        return chr(int(octal, 8) if octal else int(hexadecimal, 16))
    return MEANINGS.get(letter, letter)


def _header(text: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in text.split("\n") if ":" in line)
    return {key.strip(): value.strip() for key, _, value in pairs}


# --- catalogues as the text of PO files -----------------------------------------------------------


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


# --- the PO files of a game: in `content/GAME/texts/LANGUAGE/`, one for each kind of text ---------


FOLDER, SUFFIX = "texts", ".po"


@dataclass(slots=True)
class Catalogues:
    """The PO files of a game in one language, by kind, and what is wrong with them."""

    lang: str
    files: dict[str, Catalogue] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def source_language(self) -> str:
        """The language that they are translated from; empty if no file says so."""
        return next((c.source_language for c in self.files.values() if c.source_language), "")

    def messages(self) -> list[Message]:
        """The messages of all files."""
        return [message for each in self.files.values() for message in each.messages]


def folder_of(folders: Folders, game: str, lang: str = "") -> Path:
    """The folder of the PO files of a game in a language, or of all its languages."""
    return folders.content / game / FOLDER / lang


def languages_of(folders: Folders, game: str) -> list[str]:
    """The languages of which a game has PO files."""
    home = folder_of(folders, game)
    try:
        names = sorted(path.name for path in home.iterdir() if path.is_dir())
    except OSError:
        return []
    return [name for name in names if re.fullmatch(LANGUAGE, name)]


_Reader = Callable[[Folders, Path], tuple[Catalogue | None, list[Problem]]]


def read_catalogues(
    folders: Folders, game: str, lang: str, read: _Reader | None = None
) -> Catalogues:
    """The PO files of a game in a language, as they are on the disk."""
    read = read or read_po
    found = Catalogues(lang)
    for path in sorted(folder_of(folders, game, lang).glob(f"*{SUFFIX}")):
        if not path.resolve().is_relative_to(folders.root):
            continue
        catalogue, problems = read(folders, path)
        found.problems += problems
        if catalogue:
            found.files[path.stem] = catalogue
    return found


def read_po(folders: Folders, path: Path) -> tuple[Catalogue | None, list[Problem]]:
    """Read a PO file, up to the size limit; None if it cannot be opened."""
    name = folders.relative(path)
    try:
        content = read_regular(path, MAX_PO_BYTES)
    except OSError as error:
        return None, [Problem(Position(name), "file-unreadable", error.strerror or str(error))]
    return read_catalogue(name, content)


def known_catalogues(library: Library, content: GameContent, lang: str) -> Catalogues:
    """The PO files of a game in a language, read once for a library. Do not change them: a file is
    read again only after a change.
    """
    key = "catalogues", content.id, lang
    folders = library.folders
    return library.remember(key, lambda: read_catalogues(folders, content.id, lang, _read_known))


def _read_known(folders: Folders, path: Path) -> tuple[Catalogue | None, list[Problem]]:
    try:
        found = path.stat()
    except OSError:
        return read_po(folders, path)
    return _read_version(folders, path, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=100)
def _read_version(
    folders: Folders, path: Path, _size: int, _changed: int
) -> tuple[Catalogue | None, list[Problem]]:
    return read_po(folders, path)


def header(title: str, source: str, lang: str, known: Mapping[str, str]) -> dict[str, str]:
    """The header of a PO file; the fields that a translator has filled in stay. It has no time of
    creation: the same texts make the same file. It has no plural forms: no text of a game has some.
    """
    fields = {
        "Project-Id-Version": title,
        "PO-Revision-Date": "",
        "Last-Translator": "",
        "Language-Team": "",
        **known,
        "Language": lang.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    fields["X-Source-Language"] = source
    return fields


def po_files(paths: Iterable[Path]) -> list[Path]:
    """The PO files that are named, and those in folders that are named."""
    files = dict[Path, None]()
    for path in paths:
        inside = [path]
        if path.is_dir():
            inside = [each for each in files_below(path) if each.suffix == SUFFIX]
        files.update(dict.fromkeys(inside))
    return list(files)
