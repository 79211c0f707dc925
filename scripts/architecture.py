"""Draw the map of the rooms and their allowed imports, from the import contracts.

    scripts/architecture.py            write docs/pictures/architecture.svg and docs/architecture.md
    scripts/architecture.py --check    change nothing; exit with 1 if either is out of date

The rows of the picture are the layers of the contracts in ``pyproject.toml``, and the purpose of a
room is the first sentence of its docstring, so neither can differ from the rules that CI enforces.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs/pictures/architecture.svg"
PAGE = ROOT / "docs/architecture.md"
SOURCES = ("packages/common", "packages/powergrid", "packages/eletrika", "cli")
START, END = "<!-- rooms -->", "<!-- end of rooms -->"

_WIDTH, _BOX, _ROW, _GAP = 960, 32, 48, 12  # pixels


def contracts() -> list[tuple[str, list[list[str]]]]:
    """Return the layered contracts: a title, and the rows from the top with their modules."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        told = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return [
        (one["name"], [layer.replace("|", ":").split(" : ") for layer in one["layers"]])
        for one in told
        if one["type"] == "layers"
    ]


def path_of(module: str) -> Path:
    """Return the file of a module, or of a package."""
    for source in SOURCES:
        path = ROOT / source / module.replace(".", "/")
        for found in (path / "__init__.py", path.with_suffix(".py")):
            if found.exists():
                return found
    raise LookupError(module)


def purpose(module: str) -> str:
    """Return the first sentence of the docstring of a module."""
    said = ast.get_docstring(ast.parse(path_of(module).read_text("utf-8"))) or ""
    return " ".join(said.split("\n\n")[0].split())


def drawn() -> str:
    """Return the picture: one block per contract, each row above those that it may import."""
    parts: list[str] = []
    y = 8
    for title, layers in contracts():
        parts.append(f'<text class="title" x="8" y="{y + 16}">{escape(title)}</text>')
        y += 28
        for row in layers:
            names = [name.strip() for name in row]
            lines = list(_fitted(names))
            for line in lines:
                width = (_WIDTH - 16 - _GAP * (len(line) - 1)) / len(line)
                for place, name in enumerate(line):
                    x = 8 + place * (width + _GAP)
                    parts.append(
                        f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{_BOX}" rx="6"/>'
                        f'<text x="{x + width / 2:.0f}" y="{y + 22}">{_short(name)}</text>'
                    )
                y += _BOX + 4
            y += _ROW - _BOX - 4
            if row is not layers[-1]:
                middle = _WIDTH // 2
                parts.append(f'<path d="M{middle} {y - 12}v8m-4-4l4 4l4-4"/>')
        y += 12
    style = (
        "text{font:14px sans-serif;text-anchor:middle;fill:#1c2733}"
        ".title{text-anchor:start;font-weight:bold}rect{fill:#e3edf7;stroke:#5b7fa3}"
        "path{stroke:#5b7fa3;fill:none;stroke-width:1.5}svg{background:#fff}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y}" role="img">'
        f"<title>Rooms and allowed imports</title><style>{style}</style>\n"
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _short(name: str) -> str:
    package, _, rest = name.partition(".")
    return escape(rest or package)


def _fitted(names: list[str]) -> Iterator[list[str]]:
    """Yield the boxes of a row, in as many lines as their names need."""
    line: list[str] = []
    for name in names:
        widest = max(len(_short(one)) for one in [*line, name])
        if line and (widest * 8 + 24 + _GAP) * (len(line) + 1) > _WIDTH:
            yield line
            line = []
        line.append(name)
    yield line


def table() -> str:
    """Return the table of the program's rooms, from the top."""
    rows = ["| room | what it holds |", "|---|---|"]
    program = next(layers for _, layers in contracts() if layers[0][0].startswith("gridgames."))
    for row in program:
        rows += [f"| `{name.strip()}` | {purpose(name.strip())} |" for name in row]
    return "\n".join(rows)


def page() -> str:
    """Return the page with an up-to-date table."""
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    return f"{before}{START}\n\n{table()}\n\n{END}{rest.partition(END)[2]}"


def main(words: list[str]) -> int:
    """Write both files, or check them; return the exit code."""
    wanted = {PICTURE: drawn(), PAGE: page()}
    stale = [
        path
        for path, text in wanted.items()
        if not path.exists() or path.read_text("utf-8") != text
    ]
    if words == ["--check"]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run scripts/architecture.py")
        return 1 if stale else 0
    for path in stale:
        path.write_text(wanted[path], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
