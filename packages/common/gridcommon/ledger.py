"""Rule ledgers: each rule of a game once, in our words, under an id that is never reused.

A ledger is a Markdown file; a game ships the English one. Its headings are sections; a rule is a
list item that starts with its id and title:

    ## Phase 2: auction
    - **PG-AUC-01** [RC] *One plant a phase.* Each player may buy at most one plant ...

The letters after the id are the rule's editions, in games that have several. Within a rule
``[ours]`` marks a clause that is in no text, and ``[planned]`` a rule that is not implemented yet;
either may give a reason after a colon. Other entries of the ledger belong to rules:

- an example is a paragraph ``Example of PG-ORDER-01 (R-pt): ...``, or a test vector
  ``- **TV-01** ...`` that a rule points to with ``-> TV-01``;
- an ambiguity is a row of the table that has a column ``option``. It belongs to the rules that it
  names, that name it (``A-16``), and that name one of its options in backquotes;
- a disagreement between the texts is a row of the table with the columns ``topic``, ``rules``,
  ``says``, ``says``, ``we take``, ``why``, ``option``.

A ledger in another language declares its words for these. Data files beside the ledger do not
depend on the language: ``data/topics.toml`` has the topics of rules, ``data/sources.toml`` their
citations of the rulebooks.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gridcommon.caveats import Caveat, read_caveats
from gridcommon.errors import NotationError
from gridcommon.sources import Citation, read_sources
from gridcommon.tables import shipped_text, shipped_toml

# The topics of rules, by which games and editions are compared, in playing order
TOPICS: Mapping[str, str] = {
    "setup": "Set-up and randomness",
    "order": "Turn order",
    "acquiring": "Getting plants and structures",
    "network": "Definition of a network",
    "connecting": "Connecting and its cost",
    "blocking": "Blocking and occupancy",
    "adjacency": "Adjacency limits",
    "storage": "Capacity and storage",
    "power": "Energizing and powering",
    "income": "Income and scoring",
    "components": "Component limits",
    "catchup": "Catch-up mechanisms",
    "hidden": "Hidden information",
    "steps": "Step and phase changes",
    "end": "End trigger and last rounds",
    "winner": "Winner and ties",
    "stuck": "Being stuck",
}

ID = r"[A-Z]{2}-[A-Z]+-\d\d"
_HEADING = re.compile(r"^#{2,4} (?P<title>.+)$")
_RULE = re.compile(
    r"^- \*\*(?P<id>[A-Z]+-[A-Z0-9]+-\d\d)\*\*(?: \[(?P<edition>[A-Z]+)\])?"
    r"(?: \*(?P<title>[^*]+)\*)?(?P<text>.*)$"
)
_VECTOR = re.compile(r"^- \*\*(?P<id>TV-\d\d)\*\*(?P<text>.*)$")
_POINTS = re.compile(r"\s*-> TV-(\d\d)(?:\.\.TV-(\d\d))?")
_SOURCE = re.compile(r"^- \*\*(?P<name>[A-Z]-[a-z]{2})\*\*: (?P<text>.+)$")
_BRACKETS = re.compile(r"\([^()]*\)")
_OPTION = re.compile(r"`([a-z][a-z0-9_]*)")
_REASON = r"(?:: [^\]]+)?"


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: ``name`` is its test vector or sources, ``text`` may contain pictures."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """An open question of the sources: its readings, the default first, and its options.

    ``id`` is empty if the ledger does not number it; ``options`` if there is only our reading.
    """

    id: str
    question: str
    readings: str
    why: str
    options: tuple[str, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A disagreement between two texts or two passages: both versions, our choice, and its reason.

    ``options`` choose the other version; ``planned`` options are not implemented yet.
    """

    topic: str
    rules: tuple[str, ...]
    one: str
    another: str
    taken: str
    why: str
    options: tuple[str, ...] = ()
    planned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: ``edition`` holds the letters of its editions, or '' in a game with only one.

    ``places`` are its citations in the texts, ``silent`` the texts that do not mention it. ``ours``
    is the number of clauses marked as ours, ``planned`` whether it is not implemented yet.
    ``caveats`` are those of the rule's values in the tables.
    """

    id: str
    title: str
    text: str
    edition: str
    section: str
    topic: str = ""
    places: tuple[Citation, ...] = ()
    silent: tuple[str, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    ours: int = 0
    planned: bool = False
    ambiguities: tuple[Ambiguity, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def source(self) -> str:
        """All citations in one line, without their quotations; empty if no text has the rule."""
        return "; ".join(map(str, self.places))


@dataclass(frozen=True, slots=True)
class Ledger:
    """The text of a ledger, and its words for entries that are found by a word.

    ``examples`` start a worked example, ``option`` heads a column of the table of ambiguities,
    ``disagreements`` are the column heads of the table of disagreements, and ``ours`` and
    ``planned`` mark clauses and rules.
    """

    text: str
    source: str
    examples: Sequence[str] = ("Example of", "Examples of")
    option: str = "option"
    disagreements: Sequence[str] = ("topic", "rules", "says", "says", "we take", "why", "option")
    ours: str = "ours"
    planned: str = "planned"

    def marked(self, text: str, word: str) -> int:
        """Return the number of ``[word]`` marks in ``text``, with or without a reason."""
        if f"[{word}" not in text:
            return 0
        return len(re.findall(rf"\[{re.escape(word)}{_REASON}\]", text))


@dataclass(frozen=True, slots=True)
class Version:
    """The version of a ledger."""

    number: str
    date: str  # as in 2026-11-22


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a ledger outside the rules: its section, its column heads, its rows."""

    section: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def shipped_ledger(package: str) -> Ledger:
    """Return the English ledger that ``package`` ships."""
    return Ledger(shipped_text(package, "rules.md", folder=""), f"{package}/rules.md")


def read_ledger(package: str, ledger: Ledger | None = None) -> dict[str, Rule]:
    """Return the rules of ``package`` by id, in the order of its ledger.

    ``ledger`` is one in another language; by default the English one is read. Raises NotationError,
    naming the line, for a rule without a title, a duplicate id, an unknown topic, a rule without
    exactly one topic, and sources that cannot be read.
    """
    rules = parse_ledger(ledger or shipped_ledger(package))
    return complete_rules(package, rules, rules)


def complete_rules(
    package: str, rules: Mapping[str, Rule], wanted: Collection[str]
) -> dict[str, Rule]:
    """Return the ``wanted`` among all ``rules`` of :func:`parse_ledger`, as :func:`read_ledger`.

    Only the sources of the wanted rules are read. Raises NotationError as that does.
    """
    topics = rule_topics(package, rules)
    sources = read_sources(package, wanted)
    caveats = read_caveats(package).values()
    return {
        name: replace(
            rules[name],
            topic=topics[name],
            places=sources.places.get(name, ()),
            silent=sources.silent.get(name, ()),
            caveats=tuple(one for one in caveats if one.field and name in one.rules),
        )
        for name in wanted
    }


def read_version(ledger: Ledger) -> Version | None:
    """Return the version of a ledger from its heading, or None."""
    found = re.search(r"^Version (\S+) of (\d{4}-\d\d-\d\d)$", ledger.text, re.MULTILINE)
    return Version(*found.groups()) if found else None


def read_ambiguities(ledger: Ledger) -> tuple[Ambiguity, ...]:
    """Return the ambiguities of a ledger, including those that belong to no rule."""
    return tuple(_ambiguities(ledger, {rule.id: rule for _, rule in _rules(ledger.text)}))


def read_disagreements(ledger: Ledger) -> tuple[Disagreement, ...]:
    """Return the disagreements between the texts of a game, in the order of its ledger."""
    return tuple(_disagreements(ledger))


def parse_ledger(ledger: Ledger) -> dict[str, Rule]:
    """Return the rules of a ledger alone, without its other entries. See :func:`read_ledger`."""
    text, source = ledger.text, ledger.source
    rules: dict[str, Rule] = {}
    for number, rule in _rules(text):
        if not rule.title:
            raise NotationError("{rule} has no title", source=source, line=number, rule=rule.id)
        if rule.id in rules:
            raise NotationError("{rule} is listed twice", source=source, line=number, rule=rule.id)
        rules[rule.id] = rule
    questions = _ambiguities(ledger, rules)
    vectors = dict(_vectors(text))
    examples = list(_examples(ledger))
    return {
        name: replace(
            rule,
            text=_POINTS.sub("", rule.text),
            ours=ledger.marked(rule.text, ledger.ours),
            planned=ledger.marked(rule.text, ledger.planned) > 0,
            ambiguities=tuple(one for one in questions if name in one.rules),
            examples=(
                *(example for ids, example in examples if name in ids),
                *(vectors[one] for one in _pointed_to(rule.text) if one in vectors),
            ),
        )
        for name, rule in rules.items()
    }


def parse_sources(text: str) -> dict[str, str]:
    """Return the meanings of the short names of a ledger's sources (``R-pt``)."""
    found = (_SOURCE.match(line) for line in text.splitlines())
    return {one["name"]: one["text"] for one in found if one}


def parse_tables(text: str) -> list[Table]:
    """Return the tables of a ledger that are outside the rules: ambiguities, disagreements."""
    tables: list[Table] = []
    section = ""
    rows: list[tuple[str, ...]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            rows.append(tuple(cell.strip() for cell in line.strip().strip("|").split("|")))
            continue
        if rows:
            tables.append(Table(section, rows[0], tuple(rows[2:])))
            rows = []
        if heading := _HEADING.match(line):
            section = heading["title"]
    return tables


def rule_topics(package: str, rules: Mapping[str, Rule]) -> dict[str, str]:
    """Return the topic of each rule, from ``data/topics.toml`` of ``package``.

    A topic lists rules (``PG-BUILD-04``) and families (``PG-AUC``); a rule takes precedence over
    its family. Raises NotationError for an unknown topic or name, and for a rule without exactly
    one topic.
    """
    source = f"{package}/data/topics.toml"
    place: dict[str, str] = {}
    for topic, names in shipped_toml(package, "topics.toml").items():
        if topic not in TOPICS:
            raise NotationError("this topic does not exist", source=source, key=topic)
        for name in names:
            if name in place:
                raise NotationError("{name} has two topics", source=source, key=topic, name=name)
            if name not in rules and not any(family(rule) == name for rule in rules):
                raise NotationError("{name} does not exist", source=source, key=topic, name=name)
            place[name] = topic
    for name in rules:
        if name not in place and family(name) not in place:
            raise NotationError("{name} has no topic", source=source, name=name)
    return {name: place.get(name) or place[family(name)] for name in rules}


def family(rule: str) -> str:
    """Return the family that a rule's id belongs to.

    >>> family("PG-AUC-12")
    'PG-AUC'
    """
    return rule.rpartition("-")[0]


def _rules(text: str) -> Iterator[tuple[int, Rule]]:
    section, begun, lines = "", 0, [""]
    head: re.Match[str] | None = None
    for number, line in enumerate([*text.splitlines(), "#"], start=1):
        if head and _goes_on(line):
            lines.append(line[2:])
            continue
        if head:
            title, edition = (head["title"] or "").rstrip("."), head["edition"] or ""
            yield begun, Rule(head["id"], title, "\n".join(lines).strip(), edition, section)
            head = None
        if heading := _HEADING.match(line):
            section = heading["title"]
        elif head := _RULE.match(line):
            begun, lines = number, [head["text"]]


def _goes_on(line: str) -> bool:
    """Return whether a line continues the list item before it."""
    return line.startswith("  ") or not line.strip()


def _vectors(text: str) -> Iterator[tuple[str, Example]]:
    name, lines = "", [""]
    for line in [*text.splitlines(), "#"]:
        if name and _goes_on(line):
            lines.append(line[2:])
            continue
        if name:
            yield name, Example(name, "\n".join(lines).strip())
            name = ""
        if head := _VECTOR.match(line):
            name, lines = head["id"], [head["text"]]


def _pointed_to(text: str) -> Iterator[str]:
    for first, last in _POINTS.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"TV-{number:02}"


def _examples(ledger: Ledger) -> Iterator[tuple[list[str], Example]]:
    """Yield the examples that are paragraphs, each with the ids of its rules."""
    begins = "|".join(map(re.escape, ledger.examples))
    opening = re.compile(
        rf"(?:{begins}) (?P<ids>{ID}(?:, {ID})*)(?: \((?P<source>[^)]*)\))?[:.]\s*"
    )
    for paragraph in ledger.text.split("\n\n"):
        for part in re.split(rf"\n(?={begins})", paragraph.strip("\n")):
            if head := opening.match(part):
                yield (
                    re.findall(ID, head["ids"]),
                    Example(head["source"] or "", part[head.end() :].replace("\n", " ")),
                )


def _ambiguities(ledger: Ledger, rules: Mapping[str, Rule]) -> list[Ambiguity]:
    found: list[Ambiguity] = []
    for table in parse_tables(ledger.text):
        heads = table.heads
        if ledger.option not in heads or heads == tuple(ledger.disagreements):
            continue
        for row in table.rows:
            if heads[0] == "id":
                name, question, readings, why, choice = row
            else:
                choice, question, default, others = row
                name, readings, why = "", f"**{default}** / {others}", ""
            options = tuple(_OPTION.findall(_BRACKETS.sub("", choice)))
            named = set(re.findall(ID, " ".join(row)))
            touched = tuple(
                rule.id
                for rule in rules.values()
                if rule.id in named
                or (name and name in rule.text and re.search(rf"\b{name}\b", rule.text))
                or any(f"`{option}`" in rule.text for option in options)
            )
            found.append(Ambiguity(name, question, readings, why, options, touched))
    return found


def _disagreements(ledger: Ledger) -> Iterator[Disagreement]:
    for table in parse_tables(ledger.text):
        if table.heads != tuple(ledger.disagreements):
            continue
        for topic, rules, one, another, taken, why, choice in table.rows:
            named = tuple(_OPTION.findall(_BRACKETS.sub("", choice)))
            planned = named if ledger.marked(choice, ledger.planned) else ()
            options = tuple(name for name in named if name not in planned)
            ids = tuple(re.findall(ID, rules))
            yield Disagreement(topic, ids, one, another, taken, why, options, planned)
