"""``gridgames serve`` in a headless Chromium: keys and the mouse play, and the game is saved.

    pip install playwright                      # uses the system's chromium
    apt-get install chromium                    # or chromium-browser, or google-chrome
    pytest -n0 -m slow tests/cli/test_browser.py

Skipped where one of the two is missing.
"""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from browsers import Terminal, opened
from gridcommon.records import read_record

pytestmark = pytest.mark.slow

TITLES = {"eletrika": "Eletrika", "powergrid": "Power Grid"}


@pytest.fixture
def page() -> Iterator[Any]:
    """A page of a browser without a window."""
    with opened(1200, 800) as found:
        yield found


@pytest.fixture
def asked(page: Any) -> list[str]:
    """The addresses that the page asks for."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url))
    page.on("websocket", lambda socket: found.append(socket.url))
    return found


def begin(page: Any, address: str) -> None:
    """Open a page and wait until the game is drawn."""
    drawn: list[int] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: drawn.append(len(frame))),
    )
    page.goto(address)
    end = time.monotonic() + 30
    while sum(drawn) < 5000:  # a picture, not only how the terminal is to be
        assert time.monotonic() < end, drawn
        page.wait_for_timeout(100)
    page.wait_for_timeout(2000)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Serve a game, or the menu, with saves below ``tmp_path``; return the address."""
    running = []

    def serve(game: str, *words: str) -> str:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = str(free.getsockname()[1])
        told = tmp_path / "told"
        with told.open("w") as file:
            command = [sys.executable, "-m", "gridgames", "serve", "--port", port]
            home = {
                "HOME": str(tmp_path),
                "XDG_DATA_HOME": str(tmp_path),
                "XDG_CONFIG_HOME": str(tmp_path),
                "LC_ALL": "C.UTF-8",
            }
            environment = os.environ | home
            running.append(
                subprocess.Popen(
                    [*command, *([game, "--", *words] if game else [])],
                    stdout=file,
                    stderr=file,
                    env=environment,
                )
            )
        until(lambda: is_open(port), told.read_text)
        until(lambda: "in a browser" in told.read_text(), told.read_text)
        found = re.search(rf"Open (http://127\.0\.0\.1:{port}/\S+/)", told.read_text())
        assert found
        return found[1]

    yield serve
    for process in running:
        process.terminate()
        process.wait(20)


def is_open(port: str) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", int(port))) == 0


def until(holds: Callable[[], bool], state: Callable[[], Any], seconds: float = 30) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, state()
        time.sleep(0.1)


def saved(directory: Path) -> Path | None:
    """Return the one game saved below a directory."""
    return next(directory.rglob("*.jsonl"), None)


def actions(directory: Path) -> list[Any]:
    """Return the actions of the one saved game, as they stand in its record."""
    save = saved(directory)
    if save is None:
        return []
    _, lines = read_record(save.read_bytes().splitlines(True), str(save))
    return [line.data for line in lines if line.kind == "action"]


def press(page: Any, *keys: str) -> None:
    """Press keys about as fast as a hand does."""
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(100)


def leave(page: Any, directory: Path) -> None:
    """Leave the game; its record must hold."""
    press(page, "F10", "Enter")
    page.locator(".closed-dialog").wait_for(state="visible")
    verified(directory)


def verified(directory: Path) -> None:
    """Check that the record of the one saved game holds."""
    command = [sys.executable, "-m", "gridgames", "verify", str(saved(directory))]
    subprocess.run(command, check=True, capture_output=True, timeout=60)


def test_eletrika_is_played_with_the_mouse(
    page: Any, served: Callable[..., str], asked: list[str], tmp_path: Path
) -> None:
    refused: list[str] = []
    page.on("console", lambda told: refused.append(told.text) if told.type == "error" else None)
    address = served("eletrika", "--seats", "Ana=human,easy", "--seed", "1", "--pause", "0")
    terminal = Terminal(page)
    begin(page, address)
    assert saved(tmp_path) is None
    before = page.screenshot()
    place = terminal.place("1,-1")  # where nothing but the source lies yet
    assert place
    terminal.click_at(*place)  # puts the cursor there
    page.wait_for_timeout(500)
    assert actions(tmp_path) == []
    terminal.click_at(*place)
    until(lambda: len(actions(tmp_path)) == 2, lambda: actions(tmp_path))
    assert actions(tmp_path)[0]["at"] == [1, -1]
    page.wait_for_timeout(500)
    assert page.screenshot() != before
    leave(page, tmp_path)
    bare = address.partition("://")[2]
    others = [one for one in asked if one.partition("://")[2][: len(bare)] != bare]
    assert [one for one in others if not one.startswith("data:")] == []
    assert refused == []


def play_to_the_end(terminal: Terminal) -> None:
    """Play by clicks alone: ask for a hint, and do what it says."""
    over = "The game is over"
    while terminal.wait_for("F2 hint", over) != over:
        terminal.click("F2 hint")
        hint = terminal.wait_for("Hint (Enter", over)
        if hint == over:
            break
        terminal.click(hint)
        terminal.wait_until_gone(hint)


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("game", ["eletrika", "powergrid"])
def test_a_whole_game_is_played_without_a_key(
    served: Callable[..., str], tmp_path: Path, game: str, width: int
) -> None:
    """From the menu to the numbers at the end, by the mouse on a desk and by taps on a phone."""
    is_phone = width < 600
    with opened(width, 800, is_phone=is_phone) as page:
        terminal = Terminal(page)
        page.goto(served(""))
        terminal.wait_for("Players")
        while not any("Game" in line and TITLES[game] in line for line in terminal.lines):
            terminal.click("Game  ")
            page.wait_for_timeout(300)
        while not any(re.search("Players +2 ", line) for line in terminal.lines):
            terminal.click("Players ")
            page.wait_for_timeout(300)
        terminal.click("Play ")
        if is_phone:
            terminal.click(" panel")
        play_to_the_end(terminal)
        terminal.click("chart: ")
        terminal.wait_for("The game in numbers")
        terminal.click("The game in numbers")
        terminal.wait_until_gone("The game in numbers")
        terminal.forget()
        page.reload()
        terminal.wait_for("rematch: ")
        terminal.click("Close: look")
        terminal.wait_until_gone("rematch: ")
        terminal.click("F10")
        page.locator(".closed-dialog").wait_for(state="visible")
        told = f"{game} at {width} px: {terminal.clicks} clicks, {len(actions(tmp_path))} actions\n"
        sys.stdout.write(told)
    verified(tmp_path)


def test_a_page_goes_on_when_it_is_loaded_again(
    page: Any, served: Callable[..., str], tmp_path: Path
) -> None:
    terminal = Terminal(page)
    seats = "Ana=human,Bia=human,Caio=human"
    page.goto(served("powergrid", "--seats", seats, "--pause", "0"))
    begun = terminal.wait_for("Ana opens", "Bia opens", "Caio opens")
    market = [line for line in terminal.lines if "now " in line]
    terminal.forget()
    page.reload()
    terminal.wait_for(begun)
    assert [line for line in terminal.lines if "now " in line] == market, "the same seed"
    terminal.click("1 open")
    terminal.wait_for("1 bid")
    until(lambda: len(actions(tmp_path)) == 1, lambda: actions(tmp_path))
    page.goto("about:blank")
    terminal.forget()
    page.go_back()
    terminal.wait_for("1 bid")
    other = page.context.new_page()
    second = Terminal(other)
    other.goto(page.url)
    second.wait_for("1 bid")
    page.locator(".closed-dialog").wait_for(state="visible")
    assert "another tab" in page.locator("#reason").inner_text()
    second.click("1 bid")
    until(lambda: len(actions(tmp_path)) == 2, lambda: actions(tmp_path))
    terminal.forget()
    page.locator("#again").click()
    terminal.wait_for("bids on plant")
    other.locator(".closed-dialog").wait_for(state="visible")
    terminal.click("1 bid")
    until(lambda: len(actions(tmp_path)) == 3, lambda: actions(tmp_path))
    assert len(list(tmp_path.rglob("*.jsonl"))) == 1
    terminal.click("F10")
    terminal.click("y or Enter")
    page.locator(".closed-dialog").wait_for(state="visible")
    terminal.forget()
    page.locator(".closed-dialog a").click()  # another game
    terminal.wait_for("1 open")
    assert len(list(tmp_path.rglob("*.jsonl"))) == 1


def test_a_page_that_lost_its_connection_comes_back(
    page: Any, served: Callable[..., str], tmp_path: Path
) -> None:
    sockets: list[Any] = []

    def let_through(route: Any) -> None:
        route.connect_to_server()
        sockets.append(route)

    page.route_web_socket(re.compile(r"/ws\?"), let_through)
    page.goto(served("eletrika", "--seats", "Ana=human,easy", "--seed", "1", "--pause", "0"))
    page.wait_for_timeout(3000)
    press(page, "Enter")
    until(lambda: len(actions(tmp_path)) == 2, lambda: actions(tmp_path))
    with page.expect_event("load"):
        sockets[0].close(code=1006)
    page.wait_for_timeout(3000)
    press(page, "F2")
    page.wait_for_timeout(1000)
    press(page, "Enter")
    until(lambda: len(actions(tmp_path)) > 2, lambda: actions(tmp_path))
    assert len(list(tmp_path.rglob("*.jsonl"))) == 1


def test_a_page_of_others_opens_nothing(page: Any, served: Callable[..., str]) -> None:
    address = served("eletrika", "--seats", "Ana=human,easy")
    page.goto("about:blank")  # its Origin is null
    tried = "address => new Promise(done => { const socket = new WebSocket(address);"
    tried += " socket.onopen = () => done('open'); socket.onclose = () => done('closed'); })"
    table = page.request.get(address).url
    assert page.evaluate(tried, f"ws{table.removeprefix('http')}ws") == "closed"
    page.goto(address)  # that of the page itself
    assert page.evaluate(tried, f"ws{page.url.removeprefix('http')}ws") == "open"


def test_power_grid_is_played_with_keys_and_typed_words(
    page: Any, served: Callable[..., str], tmp_path: Path
) -> None:
    begin(page, served("powergrid", "--seats", "Ana=human,Bia=human,Caio=human"))
    assert saved(tmp_path) is None
    press(page, "F2")
    page.wait_for_timeout(2000)  # nothing on the page tells that the bot has thought
    press(page, "Enter")  # what the hint says
    until(lambda: len(actions(tmp_path)) == 1, lambda: actions(tmp_path))
    opened = actions(tmp_path)[0]
    assert opened["do"] == "open"
    page.keyboard.type(f"bid {opened['bid'] + 2}", delay=50)
    press(page, "Enter")
    until(lambda: len(actions(tmp_path)) == 2, lambda: actions(tmp_path))
    bid = actions(tmp_path)[1]
    assert (bid["do"], bid["amount"]) == ("bid", opened["bid"] + 2)
    leave(page, tmp_path)


@pytest.mark.parametrize("width", [360, 1280])
def test_a_comparison_fits_the_width_and_its_contents_lead_somewhere(page, asked, tmp_path, width):
    command = [sys.executable, "-m", "gridgames", "compare", "all", "--format", "html"]
    document = tmp_path / "compare.html"
    document.write_bytes(subprocess.run(command, check=True, capture_output=True).stdout)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(document.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    missing = (
        "[...document.links].filter(a => !document.getElementById(decodeURI(a.hash.slice(1))))"
    )
    assert page.evaluate(f"{missing}.length") == 0
    assert page.evaluate("document.links.length") > 15
    assert asked == [document.as_uri()]


def test_the_score_of_a_real_box_is_kept_on_a_phone(
    served: Callable[..., str], tmp_path: Path
) -> None:
    with opened(400, 800) as page:
        begin(page, served("eletrika", "--keep", "Ana,Bea"))
        for line in ("rrrrr. sw", "llllll .ne.e", "llllll .ne.e", "v 3 15 21"):
            press(page, *line, "Enter")
        until(lambda: len(actions(tmp_path)) == 1, lambda: actions(tmp_path))
        save = saved(tmp_path)
        assert save is not None
        until(lambda: '{"reveal":{"row":[3,15,21]}}' in save.read_text("utf-8"), save.read_text)
        assert '{"set":{"position":' in save.read_text(encoding="utf-8")
