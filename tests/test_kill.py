"""Games that are killed while they are played lose one move at the most."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "kill_test.py"


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a thing of POSIX")
@pytest.mark.parametrize("more", [(), ("--screen",)])
def test_two_kills(more):
    done = subprocess.run(
        [sys.executable, SCRIPT, "--kills", "2", "--seed", "3", *more],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "    2  kills" in done.stdout
