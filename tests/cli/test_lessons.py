"""The lessons: played as they say, with a wrong and an illegal action at each step."""

import io
from functools import cache

import pytest
from typer.testing import CliRunner

import powergrid
from gridcommon.errors import NotationError
from gridgames.app import app
from gridgames.games.registry import names, register, wing_of
from gridgames.games.wing import Wing
from gridgames.languages.language import Language, use_language
from gridgames.languages.messages import as_typed
from gridgames.lessons.lesson import LessonSession, Step, games_with_lessons, read_lesson
from gridgames.lessons.plain_lesson import PlainLesson

GAMES = names()
LANGUAGES = list(Language)


@cache
def lesson(game, language=Language.ENGLISH):
    return read_lesson(game, language)


def refused_action(session):
    """Return an action that a rule refuses now, but not the one that the step asks to try."""
    step = session.step
    for words in (*session._script, "build Berlin", "build U 5,5"):
        try:
            action = session.game.parse_action(words, session.state)
        except NotationError:
            continue
        refusal = session.check(action)
        if refusal and refusal.rule != step.refused:
            return words, refusal.rule
    raise AssertionError(f"nothing is refused at step {step.number}")


def unwanted_action(session):
    """Return a legal action that the step does not ask for, None where there is none."""
    for action in session.legal_actions():
        words = session.game.format_action(action)
        if not session.step.takes(words):
            return words
    return None


def lines_of(game, language, *, with_mistakes):
    """Yield what a learner types, and with mistakes what is answered to each."""
    session = LessonSession(lesson(game, language))
    while session.to_act is not None:
        if not session.waits_for_human:
            session.next_move()
            continue
        step = session.step
        if with_mistakes:
            words, rule = refused_action(session)
            yield words, rule
            if words := unwanted_action(session):
                action = session.game.parse_action(words, session.state)
                yield words, session.objection(action)
        yield step.move, step.refused
        action = session.game.parse_action(step.move, session.state)
        if step.refused:
            assert session.was_to_be_refused(session.check(action))
        else:
            session.act(action)


def learn(game, language, typed, *words):
    runner = CliRunner()
    line = ["--lang", language, "learn", game, *words]
    return runner.invoke(app, line, input="".join(f"{one}\n" for one in typed))


def test_every_game_has_a_lesson():
    assert games_with_lessons() == GAMES
    listed = CliRunner().invoke(app, ["learn"])
    assert listed.exit_code == 0
    for game in GAMES:
        assert f"gridgames learn {game}: {wing_of(game).title}" in listed.stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_to_its_end_by_typing_what_it_says(game, language):
    steps = lesson(game, language).steps
    with use_language(language):
        typed = [as_typed(line) for line, _ in lines_of(game, language, with_mistakes=False)]
    answer = learn(game, language, typed)
    assert answer.exit_code == 0
    told = " ".join(answer.stdout.split())
    assert len(typed) == len(steps)
    for step, line in zip(steps, typed, strict=True):
        assert f"{step.title} {step.text}" in told
        assert f": {line} " in told
        assert step.after in told
    assert told.endswith(lesson(game, language).end)
    assert "{" not in answer.stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_mistake_is_explained_at_each_step_and_changes_nothing(game, language):
    with use_language(language):
        typed = list(lines_of(game, language, with_mistakes=True))
    answer = learn(game, language, [line for line, _ in typed])
    told = " ".join(answer.stdout.split())
    place = 0
    for line, expected in typed:
        place = told.find(expected, place)
        assert place >= 0, (line, expected)
    assert told.endswith(lesson(game, language).end)
    assert len(typed) >= 2 * len(lesson(game).steps)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_step_accepts_leads_to_the_end(game):
    """What the others do has been written down, so it must be legal after each of these."""
    count = 0
    for step in lesson(game).steps:
        session = LessonSession(lesson(game), step.number)
        actions = [] if step.refused else session.legal_actions()
        for action in actions:
            if session.objection(action) is not None:
                continue
            count += 1
            other = LessonSession(lesson(game), step.number)
            other.act(action)
            while other.to_act is not None:
                if other.step and other.step.refused:
                    refusal = other.check(other._scripted())
                    assert other.was_to_be_refused(refusal)
                else:
                    other.act(other._scripted())
    assert count >= sum(not step.refused for step in lesson(game).steps)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_says_something_of_each_other_legal_action(game):
    """The patterns of a step leave no legal action to the general answer."""
    with use_language(Language.ENGLISH):
        for step in lesson(game).steps:
            session = LessonSession(lesson(game), step.number)
            for action in session.legal_actions():
                told = session.objection(action)
                assert told is None or told in step.instead.values(), (step.title, action)


def after(game, move, *words):
    """Return the state in which other actions than the move of a step leave its lesson."""
    number = [step.move for step in lesson(game).steps].index(move) + 1
    session = LessonSession(lesson(game), number)
    state = session.state
    for one in words:
        state = session.game.apply(state, session.game.parse_action(one, state))
    return session.game, state


CLAIMS = [  # the step, what is done there, a fact afterwards, and what the lesson says of it
    ("powergrid", "pass", "bid 4, pass, pass", "plants", [[3], [], []], "plant 3 is yours"),
    ("powergrid", "open 8 8", "open 8 8, bid 9, pass", "plants", [[], [3], [8]], "Carla has it"),
    ("powergrid", "bid 10", "bid 10, pass", "plants", [[8], [3], []], "10 is enough"),
    ("powergrid", "buy coal 3", "buy coal 3", "money", [37, 41, 39], "each coal costs 1"),
    ("powergrid", "done", "buy coal 3, done", "money", [31, 41, 39], "both cities cost 30"),
    ("powergrid", "build Mannheim", "build Mannheim", "money", [27, 14, 25], "costs 10"),
    ("powergrid", "build Würzburg", "build Würzburg", "money", [7, 14, 25], "costs 10, plus 10"),
    ("powergrid", "run 8 coal 3", "run 8 coal 3", "money", [40, 14, 37], "33"),
    ("powergrid", "run 8 coal 3", "run", "money", [17, 14, 37], "10 instead of 33"),
    ("eletrika", "tile 16/0 0,2", "", "row", [16, 20, 21], "three tiles are face up"),
    ("eletrika", "tile 34/5 1,-1 build P", "", "hands", [3, 4], "before it"),
    ("eletrika", "tile 34/5 1,-1 build P", "tile 34/5 1,-1 build P", "hands", [1, 4], "two pawns"),
    ("eletrika", "score 0,-1 0,1 1,-1", "", "scores", [1, 0], "you score 1 MW"),
]


@pytest.mark.parametrize(("game", "move", "words", "fact", "found", "said"), CLAIMS)
def test_what_a_lesson_says_would_happen_happens(game, move, words, fact, found, said):
    game, state = after(game, move, *filter(None, words.split(", ")))
    assert game.facts(state)[fact] == found, said


def test_after_any_first_city_of_the_lesson_a_second_can_be_paid():
    """The lesson says of each that it would do too."""
    game, state = after("powergrid", "build Mannheim")
    cities = [one for one in game.legal_actions(state) if isinstance(one, powergrid.Build)]
    assert len(cities) > 10
    for city in cities:
        legal = game.legal_actions(game.apply(state, city))
        assert any(isinstance(one, powergrid.Build) for one in legal), city


def test_the_set_of_the_lesson_pays_what_it_says_and_no_other_pays_as_much():
    whole = "score -1,1 0,-1 0,1 1,-1"
    game, state = after("eletrika", whole)
    assert len(game.facts(state)["lit"]) == 5  # "it would light five"
    gains = {}
    for action in game.legal_actions(state)[:-1]:
        scored = game.apply(state, action)
        gains[game.format_action(action)] = scored.scores[0] - state.scores[0], scored.hands[0]
    assert gains.pop(whole) == (5 + 1 + 3, 5)  # and the pawns are back
    assert len(gains) == 6
    assert max(gains.values()) < (9,)


@pytest.mark.parametrize("game", GAMES)
def test_a_step_is_written_as_the_game_writes_it(game):
    for step in lesson(game).steps:
        session = LessonSession(lesson(game), step.number)
        action = session.game.parse_action(step.move, session.state)
        assert session.game.format_action(action) == step.move
        refusal = session.check(action)
        assert (refusal.rule if refusal else "") == step.refused


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_lesson_is_translated(game):
    english, other = lesson(game), lesson(game, Language("pt_BR"))
    assert (english.about, english.end) != (other.about, other.end)
    for one, two in zip(english.steps, other.steps, strict=True):
        for said, translated in ((one.title, two.title), (one.text, two.text)):
            assert said != translated
        assert bool(one.after) == bool(two.after)
        assert not one.after or one.after != two.after
        assert one.instead.keys() == two.instead.keys()
        assert not set(one.instead.values()) & set(two.instead.values())


def test_a_lesson_can_be_left_and_begun_again_at_the_same_step():
    answer = learn("powergrid", "en", ["pass", "decline", "q"])
    command = answer.stdout.strip().splitlines()[-1]
    assert command == "Continue with: gridgames learn powergrid --from 3"
    again = learn("powergrid", "en", [], "--from", "3")
    assert "Step 3 of" in again.stdout
    assert "Step 2 of" not in again.stdout
    assert again.stdout.strip().splitlines()[-1] == command


def test_a_choice_of_the_learner_is_taken_back_and_asked_for_again():
    told = learn("powergrid", "en", ["pass", "undo", "pass", "undo", "undo"]).stdout
    assert told.count("Step 1 of") == 3
    assert told.count("Step 2 of") == 2
    assert "There is nothing to undo." in told


def test_what_was_tried_after_a_choice_is_asked_for_again_with_it():
    session = LessonSession(lesson("powergrid"))
    session.act(session._scripted())
    while not session.waits_for_human:
        session.next_move()
    assert session.was_to_be_refused(session.check(session._scripted()))
    assert session.step.number == 3
    session.undo()
    assert session.step.number == 1
    session.redo()
    assert session.step.number == 2


def test_what_the_lesson_did_before_its_first_step_is_not_taken_back():
    session = LessonSession(lesson("powergrid"), 4)
    assert (session.step.number, session.undo()) == (4, [])


def test_an_order_in_advance_is_not_taken():
    told = learn("powergrid", "en", ["bid up to 9"]).stdout
    assert "a lesson accepts no queued orders" in told
    assert told.rstrip().endswith("learn powergrid")


def test_the_hint_is_what_the_step_asks_for():
    told = learn("powergrid", "en", ["hint"]).stdout
    assert "would: pass" in told


@pytest.mark.parametrize(("step", "told"), [("12", "the lesson has 11"), ("0", "0")])
def test_a_step_that_is_not_there_is_refused(step, told):
    answer = learn("powergrid", "en", [], "--from", step)
    assert answer.exit_code == 2
    assert told in answer.stderr


@pytest.mark.parametrize("words", [(), ("powergrid", "--page")])
def test_from_is_for_a_lesson_that_is_played(words):
    answer = CliRunner().invoke(app, ["learn", *words, "--from", "2"])
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert "--from" in answer.stderr


def test_a_game_without_a_lesson_says_which_have_one():
    wing = Wing(name="chess", title="Chess", engine="chess")
    with register(wing), pytest.raises(NotationError) as problem:
        read_lesson(wing.name, Language.ENGLISH)
    assert problem.value.values["allowed"] == ", ".join(GAMES)


def test_nothing_follows_a_pattern_by_accident():
    step = Step(1, "", "", "tile 2/0 1,0 marker 1", ("build *",))
    assert step.takes("tile 2/0 1,0 marker 1")
    assert step.takes("build Mainz")
    assert not step.takes("tile 2/0 1,0")


def test_the_plain_lesson_says_whether_its_end_was_reached(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("pass\n"))
    assert PlainLesson(LessonSession(lesson("powergrid"))).play() is False
    assert "Step 2 of" in capsys.readouterr().out


def test_what_is_left_of_a_line_in_a_lesson_is_done_or_said_not_to_be():
    lesson = read_lesson("eletrika", Language.ENGLISH)
    first, other = lesson.steps[0].move, lesson.header.players[1]
    done = learn("eletrika", Language.ENGLISH, [f"{first}; board; {first}"])
    told = " ".join(done.stdout.split())
    assert f"It is {other}'s turn. Not done: board; {first}" in told
