"""Write `en/reference/commands.md` from the commands: `python docs/commands.py`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from printgen.cli import main

PAGE = Path(__file__).resolve().parent / "en" / "reference" / "commands.md"

INTRODUCTION = """# Commands

Type commands in the folder of your project, or anywhere below it. `printgen COMMAND --help` prints
what this page says. A command ends with status 0 if all is well, 1 if it found problems, 2 if it
cannot work at all. Problems are on the error output, results on the standard output. Results of
earlier work, and several machines: [Results, machines, the Tab key](../guide/commands.md).

<!-- `python docs/commands.py` writes this page. -->
"""

# Lines that show a command at work, each with what it does.
EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "printgen": (
        ("printgen --version", "says which printgen you have"),
        ("printgen -C ~/my-game check", "checks the project in another folder"),
    ),
    "printgen audit": (("printgen audit fog --sample 50", "tries 50 changes of the game `fog`"),),
    "printgen balance": (
        ("printgen balance deathly-thrones/iron-hope", "looks for the fewest numbers to change"),
    ),
    "printgen bind": (
        ("printgen bind fog", "lists the marks that it would write"),
        ("printgen bind fog --write", "writes them"),
    ),
    "printgen build": (
        ("printgen build", "builds all products, in the languages of each game"),
        ("printgen build fog/cards --lang en --paper a4", "builds one deck once"),
        ("printgen build fog/cards --only captain --copies captain=3", "prints three of one card"),
        ("printgen build 'fog/*' --all", "builds every paper, ink and edition of a game"),
    ),
    "printgen calibrate": (
        ("printgen calibrate --paper letter --lang en", "writes `calibrate.pdf`, to print"),
    ),
    "printgen changes": (
        ("printgen changes 1.0 fog", "compares the kept edition 1.0 with the files as they are"),
        ("printgen changes 1.0..1.1 fog --lang en", "compares two editions, in one language"),
        ("printgen changes v1.0 fog", "compares the tag `v1.0` of git with the files as they are"),
        ("printgen changes ~/fog-1.0.zip fog", "compares with the kept edition in a file"),
        ("printgen changes --from ../fog-1.0 fog", "compares with the project in another folder"),
    ),
    "printgen check": (
        ("printgen check --strict", "reports warnings as errors, too"),
        ("printgen check fog --watch", "checks one game again after each change"),
    ),
    "printgen clean": (("printgen clean", "deletes the built files in `out/`"),),
    "printgen completion": (
        ("printgen completion bash", "prints the script to add to your shell’s settings"),
    ),
    "printgen doctor": (("printgen doctor", "says which libraries are missing"),),
    "printgen editor": (("printgen editor --help", "lists what there is for editors"),),
    "printgen editor install": (
        ("printgen editor install", "adds the extension to VS Code and its relatives"),
    ),
    "printgen export": (("printgen export --help", "lists what can be exported"),),
    "printgen export books": (
        ("printgen export books fog", "writes an EPUB and a web page of each book"),
    ),
    "printgen export cards": (
        (
            "printgen export cards fog --vendor makeplayingcards",
            "writes the files for one card printer",
        ),
    ),
    "printgen export itch": (("printgen export itch fog", "writes `out/itch/fog/`"),),
    "printgen export tabletop": (
        ("printgen export tabletop fog", "writes decks for Tabletop Simulator"),
    ),
    "printgen export text": (("printgen export text fog", "writes the cards as pages of words"),),
    "printgen export vassal": (
        ("printgen export vassal furia-cartese", "writes a module for VASSAL in each language"),
    ),
    "printgen export web": (("printgen export web fog", "writes a page that plays quests"),),
    "printgen keep": (
        ("printgen keep fog", "keeps the version in `game.yaml`, such as `editions/fog-1.0.zip`"),
        ("printgen keep fog --name first", "keeps the edition as `editions/fog-first.zip`"),
    ),
    "printgen list": (
        ("printgen list", "lists all that can be built"),
        ("printgen list checks stat-range", "explains a problem"),
    ),
    "printgen lsp": (("printgen lsp", "is started by your editor, not by you"),),
    "printgen new": (
        ("printgen new ~/my-game", "asks what to make, and makes it"),
        ("printgen new ~/my-cards --kind deck", "makes a game of cards"),
    ),
    "printgen odds": (
        ("printgen odds fog", "prints the answers to all questions of the game"),
        ("printgen odds zombstone --pot 2 --against 1", "compares two sides with poker dice"),
    ),
    "printgen printed": (
        ("printgen printed fog/cards", "notes that the deck has been printed"),
    ),
    "printgen proof": (
        ("printgen proof fog/crew-cards", "shows the deck cut a little off"),
        ("printgen proof fog --vision --lang en", "shows its colours, too, in one language"),
    ),
    "printgen report": (("printgen report fog --lang en", "writes the statistics in English"),),
    "printgen schema": (("printgen schema", "writes what VS Code completes YAML with"),),
    "printgen serve": (("printgen serve --open", "opens the preview in the browser"),),
    "printgen sheet": (("printgen sheet --help", "lists its commands"),),
    "printgen sheet export": (
        ("printgen sheet export fog/profiles profiles.xlsx", "writes a spreadsheet"),
    ),
    "printgen sheet import": (
        ("printgen sheet import fog/profiles profiles.xlsx", "writes its rows as YAML"),
    ),
    "printgen sheet pull": (("printgen sheet pull fog/cards", "fetches the sheet of a deck"),),
    "printgen simulate": (
        ("printgen simulate deathly-thrones/iron-throne --games 1000", "plays a quest"),
        (
            "printgen simulate zombstone/three-pages --player law=simple",
            "plays a scenario; a side plays simply",
        ),
    ),
    "printgen style": (("printgen style --help", "lists its commands"),),
    "printgen style try": (
        ("printgen style try cards.xlsx", "shows the cards of a spreadsheet, without a project"),
        ("printgen style try fog/crew-cards", "shows a deck; `--out .` writes into this folder"),
    ),
    "printgen texts": (("printgen texts --help", "lists what there is for translators"),),
    "printgen texts export": (
        ("printgen texts export fog --lang de", "writes `content/fog/texts/de/`, for a translator"),
    ),
    "printgen texts import": (
        ("printgen texts import fog", "writes the translations into the game"),
        ("printgen texts import fog ~/Downloads/de.po", "takes those of one file"),
    ),
    "printgen texts status": (
        ("printgen texts status fog", "counts what is translated, language by language"),
    ),
    "printgen theme": (
        ("printgen theme mine", "copies the plain theme to `templates/mine/`"),
        (
            "printgen theme mine book-entries",
            "copies the template of the entries of your own kinds in books, too",
        ),
    ),
    "printgen worth": (
        ("printgen worth un-jeu-de-figs", "suggests points for figures that have none"),
        (
            "printgen worth un-jeu-de-figs --cost '4 * life + defence'",
            "says which figures are too cheap by these points",
        ),
    ),
}  # fmt: skip


def commands(
    command: click.Command = main, name: str = "printgen"
) -> Iterator[tuple[str, click.Command]]:
    """A command and those below it, by name."""
    yield name, command
    if isinstance(command, click.Group):
        for below in sorted(command.list_commands(_context(command, name))):
            yield from commands(_below(command, below), f"{name} {below}")


def _below(command: click.Group, name: str) -> click.Command:
    """A command of a group. Raises click.UsageError if it has none of this name."""
    context = _context(command, command.name or "")
    if found := command.get_command(context, name):
        return found
    raise click.UsageError(f"no command '{name}'", context)


def _context(command: click.Command, name: str) -> click.Context:
    """A context with the settings of the whole command: click keeps the help option made in it."""
    return click.Context(command, info_name=name, **main.context_settings)


def parse(line: str) -> str:
    """The name of the command that a line calls. Raises click.UsageError if it does not parse."""
    name, *words = shlex.split(line)
    command: click.Command = main
    while True:
        context = _context(command, name)
        parsed, rest, _ = command.make_parser(context).parse_args(args=list(words))
        for parameter in command.params:
            value = parsed.get(parameter.name or "")
            if parameter.required and not isinstance(value, (str, list, tuple)):
                raise click.MissingParameter(ctx=context, param=parameter)
            # The files of an example need not exist.
            if isinstance(value, (str, list, tuple)) and not isinstance(parameter.type, click.Path):
                parameter.type_cast_value(context, value)
        if not isinstance(command, click.Group) or not rest:
            return name
        command, words, name = _below(command, rest[0]), rest[1:], f"{name} {rest[0]}"


def page() -> str:
    """The page."""
    sections = (_section(name, each) for name, each in commands())
    return "\n".join((INTRODUCTION, _overview(), *sections))


def _overview() -> str:
    """A table of all commands, each with the first sentence of its help."""
    rows = ["| command | what it does |", "| --- | --- |"]
    for name, command in commands():
        if name != "printgen":
            purpose = " ".join((command.help or "").partition("\n\n")[0].split())
            rows.append(f"| [{name}](#{name.replace(' ', '-')}) | {purpose} |")
    return "\n".join(rows) + "\n"


def _section(name: str, command: click.Command) -> str:
    context = _context(command, name)
    usage = " ".join((name, *command.collect_usage_pieces(context)))
    about = re.sub(r"(?<!\n)\n(?!\n)", " ", re.sub(r"[ \t]*\n[ \t]*", "\n", command.help or ""))
    parts = [f"## {name}", about.strip().replace("[", "\\["), f"~~~text\n{usage}\n~~~"]
    lines = [f"- `{line}` {what}" for line, what in EXAMPLES.get(name, ())]
    parts += ["\n".join(lines)]
    rows = [row for each in command.params if (row := _row(each, context))]
    if rows:
        parts.append("\n".join(("| option | value | what it does |", "| --- | --- | --- |", *rows)))
    return "\n\n".join(parts) + "\n"


def _row(parameter: click.Parameter, context: click.Context) -> str:
    """A row of the table of options; empty for an argument, which the usage shows."""
    if not isinstance(parameter, click.Option):
        return ""
    names = ", ".join(f"`{name}`" for name in sorted(parameter.opts, key=len))
    return f"| {names} | {_value(parameter, context)} | {parameter.help or ''} |"


def _value(option: click.Option, context: click.Context) -> str:
    """What an option takes, in words, with its default."""
    if option.is_flag:
        return ""
    kind = option.type
    if isinstance(kind, click.Choice):
        words = " or ".join(f"`{choice}`" for choice in kind.choices)
    elif isinstance(kind, (click.IntRange, click.FloatRange)):
        words = _range(kind)
    else:
        words = f"`{option.metavar or option.make_metavar(context)}`"
    default = option.get_default(context, call=False)
    plain = isinstance(default, (str, int, float, Path)) and str(default) not in ("", ".")
    if isinstance(default, float):
        default = f"{default:g}"
    return f"{words}; default `{default}`" if plain else words


def _range(kind: click.IntRange | click.FloatRange) -> str:
    words = "whole number" if isinstance(kind, click.IntRange) else "number"
    if kind.min is not None and kind.max is not None:
        return f"{words}, {kind.min:g} to {kind.max:g}"
    return f"{words}, at least {kind.min:g}" if kind.min is not None else words


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
