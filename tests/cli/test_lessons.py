"""The lessons: played as they say, with a wrong and an illegal action at each step."""

from contextlib import suppress
from functools import cache, partial

import pytest

from gridcommon.errors import NotationError
from gridgames.languages.language import Language, use_language
from gridgames.languages.messages import as_typed
from gridgames.show.registry import names
from gridgames.table.lesson import lesson_session, read_lesson
from plain_games import invoke

GAMES = names()
LANGUAGES = list(Language)


@cache
def lesson(game, language=Language.ENGLISH):
    return read_lesson(game, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_typed_to_its_end_with_a_wrong_and_a_refused_action_at_each_step(
    game, language
):
    """Each answer is the lesson's, and a mistake changes nothing."""
    session, typed, told = lesson_session(lesson(game, language)), [], []
    with use_language(language):
        while session.to_act is not None:
            if not session.waits_for_human:
                session.next_move()
                continue
            step = session.policy.step
            parse = partial(session.game.parse_action, state=session.state)
            told += [f"{step.title} {step.text}", f": {as_typed(step.typed)} "]
            refusals = ((one, session.check(parse(one))) for one in candidates(session))
            wrong, refusal = next(
                (one, why) for one, why in refusals if why and why.rule != step.refused
            )
            typed.append(wrong)
            told.append(refusal.rule)
            legal = map(session.game.format_action, session.legal_actions())
            if unwanted := next((one for one in legal if not step.takes(one)), None):
                typed.append(unwanted)
                told.append(session.policy.objection(parse(unwanted)))
            typed.append(as_typed(step.typed))
            told += [step.refused, step.after]
            if step.command:
                assert session.policy.used(step.command.split()[0])
                continue
            action = parse(step.move)
            assert session.game.format_action(action) == step.move
            refused = session.check(action)
            assert (refused.rule if refused else "") == step.refused
            if step.refused:
                assert session.policy.expects(refused)
            else:
                session.act(action)
    line = ["--lang", language, "learn", game]
    answer = invoke(*line, typed="".join(f"{one}\n" for one in typed))
    assert answer.exit_code == 0
    shown, place = " ".join(answer.stdout.split()), 0
    for expected in told:
        place = shown.find(expected, place)
        assert place >= 0, expected
    assert shown.endswith(lesson(game, language).end)
    assert "{" not in shown


def candidates(session):
    """Yield actions of which at least one is refused at any step."""
    for words in (*session.policy._script, "build Berlin", "build U 5,5"):
        with suppress(NotationError):
            session.game.parse_action(words, session.state)
            yield words


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_step_accepts_leads_to_the_end_and_all_else_has_its_answer(game):
    """What the others do has been written down, so it must be legal after each of these."""
    count = 0
    for step in lesson(game).steps:
        session = lesson_session(lesson(game), step.number)
        for action in session.legal_actions():
            told = session.policy.objection(action)
            assert told is None or told in step.instead.values(), (step.title, action)
            if told is not None or step.refused:
                continue
            count += 1
            other = lesson_session(lesson(game), step.number)
            other.act(action)
            while other.to_act is not None:
                if other.policy.step and other.policy.step.command:
                    assert other.policy.used(other.policy.step.command.split()[0])
                elif other.policy.step and other.policy.step.refused:
                    assert other.policy.expects(other.check(other.policy._scripted()))
                else:
                    other.act(other.policy._scripted())
    assert count >= sum(not (step.refused or step.command) for step in lesson(game).steps)
