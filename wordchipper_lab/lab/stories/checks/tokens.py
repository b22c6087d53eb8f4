"""A text and its tokens."""

from __future__ import annotations

from ....text.text_bytes import encode_text
from ...benchmark.corpora import load_corpus
from ...decoding import decode_ids
from ...exploration import Exploration, explore
from .registry import check, tokenizer

__all__ = [
    "count_bytes",
    "count_bytes_repeated",
    "count_different_ids",
    "count_letter",
    "count_tokens",
    "count_tokens_of_sample",
    "decoded_token",
    "fullest_token",
    "is_same_in_parts",
    "same_ids",
    "share_of_single_tokens",
    "shared_ids",
    "split_characters",
    "token",
    "token_id",
    "token_ids",
    "tokens_as_text",
    "written",
]


def _explore(text: str, model: str, special: str = "parse") -> Exploration:
    return explore(tokenizer(model), text, special)


def written(data: bytes) -> str:
    """Bytes for people: a space as ·, a newline as ⏎, and what is not whole characters in hexadecimal.

    >>> written(b" world"), written("👍".encode()[:3])
    ('·world', '‹f0 9f 91›')
    """
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return f"‹{data.hex(' ')}›"
    return text.translate({ord(" "): "·", ord("\n"): "⏎", ord("\t"): "⇥", 0x200D: "‹ZWJ›"})


@check
def count_tokens(text: str, model: str = "o200k_base", special: str = "parse") -> int:
    """The number of tokens of a text."""
    return len(_explore(text, model, special).tokens)


@check
def tokens_as_text(text: str, model: str = "o200k_base", special: str = "parse") -> list[str]:
    """The tokens of a text, written out."""
    return [written(data) for data in _explore(text, model, special).token_bytes()]


@check
def token_ids(text: str, model: str = "o200k_base", special: str = "parse") -> list[int]:
    """The ids of a text."""
    return [int(token) for token in _explore(text, model, special).tokens]


@check
def token(text: str, number: int, model: str = "o200k_base") -> str:
    """One token of a text, written out; the first has the number 1."""
    return tokens_as_text(text, model)[number - 1]


@check
def token_id(text: str, number: int, model: str = "o200k_base") -> str:
    """The id of one token of a text; the first has the number 1."""
    return str(token_ids(text, model)[number - 1])


@check
def count_bytes(text: str) -> int:
    """The bytes of a text's UTF-8."""
    return len(encode_text(text))


@check
def count_letter(text: str, letter: str) -> int:
    """How often a letter occurs."""
    return text.count(letter)


@check
def fullest_token(text: str, letter: str, model: str = "o200k_base") -> str:
    """The token that holds a letter most often; of several, the first."""
    return max(tokens_as_text(text, model), key=lambda piece: piece.count(letter))


@check
def shared_ids(one: str, other: str, model: str = "o200k_base") -> int:
    """How many ids occur in both texts."""
    return len(set(token_ids(one, model)) & set(token_ids(other, model)))


@check
def same_ids(one: str, other: str, model: str = "o200k_base") -> bool:
    """Whether two texts have the same ids."""
    return token_ids(one, model) == token_ids(other, model)


@check
def count_different_ids(text: str, model: str = "o200k_base") -> int:
    """How many different ids a text has."""
    return len(set(token_ids(text, model)))


@check
def is_same_in_parts(first: str, second: str, model: str = "o200k_base") -> bool:
    """Whether two texts one after the other have the ids of both together."""
    return token_ids(first, model) + token_ids(second, model) == token_ids(first + second, model)


@check
def split_characters(text: str, model: str = "o200k_base") -> int:
    """How many characters are split over several tokens."""
    return _explore(text, model).statistics.split_characters


@check
def decoded_token(text: str, number: int, model: str = "o200k_base") -> str:
    """One token of a text decoded alone; the first has the number 1."""
    return decode_ids(tokenizer(model), [token_ids(text, model)[number - 1]]).text


@check
def count_tokens_of_sample(corpus: str, model: str = "o200k_base") -> int:
    """The number of tokens of a text that comes with the package: "english", "diverse" or "code"."""
    return tokenizer(model).count(load_corpus(corpus).text)


@check
def share_of_single_tokens(corpus: str, model: str = "o200k_base") -> int:
    """Spans of a sample text that are one token, in percent of all its word spans."""
    found = _explore(load_corpus(corpus).text, model).statistics
    return round(100 * found.single_token_spans / found.word_spans)


@check
def count_bytes_repeated(text: str, repeat: int) -> int:
    """The bytes of a text that is repeated."""
    return count_bytes(text) * repeat
