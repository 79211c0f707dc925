"""A progress bar for long operations, on standard error if that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gridgames.languages.messages import say
from gridgames.terminal.output import obeys_controls

# A callback that shows the number of finished steps, and their total if it is known.
Watcher = Callable[[int, float | None], None]


@contextmanager
def bar(what: str, *, in_percent: bool = False) -> Iterator[Watcher]:
    """Yield a watcher that shows a bar with the rate and the time left, and removes it at the end.

    ``in_percent`` shows a share instead of the steps and their rate. Without a terminal nothing is
    shown.
    """
    if not (sys.stderr.isatty() and obeys_controls()):
        yield lambda _done, _of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """The number of steps per second, and the time left."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            if not speed:
                return Text("")
            text = "" if in_percent else say("{rate}/s", rate=f"{speed:.3g}")
            if task.time_remaining is not None:
                hours, seconds = divmod(int(task.time_remaining), 3600)
                left = f"{hours}:{seconds // 60:02}:{seconds % 60:02}"
                text += "  " + say("{time} left", time=left)
            return Text(text)

    shown = "{task.percentage:.0f}%" if in_percent else "{task.completed:.0f}/{task.fields[of]}"
    count = TextColumn(shown)
    columns = (TextColumn("{task.description}"), BarColumn(), count, Rate())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, speed_estimate_period=60) as progress:
        task = progress.add_task(what, total=None, of="?")

        def watch(done: int, of: float | None) -> None:
            known = "?" if of is None else f"{of:.0f}"
            progress.update(task, completed=done, total=of, of=known)

        yield watch
