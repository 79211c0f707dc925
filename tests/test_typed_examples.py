"""The examples of the guides, and the web table, as type checkers see them in strict mode."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/programmers.md", "docs/researchers.md")
pytestmark = pytest.mark.long  # half a minute, if mypy has not looked at the engines before


def test_mypy_finds_nothing_in_the_examples(tmp_path):
    pytest.importorskip("mypy")
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for number, code in enumerate(re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)):
            name = f"{Path(page).stem.lower()}_{number}.py"
            (tmp_path / name).write_text(code, encoding="utf-8")
    for path in (ROOT / "examples").glob("web_*.py"):
        shutil.copy(path, tmp_path)
    assert len(list(tmp_path.glob("*.py"))) > 20
    cache = os.environ.get("GRIDGAMES_MYPY_CACHE", str(ROOT / ".mypy_cache"))
    words = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    words += ["--strict", "--cache-dir", cache, *map(str, tmp_path.glob("*.py"))]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
