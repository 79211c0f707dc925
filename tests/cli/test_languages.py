"""Languages: the catalogue is whole, everything is said in it, and what decides the language."""

import ast
import re
import shutil
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
import translations
from babel.messages.pofile import read_po
from templates import calls
from typer.testing import CliRunner

from eletrika.energy import REASONS
from eletrika.notation.actions import ACTIONS as ELETRIKA_ACTIONS
from eletrika.notation.actions import format_action as format_eletrika
from eletrika.tables import COLOUR_NAMES, KIND_NAMES, LAND_NAMES
from eletrika.tile_set import shipped_tiles
from english import english_left
from gridcommon.errors import (
    IllegalAction,
    InvalidState,
    NotationError,
    Refusal,
    Typed,
    Word,
    Wording,
    word_list,
)
from gridcommon.game_loop import ReplayMismatch
from gridcommon.spelling import unaccented
from gridgames.app import app
from gridgames.comparison.text import WORDS as MARKS
from gridgames.languages.catalogue import (
    ENGLISH,
    Catalogue,
    folders,
    input_words,
    messages_of,
    read_catalogue,
)
from gridgames.languages.language import Language, catalogue, current_language, use_language
from gridgames.languages.ledgers import rules
from gridgames.languages.messages import as_typed, render_error, render_message, say, use_catalogue
from gridgames.lessons.lesson import read_lesson
from gridgames.sessions.command_table import english_command
from gridgames.wings.eletrika.description.words import ITEM_NAMES
from plain_games import environment, gridgames, process
from powergrid.notation import ACTIONS, format_action
from powergrid.state import PHASES
from powergrid.storage import amounts
from powergrid.tables import FUELS, PLANTS
from screens import advanced

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


@pytest.fixture(autouse=True)
def no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "GRIDGAMES_LANG"):
        monkeypatch.delenv(name, raising=False)


# The catalogue


def test_the_messages_are_those_of_the_sources_and_whole(capsys):
    code = translations.main(["--check"])
    assert (code, capsys.readouterr().out) == (0, "")


GIVEN = {"problem": {"found"}}  # filled in besides the keywords
PLACES = {"source", "line", "column", "key"}  # say where, and are never part of a sentence
UNCHECKED = {"Reason", "Wording"}  # take their values as a mapping


def test_a_template_has_all_its_values():
    """Every sentence that can be said has a value for each of its places, found in the sources."""
    assert len(calls()) > 500
    for call in calls():
        assert not isinstance(call.argument, ast.JoinedStr), f"{call.where}: a value inside"
        if call.taker in UNCHECKED or any(word.arg is None for word in call.node.keywords):
            continue
        named = {word.arg for word in call.node.keywords} | GIVEN.get(call.taker, set())
        if call.taker == "NotationError":
            named -= PLACES
        for template in call.templates:
            wanted = {field for _, field, _, _ in Formatter().parse(template) if field}
            assert wanted <= named, f"{call.where}: {wanted - named}"


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


def test_each_thing_has_one_portuguese_word():
    """What a program calls a thing is what its rulebook calls it, on every screen and page."""
    files = [*MESSAGES_FILE.parent.glob("*-lesson.toml"), MESSAGES_FILE.parent / "compare.toml"]
    texts = [line for file in files for line in file.read_text("utf-8").splitlines()]
    for text in (*MESSAGES.values(), *texts):
        for pattern, better in OTHER_WORDS.items():
            assert not re.search(pattern, text, re.IGNORECASE), f"{text}: {better}"


def test_nobody_pays_for_a_marker_in_the_lesson():
    """EL-MARK-02: when somebody else builds, the owner scores."""
    for language, wanted in (("en", "you score 1 MW"), ("pt_BR", "você ganha 1 MW")):
        told = " ".join(step.text for step in read_lesson("eletrika", Language(language)).steps)
        assert wanted in told, language


def test_every_word_that_tables_hand_on_is_translated():
    assert sorted(HANDED_ON - set(MESSAGES)) == []


def test_a_file_of_messages_is_read_as_translators_tools_read_it():
    assert messages_of(MESSAGES_FILE.read_text("utf-8")) == {
        message.id: message.string
        for message in read_po(BytesIO(MESSAGES_FILE.read_bytes()))
        if message.id and message.string
    } | {"": messages_of(MESSAGES_FILE.read_text("utf-8"))[""]}


BROKEN = [
    ('msgid "{name} passes"', 'msgid "{name} parses"', "missing: '{name} passes'"),
    ('msgstr "{name} passa"', 'msgstr ""', "not translated: '{name} passes'"),
    ('msgstr "{name} passa"', 'msgstr "{nome} passa"', "its values are not ['name']"),
    ('msgstr "{name} passa"', 'msgstr "{name passa"', "its braces do not match"),
    ('msgstr "{name} passa"', 'msgstr "{name} passa "', "it begins and ends with a space"),
    ("{count:peão|peões}", "{count:peão|peões|peãos}", "count needs 2 forms"),
    ('msgid "{name} passes"', '#, fuzzy\nmsgid "{name} passes"', "fuzzy"),
    ('msgid "{name} passes"', '# | msgid "passes"\nmsgid "{name} passes"', "not as scripts/trans"),
    ('msgid "{name} passes"', '#| msgid "passes"\nmsgid "{name} passes"', "not as scripts/trans"),
    ('msgid "{name} passes"', 'msgid "xyzzy"\nmsgstr "x"\n\nmsgid "{name} passes"', "'xyzzy'"),
]


@pytest.mark.parametrize(("good", "bad", "problem"), BROKEN)
def test_a_broken_file_of_messages_is_told_of(good, bad, problem, tmp_path):
    folder = shutil.copytree(MESSAGES_FILE.parent, tmp_path / "pt_BR")
    text = MESSAGES_FILE.read_text("utf-8")
    assert good in text
    (folder / "messages.po").write_text(text.replace(good, bad, 1), "utf-8")
    assert problem in " ".join(translations.problems(folder / "messages.po"))


def test_a_language_may_have_messages_alone(tmp_path):
    folder = tmp_path / "xx"
    folder.mkdir()
    (folder / "messages.po").write_text('msgid "coal"\nmsgstr "kol"\n', "utf-8")
    assert input_words(root=tmp_path) == {}
    with use_catalogue(read_catalogue(folder)):
        assert say("{fuel}", fuel=Word("coal")) == "kol"


def test_a_language_is_a_folder(tmp_path):
    folder = tmp_path / "xx"
    folder.mkdir()
    (folder / "messages.po").write_text(
        'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=3; plural=(n>2 ? 2 : n-1);\\n"\n\n'
        'msgid "{n:pawn|pawns} beside a {kind}"\nmsgstr "{n:po|poi|poim} u {kind:en/et/a}"\n\n'
        'msgid "Tower"\nmsgstr "torn"\n',
        "utf-8",
    )
    (folder / "vocabulary.toml").write_text(
        '[actions]\nbuild = ["bygg", "resa"]\n[genders]\nen = []\net = ["Tower"]\na = []\n', "utf-8"
    )
    assert folders(tmp_path) == {"xx": folder}
    assert input_words(root=tmp_path) == {"bygg": "build", "resa": "build"}
    with use_catalogue(read_catalogue(folder)):
        assert as_typed("build T 0,1") == "bygg T 0,1"
        told_of = [
            say("{n:pawn|pawns} beside a {kind}", n=n, kind=Word("Tower")) for n in (1, 2, 5)
        ]
    assert told_of == ["1 po u et torn", "2 poi u et torn", "5 poim u et torn"]


# What is said


@pytest.mark.parametrize(
    ("template", "values", "expected"),
    [
        ("{name} bids {amount}", {"name": "Ana", "amount": 7}, "Ana dá um lance de 7"),
        (
            "no {kind} is left in the reserve",
            {"kind": Word("Pole")},
            "não há mais nenhum Poste na reserva",
        ),
        (
            "without plant {plant}, the other plants have no room for {kept}",
            {"plant": 5, "kept": amounts((1, 2, 0, 0))},
            "não há lugar para 1 de carvão, 2 de óleo",
        ),
        ("{name} passes", {"name": "coal"}, "coal passa"),
        ("unknown plant {plant}", {"plant": "'oil'"}, "'oil'"),
        ("{name} passes", {"name": "City"}, "City passa"),
        (
            "refused: {why}",
            {"why": Wording("{bid} does not beat {high}", {"bid": 1, "high": 2})},
            "recusado: 1 não supera 2",
        ),
        ("no {kind} is left in the reserve", {"kind": Word("Pole")}, "nenhum Poste na reserva"),
        ("buy at least one token of {fuels}", {"fuels": word_list(FUELS, "or")}, "lixo ou urânio"),
        ("expected: {usage}", {"usage": Typed("build Essen")}, "esperado: construir Essen"),
        ("cannot be read: {reason}", {"reason": Word("permission denied")}, "permissão negada"),
        ("the reason is {reason}", {"reason": Word("unheard of")}, "the reason is unheard of"),
    ],
)
def test_words_are_translated_where_they_are_values(template, values, expected):
    with use_language(Language.PT_BR):
        assert expected in say(template, **values)


ERRORS = [
    NotationError("missing"),
    NotationError("given twice", source="a.jsonl", line=3, column=4, key="plant"),
    IllegalAction("", Refusal("PG-AUC-03", "{bid} does not beat {high}", bid=1, high=2)),
    InvalidState([Refusal("A", "expected a table"), Refusal("B", "missing")]),
    NotationError(
        "{difference}; see gridgames verify", difference=ReplayMismatch(1, "a", "b", "c")
    ),
]


@pytest.mark.parametrize("error", ERRORS)
def test_in_english_an_error_says_what_it_always_says(error):
    assert render_error(error) == str(error)


def test_an_error_says_its_place_in_portuguese_too():
    with use_language(Language.PT_BR):
        assert (
            render_error(ERRORS[1])
            == "a.jsonl, linha 3, coluna 4, chave 'plant': informado duas vezes"
        )
        assert render_error(ERRORS[2]) == "PG-AUC-03: 1 não supera 2"
        assert render_error(ERRORS[3]) == "A: esperada uma tabela; B: falta"


def test_a_refusal_reads_well():
    refusal = Refusal("EL-BUILD-03", "no {kind} is left in the reserve", kind=Word("Tower"))
    with use_language(Language.PT_BR):
        assert render_message(refusal) == "não há mais nenhuma Torre na reserva"
    assert render_message(refusal) == refusal.why


@pytest.mark.parametrize(
    ("kind", "cell"), [("Pole", "um Poste"), ("Tower", "uma Torre"), ("City", "uma Cidade")]
)
def test_a_noun_brings_its_article(kind, cell):
    with use_language(Language.PT_BR):
        noun = Word(kind)
        assert (
            say("there is already a {kind} on {q},{r}", q=1, r=0, kind=noun)
            == f"em 1,0 já há {cell}"
        )
        values = {"kind": noun, "missing": 1}
        line = "builds a {kind} for a line that then needs {missing:more build|more builds}"
        assert say(line, **values) == f"constrói {cell} para uma linha que ainda pede 1 construção"
        beside = "a {kind} may not stand beside the {other} on {q},{r}"
        told_of = say(beside, kind=Word("Plant"), other=noun, q=1, r=0)
        assert told_of.startswith("uma Usina não pode ficar ao lado d")
        assert told_of.endswith(f"{'o' if kind == 'Pole' else 'a'} {say(kind)} em 1,0")
    assert say(line, **values) == f"builds a {kind} for a line that then needs 1 more build"


def test_the_gender_of_all_nouns_with_articles_is_known():
    assert set(CATALOGUE.genders) == {*KIND_NAMES, *LAND_NAMES[1:]}


def test_the_log_of_eletrika_says_structures_with_articles(tmp_path):
    seats = ("--seats", "normal,easy", "--seed", "3")
    words = ("--lang", "pt_BR", "play", "eletrika", "--watch", "--plain", *seats, "--no-save")
    done = gridgames(tmp_path, *words)
    built = re.findall(r"constr(?:ói|uir) (\w+ \w+)", " ".join(done.stdout.split()))
    assert {"um Poste", "uma Torre", "uma Subestação", "uma Usina", "uma Cidade"} == set(built)


# A game in Portuguese shows no English


WATCHED = [("powergrid", ()), ("powergrid", ("--edition", "classic")), ("eletrika", ())]


@pytest.mark.parametrize(("game", "more"), WATCHED)
def test_a_whole_game_in_portuguese_has_no_english_sentence(game, more, tmp_path):
    save = tmp_path / "game.jsonl"
    words = ("--lang", "pt_BR", "play", game, "--seats", "Ana=human,easy,normal", "--seed", "5")
    asked = ["?", "t", "y", "estado", "tabuleiro", "jogadores", "regras fim", "desfazer", "refazer"]
    typed = "".join(f"{line}\n" for line in asked) + "1\n" * 3000
    done = gridgames(tmp_path, *words, *more, "--save", save, typed=typed)
    assert done.exit_code == 0, done.stderr
    assert "primeiro lugar, com" in done.stdout
    assert "EL-END-03" in done.stdout or "PG-END-01" in done.stdout
    assert english_left(done.stdout + done.stderr) == []
    again = gridgames(tmp_path, "replay", save, "--all", "--lang", "pt_BR")
    assert again.exit_code == 0
    assert english_left(again.stdout) == []
    verified = gridgames(tmp_path, "--lang", "pt_BR", "verify", save)
    assert "confere: " in verified.stdout
    listed = gridgames(tmp_path, "--lang", "pt_BR", game, "show", save)
    assert english_left(listed.stdout) == []


def test_the_english_that_is_looked_for_would_be_found(tmp_path):
    words = ("play", "powergrid", "--seats", "Ana=human,easy", "--seed", "5", "--no-save")
    done = gridgames(tmp_path, *words, typed="?\nt\nestado\n1\n1\n")
    assert len(english_left(done.stdout)) > 20


POSITIONS = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("position", sorted(POSITIONS.glob("*.eletrika")), ids=lambda p: p.stem)
def test_the_companion_speaks_portuguese(position, tmp_path):
    done = gridgames(tmp_path, "--lang", "pt_BR", "eletrika", "check", position)
    assert "Energizadas: " in done.stdout
    assert english_left(done.stdout) == []
    neutral = gridgames(tmp_path, "--lang", "pt_BR", "eletrika", "check", position, "--json")
    assert neutral.stdout == gridgames(tmp_path, "eletrika", "check", position, "--json").stdout


@pytest.mark.parametrize(
    ("typed", "said_then"),
    [
        ("lance 9", "Não permitido, PG-AUC-02: nenhuma usina está em leilão: abra um"),
        ("y desistir", "desistir não é permitido, PG-AUC-07: na rodada 1 todos precisam comprar"),
        ("y desistir", rules("powergrid", Language.PT_BR)["PG-AUC-07"].title),
        ("abrir 99 9", "Não entendido: usina 99 desconhecida; mais próximas:"),
        ("abrir três 9", "Não entendido: esperado um número inteiro; foi dado 'três'"),
        ("regras desconto", rules("powergrid", Language.PT_BR)["PG-AUC-11"].title),
        ("?", "Formato das ações: abrir 13 15, lance 16, passar, desistir, descartar 5,"),
        ("xyzw", "destas: cartel, marcar, abrir, desistir, lance, passar, descartar, comprar, "),
        ("abri 3 3", "ação 'abri' desconhecida; mais próximas: abrir"),
        ("passar 3", "esperado: passar"),
        ("operar 5 12", "informe o que as híbridas gastam, como em: operar 5 12 carvão 1 óleo 1"),
        ("comprar carvo 1", "palavra 'carvo' desconhecida; mais próximas: carvão"),
        ("comprar trigo 1", "destas: carvão, óleo, lixo, urânio"),
        ("construir Essen", "só é possível na fase de construção; esta é a fase de leilão"),
        ("por que desistir", "desistir não é permitido, PG-AUC-07"),
        ("Por quê desistir", "desistir não é permitido, PG-AUC-07"),
    ],
)
def test_refusals_why_and_rules_are_in_portuguese(typed, said_then, tmp_path):
    words = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "3", "--no-save")
    done = gridgames(tmp_path, *words, "--lang", "pt_BR", typed=f"{typed}\n")
    assert said_then in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("typed", "said_then"),
    [
        ("?", "Formato das ações: peça 13/2 1,0 marcador 2, peça 13/2 1,0 construir P,"),
        (
            "xyzw",
            "ação 'xyzw' desconhecida; escolha uma destas: peça, construir, abandonar, pontuar,",
        ),
        ("fim 3", "esperado: fim"),
        ("peça 1", "esperado: peça PEÇA[/GIRO] Q,R [marcador MW] [construir TIPO], como em peça"),
        (
            "construir Casa 0,1",
            "escolha uma destas: U (Usina), T (Torre), S (Subestação), P (Poste)",
        ),
        ("y pontuar", "pontuar não é permitido, EL-TURN-02"),
    ],
)
def test_eletrika_is_explained_in_portuguese(typed, said_then, tmp_path):
    words = ("play", "eletrika", "--seats", "Ana=human,easy", "--seed", "3", "--no-save")
    done = gridgames(tmp_path, *words, "--lang", "pt_BR", typed=f"{typed}\n")
    assert said_then in " ".join(done.stdout.split())


@pytest.mark.parametrize("word", ["q", "quit", "QUIT", "sair", "Sair"])
@pytest.mark.parametrize("language", Language)
def test_a_game_and_a_replay_are_left_in_either_language(word, language, tmp_path):
    words = ("--lang", language, "play", "eletrika", "--seats", "Ana=human,easy", "--seed", "3")
    left = gridgames(tmp_path, *words, "--save", tmp_path / "game", typed=[word, "?", "xyzw"])
    assert "xyzw" not in left.stdout
    assert "13/2" not in left.stdout
    seen = gridgames(tmp_path, "--lang", language, "replay", tmp_path / "game", typed=[word, "?"])
    assert left.exit_code == seen.exit_code == 0
    assert not {"p, b       one move back", "p, b       uma jogada atrás"} & set(
        seen.stdout.split("  ")
    )


PLAIN_COMMANDS = [
    ("ajuda", "help"),
    ("dica", "hint"),
    ("porque passar", "why pass"),
    ("porquê passar", "y pass"),
    ("por que passar", "why passar"),
    ("por quê", "why"),
    ("desfazer", "undo"),
    ("refazer", "redo"),
    ("tabuleiro", "board"),
    ("estado", "state"),
    ("jogadores", "players"),
    ("histórico", "log"),
    ("registro 3", "log 3"),
    ("regras fim", "rules fim"),
    ("salvar", "save"),
    ("escolhas", "choices"),
    ("segredos", "secrets"),
]
REPLAY_COMMANDS = [
    ("ajuda", "help"),
    ("próximo", "next"),
    ("próxima", "n"),
    ("voltar", "back"),
    ("rodada 1", "round 1"),
    ("jogar", "play"),
    ("tabuleiro", "board"),
    ("estado", "state"),
    ("jogadores", "players"),
]


def test_each_command_of_lines_of_text_does_the_same_in_both_languages(tmp_path):
    language = Language.ENGLISH
    start = ("--lang", language, "play", "powergrid", "--seats", "Ana=human,easy", "--seed", "3")
    gridgames(tmp_path, *start, "--save", tmp_path / "game", typed=["1", "1", "1"])

    def answer(line: str, *words: object) -> str:
        return str(gridgames(tmp_path, *words, "--lang", language, typed=[line]).stdout)

    one = (*start, "--no-save")
    again = ("replay", tmp_path / "game", "--at", 2)
    for words, commands in ((one, PLAIN_COMMANDS), (again, REPLAY_COMMANDS)):
        idle = answer("xyzw", *words)
        for typed, meant in commands:
            assert answer(typed, *words) == answer(meant, *words) != idle, typed


def test_a_record_is_the_same_in_every_language(tmp_path):
    for language in Language:
        words = ("--lang", language, "play", "eletrika", "--seats", "easy,normal", "--watch")
        gridgames(tmp_path, *words, "--seed", "3", "--save", tmp_path / language)
    assert (tmp_path / "en").read_bytes() == (tmp_path / "pt_BR").read_bytes()


# What decides the language

PORTUGUESE = ("pt", "PT", "PT_br", "pt-BR", "pt_PT", "pt_PT.UTF-8", "pt_BR@euro")


@pytest.mark.parametrize(
    ("words", "more", "is_portuguese"),
    [
        ((), {}, False),
        (("--lang", "pt_BR"), {}, True),
        *((("--lang", name), {"GRIDGAMES_LANG": "en"}, True) for name in PORTUGUESE),
        *(((), {"GRIDGAMES_LANG": name}, True) for name in PORTUGUESE),
        *(((), {"LANG": name}, True) for name in PORTUGUESE),
        (("--lang", "en-GB"), {"LANG": "pt_BR"}, False),
        ((), {"LANG": "ptx_BR"}, False),
        (("--lang", "en"), {"GRIDGAMES_LANG": "pt_BR", "LANG": "pt_BR.UTF-8"}, False),
        ((), {"GRIDGAMES_LANG": "pt_BR", "LANG": "en_US.UTF-8"}, True),
        ((), {"GRIDGAMES_LANG": "en", "LANG": "pt_BR.UTF-8"}, False),
        ((), {"LC_ALL": "C", "LANG": "pt_BR"}, False),
        ((), {"LC_MESSAGES": "pt_BR", "LANG": "en_US"}, True),
    ],
)
def test_the_option_goes_before_the_variable_and_the_variable_before_the_locale(
    words, more, is_portuguese, tmp_path
):
    command = [*words, "new", "powergrid", "--seed", "1"]
    done = CliRunner().invoke(app, command, env=environment(tmp_path) | more)
    assert ("semente 1" in done.stdout) == is_portuguese
    assert ("seed 1" in done.stdout) != is_portuguese
    assert current_language() is Language.ENGLISH
    assert say("coal") == "coal"


def test_the_language_may_stand_after_the_command_too(tmp_path):
    typed = gridgames(tmp_path, "--lang", "en", "resume", "9", "--lang", "pt_BR")
    assert typed.exit_code == 2
    assert "não existe o jogo salvo 9" in typed.stderr


@pytest.mark.parametrize("words", [("--lang", "fr", "new", "eletrika"), ("rules", "--lang", "xx")])
def test_an_unknown_language_is_refused_naming_those_there_are(words, tmp_path):
    done = gridgames(tmp_path, *words)
    assert done.exit_code == 2
    assert "expected one of en, pt_BR, found" in " ".join(done.stderr.split())


def test_an_unknown_language_of_the_variable_is_refused(tmp_path):
    done = process(tmp_path, "new", "eletrika", GRIDGAMES_LANG="fr")
    assert done.returncode == 2
    assert "GRIDGAMES_LANG" in done.stderr
    assert "expected one of en, pt_BR, found" in " ".join(done.stderr.split())
    assert done.stdout == ""


def test_bad_input_is_complained_of_in_the_language(tmp_path):
    done = gridgames(tmp_path, "--lang", "pt_BR", "eletrika", "show", tmp_path / "x.jsonl")
    assert done.exit_code == 2
    assert "não pode ser lido: arquivo ou pasta não encontrado" in " ".join(done.stderr.split())


def test_english_opens_no_catalogue():
    assert catalogue(Language.ENGLISH) is ENGLISH
    other = Catalogue({"{n}": "{n:um/uma}", "coal": "lenha"}, {"buy": "comprar"}, {"coal": 1})
    with use_catalogue(other):
        assert say("coal") == "lenha"
        assert say("{n}", n=Word("coal")) == "uma lenha"
        assert as_typed("buy coal 3") == "comprar coal 3"
        with use_language(Language.ENGLISH):
            assert say("coal") == "coal"
    assert say("coal") == "coal"
    assert as_typed("buy coal 3") == "buy coal 3"


# What is typed


def parse_action(text, seat):
    return ACTIONS.parse(text, seat, input_words())


TYPED_POWER_GRID = [
    ("abrir 13 15", "open 13 15"),
    ("lance 16", "bid 16"),
    ("Passar", "pass"),
    ("desistir", "decline"),
    ("comprar carvão 3", "buy coal 3"),
    ("comprar CARVAO 3", "buy coal 3"),
    ("buy óleo 1", "buy oil 1"),
    ("comprar petróleo 2", "buy oil 2"),
    ("comprar lixo 1", "buy garbage 1"),
    ("comprar urânio 1", "buy uranium 1"),
    ("construir Essen", "build Essen"),
    ("operar 7 10 carvão 2 óleo 3", "run 7 10 coal 2 oil 3"),
    ("rodar", "run"),
    ("rodar 5 nada", "run 5 nothing"),
    ("descartar 5 carvão 1", "scrap 5 coal 1"),
    ("cartel Essen", "place_cartel Essen"),
    ("marcar Essen", "mark_start Essen"),
    ("pronto", "done"),
]


@pytest.mark.parametrize(("typed", "meant"), TYPED_POWER_GRID)
def test_power_grid_is_typed_in_portuguese(typed, meant):
    assert parse_action(typed, 0) == parse_action(meant, 0)
    assert format_action(parse_action(typed, 0)) == meant


def parse_eletrika(text, seat):
    return ELETRIKA_ACTIONS.parse(text, seat, input_words())


TYPED_ELETRIKA = [
    ("peça 13/2 1,0 marcador 2", "tile 13/2 1,0 marker 2"),
    ("peca 13/2 1,0 construir Poste", "tile 13/2 1,0 build P"),
    ("construir torre 0,1", "build T 0,1"),
    ("construir Subestação 0,1", "build S 0,1"),
    ("pontuar 0,0 3,0", "score 0,0 3,0"),
    ("pontuar 0,0 3,0 sem bosques", "score 0,0 3,0 no forests"),
    ("abandonar 0,0", "abandon 0,0"),
    ("recolher 1,1", "recall 1,1"),
    ("fim", "end"),
    ("passar", "pass"),
]


@pytest.mark.parametrize(("typed", "meant"), TYPED_ELETRIKA)
def test_eletrika_is_typed_in_portuguese(typed, meant):
    assert parse_eletrika(typed, 0) == parse_eletrika(meant, 0)
    assert format_eletrika(parse_eletrika(typed, 0)) == meant


@pytest.mark.parametrize(
    ("game", "parse", "words"),
    [
        ("powergrid", parse_action, "open bid pass decline buy build run done"),
        ("eletrika", parse_eletrika, "tile marker build abandon"),
    ],
)
def test_what_is_shown_to_be_typed_is_understood(game, parse, words):
    session = advanced(game, 0)
    seen = set()
    with use_language(Language.PT_BR):
        for move in range(400):
            actions = session.legal_actions()
            for action in actions[:: 1 + len(actions) // 40]:
                shown = session.face.format(action)
                assert parse(shown, action.seat) == action
                seen.update(shown.split())
            kinds = getattr(actions, "kinds", (actions,))
            kind = kinds[move % len(kinds)]
            session.act(kind[(31 * move) % len(kind)])
            if session.to_act is None:
                break
    assert {TYPED[word] for word in words.split()} <= seen


def test_what_is_shown_of_every_kind_of_action_is_understood():
    shown = set(map(english_command, TYPED.values()))
    with use_language(Language.PT_BR):
        for parse, lines in ((parse_action, TYPED_POWER_GRID), (parse_eletrika, TYPED_ELETRIKA)):
            for _, meant in lines:
                assert parse(as_typed(meant), 0) == parse(meant, 0)
                shown.update(meant.split())
    assert set(input_words("actions").values()) <= shown


@pytest.mark.parametrize("name", KIND_NAMES)
def test_a_structure_is_typed_by_its_name_in_either_language(name):
    for word in (name, MESSAGES[name], unaccented(MESSAGES[name])):
        assert parse_eletrika(f"build {word} 0,1", 0) == parse_eletrika(f"build {name} 0,1", 0)


@pytest.mark.parametrize("typed", ["comprar c 1", "comprar o 1", "comprar gás 1", "p", "co", "abr"])
def test_what_could_mean_two_things_or_nothing_is_refused(typed):
    with pytest.raises(NotationError):
        parse_action(typed, 0)


@pytest.mark.parametrize("typed", ["p", "con", "a 0,0", "peç 1 0,0", "construir p0 0,1"])
def test_what_is_no_word_of_eletrika_is_refused(typed):
    with pytest.raises(NotationError):
        parse_eletrika(typed, 0)


def test_words_of_commands_and_of_actions_differ():
    commands = input_words("commands")
    assert not set(commands) & {*input_words("actions"), *input_words("names")}
    assert english_command("Histórico") == "log"
    assert not {*map(unaccented, TYPED.values())} & set(TYPED)  # shown twice, it is still the same
