r"""Specimens: lexers with exactly one thing wrong, for the study of divergences.

Each imitates the lexer of a published vocabulary, agrees with it on most texts, and is off by one repair or
one character class. Several of these mistakes have really occurred, as their stories say. None of them is in
`LEXERS`, and none is trusted to follow its pattern (`obeys_its_pattern`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..arguments import check_name
from ..vocab.patterns import PATTERNS
from .automaton.automaton_lexer import AutomatonLexer
from .logos.logos_lexer import LogosLexer
from .logos.o200k import O200K_TOKENS
from .logos.registry import build_logos_lexer
from .logos.roles import TokenDefinition
from .span_lexer import SpanLexer

__all__ = ["SPECIMENS", "Specimen", "build_specimen"]


@dataclass(frozen=True)
class Specimen:
    """A lexer with one thing wrong.

    pattern_name: the vocabulary whose lexer it imitates; title, story: what is wrong, and what that breaks.
    example: a shortest text on which it differs, ``first_k`` characters long; it is right on all shorter
    ones.
    """

    name: str
    title: str
    pattern_name: str
    story: str = field(repr=False)
    example: str
    without: tuple[str, ...] = field(default=(), repr=False)
    """Which repair is left out of the logos lexer, or ..."""
    replaced: tuple[str, str] = field(default=("", ""), repr=False)
    """... which part of the pattern is replaced in an automaton, and by what, or ..."""
    definitions: tuple[TokenDefinition, ...] = field(default=(), repr=False)
    """... the token definitions of a logos lexer."""

    @property
    def first_k(self) -> int:
        """The length, in characters, at which an exhaustive sweep first finds a divergence."""
        return len(self.example)

    @property
    def pattern(self) -> str:
        """The split pattern that it claims to run."""
        return PATTERNS[self.pattern_name]

    def build(self) -> SpanLexer:
        """The lexer. Its ``pattern`` is the mutated one for an automaton, otherwise the one it claims to
        run."""
        if self.definitions:
            return LogosLexer(self.definitions, self.pattern, self.name)
        if self.without:
            return build_logos_lexer(self.pattern, self.name, self.without)
        return AutomatonLexer(self.pattern.replace(*self.replaced), self.name)


def build_specimen(name: str) -> SpanLexer:
    """Build one of the `SPECIMENS`; raises `UnknownNameError`, which lists them, for another name.

    >>> [(s.start, s.end) for s in build_specimen("no_whitespace_give_back").spans("  a")]
    [(0, 2), (2, 3)]
    """
    return SPECIMENS[check_name("specimen", name, SPECIMENS)].build()


def _with_marks_as_prefix() -> tuple[TokenDefinition, ...]:
    prefix, with_marks = r"[^\r\n\p{L}\p{N}\p{M}]", r"[^\r\n\p{L}\p{N}]"
    return tuple(
        TokenDefinition(d.name, with_marks + d.fragment.removeprefix(prefix), d.role, d.priority)
        if d.fragment.startswith(prefix)
        else d
        for d in O200K_TOKENS
    )


_ALL = (
    Specimen(
        "no_whitespace_give_back",
        r"Whitespace keeps its last character: no \s+(?!\S)",
        "cl100k_base",
        "A run of blanks is taken whole, although the pattern leaves the last one to the word that follows. "
        "Prose with single spaces does not show it; indented code does. NVIDIA's TensorRT-Model-Connect "
        "read LFM2's pattern this way in C++ until pull request 942.",
        "  a",
        without=("whitespace_split",),
    ),
    Specimen(
        "no_contraction_split",
        "The word after an apostrophe is not cut after a contraction",
        "cl100k_base",
        "Longest match takes 'sa whole; the pattern's first branch takes 's and leaves the rest. "
        "Contractions in prose end where the word ends, so only quoted words like 'sad show it. The "
        "byte-level fallback of the lattice engine took all letters after an apostrophe until it was "
        "replaced (ohdearquant/lattice, issue 330).",
        "'sa",
        without=("contraction_split",),
    ),
    Specimen(
        "no_prefix_restart",
        "A word with a prefix does not give it to the space before it",
        "cl100k_base",
        "After two spaces the pattern sees space and quotation mark together as punctuation, and then the "
        'letters; this lexer sees a space alone and then "a with its prefix. A single space gives the same '
        "spans either way, so it takes two: four characters are needed to show that the repair is missing.",
        '  "a',
        without=("prefix_restart",),
    ),
    Specimen(
        "no_trailing_whitespace",
        r"A newline and the blanks after it stay separate at the end of the text: no \s++$",
        "cl100k_base",
        "The published pattern ends with a rule for the end of the text: all whitespace there is one span. "
        "Without it, line break and blanks are two. Only the last characters of a text can show it, but if "
        "special tokens separate the messages of a chat, every message has an end.",
        "\n ",
        without=("trailing_whitespace",),
    ),
    Specimen(
        "contraction_any_case",
        "Contractions in capitals count too",
        "r50k_base",
        "GPT-2's pattern knows 's but not 'S; its authors called that a mistake in a comment of the "
        "published encoder (they should have ignored case), but the vocabulary was made with it, so it must "
        "stay. Correcting it, or using the later cl100k pattern for GPT-2, changes the ids of texts in "
        "capitals.",
        "'S",
        replaced=(r"'(?:[sdmt]|ll|ve|re)", r"'(?i:[sdmt]|ll|ve|re)"),
    ),
    Specimen(
        "digits_without_space",
        "A number never takes the space before it",
        "r50k_base",
        "In GPT-2's pattern a number takes one space, as a word does; from cl100k on it does not. Running "
        "the newer rule on the older vocabulary breaks every number after a space, but no text without "
        "numbers. It happened to OLMoE, whose bare ByteLevel means GPT-2's pattern, in an engine that "
        "applied cl100k's (JustVugg/colibri, pull request 1656).",
        " 1",
        replaced=(r" ?\p{N}++", r"\p{N}++"),
    ),
    Specimen(
        "digits_unlimited",
        "Numbers are not cut into groups of three",
        "cl100k_base",
        "GPT-2 took any run of digits as one span; cl100k cuts it after every third. The old rule under"
        " the new vocabulary is right up to 999 and wrong for every year of four digits.",
        "1111",
        replaced=(r"\p{N}{1,3}+", r"\p{N}++"),
    ),
    Specimen(
        "decimal_digits",
        r"\d instead of \p{N}",
        "cl100k_base",
        r"\d is the decimal digits only (category Nd). Superscripts, fractions and Roman numerals are"
        " numbers too (No, Nl); here they fall among the punctuation and stick to it. Text with plain"
        " digits never shows it.",
        "²!",
        replaced=(r"\p{N}", r"\d"),
    ),
    Specimen(
        "marks_in_prefix",
        "A combining mark may be the prefix of a capitalised word",
        "o200k_base",
        "The pattern says that a word's prefix may be anything but a letter, number or line break, so a "
        "mark may be one. In a longest-match lexer that is wrong: the pattern's first branch accepts the "
        "mark alone and never tries mark and capital together. Only a mark before a capital shows it.",
        "\u0301A",
        definitions=_with_marks_as_prefix(),
    ),
    Specimen(
        "newline_with_blanks",
        "Blank lines with blanks in them are cut after every line break",
        "o200k_base",
        r"\s*[\r\n]+ takes all whitespace up to the last line break, including the blanks in between. "
        "Reading it as blanks and then line breaks ends the span at the first line break. Clean text has no "
        "blanks on its empty lines. The parallel scanner of fastokens cut such whitespace where its chunks "
        "ended (crusoecloud/fastokens, pull request 59).",
        "\n \n",
        replaced=(r"\s*[\r\n]+", r"[^\S\r\n]*[\r\n]+"),
    ),
    Specimen(
        "isalpha",
        r"\p{Alphabetic} instead of \p{L}",
        "cl100k_base",
        "A letter is a character of category L. Rust's char::is_alphabetic and Java's"
        " Character.isAlphabetic test the property Alphabetic, which also holds letter-like numbers and"
        " the vowel signs of Indic scripts: Hindi keeps its syllables together here, and the pattern cuts"
        " them. (Python's str.isalpha is category L exactly.) Plain European text does not show it.",
        "\u0915\u093f",
        replaced=(r"\p{L}", r"\p{Alphabetic}"),
    ),
    Specimen(
        "marks_are_letters",
        r"[\p{L}\p{M}] instead of \p{L}",
        "cl100k_base",
        "Letters with separate accents (decomposed) stay whole here; the pattern cuts the accent off as "
        "punctuation. Newer patterns (Qwen 3.5, DeepSeek) do include marks, and an engine that applied Qwen "
        "3.5's rule to other models got their ids wrong (invergent-ai/surogate, issue 105).",
        "a\u0301",
        replaced=(r"?+\p{L}++", r"?[\p{L}\p{M}]++"),
    ),
    Specimen(
        "long_s",
        "The long s is not an s: a case fold for ASCII only",
        "cl100k_base",
        "Case is ignored as in Unicode, and U+017F folds to s: 'ſ is a contraction. Writing the letters "
        "out, as in '[sS]|'[tT] (llama.cpp's version of the pattern), misses it. Modern text does not have "
        "that letter.",
        "'\u017fa",
        replaced=(r"'(?i:[sdmt]|ll|ve|re)", r"'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE])"),
    ),
)

SPECIMENS: dict[str, Specimen] = {specimen.name: specimen for specimen in _ALL}
"""All specimens, by name."""
