"""wordchipper's Python API on this engine: the same results and exceptions as the real package, and tiktoken's ids."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.compat import wordchipper as ours
from wordchipper_lab.compat.wordchipper import SpecialFilter, Tokenizer, TokenizerOptions, Vocab
from wordchipper_lab.errors import WordchipperLabError

END, PREFIX = "<|endoftext|>", "<|fim_prefix|>"
NAMES = wl.Tokenizer.available_models()
TEXTS = [
    "", "hello world", "It's 2024, isn't it?\n\n  def f(x):\treturn x", "naïve café 你好 สวัสดี 😀👍🏽", "a" * 300,
    f"a{END}b{PREFIX}c", "<|endof", f"{END}{END}", "\x00\u200d\u2003\u3000ſ",
]  # fmt: skip


@pytest.fixture(scope="module")
def tok() -> Tokenizer:
    return Tokenizer.from_pretrained("cl100k_base")


Call = Callable[[Any, Any], Any]  # of the module and a tokenizer of cl100k_base

CALLS: dict[str, Call] = {
    # -- names and options
    "all": lambda w, tok: w.__all__,
    "models": lambda w, tok: sorted(w.Tokenizer.available_models()),
    "with openai": lambda w, tok: w.Tokenizer.from_pretrained("openai:r50k_base").vocab_size,
    "unknown": lambda w, tok: w.Tokenizer.from_pretrained("gpt4"),
    "no name": lambda w, tok: w.Tokenizer.from_pretrained(""),
    "name of a wrong type": lambda w, tok: w.Tokenizer.from_pretrained(5),
    "options of a wrong type": lambda w, tok: w.Tokenizer.from_pretrained("r50k_base", 5),
    "options are not called": lambda w, tok: w.TokenizerOptions(),
    "filters are not called": lambda w, tok: w.SpecialFilter(),
    # -- encoding
    "encode a number": lambda w, tok: tok.encode(5),
    "encode bytes": lambda w, tok: tok.encode(b"a"),
    "encode a surrogate": lambda w, tok: tok.encode("\ud800"),
    "encode by keyword": lambda w, tok: tok.encode(text="a", special_filter=None),
    "no filter": lambda w, tok: tok.encode("a", "all"),
    "filter uncalled": lambda w, tok: tok.encode("a", w.SpecialFilter.include_all),
    "include none": lambda w, tok: tok.encode(f"a{END}", w.SpecialFilter.include_none()),
    "include all": lambda w, tok: tok.encode(f"a{END}", w.SpecialFilter.include_all()),
    "include one": lambda w, tok: tok.encode(f"{PREFIX}{END}", w.SpecialFilter.include([END])),
    "include an unknown one": lambda w, tok: tok.encode(f"a{END}", w.SpecialFilter.include(["zzz"])),
    "include known and unknown": lambda w, tok: tok.encode(f"a{END}", w.SpecialFilter.include([END, "z"])),
    "include nothing": lambda w, tok: tok.encode(END, w.SpecialFilter.include([])),
    "include a text": lambda w, tok: w.SpecialFilter.include(END),
    "include a number": lambda w, tok: w.SpecialFilter.include([5]),
    "include None": lambda w, tok: w.SpecialFilter.include(None),
    "include an iterator": lambda w, tok: w.SpecialFilter.include(iter([END])),
    "batch": lambda w, tok: tok.encode_batch(TEXTS),
    "batch without special tokens": lambda w, tok: tok.encode_batch(TEXTS, w.SpecialFilter.include_none()),
    "batch with some": lambda w, tok: tok.encode_batch(TEXTS, w.SpecialFilter.include((PREFIX,))),
    "tuple": lambda w, tok: tok.encode_batch(("a", "b")),
    "batch of nothing": lambda w, tok: tok.encode_batch([]),
    "batch of a text": lambda w, tok: tok.encode_batch("ab"),
    "batch of an iterator": lambda w, tok: tok.encode_batch(iter(["a"])),
    "batch of a set": lambda w, tok: tok.encode_batch({"a"}),
    "batch of a dict": lambda w, tok: tok.encode_batch({"a": 1}),
    "batch of None": lambda w, tok: tok.encode_batch(None),
    "batch with a number": lambda w, tok: tok.encode_batch(["a", 5]),
    "batch with a surrogate": lambda w, tok: tok.encode_batch(["a", "x\udfff"]),
    # -- decoding
    "decode": lambda w, tok: tok.decode([15339, 1917]),
    "decode a tuple": lambda w, tok: tok.decode((15339, 100257)),
    "decode a range": lambda w, tok: tok.decode(range(300)),
    "decode an array": lambda w, tok: tok.decode(np.array([1, 2])),
    "decode NumPy integers": lambda w, tok: tok.decode([np.uint32(1)]),
    "decode bytes": lambda w, tok: tok.decode(b"ab"),
    "decode True": lambda w, tok: tok.decode([True]),
    "decode nothing": lambda w, tok: tok.decode([]),
    "decode halves of characters": lambda w, tok: tok.decode([222, 223, 15339, 222]),
    "decode an id without a token": lambda w, tok: tok.decode([100256]),
    "decode an id that is too large": lambda w, tok: tok.decode([1, 10**6]),
    "decode more than 32 bits": lambda w, tok: tok.decode([2**32]),
    "decode a negative number": lambda w, tok: tok.decode([-1]),
    "decode a text": lambda w, tok: tok.decode("ab"),
    "decode texts": lambda w, tok: tok.decode(["a"]),
    "decode a fraction": lambda w, tok: tok.decode([1.5]),
    "decode an iterator": lambda w, tok: tok.decode(iter([1])),
    "decode None": lambda w, tok: tok.decode(None),
    "decode_bytes": lambda w, tok: tok.decode_bytes([222, 15339]),
    "decode_bytes of an unknown id": lambda w, tok: tok.decode_bytes([100256]),
    "decode_batch": lambda w, tok: tok.decode_batch([[222], [], [15339]]),
    "decode_batch of an unknown id": lambda w, tok: tok.decode_batch([[1], [10**6]]),
    "decode_batch of ids": lambda w, tok: tok.decode_batch([5]),
    "decode_batch of None": lambda w, tok: tok.decode_batch(None),
    "decode_bytes_batch": lambda w, tok: tok.decode_bytes_batch([[222], [15339]]),
    "decode_bytes_batch of nothing": lambda w, tok: tok.decode_bytes_batch(()),
    # -- the vocabulary
    "token_to_id": lambda w, tok: [tok.token_to_id(text) for text in ("hello", END, "", "no such token", "\ufffd")],
    "token_to_id of a number": lambda w, tok: tok.token_to_id(5),
    "token_to_id of a surrogate": lambda w, tok: tok.token_to_id("\ud800"),
    "id_to_token": lambda w, tok: [tok.id_to_token(i) for i in (15339, 222, 100257, 100256, 10**6, True)],
    "id_to_token of a negative number": lambda w, tok: tok.id_to_token(-1),
    "id_to_token of a text": lambda w, tok: tok.id_to_token("a"),
    "specials": lambda w, tok: dict(tok.specials),
    "specials cannot be changed": lambda w, tok: tok.specials.__setitem__("a", 1) or tok.specials.pop(END),
    "vocab": lambda w, tok: (len(tok.vocab), tok.vocab.n_vocab, tok.vocab.max_token),
    "vocab.token_to_id": lambda w, tok: [tok.vocab.token_to_id(text) for text in ("hello", END, "", "\ufffd")],
    "vocab.token_to_id of bytes": lambda w, tok: tok.vocab.token_to_id(b"a"),
    "vocab.id_to_token_bytes": lambda w, tok: [tok.vocab.id_to_token_bytes(i) for i in (222, 100257, 100256)],
    "vocab.id_to_token of 2**32": lambda w, tok: tok.vocab.id_to_token(2**32),
    "vocab.ids_to_tokens": lambda w, tok: tok.vocab.ids_to_tokens([1, 10**6, 100257, 222]),
    "vocab.ids_to_tokens of a text": lambda w, tok: tok.vocab.ids_to_tokens("a"),
    "vocab.ids_to_tokens of -1": lambda w, tok: tok.vocab.ids_to_tokens([-1]),
    "vocab[...]": lambda w, tok: (tok.vocab["hello"], tok.vocab[END], "hello" in tok.vocab, "no no" in tok.vocab),
    "vocab[unknown]": lambda w, tok: tok.vocab["no such token"],
    "vocab[number]": lambda w, tok: tok.vocab[5],
    "number in vocab": lambda w, tok: 5 in tok.vocab,
    "vocab.special_tokens": lambda w, tok: dict(tok.vocab.special_tokens),
    "a filter": lambda w, tok: [
        ((END in given), (PREFIX in given), given.is_all())
        for given in (w.SpecialFilter.include_all(), w.SpecialFilter.include_none(), w.SpecialFilter.include([END]))
    ],
    "a number in a filter": lambda w, tok: 5 in w.SpecialFilter.include_all(),
    "save into no directory": lambda w, tok: tok.save_base64_vocab("/no/such/directory/x"),
    "save to a number": lambda w, tok: tok.save_base64_vocab(5),
}  # fmt: skip


def outcome(call: Call, module: Any, tok: Any) -> tuple[Any, BaseException | None]:
    try:
        return call(module, tok), None
    except Exception as error:
        return None, error


@pytest.fixture(scope="module")
def theirs(real_wordchipper: ModuleType) -> Any:
    return real_wordchipper.Tokenizer.from_pretrained("cl100k_base")


@pytest.mark.parametrize("name", CALLS)
def test_results_and_exceptions_are_the_real_ones(
    name: str, real_wordchipper: ModuleType, theirs: Any, tok: Tokenizer
) -> None:
    expected, failed = outcome(CALLS[name], real_wordchipper, theirs)
    found, error = outcome(CALLS[name], ours, tok)
    if failed is None:
        assert error is None, repr(error)
        assert found == expected
    else:
        # PyO3 names AttributeError what is a TypeError for a mapping that cannot be changed.
        kinds = (type(failed), TypeError) if "changed" in name else type(failed)
        assert isinstance(error, kinds), (repr(failed), repr(error))
        assert isinstance(error, WordchipperLabError | UnicodeEncodeError | OSError)


@pytest.mark.parametrize("name", CALLS)
def test_without_the_real_package_every_call_ends_well(name: str, tok: Tokenizer) -> None:
    _, error = outcome(CALLS[name], ours, tok)
    assert error is None or isinstance(error, WordchipperLabError | UnicodeEncodeError | OSError), repr(error)


@pytest.mark.sampled("[p50k_edit]")
@pytest.mark.parametrize("name", NAMES)
def test_every_vocabulary_has_the_real_sizes_ids_and_tokens(name: str, real_wordchipper: ModuleType) -> None:
    a, b = real_wordchipper.Tokenizer.from_pretrained(name), Tokenizer.from_pretrained(name)
    for part in (
        lambda t: t.vocab_size,
        lambda t: t.max_token,
        lambda t: t.vocab.n_vocab,
        lambda t: t.vocab.max_token,
    ):
        assert part(b) == part(a)
    assert dict(b.specials) == dict(a.specials)
    ids = list(range(b.vocab.max_token + 2))
    differ = [
        i
        for i, x, y in zip(ids, a.vocab.ids_to_tokens(ids), b.vocab.ids_to_tokens(ids), strict=True)
        if x != y
    ]
    assert differ == ([200018] if name == "o200k_harmony" else [])
    assert b.encode_batch(TEXTS) == a.encode_batch(TEXTS)
    found, expected = b.vocab.to_dict(), a.vocab.to_dict()
    two_names = {"<|endofprompt|>": 200018} if name == "o200k_harmony" else {}  # they list one of both
    assert found.keys() == expected.keys() | two_names.keys()
    differ = {token for token, i in expected.items() if found[token] != i}
    assert all("\ufffd" in token for token in differ)


def test_an_id_with_two_names_decodes_as_in_tiktoken() -> None:
    tok = Tokenizer.from_pretrained("o200k_harmony")
    assert tok.decode([200018]) == tok.id_to_token(200018) == "<|endofprompt|>"
    assert tok.encode("<|endofprompt|><|reserved_200018|>") == [200018, 200018]
    assert tok.specials["<|reserved_200018|>"] == tok.specials["<|endofprompt|>"] == 200018


@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base", "o200k_base"])
def test_ids_on_random_texts_are_the_real_ones_and_tiktokens(name: str) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    rnd = random.Random(name)
    characters = [
        *"aAsStTzé'’ſK \t\n\r\u00a0\u2003\u3000\u200d01٣½一ไย.!?-_/\\😀\u0301ǅʰЖ",
        END,
        "'s",
        "'LL",
        "\r\n",
        "  ",
    ]
    texts = ["".join(rnd.choices(characters, k=rnd.randint(1, 12))) for _ in range(3000)]
    found = Tokenizer.from_pretrained(name).encode_batch(texts)
    assert found == tiktoken.get_encoding(name).encode_batch(texts, allowed_special="all")


@pytest.mark.parametrize("parallel", [True, False])
@pytest.mark.parametrize("accelerated", [True, False])
def test_options_change_no_ids(parallel: bool, accelerated: bool, tok: Tokenizer) -> None:
    options = TokenizerOptions.default()
    options.set_parallel(parallel)
    options.set_accelerated_lexers(accelerated)
    chosen = Tokenizer.from_pretrained("cl100k_base", options)
    assert chosen.encode_batch(TEXTS) == tok.encode_batch(TEXTS)
    assert chosen._tok.lexer == ("vector" if accelerated else "regex")
    assert chosen._tok.num_threads == 1 or parallel


@pytest.mark.parametrize("module", ["ours", "real"])
def test_options_remember_what_they_are_told(module: str, request: pytest.FixtureRequest) -> None:
    kind = ours if module == "ours" else request.getfixturevalue("real_wordchipper")
    options = kind.TokenizerOptions.default()

    def state() -> tuple[bool, ...]:
        return options.parallel(), options.concurrent(), options.is_concurrent(), options.accelerated_lexers()

    assert state() == (False, False, False, True)
    options.set_parallel(True)
    assert state() == (True, False, True, True)
    options.set_parallel(False)
    options.set_concurrent(True)
    options.set_accelerated_lexers(False)
    assert state() == (False, True, True, False)
    for wrong in (1, None, "yes"):
        with pytest.raises(TypeError):
            options.set_parallel(wrong)


def test_sets_of_special_tokens_work_where_lists_do(tok: Tokenizer) -> None:
    for given in ({END}, frozenset([END]), [END], (END,)):
        assert tok.encode(f"{PREFIX}{END}", SpecialFilter.include(given))[-1] == 100257


def test_gpt2_is_r50k_base() -> None:
    assert "openai:gpt2" in Tokenizer.available_models()
    assert Tokenizer.from_pretrained("gpt2").encode("hello world") == [31373, 995]


def test_version_0_9_0_lists_special_tokens(tok: Tokenizer) -> None:
    assert tok.get_special_tokens()[0] == (END, 100257)


def test_saved_files_are_tiktokens(tok: Tokenizer, tmp_path: Path) -> None:
    path = tmp_path / "saved.tiktoken"
    tok.save_base64_vocab(str(path))
    assert len(path.read_bytes().splitlines()) == tok.vocab_size
    again = Tokenizer(wl.Tokenizer.from_file(path, pattern="cl100k_base", special_tokens=dict(tok.specials)))
    assert again.encode_batch(TEXTS) == tok.encode_batch(TEXTS)


def test_a_trained_vocabulary_has_this_face_too() -> None:
    mine = wl.train_bpe(["low low lower lowest"], 259, special_tokens=["<s>"], special_ids="after_bytes")
    face = Tokenizer(mine)
    assert (face.vocab_size, face.max_token, len(face.vocab)) == (258, 258, 259)
    assert face.encode("low<s>") == mine.encode("low<s>")
    assert face.token_to_id("<s>") is None
    assert face.vocab["<s>"] == 256
    assert Vocab(mine.vocab).to_dict()["<s>"] == 256


def test_mappings_of_special_tokens_are_frozen(tok: Tokenizer) -> None:
    specials = tok.specials
    assert specials is tok.vocab.special_tokens
    assert isinstance(specials, dict)
    assert hash(specials) == hash(pickle.loads(pickle.dumps(specials)))
    for change in (
        specials.clear,
        specials.popitem,
        lambda: specials.update(a=1),
        lambda: specials.setdefault("a"),
    ):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert specials[END] == 100257


def test_a_text_that_several_tokens_share_names_its_own_one(tok: Tokenizer) -> None:
    found = tok.vocab.to_dict()
    assert tok.vocab.id_to_token_bytes(found["\ufffd"]) == "\ufffd".encode()
    shared = next(
        token
        for token in found
        if "\ufffd" in token and token.encode() != tok.vocab.id_to_token_bytes(found[token])
    )
    assert found[shared] == min(i for i in range(100277) if tok.vocab.id_to_token(i) == shared)
