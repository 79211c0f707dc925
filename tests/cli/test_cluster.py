"""Games on many machines: here a scheduler of Dask and workers as processes of this one."""

import json
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

import eletrika
from gridcommon.errors import NotationError
from gridgames.study.batches.simulation import Simulation, play_elsewhere
from gridgames.table.bots.specs import CustomBotSpec
from plain_games import PATIENCE, PROGRAM, environment, gridgames, wait_until

GAMES = ("simulate", "eletrika", "--seats", "random,random", "--seed", 3)


SMALL = """
import sys
from gridgames.__main__ import main

if __name__ == "__main__":
    from distributed import LocalCluster
    with LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        dashboard_address=":0",
        protocol="tcp",
        host="127.0.0.1",
    ) as cluster:
        sys.argv += ["--scheduler", cluster.scheduler_address]
        main()
"""


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("told", "why"),
    [(None, ""), (b"SSH-2.0-OpenSSH_9.6\r\n", ""), (b"\1" + b"\0" * 7, "no answer in 0 s")],
    ids=["nobody", "another service", "half an answer"],
)
def test_a_port_that_is_no_scheduler_is_said(tmp_path, monkeypatch, told, why):
    pytest.importorskip("distributed")
    monkeypatch.setattr("gridgames.study.batches.workers._TO_CONNECT", "200ms")
    monkeypatch.setattr("gridgames.study.batches.workers._TO_ANSWER", 0.2)
    taken: list[socket.socket] = []
    with socket.socket() as port:
        port.bind(("127.0.0.1", 0))

        def answer() -> None:
            with suppress(OSError):
                while True:
                    taken.append(port.accept()[0])  # which stays open
                    taken[-1].sendall(told)

        if told is not None:
            port.listen()
            Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{port.getsockname()[1]}"
        done = gridgames(tmp_path, *GAMES, "--games", 1, "--scheduler", address)
    for one in taken:
        one.close()
    assert (done.exit_code, len(taken)) == (2, told is not None)
    said = one_line(done.stderr)
    assert said.startswith(f"gridgames: key '--scheduler': no scheduler answers at '{address}': ")
    assert said.endswith(why)
    assert "Traceback" not in said


def test_a_small_cluster_finds_the_same(tmp_path):
    pytest.importorskip("distributed")
    words = (*GAMES, "--games", 5, "--json")
    script = tmp_path / "run.py"
    script.write_text(SMALL, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), *map(str, words)],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == gridgames(tmp_path, *words).stdout


def test_a_worker_says_what_it_does_not_find(tmp_path):
    ruleset = eletrika.Ruleset().to_json()
    asked = Simulation("eletrika", ruleset, {}, ("random", "random"), 3, 1, tmp_path / "games")
    with pytest.raises(NotationError, match="a folder that all machines share"):
        play_elsewhere(asked, 0)
    with asked.held():
        assert play_elsewhere(asked, 0).number == 0
    bot = CustomBotSpec("Mine", str(tmp_path / "mine.py"), "Mine")
    with pytest.raises(NotationError, match="does not find this bot"):
        play_elsewhere(replace(asked, records=None, own=(bot,)), 0)


def begun(home: Path, program: str, *words: str) -> subprocess.Popen[bytes]:
    """Start a process of Dask; they find each other by a file."""
    words = (*words, "--host", "127.0.0.1", "--no-dashboard", "--scheduler-file")
    command = [sys.executable, "-m", f"distributed.cli.{program}", *words, str(home / "dask.json")]
    none, env = subprocess.DEVNULL, environment(home)
    return subprocess.Popen(command, stdout=none, stderr=none, env=env, start_new_session=True)


@pytest.mark.slow
def test_a_scheduler_that_is_lost_ends_a_batch_with_what_is_finished(tmp_path):
    pytest.importorskip("distributed")
    scheduler = begun(tmp_path, "dask_scheduler", "--port", "0", "--no-show")
    file = tmp_path / "dask.json"
    wait_until(lambda: file.exists() and file.read_text("utf-8"))
    worker = begun(tmp_path, "dask_worker", "--nthreads", "1", "--no-nanny")
    words = (*GAMES, "--games", 1_000_000, "-o", tmp_path / "all.csv", "--scheduler")
    command = [*PROGRAM, *map(str, words), json.loads(file.read_text("utf-8"))["address"]]
    pipe = subprocess.PIPE
    try:
        running = subprocess.Popen(
            command, stdout=pipe, stderr=pipe, text=True, env=environment(tmp_path)
        )
        wait_until(lambda: any(one.stat().st_size > 20_000 for one in tmp_path.glob(".gridgames*")))
        scheduler.kill()
        said, complained = running.communicate(timeout=PATIENCE)
    finally:
        for one in (scheduler, worker):
            one.kill()
            one.wait()
    assert running.returncode == 2
    lost = "gridgames: key '--scheduler': the connection to the scheduler was lost"
    assert one_line(complained) == lost
    assert " of 1000000 games are finished." in said
    assert (tmp_path / "all.games.csv").exists()
