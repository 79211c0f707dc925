"""How to cite a page of the site: a sentence, and an entry for BibTeX."""

from collections.abc import Iterable, Iterator

from gridcommon.ledger import Version
from gridgames import __version__
from gridgames.languages.language import current_language
from gridgames.languages.ledgers import version
from gridgames.languages.messages import say
from gridgames.show.registry import wings
from gridgames.study.rules.links import page_address
from gridgames.terminal.markdown import escaped

_AUTHOR = "the gridgames developers"  # as in CITATION.cff


def versions_of_rules() -> dict[str, Version]:
    """Return the version of the rules of each game, by the game's title."""
    found = {say(wing.title): version(wing.game.LEDGER) for wing in wings()}
    return {title: one for title, one in found.items() if one}


def citing(title: str, page: str, versions: Iterable[tuple[str, Version]]) -> Iterator[str]:
    """Yield the section on how to cite a page, in Markdown; ``page`` is its name on the site."""
    told = dict(versions)
    words = "; ".join(
        say("{game}, version {version} of {date}", game=game, version=one.number, date=one.date)
        for game, one in told.items()
    )
    edition = say("gridgames {version}. Rules: {rules}", version=__version__, rules=words)
    address = page_address(page, current_language())
    fields = {
        "author": f"{{{_AUTHOR}}}",
        "title": f"{{{title}}}",
        "year": max(one.date for one in told.values())[:4],
        "howpublished": f"\\url{{{address}}}" if address else f"{page}.html",
        "note": edition,
    }
    entry = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    key = page.replace("/", "-")
    yield f"## {say('Citing this page')}"
    yield escaped(f"gridgames: {title}. {edition}. {address or f'{page}.html'}")
    yield f"```bibtex\n@misc{{gridgames-{key},\n{entry}}}\n```"
