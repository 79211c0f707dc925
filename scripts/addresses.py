"""Hold the addresses of the site: a page or an anchor that was there once stays there.

    python scripts/addresses.py FOLDER          list what has disappeared from a built site
    python scripts/addresses.py FOLDER --add    and add the new addresses to docs/addresses.txt

``scripts/docs`` runs the first form, and exits 1 if one has disappeared. An anchor whose heading
has changed is kept with ``(old-anchor)=`` above the new heading. The pages of rules and comparisons
promise the anchors made of ids, not those of their wording; ``api`` and ``cards`` promise pages
only.
"""

import argparse
import re
import sys
from collections.abc import Mapping
from pathlib import Path

LIST = Path(__file__).parents[1] / "docs" / "addresses.txt"

_ANCHOR = re.compile(r'<(?:section|span)\b[^>]*\bid="([^"]+)"')
_SECTION = re.compile(r'<section\b[^>]*\bid="([^"]+)"')
_OF_IDS = re.compile(r"(?:.*/)?(?:rules|compare)/")
_PAGES_ONLY = re.compile(r"(?:.*/)?(?:api|cards)/")
_LEFT_OUT = re.compile(r"_|genindex|search|py-modindex|.*/_|.*/(genindex|search|py-modindex)")
_COUNTED = re.compile(r"id\d+")  # by Sphinx, in the order of the page

Addresses = Mapping[str, frozenset[str]]  # the anchors of each page


def addresses_of(site: Path) -> Addresses:
    """Return the addresses of a built site."""
    found = {}
    for file in sorted(site.rglob("*")):
        page = file.relative_to(site).as_posix()
        if file.suffix not in (".html", ".pdf") or _LEFT_OUT.match(page):
            continue
        anchors: list[str] = []
        if file.suffix == ".html" and not _PAGES_ONLY.match(page):
            article = file.read_text("utf-8").partition("<article")[2].partition("</article>")[0]
            anchors = (_SECTION if _OF_IDS.match(page) else _ANCHOR).findall(article)
            if _OF_IDS.match(page):
                del anchors[:1]  # of the title
        anchors = [one for one in anchors if not _COUNTED.fullmatch(one)]
        found[page] = frozenset(anchors)
    return found


def listed(text: str) -> Addresses:
    """Return the addresses in a list: in each line a page and its anchors."""
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {page: frozenset(anchors) for page, *anchors in rows}


def to_text(addresses: Addresses) -> str:
    """Return a list of addresses as text."""
    rows = (" ".join([page, *sorted(addresses[page])]) for page in sorted(addresses))
    return "# The addresses of the site: scripts/addresses.py\n" + "".join(
        f"{row}\n" for row in rows
    )


def missing(known: Addresses, site: Addresses) -> list[str]:
    """Return the known addresses that a site lacks."""
    gone = [page for page in known if page not in site]
    for page in known.keys() & site.keys():
        gone += [f"{page}#{anchor}" for anchor in known[page] - site[page]]
    return sorted(gone)


def main(words: list[str] | None = None, file: Path = LIST) -> int:
    """Compare a site with the list. Return 1 if an address has disappeared."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", type=Path, help="the folder of a built site")
    parser.add_argument("--add", action="store_true", help="add the new addresses to the list")
    asked = parser.parse_args(words)
    site = addresses_of(asked.site)
    known = listed(file.read_text("utf-8"))
    if asked.add:
        both = known.keys() | site.keys()
        nothing: frozenset[str] = frozenset()
        merged = {page: known.get(page, nothing) | site.get(page, nothing) for page in both}
        file.write_text(to_text(merged), encoding="utf-8", newline="\n")
    gone = missing(known, site)
    for address in gone:
        print(f"{address} has disappeared", file=sys.stderr)
    if (new := missing(site, known)) and not asked.add:
        print(f"{len(new)} new addresses: scripts/addresses.py {asked.site} --add")
    return 1 if gone else 0


if __name__ == "__main__":
    raise SystemExit(main())
