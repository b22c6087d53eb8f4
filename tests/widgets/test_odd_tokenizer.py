"""Every screen on an opened tokenizer with everything that a bundled vocabulary does not have (`odd_tokenizer`)."""

from __future__ import annotations

import pickle
import re
from typing import Any

import numpy as np
import platformdirs
import pytest

pytest.importorskip("anywidget")

import wordchipper_lab as wl
from wordchipper_lab.continued import start_of
from wordchipper_lab.errors import InputError, UnknownNameError, UnsupportedVocabError
from wordchipper_lab.lab import trace_merges
from wordchipper_lab.lab.benchmark.own_tokenizer import OwnTokenizer, without_memory
from wordchipper_lab.lab.opened import PatternChoice, keep_opened, open_opened, read_opened
from wordchipper_lab.lab.page_limits import page_limits
from wordchipper_lab.lab.permalink import pack_state
from wordchipper_lab.screens.divergence import records as divergence_records
from wordchipper_lab.screens.explorer import records as explorer_records
from wordchipper_lab.screens.records import find_flaw
from wordchipper_lab.screens.stepper import records as stepper_records
from wordchipper_lab.screens.training.beginning import known_starts
from wordchipper_lab.screens.vocabulary import records as vocabulary_records
from wordchipper_lab.widgets import (
    DivergenceLab,
    Explorer,
    MergeStepper,
    ThroughputLab,
    TrainingLab,
    VocabularyBrowser,
)

from ..odd_tokenizer import ODD_TEXT, odd_tokenizer_json


@pytest.fixture
def name() -> str:
    read = read_opened({"odd.json": odd_tokenizer_json()})
    assert not isinstance(read, PatternChoice)
    return keep_opened(read).name


@pytest.fixture(scope="module")
def tok() -> wl.Tokenizer:
    return wl.Tokenizer.from_file(odd_tokenizer_json())


def test_the_stepper_merges_what_the_stages_before_it_made(browse, tok: wl.Tokenizer, name: str) -> None:
    stepper = MergeStepper("a")
    status = browse(stepper).ask(text=ODD_TEXT, model=name, span=3, lanes=["buffer_sweep", "priority_merge"])
    assert find_flaw(status, stepper_records.StatusRecord) is None
    assert find_flaw(stepper._drawing, stepper_records.TracesRecord) is None
    assert status["error"] is None
    spans = status["spans"]
    assert [span["text"] for span in spans[:5]] == [" low", " lower", "|", " lowest", " "]
    assert [span["given"] for span in spans[:5]] == ["Low", None, None, "LOWEST", None]
    assert [span["kind"] for span in spans[:3]] == ["word", "word", "gap"]
    assert [span["token"] for span in spans[:2]] == [None, None], "an entry that no merge makes is none"
    assert bytes.fromhex(stepper._drawing["span"]) == b" lowest"
    assert set(map(tuple, stepper.ids.values())) == {tuple(tok.encode("lowest"))}
    first = stepper._drawing["lanes"][0]["frames"][0]
    lists = stepper._drawing["lists"]
    assert lists[first["ranks"]] == [5, 1, 13, 2, 8, -1], "places in the file's list of merges"
    assert [tok.id_to_bytes(token) for token in lists[first["tokens"]]] == [
        bytes([byte]) for byte in b" lowest"
    ]
    merged = [frame["merged"] for frame in stepper._drawing["lanes"][0]["frames"][1:]]
    assert [tok.id_to_bytes(pair["token"]) for pair in merged] == [b"lo", b"low", b"es", b"est"]
    assert [pair["rank"] for pair in merged] == [1, 0, 8, 9]
    assert any("“ lowest”" in note and "made of “LOWEST”" in note for note in status["notes"])
    assert "priority_merge" in stepper._code


def test_the_stepper_says_why_an_encoder_is_not_offered(browse, name: str) -> None:
    page = browse(MergeStepper("a"))
    status = page.ask(text=ODD_TEXT, model=name, span=1, lanes=["bpe_backtrack", "priority_merge"])
    assert "merges out of order" in status["refused"]["bpe_backtrack"]
    assert any(note.startswith("bpe_backtrack is left out") for note in status["notes"])
    assert list(page.view.ids) == ["priority_merge"]
    status = page.ask(lanes=["bpe_backtrack"])
    assert "merges out of order" in status["error"]
    assert "Choose another lane" in status["error"]


def test_the_stepper_tells_an_entry_that_no_merge_makes(browse, tok: wl.Tokenizer, name: str) -> None:
    page = browse(MergeStepper("a"))
    status = page.ask(text="xyz", whole=True, model=name, lanes=["priority_merge"])
    assert page.view.ids["priority_merge"] == [tok.vocab.find_token(bytes([byte])) for byte in b"xyz"]
    assert any("its merges never make it" in note for note in status["notes"])
    assert page.view._drawing["lanes"][0]["right"] is None


def test_a_span_that_was_removed_is_not_merged(browse, name: str) -> None:
    status = browse(MergeStepper("a")).ask(text=ODD_TEXT, model=name, span=2, lanes=["priority_merge"])
    assert "span 3 is a gap span, which is not merged from bytes" in status["error"]


def test_the_explorer_draws_tokens_over_the_text_as_it_was_given(
    browse, tok: wl.Tokenizer, name: str
) -> None:
    explorer = Explorer("a", model="o200k_base", encoder="bpe_backtrack")
    page = browse(explorer)
    chosen = explorer.taken({"model": name})
    assert chosen["encoder"] == "priority_merge", "bpe_backtrack does not suit it"
    assert "merges out of order" in explorer._offer()["suiting"][name]["refused"]["bpe_backtrack"]
    status = page.ask(text=ODD_TEXT, **chosen, compare=[name, "o200k_base"])
    drawing = explorer._drawing
    assert status["error"] is None
    assert find_flaw(status, explorer_records.StatusRecord) is None
    assert find_flaw(drawing, explorer_records.ExplorationRecord) is None
    assert find_flaw(explorer._comparison, list[explorer_records.ComparedRecord]) is None
    assert explorer.ids == tok.encode(ODD_TEXT)
    assert "".join(status["changes"]["sentences"]).startswith("The normalizer (NFC and lowercase) changed")
    assert "A space was put before 6 spans" in status["changes"]["sentences"][1]
    assert status["changes"]["normalized"].startswith("low lower|lowest 12<mask>  caf\u00e9")
    ends = np.frombuffer(drawing["token_ends"], dtype="<u4")
    assert (np.diff(ends.astype(int)) >= 0).all()
    assert ends[-1] == len(ODD_TEXT.encode())
    ranks = np.frombuffer(drawing["ranks"], dtype="<u4")[:4].tolist()
    assert ranks == [0, 1, 0, 8], "one more than the place in the list of merges, 0 for a byte"
    assert drawing["word"] is None, "no single lexer splits as three steps do"
    assert "wl.Tokenizer.from_file('odd.json', lexer=" in status["code"]


def test_a_pinned_token_of_the_explorer_leads_to_its_span_in_the_stepper(browse, name: str) -> None:
    explorer, stepper = Explorer("a"), MergeStepper("a")
    page = browse(explorer)
    page.ask(text=ODD_TEXT, model=name, encoder="priority_merge")
    page.ask(selected=5)
    assert bytes.fromhex(explorer._tree["bytes"]) == b"low"
    assert explorer._tree["branch"] == ""
    given = explorer.given()
    taken = stepper.taken(given)
    assert (taken["span"], taken["text"]) == (3, ODD_TEXT)
    browse(stepper).ask(**taken, lanes=["priority_merge"])
    assert bytes.fromhex(stepper._drawing["span"]) == b" lowest"


def test_the_explorer_says_nothing_where_nothing_was_changed(browse, name: str) -> None:
    page = browse(Explorer("a"))
    assert page.ask(text="<|end|>", model=name, encoder="priority_merge")["changes"] is None
    assert "made" not in page.view._drawing
    assert page.ask(text="hello", model="o200k_base", encoder="bpe_backtrack")["changes"] is None


def test_the_vocabulary_lists_every_entry(browse, tok: wl.Tokenizer, name: str) -> None:
    view = VocabularyBrowser("r50k_base")
    page = browse(view)
    assert page.ask(model=name, special="never")["error"] is None
    assert find_flaw(view._vocabulary, vocabulary_records.VocabularyRecord) is None
    assert find_flaw(view._statistics, vocabulary_records.StatisticsRecord) is None
    assert {tok.id_to_bytes(token) for token in view.ids} == {b"xyz", b" low"}
    assert view._statistics["n_never"] == 2
    xyz, low = (tok.vocab.find_token(data) for data in (b"xyz", b"low"))
    page.ask(selected=xyz)
    assert find_flaw(view._details, vocabulary_records.DetailsRecord) is None
    assert (view._details["is_never"], view._details["is_reachable"]) == (True, False)
    page.ask(selected=low, special="any", query=str(low), by="id")
    assert view.ids == [low]
    assert (view._details["rank"], view._details["pair"]["left"]) == (0, tok.vocab.find_token(b"lo"))
    assert page.ask(compare="r50k_base", query="", by="text")["error"] is None
    assert find_flaw(view._overlap, vocabulary_records.OverlapRecord) is None


def test_the_vocabulary_is_audited(browse, name: str) -> None:
    view = VocabularyBrowser("r50k_base")
    page = browse(view)
    page.ask(model=name, audit=True)
    assert find_flaw(view._audit, vocabulary_records.AuditRecord) is None
    assert view._progress["state"] == "finished"
    assert view._audit["model"] == name
    findings = {finding["kind"]: finding for finding in view._audit["findings"]}
    assert any(finding["severity"] in ("error", "warning") for finding in findings.values())
    unused = [
        finding for finding in findings.values() if any(e["shown"] == "'xyz'" for e in finding["examples"])
    ]
    assert unused, "an entry that nothing produces"
    assert "audit=True" in view.to_code()
    page.ask(model="r50k_base")
    assert view._audit["model"] == "r50k_base"
    assert view._audit["sentence"].startswith("Nothing is wrong with it")
    page.ask(model=name)
    assert view._audit["model"] == name, "it was kept"
    page.tell("stop")
    assert not view.audit


def test_two_tokenizers_are_compared(browse, tok: wl.Tokenizer, name: str) -> None:
    lab = DivergenceLab()
    page = browse(lab)
    status = page.ask(compared="tokenizers", tok_a=name, tok_b="r50k_base", text=ODD_TEXT)
    assert find_flaw(status, divergence_records.StatusRecord) is None
    assert find_flaw(lab._pair, divergence_records.PairFoundRecord) is None
    assert find_flaw(lab._told, divergence_records.PairToldRecord) is None
    assert status["error"] is None
    assert status["alone"] == [
        f"No other lexer can take the place of that of {name}: it splits texts in 3 steps, each within the pieces of "
        "the one before."
    ]
    assert lab._pair["differences"][0]["is_whole"]
    assert "normalizer" in lab._pair["causes"]
    told = lab._told
    assert (told["text"], told["cause"]) == (ODD_TEXT, "normalizer")
    assert "".join(column["text"] for column in told["columns"]) == ODD_TEXT
    assert [token["id"] for column in told["columns"] for token in column["a"]] == tok.encode(ODD_TEXT)
    theirs = wl.Tokenizer.from_pretrained("r50k_base")
    assert [token["id"] for column in told["columns"] for token in column["b"]] == theirs.encode(ODD_TEXT)
    stages = {result["stage"]: result for result in told["results"]}
    assert stages["normalizer"]["differs"]
    assert "lowest" in "".join(stages["normalizer"]["a"])
    page.ask(selected=2)
    assert lab._told["selected"] == 2
    assert lab._told["text"] == lab._pair["differences"][2]["text"]
    assert "compare_tokenizers(a, b, text).differences == []" in lab._told["pytest"]
    assert "compare_tokenizers(a, b, " in lab._code
    assert (
        f"DivergenceLab(compared='tokenizers', tok_a='{name}'" in lab.to_code() or "tok_a=" in lab.to_code()
    )


def test_a_difference_of_tokenizers_is_shrunk_and_brought_back(browse, name: str) -> None:
    lab = DivergenceLab(
        compared="tokenizers", tok_a=name, tok_b="r50k_base", text="some words\nand LOWEST of all"
    )
    page = browse(lab)
    number = next(at for at, found in enumerate(lab._pair["differences"]) if found["cause"] == "normalizer")
    page.ask(selected=number)
    before = lab.text
    page.tell("shrink")
    assert len(lab.text) < len(before)
    assert lab._told["cause"] == "normalizer"
    assert lab._undo["said"].startswith("Shrunk from")
    page.tell("undo")
    assert lab.text == before


def test_tokenizers_are_compared_on_a_file_and_by_a_proof(browse, name: str) -> None:
    lab = DivergenceLab(compared="tokenizers", tok_a=name, tok_b="r50k_base", text="low")
    page = browse(lab)
    page.tell("file", b"low\nlower LOWEST\n" * 50, name="notes.txt")
    lab.run()
    assert lab._progress["state"] == "finished"
    assert "notes.txt" in lab.summary
    assert all(found["source"] in ("", "notes.txt") for found in lab._pair["differences"])
    assert find_flaw(lab._pair, divergence_records.PairFoundRecord) is None
    page.ask(tok_a="gpt2", tok_b="r50k_base", source="proof")
    lab.run()
    assert lab.summary.startswith("Proved in")
    assert lab._pair["proof"]
    page.ask(tok_a="p50k_base")
    assert "sentence" not in lab._pair, "an answer about others is not shown"
    lab.run()
    assert "the shortest text that shows it has 2 bytes (the merges)" in lab.summary
    status = page.ask(source="strings")
    assert "all short strings are for lexers" in status["error"]


def test_a_tokenizer_whose_lexer_cannot_be_exchanged_is_compared_as_a_whole(name: str) -> None:
    taken = DivergenceLab().taken({"model": name, "text": "low"})
    assert (taken["compared"], taken["tok_a"], taken["text"]) == ("tokenizers", name, "low")
    one = read_opened(
        {
            "one.json": odd_tokenizer_json(
                pre_tokenizer={"type": "ByteLevel", "use_regex": True, "add_prefix_space": False}
            )
        }
    )
    assert not isinstance(one, PatternChoice)
    opened = keep_opened(one)
    taken = DivergenceLab().taken({"model": opened.name, "text": "low"})
    assert taken["a"] == opened.word
    assert "compared" not in taken


def test_unknown_tokenizers_are_named(browse) -> None:
    lab = DivergenceLab()
    status = browse(lab).ask(compared="tokenizers", tok_a="nothing", text="a")
    assert "unknown vocabulary 'nothing'" in status["error"]
    status = browse(lab).ask(tok_a="odd.json@00000000")
    assert "is not open here" in status["error"]


def test_the_tokenizer_is_measured_with_what_suits_it(name: str) -> None:
    choice = {"models": ["r50k_base"], "memo": [True, False], "corpora": ["code"], "peers": [], "rounds": 1}
    lab = ThroughputLab(
        opened=[name],
        lexers=["regex", "automaton", "logos"],
        encoders=["bpe_backtrack", "priority_merge"],
        **choice,
    )
    assert lab._estimate["notes"] == [
        f"{name} is measured without logos: made for other split patterns.",
        f"{name} is measured without bpe_backtrack: it has merges out of order (a token is merged with a lower rank "
        "than a part of it).",
    ]
    labels = [f"{name} + {lexer}{memo}" for lexer in ("regex", "automaton") for memo in (" + memo", "")]
    run = lab.run()
    own = [found for found in run if found.case.contender in labels]
    assert [found.case.contender for found in own] == labels
    assert all(found.seconds and not found.problem for found in own)
    assert "lexer='automaton', encoder='priority_merge', memo=False)" in lab._estimate["code"]


def test_a_tokenizer_that_no_chosen_encoder_suits_has_its_best(name: str) -> None:
    lab = ThroughputLab(opened=[name], lexers=["automaton"], encoders=["bpe_backtrack"], memo=[True])
    assert lab._estimate["notes"] == [
        f"{name} is measured without bpe_backtrack, but with its best: it has merges out of order (a token is merged "
        "with a lower rank than a part of it)."
    ]
    assert f"'{name} + memo': wl.Tokenizer.from_file('odd.json', lexer='automaton')" in lab.to_code()


def test_a_copy_of_an_opened_tokenizer_keeps_the_limits_of_pages(name: str) -> None:
    for copy in (
        pickle.loads(pickle.dumps(open_opened(name))),
        without_memory(OwnTokenizer(open_opened(name))).encode,
    ):
        assert copy._encoder.stages.limits == page_limits()
        assert copy.encode(ODD_TEXT) == open_opened(name).encode(ODD_TEXT)


def test_a_link_that_names_no_encoder_opens_it_with_one_that_suits(browse, name: str) -> None:
    page = browse(Explorer())
    page.tell("link", link=pack_state({"model": name, "text": "low"}))
    assert page.view.encoder != "bpe_backtrack"
    assert not page.view._status.get("problem")
    stepper = browse(MergeStepper())
    stepper.tell("link", link=pack_state({"model": name, "text": "low"}))
    assert not stepper.view._status.get("problem")


def _training(**state: Any) -> TrainingLab:
    return TrainingLab(**({"mode": "real", "corpus": "text", "min_frequency": 1, "rate": 0} | state))


def test_training_goes_on_from_it_and_every_screen_shows_what_came_out(tok: wl.Tokenizer, name: str) -> None:
    beside = Explorer()
    text = f"{ODD_TEXT} LOWEST lowest slower"
    lab = _training(start_from=name, text=text, vocab_size=280)
    assert lab._options["starts"][name] == 275
    found = lab.run()
    expected = wl.train_bpe([text], 280, start=tok)
    assert (found.merges, found.encode(ODD_TEXT)) == (expected.merges, expected.encode(ODD_TEXT))
    result = lab._result
    assert (result["merges"], result["opened"], result["kept"]) == (5, True, False)
    assert result["name"].startswith("trained.json@")
    assert result["name"] in beside._options["models"]
    explorer = Explorer(text=ODD_TEXT, model=result["name"])
    assert explorer.ids == expected.encode(ODD_TEXT)
    files = lab._export("opened")
    again = keep_opened(read_opened({"trained.json": files["trained.json"].encode()}))
    assert again.name == result["name"], "so a page that is loaded again finds it"


def test_the_code_of_a_run_that_goes_on(name: str) -> None:
    lab = _training(start_from=name, vocab_size=280, special_tokens="<new>", byte_order="gpt2")
    assert "start = wl.Tokenizer.from_file('odd.json')" in lab._code
    assert "wl.train_bpe(texts, 280, start=start, special_tokens=('<new>',))" in lab._code
    assert eval(lab.to_code(), {"TrainingLab": TrainingLab}).state == lab.state
    assert "start = wl.Tokenizer.from_pretrained('r50k_base')" in _training(start_from="r50k_base")._code


def test_a_bundled_vocabulary_goes_on_and_is_kept(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_: tmp_path)
    lab = _training(start_from="r50k_base", text="zygotes zygotes", vocab_size=50_260)
    assert lab._options["starts"]["r50k_base"] == 50_257
    found = lab.run()
    assert lab._result["kept"]
    assert found.max_token == 50_259
    assert found.encode("the<|endoftext|>") == wl.Tokenizer.from_pretrained("r50k_base").encode(
        "the<|endoftext|>"
    )


def test_every_offered_start_has_the_number_of_tokens_that_training_counts() -> None:
    for model, n in known_starts().items():
        if model in wl.Tokenizer.available_models():
            assert start_of(wl.Tokenizer.from_pretrained(model)).n_tokens == n, model


def test_generations_race_from_it(name: str) -> None:
    race = _training(start_from=name, text=ODD_TEXT * 2, vocab_size=280).run_race(["naive", "fast"])
    assert [(lane.merges, lane.identical) for lane in race.lanes] == [(5, True), (5, True)]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"vocab_size": 270}, "expected at least 275, for the 275 tokens of odd.json@"),
        ({"special_tokens": "<mask>"}, "has the special token '<mask>' already"),
        ({"start_from": "gone.json@00000000"}, "gone.json@00000000 is not open here"),
    ],
)
def test_training_says_why_it_cannot_go_on(name: str, state: dict[str, Any], said: str) -> None:
    lab = _training(**({"start_from": name, "text": ODD_TEXT, "vocab_size": 280} | state))
    with pytest.raises(InputError, match=re.escape(said)):
        lab.run()


def test_training_cannot_go_on_from_a_tokenizer_without_all_bytes() -> None:
    model = {
        "type": "BPE",
        "vocab": {"a": 0, "b": 1, "ab": 2, "<unk>": 3},
        "merges": [["a", "b"]],
        "unk_token": "<unk>",
    }
    found = read_opened({"few.json": odd_tokenizer_json(model=model, added_tokens=[])})
    assert not isinstance(found, PatternChoice)
    lab = _training(start_from=keep_opened(found).name, text="abab", vocab_size=280)
    with pytest.raises(InputError, match="has no token for the byte 0x00"):
        lab.run()


def test_unknown_starts_are_refused(browse) -> None:
    with pytest.raises(UnknownNameError, match="nonesuch"):
        TrainingLab(start_from="nonesuch")
    page = browse(TrainingLab())
    assert "nonesuch" in page.tell("set", state={"start_from": "nonesuch"})["problem"]
    assert page.view.start_from == ""


@pytest.fixture
def few() -> str:
    """The name of a tokenizer with few tokens: merging drops all other bytes."""
    vocab = {token: number for number, token in enumerate(["a", "b", "ab", "c", "\u0120", "\u0120a", "abc"])}
    model = {"type": "BPE", "vocab": vocab, "merges": [["a", "b"], ["\u0120", "a"], ["ab", "c"]]}
    splits = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    parts = {"model": model, "added_tokens": [], "normalizer": None, "pre_tokenizer": splits}
    found = read_opened({"few.json": odd_tokenizer_json(**parts)})
    assert not isinstance(found, PatternChoice)
    return keep_opened(found).name


def test_what_merging_drops_is_told_and_not_merged(browse, few: str) -> None:
    text = "axbc xx ab"
    ids = open_opened(few).encode(text)
    explorer = Explorer(text=text, model=few)
    assert explorer.ids == ids == [6, 4, 4, 2]
    (said,) = explorer._status["changes"]["sentences"]
    assert said.startswith("3 bytes are dropped when merging, because the vocabulary has no token for them;")
    for number in range(len(ids)):
        explorer.selected = number
        assert explorer._tree
    stepper = MergeStepper(text=text, model=few)
    spans = stepper._status["spans"]
    assert [(span["text"], span["given"]) for span in spans] == [("abc", "axbc"), (" ", " xx"), (" ab", None)]
    assert set(map(tuple, stepper.ids.values())) == {(6,)}
    assert "without bytes for which the vocabulary has no token" in stepper._status["notes"][0]
    whole = MergeStepper(text="axb", model=few, whole=True)
    assert set(map(tuple, whole.ids.values())) == {(2,)}
    page = browse(whole)
    assert "a token for none of these bytes" in page.ask(text="xyz")["error"]
    with pytest.raises(UnsupportedVocabError, match="no token for the byte 0x78"):
        trace_merges(open_opened(few), "axb", "priority_merge")


def test_other_screens_show_a_tokenizer_with_few_bytes(browse, few: str) -> None:
    browser = VocabularyBrowser(model=few)
    assert browser.ids == list(range(7))
    browser.audit = True
    assert browser._audit["model"] == few
    lab = DivergenceLab()
    status = browse(lab).ask(compared="tokenizers", tok_a=few, tok_b="r50k_base", text="axb")
    assert status["error"] is None
    assert find_flaw(lab._told, divergence_records.PairToldRecord) is None


def test_training_keeps_the_limits_of_pages(name: str) -> None:
    grows = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 40}
    found = read_opened({"grows.json": odd_tokenizer_json(normalizer=grows)})
    assert not isinstance(found, PatternChoice)
    lab = _training(start_from=keep_opened(found).name, text="a" * 20_000, vocab_size=280)
    with pytest.raises(InputError, match="the normalizer makes 800,000 characters of 20,000"):
        lab.run()
