"""``gridgames rules``: the rules, with the code and the tests of each."""

from typing import TYPE_CHECKING, Annotated

import typer

from gridcommon.errors import NotationError, Typed
from gridgames.commands.options import AsJson, Draw, GameName, check_draw
from gridgames.languages.language import Language, current_language
from gridgames.languages.messages import say
from gridgames.show.registry import wing_of
from gridgames.study.rules.book import (
    Book,
    Entry,
    answer,
    find_named,
    is_name,
    open_book,
    page_of_word,
    terms_called,
)
from gridgames.study.rules.rule_text import full_rule, links_of, list_found, list_rules, term_text
from gridgames.study.rules.rule_text import page as text_of_page
from gridgames.terminal import output
from gridgames.terminal.markdown import bullets, render

if TYPE_CHECKING:
    from gridgames.study.rules.options import GameOptions, OptionJson
    from gridgames.study.rules.pictured import Played

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[ID|WORDS]...",
        help="Rule ids, beginnings of ids, options, or a question; or faq, glossary or changes.",
    ),
]
OneGame = Annotated[GameName | None, typer.Option("--game", help="One game only.")]


def rules(
    words: Words = None,
    game: OneGame = None,
    draw: Draw = False,
    as_json: AsJson = False,
) -> None:
    """List the rules, show one with its source, code and tests, or find the rules that answer a
    question.

    Ask a question in your own words, in any language. An option is explained with positions in
    which its values give different results.
    """
    check_draw(draw=draw, as_json=as_json)
    language = current_language()
    if words and len(words) == 1 and (page := page_of_word(words[0])):
        if as_json:
            from gridgames.study.rules.rule_json import reference_to_json

            output.print_json(reference_to_json(page, language))
        else:
            output.print_lines(render(text_of_page(page)))
        return
    if not words or all(map(is_name, words)):
        book = open_book(language, game)
        found = [find_named(book, name) for name in words or []]
        if draw and not (found and all(len(one) == 1 for one in found)):
            raise _not_one_rule()
        _show(found or [list(book.values())], language, as_json=as_json)
        if draw:
            _draw_examples([entry for [entry] in found])
        return
    if draw:
        raise _not_one_rule()
    from gridgames.study.rules.options import is_word, named_options

    options = named_options(words, game)
    if not all(is_word(option) for _, option in options):
        _explain(options, language, as_json=as_json)
    else:
        _search(open_book(language, game), " ".join(words), options, language, as_json=as_json)


def _show(found: list[list[Entry]], language: Language, *, as_json: bool) -> None:
    """Print rules in full by their ids, or lists of families or of all rules."""
    whole = open_book(language)
    if as_json:
        from gridgames.study.rules.rule_json import rule_to_json, rules_json

        rules = [
            rule_to_json(entry, links_of(entry, whole) if len(one) == 1 else None)
            for one in found
            for entry in one
        ]
        output.print_json(rules_json(language, rules=rules))
        return
    for number, entries in enumerate(found):
        if number:
            output.print_lines([[]])
        if len(entries) > 1:
            output.print_lines(list_rules(entries))
        else:
            output.print_lines(render(full_rule(entries[0], links_of(entries[0], whole))))


def _draw_examples(rules: list[Entry]) -> None:
    """Print the pictures of rules and the positions in their texts, or that a rule has none.

    They are below the text of the rules, which is longer than a terminal.
    """
    from gridgames.show.pictures import print_board
    from gridgames.study.rules.pictured import picture_of, position_of

    for entry in rules:
        picture = picture_of(entry.rule.id, entry.game)
        if picture:
            _draw(picture, entry.rule.id)
        wing = wing_of(entry.game)
        texts = [(one, position_of(one, wing)) for one in entry.rule.examples]
        for one, position in texts:
            if position:
                told = f"{entry.rule.id}: {one.name}"
                output.print_lines(output.wrapped(told, style="bold"))
                print_board(wing.face, position, ())
        if not picture and not any(position for _, position in texts):
            told = say("{rule} has no example with a position.", rule=entry.rule.id)
            output.print_lines(output.wrapped(told, style="dim"))


def _draw(picture: "Played", rule: str) -> None:
    """Print the position before, the actions, what comes of them, and how to play on."""
    from gridgames.show.pictures import print_board

    face, names = picture.face, picture.names
    is_on_board = picture.is_on_board()
    output.print_lines(output.wrapped(f"{rule}: {picture.about}", style="bold"))
    if is_on_board:
        print_board(face, picture.before, names)
    output.print_lines(picture.panel_lines(picture.before))
    for action in picture.actions:
        output.print_lines([[("> ", "dim"), (action, "bold")]])
    for told in (*picture.words, *filter(None, [picture.claim])):
        output.print_lines(output.wrapped(told, "  "))
    if picture.after is not None:
        if is_on_board:
            print_board(face, picture.after, names)
        output.print_lines(picture.panel_lines(picture.after))
    command = Typed(picture.command(rule))
    output.print_lines(output.wrapped(say("Play on from here: {command}", command=command)))


def _not_one_rule() -> NotationError:
    return NotationError("--draw shows the example of a rule: give the whole id of one")


def _explain(options: "GameOptions", language: Language, *, as_json: bool) -> None:
    if as_json:
        from gridgames.study.rules.rule_json import rules_json

        output.print_json(rules_json(language, options=_options(options, language)))
        return
    from gridgames.study.rules.options import describe_option, explain

    for number, (game, option) in enumerate(options):
        if number:
            output.print_lines([[]])
        output.print_lines(describe_option(explain(game, option, language)))


def _options(options: "GameOptions", language: Language) -> list["OptionJson"]:
    from gridgames.study.rules.options import explain, facts

    return [facts(explain(game, option, language)) for game, option in options]


def _search(
    book: Book, words: str, options: "GameOptions", language: Language, *, as_json: bool
) -> None:
    """Print the rules that answer ``words``, or the nearest, and the options of that name."""
    terms = terms_called(words)
    named = [book[rule] for one in terms for rule in one.rules if rule in book]
    try:
        found, is_near = answer(book, words)
    except NotationError:
        if not named:
            raise
        is_near = True
    if is_near and named:
        found, is_near = named, False
    if as_json:
        from gridgames.study.rules.rule_json import rule_to_json, rules_json, term_to_json

        document = rules_json(
            language,
            query=words,
            rules=[*map(rule_to_json, found)],
            nearest=is_near,
            options=_options(options, language) or None,
            terms=[*map(term_to_json, terms)] or None,
        )
        output.print_json(document)
    else:
        if terms:
            output.print_lines(render(bullets(map(term_text, terms))))
            output.print_lines([[]])
        output.print_lines(list_found(found, words, is_near=is_near))
        if options:
            output.print_lines([[]])
            _explain(options, language, as_json=False)
