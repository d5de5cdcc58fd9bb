"""The command `cardrules`, the same as `python -m cardrules`."""

import io
import sys


def main() -> None:
    """Runs the command, or says what it needs where the extra `cli` is not installed."""
    try:
        from cardrules.cli import command
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        sys.exit(f"the command needs {error.name}: install cardrules[cli]")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a terminal that knows few letters is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    command(prog_name="cardrules")


if __name__ == "__main__":
    main()
