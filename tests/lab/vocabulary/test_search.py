"""Search, compared with a loop over all tokens."""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from functools import cache

import numpy as np
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.errors import InputError, PatternSyntaxError, UnknownNameError, WorkLimitError
from wordchipper_lab.lab import Query, search_vocabulary
from wordchipper_lab.lab.page_limits import page_limits
from wordchipper_lab.lab.vocabulary import CHOICES, KINDS, index_vocabulary, parse_hex, parse_ranges
from wordchipper_lab.lab.vocabulary.matching import match_bytes
from wordchipper_lab.lab.vocabulary.regex_matching import _search_block, is_harmless, match_pattern
from wordchipper_lab.spanners.pattern_size import pattern_size
from wordchipper_lab.vocab import UnifiedVocab, load_vocab

MATCHES = {
    "contains": lambda token, wanted: wanted in token,
    "starts": lambda token, wanted: token.startswith(wanted),
    "ends": lambda token, wanted: token.endswith(wanted),
    "exact": lambda token, wanted: token == wanted,
}


@cache
def all_tokens(vocab: UnifiedVocab) -> dict[int, bytes]:
    index = index_vocabulary(vocab)
    return {token: vocab.token_bytes(token) for token in index.ids.tolist()}


def found(vocab: UnifiedVocab, query: str = "", **options: object) -> list[int]:
    return search_vocabulary(vocab, query, **options).ids.tolist()


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("name", ["odd", "r50k_base", "p50k_edit"])
@pytest.mark.parametrize("text", [" the", "a", "ing", "ж", "<|", "zzzzqq", "\n", "<script>"])
def test_text_and_hex(odd, name: str, match: str, text: str) -> None:
    vocab = odd if name == "odd" else load_vocab(name)
    expected = [i for i, token in all_tokens(vocab).items() if MATCHES[match](token, text.encode())]
    assert found(vocab, text, match=match) == expected
    assert found(vocab, text.encode().hex(" "), by="hex", match=match) == expected
    assert found(vocab, text.encode().hex(), by="hex", match=match, descending=True) == expected[::-1]


@given(st.lists(st.binary(min_size=1, max_size=6), min_size=1, max_size=20), st.binary(max_size=4))
def test_bytes_never_match_across_a_border(tokens: list[bytes], wanted: bytes) -> None:
    data = np.frombuffer(b"".join(tokens) + b"\0\0", dtype=np.uint8)
    starts = np.array([0, *np.cumsum([len(token) for token in tokens])])
    for match, matches in MATCHES.items():
        expected = [i for i, token in enumerate(tokens) if matches(token, wanted)]
        assert match_bytes(data, starts, wanted, match).tolist() == expected


def test_case_is_folded_as_python_folds_it(odd) -> None:
    assert found(odd, "strasse", ignore_case=True) == found(odd, "STRAßE", ignore_case=True) == [267, 268]
    assert found(odd, "strasse") == []
    vocab = load_vocab("r50k_base")
    expected = [
        i for i, token in all_tokens(vocab).items() if "the" in token.decode(errors="replace").casefold()
    ]
    assert found(vocab, "ThE", ignore_case=True) == expected


def test_partial_characters_are_found_by_their_bytes(odd) -> None:
    assert found(odd, "f0 9f", by="hex") == [263, 265]
    assert found(odd, "\ufffd") == [266], (
        "a text search compares bytes: a token that is not whole UTF-8 contains no U+FFFD"
    )
    assert 263 in found(odd, "\ufffd", by="regex"), "a regex sees it there"
    assert found(odd, utf8="partial", min_bytes=2) == [263, 264, 265]
    assert found(odd, utf8="whole", kind="not whole UTF-8") == []


@pytest.mark.parametrize(
    "pattern",
    [
        r"^ ?[A-Z]{5,}$",
        r"ing$",
        r"(.)\1\1",
        r"\bthe\b",
        r"(?<=a)b",
        r"[^a-z]",
        r"^\s+$",
        r"\p{Lu}$",
        r"(?i)THE",
        r"(a|b)+$",
        r"\Aa|b\Z",
        "",
    ],
)
@pytest.mark.parametrize("ignore_case", [False, True])
def test_regex(pattern: str, ignore_case: bool) -> None:
    vocab = load_vocab("r50k_base")
    compiled = regex.compile(pattern, regex.IGNORECASE if ignore_case else 0)
    texts = index_vocabulary(vocab).texts
    expected = [
        i
        for i, text in zip(index_vocabulary(vocab).ids.tolist(), texts, strict=True)
        if compiled.search(text)
    ]
    assert found(vocab, pattern, by="regex", ignore_case=ignore_case) == expected


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "(?:a|aa)+",
        "a+b+c+d+e+",
        "(?R)",
        "(?>a)",
        "(?x) a",
        "(a) *",
        "(a){2}",
        "(?:foo){e<=2}",
        "a|b|c|d|e|f",
    ],
)
def test_what_may_take_long_is_searched_with_a_limit_for_each_token(pattern: str) -> None:
    assert not is_harmless(pattern)


@pytest.mark.parametrize(
    "pattern", [r"^ ?[A-Z]{5,}$", "(?i)the", r"\p{Han}{2,}\p{L}+", "(?:ab|c)", "(?<=a)b+", "x"]
)
def test_what_cannot_take_long_is_not(pattern: str) -> None:
    assert is_harmless(pattern)


def test_a_pattern_without_end_is_ended(odd) -> None:
    began = time.monotonic()
    with pytest.raises(WorkLimitError, match="backtracks for too long"):
        found(odd, r"(a|aa|aaa|a*a)+$", by="regex")
    assert time.monotonic() - began < 20
    with pytest.raises(WorkLimitError, match="were not yet searched"):
        match_pattern(["ab"] * 1000, np.arange(1000), "b", seconds=0)


def test_time_in_which_this_thread_did_nothing_does_not_count() -> None:
    limits = []

    def search(text: str, timeout: float = 0.05) -> bool:
        limits.append(timeout)
        if text == "starved" and timeout < 0.1:
            raise TimeoutError
        return text != "no"

    assert _search_block(search, ["yes", "no", "starved"], [0, 1, 2]) == [0, 2]
    assert limits == [0.05, 0.05, 0.05, 0.5, 0.5, 0.5]


def test_other_threads_run_while_a_wild_pattern_is_searched() -> None:
    """A kernel answers its page meanwhile. A search that held the interpreter lock would allow one beat."""
    is_over = threading.Event()
    searches = 5

    def search() -> None:
        for _ in range(searches):
            with suppress(WorkLimitError):  # after 50 ms
                match_pattern(["a" * 99 + "b"], np.arange(1), "(a|aa|aaa)+c")
        is_over.set()

    thread = threading.Thread(target=search)
    thread.start()
    beats = 0
    while not is_over.wait(0.001):
        beats += 1
    thread.join()
    assert beats > 2 * searches


@pytest.mark.parametrize(
    "pattern",
    [
        "(((a{1000}){1000}){10})",
        "(((((a{1000}){1000}){1000}){1000}){1000})",
        "a{99999999999999999999}",
        "(?:a{1000,}){2,1000}",
        "(?:[ab]|\\p{L}|c){,50000}",
        "(?x)(a {1 000}) # (\n {1 000}",
        "(?x)(a{1000}){1#}\n000}",
        "(?x:#)\n)#((a{1000}){1000})",
        "(?x)a(?-x)#((a{1000}){1000})",
        "[[:!:]((a{1000}){1000})]",
        "[]]((a{1000}){1000})",
        "(a{1000})(?#){1000}",
        "\\[((a{1000}){1000})]",
    ],
)
def test_what_would_unroll_without_end_is_refused_at_once(odd, pattern: str) -> None:
    began = time.monotonic()
    with pytest.raises(WorkLimitError, match=f"more than the {page_limits().size:,}"):
        found(odd, pattern, by="regex")
    assert time.monotonic() - began < 5, "0.4 ms on a quiet machine; unrolled, some would use all memory"


@pytest.mark.parametrize(
    ("pattern", "size"),
    [
        ("[a-z]{1,20} [a-z]{1,20}" * 40, 40 * 201),
        ("(?:ab){2}{", 7),
        ("a{0}b{,7}c{}", 9),
        (r"\p{Lu}{3}\{5}", 18),
        ("(?i:a)(?#{9})(?=b)", 5),
        ("[(){9}[:alpha:]]{2}", 32),
        ("(?x) a # {9}", 1),
        ("{5})){7}(", 8),
        ("(?:foo){e<=2}", 10),
    ],
)
def test_the_size_of_a_pattern_is_counted_from_above(pattern: str, size: int) -> None:
    assert pattern_size(pattern) == size


@pytest.mark.parametrize("piece", ["{#", "[", "[[:a:]", "[[:a", "(", "{", "(?#", "#{", "\\\\", "(?i:", "[^"])
@pytest.mark.parametrize("head", ["", "(?x)"])
def test_the_size_of_what_is_no_pattern_is_soon_known(head: str, piece: str) -> None:
    began = time.monotonic()
    assert pattern_size(head + piece * (20_000 // len(piece))) <= 20_000
    assert time.monotonic() - began < 5, "60 ms at most on a quiet machine"


@pytest.mark.parametrize(
    ("pattern", "position"), [("[", 1), ("ab(", 3), ("a{2,1}", None), (r"\p{Nope}", None)]
)
def test_what_is_no_pattern_is_refused_with_its_position(odd, pattern: str, position: int | None) -> None:
    with pytest.raises(PatternSyntaxError) as caught:
        found(odd, pattern, by="regex")
    assert caught.value.pattern == pattern
    assert position is None or caught.value.position == position


def test_ids_and_ranges(odd) -> None:
    assert found(odd, "258", by="id") == [], "a hole"
    assert found(odd, "9999, 256-258 300", by="id") == [256, 257, 300, 9999]
    assert found(odd, "5 - 3", by="id") == []
    assert found(odd, "9999999999", by="id") == []
    assert found(load_vocab("p50k_base"), "50255-50257", by="id") == [50255, 50256, 50257]
    for wrong in ("-1", "abc", "1-2-3", "1.5", "12345678901"):
        with pytest.raises(InputError, match="item 1"):
            parse_ranges(wrong)


def test_hex_notations() -> None:
    for text in ("e2 80 99", "E28099", "0xe2,0x80,0x99", r"\xe2\x80\x99", "e2-80-99", "0xe280 99", ""):
        assert parse_hex(text) == (b"\xe2\x80\x99" if text else b"")
    for wrong in ("e", "e2 8", "zz", "0x", "e2 0xg0"):
        with pytest.raises(InputError, match="two hexadecimal digits"):
            parse_hex(wrong)


def test_filters(odd) -> None:
    tokens = all_tokens(odd)
    assert found(odd, special="special") == [300, 9999]
    assert found(odd, special="ranked") == [token for token in tokens if token not in (300, 9999)]
    assert found(odd, space="with") == [32, 259, 265, 270]
    assert len(found(odd, space="with")) + len(found(odd, space="without")) == len(tokens)
    assert found(odd, min_bytes=10, max_bytes=25) == [273]
    assert found(odd, min_characters=6, max_characters=7) == [267, 268, 300]
    assert found(odd, script="Cyrillic") == [260, 261]
    assert found(odd, script="several scripts") == [262]
    kinds = [found(odd, kind=kind, min_bytes=2) for kind in KINDS]
    assert kinds == [
        [259],
        [256, 257, 260, 261, 262, 267, 268, 274],
        [270],
        [266, 271],
        [269],
        [272, 273],
        [263, 264, 265],
        [300, 9999],
    ]
    assert sorted(token for tokens in kinds for token in tokens) == found(odd, min_bytes=2), (
        "each token has exactly one kind"
    )


def test_order() -> None:
    vocab = load_vocab("p50k_edit")
    tokens = all_tokens(vocab)
    assert found(vocab) == sorted(tokens)
    assert found(vocab, descending=True) == sorted(tokens, reverse=True)
    assert found(vocab, sort="bytes") == sorted(tokens, key=lambda token: (len(tokens[token]), token))
    by_characters = lambda token: (-len(tokens[token].decode(errors="replace")), token)  # noqa: E731
    assert found(vocab, sort="characters", descending=True) == sorted(tokens, key=by_characters)


def test_among_restricts_the_search(odd) -> None:
    assert found(odd, "a", among=np.array([97, 262, 98])) == [97, 262]
    assert found(odd, among=np.array([], dtype=np.uint32)) == []


def test_what_there_is_not_is_refused(odd) -> None:
    for name in CHOICES:
        with pytest.raises(UnknownNameError, match="expected one of"):
            found(odd, **{name: "nope"})
    with pytest.raises(InputError, match="shorten"):
        found(odd, "a" * 5000)
    with pytest.raises(TypeError):
        found(odd, nope=1)


def test_queries_and_results_are_json_and_code() -> None:
    vocab = load_vocab("r50k_base")
    query = Query(" wo'rld\n", match="starts", ignore_case=True, min_bytes=3, script="Latin")
    result = search_vocabulary(vocab, query)
    scope = {"search_vocabulary": search_vocabulary, "vocab": vocab}
    assert eval(f"search_vocabulary(vocab, {query.arguments()})", scope).query == query
    assert eval(f"search_vocabulary(vocab, {Query(sort='bytes').arguments()})", scope).query == Query(
        sort="bytes"
    )
    saved = json.loads(json.dumps(result.to_json()))
    assert Query(**saved["query"]) == query
    assert (saved["found"], saved["of"]) == (len(result), 50257)
    assert result.ids.dtype == np.uint32


def test_a_pattern_of_a_book_is_refused_at_once() -> None:
    with pytest.raises(WorkLimitError, match="100,000 characters, but at most 2,000"):
        match_pattern(["a"], np.arange(1), "[" * 100_000)
