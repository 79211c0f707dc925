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
from gridcommon.contract import AnyGame
from gridcommon.errors import GridgamesError
from gridcommon.records import read_object
from gridcommon.served_game import ServedGame

GAMES: dict[str, AnyGame] = {"powergrid": powergrid, "eletrika": eletrika}
LONGEST = 1 << 14  # bytes of an action


class Handler(BaseHTTPRequestHandler):
    """Answers requests at a table."""

    table: ServedGame
    seats: dict[str, int]  # by the keys in their links
    lock = Lock()

    def do_GET(self) -> None:
        key = self.path.strip("/")
        with self.lock:
            if key == "record" and self.table.is_over:
                self.answer(200, self.table.lines)
            elif key in self.seats:
                self.answer(200, self.table.show(self.seats[key]))
            else:
                self.answer(404, {"reason": "nobody sits here"})

    def do_POST(self) -> None:
        seat = self.seats.get(self.path.strip("/"))
        if seat is None:
            return self.answer(404, {"reason": "nobody sits here"})
        try:
            size = min(int(self.headers.get("Content-Length", 0)), LONGEST)
            sent = read_object(self.rfile.read(size).decode(errors="replace"))
            with self.lock:
                self.table.make(seat, sent)
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
    Handler.table = ServedGame(GAMES[game], names, secrets.randbelow(1 << 32))
    Handler.seats = {secrets.token_urlsafe(): seat for seat in range(len(names))}
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        for key in Handler.seats:
            sys.stdout.write(f"http://127.0.0.1:{server.server_port}/{key}\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main()
