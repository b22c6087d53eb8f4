"""MergeStepper without a browser: its state, what it sends, what it answers."""

from __future__ import annotations

import asyncio
import base64
import json
import re

import pytest
import tiktoken

import wordchipper_lab as wl
from wordchipper_lab.encoders import ENCODERS
from wordchipper_lab.encoders.registry import WRONG_ENCODERS
from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.lab import pack_state, trace_merges
from wordchipper_lab.lab.merging.presets import PRESETS
from wordchipper_lab.lab.merging.toys import TOYS
from wordchipper_lab.screens.stepper.answer import MAX_SPAN, MAX_TEXT
from wordchipper_lab.widgets import MergeStepper


def messages(stepper: MergeStepper) -> list[dict]:
    sent: list[dict] = []
    stepper.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    return sent


def test_every_lane_ends_in_tiktokens_ids() -> None:
    stepper = MergeStepper(" tokenization")
    expected = tiktoken.get_encoding("o200k_base").encode(" tokenization")
    assert stepper.ids == dict.fromkeys(ENCODERS, expected)


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    stepper = MergeStepper()
    stepper.step = 2
    stepper.use_preset(name)
    assert stepper._status["error"] is None
    assert stepper.step == 0
    right = [ids for lane, ids in stepper.ids.items() if lane in ENCODERS]
    assert all(ids == right[0] for ids in right)
    json.dumps(stepper._drawing)


def frames_of(stepper: MergeStepper, encoder: str) -> tuple[dict, list[list[int]]]:
    lane = next(lane for lane in stepper._drawing["lanes"] if lane["encoder"] == encoder)
    return lane, stepper._drawing["lists"]


def test_what_is_sent_is_the_trace() -> None:
    stepper = MergeStepper("defenestration", lanes=[*ENCODERS, *WRONG_ENCODERS])
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    names = stepper._drawing["counters"]
    for encoder in stepper.lanes:
        lane, lists = frames_of(stepper, encoder)
        trace = trace_merges(tok, "defenestration", encoder)
        assert [lists[frame["tokens"]] for frame in lane["frames"]] == [
            frame.tokens for frame in trace.frames
        ]
        assert [frame["merges"] for frame in lane["frames"]] == [frame.merges for frame in trace.frames]
        total = dict(zip(names, lists[lane["total"]], strict=True))
        assert total["pair_lookups"] == trace.counters.pair_lookups
        for sent, frame in zip(lane["frames"], trace.frames, strict=True):
            assert sent["winner"] == (-1 if frame.winner is None else frame.winner.index)
            if encoder != "bpe_backtrack":
                ranks = {pair.index: -1 if pair.rank is None else pair.rank for pair in frame.candidates}
                assert {at: rank for at, rank in enumerate(lists[sent["ranks"]]) if rank is not None} == ranks
    heap, lists = frames_of(stepper, "priority_merge")
    trace = trace_merges(tok, "defenestration", "priority_merge")
    for sent, frame in zip(heap["frames"], trace.frames, strict=True):
        numbers = lists[sent["own"]["heap"]]
        for name, column in heap["entries"].items():
            assert [column[number] for number in numbers] == [
                getattr(entry, name) for entry in frame.state.heap
            ]
    spoken_of = {token for frame in trace.frames for token in frame.tokens}
    known = stepper._drawing["tokens"]["o200k_base"]
    assert all(bytes.fromhex(known[token]) == tok.id_to_bytes(token) for token in spoken_of)


def test_spans_of_a_text() -> None:
    stepper = MergeStepper("Hello wonderful<|endoftext|>!", span=1)
    spans = stepper._status["spans"]
    assert [span["text"] for span in spans] == ["Hello", " wonderful", "<|endoftext|>", "!"]
    assert [span["kind"] for span in spans] == ["word", "word", "special", "word"]
    assert bytes.fromhex(stepper._drawing["span"]) == b" wonderful"
    assert frames_of(stepper, "tail_sweep")[0]["head"] == [13225]
    assert "without running an encoder" in stepper._status["notes"][0]
    stepper.span = 2
    assert "is a special span" in stepper._status["error"]
    assert bytes.fromhex(stepper._drawing["span"]) == b" wonderful", "the previous drawing stays"
    stepper.span = 9
    assert "has 4 spans" in stepper._status["error"]
    stepper.whole = True
    stepper.text = "two words"
    assert stepper._status["error"] is None
    assert bytes.fromhex(stepper._drawing["span"]) == b"two words"
    assert "into 2 spans" in stepper._status["notes"][0]


def test_limits_and_empty_texts() -> None:
    stepper = MergeStepper("x" * (MAX_SPAN + 1))
    assert f"accepts up to {MAX_SPAN}" in stepper._status["error"]
    stepper.text = "y " * MAX_TEXT
    assert "shorten it" in stepper._status["error"]
    stepper.text = "z" * MAX_SPAN
    assert stepper._status["error"] is None
    stepper.text = ""
    assert stepper._status["error"] is None
    assert stepper._drawing["lanes"] == []
    assert json.loads(stepper.to_json()) == {"traces": []}
    stepper.text = "\ud800"
    assert stepper.text == "\ufffd"


def test_two_vocabularies_and_their_own_names() -> None:
    stepper = MergeStepper("tokenization", compare="r50k_base", lanes=["buffer_sweep", "bpe_backtrack"])
    assert set(stepper.ids) == {
        "buffer_sweep",
        "buffer_sweep, r50k_base",
        "bpe_backtrack",
        "bpe_backtrack, r50k_base",
    }
    assert stepper.ids["buffer_sweep, r50k_base"] == tiktoken.get_encoding("r50k_base").encode("tokenization")
    stepper.compare = stepper.model
    assert list(stepper.ids) == ["buffer_sweep", "bpe_backtrack"], "no comparison with itself"


@pytest.mark.parametrize("compare", ["cl100k_base", "r50k_base", "toy: bc, ab"])
def test_two_vocabularies_on_a_later_span(compare: str) -> None:
    stepper = MergeStepper("สวัสดี ชาวโลก", span=1, compare=compare, lanes=["tail_sweep", "shift_reduce"])
    assert stepper._status["error"] is None
    first, second, *_ = stepper._drawing["lanes"]
    assert first["head"] == tiktoken.get_encoding("o200k_base").encode("สวัสดี")
    assert second["head"] == [], "those ids belong to the first vocabulary"


def test_names_that_mean_the_same_vocabulary() -> None:
    assert list(MergeStepper("hello", model="gpt2").ids) == list(ENCODERS)
    assert list(
        MergeStepper("hello", model="openai:r50k_base", compare="gpt2", lanes=["merge_heap"]).ids
    ) == ["merge_heap"]


def test_what_is_left_out_is_said(tmp_path) -> None:
    tokens = [bytes([i]) for i in range(256)] + [b"abc", b"ab"]
    lines = [base64.b64encode(token) + b" %d" % rank for rank, token in enumerate(tokens)]
    (tmp_path / "odd.tiktoken").write_bytes(b"\n".join(lines))
    tok = wl.Tokenizer.from_file(tmp_path / "odd.tiktoken")
    stepper = MergeStepper("abcab", tok)
    assert list(stepper.ids) == list(ENCODERS[:4])
    assert "bpe_backtrack is left out: odd has merges out of order" in stepper._status["notes"][0]
    stepper.lanes = ["bpe_backtrack"]
    assert "Choose another lane" in stepper._status["error"]
    stepper.lanes = []
    assert "no lane is chosen" in stepper._status["error"]
    assert "MergeStepper('abcab', tok, lanes=[])" in stepper._code
    assert "from_file" in stepper._code


def test_what_no_trait_may_hold() -> None:
    stepper = MergeStepper("hello")
    stepper.model = "\ud800"
    assert "unknown vocabulary" in stepper._status["error"]
    stepper.model = "o200k_base"
    assert stepper._status["error"] is None
    stepper.lanes = ["merge_heap"] * 100 + ["tail_sweep"]
    assert stepper.lanes == ["merge_heap", "tail_sweep"]
    stepper.step = -5
    assert stepper.step == 0
    sent = messages(stepper)
    stepper._on_message(None, {"do": "link", "link": pack_state({"text": "abc", "pace": "bogus"})}, [])
    assert "pace" in sent[-1]["problem"]
    assert (stepper.pace, stepper.text) == ("merge", "hello")


def test_growth_counts_the_span_that_is_chosen_even_if_it_is_too_long_to_be_shown() -> None:
    stepper = MergeStepper("hello")
    stepper.text = "ab" * 400
    stepper.grow("span")
    own = MergeStepper("ab")
    own.grow("span")
    assert stepper._growth["encoders"] == own._growth["encoders"]


def test_an_own_tokenizer(tmp_path) -> None:
    wl.Tokenizer.from_pretrained("r50k_base").save_base64_vocab(tmp_path / "mine.tiktoken")
    tok = wl.Tokenizer.from_file(tmp_path / "mine.tiktoken", pattern="r50k_base")
    stepper = MergeStepper("bear", tok, lanes=["merge_heap"])
    assert stepper.ids == {"merge_heap": [33227]}
    assert stepper.model == "mine"


@pytest.mark.parametrize(
    "state",
    [
        {"text": "it's"},
        {"text": "a b", "span": 1, "model": "r50k_base", "lanes": ["merge_heap", "greedy_left"], "step": 1},
        {"text": "x y", "whole": True, "compare": "cl100k_base", "pace": "own"},
        {"text": "abc", "model": "toy: bc, ab"},
    ],
)
def test_state_code_and_link_make_the_same_view(state) -> None:
    made = MergeStepper(**state)
    again = eval(made.to_code(), {"MergeStepper": MergeStepper})
    assert again.state == made.state == MergeStepper(**made.state).state
    assert again._drawing == made._drawing
    other = MergeStepper()
    other._on_message(None, {"do": "link", "link": pack_state(made.state)}, [])
    assert (other.ids, other.state) == (made.ids, made.state)
    found: dict = {}
    exec(made._code, found)
    assert found["trace"].tokens == next(iter(made.ids.values()))


def test_unknown_names() -> None:
    for state in ({"lanes": ["nope"]}, {"model": "nope"}, {"compare": "nope"}):
        with pytest.raises(UnknownNameError, match="nope"):
            MergeStepper("x", **state)
    stepper = MergeStepper("x")
    stepper.lanes = ["nope"]
    assert "unknown lane 'nope'" in stepper._status["error"]
    with pytest.raises(UnknownNameError, match="argument 'sped'"):
        MergeStepper("x", sped=3)
    with pytest.raises(UnknownNameError, match="pace"):
        MergeStepper("x", pace="slow")
    with pytest.raises(UnknownNameError, match="preset"):
        MergeStepper("x").use_preset("nope")


def test_messages() -> None:
    stepper = MergeStepper("bear", "r50k_base")
    sent = messages(stepper)
    stepper._on_message(None, {"do": "growth", "text": "random letters"}, [])
    exponents = {found["encoder"]: found["exponent"] for found in stepper._growth["encoders"]}
    assert round(exponents["buffer_sweep"]) == 2
    assert round(exponents["bpe_backtrack"]) == 1
    stepper._on_message(None, {"do": "growth", "text": "span"}, [])
    assert stepper._growth["text"] == "span"
    stepper._on_message(None, {"do": "json"}, [])
    traces = json.loads(sent[-1]["json"])["traces"]
    assert [trace["encoder"] for trace in traces] == list(ENCODERS)
    assert traces[0]["frames"][-1]["tokens"] == [33227]
    for wrong in (
        {"do": "preset", "name": "nope"},
        {"do": "growth", "text": "nope"},
        {"do": "link", "link": "!"},
    ):
        stepper._on_message(None, wrong, [])
        assert sent[-1]["problem"]
    stepper._on_message(None, {"do": "link", "link": pack_state({"span": "seven"})}, [])
    assert "span" in sent[-1]["problem"]
    assert stepper.ids["buffer_sweep"] == [33227]


def test_an_exported_page_has_all_frames_and_no_address() -> None:
    stepper = MergeStepper("</script><b>hi", whole=True)
    page = stepper.export_html(live=False).replace("http://www.w3.org/2000/svg", "")
    assert page.count("</script>") == 2
    assert "http" not in re.sub(r"http_|https_", "", page.split('id="state">')[0])
    state = json.loads(page.split('id="state">')[1].split("</script>")[0])
    assert len(state["_drawing"]["lanes"][0]["frames"]) == len(stepper._drawing["lanes"][0]["frames"])
    assert "saved page" in state["_status"]["note"]


def read_page(page: str, part: str) -> dict:
    """What the page's script reads: "state", or "engine" of a live page."""
    return json.loads(page.split(f'id="{part}">')[1].split("</script>")[0])


def test_a_page_is_live_where_its_vocabularies_and_encoders_run_in_one(tmp_path) -> None:
    page = MergeStepper("</script>", "p50k_base", whole=True, compare="toy: bc, ab").export_html()
    assert page.count("</script>") == 4
    options = read_page(page, "state")["_options"]
    assert options["models"] == read_page(page, "engine")["models"] == ["p50k_base", "p50k_edit", *TOYS]
    assert {preset["model"] for preset in options["presets"]} == set(TOYS)
    assert "note" not in read_page(page, "state")["_status"]
    wl.Tokenizer.from_pretrained("r50k_base").save_base64_vocab(tmp_path / "cl100k_base.tiktoken")
    other = wl.Tokenizer.from_file(tmp_path / "cl100k_base.tiktoken")
    bundled = wl.Tokenizer.from_pretrained("r50k_base")
    steppers = {
        "toy": MergeStepper("abc", "toy: bc, ab"),
        "bundled": MergeStepper("abc", bundled),
        "other": MergeStepper("abc", other),
    }
    found = [name for name, stepper in steppers.items() if 'id="engine"' in stepper.export_html()]
    assert found == ["toy", "bundled"], "the other one has the name of a bundled vocabulary, and is not it"


def test_the_newest_question_wins() -> None:
    async def ask() -> MergeStepper:
        stepper = MergeStepper("a")
        for text in ("tokeni", "tokeniz", "tokenization"):
            stepper.text = text
        for _ in range(200):
            await asyncio.sleep(0.02)
            if stepper._status and bytes.fromhex(stepper._drawing.get("span", "")) == b"tokenization":
                break
        return stepper

    stepper = asyncio.run(ask())
    assert stepper.ids["bpe_backtrack"] == tiktoken.get_encoding("o200k_base").encode("tokenization")
    stepper.close()
