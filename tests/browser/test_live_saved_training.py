"""A training page saved with its engine: opened from a file, without kernel or network, it traces toys and trains."""

from __future__ import annotations

import re
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab.training.toy_corpora import TOY_CORPORA
from wordchipper_lab.lab.training.trace import TrainingTrace, trace_training
from wordchipper_lab.lab.training.why import quote_token
from wordchipper_lab.widgets import TrainingLab

from .idle import settle
from .test_training_page import Training

pytestmark = pytest.mark.browser

TEXT = "she sells sea shells by the sea shore; the shells she sells are sea shells, I am sure\n" * 40
PROBE = "sea shells for sale, naïve 東京"


def expected_spans(trace: TrainingTrace, number: int) -> list[str]:
    rows = trace.frames[number - 1].after
    return [" ".join(quote_token(trace.tokens[token]) for token in row) for row in rows]


def open_live(open_saved: Any, lab: TrainingLab) -> Training:
    page = open_saved(lab.export_html())
    settle(page)
    saved = Training(page)
    assert page.get_by_role("alert").filter(visible=True).count() == 0
    return saved


@pytest.mark.deep
def test_toys_are_chosen_typed_and_stepped(open_saved: Any) -> None:
    saved = open_live(open_saved, TrainingLab())
    saved.choose_toy("Corpus", "runs: aaaa")
    saved.choose_toy("Generation", "heap")
    trace = trace_training("runs: aaaa", "heap")
    assert saved.position.text_content() == f"0 / {len(trace.frames)}"
    for number in range(1, len(trace.frames) + 1):
        saved.button("Next step").click()
        assert saved.spans() == expected_spans(trace, number)
        assert saved.why.text_content().startswith(trace.frames[number - 1].why)
    saved.page.get_by_label("Corpus text").fill("banana bandana")
    saved.settle()
    trace = trace_training(
        "banana bandana", "heap", merges=40, tie=TOY_CORPORA["runs: aaaa"].tie, level="bytes"
    )
    saved.button("Last step").click()
    assert saved.spans() == expected_spans(trace, len(trace.frames))


def test_a_text_is_trained_on_and_the_result_used(open_saved: Any) -> None:
    lab = TrainingLab(
        mode="real", corpus="text", text=TEXT, vocab_size=300, rate=0, compare=True, probe=PROBE
    )
    saved = open_live(open_saved, lab)
    tok = lab.run()
    saved.button("Start").click()
    saved.wait_for("finished")
    saved.settle()
    assert saved.figure("merges") == lab.live.n_made
    assert saved.ids() == tok.encode(PROBE)
    rows = saved.real.get_by_role("region", name="Vocabularies on this text").locator("tbody tr")
    for row, model in zip(rows.all()[1:], ("r50k_base", "cl100k_base", "o200k_base"), strict=True):
        assert f"{len(wl.Tokenizer.from_pretrained(model).encode(PROBE))}" in row.text_content()
    with saved.page.expect_download() as download:
        saved.button("Save .tiktoken").click()
    assert list(lab._export("tiktoken").values()) == [download.value.path().read_text()]
    saved.page.get_by_label("Encode a text with it").fill("shells, sure")
    saved.settle()
    assert saved.ids() == tok.encode("shells, sure")


@pytest.mark.deep
def test_a_slow_run_is_paused_and_a_file_opened(open_saved: Any) -> None:
    saved = open_live(open_saved, TrainingLab(mode="real", rate=50, vocab_size=2000))
    saved.button("Start").click()
    saved.wait_for("running")
    saved.button("Pause").click()
    saved.wait_for("paused")
    assert 0 < saved.figure("merges") < 1000
    assert len(saved.ids()) > 10
    saved.button("Stop").click()
    saved.wait_for("stopped")
    saved.choose("Corpus", "file")
    files = [{"name": "shells.txt", "mimeType": "text/plain", "buffer": TEXT.encode()}]
    saved.real.locator("input[type=file]").first.set_input_files(files)
    saved.settle()
    assert saved.real.get_by_text(re.compile(r"shells.txt: [\d,]+ bytes")).count() == 1
    saved.real.get_by_label("Vocabulary size").fill("300")
    saved.choose("Pace", "0")
    saved.settle()
    saved.button("Start").click()
    saved.wait_for("finished")
    lab = TrainingLab(mode="real", corpus="text", text=TEXT, vocab_size=300, rate=0)
    tok = lab.run()
    saved.settle()
    probe = saved.page.get_by_label("Encode a text with it").input_value()
    assert saved.ids() == tok.encode(probe)
    saved.page.get_by_text("Race the generations").click()
    saved.button("Race").click()
    assert "open a live page" in saved.page.get_by_role("alert").first.text_content()
