"""Sessions of the Vocabulary screen, replayed: what a page without a kernel draws is what Python's widget draws, field by
field."""

from __future__ import annotations

import ast
import base64
import itertools
import json
import random
import string
import sys
import unicodedata
import zlib
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab.permalink import unpack_state
from wordchipper_lab.lab.vocabulary import CHOICES, PARTS, VocabularyIndex, index_vocabulary
from wordchipper_lab.vocab import UnifiedVocab, load_vocab
from wordchipper_lab.vocab.token_bytes import pack_tokens
from wordchipper_lab.widgets import VocabularyBrowser

from .conftest import PageWorker, plain
from .seeds import few_and_more

MODELS = wl.Tokenizer.available_models()
DRAWN = ("_vocabulary", "_statistics", "_found", "_details", "_variants", "_overlap", "_status")
LIVE = "open a live page"
"""What the page says of patterns that it cannot search by."""
TOO_MUCH = ("are allowed", "takes too long", "backtracks for too long")
"""What Python says of patterns that are too much for its engine; the page's never goes back."""

WORDS = ["naïve", "STRASSE", "straße", "ſ", "İstanbul", "ΣΊΣΥΦΟΣ", "ᾳδης", "ǆ", "ŉ", "ﬁn", "ა", "ა ბ", "x y", "don't", " tab\t",
         "123", "Ⅷ", "\u0345", "한국어", "👩‍💻", "\ufeff", "\x1cfs\x85", "<|endoftext|>", "A" * 250]  # fmt: skip
HEX = ["e2 80 99", "0xE28099", r"\xe2\x80\x99", "f09f", "20", "FF fe", "f0 9f, 98", "e2-80_99", "0x20 0x74", "", " ",
       "e2 8", "xyz", "\\x2", "0x"]  # fmt: skip
RANGES = ["1917", "100-120", "100 – 120, 220", "0..9", "120-100", "1.5", "x", "99999999999", "9999999999", "0-9999999999",
          "[1, 2]", "1 - 3 5", "٣"]  # fmt: skip
PIECES = ["a", "b", "Z", "é", "世", "0", "7", " ", ".", r"\.", r"\s", r"\S", r"\d", r"\w", r"\W", "[a-z]", "[^a-z]", "[A-Z]", "[ab]", r"\p{L}",
          r"\p{Lu}", r"\p{N}", r"\P{L}", r"\p{Han}", r"\p{Cyrillic}", r"\p{Greek}", "(?:ab|c)", "(?i:k)", "(a|b)", "\ufffd", r"[\s\S]", "(?!a)",
          r"(?=\d)", "ing", "the", r"\n", "(?:\\p{L}\\p{M}*)"]  # fmt: skip
COUNTS = ["", "", "", "", "*", "*", "+", "+", "?", "?", "{2}", "{1,3}", "{2,}", "++", "?+", "*+", "{1,2}+"]
STRANGE = ["[", "(", ")", "*", "a**", "(?<=a)b", r"\bthe\b", r"(a)\1", "a{", "(?i)a", "^^a", "^*a", "a$$", r"a\Z", r"\s++$", r"a+\z", "a++(?:ab)?$",
           "^(?:a|ab)++$", "^a++b?$", "(^|x)a", "a.*?b", "$a", "[b-a]", r"\p{Foo}", "|", "a|", "^", "$", "^$", "^|x$", "(?#c)a", "[[:alpha:]]",
           "(?:(?:(?:a{9}){9}){9}){9}", "x" * 60 + "|y"]  # fmt: skip


def index_of(model: str) -> VocabularyIndex:
    return index_vocabulary(load_vocab(model))


def some_token_text(rng: random.Random, model: str) -> str:
    index = index_of(model)
    text = index.texts[rng.randrange(len(index))].replace("\ufffd", "")
    start = rng.randint(0, max(len(text) - 1, 0))
    return text[start : start + rng.randint(1, 6)]


def some_pattern(rng: random.Random) -> str:
    if rng.random() < 0.15:
        return rng.choice(STRANGE)
    branches = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        inside = "".join(rng.choice(PIECES) + rng.choice(COUNTS) for _ in range(rng.randint(1, 4)))
        branches.append(rng.choice(["", "", "^", "^ ?"]) + inside + rng.choice(["", "", "$"]))
    return "|".join(branches)


def some_query(rng: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    """A new text, and mostly the rest as it usually is: with all filters in use nothing is found."""
    by = rng.choice(CHOICES["by"])
    texts = {
        "text": lambda: some_token_text(rng, state["model"]),
        "regex": lambda: some_pattern(rng),
        "hex": lambda: rng.choice(HEX) if rng.random() < 0.5 else some_token_text(rng, state["model"]).encode().hex(" "),
        "id": lambda: rng.choice(RANGES) if rng.random() < 0.5 else f"{(first := rng.randrange(60_000))}-{first + rng.randrange(900)}",
    }  # fmt: skip
    asked: dict[str, Any] = {"query": texts[by](), "by": by, "match": rng.choice(CHOICES["match"])}
    asked["ignore_case"] = rng.random() < 0.4
    for name in ("utf8", "special", "space", "kind", "script"):
        asked[name] = rng.choice(CHOICES[name]) if rng.random() < 0.1 else CHOICES[name][0]
    for name in ("min_bytes", "max_bytes", "min_characters", "max_characters"):
        asked[name] = rng.randint(-1, 9) if rng.random() < 0.1 else 0
    if by == "regex" and rng.random() < 0.97:  # all tokens of o200k_base take Python 0.4 s
        asked |= of_one_size(rng)
    return asked


def of_one_size(rng: random.Random) -> dict[str, Any]:
    size = rng.randint(1, 14)
    return {"min_bytes": size, "max_bytes": size}


def some_change(rng: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    """What a person does next: mostly searches, or looks at a token."""
    kind = rng.choice(["query"] * 40 + ["selected"] * 40 + ["word"] * 12 + ["filter"] * 12 + ["sort"] * 8 + ["part"] * 6 + ["compare"] * 2 + ["model", "wrong", "glyphs"])  # fmt: skip
    if kind == "query":
        return some_query(rng, state)
    if kind == "filter":
        return {
            (name := rng.choice(["utf8", "special", "space", "kind", "script"])): rng.choice(CHOICES[name])
        }
    if kind == "sort":
        return {"sort": rng.choice(CHOICES["sort"]), "descending": rng.random() < 0.5}
    if kind == "wrong":
        return {rng.choice([*CHOICES, "part"]): rng.choice(["smell", "", "it's \"\n"])}
    most = load_vocab(state["model"]).max_token
    return {
        "selected": lambda: {"selected": rng.choice([rng.randrange(most + 1)] * 12 + [most - rng.randrange(30), rng.randrange(300), -1, most + 9, 10**9])},
        "word": lambda: {"word": rng.choice(WORDS) if rng.random() < 0.4 else some_token_text(rng, state["model"])},
        "part": lambda: {"part": rng.choice([*PARTS, ""])},
        "compare": lambda: {"compare": rng.choice([*MODELS, ""])},
        "model": lambda: {"model": rng.choice(MODELS)},
        "glyphs": lambda: {"glyphs": rng.random() < 0.5},
    }[kind]()  # fmt: skip


def comparable(name: str, value: Any) -> Any:
    """Two compressors write the same in different words, and a list takes its time; keys are text, as in JSON."""
    if name == "_vocabulary" and value:
        return value | {"packed": zlib.decompress(base64.b64decode(value["packed"]["base64"]))}
    if name == "_found":
        return {field: inner for field, inner in value.items() if field != "milliseconds"}
    if name == "_status":
        code = ast.dump(ast.parse(value["code"]))  # each Python has its own printable characters
        return value | {"code": code, "link": value["link"] and unpack_state(value["link"])}
    return json.loads(json.dumps(value))


class Session:
    """A page and Python's widget; both get the same changes and questions."""

    def __init__(self, worker: PageWorker, **state: Any) -> None:
        self.worker, self.view = worker, VocabularyBrowser(**state)
        opened = worker("open", screen="vocabulary", screens={"vocabulary": self.view.state}, models=MODELS)
        assert opened["problem"] is None
        self.before: dict[str, Any] = {}
        self.drawn: dict[str, Any] = {}
        self.expected: dict[str, Any] = {}
        self.is_listed = True
        """Whether the page shows the list of its last search; not if only Python could search."""
        self.ask({})

    def ask(self, changes: dict[str, Any]) -> None:
        with self.view.hold_trait_notifications():
            for name, value in changes.items():
                setattr(self.view, name, value)
        answer = self.worker("set", state=changes)
        assert answer["problem"] is None
        self.drawn |= {name: comparable(name, value) for name, value in answer["drawn"].items()}
        for name in DRAWN:
            value = getattr(self.view, name)
            if self.before.get(name) is not value:
                self.expected[name] = comparable(name, plain(value))
                self.before[name] = value
        self.compare()

    def compare(self) -> None:
        found, expected = self.drawn["_status"]["error"], self.expected["_status"]["error"]
        if self.view.by == "regex" and (found or expected):
            is_too_much = expected and any(words in expected for words in TOO_MUCH)
            assert found or is_too_much, f"a wrong pattern was searched by: {expected}"
            assert expected or LIVE in found, found
            self.is_listed = False
        else:
            assert found == expected
            if not found:
                self.is_listed = True
        assert list(self.drawn["_statistics"]["scripts"]) == list(self.expected["_statistics"]["scripts"])
        for name in DRAWN:  # one after the other: a difference is found more easily
            if name == "_found" and not self.is_listed:
                continue
            left_out = {"error": None} if name == "_status" else {}
            if name == "_variants":
                assert self.drawn[name] == self.expected[name]
            else:
                assert self.drawn[name] | left_out == self.expected[name] | left_out, name


def replay(worker: PageWorker, seed: int, steps: int) -> Session:
    rng = random.Random(seed)
    session = Session(worker, model=MODELS[seed % len(MODELS)])
    for step in range(steps):
        change = some_change(rng, session.view.state)
        try:
            session.ask(change)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, step {step}, {change}: {session.view.to_code()}") from error
    return session


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.deep) for n in range(1, 3))])
def test_sessions(worker: PageWorker, seed: int) -> None:
    replay(worker, seed, 60)


@pytest.mark.deep
@pytest.mark.parametrize("seed", few_and_more(100, 3, 124))
def test_more_sessions(worker: PageWorker, seed: int) -> None:
    replay(worker, seed, 400)


@pytest.mark.sampled("o200k_base")
@pytest.mark.parametrize("model", MODELS)
def test_tokens_of_every_kind(worker: PageWorker, model: str) -> None:
    """Bytes, the first and the last ids, special tokens, pieces of characters, long runs."""
    index, rng = index_of(model), random.Random(5)
    session = Session(worker, model=model)
    chosen = [0, 255, 256, index.max_token, int(index.ids[-2]), int(index.ids[index.sizes.argmax()])]
    for of_kind in range(8):
        places = (index.kinds == of_kind).nonzero()[0]
        chosen += [int(index.ids[rng.choice(places)]) for _ in range(4) if len(places)]
    for token in chosen:
        session.ask({"selected": token})


def test_every_kind_and_every_script_that_occurs(worker: PageWorker) -> None:
    session = Session(worker, model="cl100k_base")
    for kind in CHOICES["kind"]:
        session.ask({"kind": kind})
    for script in ("", "Osage", "Unknown", *session.drawn["_statistics"]["scripts"]):
        session.ask({"kind": "", "script": script})


def compare_vocabularies(worker: PageWorker, pairs: list[tuple[str, str]]) -> None:
    session = Session(worker, model="r50k_base")
    for at, (model, compare) in enumerate(pairs):
        session.ask({"model": model, "compare": compare, "part": PARTS[at % len(PARTS)]})


@pytest.mark.deep
def test_two_vocabularies(worker: PageWorker) -> None:
    pairs = [
        ("r50k_base", "p50k_edit"),
        ("p50k_edit", "r50k_base"),
        ("cl100k_base", "o200k_harmony"),
        ("o200k_base", "p50k_base"),
    ]
    compare_vocabularies(worker, [*pairs, ("p50k_base", "p50k_base")])


@pytest.mark.deep
def test_all_pairs_of_vocabularies(worker: PageWorker) -> None:
    compare_vocabularies(worker, list(itertools.product(MODELS, MODELS)))


def patterns_that_the_page_searches_by(
    session: Session, patterns: list[str], rng: random.Random | None = None
) -> list[str]:
    done = []
    for pattern in patterns:
        size = of_one_size(rng) if rng else {}
        session.ask({"query": pattern, "ignore_case": len(pattern) % 2 == 1, **size})
        if not session.drawn["_status"]["error"]:
            done.append(pattern)
    return done


def test_patterns(worker: PageWorker) -> None:
    rng = random.Random(11)
    session = Session(worker, model="r50k_base", by="regex")
    patterns = [*STRANGE, *(some_pattern(rng) for _ in range(40))]
    assert len(patterns_that_the_page_searches_by(session, patterns, rng)) > 20


@pytest.mark.deep
def test_more_patterns(worker: PageWorker) -> None:
    rng = random.Random(12)
    session = Session(worker, model="cl100k_base", by="regex")
    patterns_that_the_page_searches_by(session, [some_pattern(rng) for _ in range(800)], rng)


def test_the_page_searches_by_its_own_examples(worker: PageWorker) -> None:
    session = Session(worker, model="o200k_base", by="regex")
    patterns = [
        "^ ?[A-Z]{5,}$",
        "^ {4,}$",
        r"^\d+$",
        r"^\p{Han}{2,}$",
        r"\p{Han}{2,}",
        '"',
        "(a+)+$",
        "^(a|b)+$",
    ]
    assert patterns_that_the_page_searches_by(session, patterns) == patterns


def test_a_pattern_that_would_take_long_is_refused(worker: PageWorker) -> None:
    browser = VocabularyBrowser("o200k_base")
    worker("open", screen="vocabulary", screens={"vocabulary": browser.state}, models=MODELS)
    worker("set", state={})
    pattern = f"^(?:{'?'.join(string.ascii_lowercase)}?){{300}}[0-9]0x"
    error = worker("set", state={"query": pattern, "by": "regex"})["drawn"]["_status"]["error"]
    assert error == f"the pattern {pattern!r} takes too long in this page: simplify it, or open a live page"


NEWER_CASES = {0x019B, 0x0264, 0xA7D3, 0xA7D5}
"""Letters that got a capital in Unicode 16 or 17, which Pythons of different ages know or not."""


def cased_letters() -> list[str]:
    letters = (
        chr(code)
        for code in range(sys.maxunicode + 1)
        if not 0xD800 <= code < 0xE000 and code not in NEWER_CASES
    )
    return [
        one
        for one in letters
        if unicodedata.category(one) != "Cn" and {one.lower(), one.upper(), one.casefold()} != {one}
    ]


@pytest.mark.deep
def test_cases_of_letters(worker: PageWorker) -> None:
    session = Session(worker, model="r50k_base")
    letters = cased_letters()
    for start in range(0, len(letters), 29):
        session.ask({"word": "".join(letters[start : start + 29])})
    for letter in random.Random(3).sample(letters, 60):
        session.ask({"word": f"{letter}a{letter}"})


@pytest.mark.exhaustive
def test_case_is_ignored_in_every_letter(worker: PageWorker) -> None:
    session = Session(worker, model="o200k_base", ignore_case=True)
    for letter in cased_letters():
        session.ask({"query": letter, "word": letter})


@pytest.mark.parametrize("text", ["a" * 2000, "a" * 2001, "é" * 3000, "👍" * 2000])
@pytest.mark.parametrize("by", CHOICES["by"])
def test_long_queries(worker: PageWorker, text: str, by: str) -> None:
    Session(worker, model="r50k_base", compare="p50k_edit").ask({"query": text, "by": by})


def test_half_surrogates(worker: PageWorker) -> None:
    session = Session(worker, model="r50k_base")
    for name in ("query", "word", "part", "kind", "by"):
        session.ask({name: "a\ud800"})


def test_a_list_is_sent_only_if_it_is_another(worker: PageWorker) -> None:
    """One that is sent again jumps to the top."""
    browser = VocabularyBrowser("r50k_base", query=" w", compare="p50k_base", word="world")
    worker("open", screen="vocabulary", screens={"vocabulary": browser.state}, models=MODELS)
    assert set(worker("set", state={})["drawn"]) == set(DRAWN)
    assert set(worker("set", state={"selected": 995})["drawn"]) == {"_details", "_status"}
    assert set(worker("set", state={"query": " wo"})["drawn"]) == {"_found", "_status"}
    assert worker("set", state={"query": " wo", "glyphs": False})["drawn"] == {}


def test_what_the_page_does_not_have_is_said(worker: PageWorker) -> None:
    browser = VocabularyBrowser("r50k_base")
    worker("open", screen="vocabulary", screens={"vocabulary": browser.state}, models=["r50k_base"])
    shown = worker("set", state={})["drawn"]
    for name in ("model", "compare"):
        error = worker("set", state={"model": "r50k_base", name: "o200k_base"})["drawn"]["_status"]["error"]
        assert error == f"o200k_base is not in this page, which has r50k_base: {LIVE}"
    assert shown["_found"]["count"] == 50257
    for answer in (worker("set", state={"audit": True}), worker("audit"), worker("stop")):
        assert answer["problem"] == f"the audit does not run in this page: {LIVE}"
    assert worker("page")["problem"] == f"This page cannot do “page”: {LIVE}."


def saved_state(browser: VocabularyBrowser) -> tuple[dict[str, Any], bool]:
    """What a page of `browser` holds, and whether it has an engine."""
    page = browser.export_html()
    state: dict[str, Any] = json.loads(page.split('id="state">')[1].split("</script>")[0])
    return state, 'id="engine"' in page


def test_a_page_with_an_engine_leaves_out_what_that_makes() -> None:
    state, is_live = saved_state(VocabularyBrowser("gpt2", compare="openai:p50k_base", query="ing"))
    assert is_live
    assert (state["model"], state["compare"], state["query"]) == ("r50k_base", "p50k_base", "ing")
    assert [state[name] for name in DRAWN[:-1]] == [{}, {}, {}, {}, [], {}]
    assert state["_options"]["models"] == ["r50k_base", "p50k_base", "p50k_edit"]


def test_a_vocabulary_that_no_page_can_load_is_saved() -> None:
    """Its name alone does not make it a pretrained one."""
    tokens = pack_tokens([*(bytes([value]) for value in range(256)), b"ab"])
    mine = wl.Tokenizer(UnifiedVocab(tokens, pattern=r"\w+", name="r50k_base"))
    state, is_live = saved_state(VocabularyBrowser(mine))
    assert not is_live
    assert state["_statistics"]["n_tokens"] == 257
