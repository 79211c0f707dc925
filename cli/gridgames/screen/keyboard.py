"""Reading the keyboard: no byte that a terminal sends can end the program."""

import os
import select
from codecs import getincrementaldecoder

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from gridgames.terminal.pictures.asking import take_typed

_MOST = 4096  # bytes read at once
_TICK = 0.1  # seconds after which a single Esc is a key


class Keyboard(LinuxDriver):
    """Textual's driver, except for input that is not text or not a key.

    Textual raises an error for both in the reading thread, which ends the program with exit code 0.
    Here bytes that are not UTF-8 become U+FFFD, and an unknown sequence is dropped together with
    the rest of its input.
    """

    def run_input_thread(self) -> None:
        decode = getincrementaldecoder("utf-8")("replace").decode
        parser = XTermParser(self._debug)
        text = decode(take_typed())
        while not self.exit_event.is_set():
            if not text:
                ready, _, _ = select.select([self.fileno], [], [], _TICK)
                text = decode(os.read(self.fileno, _MOST)) if ready else ""
            try:
                for event in parser.feed(text) if text else ():
                    self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)
            except (ValueError, OverflowError):
                parser = XTermParser(self._debug)
            text = ""
