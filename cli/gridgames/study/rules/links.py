"""Web addresses of rules.

Each family of rules is a page and each rule an anchor on it. Both are named after the id, which is
never reused, so an address never changes.
"""

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from gridcommon.errors import NotationError
from gridcommon.ledger import family
from gridcommon.spelling import quoted
from gridgames.languages.language import Language

SITE = "GRIDGAMES_SITE"  # environment variable with the address of the site

_SCHEMES = ("https", "http", "file")


def page_of(rule: str) -> str:
    """Return the name of the page with a rule.

    >>> page_of("PG-AUC-07")
    'rules/pg-auc'
    """
    return f"rules/{family(rule).lower()}"


def anchor_of(name: str) -> str:
    """Return the anchor of a rule or of a comparison row on its page.

    >>> anchor_of("PG-AUC-07"), anchor_of("options.hidden_money")
    ('pg-auc-07', 'options-hidden-money')
    """
    return name.lower().replace(".", "-").replace("_", "-")


def folder_of(language: Language) -> str:
    """Return the folder of a language on the site, with a slash, or "" for English."""
    return "" if language is Language.ENGLISH else f"{language}/"


def permalink(
    rule: str, language: Language, environment: Mapping[str, str] = os.environ
) -> str | None:
    """Return the web address of a rule, or None if the address of the site is not set.

    Raises NotationError if the address of the site is invalid.

    >>> permalink("PG-AUC-07", Language.ENGLISH, {"GRIDGAMES_SITE": "https://example.org/grid"})
    'https://example.org/grid/rules/pg-auc.html#pg-auc-07'
    """
    address = page_address(page_of(rule), language, environment)
    return address and f"{address}#{anchor_of(rule)}"


def page_address(
    page: str, language: Language, environment: Mapping[str, str] = os.environ
) -> str | None:
    """Return the web address of a page, as :func:`permalink` does.

    >>> page_address("compare/end", Language.PT_BR, {"GRIDGAMES_SITE": "https://example.org"})
    'https://example.org/pt_BR/compare/end.html'
    """
    base = environment.get(SITE, "").strip()
    if not base:
        return None
    try:
        parts = urlsplit(base)
    except ValueError:
        parts = urlsplit("")
    has_place = parts.netloc or (parts.scheme == "file" and parts.path)
    if parts.scheme not in _SCHEMES or not has_place or parts.query or parts.fragment:
        raise NotationError(
            "expected the address of the pages, as in https://example.org/gridgames, found {found}",
            key=SITE,
            found=quoted(base),
        )
    return f"{base.rstrip('/')}/{folder_of(language)}{page}.html"
