"""Registered lexers: when "auto" uses them, when it does not, and how mistakes are reported."""

from __future__ import annotations

import pickle
import threading

import numpy as np
import pytest
from typer.testing import CliRunner

import wordchipper_lab as wl
from wordchipper_lab.cli.app import app
from wordchipper_lab.encoders.stream_encoder import iter_encode
from wordchipper_lab.errors import (
    LexerRegistrationError,
    TextError,
    UnknownNameError,
    UnsupportedPatternError,
)
from wordchipper_lab.lab.benchmark.plan import plan_cases
from wordchipper_lab.lab.divergence.lexer_names import read_lexer
from wordchipper_lab.screens.divergence.offered_lexers import OfferedLexers, is_typed, model_of
from wordchipper_lab.screens.offered_tokenizers import OfferedTokenizers
from wordchipper_lab.screens.throughput.question import options as throughput_options
from wordchipper_lab.spanners import (
    OPEN_PATTERNS,
    AutomatonLexer,
    LogosLexer,
    Punctuation,
    RegexLexer,
    Standalone,
    TokenDefinition,
    VectorLexer,
    Whitespace,
    WholeTextLexer,
    accelerated_lexer,
    acceleration_off,
    build_lexer,
    contraction_split,
    register_lexer,
    register_logos_lexer,
    registered_lexers,
    unregister_lexer,
)
from wordchipper_lab.spanners.faithful import obeys_its_pattern
from wordchipper_lab.spanners.logos import logos_patterns
from wordchipper_lab.spanners.logos.cl100k import CL100K_TOKENS
from wordchipper_lab.spanners.specimens import SPECIMENS, build_specimen
from wordchipper_lab.spanners.vector.vector_tables import FAMILIES
from wordchipper_lab.vocab.patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, PATTERNS

PATTERN = r" ?\w+| ?[^\s\w]+|\s+(?!\S)|\s+"
DEFINITIONS = (
    TokenDefinition("word", r" ?\w+", Punctuation()),
    TokenDefinition("symbols", r" ?[^\s\w]+", Punctuation()),
    TokenDefinition("space", r"\s+", Whitespace()),
)
TEXT = "To be,   or not\n\n to be: it's  12!"


@pytest.fixture(autouse=True)
def nothing_stays_registered():
    before = registered_lexers()
    yield
    for pattern in registered_lexers().keys() - before.keys():
        unregister_lexer(pattern)


def test_a_registered_lexer_is_the_one_that_auto_takes() -> None:
    assert build_lexer(PATTERN, "auto").kind == "automaton"
    lexer = register_lexer(PATTERN, lambda pattern, name: LogosLexer(DEFINITIONS, pattern, name), "mine")
    assert (lexer.kind, lexer.pattern, lexer.name) == ("logos", PATTERN, "mine")
    assert build_lexer(PATTERN, "auto") is accelerated_lexer(PATTERN) is lexer
    assert registered_lexers() == {PATTERN: lexer}
    assert lexer.spans(TEXT) == build_lexer(PATTERN, "automaton").spans(TEXT)
    unregister_lexer(PATTERN)
    assert build_lexer(PATTERN, "auto").kind == "automaton"
    assert accelerated_lexer(PATTERN) is None


def test_names_stand_for_their_patterns() -> None:
    lexer = register_lexer("llama3", AutomatonLexer, "mine")
    assert lexer.pattern == OPEN_PATTERNS["llama3"]
    assert build_lexer(OPEN_PATTERNS["llama3"], "auto") is accelerated_lexer("llama3") is lexer
    unregister_lexer("llama3")
    assert accelerated_lexer("llama3") is None


def test_a_lexer_that_is_built_already() -> None:
    lexer = LogosLexer(DEFINITIONS)
    assert register_lexer(PATTERN, lexer) is build_lexer(PATTERN, "auto") is lexer


def test_the_other_kinds_keep_their_meaning() -> None:
    register_lexer("cl100k_base", build_specimen("no_contraction_split"))
    assert build_lexer("cl100k_base", "auto").name == "no_contraction_split"
    for kind in wl.LEXERS:
        lexer = build_lexer("cl100k_base", kind)
        assert (lexer.kind, lexer.name) == (kind, "cl100k_base")
        assert lexer.spans("'sa").ends.tolist() == [2, 3]


def test_without_registration_auto_is_the_first_that_supports_the_pattern() -> None:
    for name in PATTERNS:
        assert type(build_lexer(name, "auto")) is VectorLexer
    assert type(build_lexer(PATTERN, "auto")) is AutomatonLexer
    assert type(build_lexer(r"(?<=a)b|a", "auto")) is RegexLexer


# -- by name --------------------------------------------------------------------------------------------


@pytest.fixture
def words():
    register_logos_lexer("cl100k_base", "words", CL100K_TOKENS)
    return accelerated_lexer("cl100k_base")


def test_a_registered_lexer_is_among_the_names(words) -> None:
    assert wl.LEXERS == ("regex", "automaton", "logos", "vector", "words")
    assert wl.LEXERS.built_in == ("regex", "automaton", "logos", "vector")
    assert build_lexer("cl100k_base", "words") is words
    tok = wl.Tokenizer.from_pretrained("cl100k_base", lexer="words")
    assert tok.spanner.lexer is words
    assert tok.encode(TEXT) == wl.Tokenizer.from_pretrained("cl100k_base").encode(TEXT)
    with pytest.raises(UnsupportedPatternError, match="'words' is registered for another pattern"):
        wl.Tokenizer.from_pretrained("o200k_base", lexer="words")
    unregister_lexer("cl100k_base")
    assert wl.LEXERS == ("regex", "automaton", "logos", "vector")
    with pytest.raises(UnknownNameError, match="regex, automaton, logos, vector, auto"):
        build_lexer("cl100k_base", "words")


def test_names_of_built_in_lexers_keep_their_meaning() -> None:
    for pattern, name in {"x": "regex", "y": "auto", "z": ""}.items():
        register_lexer(pattern, LogosLexer(DEFINITIONS), name)
    assert wl.LEXERS == ("regex", "automaton", "logos", "vector")
    assert type(build_lexer("x", "regex")) is RegexLexer


def test_a_registered_lexer_is_measured_with_the_vocabularies_of_its_pattern(words) -> None:
    models = ["r50k_base", "cl100k_base"]
    found = [(case.model, case.lexer) for case in plan_cases(lexers="all", models=models, peers=())]
    assert found == [
        *((model, lexer) for model in models for lexer in ("regex", "automaton", "logos", "vector")),
        ("cl100k_base", "words"),
    ]
    with pytest.raises(UnsupportedPatternError, match="another pattern"):
        plan_cases(lexers=["words"], models=["r50k_base"])


def test_a_registered_lexer_is_offered_by_commands_and_screens(words) -> None:
    assert read_lexer("words") is read_lexer("words:cl100k_base") is words
    assert OfferedTokenizers().options()["lexers"][-1] == throughput_options()["lexers"][-1] == "words"
    ((offered,),) = [
        group["lexers"] for group in OfferedLexers().options() if group["label"] == "Registered lexers"
    ]
    assert (offered["word"], offered["pattern"]) == ("words", CL100K_PATTERN)
    assert (model_of("words"), is_typed("words")) == ("cl100k_base", False)
    listed = CliRunner().invoke(app, ["lexers", "list"])
    assert listed.stdout.splitlines()[-1].split() == ["words", "registered,", "for", "its", "own", "pattern"]


def test_switched_off() -> None:
    register_lexer(PATTERN, LogosLexer(DEFINITIONS))
    inside: list[str] = []
    with acceleration_off():
        assert accelerated_lexer(PATTERN) is None
        assert build_lexer(PATTERN, "auto").kind == "automaton"
        thread = threading.Thread(target=lambda: inside.append(build_lexer(PATTERN, "auto").kind))
        thread.start()
        thread.join()
        with acceleration_off():
            pass
        assert accelerated_lexer(PATTERN) is None
    assert inside == ["logos"]  # other threads are not affected
    assert build_lexer(PATTERN, "auto").kind == "logos"
    with pytest.raises(RuntimeError), acceleration_off():
        raise RuntimeError
    assert build_lexer(PATTERN, "auto").kind == "logos"


def test_definitions_serve_logos_and_auto() -> None:
    register_logos_lexer(PATTERN, "mine", DEFINITIONS)
    assert logos_patterns()["mine"] == PATTERN
    assert build_lexer(PATTERN, "logos").spans(TEXT) == build_lexer(PATTERN, "regex").spans(TEXT)
    assert build_lexer(PATTERN, "auto").name == "mine"
    with pytest.raises(LexerRegistrationError, match="already has a registered lexer"):
        register_logos_lexer(PATTERN, "mine", DEFINITIONS)
    register_logos_lexer(PATTERN, "newer", DEFINITIONS, replace=True)
    assert "mine" not in logos_patterns()
    unregister_lexer(PATTERN)
    with pytest.raises(UnsupportedPatternError):
        build_lexer(PATTERN, "logos")


def test_mistakes() -> None:
    register_lexer(PATTERN, LogosLexer(DEFINITIONS, name="first"))
    with pytest.raises(LexerRegistrationError, match=r"<LogosLexer first>.*replace=True"):
        register_lexer(PATTERN, LogosLexer(DEFINITIONS, name="second"))
    assert build_lexer(PATTERN, "auto").name == "first"
    register_lexer(PATTERN, LogosLexer(DEFINITIONS, name="second"), replace=True)
    assert build_lexer(PATTERN, "auto").name == "second"
    with pytest.raises(LexerRegistrationError, match=r"expected a SpanLexer.*the function gave NoneType"):
        register_lexer(r"\w", lambda pattern, name: None)
    with pytest.raises(LexerRegistrationError, match=r"expected a SpanLexer.*got str"):
        register_lexer(r"\w", "logos")
    for call in (lambda: register_lexer(None, AutomatonLexer), lambda: unregister_lexer(None)):
        with pytest.raises(TextError, match="expected a split pattern or a name as str, got NoneType"):
            call()
    with pytest.raises(LexerRegistrationError, match="no lexer is registered for the pattern 'x'"):
        unregister_lexer("x")
    with pytest.raises(UnsupportedPatternError):
        register_lexer("(?<=a)b", AutomatonLexer)
    assert set(registered_lexers()) == {PATTERN}
    assert issubclass(LexerRegistrationError, ValueError)


def test_many_threads_register_and_look_up() -> None:
    lexer = LogosLexer(DEFINITIONS)
    won, start = [], threading.Barrier(8)

    def work() -> None:
        start.wait()
        try:
            won.append(register_lexer(PATTERN, lexer))
        except LexerRegistrationError:
            assert accelerated_lexer(PATTERN) is lexer

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1


# -- tokenizers -----------------------------------------------------------------------------------------


@pytest.fixture
def vocab_file(tmp_path):
    path = tmp_path / "mine.tiktoken"
    wl.Tokenizer.from_pretrained("r50k_base").save_base64_vocab(path)
    return path


def test_a_tokenizer_takes_the_registered_lexer(vocab_file) -> None:
    plain = wl.Tokenizer.from_file(vocab_file, pattern=PATTERN)
    assert plain.lexer == "automaton"
    register_lexer(PATTERN, LogosLexer(DEFINITIONS, PATTERN, "mine"))
    fast = wl.Tokenizer.from_file(vocab_file, pattern=PATTERN)
    assert (fast.lexer, fast.pattern, plain.lexer) == ("logos", PATTERN, "automaton")
    assert fast.encode(TEXT) == plain.encode(TEXT)
    texts = [TEXT[i:] for i in range(len(TEXT))] * 50
    assert fast.encode_batch(texts, num_threads=2) == plain.encode_batch(texts, num_threads=1)
    with acceleration_off():
        assert wl.Tokenizer.from_file(vocab_file, pattern=PATTERN).lexer == "automaton"


def test_a_tokenizer_for_a_pattern_outside_the_subset_runs_on_regex(vocab_file) -> None:
    tok = wl.Tokenizer.from_file(vocab_file, pattern=r"(?<=a)b|.|\n")
    assert tok.lexer == "regex"
    assert tok.decode(tok.encode("abc ab")) == "abc ab"
    with pytest.raises(UnsupportedPatternError, match="look-behind"):
        wl.Tokenizer.from_file(vocab_file, pattern=r"(?<=a)b|.|\n", lexer="automaton")


@pytest.mark.parametrize("name", OPEN_PATTERNS)
def test_a_tokenizer_with_an_open_models_pattern(name, vocab_file) -> None:
    tok = wl.Tokenizer.from_file(vocab_file, pattern=name)
    expected = "vector" if OPEN_PATTERNS[name] in FAMILIES else "automaton"
    assert (tok.pattern, tok.lexer) == (OPEN_PATTERNS[name], expected)
    assert tok.decode(tok.encode(TEXT)) == TEXT
    assert tok.encode(TEXT) == wl.Tokenizer.from_file(vocab_file, pattern=name, lexer="regex").encode(TEXT)


@pytest.mark.parametrize("model", wl.Tokenizer.available_models())
def test_built_in_logos_lexers_do_not_displace_the_vector_lexer(model) -> None:
    assert wl.Tokenizer.from_pretrained(model).lexer == "vector"


def test_the_pattern_of_gpt2_in_its_first_wording_has_a_vector_lexer() -> None:
    """GPT-NeoX took it over."""
    assert build_lexer("gpt_neox", "auto").kind == build_lexer(GPT2_ORIGINAL_PATTERN, "auto").kind == "vector"


# -- a lexer is not taken for what it claims to be ------------------------------------------------------


class Claims(WholeTextLexer):
    """Claims to run cl100k's pattern but makes one span of everything."""

    pattern = CL100K_PATTERN

    def find_words(self, text):
        return [(0, len(text))]


class Subclass(AutomatonLexer):
    """A subclass, which may override anything."""


LIARS = [
    Claims(),
    Subclass(CL100K_PATTERN),
    LogosLexer([TokenDefinition("any", r"[\S\s]+", Standalone())], CL100K_PATTERN),
    LogosLexer(CL100K_TOKENS, CL100K_PATTERN, without=["whitespace_split"]),
    *[lexer for lexer in (specimen.build() for specimen in SPECIMENS.values()) if lexer.kind == "logos"],
]


@pytest.mark.parametrize("lexer", LIARS, ids=repr)
def test_streams_are_cut_for_faithful_lexers_only(lexer) -> None:
    assert not obeys_its_pattern(lexer)
    tok = wl.Tokenizer.from_pretrained("cl100k_base", lexer=lexer)
    text = "Don't  stop 'me now,\n \n  it's\n 12  \"o'clock\"\n  "
    arrays = list(iter_encode(tok, list(text)))
    assert len(arrays) == 1
    assert np.concatenate(arrays).tolist() == tok.encode(text)


@pytest.mark.parametrize("kind", wl.LEXERS)
@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base", "o200k_base", r" ?\w+|\W"])
def test_the_own_lexers_are_faithful(kind, name) -> None:
    if kind in ("logos", "vector") and name not in PATTERNS:
        return
    assert obeys_its_pattern(build_lexer(name, kind))
    if name in PATTERNS:
        assert (
            len(
                list(iter_encode(wl.Tokenizer.from_pretrained(name, lexer=kind), ["a b"] * 99, num_threads=1))
            )
            > 9
        )


def test_a_pickled_tokenizer_keeps_its_lexer() -> None:
    tok = wl.Tokenizer.from_pretrained("cl100k_base", lexer=build_specimen("no_contraction_split"))
    again = pickle.loads(pickle.dumps(tok))
    assert again.spans("'sa").ends.tolist() == tok.spans("'sa").ends.tolist() == [3]
    plain = pickle.loads(pickle.dumps(wl.Tokenizer.from_pretrained("cl100k_base", lexer="logos")))
    assert (plain.lexer, plain.spans("'sa").ends.tolist()) == ("logos", [2, 3])


@pytest.mark.parametrize(
    ("word", "split"),
    [("'The", 2), ("'llama", 3), ("'\u017fo", 2), ("'\u017f", 2), ("'RE", 3), ("'r", 2), ("'", 1), ("", 0), ("don't", 5),
     ("'n\u00e9", 3), ("'s\ud83d", 2)],
)  # fmt: skip
def test_contraction_split_in_characters(word, split) -> None:
    assert contraction_split(word) == split


def test_contraction_split_wants_text() -> None:
    with pytest.raises(TextError):
        contraction_split(b"'s")
