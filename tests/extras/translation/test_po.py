"""PO files: as gettext writes them, and faults of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools import program

from printgen.extras.translation.po import (
    Catalogue,
    Message,
    catalogue_text,
    header,
    read_catalogue,
    read_po,
    same_messages,
)
from printgen.project import Folders

# Quotes, backslashes, colons, line ends, no-break spaces, emoji, right-to-left letters.
WORDS = st.text(
    st.sampled_from("ab\"\\:#'{}[]%\n\t\u00a0\u202f🙂é„“שלום- ") | st.characters(codec="utf-8"),
    min_size=1, max_size=30,
).filter(lambda words: "\r" not in words)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(pairs=st.lists(st.tuples(WORDS, st.text(max_size=20)), max_size=4), fuzzy=st.booleans())
def test_messages_are_read_as_they_were_written(pairs: list[tuple[str, str]], fuzzy: bool) -> None:
    catalogue = Catalogue("x.po", header("Fog", "en", "de", {}), ["A comment."])
    for number, (source, text) in enumerate(pairs):
        message = Message(f"game:{number}", source, text, notes=["a note"], places=["f.yaml:1"])
        message.flags, message.previous = (["fuzzy"], text) if fuzzy and text else ([], None)
        message.obsolete = number == 3
        catalogue.messages.append(message)
    written = catalogue_text(catalogue)
    read, problems = read_catalogue("x.po", written.encode("utf-8", "surrogatepass"))
    if problems:
        # Lone surrogates are no UTF-8.
        assert not written.isprintable()
        return
    assert same_messages(read, catalogue)
    assert catalogue_text(read) == written


def test_gettext_says_the_same(tmp_path: Path) -> None:
    catalogue = Catalogue("x.po", header("Fog “& Co”", "en", "pt-BR", {"Last-Translator": "A"}))
    texts = [
        "one",
        "two\nlines\n",
        "ends\n",
        'quote " \\ tab\t',
        "🙂 שלום \u202f%d %s {oil}",
        "a" * 300,
    ]
    for number, words in enumerate(texts):
        message = Message(f"game:{number}", words, words, notes=["note"], places=["a b.yaml:3"])
        message.places = ["\u2068a b.yaml:3\u2069"]
        message.flags, message.previous = (["fuzzy"], "was\nso") if number == 1 else ([], None)
        catalogue.messages.append(message)
    catalogue.messages.append(Message("game:old", "gone\nby", "weg\nda", obsolete=True))
    path = tmp_path / "x.po"
    path.write_text(catalogue_text(catalogue), encoding="utf-8")
    judged = [program("msgfmt"), "--check", "--output-file=/dev/null", str(path)]
    done = subprocess.run(judged, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    command = [program("msgcat"), "--no-wrap", str(path)]
    assert subprocess.run(command, capture_output=True).stdout == path.read_bytes()
    # Lines broken by another program are the same texts.
    command = [program("msgcat"), str(path)]
    read, problems = read_catalogue("x.po", subprocess.run(command, capture_output=True).stdout)
    assert problems == []
    assert same_messages(read, catalogue)


def test_the_header_names_languages() -> None:
    fields = header("Fog", "fr", "pt-BR", {"Last-Translator": "A", "Language": "x"})
    assert fields["Language"] == "pt_BR"
    assert (fields["Last-Translator"], fields["X-Source-Language"]) == ("A", "fr")
    assert Catalogue("x", fields).language == "pt-BR"


GOOD = 'msgctxt "game:title"\nmsgid "Fog"\nmsgstr "Nebel"\n'


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ('msgid "a\nmsgstr "b"\n', "1:1: po-syntax: this line is no part of a PO file"),
        ("words\n", "1:1: po-syntax: this line is no part of a PO file"),
        ('msgid "a"\n', "2:1: po-syntax: the message has no msgid or no msgstr"),
        (
            'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n',
            "5:1: po-syntax: the message has plural forms",
        ),
        (GOOD, "7:1: po-syntax: the context 'game:title' comes twice (first at x.po:3:1; "),
    ],
)  # fmt: skip
def test_a_fault_costs_one_message(broken: str, said: str) -> None:
    read, problems = read_catalogue("x.po", f"{broken}\n{GOOD}".encode())
    assert [(m.context, m.text) for m in read.messages] == [("game:title", "Nebel")]
    assert str(problems[0]).startswith(f"x.po:{said}")
    assert len(problems) == 1


def test_other_programs_write_lines_in_other_ways() -> None:
    text = (
        '\ufeffmsgid ""\r\nmsgstr "Language: de_AT\\n"\r\n\r\n#, fuzzy, c-format\r\n'
        '#| msgid "was"\r\nmsgctxt "a"\r\nmsgid ""\r\n"one "\r\n"two\\n"\r\nmsgstr "\\x41\\102\\q"'
        '\r\n#~ msgid "gone"\r\n#~ msgstr "weg"\r\n'
    )
    read, problems = read_catalogue("x.po", text.encode())
    assert (problems, read.language) == ([], "de-AT")
    first, gone = read.messages
    assert (first.source, first.text, first.previous) == ("one two\n", "ABq", "was")
    assert (first.is_fuzzy, first.line, gone.obsolete) == (True, 10, True)


def test_files_that_cannot_be_read_are_problems(tmp_path: Path) -> None:
    huge, latin = tmp_path / "huge.po", tmp_path / "latin.po"
    with huge.open("wb") as stream:
        stream.truncate(100_000_000)
    latin.write_bytes('msgid "a"\nmsgstr "é"\n'.encode("latin-1"))
    said = [str(read_po(Folders(tmp_path), path)[1][0]) for path in (huge, latin)]
    assert said[0] == "huge.po:1:1: po-syntax: the file has more than 10 MB"
    many = "".join(f'msgctxt "cards/x{n}:name"\nmsgid "a"\nmsgstr "b"\n\n' for n in range(50_001))
    catalogue, (problem,) = read_catalogue("many.po", many.encode())
    assert problem.message == "the file has more than 50,000 messages"
    assert catalogue.messages == []
    assert said[1] == "latin.po:2:9: po-syntax: the file is not UTF-8 (save it as UTF-8)"
    assert read_po(Folders(tmp_path), tmp_path / "no.po")[0] is None


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.sampled_from([*GOOD.splitlines(), "", "#~ ", "#| x", "#,", '"x"', "\\", '"']),
        max_size=12,
    )
)
def test_no_file_is_an_exception(lines: list[str]) -> None:
    read, _ = read_catalogue("x.po", "\n".join(lines).encode())
    assert same_messages(read_catalogue("x.po", catalogue_text(read).encode())[0], read)
