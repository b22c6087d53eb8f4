"""The compile policy: a kernel in the cache belongs to the whole engine that it was compiled with."""

from __future__ import annotations

import os

import pytest

from wordchipper_lab.encoders.encode_spans import encode_spans
from wordchipper_lab.kernels import compiler, jit


@pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled")
def test_a_change_of_any_engine_file_changes_the_stamp_of_every_kernel(tmp_path, monkeypatch) -> None:
    stamp = encode_spans.dispatcher._cache._cache_file._source_stamp
    assert compiler._engine_stamp() in stamp, (
        "numba keeps its stamp elsewhere: kernels may run with old code inside"
    )
    (tmp_path / "kernels").mkdir()
    monkeypatch.setattr(compiler, "__file__", str(tmp_path / "kernels" / "compiler.py"))
    (tmp_path / "kernels" / "keys.py").write_text("A = 1")
    compiler._engine_stamp.cache_clear()
    before = compiler._engine_stamp()
    (tmp_path / "kernels" / "keys.py").write_text("A = 22")
    compiler._engine_stamp.cache_clear()
    changed = compiler._engine_stamp()
    assert changed != before
    os.utime(tmp_path / "kernels" / "keys.py", (0, 0))  # images and archives keep whole seconds at best
    compiler._engine_stamp.cache_clear()
    assert compiler._engine_stamp() == changed
    compiler._engine_stamp.cache_clear()


@pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled")
def test_a_kernel_that_a_kernel_calls_has_no_wrapper_unless_python_calls_it_too() -> None:
    @jit.jit()
    def inner(number: int) -> int:
        return number + 1

    @jit.jit()
    def outer(number: int) -> int:
        return inner(number) * 2

    assert outer(3) == 8
    assert inner.dispatcher.signatures == []
    assert (inner(3), outer(4)) == (4, 10)
    assert len(inner.dispatcher.signatures) == 1
