"""A table on the web: a game for programs that play over plain HTTP, each at its own link.

    python web_table.py eletrika Ana Bia

GET of a link answers with what its seat may see and do, POST of an action of a record makes it, and
GET of ``/record``, once the game is over, gives the record. ``web_player.py`` plays here.
"""

import json
import secrets
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any

import eletrika
import powergrid
from gridcommon import game_loop
from gridcommon.contract import AnyGame
from gridcommon.errors import GridgamesError, IllegalAction
from gridcommon.records import format_line, read_object
from gridcommon.views import actions_to_json

GAMES: dict[str, AnyGame] = {"powergrid": powergrid, "eletrika": eletrika}
LONGEST = 1 << 14  # bytes of an action


class Table:
    """A game, and the key of each seat."""

    def __init__(self, game: AnyGame, names: list[str], seed: int) -> None:
        self.game, self.lock = game, Lock()
        self.state = game.new_game(game.Ruleset(), len(names), seed, game.Setup())
        self.seats = {secrets.token_urlsafe(): seat for seat in range(len(names))}
        self.lines = [format_line(game_loop.header(game, self.state, names, seed).to_json())]

    def show(self, seat: int) -> dict[str, Any]:
        """Return what a seat may see, and its legal actions if it is to act."""
        game, state = self.game, self.state
        result = game.result(state)
        return {
            "view": game.view_to_json(game.observe(state, seat)),
            "offered": actions_to_json(game, state) if game.to_act(state) == seat else None,
            "result": result and game.result_facts(result),
        }

    def make(self, seat: int, data: dict[str, Any]) -> None:
        """Make an action of a seat. Raises GridgamesError, before any change, if it is illegal."""
        game, state, events = self.game, self.state, list[Any]()
        action = game.action_from_json(data | {"seat": seat})
        if refusal := game.check(state, action):  # as for a seat that is not to act
            raise IllegalAction(action, refusal)
        game.advance(state, action, events)
        self.lines += game_loop.play_recorded(game, state, [(action, events)])


class Handler(BaseHTTPRequestHandler):
    """Answers requests at a table."""

    table: Table

    def do_GET(self) -> None:
        table, key = self.table, self.path.strip("/")
        with table.lock:
            if key == "record" and table.game.to_act(table.state) is None:
                self.answer(200, table.lines)
            elif key in table.seats:
                self.answer(200, table.show(table.seats[key]))
            else:
                self.answer(404, {"reason": "nobody sits here"})

    def do_POST(self) -> None:
        seat = self.table.seats.get(self.path.strip("/"))
        if seat is None:
            return self.answer(404, {"reason": "nobody sits here"})
        try:
            size = min(int(self.headers.get("Content-Length", 0)), LONGEST)
            with self.table.lock:
                self.table.make(seat, read_object(self.rfile.read(size).decode(errors="replace")))
                self.answer(200, self.table.show(seat))
        except (GridgamesError, ValueError) as problem:
            self.answer(400, {"reason": str(problem)})

    def answer(self, status: int, document: Any) -> None:
        """Send a JSON document."""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(document).encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet: a path is the key of a seat."""


def main() -> None:
    """Serve a table until Ctrl-C; the first lines of output are the links."""
    game, *names = sys.argv[1:]
    table = Table(GAMES[game], names, secrets.randbelow(1 << 32))
    handler = type("TableHandler", (Handler,), {"table": table})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        for key in table.seats:
            sys.stdout.write(f"http://127.0.0.1:{server.server_port}/{key}\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main()
