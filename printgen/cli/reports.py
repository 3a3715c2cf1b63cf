"""The commands that tell figures: odds, simulate, report."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from printgen import Project
from printgen.cli.context import PROBLEMS, Context, asking, fail, pass_context
from printgen.cli.terminal import print_problems, size
from printgen.content.library import Library
from printgen.problems import has_errors

Figures = TypeVar("Figures")


NOT_COMPUTED, NOT_WRITTEN = "nothing was computed", "nothing was written"


_POT = click.IntRange(-4, 5)

_AIM = click.Choice(["deal", "spare", "margin", "win"])

_FORMAT = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")


@click.command()
@click.argument("game")
@click.argument("studies", nargs=-1)
@click.option("--pot", type=_POT, help="Of poker dice: how many may be rerolled.")
@click.option("--dice", type=click.IntRange(1, 10), default=5, help="How many are thrown.")
@click.option("--against", type=_POT, help="The other side's Pot.")
@click.option("--against-dice", type=click.IntRange(1, 7), default=5)
@click.option("--weapon", metavar="ID", help="What the first side strikes with.")
@click.option("--against-weapon", metavar="ID")
@click.option("--cover", type=click.Choice(["none", "light", "heavy"]), default="none")
@click.option("--reply", type=click.Choice(["none", "dodge", "return-fire"]), default="none")
@click.option("--aim", type=_AIM, default="margin", help="What the first side plays for.")
@click.option("--against-aim", type=_AIM, default="margin")
@click.option("--lang", help="The language of titles and hands.")
@_FORMAT
@pass_context
def odds(
    context: Context,
    /,
    game: str,
    studies: tuple[str, ...],
    lang: str | None,
    form: str,
    **asked: Any,
) -> None:
    """Print the STUDIES of GAME (all when none is named), or, with --pot, the odds of poker dice.

    The Pots are those on the sheets: --cover and --reply change them as the rules do.
    """
    from printgen.reports import odds as figures
    from printgen.reports import odds_text

    _fits_together(bool(studies))
    library = _sound(context.project(), game)
    with asking():
        if asked["pot"] is None:
            _tell(figures.studies(library, game, studies, lang), odds_text.studies_text, form)
        else:
            found = figures.throw(library, game, figures.asked(**asked), lang)
            _tell(found, odds_text.throw_text, form)


def _fits_together(studies: bool) -> None:
    """Refuse options of a throw without a throw, and those of a showdown without one."""
    context = click.get_current_context()
    throw = set(context.params) - {"game", "studies", "lang", "form"}
    given = {
        name
        for name in throw
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    }
    for needed, free in (("pot", set()), ("against", {"pot", "dice"})):
        for name in sorted(given - free - {needed}) if needed not in given else ():
            raise click.UsageError(f"--{name.replace('_', '-')} needs --{needed}")
    if studies and given:
        raise click.UsageError("--pot prints a throw, and no studies")


@click.command()
@click.argument("quest")
@click.option("--hero", "heroes", multiple=True, metavar="ID", help="Only this one (repeatable).")
@click.option(
    "--games", type=click.IntRange(0, 100_000_000), default=100_000, show_default=True,
    help="How many each hero plays; 0: exact chances alone.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=1881, show_default=True)
@click.option(
    "--charts", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Write charts into DIR, as SVG and PNG.",
)  # fmt: skip
@click.option("--lang", help="The language of names and charts.")
@_FORMAT
@pass_context
def simulate(
    context: Context,
    quest: str,
    heroes: tuple[str, ...],
    games: int,
    seed: int,
    charts: Path | None,
    lang: str | None,
    form: str,
) -> None:
    """Print how the heroes fare in QUEST (game/quest): exact chances, and games played."""
    from printgen.reports import simulate as quests
    from printgen.reports.simulate_text import simulate_text

    library = _sound(context.project(), quest.partition("/")[0])
    with asking():
        found = quests.simulate(library, quest, heroes, games, seed, lang)
        if charts:
            from printgen.reports.simulate_charts import write_charts

            written = write_charts(library, quest, heroes, lang, charts)
            found["charts"] = [str(path) for path in written]
    _tell(found, simulate_text, form)


@click.command()
@click.argument("game")
@click.option("--lang", "langs", multiple=True, help="Only this language (repeatable).")
@pass_context
def report(context: Context, game: str, langs: tuple[str, ...]) -> None:
    """Write the figures and charts of GAME into out/GAME/, as a web page and a PDF."""
    from printgen.reports.report import NothingToReport
    from printgen.reports.report import report as write_report

    library = _sound(context.project(), game)
    try:
        with asking():
            made = write_report(library, game, langs)
    except NothingToReport as error:
        click.echo(f"printgen: {error}", err=True)
        sys.exit(PROBLEMS)
    if has_errors(made.problems):
        fail(made.problems, NOT_WRITTEN)
    print_problems(made.problems)
    for path, count in made.files.items():
        context.say(f"{path}  {size(count)}")


def _sound(project: Project, game: str) -> Library:
    """The library of a project where nothing is wrong with `game`; ends the command otherwise.

    Other games may have their errors. While a game is tuned, what its chapters quote lags behind:
    that stops nobody from computing.
    """
    problems = [p for p in project.problems_of(game) if p.code != "figure-wrong"]
    if has_errors(problems):
        fail(problems, NOT_COMPUTED)
    return project.library


def _tell(found: Figures, text: Callable[[Figures], str], form: str) -> None:
    """Print figures, for people or for programs."""
    click.echo(json.dumps(found, ensure_ascii=False, indent=2) if form == "json" else text(found))
