"""The command line."""

from __future__ import annotations

from importlib import import_module

import click

NAMES = ("validate", "complete", "diagnose", "show", "sheet", "rules", "sample", "record", "schema")
"""The commands, each the one function of the module of its name."""


class Commands(click.Group):
    """The commands, of which one loads what it needs when it is called."""

    def invoke(self, ctx: click.Context) -> object:
        """Runs the command that is asked for."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(130)  # as a shell says it of a command that Ctrl-C ended

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # as click calls it
        """Their names, in the order of the help."""
        return [*NAMES]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # so, too
        """The command of a name, if there is one."""
        if cmd_name not in NAMES:
            return None
        found: object = getattr(import_module(f"cardrules.cli.{cmd_name}"), cmd_name)
        assert isinstance(found, click.Command)
        return found


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:  # as click calls it
    if not wanted or ctx.resilient_parsing:
        return
    from importlib import metadata  # slow to load, and seldom needed

    try:
        version = metadata.version("cardrules")
    except metadata.PackageNotFoundError:
        version = "of a source tree that is not installed"
    click.echo(f"{ctx.command_path}, version {version}")
    ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def command() -> None:
    """A referee for card games: judges recorded matches, shows tables and score sheets, finds out
    house rules, takes matches down, prints rules and schemas, and plays sample matches."""
