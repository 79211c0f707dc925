"""Entry point: answer ``--version`` at once, run any other command, and exit cleanly."""

import os
import sys
from io import TextIOWrapper

from gridgames.system.exit_codes import (
    FAULT,
    INTERRUPTED,
    PIPE_CLOSED,
    UNREADABLE,
    abandon_output,
    is_closed_pipe,
)


def main() -> None:
    """Run the command line, and exit with the code of its result.

    An interrupt exits with 130 and a closed pipe with 141, both without a message.
    """
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    if sys.platform == "win32":
        _write_utf8()
    try:
        try:
            _run()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except Exception as problem:
        if isinstance(problem, OSError):
            abandon_output()
            if is_closed_pipe(problem):
                raise SystemExit(PIPE_CLOSED) from None
        raise SystemExit(_report(problem)) from None


def _report(problem: Exception) -> int:
    """Report an error that no command has handled; return the exit code."""
    from gridcommon.errors import system_reason
    from gridgames.languages.language import requested_language, use_language
    from gridgames.languages.messages import say
    from gridgames.terminal.output import print_error

    with use_language(requested_language(sys.argv[1:])):
        if isinstance(problem, OSError):
            print_error(say("cannot be written: {reason}", reason=system_reason(problem)))
            return UNREADABLE
        from traceback import format_exc

        from gridgames.system.faults import save_fault
        from gridgames.terminal.printable import escape_controls

        print_error(say("This is a fault of the program, not of yours."))
        if path := save_fault(format_exc()):
            name = escape_controls(str(path))
            print_error(say("Please report it, with {file}.", file=name), keep=[name])
    return FAULT


def _run() -> None:
    if sys.argv[1:] == ["--version"]:
        from gridgames import __version__

        sys.stdout.write(f"gridgames {__version__}\n")
        return
    if os.environ.get("_GRIDGAMES_COMPLETE"):  # a shell asks at a TAB
        _complete()
        return
    from gridgames.commands.app import run

    run()


def _complete() -> None:
    """Answer a shell that asks for the words that can follow."""
    from gridgames.commands.app import program
    from gridgames.commands.completion import complete
    from gridgames.languages.language import requested_language, use_language

    with use_language(requested_language([])):
        complete(program(), sys.argv[1:])


def _write_utf8() -> None:
    """Read and write UTF-8 through pipes and files, whatever the encoding of the system is."""
    if os.environ.get("PYTHONIOENCODING"):
        return
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8")


def _nowhere() -> TextIOWrapper:
    """Return a replacement for a stream that was closed before the program started."""
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


if __name__ == "__main__":
    main()
