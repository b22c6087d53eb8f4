"""A trained vocabulary as a file: other programs give the same ids with it, and it reads back unchanged."""

from __future__ import annotations

import json
import string
from pathlib import Path

import pytest
import tiktoken
from tokenizers import Tokenizer as HuggingFace

import wordchipper_lab as wl
from wordchipper_lab.errors import UnknownNameError, UnsupportedVocabError
from wordchipper_lab.vocab.formats.tokenizer_json_writer import CL100K_FOR_ONIGURUMA, tokenizer_json
from wordchipper_lab.vocab.token_bytes import pack_tokens
from wordchipper_lab.vocab.unified import load_vocab

SOURCE = Path(string.__file__).read_text(encoding="utf-8")
TEXT = SOURCE[:3000] + "<|endoftext|> café 世界 👍 1234567 \r\n\r\n  it's IT'S <|pad|>\t x  "
SPECIAL = ("<|endoftext|>", "<|pad|>")


@pytest.fixture(scope="module", params=["r50k_base", "cl100k_base", "o200k_base", "llama3", "starcoder"])
def trained(request: pytest.FixtureRequest) -> wl.Tokenizer:
    return wl.train_bpe([SOURCE], 400, request.param, SPECIAL)


def test_hugging_face_gives_the_same_ids(trained: wl.Tokenizer, tmp_path: Path) -> None:
    (file,) = trained.save(tmp_path / "tokenizer.json")
    theirs = HuggingFace.from_file(str(file))
    ids = trained.encode(TEXT)
    assert theirs.encode(TEXT).ids == ids
    assert theirs.decode(ids, skip_special_tokens=False) == TEXT
    assert [theirs.token_to_id(text) for text in SPECIAL] == [398, 399]


def test_what_was_written_is_read(trained: wl.Tokenizer, tmp_path: Path) -> None:
    ids = trained.encode(TEXT)
    for name in ("tokenizer.json", "vocab.bpe", "merges.txt", "my.tiktoken"):
        (tmp_path / name).mkdir()
        files = trained.save(tmp_path / name / name)
        pattern = None if name == "tokenizer.json" else trained.pattern
        specials = dict(trained.get_special_tokens()) if name == "my.tiktoken" else None
        back = wl.Tokenizer.from_file(files[0], pattern, specials)
        assert back.encode(TEXT) == ids
        assert back.vocab.special_tokens == trained.vocab.special_tokens


def test_tiktoken_gives_the_same_ids(trained: wl.Tokenizer) -> None:
    ranks = {trained.vocab.token_bytes(token): token for token in range(trained.vocab.n_ranked)}
    theirs = tiktoken.Encoding(
        "trained", pat_str=trained.pattern, mergeable_ranks=ranks, special_tokens=trained.vocab.special_tokens
    )
    assert theirs.encode(TEXT, allowed_special="all") == trained.encode(TEXT)


def test_special_tokens_far_from_the_ranks_keep_their_ids(tmp_path: Path) -> None:
    vocab = load_vocab("p50k_edit")
    file = tokenizer_json(vocab.ranked, pattern=vocab.pattern, special_tokens=vocab.special_tokens)
    theirs = HuggingFace.from_str(json.dumps(file))
    tok = wl.Tokenizer.from_pretrained("p50k_edit")
    text = "x<|fim_prefix|> of <|endoftext|>  \n" + SOURCE[:500]
    assert theirs.encode(text).ids == tok.encode(text)


def test_the_other_wording_of_cl100k_has_the_same_spans_and_is_read_as_its_own(tmp_path: Path) -> None:
    from wordchipper_lab.lab import prove_equivalence

    proof = prove_equivalence(
        wl.build_lexer("cl100k_base", "regex"), wl.build_lexer(CL100K_FOR_ONIGURUMA, "regex")
    )
    assert type(proof).__name__ == "Proof"
    file = wl.train_bpe([SOURCE], 300, "cl100k_base").save(tmp_path / "trained.json")[0]
    assert wl.Tokenizer.from_file(file).lexer == wl.Tokenizer.from_pretrained("cl100k_base").lexer


def test_a_pattern_that_leaves_text_out_leaves_it_out_there_too(tmp_path: Path) -> None:
    tok = wl.train_bpe([SOURCE], 300, r"\w+")
    (file,) = tok.save(tmp_path / "words.json")
    assert HuggingFace.from_file(str(file)).encode(SOURCE[:500]).ids == tok.encode(SOURCE[:500])


def test_what_a_format_cannot_hold_is_refused(tmp_path: Path) -> None:
    tokens = pack_tokens([bytes([byte]) for byte in range(256)])
    for pattern, specials, message in (
        (r"^\w+|\s+", {}, "split pattern"),
        (r"\w+|\W+", {"a": 256}, "'a' .id 256.: a ranked token is written the same way"),
        (r"\w+|\W+", {"<a>": 256, "<b>": 256}, "two special tokens with the same id"),
    ):
        with pytest.raises(UnsupportedVocabError, match=message):
            tokenizer_json(tokens, pattern=pattern, special_tokens=specials)
    with pytest.raises(UnknownNameError, match=r"'my.vocab': expected one of NAME.tiktoken, tokenizer.json"):
        wl.Tokenizer.from_pretrained("r50k_base").save(tmp_path / "my.vocab")


def test_a_special_token_that_would_not_be_one_again_is_refused(tmp_path: Path) -> None:
    tok = wl.train_bpe([SOURCE], 300, special_tokens=["<s>"])
    with pytest.raises(UnsupportedVocabError, match=r"vocab.bpe cannot say that '<s>' is a special token"):
        tok.save(tmp_path / "vocab.bpe")
    assert not list(tmp_path.iterdir())
