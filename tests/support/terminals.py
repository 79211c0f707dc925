"""The program at a real terminal."""

from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

from plain_games import PROGRAM, environment


@contextmanager
def terminal(
    home: Path,
    *words: object,
    size: tuple[int, int] = (24, 80),
    encoding: str = "utf-8",
    **more: str | None,
):
    """Yield the program at a terminal of so many lines and columns; None unsets a variable."""
    import pexpect

    quiet = {"TERM": "xterm-256color", "GRIDGAMES_PICTURE": "off"}  # no question is answered
    env = environment(home) | quiet | more | {"COLUMNS": None}
    env = {name: value for name, value in env.items() if value is not None}
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], *map(str, words)],
        env=env,
        dimensions=size,
        encoding=encoding,
        timeout=120,
    )
    try:
        yield child
    finally:
        child.close(force=True)


def talk(home: Path, words: str, *steps: tuple[str, str | None], **more) -> tuple[str, int]:
    """Return all that the program says to what is typed after each prompt, and its exit code.

    None is Ctrl-D, without which the program ends by itself after the last step.
    """
    said = ""
    with terminal(home, *words.split(), **more) as child:
        for prompt, typed in steps:
            child.expect(prompt)
            said += child.before + child.after
            child.sendeof() if typed is None else child.send(typed)
        said += rest_of(child)
    return said, child.exitstatus


def typed_until(child, line: str, is_so: Callable[[], object]) -> None:
    """Type a line until something is so: what comes too early is not heard."""
    import pexpect

    child.expect_exact("\x1b[?1049h")  # the full screen
    while not is_so():
        child.send(line)
        child.expect([pexpect.TIMEOUT], timeout=0.2)  # reads what is drawn meanwhile


def interrupted(child) -> str:
    """Press Ctrl-C and return what the program says until it ends.

    One is lost where it comes while readline takes the terminal over, so it is pressed again.
    """
    import pexpect

    for _ in range(5):
        child.sendintr()
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=5) == 0:
            break
    child.close()
    return str(child.before)


def rest_of(child) -> str:
    """Return what the program still says until it ends."""
    import pexpect

    child.expect(pexpect.EOF)
    child.close()
    return str(child.before)


def unread(stream: int) -> int:
    """Return how many bytes of a pipe or terminal nobody has read yet."""
    import fcntl
    import struct
    import termios

    return int(struct.unpack("i", fcntl.ioctl(stream, termios.FIONREAD, b"\0" * 4))[0])
