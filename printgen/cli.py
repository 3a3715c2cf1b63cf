"""The command line: parse, call, print, exit. The only place that does."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

import click

from printgen import Project, __version__
from printgen.problems import FORMATS, Problem, did_you_mean, has_errors
from printgen.project import Folders, ProjectError, find_project
from printgen.settings import Settings, read_settings
from printgen.terminal import Progress, print_problems, size, tally

DONE, PROBLEMS, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


class Context:
    """What the options before the command say."""

    def __init__(self, start: Path, quiet: bool):
        self.start, self.quiet = start, quiet

    def folders(self) -> Folders:
        """The project's folders; ends the command when there are none."""
        return find_project(self.start)

    def project(self) -> Project:
        """The project, read and checked."""
        return Project(self.folders().root)

    def say(self, text: str) -> None:
        """A result, on stdout."""
        if not self.quiet:
            click.echo(text)


pass_context = click.make_pass_decorator(Context)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-C", "--project", "start", type=click.Path(path_type=Path), default=Path(), metavar="DIR",
    help="Work in the project in DIR instead of the one here.",
)  # fmt: skip
@click.option("-q", "--quiet", is_flag=True, help="Print problems alone.")
@click.version_option(__version__, prog_name="printgen")
@click.pass_context
def main(context: click.Context, start: Path, quiet: bool) -> None:
    """Turn game texts into cards and sheets that are checked and ready to print."""
    context.obj = Context(start, quiet)


def run() -> NoReturn:
    """The command `printgen`."""
    try:
        main.main(standalone_mode=False)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except SystemExit:
        # A reader that has gone (`printgen list | head`) is no fault; click marks it so.
        if type(sys.stdout).__name__.endswith("PacifyFlushWrapper"):
            sys.exit(DONE)
        raise
    except (click.Abort, KeyboardInterrupt):
        click.echo("printgen: interrupted; nothing was changed", err=True)
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        error.show()
        sys.exit(UNUSABLE)
    except ProjectError as error:
        click.echo(f"printgen: {error}", err=True)
        sys.exit(UNUSABLE)
    except OSError as error:
        # What is left: a full disk behind stdout, a folder that has gone.
        click.echo(f"printgen: {error.strerror or error}", err=True)
        sys.exit(UNUSABLE)
    sys.exit(DONE)


def _settings_file() -> Path:
    return Path(click.get_app_dir("printgen")) / "settings.yaml"


def _settings() -> Settings:
    settings, problems = read_settings(_settings_file())
    print_problems(problems)
    if problems:
        sys.exit(PROBLEMS)
    return settings


@main.command()
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text")
@pass_context
def check(context: Context, strict: bool, form: str) -> None:
    """Find everything that is wrong with the content."""
    problems = context.project().check()
    print_problems(problems, form)
    if form == "text":
        context.say(tally(problems) or "no problems")
    sys.exit(PROBLEMS if has_errors(problems) or (strict and problems) else DONE)


_LANG = click.option("--lang", "langs", multiple=True, help="Only this language (repeatable).")
_PAPER = click.option("--paper", "papers", multiple=True, help="Paper: a4, letter (repeatable).")
_INK = click.option(
    "--ink", "inks", multiple=True, type=click.Choice(["full", "low"], case_sensitive=False)
)
_EDITION = click.option(
    "--edition", "editions", multiple=True, type=click.Choice(["screen", "print", "booklet"]),
    help="Of books: for the screen, for a print shop, to fold (repeatable).",
)  # fmt: skip
_ALL = click.option("--all", "every", is_flag=True, help="Every paper, ink and edition.")


@main.command()
@click.argument("targets", nargs=-1)
@_LANG
@_PAPER
@_INK
@_EDITION
@_ALL
@click.option("--duplex", type=click.Choice(["long-edge", "short-edge", "gutter-fold"]))
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=None, help="Worker processes.")
@click.option("--strict", is_flag=True, help="Warnings stop the build.")
@pass_context
def build(
    context: Context,
    targets: tuple[str, ...],
    langs: tuple[str, ...],
    papers: tuple[str, ...],
    inks: tuple[str, ...],
    editions: tuple[str, ...],
    every: bool,
    duplex: str | None,
    jobs: int | None,
    strict: bool,
) -> None:
    """Build TARGETS (game, game/product or a glob; all when none is named) into out/."""
    from printgen.build import build as build_targets
    from printgen.outputs.job import PrintOptions

    settings = _settings()
    project = context.project()
    if has_errors(project.problems) or (strict and project.problems):
        _fail(project.problems)
    chosen = _choose(
        project,
        targets,
        langs=langs,
        papers=papers,
        inks=inks,
        editions=editions,
        every=every,
        at_hand=settings.paper,
    )
    x, y = settings.back_offset
    options = PrintOptions((x, y), duplex or settings.duplex)
    workers = jobs or min(os.cpu_count() or 1, 8)
    with Progress(context.quiet) as progress:
        report = build_targets(project.library, chosen, options, workers, progress)
    problems = [*project.problems, *report.problems]
    if has_errors(problems) or (strict and problems):
        _fail(problems)
    print_problems(problems)
    for item in report.built:
        context.say(f"{item.target.path}  {size(item.size)}")


def _choose(project: Project, patterns: Iterable[str], **variants: Any) -> Any:
    from printgen.outputs.targets import TargetError

    try:
        return project.targets(patterns, **variants)
    except TargetError as error:
        message, hint = error.args if len(error.args) == 2 else (error.args[0], "")
        raise click.UsageError(f"{message} ({hint})" if hint else message) from error


def _fail(problems: Iterable[Problem]) -> NoReturn:
    problems = list(problems)
    print_problems(problems)
    click.echo(f"{tally(problems)}; nothing was built", err=True)
    sys.exit(PROBLEMS)


@main.command("list")
@click.argument(
    "what", type=click.Choice(["targets", "checks", "papers", "cards"]), default="targets"
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@pass_context
def list_(context: Context, what: str, form: str) -> None:
    """Show the targets, the checks, the papers or the card sizes."""
    from printgen import catalogue

    if what == "targets":
        rows = catalogue.targets(context.project())
    else:
        rows = {
            "checks": catalogue.checks,
            "papers": catalogue.papers,
            "cards": catalogue.cards,
        }[what]()
    if form == "json":
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        click.echo(catalogue.as_text(rows))


_POT = click.IntRange(-4, 5)
_AIM = click.Choice(["deal", "spare", "margin", "win"])


@main.command()
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
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
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
    from printgen import figures, figures_text
    from printgen.rules.answers import Unanswerable

    _fits_together(bool(studies))
    library = _sound(context.project()).library
    found: Any
    try:
        if asked["pot"] is None:
            found = figures.studies(library, game, studies, lang)
            text = figures_text.studies_text(found)
        else:
            found = figures.throw(library, game, figures.asked(**asked), lang)
            text = figures_text.throw_text(found)
    except Unanswerable as error:
        raise click.UsageError(f"{error} ({error.hint})" if error.hint else str(error)) from error
    click.echo(json.dumps(found, ensure_ascii=False, indent=2) if form == "json" else text)


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


@main.command()
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
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
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
    from printgen import simulate as quests
    from printgen import simulate_text
    from printgen.rules.answers import Unanswerable

    library = _sound(context.project()).library
    try:
        found = quests.simulate(library, quest, heroes, games, seed, lang)
        if charts:
            from printgen.simulate_charts import write_charts

            written = write_charts(library, quest, heroes, lang, charts)
            found["charts"] = [str(path) for path in written]
    except Unanswerable as error:
        raise click.UsageError(f"{error} ({error.hint})" if error.hint else str(error)) from error
    if form == "json":
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        click.echo(simulate_text.simulate_text(found))


@main.command()
@click.argument("game")
@_LANG
@pass_context
def report(context: Context, game: str, langs: tuple[str, ...]) -> None:
    """Write the figures and charts of GAME into out/GAME/, as a web page and a PDF."""
    from printgen.report import NothingToReport
    from printgen.report import report as write_report

    library = _sound(context.project()).library
    if game not in library.games:
        hint = did_you_mean(game, library.games)
        raise click.UsageError(f"no game '{game}'" + (f" ({hint})" if hint else ""))
    spoken = library.games[game].game.languages
    for lang in langs:
        if lang not in spoken:
            raise click.UsageError(f"'{game}' does not speak {lang} (there is {', '.join(spoken)})")
    try:
        made = write_report(library, game, list(dict.fromkeys(langs)) or list(spoken))
    except NothingToReport as error:
        click.echo(f"printgen: {error}", err=True)
        sys.exit(PROBLEMS)
    if has_errors(made.problems):
        _fail(made.problems)
    print_problems(made.problems)
    for path, count in made.files.items():
        context.say(f"{path}  {size(count)}")


def _sound(project: Project) -> Project:
    """A project without errors; ends the command otherwise.

    While a game is tuned, what its chapters quote lags behind: that stops nobody from computing.
    """
    problems = [p for p in project.problems if p.code != "figure-wrong"]
    if has_errors(problems):
        print_problems(problems)
        click.echo(f"{tally(problems)}; nothing was computed", err=True)
        sys.exit(PROBLEMS)
    return project


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@pass_context
def new(context: Context, folder: Path) -> None:
    """Make a small game in FOLDER that builds at once."""
    from printgen.new import create

    made = create(folder)
    context.say(f"made {folder}:")
    for name in made:
        context.say(f"  {name}")
    context.say(f"\nnext:  cd {shlex.quote(str(folder))}  and  printgen build")


@main.command()
@click.option("--paper", type=click.Choice(["a4", "letter"]), default=None)
@click.option("--lang", default="fr", type=click.Choice(["fr", "en"]))
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), default=Path("calibrate.pdf"),
    help="The file to write.",
)  # fmt: skip
@pass_context
def calibrate(context: Context, paper: str | None, lang: str, output: Path) -> None:
    """Make the test page that measures how far a printer moves the backs."""
    from printgen.calibrate import write_test_page

    settings = _settings()
    x, y = settings.back_offset
    try:
        write_test_page(output, paper or settings.paper or "a4", lang, (x, y))
    except OSError as error:
        raise ProjectError(f"cannot write {output}: {error.strerror}") from error
    context.say(f"{output}\nThe page tells what to write into {_settings_file()}")


@main.command()
@pass_context
def schema(context: Context) -> None:
    """Write JSON Schemas of the project's YAML files into .printgen/, for editors."""
    from printgen.schema import write_schemas

    for name in write_schemas(context.project().library):
        context.say(name)


@main.command()
@click.argument("name")
@pass_context
def theme(context: Context, name: str) -> None:
    """Copy the plain theme into templates/NAME, to change it into yours."""
    from printgen.new import copy_theme

    for path in copy_theme(context.folders(), name):
        context.say(path)
    context.say(f"\nnext:  theme: {name}  in game.yaml")


@main.command()
@pass_context
def clean(context: Context) -> None:
    """Remove what was built."""
    from printgen.publish import clean as empty

    empty(context.folders())


@main.command()
@pass_context
def doctor(context: Context) -> None:
    """Say whether this machine has what printgen needs."""
    from printgen.doctor import examine

    findings = examine()
    for finding in findings:
        mark = "ok     " if finding.good else "MISSING"
        context.say(f"{mark}  {finding.what}: {finding.found}")
        if not finding.good:
            click.echo(f"         {finding.remedy}", err=True)
    sys.exit(DONE if all(finding.good for finding in findings) else UNUSABLE)
