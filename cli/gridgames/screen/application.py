"""The base of every full screen: colours, keyboard, and a clean end."""

import asyncio
import gc
import sys
from io import StringIO
from typing import Any, TypeVar

from rich.console import Console
from textual.app import App
from textual.driver import Driver

from gridgames.languages.messages import say
from gridgames.screen.widgets.themes import THEME_DEFAULTS
from gridgames.system.exit_codes import FAULT
from gridgames.system.faults import save_fault
from gridgames.system.signals import end_on_signals, hang_up_with_terminal
from gridgames.terminal.output import print_error
from gridgames.terminal.printable import escape_controls

_COLUMNS = 100  # of what is written of a fault

T = TypeVar("T")


class Application(App[T]):
    """A full screen that never shows a traceback; ``faults`` is what there was to show."""

    def __init__(self) -> None:
        super().__init__()
        self.animation_level = "none"  # scrolling follows the keys at once
        self.faults: list[Any] = []

    def get_driver_class(self) -> type[Driver]:
        """Return what reads the keyboard: at a terminal, one that minds no byte."""
        found = super().get_driver_class()
        if sys.platform != "win32":
            from gridgames.screen.keyboard import Keyboard

            if issubclass(Keyboard, found):
                return Keyboard
        return found

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return THEME_DEFAULTS

    def _print_error_renderables(self) -> None:
        """Keep what Textual would print once the terminal is given back: tracebacks."""
        self.faults += self._exit_renderables
        self._exit_renderables.clear()


def spare_what_is_loaded() -> None:
    """Exclude what was loaded at the start from garbage collection, so that no key waits for it.

    That would take 50 ms each time, and find nothing.
    """
    gc.freeze()


def run_screen_app(app: Application[Any]) -> None:
    """Run until somebody leaves, or a signal ends it; the terminal is given back either way.

    Raises SystemExit after a signal, and after a fault of the program, which is told.
    """
    spare_what_is_loaded()

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def leave(code: int) -> None:
            loop.call_soon_threadsafe(lambda: app.exit(return_code=code))

        with end_on_signals(leave):
            watch = asyncio.create_task(hang_up_with_terminal())
            await app.run_async()
            watch.cancel()

    asyncio.run(run())
    if app.faults:  # without a code and without a fault, its page was closed
        _report(app.faults)
        raise SystemExit(FAULT)
    if app.return_code:
        raise SystemExit(app.return_code)


def _report(faults: list[Any]) -> None:
    shown = StringIO()
    Console(file=shown, width=_COLUMNS).print(*faults)
    print_error(
        say(
            "The full screen stopped because of a fault in the program, not because of "
            "anything you did."
        )
    )
    if path := save_fault(shown.getvalue()):
        name = escape_controls(str(path))
        print_error(say("Please report it, with {file}.", file=name), keep=[name])
