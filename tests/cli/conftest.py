"""What tests of several commands look at."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from gridgames.app import app


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
