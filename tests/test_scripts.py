"""Every benchmark and every script runs, in its shortest form, so that none rots."""

import subprocess
import sys
from dataclasses import fields, is_dataclass
from inspect import signature
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PATIENCE = 600  # seconds, on a busy machine
SHORT = {  # what each is run with
    "benchmarks/endurance.py": "--short",
    "benchmarks/page_load.py": "--short",
    "benchmarks/screen.py": "--short",
    "benchmarks/speed.py": "--short",
    "benchmarks/startup.py": "--short",
    "benchmarks/strength.py": "--short",
    "benchmarks/terminal_picture.py": "--short --check",
    "scripts/architecture.py": "--check",
    "scripts/attack_page.py": "--times 5",
    "scripts/digests.py": "--games 1 --game eletrika",
    "scripts/fit_eletrika.py": "--games 1 --seats 2 --output {tmp}/evaluation.toml",
    "scripts/fit_powergrid.py": "--games 5 --seats 2 --output {tmp}/evaluation.toml",
    "scripts/frequencies.py": "--games 1 --workers 1 --output {tmp}/counted.json",
    "scripts/fuzz.py": "--inputs 20 --found {tmp}",
    "scripts/kill_test.py": "--kills 2 --seed 3",
    "scripts/pictures.py": "--short",
    "scripts/train.py": "eletrika --games 4 --test 2 --at-once 2",
}
LONG = ("scripts/attack_page.py", "benchmarks/strength.py")  # so they begin first
ELSEWHERE = {
    "benchmarks/answering.py": "benchmarks/strength.py",
    "scripts/bom.py": "tests/test_release.py",
    "scripts/compile.py": ".ci/run",
    "scripts/docs": ".ci/run",
    "scripts/harness.py": "scripts/fuzz.py",
    "scripts/hatch_build.py": "pyproject.toml",
    "scripts/index_page.py": "pyproject.toml",
    "scripts/lock": "tests/test_lock.py",  # what it makes: an index of packages it needs itself
    "scripts/newcomer.py": "tests/test_docs.py",  # whole: .github/workflows/ci.yml
    "scripts/promises.py": "tests/test_promises.py",
    "scripts/templates.py": "scripts/translations.py",
    "scripts/translations": "scripts/translations.py",
    "scripts/translations.py": "tests/cli/test_languages.py",
}


def test_each_one_has_a_short_form():
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in ("benchmarks", "scripts")
        for path in (ROOT / folder).iterdir()
        if path.is_file()
    }
    assert found == set(SHORT) | set(ELSEWHERE)
    for script, runner in ELSEWHERE.items():
        assert Path(script).stem in (ROOT / runner).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "words"),
    sorted(SHORT.items(), key=lambda one: one[0] not in LONG),
)
def test_it_runs(script, words, tmp_path):
    done = subprocess.run(
        [sys.executable, ROOT / script, *words.format(tmp=tmp_path).split()],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_frozen_dataclasses_generate_is_written_out_the_same(monkeypatch):
    pytest.importorskip("hatchling")
    monkeypatch.syspath_prepend(ROOT / "scripts")
    from hatch_build import FROZEN, written_out

    # The classes without their decorator have no fields that it could read
    monkeypatch.setattr("gridcommon.pickling.pickle_by_fields", lambda *_kinds: None)
    for name in ("actions", "events"):
        source = (ROOT / f"packages/powergrid/powergrid/{name}.py").read_text(encoding="utf-8")
        # Without what generates them
        bare = written_out(source, values_only=True).replace(f"@{FROZEN}\n", "")
        names = executed(bare.replace("@mypyc_attr(acyclic=True)\n", ""), f"powergrid.{name}")
        kinds = [kind for kind in executed(source, "powergrid").values() if is_dataclass(kind)]
        assert kinds
        for kind in kinds:
            written = names[kind.__name__]
            assert str(signature(written)) == str(signature(kind))
            values = [f"value {number}" for number in range(len(fields(kind)))]
            one, other = written(*values), written(*values)
            assert one == other
            assert hash(one) == hash(other) == hash(kind(*values))
            assert one.__reduce__() == (written, tuple(values))
            for number, field in enumerate(fields(kind)):
                changed = [*values[:number], "another value", *values[number + 1 :]]
                assert (written(*changed) == one) == (not field.compare)


def executed(source, name):
    names = {"__name__": name}
    exec(compile(source, name, "exec"), names)
    return {
        key: one for key, one in names.items() if isinstance(one, type) and one.__module__ == name
    }
