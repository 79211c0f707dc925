"""The ledger reader: ids, titles, editions, sections, and rules of more than one line."""

from textwrap import dedent

import pytest

from gridcommon.errors import NotationError
from gridcommon.ledger import Ledger, Rule, parse_ledger

TOY = """\
    # Toy: rule ledger

    Words of introduction.

    ## Phase 2: auction
    - **PG-AUC-01** [RC] *One plant a phase.* Each player may buy at most one.
    - **EL-A-10** *Only this.* Only *once* and **never** more.
      two

      three

    Example (R-pt): so and so.
      indented
    - **R-pt** `file.txt`: a source.
    - **TV-01** a test vector
    * **EL-X-01** *T.* another bullet

    ### Bonus action (optional)
    - **EL-A-02** *Below.*
      Allowed [ours], two [ours: the text is silent]. Ours is no mark.
      - b
        - c

      | | U | T |
      |---|---|---|
      | U | | yes |

    # Next
    - **EL-A-03** *Later.* three [planned: with the next version] [public]
    """


def ledger(text: str) -> dict[str, Rule]:
    return parse_ledger(Ledger(dedent(text), "toy/rules.md"))


def test_rules_are_read_with_all_their_parts_in_the_order_of_the_ledger():
    first, second, third, last = ledger(TOY).values()
    assert first == Rule(
        id="PG-AUC-01",
        title="One plant a phase",
        text="Each player may buy at most one.",
        edition="RC",
        section="Phase 2: auction",
    )
    assert (second.id, second.title, second.edition) == ("EL-A-10", "Only this", "")
    assert second.text == "Only *once* and **never** more.\ntwo\n\nthree"
    assert (third.section, third.ours, third.planned) == ("Bonus action (optional)", 2, False)
    assert third.text.split("\n") == [
        "Allowed [ours], two [ours: the text is silent]. Ours is no mark.",
        *("- b", "  - c", "", "| | U | T |", "|---|---|---|", "| U | | yes |"),
    ]
    assert (last.ours, last.planned, last.source) == (0, True, "")
    assert ledger("") == {}
    text = "- **EL-X-01** *A.* um [nosso], dois [nosso: o texto cala] [ours] [previsto]"
    (rule,) = parse_ledger(Ledger(text, "toy", ours="nosso", planned="previsto")).values()
    assert (rule.section, rule.ours, rule.planned) == ("", 2, True)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("- **EL-X-02** Text only.", "EL-X-02 has no title"),
        ("- **EL-X-02** [RC] Text.", "EL-X-02 has no title"),
        ("- **EL-X-02**", "EL-X-02 has no title"),
        ("- **EL-X-01** *U.* b", "EL-X-01 is listed twice"),
    ],
)
def test_a_rule_without_a_title_or_listed_twice_is_refused(line, message):
    with pytest.raises(NotationError, match=message) as caught:
        ledger(f"# L\n- **EL-X-01** *T.* a\n  more\n{line}")
    assert (caught.value.source, caught.value.line) == ("toy/rules.md", 4)
