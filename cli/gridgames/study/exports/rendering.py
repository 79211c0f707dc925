"""HTML templates: where they are found, and what all of them can call."""

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from gridgames.languages.language import current_language
from gridgames.languages.messages import say


def environment(*packages: str) -> Environment:
    """Return an environment with the templates of some packages; the first package wins."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"say": say, "language": html_language}
    return made


def html_language() -> str:
    """Return the language in use, as HTML names it."""
    return current_language().replace("_", "-")
