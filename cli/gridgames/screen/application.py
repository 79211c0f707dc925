"""The base of every full screen: colours, keyboard, and a clean exit."""

import asyncio
import sys
from io import StringIO
from typing import Any, TypeVar

from rich.console import Console
from textual import on
from textual.app import App
from textual.driver import Driver

from gridgames.languages.messages import say
from gridgames.screen.widgets.themes import THEME_DEFAULTS, SixteenColours
from gridgames.system.exit_codes import FAULT
from gridgames.system.faults import save_fault
from gridgames.system.signals import end_on_signals, hang_up_with_terminal
from gridgames.terminal.output import print_error
from gridgames.terminal.pictures.choice import Way, ask_terminal, way
from gridgames.terminal.printable import escape_controls

_COLUMNS = 100  # of the report of a fault

T = TypeVar("T")


class Application(App[T]):
    """A full screen that never shows a traceback; ``faults`` has the tracebacks."""

    def __init__(self) -> None:
        ask_terminal()  # before Textual reads its answers, and finds out about colours
        self.way: Way | None = way()  # how the terminal shows pictures
        super().__init__()
        if self.console.color_system == "standard":
            self._filters.append(SixteenColours())
        self.animation_level = "none"  # scrolling follows the keys at once
        self.faults: list[Any] = []

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the terminal; ours accepts any byte."""
        found = super().get_driver_class()
        if sys.platform != "win32":
            from gridgames.screen.keyboard import Keyboard

            if issubclass(Keyboard, found):
                return Keyboard
        return found

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return THEME_DEFAULTS

    @on(Driver.SignalResume)
    def _repaint(self) -> None:
        """Paint everything after a stop: Textual does not, unless the terminal has another size."""
        self.screen.refresh(layout=True)

    async def _shutdown(self) -> None:
        """End the workers first: one that goes on while widgets are removed could not find them."""
        self.workers.cancel_all()
        await super()._shutdown()

    def _print_error_renderables(self) -> None:
        """Keep the tracebacks that Textual would print after it has restored the terminal."""
        self.faults += self._exit_renderables
        self._exit_renderables.clear()


def run_screen_app(app: Application[Any]) -> None:
    """Run until a person leaves or a signal arrives, and restore the terminal.

    Raises SystemExit after a signal, and after a fault of the program, which is reported.
    """

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def leave(code: int) -> None:
            loop.call_soon_threadsafe(lambda: app.exit(return_code=code))

        with end_on_signals(leave):
            watch = asyncio.create_task(hang_up_with_terminal())
            await app.run_async()
            watch.cancel()

    asyncio.run(run())
    if app.faults:  # without a code or a fault, its page was closed
        _report(app.faults)
        raise SystemExit(FAULT)
    if app.return_code:
        raise SystemExit(app.return_code)


def _report(faults: list[Any]) -> None:
    report = StringIO()
    Console(file=report, width=_COLUMNS).print(*faults)
    print_error(
        say(
            "The full screen stopped because of a fault in the program, not because of "
            "anything you did."
        )
    )
    if path := save_fault(report.getvalue()):
        name = escape_controls(str(path))
        print_error(say("Please report it, with {file}.", file=name), keep=[name])
