"""What is promised (docs/promises.md) is in the program as tests/promises.txt lists it."""

import promises


def changed() -> list[str]:
    listed = promises.LIST.read_text(encoding="utf-8").splitlines()
    return sorted({*listed} ^ {*promises.promises().splitlines()})


def test_the_list_is_what_the_program_has():
    assert changed() == [], "scripts/promises.py writes the list anew: is anything gone or renamed?"
