"""The full screen in a browser: on this computer only, unless others are let in on purpose."""

import socket
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from gridgames.app import app
from gridgames.commands.serve import command_of, first_words


def test_other_addresses_need_a_flag() -> None:
    answer = CliRunner().invoke(app, ["serve", "eletrika", "--host", "0.0.0.0"])
    assert answer.exit_code == 2
    assert "--open-to-others" in answer.stderr


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gridgames.serving.server", raising=False)
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    answer = CliRunner().invoke(app, ["serve"])
    assert answer.exit_code == 2
    assert "gridgames[web]" in " ".join(answer.stderr.split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seats", "Ana,easy"], "unknown player 'Ana'"),
        (["--edition", "classic"], "powergrid only"),
        (["--tiles", "nowhere.toml"], "nowhere.toml"),
        (["--plain"], "'--plain'"),
        (["--save", "game.jsonl"], "'--save'"),
        (["--bogus"], "--bogus"),
    ],
)
def test_what_play_would_refuse_is_refused_before_a_page_is_opened(
    words: list[str], told: str
) -> None:
    answer = CliRunner().invoke(app, ["serve", "eletrika", "--", *words])
    assert answer.exit_code == 2
    assert told in answer.stderr


def test_a_taken_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "gridgames", "serve", "eletrika", "--port", port],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert f"port {port}: address already in use" in " ".join(done.stderr.split())


def test_what_follows_goes_to_play_with_a_seed_that_holds_for_the_page() -> None:
    words = first_words(["eletrika", "--seats", "Ana B=human,easy"])
    told = ["--lang", "en", "play", "eletrika", "--seats", "Ana B=human,easy", "--seed"]
    assert words[:-1] == told
    assert words[-1].isdecimal()
    assert words != first_words(["eletrika", "--seats", "Ana B=human,easy"])
    assert first_words([]) == ["--lang", "en", "play"]
    assert command_of(words) == [sys.executable, "-m", "gridgames", *words]


def test_words_for_play_need_a_game() -> None:
    answer = CliRunner().invoke(app, ["serve", "--", "--seed", "1"])
    assert answer.exit_code == 2
    assert "GAME" in answer.stderr
