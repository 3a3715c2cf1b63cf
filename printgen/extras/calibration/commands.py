"""The command calibrate."""

from __future__ import annotations

from pathlib import Path

import click

from printgen.cli.completion import complete_paper
from printgen.cli.context import Context, pass_context, settings_file, user_settings
from printgen.cli.print_options import one_paper
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
    from printgen.extras.calibration.page import write_test_page

    settings = user_settings()
    x, y = settings.back_offset
    try:
        write_test_page(output, paper or settings.paper or "a4", lang, (x, y))
    except OSError as error:
        raise ProjectError(f"cannot write {output}: {error.strerror}") from error
    context.say(f"{output}", f"Follow the page and write the offset to {settings_file()}")
