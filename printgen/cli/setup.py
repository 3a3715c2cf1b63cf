"""The commands theme, schema, calibrate and doctor."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from printgen.cli.completion import complete_paper
from printgen.cli.context import DONE, UNUSABLE, Context, pass_context, settings_file, user_settings
from printgen.cli.print_options import one_paper
from printgen.cli.terminal import echo
from printgen.project import ProjectError


@click.command()
@click.option(
    "--paper", callback=one_paper, shell_complete=complete_paper, metavar="PAPER",
    help="The paper of the test page: a4, letter, a3… By default that of your settings, or a4.",
)  # fmt: skip
@click.option(
    "--lang", default="fr", type=click.Choice(["fr", "en"]), show_default=True,
    help="The language of the test page.",
)  # fmt: skip
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), default=Path("calibrate.pdf"),
    help="File to write.",
)  # fmt: skip
@pass_context
def calibrate(context: Context, paper: str | None, lang: str, output: Path) -> None:
    """Write a test page that measures how far a printer shifts the backs."""
    from printgen.imposition.calibration import write_test_page

    settings = user_settings()
    x, y = settings.back_offset
    try:
        write_test_page(output, paper or settings.paper or "a4", lang, (x, y))
    except OSError as error:
        raise ProjectError(f"cannot write {output}: {error.strerror}") from error
    context.say(f"{output}", f"Follow the page and write the offset to {settings_file()}")


@click.command()
@pass_context
def schema(context: Context) -> None:
    """Write JSON Schemas of the project's YAML files to .printgen/ for editors."""
    from printgen.content.schema import write_schemas

    for name in write_schemas(context.project().library):
        context.say(name)


@click.command()
@click.argument("name")
@pass_context
def theme(context: Context, name: str) -> None:
    """Create a theme in templates/NAME to customise."""
    from printgen.content.new import copy_theme

    for path in copy_theme(context.folders(), name):
        context.say(path)
    context.say("", f"next:  theme: {name}  in game.yaml")


@click.command()
@pass_context
def doctor(context: Context) -> None:
    """Check that this machine has everything printgen needs."""
    from printgen.reports.doctor import examine, examine_store

    findings = [*examine(), examine_store(context.store)]
    for finding in findings:
        mark = "ok     " if finding.ok else "MISSING"
        context.say(f"{mark}  {finding.item}: {finding.found}")
        if not finding.ok:
            echo(f"         {finding.remedy}", err=True)
    sys.exit(DONE if all(finding.ok for finding in findings) else UNUSABLE)


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
