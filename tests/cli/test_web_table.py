"""The web server of the examples: remote players play over HTTP, and the record holds."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from typer.testing import CliRunner

from gridgames.commands.app import app
from plain_games import environment

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


def refusal(link, data):
    with pytest.raises(HTTPError) as problem:
        read(link, data)
    with problem.value as answer:
        return answer.code, json.load(answer)["reason"]


@pytest.mark.parametrize("links", ["eletrika"], indirect=True)
def test_remote_players_play_to_the_end_and_the_record_verifies(links, tmp_path):
    words = [sys.executable, str(EXAMPLES / "web_player.py")]
    seats = [subprocess.Popen([*words, link], stdout=subprocess.PIPE) for link in links]
    results = [json.loads(seat.communicate(timeout=120)[0]) for seat in seats]
    assert results[0] == results[1] == read(links[0])["result"]
    record = tmp_path / "game.jsonl"
    lines = read(links[0].rpartition("/")[0] + "/record")
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["verify", str(record), "--json"])
    (told,) = json.loads(done.stdout)["files"]
    assert (done.exit_code, told["verdict"], told["finished"]) == (0, "holds", True)


@pytest.mark.parametrize("links", ["powergrid"], indirect=True)
def test_what_is_not_an_action_of_the_seat_is_refused_in_words(links):
    seen = [read(link) for link in links]
    (turn,) = [seat for seat, one in enumerate(seen) if one["offered"]]
    assert [one["view"]["seat"] for one in seen] == [0, 1]
    action = seen[turn]["offered"]["actions"][0]
    other = refusal(links[1 - turn], json.dumps(action).encode())
    assert other == (400, f"PG-CART-02: it is seat {turn}'s turn") or other[0] == 400
    assert "not JSON" in refusal(links[turn], b"{")[1]
    assert "expected an object, found [1]" in refusal(links[turn], b"[1]")[1]
    assert "key 'do': unknown action" in refusal(links[turn], b'{"do": "fly"}')[1]
    assert refusal(links[turn] + "x", b"{}") == (404, "nobody sits here")
    assert refusal(links[turn].rpartition("/")[0] + "/record", None)[0] == 404
    assert [read(link) for link in links] == seen  # nothing has changed
