"""The full screen in a browser: on this computer only, unless others are let in on purpose."""

import sys

import pytest
from typer.testing import CliRunner

from gridgames.app import app
from gridgames.serve_commands import play_command


def test_other_addresses_need_a_flag() -> None:
    answer = CliRunner().invoke(app, ["serve", "eletrika", "--host", "0.0.0.0"])
    assert answer.exit_code == 2
    assert "--open-to-others" in answer.stderr


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    answer = CliRunner().invoke(app, ["serve"])
    assert answer.exit_code == 2
    assert "gridgames[web]" in " ".join(answer.stderr.split())


def test_what_follows_goes_to_play() -> None:
    command = play_command("eletrika", ["--seats", "Ana B=human,easy"])
    assert command.endswith("-m gridgames --lang en play eletrika --seats 'Ana B=human,easy'")
