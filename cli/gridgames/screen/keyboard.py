"""Reading the keyboard: no byte that a terminal may send ends the program."""

import os
import select
from codecs import getincrementaldecoder

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

_MOST = 4096  # bytes read at once
_TICK = 0.1  # seconds after which an Esc that nothing follows is a key


class Keyboard(LinuxDriver):
    """Textual's driver, but for input that is no text or no key.

    There both are an error in the thread that reads, which ends the program with exit code 0. Here
    bytes that are not UTF-8 are U+FFFD, and a sequence that is no key is dropped with what has come
    together with it.
    """

    def run_input_thread(self) -> None:
        decode = getincrementaldecoder("utf-8")("replace").decode
        parser = XTermParser(self._debug)
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], _TICK)
            text = decode(os.read(self.fileno, _MOST)) if ready else ""
            try:
                for event in parser.feed(text) if text else ():
                    self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)
            except (ValueError, OverflowError):
                parser = XTermParser(self._debug)
