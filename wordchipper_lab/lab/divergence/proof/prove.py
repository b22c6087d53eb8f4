"""Are two lexers equal on every text, of any length? A proof, or a shortest text on which they are not."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ....arguments import a_function, checked
from ....errors import PatternError, UnprovableError
from ....spanners import AutomatonLexer, RegexLexer, SpanLexer, VectorLexer
from ....spanners.logos import LogosLexer
from ..alphabet import Alphabet, common_alphabet
from ..any_lexer import KnownLexer, as_provable_lexer
from ..divergence import Divergence, whole_text
from ..lexer_names import name_lexer
from ..shrink import shrink_divergence
from .automaton_machine import AutomatonMachine
from .logos_machine import LogosMachine
from .memory_bound import ProofMemory
from .pattern_machine import PatternMachine
from .product import Certificate, explore
from .span_machine import LexerMachine
from .vector_machine import VectorMachine
from .verify import verify_certificate

__all__ = ["Proof", "build_machine", "prove_equivalence"]


@dataclass(frozen=True)
class Proof:
    """Evidence that two lexers give the same spans on every text; `verify` checks it again.

    ``a`` and ``b`` name the lexers, ``symbols`` is the number of kinds of characters they distinguish,
    ``futures`` the number of kinds of text ahead, ``states`` the number of joint states reached by all texts;
    ``seconds`` is the total time.
    """

    a: str
    b: str
    symbols: int
    futures: int
    states: int
    seconds: float
    machines: tuple[LexerMachine, LexerMachine] = field(repr=False)
    certificate: Certificate = field(repr=False)

    def verify(self) -> bool:
        """Check the certificate by a program that does not search (see `verify_certificate`)."""
        return verify_certificate(*self.machines, self.certificate) is None

    def to_json(self) -> dict[str, Any]:
        """The numbers and the statement, as JSON has them."""
        named = ("a", "b", "symbols", "futures", "states", "seconds")
        return {name: getattr(self, name) for name in named} | {
            "statement": str(self),
            "models": [machine.title for machine in self.machines],
        }

    def __str__(self) -> str:
        return (
            f"{self.a} and {self.b} give the same spans on every text of any length: {self.states:,} joint states "
            f"over {self.symbols} kinds of characters and {self.futures} kinds of text ahead, "
            "and no step ends a span of one only"
        )


@checked(should_stop=a_function)
def prove_equivalence(
    a: KnownLexer, b: KnownLexer, *, should_stop: Callable[[], bool] = lambda: False
) -> Proof | Divergence:
    r"""Prove that `a` and `b` give the same spans on all texts, or find a shortest text on which they do not.

    A regex lexer stands for the meaning of its pattern (see `PatternMachine`), an automaton for its compiled
    tables, a logos lexer for its compiled tokens and a model of the repair machine, a vector lexer for a model of its
    rules (see `vector_machine` for what that leaves to tests). A `Tokenizer` gives its lexer; names are read by
    `read_lexer`. Raises `UnprovableError`, naming the rule, for a lexer that is not
    such a machine: a pattern outside the automaton's subset, a possessive group, a custom class, a function;
    `LexerTypeError` for something that is not a lexer; `WorkLimitError` once `should_stop` returns True, or
    for a pattern that needs too many states.

    >>> proof = prove_equivalence("regex:r50k_base", "automaton:r50k_base")
    >>> proof.states, proof.verify()
    (86, True)
    >>> prove_equivalence(r"automaton:\s+(?!\S)|\s|\S+", r"regex:\s+|\S+").text
    '  a'
    """
    one, other = as_provable_lexer(a), as_provable_lexer(b)
    begun = time.perf_counter()
    alphabet = common_alphabet(one, other)
    memory = ProofMemory()
    machines = build_machine(one, alphabet, memory), build_machine(other, alphabet, memory)
    product = explore(*machines, len(alphabet), should_stop, memory)
    if product.counterexample is not None:
        text = "".join(alphabet.characters[symbol] for symbol in product.counterexample)
        if whole_text(one, other, text, alphabet) is None:
            raise AssertionError(
                f"the models of {one!r} and {other!r} differ on {text!r}, but the lexers do not: a model is "
                "wrong"
            )
        return shrink_divergence(one, other, text)  # none is shorter; some are simpler
    certificate = product.certificate
    proof = Proof(
        name_lexer(one),
        name_lexer(other),
        len(alphabet),
        len(certificate.futures),
        len(certificate.states),
        time.perf_counter() - begun,
        machines,
        certificate,
    )
    if not proof.verify():
        raise AssertionError(f"{proof.a} and {proof.b}: {verify_certificate(*machines, certificate)}")
    return proof


def build_machine(lexer: SpanLexer, alphabet: Alphabet, memory: ProofMemory | None = None) -> LexerMachine:
    """The finite machine that models `lexer` over `alphabet`; raises `UnprovableError` if there is none, and
    `WorkLimitError` if it takes more than `memory` allows."""
    if type(lexer) is AutomatonLexer:
        return AutomatonMachine(lexer.tables, lexer.pattern, alphabet)
    if type(lexer) is LogosLexer:
        return LogosMachine(lexer, alphabet)
    if type(lexer) is VectorLexer:
        return VectorMachine(lexer, alphabet)
    if type(lexer) is RegexLexer:
        try:
            return PatternMachine(lexer.pattern, alphabet, memory)
        except PatternError as error:
            rule = f"{error.problem} at position {error.position}: no finite machine over cells decides that"
            raise UnprovableError(f"the pattern {lexer.pattern!r}", rule) from None
        except RecursionError:
            rule = "too many optional parts follow each other"
            raise UnprovableError(f"the pattern {lexer.pattern[:60]!r}", rule) from None
    raise UnprovableError(repr(lexer), "a custom lexer is known only by its answers")
