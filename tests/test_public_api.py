"""The names, parameters and defaults that others rely on: add freely, change nothing."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.widgets.notebook import export_notebook

NAMES = [
    "ENCODERS",
    "LEXERS",
    "SpanLexer",
    "Spans",
    "TokenBatch",
    "Tokenizer",
    "build_lexer",
    "register_span_encoder",
    "train_bpe",
    "warmup",
]

SIGNATURES: dict[str, tuple[Callable[..., object], dict[str, object]]] = {
    "from_pretrained": (
        wl.Tokenizer.from_pretrained,
        {"name": ..., "lexer": "auto", "encoder": "auto", "num_threads": None},
    ),
    "from_file": (wl.Tokenizer.from_file, {"path": ..., "pattern": None, "special_tokens": None}),
    "encode": (wl.Tokenizer.encode, {"self": ..., "text": ..., "special": "parse"}),
    "encode_array": (wl.Tokenizer.encode_array, {"self": ..., "text": ..., "special": "parse"}),
    "encode_batch": (
        wl.Tokenizer.encode_batch,
        {"self": ..., "texts": ..., "special": "parse", "num_threads": None},
    ),
    "encode_batch_arrays": (
        wl.Tokenizer.encode_batch_arrays,
        {"self": ..., "texts": ..., "special": "parse", "num_threads": None},
    ),
    "count": (wl.Tokenizer.count, {"self": ..., "text": ...}),
    "count_batch": (wl.Tokenizer.count_batch, {"self": ..., "texts": ...}),
    "decode": (wl.Tokenizer.decode, {"self": ..., "tokens": ..., "errors": "replace"}),
    "decode_bytes": (wl.Tokenizer.decode_bytes, {"self": ..., "tokens": ...}),
    "decode_batch": (wl.Tokenizer.decode_batch, {"self": ..., "batch": ...}),
    "decode_with_offsets": (wl.Tokenizer.decode_with_offsets, {"self": ..., "tokens": ...}),
    "spans": (wl.Tokenizer.spans, {"self": ..., "text": ...}),
    "token_to_id": (wl.Tokenizer.token_to_id, {"self": ..., "token": ...}),
    "id_to_token": (wl.Tokenizer.id_to_token, {"self": ..., "token": ...}),
    "id_to_bytes": (wl.Tokenizer.id_to_bytes, {"self": ..., "token": ...}),
    "get_special_tokens": (wl.Tokenizer.get_special_tokens, {"self": ...}),
    "save_base64_vocab": (wl.Tokenizer.save_base64_vocab, {"self": ..., "path": ...}),
    "build_lexer": (wl.build_lexer, {"pattern_or_model": ..., "kind": "automaton"}),
    "train_bpe": (
        wl.train_bpe,
        {
            "texts": ...,
            "vocab_size": ...,
            "pattern": "r50k_base",
            "special_tokens": (),
            "trainer": "fast",
            "progress": None,
        },
    ),
    "register_span_encoder": (wl.register_span_encoder, {"encoder": ...}),
    "warmup": (wl.warmup, {"models": None, "progress": None}),
    "export_notebook": (export_notebook, {"notebook": ..., "output": ...}),
}


def test_the_names_of_the_package() -> None:
    assert set(NAMES) <= set(wl.__all__) <= set(dir(wl))
    for name in wl.__all__:
        assert getattr(wl, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        wl.nope  # noqa: B018


def test_the_names_to_choose_from() -> None:
    assert wl.LEXERS == ("regex", "automaton", "logos", "vector")
    assert wl.ENCODERS == ("buffer_sweep", "tail_sweep", "merge_heap", "priority_merge", "bpe_backtrack")
    assert wl.Tokenizer.available_models() == [
        "r50k_base",
        "p50k_base",
        "p50k_edit",
        "cl100k_base",
        "o200k_base",
        "o200k_harmony",
    ]


@pytest.mark.parametrize("name", SIGNATURES)
def test_parameters_keep_their_names_order_and_defaults(name: str) -> None:
    function, promised = SIGNATURES[name]
    actual = {
        parameter.name: ... if parameter.default is parameter.empty else parameter.default
        for parameter in inspect.signature(function).parameters.values()
        if not (parameter.kind is parameter.KEYWORD_ONLY and parameter.name not in promised)
    }
    assert dict(list(actual.items())[: len(promised)]) == promised
    assert all(default is not ... for default in list(actual.values())[len(promised) :])


@pytest.mark.parametrize("name", ["r50k_base", "openai:r50k_base", "openai::r50k_base", "gpt2"])
def test_names_of_a_vocabulary(name: str) -> None:
    assert wl.Tokenizer.from_pretrained(name).name == "r50k_base"


@pytest.mark.parametrize("name", ["", "nope", "openai:", "o200k_base "])
def test_an_unknown_vocabulary_is_a_value_error_that_lists_what_there_is(name: str) -> None:
    with pytest.raises(ValueError, match=r"r50k_base.*o200k_harmony"):
        wl.Tokenizer.from_pretrained(name)


def test_types_of_the_results() -> None:
    tok = wl.Tokenizer.from_pretrained("cl100k_base")
    text = "naïve <|endoftext|>"
    ids = tok.encode(text)
    assert type(ids) is list
    assert all(type(token) is int for token in ids)
    assert tok.encode_array(text).dtype == np.uint32
    assert tok.encode_batch([text, ""]) == [ids, []]
    batch = tok.encode_batch_arrays([text, ""])
    assert isinstance(batch, wl.TokenBatch)
    assert (batch.tokens.dtype, batch.offsets.dtype) == (np.uint32, np.int64)
    assert batch.offsets.tolist() == [0, len(ids), len(ids)]
    assert tok.count(text) == len(ids)
    assert tok.count_batch([text, ""]).tolist() == [len(ids), 0]
    assert (tok.decode(ids), tok.decode_bytes(ids), tok.decode_batch([ids])) == (text, text.encode(), [text])
    assert tok.decode_with_offsets(ids)[0] == text
    spans = tok.spans(text)
    assert isinstance(spans, wl.Spans)
    assert (spans.starts.dtype, spans.ends.dtype) == (np.int64, np.int64)
    assert [span.kind for span in spans] == ["word", "word", "special"]
    assert (spans.kinds == [0, 0, 1]).all()
    assert tok.token_to_id("<|endoftext|>") == 100257
    assert tok.token_to_id("no such token") is None
    assert (tok.id_to_token(ids[0]), tok.id_to_bytes(ids[0])) == ("na", b"na")
    assert tok.id_to_token(10**9) is None
    assert ("<|endoftext|>", 100257) in tok.get_special_tokens()
    assert (tok.lexer, tok.name) == ("vector", "cl100k_base")
    assert tok.encoder in wl.ENCODERS
    assert tok.max_token == 100276
    assert isinstance(tok.pattern, str)
    assert "cl100k_base" in tok._repr_html_()


def test_a_saved_vocabulary_gives_the_same_ids(tmp_path) -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    tok.save_base64_vocab(tmp_path / "mine.tiktoken")
    again = wl.Tokenizer.from_file(
        tmp_path / "mine.tiktoken", pattern="r50k_base", special_tokens={"<|x|>": 50300}
    )
    assert again.encode("hello world<|x|>") == [*tok.encode("hello world"), 50300]


@pytest.mark.parametrize("kind", wl.LEXERS)
def test_a_lexer_of_its_own(kind: str) -> None:
    lexer = wl.build_lexer("o200k_base", kind)
    assert isinstance(lexer, wl.SpanLexer)
    assert [(span.start, span.end, span.kind) for span in lexer.spans("it's 12")] == [
        (0, 4, "word"),
        (4, 5, "word"),
        (5, 7, "word"),
    ]


def test_no_module_hides_a_name_of_the_package() -> None:
    # Importing a submodule sets it as an attribute of the package, hiding the name that `wl.NAME` would load.
    modules = {path.stem for path in Path(wl.__file__).parent.iterdir()}
    assert modules.isdisjoint(wl.__all__)
