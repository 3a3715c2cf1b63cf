"""Values of all kinds in templates that are not HTML, and in what printgen writes itself."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
import tinycss2
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import meta
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from printgen.layout.templates import shared_template
from printgen.project import TEMPLATES
from printgen.quoting import (
    for_css,
    for_csv,
    for_github,
    for_github_property,
    for_json,
    for_markdown,
    for_shell,
    for_terminal,
    for_url,
    for_xml,
    from_csv,
    markdown_of,
)
from printgen.typography.text import typeset

# Each shell word here would make the file `ran`.
HOSTILE = (
    "a$(touch ran)b",
    "`touch ran`",
    "'; touch ran; '",
    '"; touch ran; "',
    "\ntouch ran\n",
    "; touch ran;",
    "| touch ran",
    "& touch ran",
    "-x",
    "--push",
    "${IFS}touch${IFS}ran",
    "$(touch${IFS}ran)",
    "%0atouch ran",
    "\\",
    "'",
    '"',
    "<!--",
    "-->",
    "]]>",
    "a\0b",
    "\u2028touch ran\u2028",
    "\u202egnp.exe",
    "\x1b[31m",
    "\x85# x",
    "<script>alert(1)</script>",
    "[x](command:run)",
    "![x](http://192.0.2.1/a.png)",
    "# x",
    "- x",
    "+ x",
    "1. x",
    "---",
    "===",
    "&lt;&#0;",
    "```",
    "~~~",
    "    x",
    "> x",
    "|x|",
    "[x]: http://192.0.2.1",
    "a\n\n# b",
    "{{ 1 }}",
    "",
)

# The templates of printgen that are not HTML, by their names in `_shared`. New ones are here, too.
NOT_HTML = [
    path.relative_to(TEMPLATES / "_shared").as_posix()
    for path in sorted(TEMPLATES.rglob("*.j2"))
    if not path.name.endswith(".html.j2")
]


class Anything(str):
    """A value that has all attributes and items: each is the value again."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __getitem__(self, _: object) -> Anything:
        return self

    def __iter__(self) -> Iterator[Anything]:
        return iter((self, self))

    def __len__(self) -> int:
        return 2

    def __bool__(self) -> bool:
        return True


def filled(name: str, words: str, **known: object) -> str:
    """A template all of whose values are the words, but those that are known."""
    template = shared_template(name)
    source = (TEMPLATES / "_shared" / name).read_text(encoding="utf-8")
    names = meta.find_undeclared_variables(template.environment.parse(source))
    return template.render({**dict.fromkeys(names, Anything(words)), **known})


# --- templates --------------------------------------------------------------------------------


def xml_shape(text: str) -> list[object]:
    """The elements and attributes of XML, without its words."""
    return [(each.tag, sorted(each.attrib)) for each in ElementTree.fromstring(text).iter()]


def markdown_shape(text: str) -> list[object]:
    """The blocks and the marks of Markdown, without its words."""

    def flat(tokens: list[Token]) -> Iterator[object]:
        for token in tokens:
            # Labels may have code, in which no sign means anything.
            if token.type not in ("text", "code_inline"):
                yield token.type, token.tag, token.level
            yield from flat(token.children or [])

    return list(flat(MarkdownIt().enable(["table", "strikethrough"]).parse(text)))


SHAPES = {".opf": xml_shape, ".xhtml": xml_shape, ".md": markdown_shape}


@pytest.mark.parametrize("words", [each for each in HOSTILE if each.strip()])
@pytest.mark.parametrize("name", [name for name in NOT_HTML if not name.endswith(".sh.j2")])
def test_no_value_is_markup(name: str, words: str) -> None:
    shape, html = SHAPES[Path(name.removesuffix(".j2")).suffix], Markup("<p>x</p>")
    assert shape(filled(name, words, html=html)) == shape(filled(name, "word", html=html))


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("name", [name for name in NOT_HTML if name.endswith(".sh.j2")])
def test_no_value_runs(name: str, words: str, tmp_path: Path) -> None:
    script, calls = tmp_path / "script", tmp_path / "calls"
    butler = tmp_path / "bin" / "butler"
    butler.parent.mkdir()
    butler.write_text(f"#!/bin/sh\nfor each; do printf '%s\\0' \"$each\"; done >> {calls}\n")
    butler.chmod(0o755)
    env = {**os.environ, "PATH": f"{butler.parent}:{os.environ['PATH']}"}
    for known in ({}, {"target": "ada/fog"}):
        script.write_bytes(filled(name, words, **known).encode())
        for options in ([], ["--push"], ["--to"], ["--push", "--to", "ada/fog"]):
            subprocess.run(["sh", script, *options], env=env, cwd=tmp_path, capture_output=True)
    assert {path.name for path in tmp_path.iterdir()} == {"script", "calls", "bin"}
    whole = words.replace("\0", "")
    call = ["push", f"./{whole}", f"ada/fog:{whole}", f"--userversion={whole}"]
    # Both scripts upload two channels when they are given an account; the second one has one.
    assert calls.read_bytes().decode().split("\0")[:-1] == call * 6


def test_a_new_kind_of_template_needs_its_own_quotes() -> None:
    with pytest.raises(KeyError):
        shared_template("shop-page.tex.j2")


# --- each kind of target ----------------------------------------------------------------------

TEXTS = st.text() | st.sampled_from(HOSTILE)


@given(TEXTS)
def test_a_word_of_a_shell_is_the_text(text: str) -> None:
    assert shlex.split(for_shell(text)) == [text.replace("\0", "")]


@given(TEXTS)
def test_a_part_of_a_url_is_the_text(text: str) -> None:
    assert unquote(for_url(text)) == text
    assert not set(for_url(text)) & set("?#:&=%\\\"'<> ") - {"%"}


@given(TEXTS)
def test_a_string_of_css_is_the_text(text: str) -> None:
    (token,) = tinycss2.parse_component_value_list(for_css(text))
    assert (token.type, token.value) == ("string", text.replace("\0", "\ufffd"))
    assert "<" not in for_css(text)


@given(TEXTS)
def test_words_in_xml_are_the_text(text: str) -> None:
    root = ElementTree.fromstring(f'<a b="{for_xml(text)}">{for_xml(text)}</a>')
    assert len(root) == 0 and set(root.attrib) == {"b"}
    kept = "".join(c for c in text if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff"))
    assert root.text == (kept.replace("\r\n", "\n").replace("\r", "\n") or None)


@given(TEXTS)
def test_json_is_the_value(text: str) -> None:
    assert json.loads(for_json({text: [text]})) == {text: [text]}
    assert for_terminal(for_json([text], None)) == for_json([text], None)


@given(TEXTS)
def test_words_in_markdown_are_words(text: str) -> None:
    marks = MarkdownIt().enable(["table", "strikethrough"])
    for line in (for_markdown(text), for_markdown(text, code=True)):
        blocks = marks.parse(line)
        assert [block.type for block in blocks] in (
            ["paragraph_open", "inline", "paragraph_close"],
            [],
        )
        children = (child for block in blocks for child in block.children or ())
        assert {child.type for child in children} <= {"text", "code_inline"}
    if "`" not in text:
        assert for_markdown(text, code=True) == for_markdown(text)


def test_emphasis_stays_in_markdown() -> None:
    assert markdown_of(typeset("*one* **two** [x](command:y) <b>", "en")) == (
        r"*one* **two** \[x\](command:y) \<b\>"
    )
    assert for_markdown("run `a_b` now", code=True) == "run `a_b` now"


@given(TEXTS)
def test_words_on_a_terminal_are_on_one_line(text: str) -> None:
    shown = for_terminal(text)
    assert not set(shown) & {*map(chr, range(32)), *map(chr, range(127, 160))}
    assert not set(shown) & set(
        "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )
    assert for_terminal(shown) == shown


def test_a_terminal_shows_what_controls_it() -> None:
    assert for_terminal("a\x1b[2J\nb\x9b\u202e\udcff") == r"a\x1b[2J\nb\x9b\u202e\udcff"
    assert for_terminal("Épée « x » \u200d−") == "Épée « x » \u200d−"


def test_a_message_for_github_is_one_command() -> None:
    assert for_github("100 %\r\n::error::x\x1b") == r"100 %25%0D%0A::error::x\x1b"
    assert for_github_property("a::b,c\n") == "a%3A%3Ab%2Cc%0A"


@given(TEXTS)
def test_a_cell_comes_back(text: str) -> None:
    assert from_csv(for_csv(text)) == text


@pytest.mark.parametrize(
    "text",
    ["=1+1", "=cmd|' /C calc'!A0", "+cmd|'x'!A", "-2+3+cmd|'x'!A", "@SUM(A1)", "\t=1", "\r=1",
     " =1", "-A1",
      "- one", "'=1", "＝1", "\n=1"],
)  # fmt: skip
def test_no_cell_is_a_formula(text: str) -> None:
    assert for_csv(text) == f"'{text}"


@pytest.mark.parametrize(
    "text",
    [
        "-1",
        "+2",
        "-",
        "+",
        "=",
        "@",
        "6+",
        '-2"',
        "+1,5",
        "-0.5",
        "-10 %",
        "'tis",
        "",
        "a=b",
        "1-2",
    ],
)
def test_numbers_and_signs_look_as_they_are(text: str) -> None:
    assert for_csv(text) == from_csv(text) == text
