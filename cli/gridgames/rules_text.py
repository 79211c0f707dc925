"""Rules of a ledger as people ask for them: by id, by the beginning of one, or by a word."""

from collections.abc import Iterator

from gridcommon.ledger import Rule, read_ledger
from gridgames.messages import say
from gridgames.output import Line, wrapped

_MOST = 20


def describe_rule(rule: Rule) -> Iterator[Line]:
    """Yield a rule with its title and where it comes from."""
    yield [(rule.id, "bold"), (f"  {say(rule.title)}", "bold")]
    for paragraph in " ".join(rule.text.split("\n")).split("  "):
        yield from wrapped(paragraph.replace("**", ""), "  ")
    if rule.source:
        yield from wrapped(say("Source: {source}", source=rule.source), "  ", "dim")


def look_up(package: str, wanted: str) -> Iterator[Line]:
    """Yield the rule with the id ``wanted``, or the titles of those that have it in them."""
    ledger = read_ledger(package)
    key = wanted.strip().upper()
    if key in ledger:
        yield from describe_rule(ledger[key])
        return
    found = [
        rule
        for rule in ledger.values()
        if rule.id.startswith(key) or key in f"{rule.title} {rule.section}".upper()
    ]
    if not found:
        sections = sorted({rule.id.rsplit("-", 1)[0] for rule in ledger.values()})
        yield from wrapped(say("No rule has {wanted} in its id or title.", wanted=repr(wanted)))
        yield from wrapped(say("The ids begin with {ids}.", ids=", ".join(sections)))
        return
    for rule in found[:_MOST]:
        yield from wrapped(f"{rule.id}  {say(rule.title)}", "    ", first="  ")
    if len(found) > _MOST:
        yield [(say("  and {count} more", count=len(found) - _MOST), "")]
