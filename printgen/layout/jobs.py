"""Jobs: the smallest pieces of layout, one face, sheet, book or web page each; and their results.

A job has no positions of files: its result is the same after lines have moved. Its source has them.
"""

from __future__ import annotations

import hashlib
import json
import re
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Literal, Protocol, cast
from xml.etree.ElementTree import Element

from printgen.layout.faces import Code, Face
from printgen.layout.tags import Tag
from printgen.problems import Position, Problem, Severity, Subject, has_errors
from printgen.project import STYLE_FOLDER

# The code of the size of the stand-in of a picture, for the list of missing art.
ART_SIZE = "art-size"

# The code of the fault of a face or a page that does not fit. The face is made, with a mark.
OVERFLOW = "face-overflow"

# The code of the fault of a picture that does not exist.
PICTURE_MISSING = "image-missing"

# The template of a draft's face for one that cannot be made.
_WITHOUT_FACE = "plain/draft"

# Letters that identify the text of a printed line.
MIN_LETTERS = 8

# The size of the tasks that are begun before the first of them has ended, and the number of tasks
# with those whose result is in the store.
AHEAD, MANY = 240, 4_000

# A face is one page of its exact size. A sheet takes up to `pages` pages with the margins of its
# style. A book is one document of up to `pages` pages. `html` is not laid out: the result is the
# template's HTML as sanitised elements.
JobKind = Literal["face", "sheet", "book", "html"]


# The sizes of tasks, in faces.
SIZES: dict[JobKind, int] = {"face": 1, "sheet": 5, "html": 5, "book": 20}


@dataclass(frozen=True, slots=True)
class PageFormat:
    """What jobs that are laid out together have in common. Sizes in mm.

    `safe` is measured inward from the trim edge. `product` names the product in problems, and
    `edition` its edition if that has pages of its own. A `draft` prints what it can: see `drafts`.
    """

    kind: JobKind
    template: str
    lang: str
    ink: str
    width: float
    height: float
    bleed: float = 0.0
    safe: float = 3.0
    radius: float = 0.0
    pages: int = 0
    accent: str | None = None
    style: str = ""
    look: str = ""
    product: str = ""
    edition: str = ""
    draft: bool = False

    @property
    def theme(self) -> str:
        """The theme of the template."""
        return self.template.partition("/")[0]

    @property
    def style_folder(self) -> str:
        """The folder of the theme's style."""
        return f"{self.theme}/{STYLE_FOLDER}/{self.style}"


class DeferredContext(Mapping[str, object]):
    """A context that is made when it is first read.

    `origin` is a digest of everything that it is made from: contexts of equal origin are equal.
    """

    def __init__(self, make: Callable[[], Mapping[str, object]], origin: str):
        self._make, self.origin = make, origin

    @cached_property
    def _values(self) -> Mapping[str, object]:
        return self._make()

    def __getitem__(self, name: str) -> object:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self._values),)


@dataclass(frozen=True, slots=True)
class Job:
    """A face, sheet, book or web page to lay out: the context of its template.

    `name` names it in problems; `chapters` are the names of a book's chapters. A book with
    `known_pages`, digests of pages, is for a preview: its PDF has the other pages only. A face may
    have a `code`, which its template knows nothing of. `kept_whole` says in words why its text does
    not go on on further cards if it is too long. Of a face that is `coloured`, an author gives
    colours: whether its words are seen is looked at on the finished face.
    """

    format: PageFormat
    name: str
    context: Mapping[str, object]
    chapters: tuple[str, ...] = ()
    known_pages: frozenset[str] | None = None
    code: Code | None = None
    kept_whole: str = ""
    coloured: bool = False

    @property
    def described(self) -> str:
        """The name of a face or sheet, with its product, its template and its language. Templates
        of recipes are not those of an author.
        """
        page = self.format.template.rpartition("/")[2]
        of = self.format.product, *(() if page.startswith("recipe") else (page,)), self.format.lang
        return f"{self.name} ({', '.join(of)})"


def as_draft(job: Job) -> Job:
    """A job with stand-ins for what is missing."""
    return replace(job, format=replace(job.format, draft=True))


def face_without(job: Job, reason: str) -> Job:
    """A draft's face for one that cannot be made: its name and the reason."""
    context = {"name": job.name.rpartition("/")[2], "reason": reason}
    format = replace(job.format, template=_WITHOUT_FACE)
    return as_draft(replace(job, format=format, context=context, code=None))


# The place of a fault in the sources of a job: its entry, its number of pages, its picture, the
# first text with a character or with a printed line, the label of a value, a chapter, or a file
# (`templates/mine/style.css:12:3`). The fault of a part, such as a template, breaks the entry.
Place = tuple[
    Literal["entry", "pages", "picture", "character", "line", "label", "chapter", "file", "part"],
    str,
]

# The places that are files.
_FILES = ("file", "part")

ENTRY: Place = ("entry", "")

PAGES: Place = ("pages", "")


def figure_place(chapter: str, figure: str) -> str:
    """The name of a figure's place in a chapter, in the places of chapters. `figure` is an anchor
    or a file.
    """
    return f"{chapter}#{figure}"


def place_in(chapter: str, words: str, figure: str = "") -> Place:
    """The place of a figure of a chapter, or else of words that it prints."""
    return ("chapter", f"{figure_place(chapter, figure)}\n{words}")


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem of a job, without its position."""

    code: str
    message: str
    hint: str = ""
    severity: Severity = "error"
    place: Place = ENTRY


@dataclass(slots=True)
class JobResult:
    """The result of a job: what its kind makes, its faults, and what it read.

    A face has a `face`; a sheet and a book have a `pdf` with a number of `pages`, a sheet also what
    it says as `tags`; `html` has a `tree`. With an error among `faults`, these may be missing.
    Without `reads`, the result may not be kept: files changed meanwhile, or it is for a preview.

    A book for a preview has the digests of all its pages in order; its `pdf` has the pages that the
    job does not know, each once, in the order of their digests. It is empty if all are known.
    """

    face: Face | None = None
    pdf: bytes = b""
    pages: int = 0
    tags: Tag | None = None
    page_digests: list[str] = field(default_factory=list)
    tree: list[Element] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    reads: Reads | None = None


def names_of(jobs: Iterable[Job]) -> str:
    """The names of jobs, for a sentence."""
    return ", ".join(dict.fromkeys(job.name for job in jobs))


class JobRunner(Protocol):
    """The only way to lay out. Jobs may be submitted at any time, results come in any order."""

    def submit(self, job: Job) -> Future[JobResult]:
        """Begin a job. Its faults are in the result; the future raises nothing."""


# Makes the texts of a job as written, with their positions: they are needed for faults only.
Texts = Callable[[], Iterable[tuple[str, Position]]]


@dataclass(frozen=True, slots=True)
class JobSource:
    """The positions of a job's entry, its picture, its texts, its chapters, its number of pages and
    the labels of its values.

    Only faults need positions, and reading them takes time: those of an entry are functions.
    """

    entry: Position | Callable[[], Position]
    picture: Position | Callable[[], Position] | None = None
    texts: Texts = tuple
    chapters: Mapping[str, Position] = field(default_factory=dict)
    pages: Callable[[], Position] | None = None
    labels: Texts = tuple

    def problems(self, fault: Fault) -> Iterator[Problem]:
        """A fault with its position; after one of a part, that of the entry follows from it."""
        where = self._position(*fault.place)
        # Faults of a style come before those of the pages that it sets.
        style = Subject("styles", "", where.file) if fault.place[0] in _FILES else None
        fields = fault.code, fault.message, fault.hint, fault.severity
        yield Problem(where, *fields, breaks=style)
        if fault.place[0] == "part":
            message = f"see {where}"
            yield Problem(self._entry(), fault.code, message, "", fault.severity, needs=style)

    def _position(self, kind: str, text: str) -> Position:
        if kind == "picture" and (figure := self._figure(text)):
            return figure
        if kind == "picture" and self.picture:
            return self.picture() if callable(self.picture) else self.picture
        if kind == "pages" and self.pages:
            return self.pages()
        if kind in _FILES:
            file, line, column = [*text.split(":"), "1", "1"][:3]
            return Position(file, int(line), int(column))
        if kind == "chapter":
            place, _, words = text.partition("\n")
            chapter = place.partition("#")[0]
            within = self.chapters.get(place) or self._in_chapter(chapter, _letters(words))
            return within or self.chapters.get(chapter) or self._entry()
        if kind == "label":
            found = (at for words, at in self.labels() if _letters(words) == _letters(text))
            return next(found, None) or self._entry()
        if kind == "character":
            return self._first_text(lambda written: text in written)
        letters = _letters(text)
        # The position of a short line is unknown.
        if kind == "line" and len(letters) >= MIN_LETTERS:
            return self._first_text(lambda written: letters in _letters(written))
        return self._entry()

    def _figure(self, file: str) -> Position | None:
        """The first figure with a file, as its game names it, among those of chapters."""
        figures = ((place.partition("#")[2], at) for place, at in self.chapters.items() if file)
        return next((at for figure, at in figures if figure.split("/", 2)[2:] == [file]), None)

    def _in_chapter(self, chapter: str, letters: str) -> Position | None:
        """The first text of a chapter that has some letters, or that begins with them and goes on
        in the next texts, such as the cells of a table.
        """
        texts = [(_letters(_MARKED.sub("", t)), at) for t, at in self.texts() if at.file == chapter]
        if len(letters) < MIN_LETTERS:
            return None
        whole, ends = "", list[int]()
        for text, _ in texts:
            whole += text
            ends.append(len(whole))
        # A long text may have what is set otherwise, such as a number of a page.
        start = whole.find(letters[:_BEGINNING])
        return texts[bisect_right(ends, start)][1] if start >= 0 else None

    def _entry(self) -> Position:
        return self.entry() if callable(self.entry) else self.entry

    def _first_text(self, fits: Callable[[str], bool]) -> Position:
        return next((where for text, where in self.texts() if fits(text)), None) or self._entry()


# What marks say of words, which is not printed, and the letters by which a text is found.
_MARKED = re.compile(r"\{[.#][^{}]*\}|\]\([^()]*\)")
_BEGINNING = 40


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


@dataclass(frozen=True, slots=True)
class Task:
    """A job with its source, and its faults that are seen before it is laid out."""

    job: Job
    source: JobSource
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a task, with its problems."""

    result: JobResult
    problems: list[Problem]

    @property
    def failed(self) -> bool:
        """Whether a problem is an error."""
        return has_errors(self.problems)


def lay_out(runner: JobRunner, tasks: Iterable[Task]) -> Iterator[Outcome]:
    """The outcomes of tasks, in order. A limited number of tasks is begun ahead."""
    waiting: deque[_Begun] = deque()
    size = 0
    for task in tasks:
        waiting.append(_begin(runner, task))
        size += waiting[-1].size
        while size > AHEAD or len(waiting) > MANY:
            size -= waiting[0].size
            yield waiting.popleft().outcome()
    while waiting:
        yield waiting.popleft().outcome()


@dataclass(frozen=True, slots=True)
class _Begun:
    """A task that was begun. Its size is 0 if its result was there at once."""

    task: Task
    future: Future[JobResult]
    size: int

    def outcome(self) -> Outcome:
        """Wait for the outcome."""
        result = self.future.result()
        source, faults = self.task.source, (*self.task.faults, *result.faults)
        return Outcome(result, [p for fault in faults for p in source.problems(fault)])


def _begin(runner: JobRunner, task: Task) -> _Begun:
    future = runner.submit(task.job)
    return _Begun(task, future, 0 if future.done() else SIZES[task.job.format.kind])


# --- digests of the results of jobs ---------------------------------------------------------------


def result_digest(result: JobResult) -> str:
    """A digest of the pages of a result; equal for equal pages."""
    made = hashlib.sha256(result.pdf + repr(result.tags).encode())
    if result.face is not None:
        made.update(result.face.form.digest + repr(result.face.tags).encode())
        for font in result.face.fonts:
            other = font.name, font.base_font, font.program, font.variations, font.hollow
            made.update(f"{other} {len(font.glyphs)} ".encode())
            made.update(font.glyphs)
    return made.hexdigest()[:40]


# --- what a job reads: data of its context and files, by name -------------------------------------


Paths = tuple[tuple[str, ...], ...]


class _Missing:
    """A value that does not exist."""


@dataclass(frozen=True, slots=True)
class Reads:
    """What a job has read: the paths of values in its context, and files with their digests.

    A path is a variable, then keys of mappings.
    """

    data: Paths
    files: tuple[tuple[str, str], ...]


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, object]", value))
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is not plain data")


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_plain).encode


def data_digest(value: object) -> str:
    """A digest of plain data; equal for equal data."""
    return hashlib.sha256(_encode(value).encode("utf-8", "surrogatepass")).hexdigest()[:32]


class ContextDigests:
    """Digests of values in contexts. Mappings that several contexts share are read once."""

    # Mappings of contexts that are remembered.
    SHARED = 64

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[object, dict[Paths, str]]] = OrderedDict()

    def digest(self, context: Mapping[str, object], paths: Sequence[tuple[str, ...]]) -> str:
        """The digest of the values at paths, which are in order."""
        made = hashlib.sha256()
        for name, group in groupby(paths, key=itemgetter(0)):
            value = context.get(name, _Missing)
            if isinstance(value, dict):
                known, inner = self._digests(value), tuple(group)
                if inner not in known:
                    known[inner] = data_digest([_value_at(value, path[1:]) for path in inner])
                made.update(known[inner].encode())
            else:
                made.update(b"missing" if value is _Missing else data_digest(value).encode())
        return made.hexdigest()

    def _digests(self, value: dict[str, object]) -> dict[Paths, str]:
        """The known digests of a mapping. Holding the mapping keeps its identity its own."""
        entry = self._known.pop(id(value), None) or (value, {})
        self._known[id(value)] = entry
        if len(self._known) > self.SHARED:
            self._known.popitem(last=False)
        return entry[1]


def _value_at(value: object, path: tuple[str, ...]) -> object:
    """The value at a path in a mapping, in a list; an empty list for a missing one."""
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return []
        value = value[key]
    return [value]
