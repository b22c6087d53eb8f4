"""The environment variable for the number of threads, from the command line."""

from __future__ import annotations

import pytest

from .conftest import Run


def test_the_variable_changes_no_ids_and_a_bad_value_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORDCHIPPER_LAB_NUM_THREADS", "3")
    assert run("encode", "-", stdin=b"hello world") == (0, b"24912 2375\n", "")
    monkeypatch.setenv("WORDCHIPPER_LAB_NUM_THREADS", "many")
    failed = run("encode", "-", stdin=b"hello world")
    assert failed.code == 3
    assert "WORDCHIPPER_LAB_NUM_THREADS is 'many': expected a whole number from 1 to" in failed.error
    assert run("encode", "-", "--threads", "2", stdin=b"hello world").out == b"24912 2375\n"
