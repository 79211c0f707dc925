"""Manual pages: one for each command in each language, as ``man`` reads them."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from gridgames.app import program
from gridgames.installation.manual import pages
from gridgames.languages.language import Language, use_language
from plain_games import gridgames


def test_every_command_has_a_page_in_every_language(tmp_path: Path) -> None:
    done = gridgames(tmp_path, "manual", tmp_path / "man")
    assert done.exit_code == 0, done.output
    english = {page.stem for page in (tmp_path / "man" / "man1").iterdir()}
    translated = {page.stem for page in (tmp_path / "man" / "pt_BR" / "man1").iterdir()}
    assert english == translated
    assert {"gridgames", "gridgames-play", "gridgames-powergrid-map-check"} <= english
    # The line breaks where the temporary folder's name ends.
    assert f"{len(english) * 2} pages written" in " ".join(done.stdout.split())
    top = (tmp_path / "man" / "man1" / "gridgames.1").read_text(encoding="utf-8")
    for name in english - {"gridgames"}:
        parent, _, own = name.rpartition("-")
        text = (tmp_path / "man" / "man1" / f"{parent}.1").read_text(encoding="utf-8")
        assert f".B {own}\n" in text
    assert ".B gridgames [OPTIONS] COMMAND [ARGS]...\n" in top
    told = (tmp_path / "man" / "pt_BR" / "man1" / "gridgames-resume.1").read_text(encoding="utf-8")
    assert "Continua" in told

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
