"""Frequent questions, terms and changes in Markdown, for the terminal and the site."""

from collections.abc import Callable, Iterator, Sequence

from gridgames.languages.language import current_language
from gridgames.languages.messages import say
from gridgames.show.registry import wings
from gridgames.study.rules.reference import (
    CHANGES,
    FAQ,
    GLOSSARY,
    Asked,
    Change,
    Term,
    changes,
    frequent,
    terms,
)
from gridgames.terminal.markdown import bullets, escaped, joined


def page(name: str) -> str:
    """Return the page called FAQ, GLOSSARY or CHANGES."""
    return {FAQ: faq_text, GLOSSARY: glossary_text, CHANGES: changes_text}[name]()


def title(name: str) -> str:
    """Return the title of a page."""
    return {
        FAQ: say("Frequent questions"),
        GLOSSARY: say("Glossary"),
        CHANGES: say("Changes of the rules"),
    }[name]


def faq_text(asked: Callable[[Asked], str] | None = None) -> str:
    """Return the frequent questions by game; ``asked`` writes one."""
    blocks = [f"# {title(FAQ)}"]
    for wing in wings():
        blocks.append(f"## {say(wing.title)}")
        blocks += [
            (asked or answered)(one)
            for one in frequent(current_language())
            if one.game == wing.name
        ]
    return joined(blocks)


def answered(one: Asked) -> str:
    """Return a question with its answer and its rules."""
    return joined([f"### {escaped(one.ask)}", f"{escaped(one.answer)} ({', '.join(one.rules)})"])


def glossary_text(written: Callable[[Sequence[Term]], str] | None = None) -> str:
    """Return the terms by game and in order; ``written`` writes those of a game."""
    about = say(
        "The English words are ours; the others come from the rulebooks, in the form used there. "
        "A missing word means that no text of that language has the term. Eletrika has only a "
        "Portuguese text."
    )
    blocks = [f"# {title(GLOSSARY)}", escaped(about)]
    for wing in wings():
        own = [one for one in terms() if one.game == wing.name]
        own.sort(key=lambda one: one.words["en"].lower())
        blocks.append(f"## {say(wing.title)}")
        blocks.append(written(own) if written else bullets(map(term_text, own)))
    return joined(blocks)


def term_text(one: Term) -> str:
    """Return a term on one line: its words, and its rules."""
    return f"{words_of(one)}: {', '.join(one.rules)}"


def words_of(one: Term) -> str:
    """Return the words of a term with their languages, the English one first."""
    english, *others = (f"{escaped(word)} ({tongue})" for tongue, word in one.words.items())
    return ", ".join([f"**{english.removesuffix(' (en)')}**", *others])


def changes_text() -> str:
    """Return the changes of the ledgers by date, the last first."""
    about = say(
        "Changes in the wording or the marks of the rules, the last first. Ids never change."
    )
    blocks, date = [f"# {title(CHANGES)}", escaped(about)], ""
    items: list[str] = []
    for one in changes(current_language()):
        if one.date != date:
            blocks += [bullets(items)] if items else []
            blocks.append(f"## {one.date}")
            items, date = [], one.date
        items.append(_changed(one))
    return joined([*blocks, bullets(items)])


def changed_on(found: Sequence[Change]) -> Iterator[str]:
    """Yield the changes of a rule with their dates."""
    for one in found:
        yield f"{one.date}: {_kind(one)}. {one.text}"


def _changed(one: Change) -> str:
    rules = f" ({', '.join(one.rules)})" if one.rules else ""
    return f"**{_kind(one)}:** {one.text}{rules}"


def _kind(one: Change) -> str:
    return {"added": say("New"), "changed": say("Changed"), "ours": say("Marked as ours")}[one.kind]
