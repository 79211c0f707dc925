"""The ledger reader: ids, titles, editions, sections, and rules of more than one line."""

from dataclasses import FrozenInstanceError
from textwrap import dedent

import pytest

from gridcommon.errors import NotationError
from gridcommon.ledger import (
    Disagreement,
    Ledger,
    Rule,
    parse_ledger,
    read_ambiguities,
    read_disagreements,
)


def ledger(text: str) -> dict[str, Rule]:
    return parse_ledger(Ledger(dedent(text), "toy/rules.md"))


def test_a_rule_has_all_its_parts():
    rules = ledger("""\
        # Toy: rule ledger

        Words of introduction.

        ## Phase 2: auction
        - **PG-AUC-01** [RC] *One plant a phase.* Each player may buy at most one.
        """)
    assert rules == {
        "PG-AUC-01": Rule(
            id="PG-AUC-01",
            title="One plant a phase",
            text="Each player may buy at most one.",
            edition="RC",
            section="Phase 2: auction",
        )
    }


def test_a_rule_is_frozen():
    (rule,) = ledger("- **EL-X-01** *Title.* Text.").values()
    with pytest.raises(FrozenInstanceError):
        rule.title = "other"


def test_rules_keep_the_order_of_the_ledger():
    rules = ledger("""\
        - **EL-B-02** *Second.* b
        - **EL-A-01** *First.* a
        - **EL-A-10** *Tenth.* c
        """)
    assert list(rules) == ["EL-B-02", "EL-A-01", "EL-A-10"]


def test_where_there_is_one_edition_none_is_named():
    assert ledger("- **EL-X-01** *Title.* Text.")["EL-X-01"].edition == ""


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("## Components", "Components"),
        ("### Bonus action (optional)", "Bonus action (optional)"),
        ("# The name of the ledger", ""),
    ],
)
def test_headings_give_the_section(heading, section):
    assert ledger(f"{heading}\n- **EL-X-01** *Title.* Text.")["EL-X-01"].section == section


def test_clauses_that_are_ours_and_rules_that_are_not_played_yet_are_marked():
    rules = ledger("""\
        - **EL-X-01** *A.* One [ours], two [ours: the text is silent]. Ours is no mark.
        - **EL-X-02** *B.* three [planned: with the next version] [public]
        """)
    assert [rule.ours for rule in rules.values()] == [2, 0]
    assert [rule.planned for rule in rules.values()] == [False, True]
    assert {rule.source for rule in rules.values()} == {""}
    text = "- **EL-X-01** *A.* um [nosso], dois [nosso: o texto cala] [ours] [previsto]"
    (rule,) = parse_ledger(Ledger(text, "toy", ours="nosso", planned="previsto")).values()
    assert (rule.ours, rule.planned) == (2, True)


def test_a_disagreement_has_both_readings_what_is_taken_why_and_its_options():
    text = dedent("""\
        | topic | rules | says | says | we take | why | option |
        |---|---|---|---|---|---|---|
        | Ties | EL-X-01, EL-X-02 | A: yes | B: no | no | B is later | `tie`, `ties` |
        | Ends | EL-X-03 | A: one | B: two | two | two books | `ending` [planned] |
        | Names | EL-X-03 | A: a | B: b | both | the same | - |

        | option | question | default | other values |
        |---|---|---|---|
        | `tie` | Ties (EL-X-01)? | `no` | `yes` |
        """)
    ties, ends, names = read_disagreements(Ledger(text, "toy"))
    assert ties == Disagreement(
        "Ties", ("EL-X-01", "EL-X-02"), "A: yes", "B: no", "no", "B is later", ("tie", "ties")
    )
    assert (ends.options, ends.planned) == ((), ("ending",))
    assert (names.options, names.planned) == ((), ())
    assert [one.options for one in read_ambiguities(Ledger(text, "toy"))] == [("tie",)]


def test_a_rule_goes_on_in_indented_lines():
    rules = ledger("""\
        - **EL-X-01** *Title.* One
          two

          three
        - **EL-X-02** *Title.* four
        """)
    assert rules["EL-X-01"].text == "One\ntwo\n\nthree"
    assert rules["EL-X-02"].text == "four"


def test_a_table_stays_in_its_rule():
    rule = ledger("""\
        - **EL-CONN-03** *Who may touch.* Allowed:

          | | U | T |
          |---|---|---|
          | U | | yes |
          | T | yes | yes |

        ### Next
        """)["EL-CONN-03"]
    assert rule.text.split("\n") == [
        "Allowed:",
        "",
        "| | U | T |",
        "|---|---|---|",
        "| U | | yes |",
        "| T | yes | yes |",
    ]
    assert rule.section == ""


def test_inner_indents_are_kept():
    rule = ledger("- **EL-X-01** *T.* a\n  - b\n    - c")["EL-X-01"]
    assert rule.text == "a\n- b\n  - c"


def test_a_rule_may_have_its_text_below_its_title():
    assert ledger("- **EL-X-01** *T.*\n  Text.")["EL-X-01"].text == "Text."


def test_a_paragraph_beside_the_list_is_no_part_of_the_rule():
    rule = ledger("- **EL-X-01** *T.* Text.\n\nExample (R-pt): so and so.\n  indented")["EL-X-01"]
    assert rule.text == "Text."


def test_emphasis_in_the_text_is_no_title():
    rule = ledger("- **EL-X-01** *T.* Only *once* and **never** more.")["EL-X-01"]
    assert (rule.title, rule.text) == ("T", "Only *once* and **never** more.")


def test_other_lists_hold_no_rules():
    assert (
        ledger("""\
        - **R-pt** `file.txt`: a source.
        - **TV-01** a test vector
        - A-01 an ambiguity
        * **EL-X-01** *T.* another bullet
        """)
        == {}
    )


def test_an_empty_ledger_has_no_rules():
    assert ledger("") == {}


@pytest.mark.parametrize(
    "line", ["- **EL-X-02** Text only.", "- **EL-X-02** [RC] Text.", "- **EL-X-02**"]
)
def test_a_rule_without_a_title_is_refused(line):
    with pytest.raises(NotationError, match="EL-X-02 has no title") as caught:
        ledger(f"# L\n- **EL-X-01** *T.* a\n\n{line}")
    assert (caught.value.source, caught.value.line) == ("toy/rules.md", 4)


def test_an_id_used_twice_is_refused():
    with pytest.raises(NotationError, match="EL-X-01 is listed twice") as caught:
        ledger("- **EL-X-01** *T.* a\n  more\n- **EL-X-01** *U.* b")
    assert (caught.value.source, caught.value.line) == ("toy/rules.md", 3)
