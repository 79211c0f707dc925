"""Languages: the catalogue is whole, everything is said in it, and it is understood."""

import ast
import re
import shutil
from io import BytesIO
from string import Formatter

import pytest
import translations
from babel.messages.pofile import read_po
from templates import calls

from eletrika.energy import REASONS
from eletrika.notation.actions import ACTIONS as ELETRIKA_ACTIONS
from eletrika.notation.actions import format_action as format_eletrika
from eletrika.tables import COLOUR_NAMES, KIND_NAMES, LAND_NAMES
from eletrika.tile_set import shipped_tiles
from english import english_left
from gridcommon.errors import (
    NotationError,
    Typed,
    Word,
    Wording,
    word_list,
)
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import (
    folders,
    input_words,
    messages_of,
    read_catalogue,
)
from gridgames.languages.language import Language, catalogue, use_language
from gridgames.languages.messages import as_typed, say, use_catalogue
from gridgames.study.comparison.text import WORDS as MARKS
from gridgames.table.command_table import english_command
from gridgames.wings.eletrika.description.words import ITEM_NAMES
from plain_games import gridgames, take_first_choices
from powergrid.notation import ACTIONS, format_action
from powergrid.state import PHASES
from powergrid.tables import FUELS, PLANTS

CATALOGUE = catalogue(Language.PT_BR)
MESSAGES, TYPED = CATALOGUE.messages, CATALOGUE.typed
MESSAGES_FILE = folders()["pt_BR"] / "messages.po"
# Sentences and words that say() gets from a table.
HANDED_ON = {
    *COLOUR_NAMES,
    *FUELS,
    *ITEM_NAMES.values(),
    *KIND_NAMES,
    *(name for name in LAND_NAMES if name),
    *(card.kind for card in PLANTS.values()),
    *(forest.colour for forest in shipped_tiles().forests),
    *(phase for phase in PHASES if phase != "over"),
    *REASONS.values(),
    *filter(None, MARKS.values()),
}

# The word of the rulebooks, or of the rest of the program, in place of each of these
OTHER_WORDS = {
    r"\bem alta demanda": "sob alta demanda",
    r"\b(apagad|aces)[oa]s?\b|\bacend(e|em|er)\b": "energizada, energizar; sem energia",
    r"(?-i:\bpeças? bônus\b)": "Peça Bônus",
    r"\bpeça da fila\b": "peça aberta: a fila é a das Peças Bônus",
    r"\búltimas rodadas\b": "rodadas finais",
    r"\bcombustível": "recurso",
    r"\babastec(e|em|er|ia)\b|\bqueim": "suprir; gastar",
    r"\bordem d[eo] turno\b": "ordem dos jogadores",
    r"\bfichas?\b": "marcador",
    r"\blance por lance\b": "jogada a jogada: um lance é de um leilão",
    r"\b(seu|meu|nesse) lugar\b": "assento",
    r"(?<!\d )\bElektro\b(?!\|)": "Elektros",
    r"\bbots? ": "robô",
    r"\b(pode|é) ser perguntad|\bé perguntad": "o programa pergunta; não há a quem perguntar",
    r"\bvãos\b": "buraco",
    r"\bmenor pagamento\b": "mínimo garantido",
    r"\bmau\b": "ruim",
}


PARSERS = {
    "powergrid": lambda text, seat=0: ACTIONS.parse(text, seat, input_words()),
    "eletrika": lambda text, seat=0: ELETRIKA_ACTIONS.parse(text, seat, input_words()),
}


# The catalogue


def test_the_messages_are_those_of_the_sources_and_whole(capsys):
    code = translations.main(["--check"])
    assert (code, capsys.readouterr().out) == (0, "")
    assert sorted(HANDED_ON - set(MESSAGES)) == []
    assert set(CATALOGUE.genders) == {*KIND_NAMES, *LAND_NAMES[1:]}
    read = messages_of(MESSAGES_FILE.read_text("utf-8"))
    known = read_po(BytesIO(MESSAGES_FILE.read_bytes()))
    assert read == {one.id: one.string for one in known if one.id and one.string} | {"": read[""]}


def test_a_template_has_all_its_values():
    """Every sentence that can be said has a value for each of its places, found in the sources."""
    assert len(calls()) > 500
    for call in calls():
        assert not isinstance(call.argument, ast.JoinedStr), f"{call.where}: a value inside"
        if call.taker in ("Reason", "Wording") or any(
            one.arg is None for one in call.node.keywords
        ):
            continue  # they take their values as a mapping
        named = {word.arg for word in call.node.keywords}
        named |= {"found"} if call.taker == "problem" else set()
        if call.taker == "NotationError":
            named -= {"source", "line", "column", "key"}  # never part of a sentence
        for template in call.templates:
            wanted = {field for _, field, _, _ in Formatter().parse(template) if field}
            assert wanted <= named, f"{call.where}: {wanted - named}"


def test_each_thing_has_one_portuguese_word():
    """What a program calls a thing is what its rulebook calls it, on every screen and page."""
    files = [*MESSAGES_FILE.parent.glob("*-lesson.toml"), MESSAGES_FILE.parent / "compare.toml"]
    texts = [line for file in files for line in file.read_text("utf-8").splitlines()]
    for text in (*MESSAGES.values(), *texts):
        for pattern, better in OTHER_WORDS.items():
            assert not re.search(pattern, text, re.IGNORECASE), f"{text}: {better}"


BROKEN = [  # a message, what is changed in it and how, and what is told
    ("{name} passes", "passes", "parses", "missing: '{name} passes'"),
    ("{name} bids {amount}", "de {amount}", "", "its values are not ['amount', 'name']"),
    ("no {kind}: {why}", "{kind} não: {why}", "", "not translated: 'no {kind}: {why}'"),
    ("refused: {why}", "recusado: {why}", "recusado: {why", "its braces do not match"),
    ("{name} abandons nothing", "nada", "nada ", "it begins and ends with a space"),
    ("{name} abandons {structures}", "{name} abandons", "xyzzy {name}", "'xyzzy {name}"),
    ("no {kind} is left in the reserve", ":nenhum/nenhuma", ":a/b/c", "kind needs 2 articles"),
    ("{name} can build: {cities}", "msgid", "#, fuzzy\nmsgid", "fuzzy, so correct it"),
]


def test_a_broken_file_of_messages_is_told_of(tmp_path):
    file = shutil.copytree(MESSAGES_FILE.parent, tmp_path / "pt_BR") / "messages.po"
    before = text = MESSAGES_FILE.read_text("utf-8")
    text = text.replace("{count:peão|peões}", "{count:peão|peões|peãos}", 1)
    for message, good, bad, _ in BROKEN:
        head, found, rest = text.partition(f'msgid "{message}"\n')
        entry, end, rest = (found + rest).partition("\n\n")
        assert good in entry
        text = head + entry.replace(good, bad, 1) + end + rest
    file.write_text(text, "utf-8")
    told = "\n".join(translations.problems(file))
    assert "count needs 2 forms" in told
    assert [problem for *_, problem in BROKEN if problem not in told] == []
    old = before.replace('msgid "{name} passes"', '#| msgid "p"\nmsgid "{name} passes"', 1)
    file.write_text(old, "utf-8")
    assert "not as scripts/trans" in " ".join(translations.problems(file))


def test_a_language_is_a_folder_of_messages_and_perhaps_words(tmp_path):
    folder = tmp_path / "one" / "xx"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_text(
        'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=3; plural=(n>2 ? 2 : n-1);\\n"\n\n'
        'msgid "{n:pawn|pawns} beside a {kind}"\nmsgstr "{n:po|poi|poim} u {kind:en/et/a}"\n\n'
        'msgid "Tower"\nmsgstr "torn"\n',
        "utf-8",
    )
    assert folders(folder.parent) == {"xx": folder}
    assert input_words(root=folder.parent) == {}
    with use_catalogue(read_catalogue(folder)):
        assert say("{kind}", kind=Word("Tower")) == "torn"
    folder = shutil.copytree(folder, tmp_path / "two" / "xx")
    (folder / "vocabulary.toml").write_text(
        '[actions]\nbuild = ["bygg", "resa"]\n[genders]\nen = []\net = ["Tower"]\na = []\n', "utf-8"
    )
    assert input_words(root=folder.parent) == {"bygg": "build", "resa": "build"}
    with use_catalogue(read_catalogue(folder)):
        assert as_typed("build T 0,1") == "bygg T 0,1"
        told = [say("{n:pawn|pawns} beside a {kind}", n=n, kind=Word("Tower")) for n in (1, 2, 5)]
    assert told == ["1 po u et torn", "2 poi u et torn", "5 poim u et torn"]


# What is said

NONE_LEFT = "no {kind} is left in the reserve"
MAY_NOT = "a {kind} may not stand beside the {other} on {q},{r}"
PLACE = {"q": 1, "r": 0}
THEN_NEEDS = "builds a {kind} for a line that then needs {missing:more build|more builds}"


@pytest.mark.parametrize(
    ("template", "values", "expected"),
    [
        (NONE_LEFT, {"kind": Word("Pole")}, "não há mais nenhum Poste na reserva"),
        (NONE_LEFT, {"kind": Word("Tower")}, "não há mais nenhuma Torre na reserva"),
        ("{name} passes", {"name": "coal"}, "coal passa"),
        ("unknown plant {plant}", {"plant": "'oil'"}, "usina 'oil' desconhecida"),
        ("refused: {why}", {"why": Wording("missing", {})}, "recusado: falta"),
        ("{fuels}", {"fuels": word_list(FUELS, "or")}, "carvão, óleo, lixo ou urânio"),
        ("expected: {usage}", {"usage": Typed("build Essen")}, "esperado: construir Essen"),
        ("the reason is {reason}", {"reason": Word("unheard of")}, "the reason is unheard of"),
        (
            THEN_NEEDS,
            {"kind": Word("Tower"), "missing": 1},
            "uma Torre para uma linha que ainda pede 1",
        ),
        (MAY_NOT, {"kind": Word("Plant"), "other": Word("Pole")} | PLACE, "uma Usina não pode"),
        (MAY_NOT, {"kind": Word("Pole"), "other": Word("City")} | PLACE, "lado da Cidade em 1,0"),
    ],
)
def test_values_are_said_in_the_language_with_their_articles(template, values, expected):
    with use_language(Language.PT_BR):
        assert expected in say(template, **values)


# A game in Portuguese shows no English


@pytest.mark.parametrize("game", PARSERS)
def test_a_whole_game_in_portuguese_has_no_english_sentence(game, tmp_path, monkeypatch):
    take_first_choices(monkeypatch)
    save = tmp_path / "game.jsonl"
    words = ("--lang", "pt_BR", "play", game, "--seats", "Ana=human,easy", "--seed", "5")
    asked = ["?", "t", "y", "estado", "tabuleiro", "jogadores", "regras fim", "desfazer", "refazer"]
    done = gridgames(tmp_path, *words, "--save", save, typed=asked)
    assert done.exit_code == 0, done.stderr
    assert " vence: " in done.stdout
    assert "EL-END-03" in done.stdout or "PG-END-01" in done.stdout
    again = gridgames(tmp_path, "replay", save, "--all", "--lang", "pt_BR")
    listed = gridgames(tmp_path, "--lang", "pt_BR", game, "show", save)
    assert english_left(done.output + again.output + listed.output) == []
    built = set(re.findall(r"constr(?:ói|uir) (\w+ \w+) (?:em|\()", " ".join(done.stdout.split())))
    assert game == "powergrid" or built >= {"um Poste", "uma Torre", "uma Cidade"}


# What is typed


LINES = {
    "powergrid": """\
abrir 13 15 = open 13 15|lance 16 = bid 16|Passar = pass|desistir = decline|rodar = run
comprar carvão 3 = buy coal 3|comprar CARVAO 3 = buy coal 3|buy óleo 1 = buy oil 1
comprar petróleo 2 = buy oil 2|comprar lixo 1 = buy garbage 1|comprar urânio 1 = buy uranium 1
construir Essen = build Essen|operar 7 10 carvão 2 óleo 3 = run 7 10 coal 2 oil 3
rodar 5 nada = run 5 nothing|descartar 5 carvão 1 = scrap 5 coal 1|pronto = done
cartel Essen = place_cartel Essen|marcar Essen = mark_start Essen""",
    "eletrika": """\
peça 13/2 1,0 marcador 2 = tile 13/2 1,0 marker 2|peca 13/2 1,0 construir Poste = tile 13/2 1,0 \
build P|construir torre 0,1 = build T 0,1|construir Subestação 0,1 = build S 0,1
pontuar 0,0 3,0 = score 0,0 3,0|pontuar 0,0 3,0 sem bosques = score 0,0 3,0 no forests
abandonar 0,0 = abandon 0,0|recolher 1,1 = recall 1,1|fim = end|passar = pass""",
}


@pytest.mark.parametrize(("game", "form"), [("powergrid", format_action), ("eletrika",
                                             format_eletrika)])  # fmt: skip
def test_actions_are_typed_in_portuguese_and_shown_as_they_may_be_typed(game, form):
    parse = PARSERS[game]
    for line in re.split(r"[|\n]", LINES[game]):
        typed, meant = line.split(" = ")
        assert parse(typed) == parse(meant), line
        assert form(parse(typed)) == meant
        with use_language(Language.PT_BR):
            assert parse(as_typed(meant)) == parse(meant)


def test_words_of_commands_and_of_actions_differ_and_all_are_tried():
    commands = input_words("commands")
    assert not set(commands) & {*input_words("actions"), *input_words("names")}
    assert english_command("Histórico") == "log"
    assert not {*map(unaccented, TYPED.values())} & set(TYPED)  # shown twice, it is still the same
    tried = {*map(english_command, TYPED.values()), *" ".join(LINES.values()).split()}
    assert set(input_words("actions").values()) <= tried | set(re.findall(r"\w+", str(LINES)))


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("powergrid", "comprar c 1|comprar o 1|comprar gás 1|p|co|abr"),
        ("eletrika", "p|con|a 0,0|peç 1 0,0|construir p0 0,1"),
    ],
)
def test_what_could_mean_two_things_or_nothing_is_refused(game, lines):
    for typed in lines.split("|"):
        with pytest.raises(NotationError):
            PARSERS[game](typed)
