"""The page of commands."""

from __future__ import annotations

from types import ModuleType

import click
import pytest
from doc_scripts import doc_script


@pytest.fixture(scope="module")
def commands() -> ModuleType:
    return doc_script("commands")


def test_the_page_is_up_to_date(commands: ModuleType) -> None:
    assert commands.PAGE.read_text("utf-8") == commands.page(), "run `python docs/commands.py`"


def test_every_command_has_examples_that_call_it(commands: ModuleType) -> None:
    assert [*commands.EXAMPLES] == [name for name, _ in commands.commands()]
    for name, lines in commands.EXAMPLES.items():
        assert commands.parse(lines[0][0]) == name
        assert all(commands.parse(line).startswith("printgen ") for line, _ in lines[1:])


@pytest.mark.parametrize(
    "line",
    ["printgen build --nope", "printgen check --format xml", "printgen nope", "printgen bind"],
)
def test_lines_that_do_not_parse_are_seen(line: str, commands: ModuleType) -> None:
    with pytest.raises(click.UsageError):
        commands.parse(line)


def test_every_option_says_what_it_does(commands: ModuleType) -> None:
    assert [
        (name, option.opts)
        for name, command in commands.commands()
        for option in command.params
        if isinstance(option, click.Option) and not option.help
    ] == []


def test_a_section(commands: ModuleType) -> None:
    section = commands.page().partition("## printgen clean\n")[2].partition("## ")[0]
    assert "Delete the built files in out/." in section
    assert "~~~text\nprintgen clean [OPTIONS]\n~~~" in section
    assert "| `--cache` |  | Delete the results kept for all projects instead. |" in section
