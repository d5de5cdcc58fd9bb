"""The command line."""

from __future__ import annotations

import click

from cardrules.cli.complete import complete
from cardrules.cli.diagnose import diagnose
from cardrules.cli.record import record
from cardrules.cli.rules import rules
from cardrules.cli.sample import sample
from cardrules.cli.sheet import sheet
from cardrules.cli.show import show
from cardrules.cli.validate import validate


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="cardrules")
def command() -> None:
    """A referee for card games: judges recorded matches, shows tables and score sheets, prints
    rules, and plays sample matches."""


command.add_command(validate)
command.add_command(complete)
command.add_command(diagnose)
command.add_command(show)
command.add_command(sheet)
command.add_command(rules)
command.add_command(sample)
command.add_command(record)
