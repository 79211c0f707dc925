"""Batches: what is finished is kept, whatever ends them, and the same command goes on."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest

from gridcommon.errors import NotationError
from gridgames.batches import batch
from gridgames.batches.workers import OrderedWork, max_jobs, run_in_processes
from plain_games import PROGRAM, environment, gridgames

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
BATCH = ("simulate", "eletrika", "--seats", "random,random", "--seed", "3")


def records(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.jsonl")}


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_a_record_of_a_batch_has_the_cards_shuffled_after_step_3(tmp_path):
    words = ("simulate", "powergrid", "--seats", "easy,easy", "--games", 1, "--seed", 1)
    assert gridgames(tmp_path, *words, "--records", tmp_path / "games").exit_code == 0
    header = json.loads((tmp_path / "games/powergrid-1.jsonl").read_text("utf-8").splitlines()[0])
    assert header["setup"]["after_step3"]


def test_work_that_a_broken_pool_refuses_is_not_lost():
    line: OrderedWork[int, int] = OrderedWork(range(5))
    begun: list[int] = []

    def begin(work: int) -> Future[int]:
        begun.append(work)
        if len(begun) == 3:
            raise BrokenProcessPool
        done: Future[int] = Future()
        done.set_result(work)
        return done

    with pytest.raises(BrokenProcessPool):
        list(line.results(begin, lambda: 4, BrokenProcessPool))
    assert list(line.results(begin, lambda: 4, BrokenProcessPool)) == list(range(5))


# Going on


def test_a_batch_goes_on_where_it_was_ended(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    at_once = gridgames(tmp_path, *BATCH, "--games", 4, "--json", "--records", whole)
    assert gridgames(tmp_path, *BATCH, "--games", 2, "--records", parts).exit_code == 0
    begun = {path.name: path.stat().st_mtime_ns for path in parts.glob("*.jsonl")}
    assert len(begun) == 2
    rest = gridgames(tmp_path, *BATCH, "--games", 4, "--json", "--records", parts, "--jobs", 2)
    assert (rest.exit_code, rest.stdout) == (0, at_once.stdout)
    assert records(parts) == records(whole)
    assert begun.items() <= {p.name: p.stat().st_mtime_ns for p in parts.glob("*.jsonl")}.items()


def test_a_batch_whose_seed_was_drawn_goes_on_with_it(tmp_path):
    words = (*BATCH[:4], "--json", "--records", tmp_path)
    first = json.loads(gridgames(tmp_path, *words, "--games", 1).stdout)
    again = json.loads(gridgames(tmp_path, *words, "--games", 2).stdout)
    assert again["seed"] == first["seed"]
    assert len(records(tmp_path)) == 2


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (("--seats", "easy,easy"), "bots"),
        (("--seats", "easy,easy", "--seed", "3"), "bots"),
        (("--seats", "random,random", "--seed", "3", "--option", "energized=strict"), "ruleset"),
    ],
)
def test_the_folder_of_another_batch_is_refused(words, key, tmp_path):
    assert gridgames(tmp_path, *BATCH, "--games", 1, "--records", tmp_path).exit_code == 0
    before = sorted(tmp_path.iterdir())
    refused = gridgames(tmp_path, *BATCH[:2], *words, "--games", 1, "--records", tmp_path)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert f"key '{key}': another batch is in this folder" in one_line(refused.stderr)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("what", ["torn", "other", "not ours"])
def test_a_record_that_is_not_of_the_batch_is_not_overwritten(what, tmp_path):
    path = tmp_path / "eletrika-4.jsonl"
    if what == "other":
        other = ("--seats", "easy,random", "--seed", "4", "--games", 1)
        gridgames(tmp_path, *BATCH[:2], *other, "--records", tmp_path)
    else:
        path.write_text("a note of mine\n", encoding="utf-8")
    if what == "torn":
        path.unlink()
        gridgames(tmp_path, *BATCH, "--games", 2, "--records", tmp_path)
        path.write_bytes(path.read_bytes()[:-200])
    before = path.read_bytes()
    done = gridgames(tmp_path, *BATCH, "--games", 3, "--records", tmp_path)
    assert done.exit_code == 2
    assert path.name in one_line(done.stderr).replace(" ", "")
    assert "Stopped early: 1 of 3 games are finished." in done.stdout
    assert path.read_bytes() == before


def test_a_file_that_is_no_batch_is_refused(tmp_path):
    (tmp_path / "eletrika-3.batch.json").write_text("{}", encoding="utf-8")
    done = gridgames(tmp_path, *BATCH, "--games", 1, "--records", tmp_path)
    assert done.exit_code == 2
    assert "not the description of a batch" in one_line(done.stderr)


def test_what_a_killed_program_began_to_write_is_cleared_away_later(tmp_path):
    old, fresh, mine = (
        tmp_path / name
        for name in (f".gridgames-{'a' * 16}.new", f".gridgames-{'b' * 16}.new", ".gridgames-x.new")
    )
    for path in (old, fresh, mine):
        path.write_text("half a rec", encoding="utf-8")
    for path in (old, mine):
        os.utime(path, (0, 0))
    assert gridgames(tmp_path, *BATCH, "--games", 1, "--records", tmp_path).exit_code == 0
    assert [path.exists() for path in (old, fresh, mine)] == [False, True, True]


# What ends a batch


@posix
def test_a_full_disk_ends_a_batch_and_leaves_no_torn_record(tmp_path):
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096));"
        "from gridgames.__main__ import main; main()"
    )
    words = (*BATCH, "--games", 3, "--jobs", 2, "--records", tmp_path / "all")
    done = subprocess.run(
        # -B: byte code that is written for the first time would be cut off too, and stay
        [sys.executable, "-B", "-c", code, *map(str, words)],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "cannot be written" in one_line(done.stderr)
    assert "Traceback" not in done.stderr
    assert "Stopped early: 0 of 3 games are finished." in done.stdout
    assert records(tmp_path / "all") == {}


@posix
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"]
)
def test_a_batch_that_is_interrupted_tells_what_is_finished(number, code, tmp_path):
    folder = tmp_path / "all"
    words = (*BATCH, "--games", 100_000_000, "--jobs", 2, "--records", folder)
    hearing = (  # Ctrl-C, which is ignored where the tests run in the background
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from gridgames.__main__ import main; main()"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", hearing, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
        start_new_session=True,
    )
    until = time.monotonic() + 60
    # more than two processes may play ahead of the first game, so that one has been counted
    while len(records(folder)) < 100 and time.monotonic() < until:
        time.sleep(0.01)
    if number == signal.SIGINT:
        os.killpg(running.pid, number)  # as a terminal does
    else:
        running.send_signal(number)
    begin = time.monotonic()
    said, complained = running.communicate(timeout=60)
    assert time.monotonic() - begin < 10  # a fifth of a second on a quiet machine
    assert (running.returncode, complained) == (code, "")
    assert " of 100000000 games are finished." in said
    assert "decided by" in said
    kept = records(folder)
    assert gridgames(tmp_path, "verify", *map(folder.joinpath, kept)).exit_code == 0
    rest = gridgames(tmp_path, *BATCH, "--games", 5, "--records", folder, "--json")
    assert rest.exit_code == 0, rest.output
    assert rest.stdout == gridgames(tmp_path, *BATCH, "--games", 5, "--json").stdout


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="/proc")
def test_the_processes_of_a_batch_end_with_it(tmp_path):
    words = (*BATCH, "--games", 100_000_000, "--jobs", 2)
    running = subprocess.Popen([*PROGRAM, *map(str, words)], env=environment(tmp_path))
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    until = time.monotonic() + 60
    while len(found := children.read_text().split()) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    running.kill()
    running.wait()
    while any(map(is_running, found)) and time.monotonic() < until:
        time.sleep(0.01)
    assert len(found) == 2
    assert not any(map(is_running, found))


def is_running(number: str) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


# Processes


def squared(number: int) -> int:
    return number * number


def deadly(folder: Path, number: int) -> int:
    """Kill the process that comes to number 3 first, as others may do."""
    if number == 3 and not (folder / "killed").exists():
        (folder / "killed").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fatal(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def wrong(number: int) -> int:
    if number > 1:
        raise NotationError("{number} is wrong", number=number)
    return number


def slow_at_first(folder: Path, number: int) -> int:
    """Wait at number 0 until so many others are done as may be begun ahead."""
    until = time.monotonic() + 20
    while number == 0 and len(list(folder.iterdir())) < 40 and time.monotonic() < until:
        time.sleep(0.01)
    (folder / str(number)).touch()
    return number


def test_every_number_is_worked_on_once():
    assert list(run_in_processes(squared, 20, 3, pytest.fail)) == [n * n for n in range(20)]


def test_no_more_is_begun_than_is_needed_next():
    results = run_in_processes(squared, 10**15, 2, pytest.fail)
    assert [next(results) for _ in range(5)] == [0, 1, 4, 9, 16]
    results.close()
    assert multiprocessing.active_children() == []


@posix
def test_what_a_killed_process_was_playing_is_played_again(tmp_path):
    lost: list[None] = []
    found = run_in_processes(partial(deadly, tmp_path), 12, 2, partial(lost.append, None))
    assert list(found) == list(range(12))
    assert len(lost) == 1


@posix
def test_processes_that_are_killed_again_and_again_end_the_batch():
    lost: list[None] = []
    with pytest.raises(NotationError, match="repeatedly"):
        list(run_in_processes(fatal, 3, 2, partial(lost.append, None)))
    assert 1 < len(lost) < 10


def test_what_goes_wrong_in_a_process_is_told_here():
    found = run_in_processes(wrong, 20, 2, pytest.fail)
    assert [next(found), next(found)] == [0, 1]
    with pytest.raises(NotationError, match="2 is wrong"):
        next(found)
    assert multiprocessing.active_children() == []


def test_what_is_done_early_waits_for_its_turn(tmp_path):
    found = run_in_processes(partial(slow_at_first, tmp_path), 10**9, 2, pytest.fail)
    assert next(found) == 0
    assert len(list(tmp_path.iterdir())) < 100
    assert [next(found) for _ in range(30)] == list(range(1, 31))
    found.close()


def test_windows_waits_for_61_processes_at_most(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    assert max_jobs(200, 1000) == 200
    assert max_jobs(200, 7) == 7
    monkeypatch.setattr(sys, "platform", "win32")
    assert max_jobs(200, 1000) == 61
    assert max_jobs(8, 1000) == 8


def test_a_batch_in_use_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(batch, "_PATIENCE", 0.1)
    wanted = batch.description("eletrika", {}, {}, ("easy",))
    held = batch.locked_batch
    with (
        held(tmp_path, 3, wanted),
        pytest.raises(NotationError, match="another program"),
        held(tmp_path, 3, wanted),
    ):
        pass
    with held(tmp_path, 3, wanted):
        pass
