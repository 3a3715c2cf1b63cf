"""The commands check, build, list and clean."""

from __future__ import annotations

import sys
from contextlib import suppress
from datetime import datetime
from itertools import chain
from threading import Event
from typing import TYPE_CHECKING, NamedTuple, Unpack

import click

from printgen.cli.completion import (
    complete_code,
    complete_game,
    complete_language,
    complete_paper,
    complete_target,
)
from printgen.cli.context import (
    CLUSTER,
    DONE,
    JOBS,
    NO_CACHE,
    PROBLEMS,
    Context,
    fail,
    marker_problems,
    need_preview,
    pass_context,
    project_settings,
    settings_text,
)
from printgen.cli.print_options import choosing, listed, papers, print_options
from printgen.cli.terminal import (
    Progress,
    echo,
    echo_json,
    echo_text,
    note_broken,
    print_changes,
    print_problems,
    size,
    tally,
)  # fmt: skip
from printgen.extra import load, named_parts
from printgen.imposition.plan import PrintChoice
from printgen.paper import EDITIONS
from printgen.problems import FORMATS, Problem, as_errors, as_warnings, did_you_mean, has_errors

if TYPE_CHECKING:
    from printgen import Project
    from printgen.press.earlier import BuiltFile
    from printgen.press.targets import Variants
    from printgen.products.target import Target

NOT_BUILT = "nothing was built"

NO_PRODUCTS = "nothing to build: write products to content/GAME/products.yaml"

OVERFULL = "what does not fit has a red frame in {}"

ELSEWHERE = "the errors are in chapters, which these files do not print"

NOT_CHANGED = "no card has changed since it was printed"


_FORMAT = click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), default="text",
    help="How problems are printed; all but text go to stdout.",
)  # fmt: skip


@click.command()
@click.argument("games", nargs=-1, shell_complete=complete_game)
@NO_CACHE
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@click.option("--all", "every", is_flag=True, help="List problems that follow from others, too.")
@_FORMAT
@click.option("--watch", is_flag=True, help="Check again after each change, until interrupted.")
@pass_context
def check(
    context: Context, games: tuple[str, ...], strict: bool, every: bool, form: str, watch: bool
) -> None:
    """Report all problems in the content of GAMES, by default of all."""
    if watch and games:
        raise click.UsageError("--watch checks all games")
    if watch:
        watch_problems(context, form)
        return
    project = context.project()
    problems = _problems_of(project, games) if games else project.check()
    problems = [*marker_problems(project.folders), *problems]
    if form == "text":
        print_changes(context.folders(), context.store, problems)
    problems = as_errors(problems) if strict else problems
    print_problems(problems, form, every=every, folders=project.folders)
    note_broken([game for game in project.broken if not games or game in games])
    if form == "text":
        context.say(tally(problems) or "no problems")
    sys.exit(PROBLEMS if has_errors(problems) else DONE)


def watch_problems(context: Context, form: str) -> None:
    """Report the problems of the project now and after each change of them, until interrupted."""
    need_preview("check --watch")
    from printgen.content.fingerprint import mtime_fingerprint
    from printgen.content.watching import changes

    folders, last = context.folders(), None
    since = mtime_fingerprint(folders)
    with suppress(KeyboardInterrupt):
        for _ in chain([set()], changes(folders, since, Event())):
            problems = context.project().check()
            if problems != last:
                print_problems(problems, form)
                if form == "text":
                    context.say(f"{datetime.now():%H:%M:%S}  {tally(problems) or 'no problems'}")
            last = problems


def _problems_of(project: Project, games: tuple[str, ...]) -> list[Problem]:
    """The problems of some games. Unknown games are wrong usage."""
    known = {*project.games, *project.broken}
    for game in games:
        if game not in known:
            hint = did_you_mean(game, known)
            raise click.UsageError(f"no game '{game}'" + (f" ({hint})" if hint else ""))
    return project.problems_of(*games)


_LANG = click.option(
    "--lang", "langs", multiple=True, callback=listed, shell_complete=complete_language,
    help="Build only these languages (repeatable).",
)  # fmt: skip

_PAPER = click.option(
    "--paper", "papers", multiple=True, callback=papers, shell_complete=complete_paper,
    metavar="PAPER",
    help="Build for this paper: a4, letter, a3… or a size such as '330 x 483 mm' (repeatable).",
)  # fmt: skip

_INK = click.option(
    "--ink", "inks", multiple=True, type=click.Choice(["full", "low"], case_sensitive=False),
    help="Build only this ink variant (repeatable).",
)  # fmt: skip

_EDITION = click.option(
    "--edition", "editions", multiple=True, type=click.Choice(EDITIONS),
    help="Build this edition: screen, print, press or booklet of a book; tiles, whole or counters"
    " of a map (repeatable).",
)  # fmt: skip

_ALL = click.option("--all", "every", is_flag=True, help="Build every paper, ink and edition.")

_DUPLEX = click.option(
    "--duplex", type=click.Choice(["long-edge", "short-edge", "gutter-fold"]),
    help="How the backs are printed.",
)  # fmt: skip


@click.command()
@click.argument("targets", nargs=-1, shell_complete=complete_target)
@_LANG
@_PAPER
@_INK
@_EDITION
@_ALL
@_DUPLEX
@print_options
@JOBS
@CLUSTER
@NO_CACHE
@click.option(
    "--draft",
    is_flag=True,
    help="Print what can be printed, with errors as warnings, into NAME.draft.pdf: missing pictures"
    " have placeholders, cards that do not fit have a red frame.",
)
@click.option(
    "--guides",
    is_flag=True,
    help="Draw lines over the cards, into NAME.guides.pdf: the cut, the bleed, the safe zone, and"
    " the parts with a place of their own.",
)
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@_FORMAT
@pass_context
def build(
    context: Context,
    targets: tuple[str, ...],
    duplex: str | None,
    choice: PrintChoice,
    changed: bool,
    jobs: int | None,
    draft: bool,
    guides: bool,
    strict: bool,
    form: str,
    **variants: Unpack[Variants],
) -> None:
    """Build TARGETS into out/. A target is a game, game/product or a glob; the default is all.

    With an option that chooses cards, sides or sheets, only decks are built, into files of their
    own: NAME.print.pdf. With a format for problems, the files are named on stderr.
    """
    # Imported here: it takes longer to import than to find out that nothing has changed.
    from printgen.press.unchanged import Outcome, UnchangedBuild

    if draft and strict:
        raise click.UsageError("--draft prints in spite of errors, --strict does not")
    if guides and (changed or choice.cutter):
        raise click.UsageError("--guides are to look at, not for printed or cut cards")
    request = _Request(
        targets, duplex, choice, changed, jobs, draft, guides, strict, form, variants
    )
    folders, err = context.folders(), form != "text"
    unchanged = UnchangedBuild(folders, context.store, request.arguments(context))
    if known := unchanged.find():
        print_problems(known.problems, form, folders=folders)
        for record in known.records:
            context.say(f"{record['path']}  {size(int(str(record['bytes'])))}  up to date", err=err)
    else:
        problems, files, others = _build(context, request)
        print_problems(problems, form, folders=folders)
        for item in files:
            state = "made" if item.made else "up to date"
            context.say(f"{item.target.path}  {size(item.size)}  {state}", err=err)
        known = Outcome(problems, [item.record() for item in files], others)
        unchanged.keep(known)
    if known.others:
        context.say(known.others, err=True)
    drafts = [path for record in known.records if ".draft." in (path := str(record["path"]))]
    if draft and known.problems and not known.records:
        context.say(NOT_BUILT, err=err)
        sys.exit(PROBLEMS)
    if changed and not known.records:
        context.say(NOT_CHANGED, err=err)
    elif not known.records:
        context.say(NO_PRODUCTS, err=err)
    elif drafts and not draft:
        echo(f"{tally(known.problems)}; {OVERFULL.format(', '.join(drafts))}", err=True)
        sys.exit(PROBLEMS)
    elif has_errors(known.problems):
        context.say(ELSEWHERE, err=err)


class _Request(NamedTuple):
    """The arguments of `build`."""

    targets: tuple[str, ...]
    duplex: str | None
    choice: PrintChoice
    changed: bool
    jobs: int | None
    draft: bool
    guides: bool
    strict: bool
    form: str
    variants: Variants

    def arguments(self, context: Context) -> object:
        """All that the files of the build depend on, besides the sources."""
        from printgen.press.staging import MAX_MANIFEST, PRINTED

        printed = b""
        if self.changed:
            with suppress(OSError):
                printed = context.folders().read(f"out/{PRINTED}", MAX_MANIFEST)
        same = self._replace(jobs=None, form="text"), sorted(self.variants.items())
        return *same, settings_text(context.folders()), printed


def _build(context: Context, request: _Request) -> tuple[list[Problem], list[BuiltFile], str]:
    """The problems and the files of a build, and a line about games that it leaves out. Exits with
    status 1 when it has errors.
    """
    settings, strict = project_settings(context.folders()), request.strict
    with context.runner(request.jobs, warm=True) as runner, choosing():
        # Imported here: meanwhile, the first worker starts.
        from printgen.press.build import build as build_targets
        from printgen.press.printed import only_changed
        from printgen.press.targets import beyond, note_of_leftovers, note_of_others, stopping
        from printgen.products.kind import PrintOptions

        project, others = context.project(), list[Problem]()
        known = as_errors(project.problems) if strict else project.problems
        if request.draft:
            known = as_warnings(known)
        elif request.targets and has_errors(known):
            others = beyond(project.library, known, request.targets)
            known = [problem for problem in known if problem not in others]
        variants: Variants = {**request.variants, "at_hand": settings.paper}
        chosen: list[Target] = []
        # A name may be that of a product with errors: it is looked up once there are none.
        if not stopping(known, chosen):
            chosen = project.targets(request.targets, **variants)
        if stopping(known, chosen):
            print_changes(context.folders(), context.store, project.problems)
            note_broken(project.broken)
            fail(known, NOT_BUILT, request.form, context.folders())
        x, y = settings.back_offset
        duplex = request.duplex or settings.duplex
        options = PrintOptions((x, y), duplex, request.choice, request.draft, request.guides)
        if request.changed:
            options = only_changed(project.library, chosen, runner, options)
        with Progress(context.quiet) as progress:
            lib, kept = project.library, context.store
            report = build_targets(
                lib, chosen, runner, options, progress, store=kept, strict=strict
            )
    problems = [*known, *(as_errors(report.problems) if strict else report.problems)]
    if report.failed:
        fail(problems, NOT_BUILT, request.form, context.folders())
    if note := note_of_leftovers(project.library):
        context.say(note, err=True)
    return problems, list(report.built), note_of_others(others)


def _art(context: Context) -> list[dict[str, object]]:
    """The pictures that are missing, with their sizes in print."""
    with context.runner(None) as runner, Progress(context.quiet) as progress:
        # Imported here: other lists need no layout.
        from printgen.cli.catalogue import art
        from printgen.press.drafting import missing_art
        from printgen.press.targets import find_targets

        library = context.project().library
        return art(missing_art(library, find_targets(library), runner, progress))


@click.command("list")
@click.argument(
    "what",
    type=click.Choice(["targets", "checks", "papers", "cards", "art", *named_parts("lists")]),
    default="targets",
)
@click.argument("code", required=False, shell_complete=complete_code)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text",
    help="Lines to read, or data for scripts.",
)  # fmt: skip
@pass_context
def list_(context: Context, what: str, code: str | None, form: str) -> None:
    """List targets, checks, papers, card sizes, cutting machines or card printers.

    `list checks CODE` explains one check. `list art` names the pictures that are missing, where
    they are used, and their sizes in print: in mm, and in pixels at 300 dpi.
    """
    from printgen.cli import catalogue

    if code is not None:
        if what != "checks":
            raise click.UsageError("only `list checks` takes a CODE")
        echo_text(catalogue.check_page(code))
        return
    if what == "art":
        rows = _art(context)
    elif what == "targets":
        rows = catalogue.targets(context.project())
    elif part := named_parts("lists").get(what):
        rows = load(part)(context.folders_if_any())
    else:
        rows = {
            "checks": catalogue.checks,
            "papers": catalogue.papers,
            "cards": catalogue.cards,
        }[what]()
    if form == "json":
        echo_json(rows)
    elif rows:
        echo(*catalogue.as_lines(rows))
    elif what == "art":
        context.say("no picture is missing", err=True)


@click.command()
@click.option("--cache", is_flag=True, help="Delete the results kept for all projects instead.")
@pass_context
def clean(context: Context, cache: bool) -> None:
    """Delete the built files in out/."""
    from printgen.press.staging import clean as empty

    if cache:
        context.store.clear()
        context.say("the cache is empty")
    else:
        empty(context.folders())
