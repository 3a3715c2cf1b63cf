"""The commands new (a small game of a kind, in some languages, for a paper), theme and schema."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import click

from printgen.cli.completion import beginning, complete_folder, complete_paper
from printgen.cli.context import Context, pass_context, user_settings
from printgen.cli.print_options import known_paper, listed, one_paper
from printgen.cli.terminal import echo
from printgen.project import STARTER_KINDS, STARTER_LANGUAGES
from printgen.quoting import for_shell

Value = TypeVar("Value")

# Countries whose usual paper is Letter.
_LETTER = ("US", "CA")


class _Starter(NamedTuple):
    """What a starter is, its folder in `content/`, and the built file to look at first."""

    text: str
    game: str
    first: str
    edition: str = ""


STARTERS = {
    "deck": _Starter("Storm Watch: keep the lamp of a lighthouse until dawn", "storm", "deck"),
    "monsters": _Starter(
        "The Drowned Road: stat blocks of monsters, and their weapons", "road", "monsters"
    ),
    "playing-cards": _Starter(
        "The Harbour Pack: 54 playing cards, suits of your own", "harbour", "cards"
    ),
    "skirmish": _Starter("Fog and Compasses: duels in a harbour", "fog", "crew-cards"),
    "quest": _Starter("The Winter Post: alone, with a pack of cards", "winter", "quest-sheet"),
    "hex": _Starter("The Salt Night: a battle for two in the marsh", "salt", "board", "tiles."),
    "roll-and-write": _Starter("A Baker’s Dozen: three dice, one oven", "dozen", "score"),
}


def _known_languages(
    context: click.Context, parameter: click.Parameter, given: tuple[str, ...]
) -> tuple[str, ...]:
    """The languages of `--lang`, each once. Raises BadParameter for another language."""
    langs = listed(context, parameter, given)
    for lang in langs:
        if lang not in STARTER_LANGUAGES:
            raise click.BadParameter(
                f"the games to start from are in {' and '.join(STARTER_LANGUAGES)}, not in '{lang}'"
                f" (make one of these; `printgen texts export GAME --lang {lang}` writes its texts"
                " for a translator)"
            )
    return langs


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), shell_complete=complete_folder)
@click.option("--kind", type=click.Choice(STARTER_KINDS), help="What you make.")
@click.option(
    "--lang", "langs", multiple=True, callback=_known_languages, metavar="en|fr|en,fr",
    shell_complete=lambda _, __, begun: beginning(STARTER_LANGUAGES, begun),
    help="The languages of the game. Left out: both.",
)  # fmt: skip
@click.option(
    "--paper", callback=one_paper, shell_complete=complete_paper, metavar="PAPER",
    help="The paper you print on: a4, letter… or a size such as '330 x 483 mm'.",
)  # fmt: skip
@pass_context
def new(
    context: Context, folder: Path, kind: str | None, langs: tuple[str, ...], paper: str | None
) -> None:
    """Create a small complete game in FOLDER.

    On a terminal, asks for what is not given.
    """
    from printgen.extras.starters.new import check_new, create
    from printgen.products import products_model
    from printgen.rules.mechanic import KINDS

    check_new(folder)
    asks = on_terminal()
    kind = kind or (_ask_kind() if asks else STARTER_KINDS[0])
    langs = langs or (_ask_languages() if asks else STARTER_LANGUAGES)
    usual = user_settings().paper
    paper = paper or (_ask_paper(usual) if asks else usual or "a4")
    made = create(folder, KINDS, products_model(), kind, langs, paper)
    context.say(*_told(folder, kind, langs, paper, made))


def on_terminal() -> bool:
    """Whether somebody can answer questions."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask_kind() -> str:
    texts = [f"{kind:<16}{STARTERS[kind].text}" for kind in STARTER_KINDS]
    return _chosen("What do you make?", STARTER_KINDS, texts, 0)


def _ask_languages() -> tuple[str, ...]:
    single = [(lang,) for lang in STARTER_LANGUAGES]
    choices = [*single, STARTER_LANGUAGES]
    mine = (_locale()[:2],)
    from printgen.typography.language import language

    texts = [language(lang).english for lang in STARTER_LANGUAGES] + ["both"]
    return _chosen("Which languages?", choices, texts, choices.index(mine) if mine in single else 2)


def _ask_paper(usual: str | None) -> str:
    country = _locale().partition("_")[2][:2]
    default = usual or ("letter" if country in _LETTER else "a4")
    question = "Which paper? (a4, letter, a3… or a size such as 330 x 483 mm)"
    paper: str = click.prompt(question, default, value_proc=known_paper)
    return paper


def _chosen(question: str, values: Sequence[Value], texts: Sequence[str], default: int) -> Value:
    """The value whose number is typed; with Enter alone, that at `default`."""
    echo(question)
    for number, text in enumerate(texts, 1):
        echo(f"  {number}  {text}")
    numbers = click.IntRange(1, len(values))
    number = click.prompt("Number", default + 1, type=numbers)
    echo()
    return values[number - 1]


def _locale() -> str:
    """The locale of messages, such as fr_CA.UTF-8; empty if there is none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return next((os.environ[name] for name in names if os.environ.get(name)), "")


def _told(
    folder: Path, kind: str, langs: Sequence[str], paper: str, made: Sequence[str]
) -> Sequence[str]:
    starter = STARTERS[kind]
    from printgen.typography.language import language

    languages = " and ".join(language(lang).english for lang in langs)
    first = f"{starter.first}.{langs[0]}.{starter.edition}{paper}.pdf"
    return (
        f"{folder} is a small game ({kind}) in {languages}, for {paper}: {len(made)} files.",
        "README.md says what each file is, and what to change first.",
        "",
        "Type next:",
        f"  cd {for_shell(str(folder))}",
        "  printgen build             makes the PDFs in out/",
        "  printgen serve --open      shows them while you write",
        "",
        f"Then open out/{starter.game}/{first} first.",
    )


@click.command()
@pass_context
def schema(context: Context) -> None:
    """Write JSON Schemas of the project's YAML files to .printgen/ for editors."""
    from printgen.extras.starters.schema import write_schemas

    for name in write_schemas(context.project().library):
        context.say(name)


@click.command()
@click.argument("name")
@click.argument("templates", nargs=-1, metavar="[TEMPLATE]...")
@pass_context
def theme(context: Context, name: str, templates: tuple[str, ...]) -> None:
    """Create a theme in templates/NAME to customise: a copy of the plain one.

    Each TEMPLATE, such as book-entries, is a template of printgen that is copied, too, also into a
    theme that is there.
    """
    from printgen.extras.starters.new import copy_theme

    for path in copy_theme(context.folders(), name, templates):
        context.say(path)
    context.say("", f"next:  theme: {name}  in game.yaml")
