"""Manual pages: one for each command in each language, as ``man`` reads them."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from gridgames.commands.app import program
from gridgames.commands.manual import pages
from gridgames.languages.language import Language, use_language
from plain_games import gridgames


def test_every_command_has_a_page_in_every_language(tmp_path: Path) -> None:
    done = gridgames(tmp_path, "manual", tmp_path / "man", columns=300)
    english, translated = (
        {page.stem: page.read_text("utf-8") for page in (tmp_path / folder).iterdir()}
        for folder in ("man/man1", "man/pt_BR/man1")
    )
    assert english.keys() == translated.keys() > {"gridgames", "gridgames-powergrid-map-check"}
    assert f"{len(english) * 2} pages written" in done.stdout
    for name in english.keys() - {"gridgames"}:
        parent, _, own = name.rpartition("-")
        assert f".B {own}\n" in english[parent]
    assert ".B gridgames [OPTIONS] COMMAND [ARGS]...\n" in english["gridgames"]
    assert "Continua" in translated["gridgames-resume"]
    (tmp_path / "file").touch()
    refused = gridgames(tmp_path, "manual", tmp_path / "file")
    assert refused.exit_code == 2
    assert "cannot be written" in refused.output


@pytest.mark.parametrize("language", Language)
def test_a_page_is_read_without_a_warning(language: Language, tmp_path: Path) -> None:
    """All pages at once, as man(1) formats them; an unknown macro or sign is a warning."""
    if not shutil.which("groff"):
        pytest.skip("groff")
    with use_language(language):
        made = dict(pages(program()))
    page = tmp_path / "all.1"
    page.write_text("".join(made.values()), encoding="utf-8")
    done = subprocess.run(
        ["groff", "-k", "-man", "-Tutf8", "-ww", "-Wbreak", "-P-c", str(page)],
        capture_output=True,
        check=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )
    assert done.stderr.decode() == ""
    told = " ".join(done.stdout.decode().split())
    assert "gridgames completion bash >> ~/.bashrc" in told
    assert "--map-file" in told
    assert ("Continue a saved" if language == "en" else "Continua um jogo salvo") in told
