"""The commands odds, simulate and report."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from printgen import Project
from printgen.cli.completion import complete_game, complete_language
from printgen.cli.context import (
    CLUSTER,
    FORMAT,
    NO_CACHE,
    Context,
    asking,
    fail,
    pass_context,
)
from printgen.cli.terminal import echo, echo_json, echo_tables, print_problems, size, tally
from printgen.content.library import Entry, Library
from printgen.content.models.scenario import Scenario
from printgen.extras.exports.commands import LANGS, exporting
from printgen.problems import did_you_mean, has_errors

# --- games without errors -------------------------------------------------------------------------


# Folders of entries that are computed from a game, and how the codes of their problems begin: the
# game itself can be played without them.
COMPUTED = {"studies": "study-", "wishes": "wish-"}


def sound_library(project: Project, game: str, without: Mapping[str, str] | None = None) -> Library:
    """The library of a project whose `game` has no errors. Exits otherwise.

    Errors of other games do not matter. Neither do outdated values quoted in texts: while a game is
    tuned, its prose lags behind. Entries with errors in the folders `without` of the game, such as
    COMPUTED, which the command does not need, are named and left out.
    """
    problems = [p for p in project.problems_of(game) if p.code != "quoted-value-wrong"]
    folders = tuple(f"content/{game}/{folder}/" for folder in without or ())
    codes = tuple((without or {}).values())
    spared = [
        p for p in problems if p.position.file.startswith(folders) or p.code.startswith(codes)
    ]
    if has_errors(p for p in problems if p not in spared):
        fail(problems, "nothing was computed")
    if errors := [p for p in spared if p.severity == "error"]:
        print_problems(errors)
        echo(f"{tally(errors)}; what has errors is left out", err=True)
    return project.library


# --- folders that options name, to be written into ------------------------------------------------


def writable_folder(_: click.Context, __: click.Parameter, text: str | None) -> Path | None:
    """A folder that can be made or written into, for an option. Raises BadParameter."""
    if text is None:
        return None
    if not text.strip():
        raise click.BadParameter("the name of the folder is empty (`.` is the current folder)")
    folder = Path(text)
    try:
        there = next(path for path in (folder, *folder.parents) if _is_there(path))
    except OSError as error:
        raise click.BadParameter(f"'{text}': {error.strerror}") from error
    if not there.exists():
        raise click.BadParameter(f"'{there}' is a link to what does not exist")
    if not there.is_dir():
        hint = "name another folder" if there == folder else f"name a folder outside of '{there}'"
        raise click.BadParameter(f"'{there}' is a file, not a folder ({hint})")
    if not os.access(there, os.W_OK | os.X_OK):
        raise click.BadParameter(f"'{there}' cannot be written into: its permissions forbid it")
    return folder


def _is_there(path: Path) -> bool:
    """Whether a file, a folder or a link has this name. Raises OSError for names that none has."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


Found = TypeVar("Found")

# The usual numbers of games.
QUEST_GAMES, BATTLE_GAMES = 100_000, 10_000


_POT = click.IntRange(-4, 5)

_AIM = click.Choice(["deal", "spare", "margin", "win"])


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("studies", nargs=-1)
@click.option("--pot", type=_POT, help="Reroll dice (poker dice).")
@click.option("--dice", type=click.IntRange(1, 10), default=5, help="Dice in the first roll.")
@click.option("--against", type=_POT, help="Reroll dice of the other side.")
@click.option(
    "--against-dice",
    type=click.IntRange(1, 7),
    default=5,
    help="First-roll dice of the other side.",
)
@click.option("--weapon", metavar="ID", help="Weapon of the first side.")
@click.option("--against-weapon", metavar="ID", help="Weapon of the other side.")
@click.option(
    "--cover",
    type=click.Choice(["none", "light", "heavy"]),
    default="none",
    help="Cover of the other side.",
)
@click.option(
    "--reply",
    type=click.Choice(["none", "dodge", "return-fire"]),
    default="none",
    help="Reply of the other side.",
)
@click.option("--aim", type=_AIM, default="margin", help="Aim of the first side.")
@click.option("--against-aim", type=_AIM, default="margin", help="Aim of the other side.")
@click.option("--lang", shell_complete=complete_language, help="Language of titles and hands.")
@FORMAT
@NO_CACHE
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
    """Print the STUDIES of GAME (default: all), or, with --pot, the odds of poker dice.

    Give the reroll dice printed on the sheets. --cover and --reply modify them by the rules.
    """
    from printgen.extra import require
    from printgen.extras.reports import texts

    _fits_together(bool(studies))
    library = sound_library(context.project(), game)
    with asking():
        if asked["pot"] is None:
            _print(texts.studies(library, game, studies, lang), texts.studies_text, form)
        else:
            require("poker_dice")
            from printgen.extras.poker_dice.study import throw

            found = throw(library, game, lang, **asked)
            _print(found, texts.throw_text, form)


def _fits_together(studies: bool) -> None:
    """Refuse options of a throw without --pot, and of a showdown without --against."""
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
        raise click.UsageError("--pot prints a throw; it takes no studies")


@click.command()
@click.argument("target", metavar="QUEST|SCENARIO")
@click.option("--hero", "heroes", multiple=True, metavar="ID", help="Only this hero (repeatable).")
@click.option(
    "--player", "players", multiple=True, metavar="[SIDE=]KIND",
    help="How a side of a scenario plays, or both: greedy (the default) or simple (repeatable).",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(0, 100_000_000),
    help="Games played: 100,000 per hero, or 10,000 of a scenario, if not given. 0 prints only "
    "the exact chances of a quest.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0), default=1881, show_default=True,
    help="Another number plays other games.",
)  # fmt: skip
@click.option(
    "--charts", callback=writable_folder, metavar="DIR",
    help="Write charts to DIR as SVG and PNG.",
)  # fmt: skip
@click.option("--lang", shell_complete=complete_language, help="Language of names and charts.")
@FORMAT
@CLUSTER
@NO_CACHE
@pass_context
def simulate(
    context: Context,
    target: str,
    heroes: tuple[str, ...],
    players: tuple[str, ...],
    games: int | None,
    seed: int,
    charts: Path | None,
    lang: str | None,
    form: str,
) -> None:
    """Solve QUEST (game/quest) for each hero and play it, or play the battle of SCENARIO.

    A scenario is played if its game has rules for it in game.yaml: `poker: skirmish:`,
    `power_skirmish:` or `hex_battles:`.
    """
    from printgen.extra import require

    library = sound_library(context.project(), target.partition("/")[0], COMPUTED)
    with asking():
        if scenario := _scenario_of(library, target):
            if heroes:
                raise click.UsageError("--hero is for a quest")
            from printgen.extras.battles.results import (
                battle_text,
                simulate_battle,
                write_battle_charts,
            )

            many = BATTLE_GAMES if games is None else games
            battle = simulate_battle(library, scenario, players, many, seed, lang)
            if charts:
                with context.runner() as runner:
                    written = write_battle_charts(
                        library, scenario, players, many, seed, lang, charts, runner
                    )
                battle["charts"] = list(map(str, written))
            _print(battle, battle_text, form)
            return
        if players:
            raise click.UsageError("--player is for a scenario")
        require("quest")
        from printgen.extras.quest import simulation

        spread, many = context.spread(1), QUEST_GAMES if games is None else games
        quest = simulation.simulate(library, target, heroes, many, seed, lang, spread)
        if charts:
            with context.runner() as runner:
                written = simulation.write_charts(library, target, heroes, lang, charts, runner)
            quest["charts"] = list(map(str, written))
        _print(quest, simulation.simulate_text, form)


def _scenario_of(library: Library, target: str) -> Entry[Scenario] | None:
    """The scenario of a target `game/scenario`; None for a quest, or what may be meant as one.

    Raises ComputationError if the game has scenarios but no quests, and no such scenario.
    """
    from printgen.products.target import game_of
    from printgen.rules.resolve import ComputationError

    game, _, name = target.partition("/")
    content = game_of(library, game)
    quests = content.of_kind("quests")
    found = None if name in quests else content.scenarios.get(name)
    if found is None and content.scenarios and not quests:
        known = [f"{game}/{scenario}" for scenario in content.scenarios]
        message = f"no scenario '{target}'" if name else f"'{game}' is a game; name a scenario"
        hint = did_you_mean(target, known) if name else ""
        raise ComputationError(message, hint=hint or ", ".join(known))
    return found


@click.command()
@click.argument("game", shell_complete=complete_game)
@LANGS
@NO_CACHE
@pass_context
def report(context: Context, game: str, langs: tuple[str, ...]) -> None:
    """Write the statistics and charts of GAME to out/GAME/ as a web page and a PDF."""
    from printgen.extras.reports.report import report as write_report

    library = sound_library(context.project(), game)
    with exporting(), asking(), context.runner() as runner:
        made = write_report(library, game, runner, langs)
    if has_errors(made.problems):
        fail(made.problems, "nothing was written")
    print_problems(made.problems)
    for path, count in made.files.items():
        context.say(f"{path}  {size(count)}")


def _print(found: Found, text: Callable[[Found], str], form: str) -> None:
    """Print a report as text or JSON."""
    if form == "json":
        echo_json(found)
    else:
        echo_tables(text(found))
