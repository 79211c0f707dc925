"""The examples of the guides, and the web table, as type checkers see them in strict mode."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/programmers.md", "docs/researchers.md")
SOURCES = ("packages/common", "packages/powergrid", "packages/eletrika", "cli")
pytestmark = pytest.mark.long  # half a minute, if mypy has not looked at the engines before
PARTIAL = "**backend_kwargs: Unknown"  # the stubs of networkx, which are not ours


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """Write the Python of the guides to files, and return them."""
    folder = tmp_path_factory.mktemp("examples")
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for number, code in enumerate(re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)):
            name = f"{Path(page).stem.lower()}_{number}.py"
            (folder / name).write_text(code, encoding="utf-8")
    for path in (ROOT / "examples").glob("web_*.py"):
        shutil.copy(path, folder)
    assert len(list(folder.glob("*.py"))) > 20
    return folder


def test_mypy_finds_nothing_in_the_examples(examples):
    pytest.importorskip("mypy")
    cache = os.environ.get("GRIDGAMES_MYPY_CACHE", str(ROOT / ".mypy_cache"))
    words = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    words += ["--strict", "--cache-dir", cache, *map(str, examples.glob("*.py"))]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_pyright_finds_nothing_in_the_examples(examples):
    """Pyright brings a Node of its own from the network, so it is used where it is installed."""
    pyright = shutil.which("pyright")
    if pyright is None:
        pytest.skip("pyright")
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.11"}
    settings["extraPaths"] = [str(ROOT / source) for source in SOURCES]
    (examples / "pyrightconfig.json").write_text(json.dumps(settings))
    words = [pyright, "-p", str(examples), "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)["generalDiagnostics"]
    assert [one for one in found if PARTIAL not in one["message"]] == []
