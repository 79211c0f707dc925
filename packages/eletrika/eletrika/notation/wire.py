"""The wire form: chains of structures, the quickest way to ask which are lit.

A name is a kind, then an owner letter and/or a number; the same name is the same structure. A
structure with an owner carries one pawn; ``+`` after any or all of its names adds a second one.
Unlike in the other forms, a number never counts pawns; one that seems to gets a remark.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from eletrika.pieces import (
    MOST_STRUCTURES,
    Token,
    after_colon,
    lines_of,
    split_kind,
    split_owner,
)
from eletrika.position import Network, Structure
from eletrika.tables import COLOURS, KINDS
from gridcommon.errors import Faults, NotationError
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary

SECOND_PAWN = "+"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212-"  # the plain one last, for the pattern
_ARROWS = "\u2192\u21d2\u2794\u279c\u27a1>"  # chat programs turn dashes into these
_JOIN = rf"=>|[{_DASHES}]*[{_ARROWS}]\ufe0f?|[{_DASHES}]"
_TOKEN = rf";|{_JOIN}|(?:(?!=>)[^\s;{_ARROWS}{_DASHES}])+"


def parse_wire(text: str, vocabulary: Vocabulary = ENGLISH_ONLY) -> Network:
    """Return the network that ``text`` describes. An arrow counts as a dash.

    ``vocabulary`` maps words of other languages to the English names of structures. Raises
    NotationError with line and column.

    >>> parse_wire("U-T1-S; T1-Tw+").names
    ('U', 'T1', 'S', 'Tw')
    """
    structures: dict[str, Structure] = {}
    beside: dict[str, dict[str, None]] = {}  # in the order of the text
    numbered: dict[tuple[int, str], tuple[bool, Token]] = {}
    faults = Faults()
    for chain in _chains(text, vocabulary, faults):
        before = None
        for word in chain:
            name = None
            with faults.noted():
                name, structure = _piece(word, numbered)
                if name not in structures:
                    structures[name] = structure
                    beside[name] = {}
                elif structure.pawns == 2:
                    structures[name] = structure
                if before == name:
                    raise word.problem("{found} is connected to itself")
                if before is not None:
                    beside[name][before] = beside[before][name] = None
            before = name
    faults.raise_all()
    if len(structures) > MOST_STRUCTURES:
        raise NotationError("more than {most} structures; the box holds 39", most=MOST_STRUCTURES)
    if not structures:
        raise NotationError("no structure in the text")
    names = tuple(structures)
    place = {name: number for number, name in enumerate(names)}
    return Network(
        names,
        tuple(structures.values()),
        tuple(tuple(sorted(place[other] for other in beside[name])) for name in names),
        (None,) * len(names),
        tuple(_like_pawns(structures, numbered)),
    )


def _like_pawns(
    structures: dict[str, Structure], numbered: dict[tuple[int, str], tuple[bool, Token]]
) -> Iterator[NotationError]:
    """Yield a remark for each number 2 after an owner, if no piece has the number 1.

    In a picture and in the full form it would mean two pawns.
    """
    for (kind, number), (is_owned, word) in numbered.items():
        if number != "2" or not is_owned or (kind, "1") in numbered:
            continue
        owned = [name for name in structures if name[0] == KINDS[kind] and name[2:] == "2"]
        for name in owned:
            if structures[name].pawns == 1:
                yield word.problem(
                    "{found} is a name here, not two pawns: the 2 only distinguishes it from "
                    "others of its kind; with two pawns it is {two}",
                    found=repr(name.capitalize()),
                    two=name[:2].capitalize() + SECOND_PAWN,
                )


def _chains(text: str, vocabulary: Vocabulary, faults: Faults) -> Iterator[list[Token]]:
    """Yield the words of each chain; a chain ends at ``;`` or, after a name, at the line's end."""
    for number, line in lines_of(text):
        chain: list[Token] = []
        dash: Token | None = None
        for found in re.finditer(_TOKEN, line):
            word = Token(found[0], number, found.start() + 1, vocabulary)
            if word.text == ";":
                with faults.noted():
                    _check_end(dash)
                yield chain
                chain, dash = [], None
                continue
            with faults.noted():
                if re.fullmatch(_JOIN, word.text):
                    if dash or not chain:
                        raise word.problem("a dash with no structure before it")
                    dash = word
                else:
                    before, hangs = chain[-1:], dash
                    chain.append(word)
                    dash = None
                    if before and not hangs:
                        raise word.problem(
                            "{found} follows {before} without a dash; separate chains by ';'",
                            before=repr(before[0].text),
                        )
        yield chain
        with faults.noted():
            _check_end(dash)


def _check_end(dash: Token | None) -> None:
    if dash:
        raise dash.problem("a dash with no structure after it")


def _piece(
    word: Token, numbered: dict[tuple[int, str], tuple[bool, Token]]
) -> tuple[str, Structure]:
    """Return the canonical spelling of a name, and its structure."""
    kind, rest = split_kind(word)
    rest, second_pawn = after_colon(rest, word), rest.endswith(SECOND_PAWN)
    rest = rest.removesuffix(SECOND_PAWN)
    letters = rest.rstrip("0123456789")
    number = rest[len(letters) :]
    owner, letters = split_owner(letters, word) if letters else (None, "")
    if second_pawn and owner is None:
        raise word.problem("{found}: a second pawn (+) needs an owner, as in Tr+")
    if letters:
        if letters[0].upper() in COLOURS:
            raise word.problem("two owners in {found}; a structure has one owner or none")
        raise word.problem(
            "{rest} in {found}: after the owner only a number may follow", rest=repr(letters)
        )
    if len(number) > 4:
        raise word.problem("{number} in {found}: a number has at most 4 digits", number=number)
    number = number.lstrip("0") or number[:1]
    owned, first = numbered.setdefault((kind, number), (owner is not None, word))
    if number and owned != (owner is not None):
        raise word.problem(
            "{found} contradicts {first} (line {line}, column {column}): the same kind and number "
            "with and without an owner; write one structure in one way, two with two numbers",
            first=repr(first.text),
            line=first.line,
            column=first.column,
        )
    name = KINDS[kind] + ("" if owner is None else COLOURS[owner].lower()) + number
    return name, Structure(kind, owner, 0 if owner is None else 1 + second_pawn)


def format_wire(network: Network) -> str:
    """Return the chains of a network. :func:`parse_wire` gives the same names and neighbours.

    Structures are first named in order. Raises ValueError for names that are not of the wire form;
    see :func:`renamed`.
    """
    numbered: dict[tuple[int, str], tuple[bool, Token]] = {}
    words = []
    for name, structure in zip(network.names, network.structures, strict=True):
        word = name + SECOND_PAWN if structure.pawns == 2 else name
        if _piece(Token(word, 1, 1), numbered) != (name, structure):
            raise ValueError(f"{name!r} is not a name of the wire form for {structure}")
        words.append(word)
    unsaid = {frozenset(pair) for pair in network.pairs()}
    chains: list[list[int]] = []
    for here, others in enumerate(network.neighbours):
        if chains and chains[-1][-1] == here - 1 and here - 1 in others:
            chains[-1].append(here)
        else:  # hang it on a structure that has been written
            chains.append([*(other for other in others[:1] if other < here), here])
        unsaid.discard(frozenset(chains[-1][-2:]))
    for one, other in network.pairs():
        if frozenset((one, other)) in unsaid:
            chains.append([one, other])
    text = "; ".join("-".join(words[v] for v in chain) for chain in chains)
    return text if len(network.names) != 1 else f"{text};"  # or it would be read as a picture


def renamed(network: Network) -> Network:
    """Return the same network with names of the wire form: kind, owner, and a number if needed."""
    stems = [
        KINDS[s.kind] + ("" if s.owner is None else COLOURS[s.owner].lower())
        for s in network.structures
    ]
    count: dict[str, int] = {}
    names = []
    for structure, stem in zip(network.structures, stems, strict=True):
        alone = stems.count(stem) == 1
        key = KINDS[structure.kind]  # counted by kind, so that no two numbers conflict
        count[key] = count.get(key, 0) + (not alone)
        names.append(stem if alone else f"{stem}{count[key]}")
    return replace(network, names=tuple(names))
