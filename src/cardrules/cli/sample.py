"""`cardrules sample`: random sound records."""

from __future__ import annotations

import random
import sys

import click

from cardrules import records
from cardrules.cli.options import GAME, chosen_rules, with_rules
from cardrules.registry import AnyGame
from cardrules.sampling import sample as play


@click.command()
@GAME
@click.option("--matches", type=click.IntRange(min=0), default=1, show_default=True, help="How many records.")
@click.option("--seed", type=int, default=None, help="The same seed gives the same records.")
@click.option("--deals", type=click.IntRange(min=0), default=None, help="Stop each match after so many scored deals.")
@with_rules
def sample(
    game: AnyGame, matches: int, seed: int | None, deals: int | None, preset: str | None, changes: tuple[str, ...]
) -> None:
    """Write random sound records of GAME as JSON Lines."""
    config = chosen_rules(game, preset, changes)
    seed = random.SystemRandom().getrandbits(32) if seed is None else seed
    # each match has its own generator, so that a record does not depend on how many go before it
    generators = (random.Random(f"{seed}/{number}") for number in range(matches))  # noqa: S311  # play, no secret
    found = (play(game, config, rng, deals) for rng in generators)
    records.write(found, sys.stdout.buffer)
