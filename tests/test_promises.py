"""What is promised (docs/promises.md) is in the program as tests/promises.txt lists it."""

import promises

import powergrid


def changed() -> list[str]:
    listed = promises.LIST.read_text(encoding="utf-8").splitlines()
    return sorted({*listed} ^ {*promises.promises().splitlines()})


def test_the_list_is_what_the_program_has():
    assert changed() == [], "scripts/promises.py writes the list anew: is anything gone or renamed?"


def test_a_parameter_an_option_or_a_key_that_goes_is_seen(monkeypatch):
    options, schema_of = promises.parameters, promises.answer_schemas.schema_of

    def without_plain(context):
        return [one for one in options(context) if "--plain" not in one.flags]

    def without_files(name):
        schema = schema_of(name)
        schema.get("$defs", {}).get("Verified", {}).get("properties", {}).pop("files", None)
        return schema

    monkeypatch.setattr(powergrid, "apply", lambda state, move: (state, move))
    monkeypatch.setattr(promises, "parameters", without_plain)
    monkeypatch.setattr(promises.answer_schemas, "schema_of", without_files)
    now = "\n".join(changed())
    assert "apply(state,action)" in now
    assert "apply(state,move)" in now
    assert "gridgames play [OPTIONS] [GAME]: " in now
    assert "Verified: {files:[File] schema:1}\nVerified: {schema:1}" in now
