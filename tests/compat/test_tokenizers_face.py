"""The face of Hugging Face's `tokenizers` beside the package itself: the same calls, the same results.

`tokenizers_suite.py` runs that package's own tests.
"""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
import random
import threading
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wordchipper_lab as wl
from wordchipper_lab.compat import tokenizers as ours
from wordchipper_lab.compat.tokenizers import columns
from wordchipper_lab.errors import UnsupportedVocabError, WordchipperLabError
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters

theirs = pytest.importorskip("tokenizers", minversion="0.23")
BOTH = (theirs, ours)

TEXTS = [
    "Hello, y'all! How are you \U0001f601 ?",
    "",
    " ",
    "  a  b  ",
    "h\u00e9llo w\u00f6rld\n\n\nfoo",
    "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
    "\u6211\u7231\u4f60 12345 I'll",
    "\u00a0x\u2003y\t\t z",
    "aaaaaaaaaaaa",
    "<s>hey</s> <mask>  yes<|endoftext|>",
    "e\u0301 \ufb01 \ufdfa \uff21",
    "x\x00y\x1f z",
]


def gpt2_part(n_merges: int = 300) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """The bytes, and the first merges, with ids in an order of their own."""
    merges = wl.Tokenizer.from_pretrained("gpt2").merges[:n_merges]
    pairs = [(bytes_to_characters(a), bytes_to_characters(b)) for a, b in merges]
    tokens = [bytes_to_characters(bytes([byte])) for byte in range(256)] + [a + b for a, b in pairs]
    random.Random(7).shuffle(tokens)
    return {token: number for number, token in enumerate(dict.fromkeys(tokens))}, pairs


VOCAB, MERGES = gpt2_part()


def without(n_bytes: int) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """The same without some bytes and everything that is made of them."""
    lost = set(random.Random(n_bytes).sample([token for token in VOCAB if len(token) == 1], n_bytes))
    vocab = {token: n for token, n in VOCAB.items() if not lost & set(token)}
    return vocab, [(a, b) for a, b in MERGES if a in vocab and b in vocab and a + b in vocab]


def seen(encoding: Any) -> dict[str, Any]:
    """Everything that an encoding says."""
    return {
        "ids": encoding.ids,
        "tokens": encoding.tokens,
        "type_ids": encoding.type_ids,
        "offsets": encoding.offsets,
        "word_ids": encoding.word_ids,
        "sequence_ids": encoding.sequence_ids,
        "n_sequences": encoding.n_sequences,
        "special_tokens_mask": encoding.special_tokens_mask,
        "attention_mask": encoding.attention_mask,
        "overflowing": [seen(part) for part in encoding.overflowing],
        "len": len(encoding),
        "repr": repr(encoding),
    }


def outcome(call: Any) -> Any:
    """What a call returns, or that it fails (Rust's panics are no `Exception`)."""
    try:
        return call()
    except Exception:
        return "an error"
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        return "an error"


# Each of these is made by a module: ours or theirs.
MODELS = {
    "empty": lambda lib: lib.models.BPE(),
    "part": lambda lib: lib.models.BPE(VOCAB, MERGES),
    "ignore_merges": lambda lib: lib.models.BPE(VOCAB, MERGES[:50], ignore_merges=True),
    "few bytes": lambda lib: lib.models.BPE(*without(150)),
    "unknown": lambda lib: lib.models.BPE(
        without(150)[0] | {"<unk>": 999}, without(150)[1], unk_token="<unk>", fuse_unk=True
    ),
}
NORMALIZERS = {
    "none": lambda lib: None,
    "NFC": lambda lib: lib.normalizers.NFC(),
    "bare": lambda lib: lib.normalizers.Sequence(
        [lib.normalizers.NFD(), lib.normalizers.StripAccents(), lib.normalizers.Lowercase()]
    ),
    "spaces": lambda lib: lib.normalizers.Replace(lib.Regex(r"\s+"), " "),
    "prepend": lambda lib: lib.normalizers.Prepend("_"),
    "bert": lambda lib: lib.normalizers.BertNormalizer(),
    "strip": lambda lib: lib.normalizers.Strip(),
}
PRE_TOKENIZERS = {
    "plain": lambda lib: lib.pre_tokenizers.ByteLevel(add_prefix_space=False),
    "prefix": lambda lib: lib.pre_tokenizers.ByteLevel(),
    "whole": lambda lib: lib.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    "digits": lambda lib: lib.pre_tokenizers.Sequence(
        [lib.pre_tokenizers.Digits(True), lib.pre_tokenizers.ByteLevel(add_prefix_space=False)]
    ),
    "split": lambda lib: lib.pre_tokenizers.Sequence(
        [
            lib.pre_tokenizers.Split(lib.Regex(r"\p{N}{1,3}"), "isolated"),
            lib.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    ),
    "words": lambda lib: lib.pre_tokenizers.Sequence(
        [lib.pre_tokenizers.Whitespace(), lib.pre_tokenizers.ByteLevel()]
    ),
}
X = {"id": "X", "ids": [5, 6], "tokens": ["x", "y"]}
PROCESSORS = {
    "none": lambda lib: None,
    "trim": lambda lib: lib.processors.ByteLevel(),
    "trim all": lambda lib: lib.processors.ByteLevel(add_prefix_space=False),
    "keep": lambda lib: lib.processors.ByteLevel(trim_offsets=False),
    "template": lambda lib: lib.processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> $B:1 </s>:1",
        special_tokens=[("<s>", 1000), (1001, "</s>")],
    ),
    "roberta": lambda lib: lib.processors.RobertaProcessing(("</s>", 2), ("<s>", 0)),
    "bert": lambda lib: lib.processors.BertProcessing(("[SEP]", 2), ("[CLS]", 0)),
    "both": lambda lib: lib.processors.Sequence(
        [
            lib.processors.ByteLevel(trim_offsets=True),
            lib.processors.TemplateProcessing(
                single=["X", "$A:3", "X:2"], pair="X $B:2 X $A:1", special_tokens=[X]
            ),
        ]
    ),
}
DECODERS = {
    "none": lambda lib: None,
    "bytes": lambda lib: lib.decoders.ByteLevel(),
    "strip": lambda lib: lib.decoders.Sequence([lib.decoders.ByteLevel(), lib.decoders.Strip(" ", 1, 0)]),
    "fuse": lambda lib: lib.decoders.Fuse(),
}
ADDED: dict[str, list[tuple[bool, list[Any]]]] = {
    "none": [],
    "special": [(True, ["<s>", "</s>", "<|endoftext|>"])],
    "options": [(True, ["<s>", ("<mask>", {"lstrip": True})]), (False, ["foo", "the"])],
    "words": [(False, [("hey", {"single_word": True}), ("yes", {"rstrip": True, "lstrip": True})])],
    "of the model": [(False, ["a", "\u0120the", "\u00e9"]), (True, ["<s>"])],
}
TRUNCATIONS: list[dict[str, Any] | None] = [
    None,
    {"max_length": 5},
    {"max_length": 7, "stride": 2},
    {"max_length": 8, "direction": "left", "stride": 1},
    {"max_length": 6, "strategy": "only_first"},
    {"max_length": 6, "strategy": "only_second"},
    {"max_length": 1},
    {"max_length": 0},
]
PADDINGS: list[dict[str, Any] | None] = [
    None,
    {},
    {"length": 10},
    {"direction": "left", "pad_id": 7, "pad_token": "P", "pad_type_id": 2},
    {"pad_to_multiple_of": 4},
]


def choose(rnd: random.Random) -> dict[str, Any]:
    parts = {
        "model": MODELS,
        "normalizer": NORMALIZERS,
        "pre_tokenizer": PRE_TOKENIZERS,
        "post_processor": PROCESSORS,
        "decoder": DECODERS,
        "added": ADDED,
    }
    chosen: dict[str, Any] = {name: rnd.choice(list(options)) for name, options in parts.items()}
    chosen["truncation"], chosen["padding"] = rnd.choice(TRUNCATIONS), rnd.choice(PADDINGS)
    chosen["encode_special_tokens"] = rnd.random() < 0.15
    return chosen


def build(lib: Any, chosen: dict[str, Any]) -> Any:
    tok = lib.Tokenizer(MODELS[chosen["model"]](lib))
    tok.normalizer = NORMALIZERS[chosen["normalizer"]](lib)
    tok.pre_tokenizer = PRE_TOKENIZERS[chosen["pre_tokenizer"]](lib)
    tok.post_processor = PROCESSORS[chosen["post_processor"]](lib)
    tok.decoder = DECODERS[chosen["decoder"]](lib)
    for special, tokens in ADDED[chosen["added"]]:
        made = [token if isinstance(token, str) else lib.AddedToken(token[0], **token[1]) for token in tokens]
        (tok.add_special_tokens if special else tok.add_tokens)(made)
    if chosen["truncation"]:
        tok.enable_truncation(**chosen["truncation"])
    if chosen["padding"] is not None:
        tok.enable_padding(**chosen["padding"])
    if chosen["encode_special_tokens"]:
        tok.encode_special_tokens = True
    return tok


def compare(a: Any, b: Any, rnd: random.Random, short: bool) -> None:
    """Two tokenizers, on some texts, by every way to encode and decode."""
    first, second = rnd.choice(TEXTS), rnd.choice(TEXTS)
    if short:  # the parts that overflow are combined with each other
        first, second = first[:22], second[:14]
    add = rnd.random() < 0.8

    def same(call: Any) -> Any:
        left, right = (outcome(lambda tok=tok: call(tok)) for tok in (a, b))
        assert left == right
        return left

    found = same(lambda tok: seen(tok.encode(first, add_special_tokens=add)))
    same(lambda tok: seen(tok.encode(first, second, add_special_tokens=add)))
    same(lambda tok: seen(tok.encode(first.split(), second.split(), is_pretokenized=True)))
    batch = [first, (first, second), second]
    same(lambda tok: [seen(each) for each in tok.encode_batch(batch)])
    same(lambda tok: [seen(each) for each in tok.encode_batch([first, second], add_special_tokens=add)])
    same(lambda tok: [seen(each) for each in tok.encode_batch_fast(batch)])
    if found == "an error":
        return
    ids = [*found["ids"], rnd.randint(0, 1100), 2**31]
    for skip in (True, False):
        same(lambda tok, skip=skip: tok.decode(ids, skip))
        same(lambda tok, skip=skip: tok.decode_batch([ids, [], ids[:2]], skip))
    streams = {lib.__name__: lib.decoders.DecodeStream(ids[:1]) for lib in BOTH}
    same(lambda tok: [streams[_package(tok)].step(tok, token) for token in ids[1:]])
    same(lambda tok: tok.to_str(rnd.random() < 2))
    same(repr)
    same(str)
    same(
        lambda tok: (
            tok.get_vocab(),
            tok.get_vocab_size(),
            tok.get_vocab_size(False),
            len(tok.get_vocab(False)),
        )
    )
    same(lambda tok: [tok.id_to_token(n) for n in range(0, 1100, 7)])
    same(lambda tok: [tok.token_to_id(text) for text in ("a", "\u0120the", "<s>", "foo", "none")])
    same(lambda tok: {n: repr(token) for n, token in tok.get_added_tokens_decoder().items()})
    same(
        lambda tok: (
            tok.truncation,
            tok.padding,
            [tok.num_special_tokens_to_add(is_pair) for is_pair in (0 > 1, True)],
        )
    )
    same(lambda tok: seen(tok.post_process(tok.encode(first), tok.encode(second), add)))


def _package(tok: Any) -> str:
    return theirs.__name__ if isinstance(tok, theirs.Tokenizer) else ours.__name__


@pytest.mark.parametrize("seed", range(24))
def test_same_results_with_any_parts(seed: int) -> None:
    rnd = random.Random(seed)
    chosen = choose(rnd)
    a, b = (build(lib, chosen) for lib in BOTH)
    compare(a, b, rnd, short=bool(chosen["truncation"]))


@pytest.mark.deep
@pytest.mark.parametrize("part", range(8))
def test_same_results_with_many_parts(part: int) -> None:
    for seed in range(1000 + 100 * part, 1100 + 100 * part):
        rnd = random.Random(seed)
        chosen = choose(rnd)
        made = [outcome(lambda lib=lib, chosen=chosen: build(lib, chosen)) for lib in BOTH]
        assert ("an error" in made) == (made == ["an error"] * 2), chosen
        if "an error" not in made:
            for _ in range(3):
                compare(*made, rnd, short=bool(chosen["truncation"]))


@settings(max_examples=40, deadline=None)
@given(
    st.text(max_size=60),
    st.text(max_size=20),
    st.sampled_from(sorted(PRE_TOKENIZERS)),
    st.sampled_from(sorted(NORMALIZERS)),
)
def test_any_text(first: str, second: str, pre_tokenizer: str, normalizer: str) -> None:
    chosen = {
        "model": "part",
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": "trim",
        "decoder": "bytes",
        "added": "options",
        "truncation": None,
        "padding": None,
        "encode_special_tokens": False,
    }
    a, b = (build(lib, chosen) for lib in BOTH)
    assert seen(a.encode(first, second)) == seen(b.encode(first, second))
    ids = b.encode(first).ids
    assert a.decode(ids) == b.decode(ids)


# -- encodings -------------------------------------------------------------------------------------------


def pair_of_encodings() -> list[Any]:
    made = []
    for lib in BOTH:
        tok = lib.Tokenizer(lib.models.BPE(VOCAB, MERGES))
        tok.pre_tokenizer = lib.pre_tokenizers.ByteLevel()
        tok.post_processor = PROCESSORS["template"](lib)
        made.append(tok.encode("The \u00e9t\u00e9 of \u6211 and you", "then 12 words\nmore"))
    return made


def test_from_tokens_to_words_and_characters() -> None:
    a, b = pair_of_encodings()
    for i in range(40):
        for call in ("token_to_chars", "token_to_word", "token_to_sequence"):
            assert getattr(a, call)(i) == getattr(b, call)(i), (call, i)
        for sequence in (0, 1, 2):
            for call in ("word_to_tokens", "word_to_chars", "char_to_token", "char_to_word"):
                assert getattr(a, call)(i, sequence) == getattr(b, call)(i, sequence), (call, i, sequence)
    with pytest.warns(DeprecationWarning, match="word_ids instead"):
        assert b.words == b.word_ids


operation = st.one_of(
    st.tuples(st.just("truncate"), st.integers(0, 12), st.integers(0, 3), st.sampled_from(["left", "right"])),
    st.tuples(st.just("pad"), st.integers(0, 20), st.sampled_from(["left", "right"]), st.integers(0, 9)),
    st.tuples(st.just("set"), st.integers(0, 2)),
    st.tuples(st.just("merge"), st.booleans()),
    st.tuples(st.just("pickle")),
)


@settings(max_examples=50, deadline=None)
@given(st.lists(operation, max_size=4))
def test_changes_of_encodings(operations: list[tuple[Any, ...]]) -> None:
    def run(lib: Any, encoding: Any) -> Any:
        for name, *args in operations:
            if name == "truncate":
                encoding.truncate(*args)
            elif name == "pad":
                encoding.pad(args[0], direction=args[1], pad_id=args[2], pad_token="P", pad_type_id=args[2])
            elif name == "set":
                encoding.set_sequence_id(*args)
            elif name == "merge":
                # They are merged with each other: their number to the power of four.
                if len(encoding.overflowing) > 12:
                    continue
                encoding = lib.Encoding.merge([encoding, *encoding.overflowing[:2], encoding], args[0])
            else:
                encoding = pickle.loads(pickle.dumps(encoding))
        return seen(encoding)

    made = pair_of_encodings()
    left, right = (
        outcome(lambda lib=lib, each=each: run(lib, each)) for lib, each in zip(BOTH, made, strict=True)
    )
    assert left == right


def test_pickled_as_theirs() -> None:
    a, b = pair_of_encodings()
    states = [json.loads(each.__getstate__()) for each in (a, b)]
    assert states[0] == states[1]


def test_places_are_computed_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    tok = ours.Tokenizer.from_pretrained("gpt2")
    tok.enable_padding(length=8)
    tok.enable_truncation(6)
    asked: list[str] = []
    for kind in (columns.TextColumns, columns.GroupedColumns):
        column = kind._column
        monkeypatch.setattr(
            kind, "_column", lambda self, name, column=column: asked.append(name) or column(self, name)
        )
    one = tok.encode("hello there world")
    encodings = tok.encode_batch(["hello there world", "a b c d e f g h i j"])
    assert [len(each.ids) for each in (one, *encodings)] == [8, 8, 8]
    assert set(asked) <= {"ids"}
    assert one.offsets[1] == encodings[0].offsets[1] == (5, 11)
    assert set(asked) == {"ids", "starts", "ends"}


@pytest.mark.parametrize(
    "text", ["a" * 10**6, " " * 10**6, "\u0e2a\u0e27\u0e31\u0e2a" * 250_000], ids=["a", "space", "Thai"]
)
def test_a_million_characters(text: str) -> None:
    encoding = ours.Tokenizer.from_pretrained("Xenova/gpt-4o").encode(text)
    assert encoding.offsets[-1][1] == len(text)
    assert len(encoding.word_ids) == len(encoding.tokens) == len(encoding)


# -- parts -----------------------------------------------------------------------------------------------

COMPONENTS = {
    **{f"normalizer {name}": make for name, make in NORMALIZERS.items() if name != "none"},
    **{f"pre_tokenizer {name}": make for name, make in PRE_TOKENIZERS.items()},
    **{f"processor {name}": make for name, make in PROCESSORS.items() if name != "none"},
    **{f"decoder {name}": make for name, make in DECODERS.items() if name != "none"},
    "model": MODELS["few bytes"],
    "dropout": lambda lib: lib.models.BPE(
        {"a": 0, "b": 1, "ab": 2}, [("a", "b")], dropout=0.1, unk_token="a"
    ),
    "trainer": lambda lib: lib.trainers.BpeTrainer(
        special_tokens=["<s>"], vocab_size=9, initial_alphabet=["b"]
    ),
    "spelling": lambda lib: lib.normalizers.ByteLevel(),
    "replace": lambda lib: lib.decoders.Replace("_", " "),
    "template": lambda lib: lib.processors.TemplateProcessing(),
    "fixed": lambda lib: lib.pre_tokenizers.FixedLength(3),
    "delimiter": lambda lib: lib.pre_tokenizers.CharDelimiterSplit("-"),
    "punctuation": lambda lib: lib.pre_tokenizers.Punctuation("merged_with_previous"),
}


@pytest.mark.parametrize("name", COMPONENTS)
def test_components_are_written_shown_and_pickled_alike(name: str) -> None:
    a, b = (COMPONENTS[name](lib) for lib in BOTH)
    assert json.loads(a.__getstate__()) == json.loads(b.__getstate__())
    assert (repr(a), str(a)) == (repr(b), str(b))
    again = pickle.loads(pickle.dumps(b))
    assert type(again) is type(b)
    assert again.__getstate__() == b.__getstate__()
    assert copy.deepcopy(b).__getstate__() == b.__getstate__()


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "name", [name for name in COMPONENTS if name.split()[0] in ("normalizer", "spelling")]
)
def test_normalize_str(name: str, text: str) -> None:
    a, b = (COMPONENTS[name](lib) for lib in BOTH)
    assert a.normalize_str(text) == b.normalize_str(text)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "name",
    [
        name
        for name in COMPONENTS
        if name.split()[0] in ("pre_tokenizer", "fixed", "delimiter", "punctuation")
    ],
)
def test_pre_tokenize_str(name: str, text: str) -> None:
    a, b = (COMPONENTS[name](lib) for lib in BOTH)
    assert a.pre_tokenize_str(text) == b.pre_tokenize_str(text)


@given(st.lists(st.text(alphabet="\u0120\u010aab_ \u00e9", max_size=6), max_size=6))
def test_decoders(tokens: list[str]) -> None:
    for make in (*DECODERS.values(), COMPONENTS["replace"]):
        a, b = (make(lib) for lib in BOTH)
        assert a is b is None or a.decode(tokens) == b.decode(tokens)


def test_a_tokenizer_sees_its_parts_change() -> None:
    for lib in BOTH:
        tok = lib.Tokenizer(lib.models.BPE(VOCAB, MERGES))
        tok.pre_tokenizer = lib.pre_tokenizers.ByteLevel(add_prefix_space=True)
        assert tok.encode("the").tokens == ["\u0120the"]
        tok.pre_tokenizer.add_prefix_space = False
        assert tok.encode("the").tokens == ["t", "he"]
        tok.normalizer = lib.normalizers.Sequence([lib.normalizers.Replace("x", " the")])
        assert tok.encode("x").tokens == ["\u0120the"]
        tok.normalizer[0].content = " a"
        assert tok.encode("x").tokens == ["\u0120a"]
        tok.post_processor = lib.processors.Sequence([lib.processors.BertProcessing(("s", 1), ("c", 2))])
        tok.post_processor[0].sep = ("S", 3)
        assert tok.encode("a").ids[-1] == 3


def test_models() -> None:
    for lib in BOTH:
        bpe = lib.models.BPE(VOCAB, MERGES)
        assert [token.as_tuple() for token in bpe.tokenize("\u0120the")] == [
            (VOCAB["\u0120the"], "\u0120the", (0, 5))
        ]
        assert (bpe.token_to_id("he"), bpe.token_to_id("none")) == (VOCAB["he"], None)
        assert bpe.id_to_token(VOCAB["he"]) == "he"
        assert type(bpe.get_trainer()) is lib.trainers.BpeTrainer


def test_models_are_written_and_read(tmp_path: Any) -> None:
    paths = ours.models.BPE(VOCAB, MERGES).save(str(tmp_path), "mine")
    a, b = (lib.models.BPE.from_file(*paths) for lib in BOTH)
    assert json.loads(a.__getstate__()) == json.loads(b.__getstate__())
    assert theirs.models.BPE.read_file(*paths) == ours.models.BPE.read_file(*paths)


# -- tokenizers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gpt2", "Xenova/gpt-4", "openai/gpt-oss-20b"])
def test_names_of_the_hub(name: str) -> None:
    tok = ours.Tokenizer.from_pretrained(name)
    small = ours.Tokenizer.from_str(tok.to_str()) if name == "gpt2" else tok
    again = theirs.Tokenizer.from_str(tok.to_str()) if name == "gpt2" else tok
    for text in TEXTS:
        assert seen(tok.encode(text)) == seen(again.encode(text)) == seen(small.encode(text))
        assert tok.decode(tok.encode(text).ids, False) == text
    assert tok.decode(tok.encode("a<|endoftext|>b").ids) == "ab"


def test_other_names_are_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown identifier 'bert-base-cased'.*only bundled.*from_file"):
        ours.Tokenizer.from_pretrained("bert-base-cased")


def test_files(tmp_path: Any) -> None:
    tok = build(ours, choose(random.Random(3)))
    path = tmp_path / "tokenizer.json"
    tok.save(str(path))
    contents = path.read_bytes()
    assert contents.decode() == tok.to_str(pretty=True)
    for again in (
        ours.Tokenizer.from_file(str(path)),
        ours.Tokenizer.from_str(contents.decode()),
        ours.Tokenizer.from_buffer(contents),
        pickle.loads(pickle.dumps(tok)),
        copy.deepcopy(tok),
    ):
        assert again.to_str() == tok.to_str()
    assert theirs.Tokenizer.from_file(str(path)).to_str() == tok.to_str()


def test_asynchronous_calls() -> None:
    tok = ours.Tokenizer.from_pretrained("gpt2")

    async def run() -> None:
        assert (await tok.async_encode("hello", "you")).offsets == tok.encode("hello", "you").offsets
        assert [seen(e) for e in await tok.async_encode_batch(TEXTS)] == [
            seen(e) for e in tok.encode_batch(TEXTS)
        ]
        fast = await tok.async_encode_batch_fast(TEXTS)
        assert [e.ids for e in fast] == [e.ids for e in tok.encode_batch_fast(TEXTS)]
        assert await tok.async_decode_batch([[15496], [11]]) == ["Hello", ","]

    asyncio.run(run())


def test_inputs() -> None:
    a, b = (build(lib, choose(random.Random(5)) | {"truncation": None, "padding": None}) for lib in BOTH)
    for batch in (
        ["x", "y z"],
        ("x", "y z"),
        [("x", "y"), ["a", "b"]],
        np.array([["a", "b"]], dtype=object),
        [],
    ):
        assert [seen(e) for e in a.encode_batch(batch)] == [seen(e) for e in b.encode_batch(batch)]
    words = [["My", "name"], (["a", "b"], ["c"]), ("a", "b", "c"), np.array(["x", "y"], dtype=object)]
    for batch in (words, [words[1]], [words[3]]):
        made = [[seen(e) for e in tok.encode_batch(batch, is_pretokenized=True)] for tok in (a, b)]
        assert made[0] == made[1]


BAD_INPUTS = [
    (lambda tok: tok.encode(["a"]), "TextInputSequence must be str"),
    (lambda tok: tok.encode("a", [["b"]]), "TextInputSequence must be str"),
    (lambda tok: tok.encode("a", is_pretokenized=True), "PreTokenizedInputSequence must be Union"),
    (lambda tok: tok.encode(["a"], "b", is_pretokenized=True), "PreTokenizedInputSequence must be Union"),
    (lambda tok: tok.encode_batch(123), "expected a list of texts"),
    (lambda tok: tok.encode_batch("abc"), "expected a list of texts"),
    (lambda tok: tok.encode_batch([1]), "TextEncodeInput must be Union"),
    (lambda tok: tok.encode_batch([["a", "b", "c"]]), "TextEncodeInput must be Union"),
    (lambda tok: tok.encode_batch([1], is_pretokenized=True), "PreTokenizedEncodeInput must be Union"),
    (lambda tok: tok.decode("abc"), "token ids"),
    (lambda tok: tok.decode([-1]), "no token has the id -1"),
    (lambda tok: tok.decode_batch(5), "a list of lists of ids"),
    (lambda tok: tok.add_tokens("abc"), "a list of str or AddedToken"),
    (lambda tok: tok.add_tokens([5]), r"tokens\[0\] is 5"),
    (lambda tok: tok.enable_truncation(-1), "max_length is -1"),
    (lambda tok: tok.enable_truncation(5, strategy="x"), "longest_first, only_first, only_second"),
    (lambda tok: tok.enable_truncation(5, stride=6), "stride set to 6"),
    (lambda tok: tok.enable_padding(direction="up"), "left, right"),
    (lambda tok: tok.enable_padding(length="x"), "length is 'x'"),
    (lambda tok: tok.train("abc"), "a list of paths"),
    (lambda tok: tok.train_from_iterator([5]), "an item of the iterator is 5"),
    (lambda tok: tok.post_process("abc"), "an Encoding"),
    (lambda tok: tok.id_to_token("x"), "id is 'x'"),
    (lambda tok: tok.token_to_id(5), "str"),
    (lambda tok: setattr(tok, "normalizer", 5), "a normalizer, or None"),
    (lambda tok: setattr(tok, "pre_tokenizer", ours.normalizers.NFC()), "a pre_tokenizer, or None"),
    (lambda tok: setattr(tok, "model", 5), "models.BPE"),
    (lambda tok: setattr(tok, "encode_special_tokens", 5), "True or False"),
    (lambda tok: ours.Tokenizer(5), "models.BPE"),
    (lambda tok: ours.Tokenizer.from_str("{"), "JSON"),
    (lambda tok: ours.Tokenizer.from_str("[]"), "object"),
    (lambda tok: ours.Tokenizer.from_str('{"model": {"type": "BPE"}}'), "vocab"),
    (lambda tok: ours.Tokenizer.from_buffer("x"), "bytes"),
    (lambda tok: ours.models.BPE({"a": 0}), "both specified"),
    (lambda tok: ours.models.BPE({"a": 0}, [("a", "b")]), "Token `b` out of vocabulary"),
    (lambda tok: ours.models.BPE(dropout=2), "from 0 to 1"),
    (lambda tok: ours.models.BPE({"a": "x"}, []), r"vocab\['a'\] is 'x'"),
    (lambda tok: ours.Regex("("), "unterminated|missing"),
    (lambda tok: ours.pre_tokenizers.Split(" ", "up"), "merged_with_previous"),
    (lambda tok: ours.pre_tokenizers.CharDelimiterSplit(""), "expected a string of length 1"),
    (lambda tok: ours.pre_tokenizers.Sequence(5), "a list of pre_tokenizers"),
    (lambda tok: ours.pre_tokenizers.Sequence([ours.normalizers.NFC()]), "a pre_tokenizer"),
    (lambda tok: ours.processors.TemplateProcessing("$C"), "Cannot build Piece"),
    (
        lambda tok: ours.processors.TemplateProcessing("[X]"),
        r"Missing SpecialToken\(s\) with id\(s\) `\[X\]`",
    ),
    (lambda tok: ours.processors.TemplateProcessing(pair="$A"), "must use both sequences"),
    (lambda tok: ours.processors.BertProcessing("a", 1), r"\(str, int\)"),
    (lambda tok: ours.Encoding().truncate(2, 1, "up"), "Invalid truncation direction value : up"),
    (lambda tok: ours.Encoding().char_to_token(-1), "char_pos is -1"),
    (lambda tok: ours.Encoding.merge(5), "a list of Encodings"),
    (lambda tok: ours.decoders.DecodeStream().step(5, 1), "a Tokenizer"),
    (lambda tok: ours.decoders.DecodeStream().step(tok, "x"), "whole number|integer"),
]


@pytest.mark.parametrize("number", range(len(BAD_INPUTS)))
def test_bad_arguments_are_explained(number: int) -> None:
    call, message = BAD_INPUTS[number]
    with pytest.raises(WordchipperLabError, match=message):
        call(ours.Tokenizer.from_pretrained("gpt2"))


OUTSIDE = [
    lambda: ours.models.Unigram(),
    lambda: ours.models.WordPiece.from_file("x"),
    lambda: ours.models.WordLevel({}, unk_token="x"),
    lambda: ours.normalizers.Precompiled(b""),
    lambda: ours.normalizers.Normalizer.custom(object()),
    lambda: ours.pre_tokenizers.Metaspace("_"),
    lambda: ours.pre_tokenizers.UnicodeScripts(),
    lambda: ours.pre_tokenizers.PreTokenizer.custom(object()),
    lambda: ours.decoders.WordPiece(),
    lambda: ours.decoders.CTC(pad_token="x"),
    lambda: ours.trainers.UnigramTrainer(),
    lambda: ours.BertWordPieceTokenizer("x"),
    lambda: ours.SentencePieceBPETokenizer.from_file("x", "y"),
    lambda: ours.NormalizedString("x"),
    lambda: ours.Tokenizer.from_str('{"model": {"type": "Unigram", "vocab": []}}'),
    lambda: ours.Tokenizer(ours.models.BPE(VOCAB, MERGES)).encode("x"),
    lambda: ours.Tokenizer(ours.models.BPE(VOCAB, MERGES, dropout=0.5)).encode("x"),
    lambda: ours.Tokenizer(ours.models.BPE(VOCAB, MERGES, byte_fallback=True)).encode("x"),
    lambda: ours.Tokenizer(ours.models.BPE()).train_from_iterator(["x"]),
]


@pytest.mark.parametrize("number", range(len(OUTSIDE)))
def test_what_is_outside_byte_level_bpe_says_so(number: int) -> None:
    with pytest.raises(UnsupportedVocabError, match=r"expected|without it"):
        OUTSIDE[number]()


def test_unknown_options_are_ignored_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="ignores the unknown option nonsense"):
        assert ours.AddedToken("a", nonsense=1) == ours.AddedToken("a")


def test_names_are_those_of_the_package() -> None:
    for module in ("", "decoders", "models", "normalizers", "pre_tokenizers", "processors", "trainers"):
        a, b = (getattr(lib, module) if module else lib for lib in BOTH)
        names = {name for name in vars(a) if isinstance(vars(a)[name], type) and name[0] != "_"}
        names -= {"Enum", "TextInputSequence", "Model"}  # an import, another name of a type, and a base
        assert names <= set(dir(b)), module
        for name in names:
            if b.__name__.endswith("tokenizers") and name in ("NormalizedString", "PreTokenizedString"):
                continue
            cls = getattr(b, name)
            if cls.__mro__[1].__name__ in ("Unsupported", "_OfAnotherKind"):
                continue
            missing = {each for each in vars(getattr(a, name)) if each[0] != "_"} - set(dir(cls))
            assert missing - {"pre_tokenize", "normalize"} == set(), (module, name)


def test_threads_encode_while_parts_change() -> None:
    tok = ours.Tokenizer(ours.models.BPE(VOCAB, MERGES))
    tok.pre_tokenizer = ours.pre_tokenizers.ByteLevel()
    bare = ours.Tokenizer(ours.models.BPE(VOCAB, MERGES))
    bare.pre_tokenizer = ours.pre_tokenizers.ByteLevel(add_prefix_space=False)
    expected = {tuple(each.encode("the end").ids) for each in (tok, bare)}
    problems: list[object] = []

    def encode() -> None:
        try:
            problems.extend(
                ids for _ in range(60) if (ids := tuple(tok.encode("the end").ids)) not in expected
            )
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=encode) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(20):
        tok.pre_tokenizer = ours.pre_tokenizers.ByteLevel(add_prefix_space=number % 2 == 1)
    for thread in threads:
        thread.join()
    assert all(isinstance(each, tuple) for each in problems), problems


# -- training ----------------------------------------------------------------------------------------------

CORPUS = [
    "low lower lowest new newer",
    "def f(x):\n    return x + 1\n",
    "Die gro\u00dfe \u00dcbung \u6211\u7231\u4f60",
    "aaaa aaa",
] * 3

TRAININGS: dict[str, dict[str, Any]] = {
    "all bytes": {"vocab_size": 300, "initial_alphabet": ours.pre_tokenizers.ByteLevel.alphabet()},
    "special": {"vocab_size": 70, "special_tokens": ["<s>", "</s>"]},
    "frequency": {"vocab_size": 70, "min_frequency": 4},
    "length": {"vocab_size": 70, "max_token_length": 4},
    "full": {"vocab_size": 5},
}


@pytest.mark.parametrize("normalizer", ["none", "bare"])
@pytest.mark.parametrize("pre_tokenizer", ["plain", "split"])
@pytest.mark.parametrize("name", TRAININGS)
def test_training(name: str, pre_tokenizer: str, normalizer: str) -> None:
    files = []
    for lib in BOTH:
        tok = lib.Tokenizer(lib.models.BPE())
        tok.normalizer = NORMALIZERS[normalizer](lib)
        tok.pre_tokenizer = PRE_TOKENIZERS[pre_tokenizer](lib)
        trainer = lib.trainers.BpeTrainer(show_progress=False, **TRAININGS[name])
        tok.train_from_iterator(iter([CORPUS[:5], *CORPUS[5:]]), trainer)
        files.append((json.loads(tok.to_str()), trainer.get_word_count()))
    assert files[0] == files[1]


def test_training_reads_files_line_by_line(tmp_path: Any) -> None:
    path = tmp_path / "corpus.txt"
    path.write_bytes("a b\r\nc d\n\n  x y z\rw\nlast \u00e9 line".encode())
    files = []
    for lib in BOTH:
        tok = lib.ByteLevelBPETokenizer(add_prefix_space=True, unicode_normalizer="nfkc", lowercase=True)
        tok.train(str(path), vocab_size=280, min_frequency=1, show_progress=False, special_tokens=["<s>"])
        files.append((json.loads(tok.to_str()), tok.encode("A last b").tokens, repr(tok)))
    assert files[0] == files[1]


def test_the_rarest_characters_are_left_out() -> None:
    texts = ["a" * 9 + "b" * 7 + "c" * 5 + "d" * 3 + "e"]
    files = []
    for lib in BOTH:
        tok = lib.Tokenizer(lib.models.BPE())
        tok.pre_tokenizer = PRE_TOKENIZERS["plain"](lib)
        tok.train_from_iterator(texts, lib.trainers.BpeTrainer(show_progress=False, limit_alphabet=3))
        files.append((tok.to_str(), tok.encode("abcde").tokens))
    assert files[0] == files[1]


def test_training_that_cannot_be_exact_is_refused() -> None:
    tok = ours.Tokenizer(ours.models.BPE())
    tok.pre_tokenizer = ours.pre_tokenizers.ByteLevel(add_prefix_space=False)
    for special in ("a", "low"):
        with pytest.raises(ValueError, match=r"add it after training|two meanings"):
            tok.train_from_iterator(CORPUS, ours.trainers.BpeTrainer(special_tokens=[special]))


# -- data sets ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("padding", PADDINGS)
@pytest.mark.parametrize(
    ("processor", "truncation"),
    [
        ("none", None),
        ("template", {"max_length": 5}),
        ("both", {"max_length": 4, "direction": "left"}),
        ("bert", {"max_length": 1}),
    ],
)
def test_arrow_lists_hold_what_encode_batch_gives(processor: str, truncation: Any, padding: Any) -> None:
    pytest.importorskip("pyarrow")
    from wordchipper_lab.compat.tokenizers.arrow import TokenizeColumn

    names = ("input_ids", "token_type_ids", "attention_mask", "length")
    chosen = choose(random.Random(1)) | {
        "model": "part",
        "post_processor": processor,
        "encode_special_tokens": False,
    }
    tok = build(ours, chosen | {"truncation": truncation, "padding": padding})
    for add in (True, False):
        table = TokenizeColumn(tok, "text", columns=names, add_special_tokens=add)(
            {"text": TEXTS}
        ).to_pydict()
        encodings = tok.encode_batch(TEXTS, add_special_tokens=add)
        assert table["input_ids"] == [e.ids for e in encodings]
        assert table["attention_mask"] == [e.attention_mask for e in encodings]
        assert table["token_type_ids"] == [e.type_ids for e in encodings]
        assert table["length"] == [len(e) for e in encodings]
    pairs = {"text": TEXTS, "other": TEXTS[::-1], "n": list(range(len(TEXTS)))}
    table = TokenizeColumn(tok, pair="other", keep=True)(pairs).to_pydict()
    assert table["input_ids"] == [e.ids for e in tok.encode_batch(list(zip(TEXTS, TEXTS[::-1], strict=True)))]
    assert table["n"] == pairs["n"]


def test_arrow_problems_are_explained() -> None:
    pa = pytest.importorskip("pyarrow")
    from wordchipper_lab.compat.tokenizers.arrow import TokenizeColumn

    function = TokenizeColumn(ours.Tokenizer.from_pretrained("gpt2"))
    assert function(pa.table({"text": ["hi"]}))["input_ids"].to_pylist() == [[5303]]
    for batch, message in (
        ({"other": []}, "no column 'text'"),
        (pa.table({"other": ["a"]}), "no column 'text'"),
        ("abc", "a table, or a mapping"),
        ({"text": ["a", None]}, "at index 1"),
    ):
        with pytest.raises(WordchipperLabError, match=message):
            function(batch)
    with pytest.raises(ValueError, match="input_ids"):
        TokenizeColumn(function.tokenizer, columns=["tokens"])


def test_no_warnings() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tok = ours.Tokenizer.from_pretrained("gpt2")
        tok.add_special_tokens(["<s>"])
        assert tok.encode("a <s>").ids == [64, 220, 50257]
