"""The commands of the press: check, list, build, clean."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import Any

import click

from printgen import Project
from printgen.cli.context import DONE, PROBLEMS, Context, fail, pass_context, user_settings
from printgen.cli.terminal import Progress, print_problems, size, tally
from printgen.content.models.products import EDITIONS
from printgen.problems import FORMATS, has_errors

NOT_BUILT = "nothing was built"


@click.command()
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
    "--edition", "editions", multiple=True, type=click.Choice(EDITIONS),
    help="Of books: screen, print, booklet; of maps: tiles, whole, counters (repeatable).",
)  # fmt: skip

_ALL = click.option("--all", "every", is_flag=True, help="Every paper, ink and edition.")


@click.command()
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
    from printgen.press.build import build as build_targets
    from printgen.products.job import PrintOptions

    settings = user_settings()
    project = context.project()
    if has_errors(project.problems) or (strict and project.problems):
        fail(project.problems, NOT_BUILT)
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
        fail(problems, NOT_BUILT)
    print_problems(problems)
    for item in report.built:
        context.say(f"{item.target.path}  {size(item.size)}")


def _choose(project: Project, patterns: Iterable[str], **variants: Any) -> Any:
    from printgen.press.targets import TargetError

    try:
        return project.targets(patterns, **variants)
    except TargetError as error:
        message, hint = error.args if len(error.args) == 2 else (error.args[0], "")
        raise click.UsageError(f"{message} ({hint})" if hint else message) from error


@click.command("list")
@click.argument(
    "what", type=click.Choice(["targets", "checks", "papers", "cards"]), default="targets"
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@pass_context
def list_(context: Context, what: str, form: str) -> None:
    """Show the targets, the checks, the papers or the card sizes."""
    from printgen.cli import catalogue

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


@click.command()
@pass_context
def clean(context: Context) -> None:
    """Remove what was built."""
    from printgen.press.staging import clean as empty

    empty(context.folders())
