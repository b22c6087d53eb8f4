"""TrainingLab without a browser: what it sends to its page, and what it does when the page asks."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import platformdirs
import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import InputError, TrainingError, UnknownNameError
from wordchipper_lab.lab.permalink import pack_state
from wordchipper_lab.lab.training.corpora import read_corpus
from wordchipper_lab.lab.training.trace import trace_training
from wordchipper_lab.widgets import Explorer, MergeStepper, TrainingLab, VocabularyBrowser


@pytest.fixture(autouse=True)
def _kept_elsewhere(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_: tmp_path / "cache")


def real(**state: Any) -> TrainingLab:
    return TrainingLab(**({"mode": "real", "corpus": "english", "size": 20_000, "vocab_size": 356} | state))


def sent_by(lab: TrainingLab, monkeypatch) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(lab, "send", lambda message, buffers=None: messages.append(message))
    return messages


def tell(lab: TrainingLab, buffers: list[bytes] = [], **message: Any) -> None:  # noqa: B006
    lab._handle_custom_msg(message, buffers)


async def until(condition: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        await asyncio.sleep(0.01)


def test_the_first_view_is_whole() -> None:
    lab = TrainingLab()
    assert lab._trace["frames"][0]["n_tied"] == 3
    assert lab.trace.frames[2].merge.frequency == 9
    assert lab.to_code() == "TrainingLab()"


def test_the_drawing_says_what_the_trace_says() -> None:
    lab = TrainingLab(toy="aabaa aab", toy_trainer="heap")
    trace = trace_training("aabaa aab", "heap")
    frame = lab._trace["frames"][0]
    assert frame["merge"] == trace.frames[0].merge._asdict()
    assert {name: column[0] for name, column in frame["pairs"].items()} == {
        "left": 97,
        "right": 97,
        "before": 3,
        "after": 0,
    }
    assert frame["new"] == {"left": [256, 98, 256, 32], "right": [98, 256, 32, 256], "count": [2, 1, 1, 1]}
    assert frame["after"] == {"0": trace.frames[0].after[0]}
    assert frame["changes"]["weight"] == [change.weight for change in trace.frames[0].changes]
    assert tuple(frame["heap"].values()) == trace.frames[0].heap
    assert lab._trace["tokens"][256] == b"aa".hex()


def test_a_toy_brings_its_own_rule_unless_another_is_asked_for() -> None:
    assert TrainingLab(toy="hello").toy_tie == "least_bytes"
    lab = TrainingLab(toy="hello", toy_tie="greatest_bytes", step=2)
    again = eval(lab.to_code(), {"TrainingLab": TrainingLab})
    assert again.state == lab.state
    assert TrainingLab(**lab.state).state == lab.state


def test_names_that_there_are_not() -> None:
    for state in ({"toy": "x"}, {"trainer": "x"}, {"tie": "x"}, {"corpus": "x"}, {"mode": "x"}, {"x": 1}):
        with pytest.raises(UnknownNameError):
            TrainingLab(**state)


def test_a_toy_that_is_too_long_is_said_and_the_last_one_stays(browse) -> None:
    lab = TrainingLab()
    shown = lab._trace
    status = browse(lab).ask(toy="own text", toy_text="a" * 3000)
    assert "up to 2,000 can be trained on merge by merge" in status["problem"]
    assert lab._trace is shown
    assert browse(lab).ask(toy_text="ab ab")["problem"] is None
    assert lab._trace["spans"] == [b"ab</w>".hex()]


@pytest.mark.parametrize("text", ["", "a", "  ", "\ud800"])
def test_a_toy_without_any_pair_is_no_accident(text) -> None:
    lab = TrainingLab(toy="own text", toy_text=text, toy_level="characters_joined")
    assert lab._status["problem"] is None or "should not have happened" not in lab._status["problem"]
    assert lab.trace.frames == [] == lab._trace["frames"]
    assert "no pair is left" in lab._trace["stopped"]


def test_a_token_that_is_too_long_to_be_split_is_said_at_once() -> None:
    lab = real(corpus="text", text="a" * 200_000, size=500_000, vocab_size=1000)
    with pytest.raises(InputError, match="set a longest token"):
        lab.run()
    lab.max_token_length = 64
    assert lab.run().vocab_size == 256 + 6


def test_merges_a_second_are_known_where_one_takes_longer(monkeypatch) -> None:
    monkeypatch.setattr("wordchipper_lab.screens.training.training_run._LATELY", 1e-9)
    lab = real(vocab_size=260)
    lab.run()
    assert lab._live["rate"] > 0


def test_no_room_for_a_merge_is_said() -> None:
    with pytest.raises(InputError, match="no merge was made: the vocabulary has its 256 tokens"):
        real(vocab_size=256).run()


def test_what_is_trained_is_what_train_bpe_trains() -> None:
    lab = real(special_tokens="<|x|>", pattern="cl100k_base", min_frequency=3)
    tok = lab.run()
    same = wl.train_bpe(
        read_corpus("english", 20_000), 356, "cl100k_base", ["<|x|>"], trainer="naive", min_frequency=3
    )
    assert [tok.id_to_bytes(i) for i in range(355)] == [same.id_to_bytes(i) for i in range(355)]
    assert tok.get_special_tokens() == [("<|x|>", 355)]
    assert lab._live["made"] == len(lab.live.trainer.merges) == 99
    assert lab._progress["state"] == "finished"
    assert lab._live["curves"]["bytes_per_token"][-1] == pytest.approx(lab.live.bytes_per_token, abs=1e-3)
    assert lab._live["newest"][0]["token"] == 354


def test_the_result_opens_in_the_other_screens() -> None:
    lab = real()
    name = lab.run().name
    ids = lab.tokenizer.encode("the ferry")
    assert Explorer("the ferry", model=name).ids == ids
    assert MergeStepper("the", model=name, lanes=["merge_heap"]).ids["merge_heap"] == lab.tokenizer.encode(
        "the"
    )
    assert VocabularyBrowser(name, query=" the", match="exact").ids == lab.tokenizer.encode(" the")
    made = {}
    exec("\n".join(line for line in Explorer("x", model=name)._status["code"].splitlines()), made)
    assert made["tok"].encode("the ferry") == ids


def test_it_pauses_goes_on_and_stops(monkeypatch) -> None:
    async def scenario() -> None:
        lab = real(rate=200, vocab_size=1000)
        tell(lab, do="start")
        await until(lambda: lab._live.get("made", 0) > 3)
        with pytest.raises(InputError, match="stop it first"):
            lab.start()
        tell(lab, do="pause")
        await until(lambda: lab._progress["state"] == "paused")
        made = lab.live.n_made
        assert lab._result["merges"] == made
        assert lab.tokenizer.vocab_size == 256 + made
        await asyncio.sleep(0.2)
        assert lab.live.n_made == made
        await until(lambda: bool(lab._encoded))
        assert lab._encoded["worth"][0]["tokens"] == len(lab.tokenizer.encode(lab.probe))
        tell(lab, do="go_on")
        await until(lambda: lab._live["made"] > made + 3)
        asked = time.monotonic()
        tell(lab, do="stop")
        await until(lambda: lab._progress["state"] == "stopped")
        assert time.monotonic() - asked < 10
        assert lab._result["merges"] == lab._live["made"] > made
        lab.close()

    asyncio.run(scenario())


def test_the_pace_can_change_on_the_way() -> None:
    async def scenario() -> None:
        lab = real(rate=5)
        lab.start()
        await until(lambda: lab._live.get("made", 0) >= 1)
        lab.rate = 0
        await until(lambda: lab._progress["state"] == "finished")
        assert lab._result["merges"] == 100
        lab.close()

    asyncio.run(scenario())


def test_problems_are_said(monkeypatch) -> None:
    lab = real(corpus="text", text="")
    messages = sent_by(lab, monkeypatch)
    tell(lab, do="start")
    assert lab._progress["state"] == "failed"
    assert "no text to train on" in lab._progress["problem"]
    lab.text = "a b c"
    lab.pattern = "("
    tell(lab, do="start")
    assert "at position" in lab._progress["problem"]
    lab.pattern = "r50k_base"
    lab.vocab_size = 256
    lab.special_tokens = "<|x|>"
    tell(lab, do="start")
    assert "expected at least 257" in str(lab._progress["problem"]) + str(messages[-1]["problem"])
    with pytest.raises((InputError, TrainingError), match=r"no merge|257"):
        lab.run()
    with pytest.raises(InputError, match="nothing was trained yet"):
        _ = TrainingLab().tokenizer


def test_what_was_set_before_the_word_to_start_counts() -> None:
    lab = real()
    tell(lab, do="set", state={"corpus": "text", "text": "low low low", "vocab_size": 258})
    tell(lab, do="start")
    assert (lab._progress["state"], lab._result["corpus"], lab._result["merges"]) == ("finished", "text", 2)
    tell(lab, do="set", state={"vocab_size": 257})
    tell(lab, do="race", trainers=["fast"])
    assert lab._race["lanes"][0]["n_merges"] == 1


def test_files_are_a_corpus(monkeypatch) -> None:
    lab = real()
    messages = sent_by(lab, monkeypatch)
    tell(lab, [b"low low low lower", "größe größe".encode()], do="files", names=["a.txt", "b.txt"])
    assert (lab.corpus, lab._files) == ("file", "a.txt, b.txt: 32 bytes")
    assert lab.run().encode(" low")[0] >= 256
    tell(lab, [b"\xff"], do="files", names=["c.bin"])
    tell(lab, do="start")
    assert "c.bin: expected UTF-8" in lab._progress["problem"]
    tell(lab, [b"x" * 17_000_000], do="files", names=["big"])
    assert "this page accepts up to 16,000,000" in messages[-1]["problem"]


def test_where_nothing_can_be_written_the_page_itself_still_uses_it(monkeypatch) -> None:
    def refuse(tok: wl.Tokenizer) -> str:
        raise PermissionError("read-only")

    monkeypatch.setattr("wordchipper_lab.screens.training.training_run.keep_tokenizer", refuse)
    lab = real()
    tok = lab.run()
    assert (tok.vocab_size, lab._result["kept"]) == (356, False)
    assert lab._encoded["worth"][0]["tokens"] == tok.count(lab.probe)
    assert "open_kept" not in lab._code


def test_exports(monkeypatch, tmp_path) -> None:
    lab = real()
    tok = lab.run()
    messages = sent_by(lab, monkeypatch)
    for kind in ("tiktoken", "json", "gpt2"):
        tell(lab, do="export", format=kind)
    files = {name: text for message in messages for name, text in message.get("files", {}).items()}
    assert set(files) == {f"{tok.name}.tiktoken", "tokenizer.json", "vocab.bpe", "encoder.json"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    for name in (f"{tok.name}.tiktoken", "tokenizer.json", "vocab.bpe"):
        again = wl.Tokenizer.from_file(tmp_path / name, pattern="r50k_base")
        assert again.decode(again.encode("the ferry")) == "the ferry"
        assert again.vocab_size == tok.vocab_size
    plain = json.loads(lab.to_json())
    assert len(plain["run"]["merges"]) == 100
    assert "<" not in json.dumps(plain["result"])


def test_a_race_is_drawn() -> None:
    lab = real(vocab_size=276)
    race = lab.run_race(["naive", "fast"])
    assert [lane["merges"] for lane in lab._race["lanes"]] == [20, 20]
    assert all(lane.identical for lane in race.lanes)
    with pytest.raises(UnknownNameError):
        lab.run_race(["x"])


def test_the_code_does_the_same_without_a_screen() -> None:
    lab = real(tie="greatest_bytes", size=5_000, vocab_size=280)
    tok = lab.run()
    made: dict[str, Any] = {}
    exec(lab._code.replace('tok.save("mine.tiktoken")', "first = tok"), made)
    assert made["first"].encode("the ferry") == made["tok"].encode("the ferry") == tok.encode("the ferry")
    toy = TrainingLab(toy="hello", toy_trainer="heap")
    exec(toy._code, made)
    assert made["trace"].frames == toy.trace.frames


def test_links_and_saved_pages(monkeypatch) -> None:
    lab = TrainingLab()
    messages = sent_by(lab, monkeypatch)
    tell(lab, do="link", link=pack_state({"toy": "hello", "toy_tie": "lowest_ids", "step": 2}))
    assert (lab.toy, lab.toy_tie, lab.step) == ("hello", "lowest_ids", 2)
    tell(lab, do="link", link=pack_state({"toy": "nope", "step": 7}))
    assert "unknown toy" in messages[-1]["problem"]
    assert (lab.toy, lab.step) == ("hello", 2)
    tell(lab, do="page")
    page = next(message["page"] for message in messages if "page" in message)
    assert 'id="engine"' in page
    page = lab.export_html(live=False)
    assert "saved page" in page
    assert 'id="engine"' not in page
    assert "https://" not in page
