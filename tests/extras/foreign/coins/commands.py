"""The command `flip`."""

from __future__ import annotations

import click

from coins.flips import chance
from printgen.cli.terminal import echo


@click.command()
@click.argument("coins", type=click.IntRange(1, 20))
def flip(coins: int) -> None:
    """Print how likely heads are with so many COINS."""
    echo(*(f"{heads}+  {float(chance(coins, heads)):.3f}" for heads in range(coins + 1)))
