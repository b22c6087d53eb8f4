"""The types in the comments of the tokenizer's modules fit: TypeScript's checker, in strict mode, finds nothing."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from wordchipper_lab.browser.manifest import TOKENIZER

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed"),
]

CHECK = [
    *("--allowJs", "--checkJs", "--strict", "--noEmit"),
    *("--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler"),
    *("--lib", "es2022,dom,dom.iterable,esnext.disposable"),
]


def check(tsc: Path, *modules: Path) -> str:
    done = subprocess.run(["node", str(tsc), *CHECK, *map(str, modules)], capture_output=True, text=True)
    return done.stdout


@pytest.fixture(scope="module")
def tsc(npm_package: Callable[[str], Path]) -> Path:
    return npm_package("typescript@5.9.3") / "package" / "bin" / "tsc"


def test_all_modules(tsc: Path) -> None:
    assert check(tsc, *sorted(TOKENIZER.rglob("*.js"))) == ""


def test_a_wrong_type_is_found(tsc: Path, tmp_path: Path) -> None:
    module = tmp_path / "wrong.js"
    module.write_text(
        f'import {{ Tokenizer }} from "{(TOKENIZER / "index.js").as_posix()}";\n\n'
        "/** @param {Tokenizer} tokenizer @returns {string} */\n"
        'export const wrong = (tokenizer) => tokenizer.encode("a");\n'
    )
    assert "error TS2322" in check(tsc, module)
