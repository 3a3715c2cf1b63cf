"""Hostile inputs by class: from collections of others, of our own, and mutations of our content.

The collections are not in the repository. A folder may hold them, as files or as archives: for
example the sources of PyYAML and of Pillow, and the packages `commonmark-spec` and `blns` of npm.
"""

# ruff: noqa: E501  # inputs are on one line each

from __future__ import annotations

import json
import os
import random
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import count
from pathlib import Path, PurePosixPath

import yaml
from fontTools.ttLib import TTFont
from hostile_styles import styles

from printgen.project import STARTERS, TEMPLATES

STARTER = STARTERS / "skirmish"
PLAIN_STYLE = TEMPLATES / "plain" / "style.css"

CARD, CHAPTER = "content/fog/profiles/captain.yaml", "content/fog/chapters/01-game.en.md"

_MAX_BYTES = 3_000_000

_YAML = (".yaml", ".yml", ".data", ".canonical")
_PICTURES = (
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".tif", ".tiff", ".ico", ".jp2",
    ".psd", ".tga", ".ppm", ".eps", ".avif",
)  # fmt: skip
_FONTS = (".ttf", ".otf", ".woff", ".woff2", ".ttc")

# A case of the specification of CommonMark.
_SPEC_CASE = re.compile(r"^`{32} example\n(.*?)^\.\n.*?^`{32}$", re.M | re.S)

CLASSES = (
    "YAML", "Markdown", "strings", "pictures", "fonts", "names", "templates and drawings",
    "mutations", "special files",
)  # fmt: skip

# The kinds of files that a project can have in each place where a file is read.
PLACES = (
    "printgen.yaml", "content/fog/game.yaml", "content/fog/products.yaml", CARD, CHAPTER,
    "content/fog/traits/more.csv", "content/fog/traits/more.xlsx", "content/fog/traits/more.ods",
    "content/fog/texts/de/profiles.po", "content/fog/images/shown.png",
    "content/fog/images/shown.webp", "content/fog/images/shown.jpg", "content/fog/images/shown.svg",
    "templates/plain/style.css", "templates/plain/labels.yaml", "templates/plain/itch.yaml",
    "templates/plain/card-front.html.j2", "templates/_shared/labels.yaml", "fonts/own.ttf",
    "vendors/own.yaml", "editions/fog-1.zip", "out/manifest.json", "out/printed.json",
    ".vscode/settings.json", ".git", ".git/HEAD", ".git/packed-refs",
)  # fmt: skip


@dataclass(frozen=True)
class Input:
    """Files of a project, by path, that replace those of the starter."""

    kind: str
    name: str
    files: dict[str, bytes]
    product: str = "fog/rulebook"
    # What is made in the place of files.
    special: Mapping[str, Callable[[Path], None]] = field(default_factory=dict)


def collected(folder: Path) -> Iterator[Input]:
    """The inputs in the files and archives of a folder."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.is_symlink():
            continue
        if path.name.endswith((".tar.gz", ".tgz", ".tar.xz", ".tar")):
            with tarfile.open(path) as packed:
                for member in packed:
                    if member.isfile() and member.size <= _MAX_BYTES:
                        file = packed.extractfile(member)
                        yield from _inputs(member.name, file.read() if file else b"")
        elif path.suffix in (".zip", ".whl"):
            with zipfile.ZipFile(path) as archive:
                for entry in archive.infolist():
                    if not entry.is_dir() and entry.file_size <= _MAX_BYTES:
                        yield from _inputs(entry.filename, archive.read(entry))
        elif path.stat().st_size <= _MAX_BYTES:
            yield from _inputs(path.relative_to(folder).as_posix(), path.read_bytes())


def _inputs(name: str, content: bytes) -> Iterator[Input]:
    """The inputs of a file."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix in _YAML:
        yield Input("YAML", name, {CARD: content}, "fog/crew-cards")
        yield from _cases_of_the_suite(name, content)
    elif suffix == ".md":
        yield _chapter("Markdown", name, content)
    elif suffix in _PICTURES:
        place = f"content/fog/images/shown{suffix}"
        shown = f"\n\n:::{{figure}} images/shown{suffix} A picture\n".encode()
        text = (STARTER / CHAPTER).read_bytes() + shown
        yield Input("pictures", name, {place: content, CHAPTER: text})
    elif suffix in _FONTS:
        style = _with_style(f"{PLAIN_STYLE.read_text()}* {{ font-family: '{_family(content)}'; }}")
        yield Input("fonts", name, {f"fonts/own{suffix}": content, **style}, "fog/crew-cards")
    elif suffix == ".json" and ("blns" in name or "naughty" in name):
        found = json.loads(content)
        yield from (_text(f"{name} {n}", str(words)) for n, words in enumerate(found))
    elif PurePosixPath(name).name == "spec.txt":
        cases = _SPEC_CASE.findall(content.decode("utf-8", "replace"))
        for number, words in enumerate(cases):
            text = f"# Title\n\n{words}".replace("→", "\t").encode()
            yield _chapter("Markdown", f"{name} {number}", text)


def _family(font: bytes) -> str:
    """The family of a font, so that a style can ask for it; of a damaged font, any name."""
    try:
        with TTFont(BytesIO(font), fontNumber=0) as read:
            return str(read["name"].getBestFamilyName() or "Own")
    except Exception:  # A damaged font fails in every way
        return "Own"


def _cases_of_the_suite(name: str, content: bytes) -> Iterator[Input]:
    """The cases in a file of yaml-test-suite, which shows spaces and ends of lines as signs."""
    try:
        found = yaml.safe_load(content)
    except (yaml.YAMLError, ValueError, RecursionError):
        return
    for number, case in enumerate(found if isinstance(found, list) else []):
        if isinstance(case, dict) and isinstance(case.get("yaml"), str):
            text = re.sub("—*»", "\t", case["yaml"]).replace("␣", " ").replace("←", "\r")
            text = text.replace("↵", "").replace("⇔", "\ufeff").replace("∎\n", "")
            yield Input("YAML", f"{name} {number}", {CARD: text.encode()}, "fog/crew-cards")


def _chapter(kind: str, name: str, content: bytes) -> Input:
    return Input(kind, name, {CHAPTER: content})


def _text(name: str, words: str) -> Input:
    """Words as a story on a card."""
    card = (STARTER / CARD).read_text(encoding="utf-8").split("\nstory:")[0]
    rest = (STARTER / CARD).read_text(encoding="utf-8").partition("\nstats:")[2]
    story = json.dumps({"any": words}, ensure_ascii=False)
    text = f"{card}\nstory: {story}\nstats:{rest}"
    return Input("strings", name, {CARD: text.encode("utf-8", "replace")}, "fog/crew-cards")


# Ways out of a sandbox of templates, as they were published for Jinja.
_EXPRESSIONS = (
    "''.__class__.__mro__[1].__subclasses__()",
    "cycler.__init__.__globals__.os.popen('id').read()",
    "('%s' % x).format_map({'x': ''.__class__})",
    "'{0.__class__.__init__.__globals__}'.format(self)",
    "lipsum.__globals__['os'].system('id')",
    "self._TemplateReference__context",
    "''|attr('__class__')|attr('__mro__')",
    "['a'*99999999]*99999999",
    "range(999999999)|list",
    "namespace(__class__=1)",
    "'a'|xmlattr",
    "{'a onerror=1': 1}|xmlattr",
    "include '/etc/passwd'",
    "(1,)*10**9",
    "2**10**9",
    "'x'.join(range(10**8)|map('string'))",
)

# Styles that read, ask the network, or take long.
_STYLES = (
    "@import url(http://192.0.2.1/a.css);",
    "@import url(file:///etc/passwd);",
    "@import url(style.css);",
    "body { background: url(http://192.0.2.1/a.png) }",
    "body { background: url(file:///etc/passwd) }",
    "body { background: url(../../../../etc/passwd) }",
    "@font-face { font-family: Own; src: url(file:///dev/zero) } body { font-family: Own }",
    "body { content: attr(x url) } body::before { content: url(file:///etc/hostname) }",
    "@page { size: 99999999mm 99999999mm }",
    "body { font-size: 1e38mm; letter-spacing: -1e30mm }",
    "* { counter-increment: a 2147483647 } *::before { content: counter(a, lower-roman) }",
    "body { column-count: 99999999; column-gap: 1e9mm }",
    "body { --a: var(--b); --b: var(--a); color: var(--a) }",
    ":root { --a: x } "
    + "".join(f":root {{ --a{n}: var(--a{n - 1}) var(--a{n - 1}) }} " for n in range(40)),
    "@media " + "not (" * 2000 + ")" * 2000 + " { a { b: c } }",
    "a" + ":not(b)" * 3000 + " { color: red }",
    "body { width: calc(" + "(" * 3000 + "1mm" + ")" * 3000 + ") }",
    "p { transform: " + "rotate(1deg) " * 20000 + "}",
)

_SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">{}</svg>'

_DRAWINGS = (
    '<image xlink:href="file:///etc/passwd" width="9" height="9"/>',
    '<image href="http://192.0.2.1/a.png" width="9" height="9"/>',
    '<use href="file:///etc/passwd#a"/>',
    '<use id="a" href="#a"/>',
    '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    '<pattern id="a" width="1" height="1"><rect fill="url(#a)" width="9" height="9"/></pattern><rect fill="url(#a)" width="9" height="9"/>',
    '<path d="' + "M0 0L9 9" * 90000 + '"/>',
    '<rect width="1e308" height="1e308"/>',
    '<text font-size="1e9">x</text>',
    "<g>" * 5000 + "</g>" * 5000,
    '<style>@import url(http://192.0.2.1/a.css);</style><rect width="9" height="9"/>',
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="file:///etc/passwd"/></foreignObject>',
    '<filter id="f"><feImage href="file:///etc/passwd"/></filter><rect filter="url(#f)" width="9" height="9"/>',
    '<rect width="9" height="9" stroke-dasharray="1e-9" stroke="red"/>',
    '<marker id="m" markerWidth="9" markerHeight="9"><path marker-start="url(#m)" d="M0 0"/></marker><path marker-start="url(#m)" d="M0 0"/>',
    '<script>fetch("http://192.0.2.1")</script>',
)

_XML = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1 if n else str()};" * 10}">' for n in range(12)) + "]>"
    + _SVG.format("<text>&a11;</text>"),
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + _SVG.format("<text>&a;</text>"),
    '<!DOCTYPE x SYSTEM "http://192.0.2.1/x.dtd">' + _SVG.format(""),
    '<?xml-stylesheet href="file:///etc/passwd"?>' + _SVG.format(""),
)  # fmt: skip

_HTML = (
    '<link rel="attachment" href="file:///etc/passwd">', '<iframe src="file:///etc/passwd"></iframe>',
    '<object data="file:///etc/passwd"></object>', '<embed src="http://192.0.2.1">', '<base href="file:///">',
    '<img src="file:///etc/passwd">', "<b>" * 3000, '<table><td colspan="999999999">x</table>',
    '<meta http-equiv="refresh" content="0;url=http://192.0.2.1">', "<style>@import 'http://192.0.2.1'</style>",
    '<svg><use href="file:///etc/passwd#a"/></svg>', '<a href="javascript:alert(1)">x</a>',
)  # fmt: skip


# Words of a theme, in which values are printed.
_WORDS = (
    "{count!s:2147483000}", "{count:>2147483000}", "{nothing}", "{count.__class__.__mro__}", "{0}", "{}", "{", "}",
    "{count[0]}", "{{count}}", "%s %(count)n", "{count}" * 2_000, "{label}{number}{name}{title}{games}", "{x:{x:{x}}}",
)  # fmt: skip
_KEYS = (
    "copies", "copy", "text_code", "index_total", "told_open_table", "alt_map", "alt_fire", "games_simulated_each",
    "report_battle", "battle_losses", "note_title", "points_many", "wish_of", "wish_and", "changes_colon",
)  # fmt: skip


def _with_words(words: str) -> dict[str, bytes]:
    """A theme whose words are these."""
    labels = {key: {"en": words, "fr": words} for key in _KEYS}
    return {"templates/plain/labels.yaml": yaml.safe_dump(labels).encode()}


# Cards by recipe that read elsewhere, are beyond all measure, or take long.
_RECIPES = (
    'picture_file: "../../{id}"', 'picture_file: "file:///etc/{id}"', 'picture_file: "{story}/../../../etc/passwd"',
    'picture_file: "images/{id!r:>2147483000}"', 'picture_file: "\\0{id}"', 'picture_file: "http://192.0.2.1/{id}"',
    "background: ../../../etc/passwd.png", "background: file:///etc/passwd.png", "background: http://192.0.2.1/a.png",
    'background: {by: name, a: "url(file:///etc/passwd)"}', "frame: /etc/passwd.png", "frame: data:image/png;base64.x",
    "title: {at: [1e9, 1e308, 1e9, 1e9]}", "title: {at: [-500, -500, 500, 500]}", "title: {at: [.nan, NaN, .inf, -1]}",
    "title: {at: [5, 5, 1, 1], fit: line, size: 200 pt}", "title: {at: [5, 5, 50, 9], font: ../../etc/passwd}",
    "title: {at: [5, 5, 50, 9], colour: 'red;}</style><script>'}", "columns: 999999", "drop_cap: 1e9",
    "drawn_for: 9999 x 9999 mm", "drawn_for: [.nan, 1e-300]", "title: none, words: [" + "{from: '{name}', at: [5, 5, 5, 5]}, " * 10_000 + "]",
    "words: [{from: '" + "{name}" * 160 + "', at: [5, 5, 5, 5]}]", "words: [{from: '" + "[" * 450 + "{name}" + "]" * 450 + "', at: [5, 5, 5, 5]}]",
    "when: [" + "{if: cost > 1, title: none, when: [" * 25 + "]}" * 25 + "]", "when: [{if: '" + "(" * 90 + "1" + ")" * 90 + "', title: none}]",
    "when: [{if: 9**9**9**9 > 1, title: none}]", "body: story, keywords: true, columns: 2, overlong: [smaller, column, back, card]",
    "legend: [" + "a, " * 10_000 + "]", "stats: {of: [" + "cost, " * 10_000 + "]}", "band: {by: name, colours: {a: '#zzzzzz'}}",
)  # fmt: skip

# Names of files and words that would be commands, links, formulas or codes of a terminal where
# printgen writes them.
_NAMES = (
    "a$(id >ran)b", "`id >ran`", "a;id >ran", "a|id >ran", "-x", "--push", "a\nb", "a\rb", "%0aid",
    "a${IFS}b", "a'b", 'a"b', "a\x1b[2J", "a\x1b]0;b\x07", "a\x9b2J", "a\u202egnp", "a\u2028b",
    "::error::b", "a]]>b", "<!--", "=cmd|' \\C calc'!A0", "[a](command:b)",
)  # fmt: skip

_NAMED = (
    "content/fog/profiles/{}.yaml", "content/fog/traits/{}.csv", "content/fog/chapters/{}.md",
    "content/{}/game.yaml", "content/fog/texts/de/{}.po", "content/fog/texts/{}/profiles.po",
    "templates/{}/style.css", "templates/plain/styles/{}/style.css", "vendors/{}.yaml",
    "fonts/{}.ttf", "editions/fog-{}.zip", "content/fog/images/{}.png",
)  # fmt: skip


def _with_recipe(recipe: str) -> dict[str, bytes]:
    """A deck of the figures by a recipe."""
    deck = "deck: {title: D, output: cards, entries: {profiles: all}, faces: {front: {"
    deck += recipe + "}}}"
    return {"content/fog/products.yaml": deck.encode()}


def _with_style(style: str) -> dict[str, bytes]:
    """A style in the place of that of the theme."""
    return {"templates/plain/style.css": style.encode()}


def own() -> Iterator[Input]:
    """Special files, and templates, styles, drawings and pages that are known to be dangerous."""
    yield from special()
    kind = "templates and drawings"
    for number, words in enumerate(_EXPRESSIONS):
        for form in (
            "{{{{ {} }}}}",
            "{{% set x = {} %}}{{{{ x }}}}",
            "{{% if {} %}}x{{% endif %}}",
        ):
            template = f"<p>{form.format(words)}</p>".encode()
            files = {"templates/plain/card-front.html.j2": template}
            yield Input(kind, f"expression {number}", files, "fog/crew-cards")
    for number, recipe in enumerate(_RECIPES):
        yield Input(kind, f"recipe {number}", _with_recipe(recipe), "fog/deck")
    for number, style in enumerate(_STYLES):
        yield Input(kind, f"style {number}", _with_style(style), "fog/crew-cards")
    for number, style in enumerate(styles("http://192.0.2.1")):
        files = {f"templates/plain/{name}.css": style.encode() for name in ("web", "epub", "aid")}
        yield Input(kind, f"style for screens {number}", files, "fog/crew-cards")
    for number, words in enumerate(_WORDS):
        yield Input(kind, f"words of a theme {number}", _with_words(words), "fog/crew-cards")
    drawings = [*map(_SVG.format, _DRAWINGS), *_XML]
    for number, drawing in enumerate(drawings):
        for found in _inputs(f"drawing {number}.svg", drawing.encode()):
            yield Input(kind, found.name, found.files)
    for name in _NAMES:
        yield _text(f"words {name!r}", name)
        for place in _NAMED:
            path = place.format(name)
            yield Input("names", path.encode("unicode_escape").decode(), {path: b"x: 1\n"})
    for number, page in enumerate(_HTML):
        yield _chapter(kind, f"page {number}", f"# Title\n\n{page}\n\nEnd.\n".encode())
        yield Input(kind, f"words {number}", _text("", page).files, "fog/crew-cards")


def pipe(path: Path) -> None:
    """Make a pipe without a writer: to open it as a file waits forever."""
    os.mkfifo(path)


def sparse(path: Path) -> None:
    """Make a file with more bytes than the memory, which takes no room on the disk."""
    with path.open("wb") as stream:
        stream.truncate(12_000_000_000)


def endless(path: Path) -> None:
    """Make a link to a device without an end."""
    path.symlink_to("/dev/zero")


def elsewhere(path: Path) -> None:
    """Make a link to a file outside the project."""
    path.symlink_to("/etc/passwd")


SPECIAL = (pipe, sparse, endless, elsewhere)


def special() -> Iterator[Input]:
    """Files that are none, or are elsewhere, in each place where a file is read."""
    text = (STARTER / CHAPTER).read_text(encoding="utf-8")
    for place in PLACES:
        picture = place.removeprefix("content/fog/")
        shown = f"{text}\n\n:::{{figure}} {picture} A picture\n".encode()
        files = {CHAPTER: shown} if picture.startswith("images/") else {}
        product = "fog/crew-cards" if place.startswith(("templates", "fonts")) else "fog/rulebook"
        for make in SPECIAL:
            yield Input("special files", f"{place} {make.__name__}", files, product, {place: make})


_TOKENS = (
    b"\0", b"\xff\xfe", b"\xf4\x90\x80\x80", b"&a", b"*a", b"<<: *a", b"!!python/object:os.system ",
    b"{{", b"{%", b"${", b"[](", b"![](", b":::{", b"```", b"\r", b"\t", "\u202e".encode(),
    "\u200f".encode(), "\U000e0001".encode(), b"'", b'"', b"? ", b"- ", b"---\n", b"|", b">", b"#",
    b"9" * 400, b"-1", b"1e309", b".nan", b"null", b"~", b"[", b"{", b"]", b"}", b"%", b"@", b"d" * 3000,
)  # fmt: skip


def mutations(seed: int) -> Iterator[Input]:
    """Files of the starter with a few changes by chance, without end."""
    names = sorted(
        path.relative_to(STARTER).as_posix()
        for path in STARTER.rglob("*")
        if path.suffix in (".yaml", ".md") and "content" in path.parts
    )
    chance = random.Random(seed)
    for number in count():
        name = chance.choice(names)
        content = mutated((STARTER / name).read_bytes(), chance, chance.choice((1, 1, 2, 5, 20)))
        product = "fog/rulebook" if name.endswith(".md") else "fog/crew-cards"
        yield Input("mutations", f"{name} {number}", {name: content}, product)


def mutated(content: bytes, chance: random.Random, changes: int) -> bytes:
    """A content with some changes by chance."""
    changed = bytearray(content)
    for _ in range(changes):
        _mutate(changed, chance)
    return bytes(changed)


def _mutate(content: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(content) + 1)
    end = min(len(content), start + chance.choice((1, 1, 4, 30, 300)))
    match chance.randrange(5):
        case 0:
            del content[start:end]
        case 1:
            content[start:start] = chance.choice(_TOKENS)
        case 2:
            content[start:end] = chance.randbytes(end - start)
        case 3:
            content[start:start] = content[start:end] * chance.choice((1, 3, 50))
        case 4:
            other = chance.randrange(len(content) + 1)
            content[start:end] = content[other : other + 60]


def sample(inputs: Sequence[Input], number: int, seed: int) -> list[Input]:
    """As many inputs of each class as of the others, if they are there."""
    chance, chosen = random.Random(seed), list[Input]()
    kinds = {kind: [each for each in inputs if each.kind == kind] for kind in CLASSES}
    left = number
    for at, found in enumerate(sorted(kinds.values(), key=len)):
        take = min(len(found), left // (len(kinds) - at))
        chosen += chance.sample(found, take)
        left -= take
    return chosen
