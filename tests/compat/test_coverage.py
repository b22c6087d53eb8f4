"""COVERAGE.md is what the script makes of the installed packages, and gives a reason for each name that is not there."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys

import pytest

from wordchipper_lab.compat import coverage
from wordchipper_lab.compat.substitute import FACES


@pytest.mark.parametrize("package", FACES)
def test_the_file_is_up_to_date(package: str) -> None:
    written = coverage._written_sections()[package]
    version = written.split()[2]
    try:
        installed = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip(f"{package} is not installed")
    if installed != version:
        pytest.skip(f"the file is about {package} {version}, installed is {installed}")
    assert coverage._section(package) == written, "run python -m wordchipper_lab.compat.coverage --write"


def test_every_no_has_a_reason() -> None:
    rows = [row for row in coverage.COVERAGE_FILE.read_text().splitlines() if "| no |" in row]
    assert rows
    assert [row for row in rows if row.endswith("| no |  |")] == []


def test_tiktoken_is_complete() -> None:
    assert "| no |" not in coverage._written_sections()["tiktoken"]


def test_what_is_not_here_is_seen() -> None:
    assert not coverage._is_here("tiktoken", "tiktoken.core.Encoding.no_such_method")
    assert not coverage._is_here("tiktoken", "tiktoken.no_such_module")
    assert not coverage._is_here("tiktoken", "tiktoken_ext.openai_public.no_such_name")
    assert coverage._is_here("tiktoken", "tiktoken_ext.openai_public.ENDOFTEXT")
    assert coverage._is_here("tiktoken", "tiktoken.core.Encoding.encode")


def test_a_package_that_is_missing_keeps_its_section(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(coverage.importlib.metadata, "version", missing)
    assert coverage.table() == coverage.COVERAGE_FILE.read_text()


def test_wrong_usage() -> None:
    command = [sys.executable, "-m", "wordchipper_lab.compat.coverage", "--no-such-option"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("usage:")
