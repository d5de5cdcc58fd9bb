"""The command `cardrules`, the same as `python -m cardrules`."""

import codecs
import io
import os
import signal
import sys


def main() -> None:
    """Runs the command, or says what it needs where the extra `cli` is not installed."""
    try:
        from cardrules.cli import command
        from cardrules.cli.output import replaced
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        sys.exit(f'the command needs {error.name}: pip install "cardrules[cli]"')
    _open_what_is_closed()
    # what is half written is put away, as after Ctrl-C
    signal.signal(signal.SIGTERM, _terminated)
    codecs.register_error("cardrules", replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a terminal that knows few letters is no reason to fail
            stream.reconfigure(errors="cardrules")
    try:
        try:
            command(prog_name="cardrules")
        finally:
            sys.stdout.flush()
    except OSError as error:
        # what is still to be written must not fail a second time when the program ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(f"the output cannot be written: {error.strerror or error}")


def _terminated(number: int, _: object) -> None:
    sys.exit(128 + number)


def _open_what_is_closed() -> None:
    """Standard streams that were closed are empty, or take anything; the next file that is opened
    must not get their place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


if __name__ == "__main__":
    main()
