"""Lets tiktoken, the reference of most tests, find its vocabularies without a network."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

import pytest

from wordchipper_lab.vocab.bundled import read_bundled
from wordchipper_lab.vocab.pretrained import pretrained_names, pretrained_spec


def pytest_configure(config: pytest.Config) -> None:
    """Lay out the bundled vocabularies as tiktoken's cache: files named by the SHA-1 of their URL.

    Done here and not in a fixture, so that test modules may call ``tiktoken.get_encoding`` at their top.
    """
    cache = Path(tempfile.mkdtemp(prefix="tiktoken-cache-"))
    config.add_cleanup(lambda: shutil.rmtree(cache, ignore_errors=True))
    for spec in {spec.file: spec for spec in map(pretrained_spec, pretrained_names())}.values():
        (cache / hashlib.sha1(spec.url.encode()).hexdigest()).write_bytes(
            read_bundled(spec.file, spec.sha256)
        )
    os.environ["TIKTOKEN_CACHE_DIR"] = str(cache)
