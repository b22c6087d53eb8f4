"""Run the command line in this process: as fast as a call, with real bytes on all three streams."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from wordchipper_lab.cli.app import main


class Outcome(NamedTuple):
    """The result of a command."""

    code: int
    out: bytes
    error: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    def run_command(*arguments: object, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as exited:
            main([str(argument) for argument in arguments])
        captured = capsysbinary.readouterr()
        assert isinstance(exited.value.code, int)
        return Outcome(exited.value.code, captured.out, captured.err.decode())

    return run_command
