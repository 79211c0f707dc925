"""The web server of the examples: remote players play over HTTP, and the record holds."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from plain_games import environment, invoke

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ["Ana", "Bia"]


@pytest.fixture
def links(request, tmp_path):
    """Start a table of a game, and return the links of its seats."""
    words = [sys.executable, str(EXAMPLES / "web_table.py"), request.param, *NAMES]
    table = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment(tmp_path))
    assert table.stdout
    with table:
        yield [table.stdout.readline().strip() for _ in NAMES]
        table.kill()


def read(link, data=None):
    with urlopen(Request(link, data), timeout=20) as answer:
        return json.load(answer)


@pytest.mark.parametrize("links", ["eletrika"], indirect=True)
def test_remote_players_play_to_the_end_and_the_record_verifies(links, tmp_path):
    words = [sys.executable, str(EXAMPLES / "web_player.py")]
    seats = [subprocess.Popen([*words, link], stdout=subprocess.PIPE) for link in links]
    results = [json.loads(seat.communicate(timeout=120)[0]) for seat in seats]
    assert results[0] == results[1] == read(links[0])["result"]
    record = tmp_path / "game.jsonl"
    lines = read(links[0].rpartition("/")[0] + "/record")
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = invoke("verify", record, "--json")
    (told,) = json.loads(done.stdout)["files"]
    assert (done.exit_code, told["verdict"], told["finished"]) == (0, "holds", True)
