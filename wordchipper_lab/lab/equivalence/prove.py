"""`prove_equivalence` for tokenizers: do two give the same ids on every text?"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ...arguments import a_function, checked
from ...errors import UnprovableError
from ...tokenizer import Tokenizer
from ...vocab.overlap import tokens_in
from ..divergence import Divergence, Proof
from ..divergence import prove_equivalence as prove_lexers
from ..reachability import merge_rules
from .cause import cause_of, tokens_of
from .certificate import MergeCertificate, compare_neighbours, count_pairs
from .compared_vocabularies import ComparedVocabularies
from .results import TokenizerDivergence, TokenizerProof, UndecidedEquivalence
from .shortest_text import Tried, try_neighbours, try_tokens, try_whole_spans
from .stages import found_alike, pipeline_of, possible_spans, split_in_the_same_way, splits_once
from .texts_to_try import texts_to_try

if TYPE_CHECKING:
    from ..divergence.any_lexer import KnownLexer

__all__ = ["TokenizerResult", "prove_equivalence", "prove_tokenizers"]

TokenizerResult = TokenizerProof | TokenizerDivergence | UndecidedEquivalence
"""The three answers about two tokenizers; ``equal`` is True, False or None."""


@checked(should_stop=a_function)
def prove_equivalence(
    a: KnownLexer, b: KnownLexer, *, should_stop: Callable[[], bool] = lambda: False
) -> Proof | Divergence | TokenizerResult:
    r"""Prove that `a` and `b` are equal on all texts, or find a shortest text on which they are not.

    Two tokenizers: whether they give the same ids, see `prove_tokenizers`. Anything else: whether two lexers give the
    same spans; a `Tokenizer` then stands for its lexer, see `lab.divergence.prove_equivalence`. Raises `WorkLimitError`
    once `should_stop` returns True, and the errors named there.

    >>> from wordchipper_lab import Tokenizer
    >>> r50k, p50k = (Tokenizer.from_pretrained(name) for name in ("r50k_base", "p50k_base"))
    >>> found = prove_equivalence(r50k, p50k)
    >>> found.equal, found.text, found.cause, found.is_shortest
    (False, '  ', 'merges', True)
    >>> prove_equivalence("regex:r50k_base", "automaton:r50k_base").states
    86
    """
    if isinstance(a, Tokenizer) and isinstance(b, Tokenizer):
        return prove_tokenizers(a, b, should_stop=should_stop)
    return prove_lexers(a, b, should_stop=should_stop)


def prove_tokenizers(
    a: Tokenizer, b: Tokenizer, *, should_stop: Callable[[], bool] = lambda: False
) -> TokenizerResult:
    """Prove that two tokenizers give the same ids on all texts, or find a shortest text on which they do not.

    Stage by stage: special and added tokens by their texts and ids; normalizers by what they say; spans by the lexers'
    proof; merging by comparing which tokens and which neighbours occur in spans at all
    (`reachability`, `DifferingNeighbours`). So differences that no text can show do not count: tokens that the split
    pattern always cuts may be merged differently, or have other ids. Lengths of texts are in UTF-8 bytes.

    About 2 s for o200k_base, less if both have the same merges. What cannot be decided (a custom lexer, a normalizer of
    one of them only) is an `UndecidedEquivalence`, unless a text shows a difference.
    """
    return _Comparison(a, b, should_stop).result()


class _Comparison:
    def __init__(self, a: Tokenizer, b: Tokenizer, should_stop: Callable[[], bool]) -> None:
        self.a, self.b, self.should_stop = a, b, should_stop
        self.begun = time.perf_counter()
        self.steps: list[str] = []
        self.unchecked: list[str] = []
        self.tried = Tried(a, b)

    def result(self) -> TokenizerResult:
        self.compare_pipelines()
        self.compare_spans()
        certificate = self.compare_merging()
        proof = None
        if certificate is not None and not self.unchecked and self.tried.best is None:
            seconds = time.perf_counter() - self.begun
            proof = TokenizerProof(self.a.name, self.b.name, tuple(self.steps), seconds, certificate)
        has_same = self.compare_added_tokens()
        if self.tried.best is not None:
            return self.divergence(self.tried.best, proof)
        if proof is None or not has_same:
            return UndecidedEquivalence(self.a.name, self.b.name, tuple(self.steps), tuple(self.unchecked))
        return replace(proof, steps=tuple(self.steps), seconds=time.perf_counter() - self.begun)

    def divergence(self, text: str, otherwise: TokenizerProof | None) -> TokenizerDivergence:
        a, b = self.a, self.b
        a_ids, b_ids = a.encode(text), b.encode(text)
        return TokenizerDivergence(
            a.name,
            b.name,
            text,
            tuple(a_ids),
            tuple(b_ids),
            tokens_of(a, a_ids),
            tokens_of(b, b_ids),
            cause_of(a, b, text),
            self.tried.is_shortest,
            otherwise,
        )

    def compare_pipelines(self) -> None:
        one, other = pipeline_of(self.a), pipeline_of(self.b)
        if one.normalizer != other.normalizer:
            self.unchecked.append("the normalizers differ, and their effect on all texts is not computed")
            self.tried.floor = 0
            self.try_texts()
        elif one.normalizer:
            self.steps.append("the same normalizers")
            self.tried.floor = 0  # they may lengthen a text
        if one.post_processor != other.post_processor:
            self.steps.append("post-processors, which differ, left aside: `encode` does without them")

    def compare_spans(self) -> None:
        a, b = self.a, self.b
        if split_in_the_same_way(a, b):
            self.steps.append("the same split pattern")
            return
        if not (splits_once(a) and splits_once(b)):
            self.unchecked.append("the texts are split by more than a pattern, and not in the same way")
            self.tried.floor = 0
            self.try_texts()
            return
        try:
            found = prove_lexers(a._lexer, b._lexer, should_stop=self.should_stop)
        except UnprovableError as error:
            self.unchecked.append(f"the split patterns: {error}")
            self.tried.floor = 0
            self.try_texts()
            return
        if isinstance(found, Proof):
            self.steps.append(f"the same spans ({found.states:,} joint states)")
            return
        self.tried.differs(found.text)
        self.tried.floor = min(self.tried.floor, len(found.text))
        self.unchecked.append(
            f"the split patterns cut {found.text!r} differently, and whether that ever changes ids is not computed"
        )
        if self.tried.best is None:
            self.try_texts()

    def try_texts(self) -> None:
        for text in texts_to_try():
            self.tried.differs(text)
        self.tried.tried_below = 2  # bytes: the empty text, and all of one byte
        self.steps.append(f"{len(self.tried.answers):,} short texts were tried")

    def compare_merging(self) -> MergeCertificate | None:
        rules = merge_rules(self.a), merge_rules(self.b)
        tables = self.a.vocab.tables, self.b.vocab.tables
        to_b, to_a = tokens_in(tables[1], tables[0]), tokens_in(tables[0], tables[1])
        compared, back = ComparedVocabularies(*rules, to_b), ComparedVocabularies(*rules[::-1], to_a)
        spans = possible_spans(self.a)
        if compared.are_same and back.are_same:
            n_tokens = int((rules[0].sizes > 0).sum())
            self.steps.append(f"the same merges ({n_tokens:,} tokens)")
            return MergeCertificate("same merges", compared, back, spans, n_tokens, 0)
        found, neighbours = compare_neighbours(compared, spans)
        try_whole_spans(self.tried, found, compared)
        n_tokens = try_tokens(self.tried, found, compared, self.should_stop)
        has_pairs = try_neighbours(self.tried, found, neighbours, self.should_stop)
        if self.tried.best is not None:
            return None
        if n_tokens or has_pairs:
            n = len(self.tried.answers)
            self.unchecked.append(
                f"merging differs ({n_tokens:,} tokens, {'some' if has_pairs else 'no'} neighbours), but none of {n:,} "
                "texts shows it: the spans in which it does may all be tokens as a whole"
            )
            return None
        n_pairs = count_pairs(rules[1])
        self.steps.append(
            f"of {int(found.occurs.sum()):,} tokens that occur, the same neighbours ({n_pairs:,} pairs compared)"
        )
        return MergeCertificate(
            "same neighbours", compared, back, found.automaton, int(found.occurs.sum()), n_pairs
        )

    def compare_added_tokens(self) -> bool:
        one, other = found_alike(self.a), found_alike(self.b)
        if one == other:
            self.steps.append(f"the same {len(one):,} special tokens" if one else "no special tokens")
            return True
        differing = sorted(
            (text for text in one.keys() | other.keys() if one.get(text) != other.get(text)),
            key=lambda text: (len(text.encode()), text),
        )
        for text in differing:
            if len(text.encode()) >= self.tried.n_bytes:
                break
            if not self.tried.differs(text):
                self.tried.floor = min(self.tried.floor, len(text.encode()) + 1)
                for around in (f" {text}", f"{text} ", f"a{text}", f"{text}a"):
                    self.tried.differs(around)
        if self.tried.best is None:
            self.unchecked.append(f"special tokens: {differing[0]!r} is not the same in both")
        return False
