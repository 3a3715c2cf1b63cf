"""YAML text to data: types of scalars, positions of values and refused input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.content.limits import MAX_ALIASED_NODES, MAX_DEPTH, MAX_NODES, MAX_YAML_BYTES
from printgen.content.models.profile import Profile
from printgen.content.source import Source, read_source
from printgen.content.validation import read_model
from printgen.problems import Position, Problem
from printgen.rules.manual import FILES


def read(text: str | bytes) -> Source:
    """The source of a text without problems."""
    content = text.encode() if isinstance(text, str) else text
    source, problems = read_source("file.yaml", content)
    assert problems == []
    assert source is not None
    return source


def refused(text: str | bytes) -> Problem:
    """The one problem that stops the reading."""
    content = text.encode() if isinstance(text, str) else text
    source, problems = read_source("file.yaml", content)
    assert source is None
    assert len(problems) == 1
    return problems[0]


def place(line: int, column: int) -> Position:
    return Position("file.yaml", line, column)


# --- types of scalars -------------------------------------------------------------------------

WORDS = [
    "no", "yes", "on", "off", "y", "n", "No", "True", "FALSE", "Null", "NULL", "None",
    "0104", "0405", "007", "-01", "0x1F", "0o17", "0b1", "1_000", "1e3", "1.5e3", ".5", "5.",
    ".inf", ".nan", "1:30", "1:30:00", "6+", "3/1", "D8", "-", "+", "--1", "+-1", "1 000", "1,5",
    "4+ 2", "10$", "$10", "1.2.3", "nul", "٣", "=", "<<",
    "2026-11-20", "9999-99-99", "2026-11-20 10:00:00",
]  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_words_are_strings(word: str) -> None:
    quoted = word if word != "-" else "'-'"
    assert read(f"key: {quoted}").data == {"key": word}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("true", True),
        ("false", False),
        ("0", 0),
        ("-0", 0),
        ("7", 7),
        ("+7", 7),
        ("-12", -12),
        ("999999999999999", 999_999_999_999_999),
        ("0.5", 0.5),
        ("-1.25", -1.25),
        ("+3.0", 3.0),
    ],
)
def test_scalars_of_the_core_schema(written: str, value: Any) -> None:
    found = read(f"key: {written}").data["key"]
    assert found == value
    assert isinstance(found, type(value))


@pytest.mark.parametrize("written", ["7", "+7", "-7", "-0", "1.50", "+1.5", "2.0", "-0.10"])
def test_a_number_keeps_its_spelling(written: str) -> None:
    assert str(read(f"key: {written}").data["key"]) == written


@pytest.mark.parametrize("digits", [16, 5_000, 100_000])
@pytest.mark.parametrize("form", ["{}", "-{}", "{}.5", "0.{}"])
def test_very_long_numbers_are_strings(digits: int, form: str) -> None:
    written = form.format("9" * digits)
    assert read(f"key: {written}").data == {"key": written}


@pytest.mark.parametrize("written", ["'1'", '"true"', "'~'", '""', "|-\n  1", ">-\n  null"])
def test_quoted_and_block_scalars_are_strings(written: str) -> None:
    assert isinstance(read(f"key: {written}").data["key"], str)


def test_keys_are_strings() -> None:
    assert read("{1: a, true: b, ~: c, 0104: d, 1.50: e}").data == {
        "1": "a", "true": "b", "~": "c", "0104": "d", "1.50": "e",
    }  # fmt: skip


def test_x_keys_are_dropped_and_their_anchors_kept() -> None:
    assert read("$schema: s\nx-common: &c [1]\nkey: *c").data == {"key": [1]}


# --- positions of values ----------------------------------------------------------------------


@pytest.mark.spares("yaml-encoding")
def test_columns_count_characters() -> None:
    found = read("é: {ñ: 'œuvre', 🎲: Ψ, e\u0301: x}\n# ♡\nclé: [à, b]\n")
    assert found.at(("é", "ñ")) == place(1, 8)
    assert found.at(("é", "🎲"), key=True) == place(1, 17)
    assert found.at(("é", "🎲")) == place(1, 20)
    assert found.at(("é", "e\u0301")) == place(1, 27)
    assert found.at(("clé", 1)) == place(3, 10)


def test_a_byte_order_mark_takes_no_column() -> None:
    found = read("\ufeffkey: value\nmore: 1")
    assert found.at(("key",), key=True) == place(1, 1)
    assert found.at(("more",)) == place(2, 7)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_systems(end: str) -> None:
    found = read(end.join(["a: 1", "", "b:", "  - c: |", "      text", "      more", "    d: e"]))
    assert found.at(("b", 0, "c"), key=True) == place(4, 5)
    assert found.at(("b", 0, "c")) == place(4, 8)
    assert found.at(("b", 0, "d")) == place(7, 8)
    assert found.data["b"][0]["c"] == "text\nmore\n"


def test_a_tab_takes_one_column() -> None:
    assert read("key:\t\tvalue # note").at(("key",)) == place(1, 7)


def test_positions_in_block_and_flow_style() -> None:
    found = read("a:\n  - x\n  -\n    - y\n    - {b: z, c: [1,\n  2]}\n")
    assert found.at(()) == place(1, 1)
    assert found.at(("a",)) == place(2, 3)
    assert found.at(("a", 0)) == place(2, 5)
    assert found.at(("a", 1)) == place(4, 5)
    assert found.at(("a", 1, 1, "b")) == place(5, 11)
    assert found.at(("a", 1, 1, "c", 1)) == place(6, 3)


def test_a_missing_value_has_the_position_of_its_parent() -> None:
    found = read("a:\n  b: [x]\n")
    assert found.at(("a", "c")) == found.at(("a",)) == place(2, 3)
    assert found.at(("a", "b", 1)) == found.at(("a", "b")) == place(2, 6)
    assert found.at(("a", "b", -1)) == place(2, 6)
    assert found.at(("z",), key=True) == place(1, 1)
    assert found.at(("z", "a", "b")) == place(1, 1)


def test_an_empty_value_has_the_line_of_its_key() -> None:
    assert read("a:\nb: 1").at(("a",)).line == 1


def test_an_alias_has_its_own_position_and_its_items_that_of_the_anchor() -> None:
    found = read("one: &one\n  a: [1, 2]\ntwo: *one\n")
    assert found.data == {"one": {"a": [1, 2]}, "two": {"a": [1, 2]}}
    assert found.at(("two",)) == place(3, 6)
    assert found.at(("two", "a", 1)) == place(2, 10)


def test_an_anchor_may_be_redefined() -> None:
    assert read("[&a 1, *a, &a 2, *a]").data == [1, 1, 2, 2]


# --- duplicate keys ---------------------------------------------------------------------------


def test_a_duplicate_key_is_reported_with_both_positions() -> None:
    content = b'a: 1\nb: {c: 1, d: 2, "c": 3}\na: 4\na: 5\n'
    found, problems = read_source("file.yaml", content)
    assert found is not None
    assert found.data == {"a": 1, "b": {"c": 1, "d": 2}}
    assert [(p.code, p.position, p.also) for p in problems] == [
        ("key-duplicate", place(2, 17), place(2, 5)),
        ("key-duplicate", place(3, 1), place(1, 1)),
        ("key-duplicate", place(4, 1), place(1, 1)),
    ]
    assert problems[0].hint == "first at line 2, column 5"


def test_equal_keys_of_different_mappings_are_allowed() -> None:
    assert read("a: {a: {a: 1}, b: {a: 2}}").data == {"a": {"a": {"a": 1}, "b": {"a": 2}}}


def test_duplicate_keys_are_reported_before_a_syntax_error() -> None:
    found, problems = read_source("file.yaml", b"a: 1\na: 2\nb: [")
    assert found is None
    assert [p.code for p in problems] == ["key-duplicate", "yaml-syntax"]


# --- limits -----------------------------------------------------------------------------------


def test_the_manual_states_the_limits() -> None:
    assert (MAX_YAML_BYTES, MAX_DEPTH, MAX_NODES, MAX_ALIASED_NODES) == (
        2_000_000,
        64,
        200_000,
        50_000,
    )
    told = " ".join(FILES.values())
    assert all(limit in told for limit in ("2 MB", "64 deep", "200,000", "50,000"))


@pytest.mark.spares("file-too-big")
def test_a_file_of_2_mb() -> None:
    text = "key: " + "é" * ((MAX_YAML_BYTES - 5) // 2) + "x"
    assert len(text.encode()) == MAX_YAML_BYTES
    assert len(read(text).data["key"]) == (MAX_YAML_BYTES - 5) // 2 + 1


@pytest.mark.sees("file-too-big")
def test_a_file_of_more_than_2_mb() -> None:
    problem = refused(b"key: " + b"x" * (MAX_YAML_BYTES - 4))
    assert (problem.code, problem.position) == ("file-too-big", place(1, 1))


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def test_the_maximum_depth() -> None:
    assert read(nested(MAX_DEPTH)).data
    assert read("- " * MAX_DEPTH + "x").data


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        (nested(MAX_DEPTH + 1), "yaml-depth", MAX_DEPTH + 1),
        ("[" * 30_000, "yaml-depth", MAX_DEPTH + 1),
        ("{a: " * 30_000, "yaml-depth", 4 * MAX_DEPTH + 1),
        ("- " * 30_000, "yaml-depth", 2 * MAX_DEPTH + 1),
        ("? " * 30_000, "yaml-key", 3),
        ("{? [" * 30_000, "yaml-key", 4),
        ("[{a: " * 30_000, "yaml-depth", 5 * MAX_DEPTH // 2 + 1),
        ("[" * 1_900_000, "yaml-depth", MAX_DEPTH + 1),
    ],
)
def test_beyond_the_maximum_depth(text: str, code: str, column: int) -> None:
    problem = refused(text)
    assert (problem.code, problem.position) == (code, place(1, column))


@pytest.mark.slow
@pytest.mark.spares("yaml-nodes")
def test_the_maximum_number_of_values() -> None:
    assert len(read("[" + "a," * (MAX_NODES - 1) + "]").data) == MAX_NODES - 1


@pytest.mark.slow
@pytest.mark.sees("yaml-nodes")
@pytest.mark.parametrize(("item", "count"), [("a,", MAX_NODES), ("[],", 250_000)])
def test_beyond_the_maximum_number_of_values(item: str, count: int) -> None:
    problem, width = refused("[" + item * count + "]"), len(item)
    assert (problem.code, problem.position) == ("yaml-nodes", place(1, 2 + width * (MAX_NODES - 1)))


def test_limits_apply_to_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printgen.content.source.MAX_NODES", 100)
    assert refused("{" + ",".join(map(str, range(100))) + "}").code == "yaml-nodes"
    assert refused("? {a: 1}\n: 2").code == "yaml-key"


def test_exponential_aliases_are_refused() -> None:
    levels = ["a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        levels.append(f"{name}: &{name} [" + ", ".join([f"*{before}"] * 10) + "]")
    problem = refused("\n".join(levels))
    # 10 of 11, 10 of 111, 10 of 1,111, and four of 11,111 values are more than 50,000.
    assert (problem.code, problem.position) == ("yaml-alias", place(5, 8 + 4 * 3))


def test_the_maximum_number_of_aliased_values() -> None:
    many = ", ".join(["*a"] * (MAX_ALIASED_NODES // 10))
    anchor = "a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]\n"
    assert len(read(f"{anchor}b: [{many}]").data["b"]) == MAX_ALIASED_NODES // 10
    assert refused(f"{anchor}b: [{many}, *a]").code == "yaml-alias"


@pytest.mark.parametrize(
    ("text", "column", "why"),
    [
        ("&a [*a]", 5, "*a contains itself"),
        ("{b: &a {c: [1, *a]}}", 16, "*a contains itself"),
        ("[*a, &a 1]", 2, "*a has no anchor"),
        ("[&a 1, *b]", 8, "*b has no anchor"),
    ],
)
def test_invalid_aliases(text: str, column: int, why: str) -> None:
    problem = refused(text)
    assert (problem.code, problem.position) == ("yaml-alias", place(1, column))
    assert problem.message == why


def test_a_deep_chain_of_aliases_is_a_value_of_the_wrong_shape() -> None:
    half = MAX_DEPTH // 2
    text = f"x-0: &a0 {nested(half)}\n" + "".join(
        f"x-{n}: &a{n} {'[' * half}*a{n - 1}{']' * half}\n" for n in range(1, 40)
    )
    found = read(f"{text}name: *a39\n")
    model, problems = read_model(Profile, found)
    assert model is None
    assert [(p.code, p.position) for p in problems] == [("value-shape", place(41, 7))]


@pytest.mark.parametrize("code", [0x00, 0x01, 0x07, 0x08, 0x0B, 0x0C, 0x1B, 0x7F, 0x80, 0x85, 0x9F])
def test_control_characters_are_refused(code: int) -> None:
    problem = refused(f"é: à\nœuvre: {chr(code)}ñ\n")
    assert (problem.code, problem.position) == ("yaml-syntax", place(2, 8))
    assert f"U+{code:04X}" in problem.message


@pytest.mark.parametrize("code", [0x2028, 0x2029, 0xFFFE, 0xFFFF])
def test_unicode_line_ends_and_noncharacters_are_refused(code: int) -> None:
    problem = refused("♡" * 500 + chr(code))
    assert (problem.code, problem.position) == ("yaml-syntax", place(1, 501))


@pytest.mark.sees("yaml-encoding")
@pytest.mark.parametrize(
    ("content", "line", "column"),
    [
        (b"\xff", 1, 1),
        (b"a: \xe9", 1, 4),
        ("é: à\nœu: ".encode() + b"\xe9t\xe9\n", 2, 5),
        (b"\xef\xbb\xbfa: \xff", 1, 4),
        (b"\xef\xbb\xbf" + "é\r\nà".encode() + b"\xff", 2, 2),
        (b"a: \xed\xa0\x80", 1, 4),  # half a surrogate pair
        (b"a: \xed\xa0\xbd\xed\xb8\x80", 1, 4),  # a surrogate pair, encoded as two characters
        (b"a: \xc0\x80", 1, 4),  # NUL in two bytes
        (b"a: \xf4\x90\x80\x80", 1, 4),  # beyond the last code point
        ("a: é".encode()[:-1], 1, 4),  # truncated within a character
        ("a: 1".encode("utf-16"), 1, 1),
    ],
)
def test_invalid_utf_8_is_reported_at_its_position(content: bytes, line: int, column: int) -> None:
    problem = refused(content)
    assert (problem.code, problem.position) == ("yaml-encoding", place(line, column))


@pytest.mark.parametrize("escape", [r"\ud800", r"\udfff", r"\U00110000", r"\xZZ", r"\q"])
def test_invalid_escapes_are_refused(escape: str) -> None:
    assert refused(f'a: "{escape}"').code == "yaml-syntax"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: !!python/object/apply:os.system [ls]", 1, 4),
        ("a: !include b.yaml", 1, 4),
        ("a:\n  - !!binary aGk=", 2, 5),
        ("!!map {a: 1}", 1, 1),
        ("!!str a: 1", 1, 1),
        ("%TAG ! tag:example,2026:\n---\na: 1", 1, 1),
        ("# first\n" + "".join(f"%TAG !a{n}! b\n" for n in range(100_000)) + "--- a", 2, 1),
    ],
)
def test_tags_are_refused(text: str, line: int, column: int) -> None:
    problem = refused(text)
    assert (problem.code, problem.position) == ("yaml-tag", place(line, column))


def test_a_yaml_version_directive_is_allowed() -> None:
    assert read("%YAML 1.2\n---\na: no").data == {"a": "no"}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("\ufeff", 1, 1),
        ("# nothing\n\n", 1, 1),
        ("---\n...\n", 1, 1),
        ("null", 1, 1),
        ("a: 1\n---\nb: 2\n", 2, 1),
        ("--- a\n--- b\n--- c", 2, 1),
    ],
)
def test_a_file_has_one_document(text: str, line: int, column: int) -> None:
    problem = refused(text)
    assert (problem.code, problem.position) == ("yaml-documents", place(line, column))


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: b: c", 1, 5),
        ("é: à\nñ:\tb: c", 2, 5),
        ("a: 1\n b: 2", 2, 3),
        ("a: @b", 1, 4),
        ("a: `b`", 1, 4),
        ("a: %b", 1, 4),
        ("- a\nb: c", 2, 1),
    ],
)
def test_syntax_errors(text: str, line: int, column: int) -> None:
    problem = refused(text)
    assert (problem.code, problem.position) == ("yaml-syntax", place(line, column))


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("\ta: 1\n", 1, 1),
        ("a:\n\tb: 1", 2, 1),
        ("a:\n  b:\n  \tc: 1\n", 3, 3),
        ("a: b\n \tc: d\n", 2, 2),
        ("a:\n  - b\n\t- c\n", 3, 1),
        ("a: |\n  b\n\tc\n", 3, 1),
    ],
)
def test_tabs_that_indent(text: str, line: int, column: int) -> None:
    problem = refused(text)
    assert problem.position == place(line, column)
    assert (problem.message, problem.hint) == ("a tab cannot indent", "use spaces")


@pytest.mark.parametrize(
    ("text", "column", "key", "written"),
    [
        ('a: [{fr "Un pont", en: "A bridge"}]\n', 8, "fr", '"Un pont"'),
        ('a: {fr: "Un pont", en "A bridge"}\n', 22, "en", '"A bridge"'),
        ('a: {fr "Un pont, un gué", en: x}\n', 7, "fr", '"…"'),
        ("a: {fr «Un pont», en: x}\n", 7, "fr", "«Un pont»"),
    ],
)
def test_a_text_in_quotes_without_a_colon_before_it(
    text: str, column: int, key: str, written: str
) -> None:
    problem = refused(text)
    assert problem.position == place(1, column)
    assert problem.message == f"a colon is missing after '{key}'"
    assert problem.hint == f"write `{key}: {written}`"


def test_tabs_that_do_not_indent() -> None:
    assert read("a:\t1\nb: [\n\t2]\nc: 'd\n\te'\n").data == {"a": 1, "b": [2], "c": "d e"}


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a: [b, c\n", 1, 4, "unclosed list"),
        ("a: [b, c\nd: 1\n", 1, 4, "unclosed list"),
        ("a:\n  - [b, c\n  - d\n", 2, 5, "unclosed list"),
        ("a: [[b]\nc: d\n", 1, 4, "unclosed list"),
        ("a: {b: 1, c: 2\n\n# note\nd: 1\n", 1, 4, "unclosed mapping"),
        ("a: [\n  {b: 1}\n  {c: 2}\n]\n", 3, 3, "unclosed list"),
        ("a: [\n", 1, 5, "missing value or closing bracket"),
        ("a: 'b", 1, 4, "unclosed quote"),
        ("a: 1\nb: 'c\nd: 1\n", 2, 4, "unclosed quote"),
        ("a: 1\nb\n\n", 2, 1, "missing colon"),
    ],
)
def test_unclosed_values_are_reported_where_they_start(
    text: str, line: int, column: int, message: str
) -> None:
    problem = refused(text)
    assert problem.position == place(line, column)
    assert problem.message.startswith(message)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("- a:\t- b\n", 1, 6, "unexpected list item"),
        ("a: 1\nb: - c\n", 2, 4, "unexpected list item"),
        ("a: ? b\n", 1, 4, "unexpected question mark"),
        ("a: | b\n  c\n", 1, 6, "unexpected text after | or >"),
        ("a: >b\n", 1, 5, "unexpected text after | or >"),
        ('a: 1\nb: "c\n---\nd: 1\n', 2, 4, "unclosed quote"),
        ('a: "C:\\q"\n', 1, 7, "unknown escape in a quoted text"),
        ('a: "\\xZZ"\n', 1, 7, "unknown escape in a quoted text"),
        ('a: "\\ud800"\n', 1, 7, "unknown escape in a quoted text"),
        ("a: !<b\n", 1, 7, "unexpected tag"),
        ("a: !b!c d\n", 1, 4, "unexpected tag"),
        ("a: !%zz\n", 1, 5, "unexpected tag"),
    ],
)
def test_syntax_errors_are_in_plain_words(text: str, line: int, column: int, message: str) -> None:
    problem = refused(text)
    assert (problem.position, problem.message) == (place(line, column), message)
    assert problem.hint


def test_the_python_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "é: {a: [1, ~, 'x'], b: &n 0104}\nc: |\n  text\nd: *n\n"
    fast = read(text)
    monkeypatch.delattr("yaml.CSafeLoader", raising=False)
    slow = read(text)
    assert slow.data == fast.data
    paths = [path for path, _ in values(fast.data)]
    assert [slow.at(p) for p in paths] == [fast.at(p) for p in paths]


# --- properties of all texts ------------------------------------------------------------------

# Without the line ends of YAML 1.1, which the writer does not escape.
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\x85\u2028\u2029")
TEXT = st.text(CHARACTERS, max_size=12)
WHOLE = st.integers(min_value=-(10**15) + 1, max_value=10**15 - 1)
SCALARS = st.none() | st.booleans() | WHOLE | TEXT
# Keys such as `-name` and `paper:a4` are reported: no key of printgen has these signs.
KEYS = TEXT.filter(lambda key: not re.match(r"x-|-|.*[:{\[]", key, re.DOTALL) and key != "$schema")
COLLECTIONS = st.recursive(
    st.lists(SCALARS, max_size=4) | st.dictionaries(KEYS, SCALARS, max_size=4),
    lambda inner: (
        st.lists(SCALARS | inner, max_size=4) | st.dictionaries(KEYS, SCALARS | inner, max_size=4)
    ),
    max_leaves=12,
)
TOKEN = re.compile(r"""'(?:[^']|'')*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)


def values(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """Every scalar in `data`, with its path."""
    if isinstance(data, dict | list):
        for step, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from values(value, (*path, step))
    else:
        yield path, data


def stands_at(text: str, position: Position, shown: str) -> bool:
    """Whether the text at a position is `shown`, in quotes or without."""
    lines = re.findall(r".*?(?:\r\n|\r|\n|\Z)", text, re.DOTALL)
    rest = text[sum(map(len, lines[: position.line - 1])) + position.column - 1 :]
    if token := TOKEN.match(rest):
        return bool(yaml.safe_load(token[0]) == shown)
    return rest.startswith(shown) and shown != ""


@settings(deadline=None, max_examples=200)
@given(COLLECTIONS, st.booleans(), st.sampled_from([True, False, None]))
def test_dumped_data_is_read_with_positions(data: Any, plain: bool, flow: bool | None) -> None:
    text = yaml.safe_dump(
        data, allow_unicode=plain, default_flow_style=flow, sort_keys=False, width=10**6
    )
    found = read(text)
    assert found.data == data
    for path, value in values(data):
        shown = "null" if value is None else str(value)
        assert stands_at(text, found.at(path), shown.lower() if isinstance(value, bool) else shown)
        if isinstance(path[-1], str):
            assert stands_at(text, found.at(path, key=True), path[-1])


def check_any(content: bytes) -> None:
    """Read any bytes: the result is a source or problems at existing positions."""
    found, problems = read_source("file.yaml", content)
    assert found is not None or problems
    lines = re.split(rb"\r\n|\r|\n", content)
    for problem in problems:
        position = problem.position
        assert problem.code in FILES
        assert 1 <= position.line <= len(lines) + 1
        assert 1 <= position.column <= len(content) + 2


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=80))
def test_random_bytes_are_read_or_refused(content: bytes) -> None:
    check_any(content)


PIECES = st.text("[]{}:,-?&*!|>'\"%@`#~ab1 \t\n\r\x00\x85\u2028é♡", max_size=60)


@settings(deadline=None, max_examples=200)
@given(PIECES)
def test_random_text_is_read_or_refused(text: str) -> None:
    check_any(text.encode())


VALID = (
    "name: {fr: Le Zombie, en: The Zombie}\nstats: &s\n  lotow: {S: 6+, W: {symbol: '*'}}\n"
    'more: *s\ntraits: [slow, "fast"]\nstory: |\n  Il était\n\n  une fois.\n'
).encode()


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(VALID)),
            st.integers(0, 6),
            st.binary(max_size=3) | PIECES.map(str.encode),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_random_edits_are_read_or_refused(edits: list[tuple[int, int, bytes]]) -> None:
    content = VALID
    for start, length, put in edits:
        content = content[:start] + put + content[start + length :]
    check_any(content)
