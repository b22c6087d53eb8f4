"""One case of `run_benchmark`, timed by pytest-benchmark (extra ``bench``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from wordchipper_lab.errors import PeerError, WorkLimitError
from wordchipper_lab.lab.benchmark.contenders import open_contender
from wordchipper_lab.lab.benchmark.corpora import load_corpus
from wordchipper_lab.lab.benchmark.modes import BATCH_MODES
from wordchipper_lab.lab.benchmark.results import Case
from wordchipper_lab.lab.benchmark.workload import make_workload
from wordchipper_lab.lab.work_limit import check_work
from wordchipper_lab.tokenizer import Tokenizer

_OF_PAGES = ("first_picture.py", "paste.py", "served_pages.py", "typing_latency.py", "visitors_at_once.py")
# Standalone scripts, and modules that only they can import.
collect_ignore_glob = ["compare_*.py", "comparison_*.py", "train*.py", "npm_peers/*", *_OF_PAGES]


@pytest.fixture
def run_case(benchmark: Any) -> Callable[[Case], None]:
    """Time a case; cases worth comparing (same vocabulary, corpus and mode) form a group."""

    def run(case: Case) -> None:
        try:
            contender = open_contender(case)
        except PeerError as error:
            pytest.skip(str(error))
        workload = make_workload(load_corpus(case.corpus), case.mode, case.threads)
        if contender.tokenizer is not None:
            try:
                check_work(contender.tokenizer, "".join(workload.texts), "text")
            except WorkLimitError as error:
                pytest.skip(str(error))
        argument = argument_of(case, workload.texts)
        benchmark.group = f"{case.model}, {case.corpus}, {case.mode}, {case.threads} thread(s)"
        benchmark.extra_info["bytes"] = workload.n_bytes
        contender.call(argument)  # compiles
        benchmark(contender.call, argument)

    return run


def argument_of(case: Case, texts: list[str]) -> Any:
    """What the timed call gets: a batch of texts, one text, or the ids of one."""
    if case.mode in BATCH_MODES:
        return texts
    text = "".join(texts)
    if not case.mode.startswith("decode"):
        return text
    tok = Tokenizer.from_pretrained(case.model)
    encode = tok.encode_array if case.mode == "decode_array" else tok.encode
    return encode(text, special="text")
