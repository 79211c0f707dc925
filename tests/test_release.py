"""What a release is made of: the files of the source archive, what others wrote, and licences."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from shutil import which

import pytest
from packaging.requirements import Requirement

from gridgames import __version__

ROOT = Path(__file__).parents[1]
PATIENCE = 600  # seconds, on a busy machine
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BUNDLED = json.loads((ROOT / "cli" / "bundled.cdx.json").read_text(encoding="utf-8"))


def licences(component: dict) -> set[str]:
    return {one["license"]["id"] for one in component["licenses"]}


@pytest.mark.skipif(not ((ROOT / ".git").exists() and which("git")), reason="git")
def test_the_source_archive_holds_all_that_is_tracked():
    builders = pytest.importorskip("hatchling.builders.sdist")
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    tracked = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    packed = [
        one.distribution_path.replace("\\", "/")
        for one in builders.SdistBuilder(str(ROOT)).recurse_included_files()
    ]
    always = {".gitignore", "pyproject.toml"}  # Hatchling adds these on its own
    assert {*packed, *always} == set(tracked.stdout.splitlines())


def test_all_that_others_wrote_is_named_with_its_licence():
    shipped = {path for root in ("cli", "packages") for path in (ROOT / root).rglob("*LICENSE")}
    assert shipped
    texts = {ROOT / name for name in PROJECT["project"]["license-files"]}
    assert texts == {ROOT / "LICENSE", *shipped}
    named = {}
    for one in BUNDLED["components"]:
        file = ROOT / "cli" / one["description"]
        ((digest,),) = [one["hashes"]]
        assert digest["content"] == sha256(file.read_bytes()).hexdigest(), "run scripts/bom.py"
        named[file] = licences(one)
    fonts = {path for root in ("cli", "packages") for path in (ROOT / root).rglob("*.ttf")}
    assert named.keys() == {*fonts, *(path.with_suffix(".js") for path in shipped if path.suffix)}
    ids = set().union(*named.values())
    assert PROJECT["project"]["license"].split(" AND ") == ["MIT", *sorted(ids, reverse=True)]


def build(tree, target, folder, **env):
    """Build an archive from a tree into a new folder; return its file, and what was printed."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder],
        cwd=tree,
        env=os.environ | env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (file,) = folder.iterdir()
    return file, done.stdout + done.stderr


@pytest.mark.slow
def test_the_source_archive_builds_the_same_archives_elsewhere_and_later(tmp_path):
    pytest.importorskip("hatchling")
    here = {"PYTHONHASHSEED": "1", "TZ": "America/Sao_Paulo"}
    source, _ = build(ROOT, "sdist", tmp_path / "source", **here)
    no_compiler = {"HATCH_BUILD_HOOKS_ENABLE": "1", "CC": "no-such-compiler"}
    wheel, told = build(ROOT, "wheel", tmp_path / "wheel", **here, **no_compiler)
    assert "no C compiler" in told
    assert wheel.name.endswith("-py3-none-any.whl")

    elsewhere = tmp_path / "else" / "where"
    usual = os.umask(0o077)  # the modes of files are then others, as their times are
    try:
        with tarfile.open(source) as packed:
            packed.extractall(elsewhere, filter="tar")
        for path in elsewhere.rglob("*"):
            os.utime(path)
        (tree,) = elsewhere.iterdir()
        there = {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
        again = [
            build(tree, one, tmp_path / f"{one} again", **there)[0] for one in ("sdist", "wheel")
        ]
    finally:
        os.umask(usual)
    for first, second in zip((source, wheel), again, strict=True):
        assert first.name == second.name
        assert first.read_bytes() == second.read_bytes()
    names = zipfile.ZipFile(wheel).namelist()
    for told in ("licenses/LICENSE", "fonts/LICENSE", "static/htmx.LICENSE", "bundled.cdx.json"):
        assert any(name.endswith(told) and ".dist-info/" in name for name in names)
    unused = re.compile(r"\.pyc$|/PROVENANCE\.md$|^gridgames/examples/.*\.(py|mjs)$|^(tests|docs)/")
    assert [name for name in names if unused.search(name)] == []


PERMISSIVE = {"0BSD", "Bitstream-Vera", "BSD", "CC0", "ISC", "MIT", "PSF", "Zlib"}


@pytest.mark.slow
def test_bills_of_materials_are_valid_and_name_every_dependency_with_its_licence():
    pytest.importorskip("cyclonedx")
    from bom import bill, text_of
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator
    from hatch_build import bill_of_mypyc

    text = json.dumps(bill_of_mypyc())
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    assert json.loads(text_of(bill(is_whole=False))) == BUNDLED, "run scripts/bom.py"
    whole = bill(is_whole=True)
    assert text_of(whole) == text_of(bill(is_whole=True))
    written = json.loads(text_of(whole))
    assert written["metadata"]["component"]["version"] == version("gridgames")
    asked = {Requirement(line).name for line in PROJECT["project"]["dependencies"]}
    assert {one["name"] for one in written["components"]} > {"htmx", "numpy", *asked}
    for one in written["components"]:
        (given,) = one["licenses"]
        expression = given.get("expression") or given["license"]["id"]
        for each in expression.split(" AND "):
            assert each in PERMISSIVE or each.partition("-")[0] in PERMISSIVE, one["name"]


def test_the_version_is_the_same_everywhere():
    told = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in told
    assert '\n  - name: "the gridgames developers"\n' in told
    (date,) = re.findall(r"^date-released: (\d{4}-\d\d-\d\d)$", told, re.MULTILINE)
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    titles = re.findall(r"^## (.+)$", changes, re.MULTILINE)
    assert titles[:2] == ["Unreleased", f"{__version__} - {date}"]
    formats = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert f'"gridgames", "text": "{__version__}"' in formats
