"""Check a certificate, without searching and without knowing how it was found.

Why this is a proof: by (1) and (2) every text has, at each place, a joint future from the list. By (3) and
(4), going from left to right, both machines are at each place in a joint state from the list, because every
step from a listed state, over any symbol, to any future that it may have, leads to a listed one. And by (5)
no such step ends a span of only one of them.
"""

from __future__ import annotations

from .product import Certificate, JointState
from .span_machine import BEGIN, LexerMachine

__all__ = ["verify_certificate"]


def verify_certificate(a: LexerMachine, b: LexerMachine, certificate: Certificate) -> str | None:
    """None if `certificate` proves that `a` and `b` are equal on all texts; otherwise what is wrong with
    it."""
    futures, states = certificate.futures, certificate.states
    if not futures or futures[0] != (a.nothing_ahead, b.nothing_ahead):
        return "(1) the first future is not that of the empty text"
    for number, (of_a, of_b) in enumerate(futures):
        for symbol in range(certificate.n_symbols):
            before = (a.ahead(symbol, of_a), b.ahead(symbol, of_b))
            if futures[certificate.ahead[number][symbol]] != before:
                return f"(2) future {number} after symbol {symbol} leads to a different future than stated"
    for number in range(len(futures)):
        if JointState(BEGIN, BEGIN, number) not in states:
            return f"(3) a text with future {number} begins in no listed state"
    begins = [[] for _ in futures]
    for behind, row in enumerate(certificate.ahead):
        for symbol, future in enumerate(row):
            begins[future].append((symbol, behind))
    for state in states:
        for symbol, behind in begins[state.future]:
            after_a, end_a = a.read(state.a, symbol, futures[behind][0])
            after_b, end_b = b.read(state.b, symbol, futures[behind][1])
            if JointState(after_a, after_b, behind) not in states:
                return f"(4) symbol {symbol} leads from {state} to a state that is not listed"
            if end_a != end_b or (behind == 0 and a.finish(after_a) != b.finish(after_b)):
                return f"(5) the machines differ in {state} on symbol {symbol}"
    return None
