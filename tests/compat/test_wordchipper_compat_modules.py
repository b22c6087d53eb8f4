"""wordchipper's own faces of tiktoken and tokenizers: what the real ones answer, on this engine."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.compat.wordchipper import Tokenizer
from wordchipper_lab.compat.wordchipper.compat import tiktoken, tokenizers
from wordchipper_lab.errors import WordchipperLabError

END, PREFIX = "<|endoftext|>", "<|fim_prefix|>"
TEXTS = ["", "hello world", "It's naïve 你好 😀", "<|endof"]

Call = Callable[[Any], Any]


def encoding(module: Any, name: str = "cl100k_base") -> Any:
    return module.get_encoding(name)


TIKTOKEN: dict[str, Call] = {
    "names": lambda t: sorted(t.list_encoding_names()),
    "cached": lambda t: encoding(t) is encoding(t),
    "unknown": lambda t: t.get_encoding("nope"),
    "models": lambda t: [
        t.encoding_name_for_model(model)
        for model in ("gpt-4o", "gpt-4-0613", "davinci", "ft:gpt-4o:us", "o1-mini", "dall-e-3", "gpt-4-turbo")
    ],
    "unknown model": lambda t: t.encoding_for_model("no such model"),
    "encoding_for_model": lambda t: t.encoding_for_model("text-davinci-edit-001").name,
    "sizes": lambda t: [
        (encoding(t, name).n_vocab, encoding(t, name).max_token_value, encoding(t, name).eot_token)
        for name in ("r50k_base", "p50k_edit", "cl100k_base")
    ],
    "special_tokens_set": lambda t: encoding(t).special_tokens_set,
    "is_special_token": lambda t: [encoding(t).is_special_token(i) for i in (1, 100257, 10**6)],
    "encode": lambda t: [encoding(t).encode(text) for text in TEXTS],
    "encode a special token": lambda t: encoding(t).encode(f"a{END}"),
    "encode it as text": lambda t: encoding(t).encode(f"a{END}", disallowed_special=()),
    "encode all special tokens": lambda t: encoding(t).encode(f"a{END}{PREFIX}", allowed_special="all"),
    "encode another one": lambda t: encoding(t).encode(f"a{END}", disallowed_special={PREFIX}),
    "disallowed wins": lambda t: encoding(t).encode(END, allowed_special="all", disallowed_special={END}),
    "encode a number": lambda t: encoding(t).encode(5),
    "encode_ordinary": lambda t: encoding(t).encode_ordinary(f"a{END}"),
    "encode_batch": lambda t: encoding(t).encode_batch(TEXTS, num_threads=2),
    "encode_batch of a special token": lambda t: encoding(t).encode_batch(["a", END]),
    "encode_ordinary_batch": lambda t: encoding(t).encode_ordinary_batch([*TEXTS, END]),
    "encode_to_numpy": lambda t: encoding(t).encode_to_numpy("hello world").tolist(),
    "encode_single_token": lambda t: [encoding(t).encode_single_token(x) for x in ("hello", b"hello", END, END.encode())],
    "encode_single_token of two": lambda t: encoding(t).encode_single_token("hello world"),
    "decode": lambda t: encoding(t).decode([15339, 100257, 222]),
    "decode strictly": lambda t: encoding(t).decode([222], errors="strict"),
    "decode and ignore": lambda t: encoding(t).decode([222, 15339], "ignore"),
    "decode an unknown id": lambda t: encoding(t).decode([100256]),
    "decode_bytes": lambda t: encoding(t).decode_bytes([222]),
    "decode_batch": lambda t: encoding(t).decode_batch([[15339], [222], []]),
    "decode_batch and ignore": lambda t: encoding(t).decode_batch([[15339, 222]], errors="ignore", num_threads=1),
    "decode_bytes_batch": lambda t: encoding(t).decode_bytes_batch([[222]], num_threads=1),
    "decode_single_token_bytes": lambda t: encoding(t).decode_single_token_bytes(100257),
    "decode_single_token_bytes of an unknown id": lambda t: encoding(t).decode_single_token_bytes(100256),
    "decode_tokens_bytes": lambda t: encoding(t).decode_tokens_bytes([15339, 222]),
    "token_byte_values": lambda t: encoding(t, "r50k_base").token_byte_values(),
    "raise": lambda t: t.raise_disallowed_special_token(END),
}  # fmt: skip


@cache
def hf(module: Any, name: str = "Xenova/gpt-4") -> Any:
    return module.Tokenizer.from_pretrained(name)


def columns(encoding: Any) -> tuple[list[Any], ...]:
    return (
        encoding.ids, encoding.tokens, encoding.attention_mask, encoding.type_ids, encoding.special_tokens_mask,
        encoding.offsets,
    )  # fmt: skip


def shaped(
    module: Any, *texts: Any, padding: dict[str, Any] | None = None, truncation: dict[str, Any] | None = None
) -> Any:
    tok = hf(module)
    if padding is not None:
        tok.enable_padding(**padding)
    if truncation is not None:
        tok.enable_truncation(**truncation)
    found = tok.padding, tok.truncation, [columns(found) for found in tok.encode_batch(list(texts))]
    tok.no_padding()
    tok.no_truncation()
    return found


TOKENIZERS: dict[str, Call] = {
    "names": lambda t: t.HF_TO_WORDCHIPPER,
    "unknown": lambda t: hf(t, "Xenova/nope"),
    "own name": lambda t: hf(t, "r50k_base").encode("hello").ids,
    "arguments of the Hub": lambda t: t.Tokenizer.from_pretrained("cl100k_base", revision="main").encode("a").ids,
    "encode": lambda t: columns(hf(t).encode(f"hello 😀{END}")),
    "encode a pair": lambda t: columns(hf(t).encode("hello", "big world")),
    "encode without special tokens": lambda t: hf(t).encode("hello", add_special_tokens=False).ids,
    "encode words": lambda t: hf(t).encode(["a"], is_pretokenized=True),
    "encode a batch of words": lambda t: hf(t).encode_batch([["a"]], is_pretokenized=True),
    "encode a number": lambda t: hf(t).encode(5),
    "encode_batch": lambda t: [columns(found) for found in hf(t).encode_batch(TEXTS)],
    "encode_batch of pairs": lambda t: [columns(found) for found in hf(t).encode_batch([("a", "b c"), "d"])],
    "decode": lambda t: hf(t).decode([15339, 100257, 222]),
    "decode special tokens": lambda t: hf(t).decode([15339, 100257], skip_special_tokens=False),
    "decode an unknown id": lambda t: hf(t).decode([100256]),
    "decode_batch": lambda t: hf(t).decode_batch([[15339, 100257], []]),
    "decode_batch with special tokens": lambda t: hf(t).decode_batch([[100257]], skip_special_tokens=False),
    "sizes": lambda t: (hf(t).get_vocab_size(), hf(t).get_vocab_size(with_added_tokens=False)),
    "token_to_id": lambda t: [hf(t).token_to_id(text) for text in ("hello", END, "no such token")],
    "id_to_token": lambda t: [hf(t).id_to_token(i) for i in (15339, 100257, 999_999_999)],
    "num_special_tokens_to_add": lambda t: hf(t).num_special_tokens_to_add(True),
    "padding": lambda t: shaped(t, "hello", "hello big world", padding={"length": 5, "pad_id": 7}),
    "padding on the left": lambda t: shaped(t, "hello", padding={"length": 4, "direction": "left", "pad_type_id": 1}),
    "padding to a multiple": lambda t: shaped(t, "hello", "a b c d e", padding={"pad_to_multiple_of": 4}),
    "padding to a multiple above a length": lambda t: shaped(t, "a", padding={"length": 3, "pad_to_multiple_of": 2}),
    "padding of what is long enough": lambda t: shaped(t, "hello big world", padding={"length": 2}),
    "padding in no direction": lambda t: hf(t).enable_padding(direction="up"),
    "truncation": lambda t: shaped(t, "a b c d", "a", truncation={"max_length": 2}),
    "truncation on the left": lambda t: shaped(t, "a b c d", truncation={"max_length": 3, "direction": "left"}),
    "truncation to nothing": lambda t: shaped(t, "a b", truncation={"max_length": 0, "direction": "left"}),
    "truncation of a pair": lambda t: shaped(t, ("a b c", "d e"), truncation={"max_length": 4}),
    "truncation in no direction": lambda t: hf(t).enable_truncation(3, direction="up"),
    "both": lambda t: shaped(t, "a b c", padding={"length": 5}, truncation={"max_length": 2, "stride": 1}),
    "an encoding": lambda t: (
        t.Encoding([1, 2], ["a", "b"]) == t.Encoding([1, 2], ["a", "b"], type_ids=[1, 1]),
        len(t.Encoding([1], ["a"])), repr(t.Encoding([1], ["a"])), t.Encoding([], []) == 5,
    ),
    "an encoding of odd lengths": lambda t: t.Encoding([1], []),
}  # fmt: skip


def off_again(module: Any) -> Any:
    tok = hf(module)
    tok.enable_padding(length=5)
    tok.enable_truncation(1)
    tok.no_padding()
    tok.no_truncation()
    return tok.padding, tok.truncation, tok.encode("a b c").ids


TOKENIZERS["off again"] = off_again

CALLS = [("tiktoken", name) for name in TIKTOKEN] + [("tokenizers", name) for name in TOKENIZERS]
OURS = {"tiktoken": (tiktoken, TIKTOKEN), "tokenizers": (tokenizers, TOKENIZERS)}


def outcome(call: Call, module: Any) -> tuple[Any, Exception | None]:
    try:
        return call(module), None
    except Exception as error:
        return None, error


@pytest.mark.parametrize(("module", "name"), CALLS)
@pytest.mark.usefixtures("real_wordchipper")
def test_results_and_exceptions_are_the_real_ones(module: str, name: str) -> None:
    real = importlib.import_module(f"wordchipper.compat.{module}")
    mine, calls = OURS[module]
    expected, failed = outcome(calls[name], real)
    found, error = outcome(calls[name], mine)
    if failed is None:
        assert error is None, repr(error)
        assert found == expected
    else:
        assert isinstance(error, type(failed)), (repr(failed), repr(error))


@pytest.mark.parametrize(("module", "name"), CALLS)
def test_without_the_real_package_every_call_ends_well(module: str, name: str) -> None:
    mine, calls = OURS[module]
    _, error = outcome(calls[name], mine)
    assert error is None or isinstance(error, WordchipperLabError | UnicodeDecodeError), repr(error)


# -- where ours are better -------------------------------------------------------------------------------------


def test_sets_of_allowed_special_tokens() -> None:
    enc = encoding(tiktoken)
    assert enc.encode(f"a{END}", allowed_special={END}) == [64, 100257]
    assert enc.encode_batch([END], allowed_special=frozenset([END])) == [[100257]]
    with pytest.raises(ValueError, match=r"special token '<\|fim_prefix\|>', which is not allowed"):
        enc.encode(f"a{END}{PREFIX}", allowed_special={END})
    assert enc.encode(f"{END}{PREFIX}", allowed_special={END}, disallowed_special=())[0] == 100257


def test_tokens_that_are_not_utf8_have_ids() -> None:
    assert encoding(tiktoken).encode_single_token(b"\x80") == 222
    with pytest.raises(KeyError, match="no token is b'hello world'"):
        encoding(tiktoken).encode_single_token(b"hello world")


def test_models_that_came_later_are_known() -> None:
    assert tiktoken.encoding_name_for_model("gpt-5-mini") == "o200k_base"
    with pytest.raises(KeyError, match=r"^unknown model 'nope'"):
        tiktoken.encoding_name_for_model("nope")


def test_a_vocabulary_without_special_tokens_is_p50ks_ranked_one() -> None:
    found = hf(tokenizers, "p50k_base").get_vocab(with_added_tokens=False)
    assert END not in found
    assert max(found.values()) == 50280


def test_ids_are_tiktokens() -> None:
    peer = pytest.importorskip("tiktoken")
    for name in wl.Tokenizer.available_models():
        theirs, enc = peer.get_encoding(name), encoding(tiktoken, name)
        for text in [*TEXTS, f"a{END}<|endofprompt|>"]:
            assert enc.encode(text, allowed_special="all") == theirs.encode(text, allowed_special="all")
            assert enc.encode_ordinary(text) == theirs.encode_ordinary(text)
        assert enc.n_vocab == theirs.n_vocab
        assert enc.special_tokens_set == theirs.special_tokens_set


def test_a_search_for_many_special_tokens_takes_no_time() -> None:
    enc = encoding(tiktoken, "o200k_harmony")
    assert len(enc.encode("<|reserved_200" * 70_000)) > 70_000
    with pytest.raises(ValueError, match="reserved_200013"):
        enc.encode("<|reserved_200" * 70_000 + "013|>")


def test_an_encoding_of_any_vocabulary() -> None:
    mine = wl.train_bpe(["low low lower lowest"], 259)
    enc = tiktoken.Encoding("mine", Tokenizer(mine))
    assert enc.encode("low") == [257]
    assert enc.encode_to_numpy("low low").dtype == np.uint32
    with pytest.raises(ValueError, match="'mine' has no special token <"):
        _ = enc.eot_token
