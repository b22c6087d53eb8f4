"""The `Tokenizer` as users meet it: where it comes from, what it accepts, what it reports about itself."""

from __future__ import annotations

import base64
import multiprocessing
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import tiktoken

import wordchipper_lab as wl
from wordchipper_lab.decoders import token_decoder
from wordchipper_lab.encoders import chunks
from wordchipper_lab.errors import (
    PatternSyntaxError,
    SpecialTokenError,
    TextError,
    TokenTypeError,
    UnknownNameError,
    UnknownTokenError,
    UnsupportedVocabError,
    VocabFormatError,
)

TOK = wl.Tokenizer.from_pretrained("cl100k_base")


# -- where tokenizers come from ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["o200k_base", "openai:o200k_base", "openai::o200k_base"])
def test_names(name: str) -> None:
    assert wl.Tokenizer.from_pretrained(name).name == "o200k_base"


def test_gpt2_is_r50k() -> None:
    assert wl.Tokenizer.from_pretrained("gpt2").encode("hello") == tiktoken.get_encoding("r50k_base").encode(
        "hello"
    )


@pytest.mark.parametrize("name", ["", "gpt-9000", "openai:", None])
def test_unknown_names_list_what_there_is(name: object) -> None:
    with pytest.raises(ValueError, match=r"r50k_base.*o200k_harmony"):
        wl.Tokenizer.from_pretrained(name)  # type: ignore[arg-type]


def test_unknown_lexers_and_encoders_list_what_there_is() -> None:
    with pytest.raises(UnknownNameError, match="regex, automaton, logos, vector, auto"):
        wl.Tokenizer.from_pretrained("r50k_base", lexer="quick")
    with pytest.raises(UnknownNameError, match=r"buffer_sweep.*bpe_backtrack, auto"):
        wl.Tokenizer.from_pretrained("r50k_base", encoder="quick")


@pytest.mark.parametrize(
    ("model", "name"),
    [("gpt-4o-mini", "o200k_base"), ("gpt-4", "cl100k_base"), ("text-davinci-003", "p50k_base")],
)
def test_for_model(model: str, name: str) -> None:
    assert wl.Tokenizer.for_model(model, encoder="merge_heap").name == name


def test_from_file_reads_what_save_wrote(tmp_path: Path) -> None:
    path = tmp_path / "mine.tiktoken"
    TOK.save_base64_vocab(path)
    again = wl.Tokenizer.from_file(path, pattern="cl100k_base", special_tokens={"<|endoftext|>": 100257})
    text = "round trips<|endoftext|> work, don't they?"
    assert again.name == "mine"
    assert again.encode(text) == TOK.encode(text)
    assert again.vocab_size == TOK.vocab_size


def test_from_file_with_a_pattern_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.tiktoken"
    TOK.save_base64_vocab(path)
    tok = wl.Tokenizer.from_file(path, pattern=r"\S+|\s+")
    assert [tok.decode(tok.encode(text)) for text in ("a  b", "")] == ["a  b", ""]
    assert tok.spans("ab, c").ends.tolist() == [3, 4, 5]
    with pytest.raises(PatternSyntaxError):
        wl.Tokenizer.from_file(path, pattern=r"(\S+", lexer="regex")


def test_from_file_names_the_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.tiktoken"
    path.write_bytes(b"YQ== 0\nYg==\n")
    with pytest.raises(VocabFormatError, match=r"bad\.tiktoken, line 2"):
        wl.Tokenizer.from_file(path)
    with pytest.raises(FileNotFoundError):
        wl.Tokenizer.from_file(tmp_path / "missing.tiktoken")


def test_backtracking_is_refused_where_it_would_not_be_exact(tmp_path: Path) -> None:
    path = tmp_path / "unordered.tiktoken"
    tokens = [bytes([i]) for i in range(256)] + [b"abc", b"ab"]
    path.write_bytes(b"".join(base64.b64encode(t) + b" %d\n" % i for i, t in enumerate(tokens)))
    with pytest.raises(UnsupportedVocabError, match="choose priority_merge"):
        wl.Tokenizer.from_file(path, encoder="bpe_backtrack")
    tok = wl.Tokenizer.from_file(path)
    assert (tok.encoder, tok.encode("abcab")) == ("priority_merge", [256, 257])
    assert tok.encode("abc") == [256]


# -- what it encodes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [b"bytes", 5, None, ["a"], 1.5])
def test_only_text_is_text(text: object) -> None:
    with pytest.raises(TextError, match="expected text as str"):
        TOK.encode(text)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        TOK.encode_batch(["fine", text])  # type: ignore[list-item]


def test_one_text_is_no_batch() -> None:
    with pytest.raises(TextError, match="put it in a list"):
        TOK.encode_batch("hello")


def test_special_policies() -> None:
    text = "né <|endoftext|>"
    assert TOK.encode(text) == [*TOK.encode("né "), 100257]
    assert 100257 not in TOK.encode(text, special="text")
    with pytest.raises(SpecialTokenError, match=r"'<\|endoftext\|>' at byte 4.*special=\"parse\""):
        TOK.encode(text, special="error")
    assert TOK.encode("plain", special="error") == TOK.encode("plain")
    with pytest.raises(UnknownNameError, match="parse, text, error"):
        TOK.encode(text, special="ignore")  # type: ignore[arg-type]


@pytest.mark.parametrize("num_threads", [1, 2, 5])
def test_batches_are_their_texts(num_threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "_CHUNK_CHARACTERS", 64)
    texts = ["", "a", "", "hello world " * 20, "", "日本語<|endoftext|>", "x" * 500, ""] * 7 + [""]
    expected = [TOK.encode(text) for text in texts]
    assert TOK.encode_batch(texts, num_threads=num_threads) == expected
    batch = TOK.encode_batch_arrays(iter(texts), num_threads=num_threads)
    assert batch.tokens.dtype == np.uint32
    assert batch.offsets.dtype == np.int64
    assert [tokens.tolist() for tokens in batch] == expected
    assert TOK.count_batch(texts, num_threads=num_threads).tolist() == [len(tokens) for tokens in expected]
    assert TOK.decode_batch(batch) == TOK.decode_batch(expected) == texts


@pytest.mark.parametrize("num_threads", [1, 2, 5])
@pytest.mark.parametrize("chunk", [1, 20, 1 << 15])
def test_decoded_batches_are_their_texts(
    num_threads: int, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(token_decoder, "_CHUNK_TOKENS", chunk)
    for texts in (["", "a", "日本語 naïve", "", "hello world " * 40, ""], ["x y " * 700] * 3, [""], []):
        batch = TOK.encode_batch_arrays(texts)
        expected = [TOK.decode(tokens) for tokens in batch]
        assert expected == texts
        for given in (batch, batch.to_lists(), list(batch), iter(batch), map(tuple, batch.to_lists())):
            assert TOK.decode_batch(given, num_threads=num_threads) == texts
    split = [TOK.encode("👍🏽")[:1], TOK.encode("a")]
    assert TOK.decode_batch(split, num_threads=num_threads) == [TOK.decode(tokens) for tokens in split]
    with pytest.raises(UnicodeDecodeError):
        TOK.decode_batch(split, "strict", num_threads)
    with pytest.raises(UnknownNameError, match="error handler"):
        TOK.decode_batch(split, "nope", num_threads)


@pytest.mark.parametrize("num_threads", [1, 2])
def test_a_wrong_id_in_a_batch_is_named_with_its_place(num_threads: int) -> None:
    for wrong, error in ((10**6, UnknownTokenError), (-1, UnknownTokenError), (True, TokenTypeError)):
        for batch in ([[1, 2, 3], [], [wrong, 4]], [[1], [2, wrong]] if wrong is not True else [[wrong]]):
            with pytest.raises(error) as raised:
                TOK.decode_batch(batch, num_threads=num_threads)
            if error is UnknownTokenError:
                assert f"(at index {batch[-1].index(wrong)})" in str(raised.value)


@pytest.mark.parametrize("texts", [[], [""], ["", ""]])
def test_batches_of_nothing(texts: list[str]) -> None:
    assert TOK.encode_batch(texts) == [[] for _ in texts]
    assert TOK.encode_batch_arrays(texts).offsets.tolist() == [0] * (len(texts) + 1)
    assert TOK.count_batch(texts).tolist() == [0] * len(texts)


def test_bad_thread_counts() -> None:
    for bad in (0, -2):
        with pytest.raises(ValueError, match="at least 1"):
            TOK.encode_batch(["a"], num_threads=bad)
        with pytest.raises(ValueError, match="at least 1"):
            wl.Tokenizer.from_pretrained("r50k_base", num_threads=bad)


def test_an_error_in_one_thread_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "_CHUNK_CHARACTERS", 16)
    with pytest.raises(SpecialTokenError):
        TOK.encode_batch(["some words here"] * 20 + ["<|endoftext|>"], special="error", num_threads=2)


def test_threads_do_not_disturb_each_other() -> None:
    texts = [f"text number {i} " * (i % 50 + 1) + "ü" * i for i in range(300)]
    expected = [TOK.encode(text) for text in texts]
    barrier = threading.Barrier(8)

    def work(_: int) -> bool:
        barrier.wait()
        return [TOK.encode(text) for text in texts] == expected

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))


def _encode_in_child(texts: list[str]) -> list[list[int]]:
    return TOK.encode_batch(texts, num_threads=2)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_can_encode_batches() -> None:
    texts = ["hello world " * 40_000] * 4
    expected = TOK.encode_batch(texts, num_threads=2)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(_encode_in_child, (texts,)).get(timeout=60) == expected


def test_a_long_span_is_forgotten_again() -> None:
    workspace = TOK._encoder._workspace()
    TOK.encode("a" * 3_000_000)
    assert workspace.span_work.capacity[0] < 1 << 21
    assert TOK.encode("hello world") == [15339, 1917]


def test_encode_with_spans_tells_where_everything_lies(tmp_path: Path) -> None:
    path = tmp_path / "words.tiktoken"
    TOK.save_base64_vocab(path)
    tok = wl.Tokenizer.from_file(path, pattern=r"\w+", special_tokens={"<|x|>": 200_000, "<|yy|>": 200_000})
    text = "né, tokenizations<|x|>!! 👍a<|yy|>"
    found = tok.encode_with_spans(text)
    data = text.encode()
    assert bytes(found.data) == data
    assert found.tokens.tolist() == tok.encode(text)
    assert found.span_ends.tolist() == tok.spans(text).ends.tolist()
    for token, start, end in zip(found.tokens.tolist(), found.token_starts, found.token_ends, strict=True):
        expected = tok.id_to_bytes(token) if token != 200_000 else data[start:end]
        assert data[start:end] == expected
    assert data[found.token_starts[-1] :] == b"<|yy|>"
    gaps = [data[s.start : s.end].decode() for s in tok.spans(text) if s.kind == "gap"]
    assert gaps == [", ", "!! 👍"]
    per_span = np.diff(found.span_token_ends, prepend=0)
    assert per_span[found.span_kinds == 2].tolist() == [0, 0]
    empty = tok.encode_with_spans("")
    assert len(empty.tokens) == len(empty.span_ends) == 0


# -- what it decodes --------------------------------------------------------------------------------------


def test_decoding() -> None:
    assert TOK.decode([]) == ""
    assert TOK.decode(np.array([15339, 1917], dtype=np.uint32)) == "hello world"
    assert TOK.decode(token for token in (15339, 1917)) == "hello world"
    assert TOK.decode([100257]) == "<|endoftext|>"
    half = TOK.encode("👍")[:1]
    assert TOK.decode(half) == "�"
    assert TOK.decode_bytes(half) == tiktoken.get_encoding("cl100k_base").decode_bytes(half)
    with pytest.raises(UnicodeDecodeError):
        TOK.decode(half, errors="strict")
    assert TOK.decode(half, errors="ignore") == ""


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ([5, 100256], r"no token has the id 100256 \(at index 1\): cl100k_base has ids from 0 to 100276"),
        ([-1], "id -1"),
        ([10**9], "id 1000000000"),
        ([2**64], "18446744073709551616"),
        ([2**63 + 5], "9223372036854775813"),
        ([1.0], "got 1.0 .float"),
        ([1, "a"], "integers"),
        ([None], "got None"),
        ([True, False], "got True"),
        ("hello", "got str"),
        ([[1, 2], [3, 4]], "2 dimensions"),
        (5, "flat sequence of token ids, got int"),
    ],
)
def test_what_is_no_id_is_named(tokens: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TOK.decode(tokens)  # type: ignore[arg-type]


def test_a_huge_list_of_ids() -> None:
    tokens = [15339, 1917] * 500_000
    assert TOK.decode(tokens) == "hello world" * 500_000
    tokens[-1] = 10**7
    with pytest.raises(UnknownTokenError, match="at index 999999"):
        TOK.decode(tokens)


@pytest.mark.parametrize("text", ["", "hello world", "né 👍🏽 日本 a", "👨‍👩‍👧 x\u0301"])
def test_offsets_are_those_of_tiktoken(text: str) -> None:
    for model in wl.Tokenizer.available_models():
        tok, enc = wl.Tokenizer.from_pretrained(model), tiktoken.get_encoding(model)
        tokens = enc.encode(text)
        assert tok.decode_with_offsets(tokens) == enc.decode_with_offsets(tokens)
    with pytest.raises(UnicodeDecodeError):
        TOK.decode_with_offsets(TOK.encode("👍")[:1])


@pytest.mark.parametrize("model", wl.Tokenizer.available_models())
def test_every_id_has_tiktokens_bytes(model: str) -> None:
    tok, enc = wl.Tokenizer.from_pretrained(model), tiktoken.get_encoding(model)
    assert tok.max_token == enc.max_token_value
    assert tok.vocab_size == len(enc._mergeable_ranks)
    known = sorted({*enc._mergeable_ranks.values(), *enc._special_tokens.values()})
    assert tok.decode_bytes(known) == b"".join(enc.decode_tokens_bytes(known))
    assert dict(tok.get_special_tokens()) == enc._special_tokens
    for token in (*known[::997], *enc._special_tokens.values()):
        assert tok.id_to_bytes(token) == enc.decode_single_token_bytes(token)


# -- what it reports about itself -------------------------------------------------------------------------


def test_tokens_by_text() -> None:
    assert TOK.token_to_id("hello") == 15339
    assert TOK.token_to_id("<|endoftext|>") == 100257
    assert TOK.token_to_id("no such token at all") is None
    assert TOK.token_to_id("") is None
    assert TOK.id_to_token(15339) == "hello"
    assert TOK.id_to_token(100257) == "<|endoftext|>"
    assert TOK.id_to_token(255) == "�"
    assert TOK.id_to_token(100256) is None
    assert TOK.id_to_token(-5) is None
    with pytest.raises(UnknownTokenError):
        TOK.id_to_bytes(100256)
    with pytest.raises(TextError):
        TOK.token_to_id(b"hello")  # type: ignore[arg-type]


def test_harmony_decodes_its_shared_id_as_tiktoken_does() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_harmony")
    assert tok.encode("<|endofprompt|><|reserved_200018|>") == [200018, 200018]
    assert tok.decode([200018]) == "<|endofprompt|>"


def test_a_tokenizer_shows_itself() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_harmony", lexer="logos", encoder="merge_heap")
    assert repr(tok) == "<Tokenizer 'o200k_harmony' lexer='logos' encoder='merge_heap'>"
    html = tok._repr_html_()
    for shown in (
        "o200k_harmony",
        "199,998",
        "201,087",
        "logos",
        "merge_heap",
        "&lt;|startoftext|&gt;",
        "1,091 in all",
        "\\p{Lu}",
    ):
        assert shown in html
    assert "<script" not in html


def test_a_tokenizer_can_be_pickled() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base", lexer="logos", encoder="tail_sweep", num_threads=1)
    again = pickle.loads(pickle.dumps(tok))
    assert repr(again) == repr(tok)
    assert again.encode("hello") == tok.encode("hello")


def test_warmup_reports_its_progress() -> None:
    seen: list[tuple[str, int, int]] = []
    wl.warmup(["r50k_base"], progress=lambda label, done, total: seen.append((label, done, total)))
    assert [done for _, done, _ in seen] == list(range(len(seen)))
    assert {total for *_, total in seen} == {len(seen) - 1}
    assert seen[-1][0] == "ready"
    with pytest.raises(UnknownNameError):
        wl.warmup(["nothing"])


def test_a_tokenizer_of_a_vocabulary_of_ones_own_can_be_pickled(tmp_path: Path) -> None:
    own = wl.Tokenizer.from_pretrained("gpt2")
    own.save_base64_vocab(tmp_path / "own.tiktoken")
    tok = wl.Tokenizer.from_file(
        tmp_path / "own.tiktoken",
        "llama3",
        {"<x>": 60000},
        lexer="regex",
        encoder="merge_heap",
        num_threads=3,
    )
    again = pickle.loads(pickle.dumps(tok))
    text = "It's 2024<x> naïve"
    assert again.encode(text) == tok.encode(text)
    assert again.get_special_tokens() == [("<x>", 60000)]
    assert (again.name, again.lexer, again.encoder, again.num_threads, again.pattern) == (
        ("own", "regex", "merge_heap", 3, tok.pattern)
    )
