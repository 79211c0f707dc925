"""The harness of the proof scripts: their program and their arguments."""

import argparse
import sys
from typing import Any

PROGRAM = [sys.executable, "-m", "gridgames", "--lang", "en"]
PATIENCE = 240.0  # seconds for an answer, on a busy machine


def parser(doc: str, **options: Any) -> argparse.ArgumentParser:
    """Return a parser with ``options``, each a default value or a pair of it and a help text.

    The type of an option is that of its default, or int for None; False makes a flag.
    """
    made = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, given in options.items():
        default, about = given if isinstance(given, tuple) else (given, None)
        if default is False:
            made.add_argument(f"--{name}", action="store_true", help=about)
        else:
            kind = int if default is None else type(default)
            made.add_argument(f"--{name}", type=kind, default=default, help=about)
    return made
