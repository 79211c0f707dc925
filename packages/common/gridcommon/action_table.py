"""Declare an action once, and get its JSON, notation, usage line and error messages.

An :class:`ActionTable` puts a :class:`gridcommon.codecs.Codec` beside each field of the action
classes, which stay plain frozen dataclasses and do not know it::

    PLANT = Number("PLANT", low=1)
    ACTIONS: ActionTable[Action] = ActionTable(
        kind(Open, "open", plant=PLANT, bid=Number("BID")),
        kind(Run, "run", plants=Many(PLANT), burn=Field(TOKENS, default=NOTHING)),
    )

In JSON an action is ``{"seat": 1, "do": "open", "plant": 13, "bid": 15}``, in short text
``open 13 15``: the verb, then each field in the order of the table, without the seat.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gridcommon.arguments import check_object
from gridcommon.codecs import ANY, Codec, Known, Number, Reader, object_schema
from gridcommon.errors import NotationError, Typed, errors_under
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary, quoted

ActionT = TypeVar("ActionT")

_ABSENT: Any = object()
VERB = "VERB"  # the key of the verbs that errors name


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an action.

    ``key`` is its name in JSON if that differs from the field's name. A field with a ``default`` is
    omitted if it has that value, in JSON and in text. A typed line may also omit an ``implied``
    value: a value, or a function of the fields before it, which may raise NotationError. ``word``
    comes before the value in text (``marker 2``), ``glue`` between it and the value before it
    (``13/2``). ``obvious`` completes a line that ends before the field, typed in a known position:
    it is a function of the fields before it and of the position, which may raise NotationError.
    """

    codec: Codec[Any]
    key: str = ""
    default: Any = _ABSENT
    implied: Any = _ABSENT
    word: str = ""
    glue: str = ""
    obvious: Callable[[Mapping[str, Any], Any], Any] | None = None

    @property
    def may_be_omitted(self) -> bool:
        """Whether a typed line may omit the field."""
        return self.default is not _ABSENT or self.implied is not _ABSENT

    @property
    def usage(self) -> str:
        """The field's section of the usage line, with the words before it."""
        told = f"{self.word} {self.codec.usage}" if self.word else self.codec.usage
        if self.glue:
            return f"[{self.glue}{told}]" if self.may_be_omitted else f"{self.glue}{told}"
        return f" [{told}]" if self.may_be_omitted else f" {told}"

    def is_next(self, reader: Reader) -> bool:
        """Return whether the next words start this field."""
        if self.word or self.glue:
            return reader.starts_with([self.word or self.glue])
        return self.codec.starts(reader)

    def omitted(self, before: Mapping[str, Any]) -> Any:
        """Return the value that this field has when it is omitted."""
        if self.implied is _ABSENT:
            return self.default
        return self.implied(before) if callable(self.implied) else self.implied

    def is_understood(self, value: Any, before: Mapping[str, Any]) -> bool:
        """Return whether ``value`` is the implied one, so that it can be omitted."""
        if self.default is _ABSENT or value != self.default:
            return False
        try:
            return bool(self.omitted(before) == value)
        except NotationError:  # nothing is implied here
            return False

    def read(self, reader: Reader) -> Any:
        """Read the value of the field."""
        if (self.word or self.glue) and not reader.skip([self.word or self.glue]):
            raise reader.misused()
        return self.codec.read(reader)


@dataclass(frozen=True, slots=True)
class Kind(Generic[ActionT]):
    """A kind of action: its class, its verb, an example for errors, and its fields by name."""

    make: Callable[..., ActionT]
    verb: str
    example: str
    fields: Mapping[str, Field]

    @property
    def usage(self) -> str:
        """The usage line, as in ``open PLANT BID``."""
        return self.verb + "".join(field.usage for field in self.fields.values())


def kind(
    make: Callable[..., ActionT], verb: str, /, *, example: str = "", **fields: Field | Codec[Any]
) -> Kind[ActionT]:
    """Declare a kind of action: its class, its verb, and a codec for each field except the seat.

    A plain codec declares a required field; for others use :class:`Field`. The
    names are those of the class, in its order.
    """
    made = {
        name: field if isinstance(field, Field) else Field(field) for name, field in fields.items()
    }
    names = ["seat", *made]
    wanted = [field.name for field in dataclasses.fields(make)]  # type: ignore[arg-type]
    if names != wanted:
        raise TypeError(f"{verb}: the class has {wanted}, the table {names}")
    return Kind(make, verb, example, made)


class ActionTable(Generic[ActionT]):
    """All kinds of action of a game, with their JSON, notation and usage.

    ``seats`` are the seats that JSON may name. Without it, any number is read, and the rules check
    it.
    """

    def __init__(self, *kinds: Kind[Any], seats: range | None = None) -> None:
        self.kinds: Mapping[str, Kind[Any]] = {one.verb: one for one in kinds}
        self._by_class = {one.make: one for one in kinds}
        self._seat = Number("SEAT", seats[0], seats[-1]) if seats else Number("SEAT")

    @property
    def verbs(self) -> Sequence[str]:
        """The verbs in the order of the table."""
        return tuple(self.kinds)

    def verb(self, action: ActionT | type[ActionT]) -> str:
        """Return the verb of an action, or of a class of actions."""
        return self._by_class[action if isinstance(action, type) else type(action)].verb

    # JSON

    def to_json(self, action: ActionT) -> dict[str, Any]:
        """Return the action line of a record, the inverse of ``from_json``."""
        found = self._by_class[type(action)]
        line: dict[str, Any] = {"seat": action.seat, "do": found.verb}  # type: ignore[attr-defined]
        for name, field in found.fields.items():
            value = getattr(action, name)
            if field.default is _ABSENT or value != field.default:
                line[field.key or name] = field.codec.to_json(value)
        return line

    def from_json(self, data: Mapping[str, Any]) -> ActionT:
        """Return the action of a record line. Raises NotationError naming the key."""
        check_object(data)
        verb = data.get("do")
        if not isinstance(verb, str) or verb not in self.kinds:
            raise NotationError(
                "unknown action {found}; choose one of {verbs}",
                key="do",
                found=quoted(verb),
                verbs=", ".join(self.kinds),
            )
        fields = {"seat": Field(self._seat), **self.kinds[verb].fields}
        keys = {field.key or name: name for name, field in fields.items()}
        for key in data:
            if key != "do" and key not in keys:
                known = ", ".join(("seat", "do", *(one for one in keys if one != "seat")))
                raise NotationError(
                    "unknown key; a {verb} line has {keys}", key=key, verb=repr(verb), keys=known
                )
        values: dict[str, Any] = {}
        for key, name in keys.items():
            if key in data:
                with errors_under(key):
                    values[name] = fields[name].codec.from_json(data[key])
            elif fields[name].default is _ABSENT:
                raise NotationError("missing in {verb}", key=key, verb=repr(verb))
            else:
                values[name] = fields[name].default
        made: ActionT = self.kinds[verb].make(**values)
        return made

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the action lines: one alternative for each verb."""
        kinds = []
        for one in self.kinds.values():
            fields = {field.key or name: field for name, field in one.fields.items()}
            kinds.append(
                object_schema(
                    {"seat": self._seat.schema(), "do": {"const": one.verb}}
                    | {key: field.codec.schema() for key, field in fields.items()},
                    ["seat", "do", *(key for key in fields if fields[key].default is _ABSENT)],
                )
            )
        return {"oneOf": kinds}

    # Short text

    def format(self, action: ActionT) -> str:
        """Return ``action`` as short text, without its seat; the inverse of ``parse``."""
        found = self._by_class[type(action)]
        text = found.verb
        before: dict[str, Any] = {}
        for name, field in found.fields.items():
            value = before[name] = getattr(action, name)
            if field.is_understood(value, before):
                continue
            told = field.codec.to_text(value)
            if told:
                text += f"{field.glue or ' '}{field.word and f'{field.word} '}{told}"
        return text

    def parse(
        self,
        text: str,
        seat: int,
        vocabulary: Vocabulary = ENGLISH_ONLY,
        known: Known = ANY,
        position: Any = None,
    ) -> ActionT:
        """Return the action of ``seat`` in a typed line.

        ``vocabulary`` maps words of other languages to English ones. ``known`` narrows the
        words in errors, under :data:`VERB` the verbs, and ``position`` completes obvious fields.
        Raises NotationError with the column and the allowed words.
        """
        reader = Reader(text, vocabulary, known)
        allowed = known.get(VERB) or self.verbs
        verbs = Typed(", ".join(allowed))
        if not reader:
            raise NotationError("nothing typed; choose one of {verbs}", verbs=verbs)
        verb = reader.english()
        token = reader.take()
        if verb not in self.kinds:
            if near := reader.near(token.text, allowed, likeness=0.65):
                raise token.problem("unknown action {found}; nearest: {verbs}", verbs=Typed(near))
            raise token.problem("unknown action {found}; choose one of {verbs}", verbs=verbs)
        found = self.kinds[verb]
        reader.usage, reader.example = found.usage, found.example
        fields = tuple(found.fields.values())
        values: dict[str, Any] = {}
        for place, (name, field) in enumerate(found.fields.items(), start=1):
            later = fields[place:]
            reader.stops = [following.is_next for following in later]
            if field.may_be_omitted and not field.is_next(reader):
                values[name] = field.omitted(values)
            elif field.obvious and position is not None and not reader:
                values[name] = field.obvious(values, position)
            else:
                if later and later[0].glue:
                    reader.split(later[0].glue)
                values[name] = field.read(reader)
        if reader:
            raise reader.misused()
        made: ActionT = found.make(seat=seat, **values)
        return made

    def usage(self, verb: str) -> str:
        """Return the usage line of a verb, as in ``open PLANT BID``."""
        return self.kinds[verb].usage
