"""What tests of several commands look at."""

import asyncio
from collections.abc import Iterator
from inspect import iscoroutinefunction, signature
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from browsers import launched
from gridgames.commands.app import app
from gridgames.page.access import ServingLimits
from served import PATIENCE, Served, served


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Recorded games: Classic with three, the Cartel, and Eletrika."""
    directory = tmp_path_factory.mktemp("records")
    wanted = {
        "classic": ("powergrid", "5", "--edition", "classic", "--seats", "easy,easy,easy"),
        "cartel": ("powergrid", "6", "--seats", "random,random"),
        "eletrika": ("eletrika", "5", "--seats", "random,random"),
    }
    for game, seed, *words in wanted.values():
        arguments = ["simulate", game, *words, "--games", "1", "--seed", seed]
        answer = CliRunner().invoke(app, [*arguments, "--records", str(directory)])
        assert answer.exit_code == 0, answer.output
    return {name: directory / f"{game}-{seed}.jsonl" for name, (game, seed, *_) in wanted.items()}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser without a window; its loop would be in the way of the tests of other files."""
    with launched() as found:
        yield found


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    """The loop of an asynchronous test and of its server."""
    with asyncio.Runner() as found:
        yield found


@pytest.fixture
def server(
    request: pytest.FixtureRequest,
    runner: asyncio.Runner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Served]:
    """A running server whose tables lie in ``saves`` of the test's folder; see ``limited``."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    given = getattr(request, "param", None)
    limits = ServingLimits(**({"rate": 1000, "burst": 1000} | given)) if given else None
    context = served(tmp_path / "saves", limits)
    found = runner.run(context.__aenter__())
    try:
        yield found
        assert found.faults == []
    finally:
        runner.run(context.__aexit__(None, None, None))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an asynchronous test, which asks for ``server`` or ``runner``."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in signature(pyfuncitem.obj).parameters}
    pyfuncitem.funcargs["runner"].run(asyncio.wait_for(pyfuncitem.obj(**given), PATIENCE))
    return True
