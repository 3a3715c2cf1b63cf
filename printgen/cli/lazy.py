"""Commands of extras, imported when they are called."""

from __future__ import annotations

from typing import Any

import click

from printgen.extra import load, named_parts


class LazyGroup(click.Group):
    """A group with the commands of a field of `Extra` besides its own."""

    def __init__(self, *arguments: Any, field: str, **options: Any):
        super().__init__(*arguments, **options)
        self._field = field

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in order."""
        return sorted({*self.commands, *named_parts(self._field)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, or None."""
        if part := named_parts(self._field).get(cmd_name):
            found: click.Command = load(part)
            return found
        return super().get_command(ctx, cmd_name)
