"""The cases of a benchmark: the cross product of its axes, without meaningless combinations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, product

from ...cores import count_cores
from ...encoders import ENCODERS
from ...errors import UnknownNameError
from ...spanners import LEXERS, build_lexer
from ...spanners.lexers import can_lex
from ...thread_pool import resolve_threads
from ...tokenizer import AUTO_ENCODER, AUTO_LEXER
from ...vocab.pretrained import pretrained_names, pretrained_spec
from .modes import BATCH_MODES, MODES, PEER_MODES
from .own_tokenizer import OWN_MODES, OwnTokenizers
from .peers import PEERS, installed_peers
from .results import OURS, Case

__all__ = ["choose_models", "choose_names", "choose_threads", "group_cases", "plan_cases"]


def plan_cases(
    *,
    models: str | Sequence[str] = ("o200k_base",),
    lexers: str | Sequence[str] = ("auto",),
    encoders: str | Sequence[str] = ("auto",),
    memo: bool | Sequence[bool] = (True,),
    threads: int | str | Sequence[int] = (1,),
    corpora: Sequence[str] = ("english",),
    modes: str | Sequence[str] = ("encode_array",),
    peers: str | Sequence[str] = "installed",
    own: OwnTokenizers | None = None,
) -> list[Case]:
    """The cases of a benchmark; those that are compared with each other (same model, corpus, mode) are
    together.

    Each axis is a name or several. "all" means every value (threads: 1, 2, 4 ... up to every core), "auto"
    what a `Tokenizer` chooses, and "installed" the installed peers. Spans have no encoder, decoding neither
    lexer nor encoder; only batches have threads; peers have no spans; a registered lexer is measured with the
    vocabularies of its pattern; the user's `own` tokenizers encode only, on one thread. Raises `UnknownNameError`,
    and `UnsupportedPatternError` for a lexer whose pattern none of them has.

    >>> [case.label for case in plan_cases(encoders=("tail_sweep", "auto"), memo=(False,), peers=())]
    ['vector + tail_sweep', 'vector + bpe_backtrack']
    """
    chosen_models = choose_models(models)
    chosen_lexers = choose_names("lexer", lexers, LEXERS, {"auto": [AUTO_LEXER]})
    if lexers != "all" and chosen_models:
        _check_lexers(chosen_lexers, chosen_models)
    chosen_encoders = choose_names("encoder", encoders, ENCODERS, {"auto": [AUTO_ENCODER]})
    chosen_memo = [memo] if isinstance(memo, bool) else list(memo)
    chosen_modes = choose_names("mode", modes, MODES, {"auto": ["encode_array"]})
    chosen_peers = choose_names(
        "peer", peers, PEERS, {name: installed_peers() for name in ("installed", "auto")}
    )
    chosen_threads = choose_threads(threads)
    cases: dict[Case, None] = {}
    for model, corpus, mode in product(chosen_models, dict.fromkeys(corpora), chosen_modes):
        for n_threads in chosen_threads if mode in BATCH_MODES else (1,):
            fitting = [lexer for lexer in chosen_lexers if can_lex(lexer, pretrained_spec(model).pattern)]
            for lexer, encoder, remember in product(fitting, chosen_encoders, chosen_memo):
                used = _used(mode, lexer, encoder, remember)
                cases[Case(OURS, model, *used, n_threads, corpus, mode)] = None
            for peer in chosen_peers if mode in PEER_MODES else ():
                cases[Case(peer, model, "", "", False, n_threads, corpus, mode)] = None
            for name in _fitting_own(own or {}, model, mode, n_threads):
                cases[Case(name, model, "", "", False, n_threads, corpus, mode)] = None
    return list(cases)


def _fitting_own(own: OwnTokenizers, model: str, mode: str, n_threads: int) -> list[str]:
    if mode not in OWN_MODES or n_threads > 1:
        return []
    return [name for name, each in own.items() if each.model in (None, model)]


def _check_lexers(lexers: Iterable[str], models: Sequence[str]) -> None:
    for lexer in lexers:
        if not any(can_lex(lexer, pretrained_spec(model).pattern) for model in models):
            build_lexer(models[0], lexer)  # raises: it is registered for another pattern


def _used(mode: str, lexer: str, encoder: str, memo: bool) -> tuple[str, str, bool]:
    """The parts of a tokenizer that `mode` uses."""
    if mode in ("decode", "decode_array", "decode_batch"):
        return "", "", False
    return (lexer, "", False) if mode == "spans" else (lexer, encoder, memo)


def group_cases(cases: Iterable[Case]) -> list[list[Case]]:
    """`cases` in groups that are measured round-robin: same model, corpus and mode."""
    return [list(group) for _, group in groupby(cases, key=lambda case: (case.model, case.corpus, case.mode))]


def choose_models(given: str | Sequence[str]) -> tuple[str, ...]:
    """Names of vocabularies, each once; "all" means all. "gpt2" and "openai:..." are accepted.

    Raises `UnknownNameError`.
    """
    if given == "all":
        return tuple(pretrained_names())
    names = (given,) if isinstance(given, str) else given
    return tuple(dict.fromkeys(pretrained_spec(name).name for name in names))


def choose_names(
    what: str, given: str | Sequence[str], known: Sequence[str], meanings: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """The names that `given` means, each once: "all" for all `known`, and what `meanings` says for its keys.

    Raises `UnknownNameError`.

    >>> choose_names("fruit", ["auto", "pear"], ["apple", "pear"], {"auto": ["apple"]})
    ('apple', 'pear')
    """
    meanings = {"all": known, **meanings}
    chosen: list[str] = []
    for name in (given,) if isinstance(given, str) else given:
        if name not in known and name not in meanings:
            raise UnknownNameError(what, name, [*known, *meanings])
        chosen.extend(meanings.get(name, (name,)))
    return tuple(dict.fromkeys(chosen))


def choose_threads(given: int | str | Sequence[int]) -> tuple[int, ...]:
    """Numbers of threads, each once, in order; "all" means 1, 2, 4 ... and every core, "auto" what
    `resolve_threads` chooses.

    >>> choose_threads((2, 1, 2))
    (1, 2)
    """
    if isinstance(given, str):
        if given not in ("all", "auto"):
            raise UnknownNameError("number of threads", given, ["a number", "all", "auto"])
        if given == "auto":
            return (resolve_threads(None),)
        cores = count_cores()
        powers = [1 << k for k in range(cores.bit_length()) if 1 << k < cores]
        return (*powers, cores)
    return tuple(sorted({resolve_threads(n) for n in ((given,) if isinstance(given, int) else given)}))
