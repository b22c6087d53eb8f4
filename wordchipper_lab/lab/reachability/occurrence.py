"""Which tokens, and which neighbours, merging makes of some span of some text: decided exactly.

A span's tokens are a path: from the automaton's first state (`SpanAutomaton`), token by token, each two neighbours
stable (`pair_regions`), to a state where a span may end. By the theorem there, every such path is what merging makes of
its bytes. So a token occurs if a path goes through it. Paths are found as in any graph, forwards from the first state
and backwards from the last ones, but the graph is never written down: o200k_base has 40 billion pairs of tokens. It is
enough to know, for each state, which tokens lead to it: t can come next there unless *all* of them are unstable with t,
and with how many it is unstable is counted for all t at once (`RectangleCounts`).

In rounds, until nothing is new. The round in which a step was found is kept, so that a path can be written down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from .merge_rules import MergeRules
from .pair_regions import PairRegions, find_regions, unstable_after, unstable_before
from .rectangle_counts import RectangleCounts
from .span_automaton import SpanAutomaton, every_text, span_automaton
from .token_steps import run_tokens

__all__ = ["NEVER", "Occurrence", "ReadState", "find_occurrence"]

NEVER = 1 << 30
_WAYS = 3  # of which the shortest is shown
_BETWEEN, _WITHIN, _EITHER = range(3)
_MOST_STEPS = 1 << 25


@dataclass
class ReadState:
    """What is known of one state of the automaton.

    tokens, after: int64, int32 (k,): the tokens that can be read here, and the state behind each.
    numbers: int64 (k,): their numbers in ``counts.right``.
    begun: int32 (k,): the round in which each was found to begin here in some span; `NEVER` if it was not.
    arrived: int32 (left tokens,): the round in which each token of ``counts.left`` was found to lead here.
    closed: int32 (left tokens,): the round in which the span was found to be completed behind it.
    """

    counts: RectangleCounts
    tokens: np.ndarray
    after: np.ndarray
    numbers: np.ndarray
    begun: np.ndarray
    arrived: np.ndarray
    closed: np.ndarray


@dataclass(frozen=True, eq=False)
class Occurrence:
    """What `find_occurrence` found. n is the number of ranks.

    occurs: bool (n,): whether merging makes the token in a span of some text.
    left_class, right_class: int64 (n,): two tokens that are stable are neighbours in a span of some text if and only
    if ``meet[left_class[s], right_class[t]]``, bool.
    states: those of the automaton that spans reach, by their numbers.
    """

    rules: MergeRules
    regions: PairRegions
    automaton: SpanAutomaton
    occurs: np.ndarray
    left_class: np.ndarray
    right_class: np.ndarray
    meet: np.ndarray
    states: dict[int, ReadState] = field(repr=False)

    def witness(self, token: int) -> str:
        """A short text whose first span has the token; ``ValueError`` if it never occurs."""
        return self._witness([token])

    def witness_of_pair(self, left: int, right: int) -> str:
        """A short text whose first span has the two tokens, which must be stable, side by side; ``ValueError`` if they
        never meet."""
        return self._witness([left, right])

    def _witness(self, tokens: list[int]) -> str:
        middle = b"".join(map(self.rules.token_bytes, tokens))
        ways = []
        for number, state in self.states.items():
            for i in np.flatnonzero((state.tokens == tokens[0]) & (state.begun < NEVER)).tolist():
                end = self.automaton.run(middle, number)
                rounds_left = self.rounds_left(tokens[-1], end)
                if rounds_left < NEVER:
                    ways.append((int(state.begun[i]) + rounds_left, int(state.begun[i]), number, end))
        if not ways:
            raise ValueError(f"no text has {b' + '.join(map(self.rules.token_bytes, tokens))!r}")
        spans = [
            self._begin(tokens[0], number, begun) + middle + self._close(tokens[-1], end)
            for _, begun, number, end in sorted(ways)[:_WAYS]
        ]
        text = self.automaton.text_of_span(min(spans, key=len))
        assert text is not None
        return text

    def rounds_left(self, token: int, number: int) -> int:
        """The round in which spans were found to be completed behind a token that leads to that state."""
        if number < 0 or number not in self.states:
            return 0 if number >= 0 and self.automaton.may_end[number] else NEVER
        if self.automaton.may_end[number]:
            return 0
        state = self.states[number]
        return int(state.closed[state.counts.left_number[token]])

    def ways_to(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """The tokens that lead to a state in some span, and the state in which each begins: int64 (k,), (k,)."""
        return self._ways.get(number, (np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)))

    @cached_property
    def _ways(self) -> dict[int, tuple[np.ndarray, np.ndarray]]:
        begun = [np.flatnonzero(state.begun < NEVER) for state in self.states.values()]
        pairs = list(zip(self.states.items(), begun, strict=True))
        tokens = np.concatenate([state.tokens[at] for (_, state), at in pairs])
        numbers = np.concatenate([np.full(len(at), number) for (number, _), at in pairs])
        after = np.concatenate([state.after[at] for (_, state), at in pairs])
        groups = _grouped(after, np.arange(len(after)))
        return {number: (tokens[at], numbers[at]) for number, at in groups}

    def _begin(self, token: int, number: int, round_: int) -> bytes:
        """Bytes before a token that begins in the state of that number, found in that round."""
        head = b""
        while round_ > 0:
            state = self.states[number]
            left = state.counts.left
            may_be = state.arrived <= round_
            place = self.regions.after.place[left]
            for begin, end in zip(*unstable_before(self.rules, self.regions, token), strict=True):
                may_be &= ~((begin <= place) & (place < end))
            token = _shortest(self.rules, left[may_be])
            head = self.rules.token_bytes(token) + head
            round_, number = min(
                (int(before.begun[i]), n)
                for n, before in self.states.items()
                for i in np.flatnonzero((before.tokens == token) & (before.after == number)).tolist()
            )
        return head

    def _close(self, token: int, number: int) -> bytes:
        """Bytes behind a token that leads to the state of that number."""
        tail = b""
        while (round_ := self.rounds_left(token, number)) > 0:
            state = self.states[number]
            may_be = _closing_rounds(self.states, self.automaton, state) < round_
            place = self.regions.before.place[state.tokens]
            for begin, end in zip(*unstable_after(self.rules, self.regions, token), strict=True):
                may_be &= ~((begin <= place) & (place < end))
            token = _shortest(self.rules, state.tokens[may_be])
            tail += self.rules.token_bytes(token)
            number = int(state.after[state.tokens == token][0])
        return tail


def _shortest(rules: MergeRules, tokens: np.ndarray) -> int:
    return int(tokens[np.argmin(rules.sizes[tokens])])


def find_occurrence(
    rules: MergeRules, spans: SpanAutomaton | str, regions: PairRegions | None = None
) -> Occurrence:
    r"""Which tokens merging makes of the spans of a pattern, and which of them can be neighbours; 1 s for o200k_base.

    Only merging: what becomes of a span that is a token as a whole (`MergeRules.only_whole`) is left out.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> from wordchipper_lab.lab.reachability.merge_rules import merge_rules
    >>> rules = merge_rules(load_vocab("r50k_base"))
    >>> found = find_occurrence(rules, load_vocab("r50k_base").pattern)
    >>> [rules.token_bytes(i).hex() for i in np.flatnonzero(~found.occurs)]
    ['c0', 'c1', 'f5', 'f6', 'f7', 'f8', 'f9', 'fa', 'fb', 'fc', 'fd', 'fe', 'ff']
    >>> found.witness(262)
    ' the'
    """
    automaton = span_automaton(spans) if isinstance(spans, str) else spans
    if automaton.n_between * len(rules) > _MOST_STEPS:
        automaton = every_text(automaton.pattern)
    regions = regions or find_regions(rules)
    search = _Search(rules, regions, automaton)
    search.go_forward()
    search.go_backward()
    return search.result()


class _Search:
    def __init__(self, rules: MergeRules, regions: PairRegions, automaton: SpanAutomaton) -> None:
        self.rules, self.regions, self.automaton = rules, regions, automaton
        made = np.flatnonzero(rules.is_made)
        end = _where_they_end(rules, made)
        head = ~_is_continuation(rules.data[rules.starts[made]])
        self.between = RectangleCounts(rules, regions, made[end != _WITHIN], made[head])
        self.within = RectangleCounts(rules, regions, made[end != _BETWEEN], made[~head])
        self.states: dict[int, ReadState] = {}
        self.steps = automaton.steps.reshape(-1)

    def state(self, number: int) -> ReadState:
        """What is known of a state; it is made when it is reached first."""
        if number not in self.states:
            counts = self.between if number < self.automaton.n_between else self.within
            behind = np.empty(len(counts.right), dtype=np.int32)
            run_tokens(self.steps, number, self.rules.data, self.rules.starts, counts.right, behind)
            numbers = np.flatnonzero(behind >= 0)
            self.states[number] = ReadState(
                counts,
                counts.right[numbers],
                behind[numbers],
                numbers,
                np.full(len(numbers), NEVER, dtype=np.int32),
                np.full(len(counts.left), NEVER, dtype=np.int32),
                np.full(len(counts.left), NEVER, dtype=np.int32),
            )
        return self.states[number]

    def go_forward(self) -> None:
        first = self.state(0)
        first.begun[:] = 0
        found = {0: np.arange(len(first.tokens))}
        round_ = 0
        while found:
            round_ += 1
            reached: set[int] = set()
            for number, steps in found.items():
                state = self.states[number]
                for after, tokens in _grouped(state.after[steps], state.tokens[steps]):
                    target = self.state(after)
                    at = target.counts.left_number[tokens]
                    is_new = target.arrived[at] == NEVER
                    if is_new.any():
                        target.arrived[at[is_new]] = round_
                        reached.add(after)
            found = {number: new for number in reached if len(new := self._begin(number, round_))}

    def _begin(self, number: int, round_: int) -> np.ndarray:
        """Tokens that can follow one of those that have arrived; returns which are new."""
        state = self.states[number]
        waiting = np.flatnonzero(state.begun == NEVER)
        if not len(waiting):
            return waiting
        arrived = state.arrived < NEVER
        unstable = state.counts.after(arrived)[state.numbers[waiting]]
        new = waiting[unstable < np.count_nonzero(arrived)]
        state.begun[new] = round_
        return new

    def go_backward(self) -> None:
        for number, state in self.states.items():
            if self.automaton.may_end[number]:
                state.closed[state.arrived < NEVER] = 0
        round_, is_changing = 0, True
        while is_changing:
            round_ += 1
            is_changing = False
            for number, state in self.states.items():
                waiting = (state.arrived < NEVER) & (state.closed == NEVER)
                if self.automaton.may_end[number] or not waiting.any():
                    continue
                rounds = _closing_rounds(self.states, self.automaton, state)
                chosen = np.zeros(len(state.counts.right), dtype=bool)
                chosen[state.numbers[rounds < round_]] = True
                new = waiting & (state.counts.before(chosen) < np.count_nonzero(chosen))
                if new.any():
                    state.closed[new] = round_
                    is_changing = True

    def result(self) -> Occurrence:
        n = len(self.rules)
        occurs = np.zeros(n, dtype=bool)
        left_class, right_class = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
        left_sets, right_sets = [0], [0]
        for number, state in enumerate(self.states.values()):
            closes = _closing_rounds(self.states, self.automaton, state) < NEVER
            occurs[state.tokens[closes & (state.begun < NEVER)]] = True
            _refine(left_class, left_sets, state.counts.left[state.arrived < NEVER], number)
            _refine(right_class, right_sets, state.tokens[closes], number)
        left_class, left_sets = _used(left_class, left_sets)
        right_class, right_sets = _used(right_class, right_sets)
        meet = np.array([[one & other != 0 for other in right_sets] for one in left_sets], dtype=bool)
        return Occurrence(
            self.rules, self.regions, self.automaton, occurs, left_class, right_class, meet, self.states
        )


def _closing_rounds(states: dict[int, ReadState], automaton: SpanAutomaton, state: ReadState) -> np.ndarray:
    """For each token that can be read in a state, the round in which the span was found to be completed behind it."""
    rounds = np.where(automaton.may_end[state.after], 0, NEVER)
    for after, at in _grouped(state.after, np.arange(len(state.after))):
        if not automaton.may_end[after] and after in states:
            target = states[after]
            rounds[at] = target.closed[target.counts.left_number[state.tokens[at]]]
    return rounds


def _grouped(keys: np.ndarray, values: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """The values of each key."""
    if not len(keys):
        return []
    order = np.argsort(keys, kind="stable")
    borders = np.flatnonzero(np.diff(keys[order])) + 1
    firsts = keys[order][np.append(0, borders)].tolist()
    return list(zip(firsts, np.split(values[order], borders), strict=True))


def _refine(classes: np.ndarray, sets: list[int], tokens: np.ndarray, number: int) -> None:
    """Put number into the sets of some tokens; tokens with equal sets are one class, ``sets[class]`` as bits."""
    old, place = np.unique(classes[tokens], return_inverse=True)
    classes[tokens] = len(sets) + place
    sets.extend([sets[one] | 1 << number for one in old.tolist()])


def _used(classes: np.ndarray, sets: list[int]) -> tuple[np.ndarray, list[int]]:
    used, numbers = np.unique(classes, return_inverse=True)
    return numbers, [sets[one] for one in used.tolist()]


def _is_continuation(data: np.ndarray) -> np.ndarray:
    return data & 0xC0 == 0x80


def _where_they_end(rules: MergeRules, tokens: np.ndarray) -> np.ndarray:
    """Whether each token ends between characters, within one, or (a few continuation bytes) either way."""
    found = np.full(len(tokens), _BETWEEN)
    undecided = np.ones(len(tokens), dtype=bool)
    for back in (1, 2, 3):
        at = np.flatnonzero(undecided)
        reached = rules.sizes[tokens[at]] >= back
        found[at[~reached]] = _EITHER
        undecided[at[~reached]] = False
        at = at[reached]
        last = rules.data[rules.starts[tokens[at] + 1] - back]
        needed = 1 + (last >= 0xC0).astype(int) + (last >= 0xE0) + (last >= 0xF0)
        is_first = ~_is_continuation(last)
        found[at[is_first & (needed > back)]] = _WITHIN
        undecided[at[is_first]] = False
    return found
