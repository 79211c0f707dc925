"""Worker processes: a module of the program that answers on its standard output."""

import os
import subprocess
import sys


def start_worker(module: str) -> "subprocess.Popen[bytes]":
    """Start a module in a process of its own; it finds the same packages as this one."""
    return subprocess.Popen(
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
