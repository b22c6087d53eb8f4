"""Ids equal tiktoken's: every vocabulary, lexer and encoder, on chosen, random and hostile text."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

import wordchipper_lab as wl

MODELS = wl.Tokenizer.available_models()

TEXTS = [
    "",
    "hello world",
    "Hello  world's   tokenization: don't, WE'LL, it's 'Sfoo 'ſ 've \n\n  end  ",
    "tabs\t\tand\r\n\r\n  mixed \u00a0 spaces\u3000\u2028 x\n \n  \n",
    "    def f(x):\n        return x**2  # 1234567890 ½ ² ٣٤٥\n",
    "naïve café Ünïcödé ǅ ʰ ـــ न्नमस्ते किताब \u0301\u0301 e\u0301",
    "日本語のテキスト、中文文本。한국어 텍스트 สวัสดีชาวโลก שלום عالم",
    "👨‍👩‍👧‍👦🏳️‍🌈 🇩🇪🇫🇷 👍🏽 \u200d\ufe0f",
    "{\"a\": [1, 2.5e-3, null]} <div class='x'>&nbsp;</div> a/b//c/\r\n http://x.y/?q=1",
    "\x00\x01\x7f\x85\u200b\ufeff\uffff\U0010ffff",
    "<|endoftext|> a <|endofprompt|><|fim_prefix|>b<|start|>user<|message|>hi<|end|><|endoftex",
]


def reference(name: str) -> tiktoken.Encoding:
    return tiktoken.get_encoding(name)


@pytest.mark.parametrize("encoder", wl.ENCODERS)
@pytest.mark.parametrize("lexer", wl.LEXERS)
@pytest.mark.parametrize("model", MODELS)
def test_chosen_texts(model: str, lexer: str, encoder: str) -> None:
    tok, enc = wl.Tokenizer.from_pretrained(model, lexer=lexer, encoder=encoder), reference(model)
    for text in TEXTS:
        assert tok.encode(text) == enc.encode(text, allowed_special="all"), text
        assert tok.encode(text, special="text") == enc.encode(text, disallowed_special=()), text
        assert tok.decode(tok.encode(text)) == text


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    for model in MODELS:
        assert wl.Tokenizer.from_pretrained(model).encode(text) == reference(model).encode(
            text, allowed_special="all"
        )


@pytest.mark.deep
@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "a",
                "Z",
                "é",
                "ǅ",
                "ʰ",
                "ا",
                "\u0301",
                "1",
                "½",
                " ",
                "\t",
                "\n",
                "\r",
                "\u00a0",
                "'",
                "'s",
                "'LL",
                "ſ",
                "!",
                "/",
                "👍",
                "<|endoftext|>",
                "<|",
            ]
        ),
        max_size=40,
    ).map("".join)
)
def test_any_text_of_telling_characters(text: str) -> None:
    for model in MODELS:
        expected = reference(model).encode(text, allowed_special="all")
        for lexer in wl.LEXERS:
            assert wl.Tokenizer.from_pretrained(model, lexer=lexer).encode(text) == expected


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(categories=["Cs", "Lu", "Zs", "So"]), max_size=20))
def test_surrogates_are_treated_as_by_tiktoken(text: str) -> None:
    for model in MODELS:
        assert wl.Tokenizer.from_pretrained(model).encode(text) == reference(model).encode(
            text, allowed_special="all"
        )


def random_text(rng: random.Random, size: int) -> str:
    ranges = [(32, 126)] * 6 + [
        (0xA0, 0x24F),
        (0x370, 0x5FF),
        (0x900, 0xDFF),
        (0x3040, 0x9FFF),
        (0xAC00, 0xD7A3),
        (0x1F300, 0x1FAFF),
    ]
    words = []
    for _ in range(size):
        low, high = rng.choice(ranges)
        words.append("".join(chr(rng.randint(low, high)) for _ in range(rng.randint(1, 12))))
        words.append(rng.choice([" ", " ", " ", "  ", "\n", "\n\n  ", "\t", ""]))
    return "".join(words)


@pytest.mark.sampled("p50k_base", "o200k_base")
@pytest.mark.parametrize("model", MODELS)
def test_random_text_across_many_blocks(model: str) -> None:
    """Enough spans for several blocks, with repeats so that the memo is also used."""
    text = random_text(random.Random(23), 15000)
    text += text[:100000] + "<|endoftext|>" + text[-5000:]
    tok = wl.Tokenizer.from_pretrained(model)
    assert len(tok.spans(text)) > 20000
    expected = reference(model).encode(text, allowed_special="all")
    assert tok.encode(text) == expected
    assert tok.count(text) == len(expected)
    assert tok.encode_batch([text, text[:1000]], num_threads=2)[0] == expected


@pytest.mark.sampled("cl100k_base", "o200k_base")
@pytest.mark.parametrize("model", MODELS)
def test_every_character_in_context(model: str) -> None:
    """Each scalar value once, between a letter and a space, through the whole pipeline."""
    tok, enc = wl.Tokenizer.from_pretrained(model), reference(model)
    step = 4096
    scalars = [*range(0xD800), *range(0xE000, 0x20000, 1), *range(0x20000, 0x110000, 61)]
    for first in range(0, len(scalars), step):
        text = "".join(f"a{chr(code)} " for code in scalars[first : first + step])
        assert tok.encode(text, special="text") == enc.encode_ordinary(text)


def every_scalar_in(context: str) -> Iterator[list[str]]:
    """A text for each scalar value, 65,536 at a time."""
    texts = [context.replace("{}", chr(code)) for code in [*range(0xD800), *range(0xE000, 0x110000)]]
    for first in range(0, len(texts), 1 << 16):
        yield texts[first : first + (1 << 16)]


CONTEXTS = ["{}", "a{}a", " {} ", "'{}s", "1{}1", "\n{}\n", "A{}' {}", "  {}{}"]


@pytest.mark.deep
@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("model", ["r50k_base", "cl100k_base", "o200k_base"])
def test_every_scalar_value_in_every_context(model: str, context: str) -> None:
    """Each as a separate text: between special tokens, which end a text; planes 0 and 1 also in batches."""
    tok, enc = wl.Tokenizer.from_pretrained(model), reference(model)
    for number, chunk in enumerate(every_scalar_in(context)):
        text = "<|endoftext|>".join(chunk)  # one call per text would take three times as long
        theirs = enc.encode(text, allowed_special="all")
        assert tok.encode(text) == theirs
        if number < 2:
            ours = tok.encode_batch(chunk, special="text")
            assert [token for ids in ours for token in (*ids, enc.eot_token)][:-1] == theirs


@pytest.mark.exhaustive
@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("model", ["r50k_base", "cl100k_base", "o200k_base"])
def test_every_scalar_value_in_every_context_as_a_text(model: str, context: str) -> None:
    tok, enc = wl.Tokenizer.from_pretrained(model), reference(model)
    for chunk in every_scalar_in(context):
        assert tok.encode_batch(chunk, special="text") == [enc.encode_ordinary(text) for text in chunk]


@pytest.mark.sampled("o200k_base- ", "o200k_base-9", "u0e01", "ud55c")
@pytest.mark.parametrize("unit", ["a", " ", "_", "ก", "\n", "9", "ab", "한"])
@pytest.mark.parametrize("model", ["r50k_base", "cl100k_base", "o200k_base"])
def test_repeats_are_exact_and_not_quadratic(model: str, unit: str) -> None:
    """A megabyte of repeats: with quadratic work this would not end. tiktoken checks a prefix of it."""
    tok = wl.Tokenizer.from_pretrained(model)
    text = unit * (1_000_000 // len(unit.encode()))
    tokens = tok.encode_array(text)
    assert tok.decode(tokens) == text
    short = unit * 3000
    assert tok.encode(short) == reference(model).encode_ordinary(short)
    assert tok.encode_array(text).tolist() == wl.Tokenizer.from_pretrained(
        model, encoder="priority_merge"
    ).encode(text)


@pytest.mark.sampled("r50k_base")
@pytest.mark.parametrize("model", ["r50k_base", "cl100k_base", "o200k_base"])
def test_random_letters_are_exact(model: str) -> None:
    rng = random.Random(29)
    text = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=1_000_000))
    tok = wl.Tokenizer.from_pretrained(model)
    assert tok.encode(text) == wl.Tokenizer.from_pretrained(model, encoder="priority_merge").encode(text)
    assert tok.encode(text[:20000]) == reference(model).encode_ordinary(text[:20000])
