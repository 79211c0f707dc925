"""Batches: what is finished is kept, whatever ends them, and the same command goes on.

What they say and refuse is in the transcripts ``batches``, ``batch-refusals`` and ``tournament``.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gridcommon.errors import NotationError
from gridgames.study.batches import batch
from gridgames.study.batches.simulation import Simulation
from gridgames.study.batches.workers import max_jobs, run_in_processes
from plain_games import PATIENCE, PROGRAM, contents, environment, gridgames, wait_until

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
BATCH = ("simulate", "eletrika", "--seats", "random,random", "--seed", "3")


def test_a_record_of_a_batch_has_the_cards_shuffled_after_step_3(records):
    assert '"after_step3":[' in records["classic"].read_text("utf-8").splitlines()[0]


def test_a_batch_goes_on_where_it_was_ended_with_its_seed_and_in_any_number_of_processes(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    at_once = gridgames(tmp_path, *BATCH, "--games", 4, "--json", "--records", whole)
    assert gridgames(tmp_path, *BATCH, "--games", 2, "--records", parts).exit_code == 0
    begun = {path.name: path.stat().st_mtime_ns for path in parts.glob("*.jsonl")}
    assert len(begun) == 2
    rest = gridgames(tmp_path, *BATCH[:4], "--games", 4, "--json", "--records", parts, "--jobs", 2)
    assert (rest.exit_code, rest.stdout) == (0, at_once.stdout)
    assert contents(parts) == contents(whole)
    assert begun.items() <= {p.name: p.stat().st_mtime_ns for p in parts.glob("*.jsonl")}.items()


def test_what_a_killed_program_began_to_write_is_cleared_away_later(tmp_path):
    names = (f".gridgames-{'a' * 16}.new", f".gridgames-{'b' * 16}.new", ".gridgames-x.new")
    old, fresh, mine = (tmp_path / name for name in names)
    for path in (old, fresh, mine):
        path.write_text("half a rec", encoding="utf-8")
    for path in (old, mine):
        os.utime(path, (0, 0))
    asked = Simulation("eletrika", {}, {}, ("random", "random"), 3, 1, tmp_path)
    with asked.held():
        left = tmp_path / f".gridgames-{asked.mark}01234567.new"
        left.touch()
    assert not left.exists()
    assert [path.exists() for path in (old, fresh, mine)] == [False, True, True]


# What ends a batch


@posix
@pytest.mark.parametrize(
    ("limit", "words", "said"),
    [
        (4096, ("--jobs", "2", "--records", "all"), "Stopped early: 0 of 60 games are finished."),
        (20_000, ("-o", "all.csv"), " of 60 games are finished."),
    ],
    ids=["records", "rows"],
)
def test_a_full_disk_ends_a_batch_with_what_is_finished_and_tears_nothing(
    limit, words, said, tmp_path
):
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}));"
        "from gridgames.__main__ import main; main()"
    )
    done = subprocess.run(
        # -B: byte code that is written for the first time would be cut off too, and stay
        [sys.executable, "-B", "-c", code, *BATCH, "--games", "60", *words],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        cwd=tmp_path,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert "cannot be written" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert said in done.stdout
    assert contents(tmp_path / "all") == {}
    assert list(tmp_path.glob(".gridgames*")) == []
    assert bool([*tmp_path.glob("all.*.csv")]) == ("-o" in words)


@posix
@pytest.mark.parametrize(
    ("number", "code"),
    [
        pytest.param(signal.SIGINT, 130, id="Ctrl-C"),
        pytest.param(signal.SIGTERM, 143, id="SIGTERM", marks=pytest.mark.slow),
    ],
)
def test_a_batch_that_is_interrupted_tells_what_is_finished(number, code, tmp_path):
    folder = tmp_path / "all"
    words = (*BATCH, "--games", "100000000", "--jobs", "2", "--records", str(folder))
    hearing = (  # Ctrl-C, which is ignored where the tests run in the background
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from gridgames.__main__ import main; main()"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", hearing, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
        start_new_session=True,
    )
    # more than two processes may play ahead of the first game, so that one has been counted
    wait_until(lambda: len(list(folder.glob("*.jsonl"))) >= 12)
    if number == signal.SIGINT:
        os.killpg(running.pid, number)  # as a terminal does
    else:
        running.send_signal(number)
    begin = time.monotonic()
    said, complained = running.communicate(timeout=PATIENCE)
    assert time.monotonic() - begin < 10  # a fifth of a second on a quiet machine
    assert (running.returncode, complained) == (code, "")
    assert " of 100000000 games are finished." in said
    assert "decided by" in said
    kept = sorted(folder.glob("*.jsonl"))
    assert gridgames(tmp_path, "verify", *kept[-5:]).exit_code == 0
    rest = gridgames(tmp_path, *BATCH, "--games", 5, "--records", folder, "--json")
    assert rest.stdout == gridgames(tmp_path, *BATCH, "--games", 5, "--json").stdout != ""


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="/proc")
def test_a_batch_that_is_killed_ends_its_processes_and_is_cleared_up_when_it_goes_on(tmp_path):
    """In the folder of the records and in those of the outputs; another batch's rows stay."""
    games, out = tmp_path / "games", tmp_path / "out"
    out.mkdir()
    words = (*BATCH, "--records", str(games), "-o", str(out / "all.csv"))
    running = subprocess.Popen(
        [*PROGRAM, *words, "--games", "100000000", "--jobs", "2"], env=environment(tmp_path)
    )
    wait_until(lambda: len(list(games.glob("*.jsonl"))) >= 3)
    found = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    assert len(found) == 2
    running.kill()
    running.wait()
    wait_until(lambda: not any(map(is_running, found)))
    left = list(out.glob(".gridgames*.new"))
    assert len(left) == 6, "tables of rows"
    mark = left[0].name[: len(".gridgames-01234567")]
    (games / f"{mark}01234567.new").write_text("half a rec", encoding="utf-8")
    other = games / f".gridgames-{'0' * 16}.rows.new"
    other.touch()
    os.utime(other, (0, 0))
    assert gridgames(tmp_path, *words, "--games", 5).exit_code == 0
    assert [*out.glob(".gridgames*"), *games.glob(".gridgames*")] == [other]
    assert len((out / "all.games.csv").read_text("utf-8").splitlines()) == 6


def is_running(number: str) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_batch_in_use_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(batch, "_PATIENCE", 0.1)
    wanted = batch.description("eletrika", {}, {}, ("easy",))
    held = batch.locked_batch
    with held(tmp_path, 3, wanted), pytest.raises(NotationError, match="another program"):
        held(tmp_path, 3, wanted).__enter__()
    with held(tmp_path, 3, wanted):
        pass


# Processes


def fatal(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def wrong(number: int) -> int:
    if number > 1:
        raise NotationError("{number} is wrong", number=number)
    return number


def test_every_number_is_worked_on_once_and_no_more_begun_than_is_needed_next():
    assert list(run_in_processes(abs, 20, 3)) == list(range(20))
    results = run_in_processes(abs, 10**15, 2)
    assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
    results.close()
    found = run_in_processes(wrong, 20, 2)
    assert [next(found), next(found)] == [0, 1]
    with pytest.raises(NotationError, match="2 is wrong"):
        next(found)
    assert multiprocessing.active_children() == []


@posix
def test_a_process_that_was_killed_ends_the_batch():
    with pytest.raises(NotationError, match="ended from outside"):
        list(run_in_processes(fatal, 3, 2))
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(("system", "most"), [("linux", 200), ("win32", 61)])
def test_windows_waits_for_61_processes_at_most(system, most, monkeypatch):
    monkeypatch.setattr(sys, "platform", system)
    assert [max_jobs(200, 1000), max_jobs(200, 7), max_jobs(8, 1000)] == [most, 7, 8]
