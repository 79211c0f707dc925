"""Pages as a visitor uses them: every link is opened, every button pressed, every word read."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from urllib.parse import urljoin

from gridgames.languages.language import Language, catalogue
from served import Served

_READ = ("aria-label", "placeholder", "title", "alt", "data-title", "data-lost", "data-call")
_SHORT = 12  # letters; a shorter piece of a sentence may be a word of both languages


@dataclass
class Form:
    """A form with its fields, and its buttons by name and value."""

    action: str
    is_post: bool
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """The links, forms and texts of a page; what a browser hides or disables is left out."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.texts: list[str] = []
        self.language = ""
        self._silent = 0
        self._is_in_form = False
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.texts += [found[name] for name in _READ if found.get(name)]
        if tag == "html":
            self.language = found["lang"]
        elif tag in ("script", "style"):
            self._silent += 1
        elif (tag == "a" and "href" in found) or tag == "link":
            self.links.append(found["href"])
        elif tag == "form":
            self.forms.append(Form(found.get("action", ""), found.get("method") == "post"))
            self._is_in_form = True
        elif self._is_in_form and "disabled" not in found:
            form = self.forms[-1]
            if tag == "button" and found.get("type") != "button":
                form.buttons.append((found.get("name", ""), found.get("value", "")))
            elif "name" in found and found.get("type") != "checkbox":
                form.fields[found["name"]] = found.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_in_form = False
        elif tag in ("script", "style"):
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        if not self._silent and (text := " ".join(data.split())):
            self.texts.append(text)


@cache
def english_pieces(language: str) -> frozenset[str]:
    """Return the sentences, and the pieces between their values, that are others there."""
    messages = catalogue(Language(language)).messages
    theirs = "\n".join(messages.values())
    pieces = set()
    for english, told in messages.items():
        for piece in re.split(r"\{[^}]*\}", english):
            words = piece.strip(" .,;:()\n")
            if len(words) >= _SHORT and " " in words and words not in told and words not in theirs:
                pieces.add(words)
    return frozenset(pieces)


class Visitor:
    """Somebody with a browser in one language, at the address of one key."""

    def __init__(self, server: Served, language: str) -> None:
        self.server = server
        self.language = language
        self.opened: set[str] = set()
        self.pressed: set[tuple[str, str]] = set()  # the action of a form, and a button
        self._seen: set[str] = set()

    def forget_tables(self) -> None:
        """Open the pages of tables again: they have changed."""
        self.opened = {one for one in self.opened if re.search("static|drill|rule", one)}

    @contextmanager
    def reading(self, language: str) -> Iterator[None]:
        """Expect pages in a language, which may have been chosen on a page."""
        before, self.language = self.language, language
        yield
        self.language = before

    async def open(self, address: str) -> Page:
        """Open an address, and check what it shows."""
        status, text = await self.server.get(address, **{"Accept-Language": self.language})
        self.opened.add(address)
        return self.read(address, status, text)

    def read(self, address: str, status: int, text: str) -> Page:
        """Check an answer: it is one, in the language, and says nothing of terminals."""
        assert status < 400, (status, address, text[:300])
        if "<main" not in text:
            return Page("")
        page = Page(text)
        assert page.language in ("", self.language), address
        for words in set(page.texts) - self._seen:
            assert "only in a terminal" not in words, (address, words)
            assert "terminal" not in words or "text" in address, (address, words)
            if self.language != "en":
                english = [one for one in english_pieces("pt_BR") if one in words]
                assert not english, f"english at {address}: {words} ({english})"
        self._seen.update(page.texts)
        return page

    def links(self, address: str, page: Page, most: int) -> Iterator[str]:
        """Yield the new addresses that a page leads to, ``most`` of each kind."""
        count: dict[str, int] = {}
        for link in dict.fromkeys(page.links):
            whole = urljoin(f"http://here/{address}", link).partition("#")[0]
            path = whole.removeprefix("http://here/")
            is_long = path.endswith("/review")  # at work for a minute
            if "://" in path or path in self.opened or is_long:
                continue
            kind = re.sub(r"=[^&]*", "", path)
            count[kind] = count.get(kind, 0) + 1
            if count[kind] <= most:
                yield path

    async def press(
        self, address: str, form: Form, button: tuple[str, str], typed: Mapping[str, str] = {}
    ) -> tuple[int, str]:
        """Press a button of a page; return the status, and the text or the address to go to."""
        fields = {**form.fields, **typed} | ({button[0]: button[1]} if button[0] else {})
        fields.pop("v", None)  # as if the page were new
        path = urljoin(f"http://here/{address}", form.action).removeprefix("http://here/")
        asked = self.server.client.post(
            f"{self.server.base}/{path}".partition("#")[0],
            data=fields,
            headers={"Accept-Language": self.language},
            allow_redirects=False,
        )
        async with asked as answer:
            assert answer.status < 400, (answer.status, path, fields, await answer.text())
            return answer.status, answer.headers.get("Location", await answer.text())
