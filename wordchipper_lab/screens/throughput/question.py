"""What a Throughput screen can measure: the axes, the presets, and the line of code that does the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from ...cores import count_cores
from ...encoders import ENCODERS
from ...errors import UnknownNameError
from ...lab.benchmark.corpora import DERIVED_CORPORA, SAMPLE_CORPORA
from ...lab.benchmark.found_corpora import FOUND_CORPORA
from ...lab.benchmark.modes import MODES
from ...lab.benchmark.new_text import LEAST_BYTES, REGIMES
from ...lab.benchmark.peers import PEERS, installed_peers
from ...lab.benchmark.plan import choose_threads
from ...lab.opened import opened_names
from ...lab.reports.ranking import RULE
from ...spanners import LEXERS
from ...tokenizer import AUTO_LEXER, Tokenizer
from ...vocab.patterns import PATTERN_MODELS
from .records import NamedOption, OptionsRecord

__all__ = ["CORPORA", "MAX_ROUNDS", "OWN_TEXT", "PRESETS", "Choice", "options", "preset_of"]

OWN_TEXT = "own text"
CORPORA = (*FOUND_CORPORA, *SAMPLE_CORPORA, *DERIVED_CORPORA)
MAX_ROUNDS = 100
MAX_BYTES = 4 << 20

_MODE_NOTES = {
    "spans": ("spans alone", "the lexer, without any encoder"),
    "encode": ("encode (list)", "ids as a list of ints"),
    "encode_array": ("encode (array)", "ids as a NumPy array"),
    "count": ("count", "the number of ids"),
    "decode": ("decode (list)", "text from a list of ids"),
    "decode_array": ("decode (array)", "text from an array of ids"),
    "batch": ("batch of documents", "documents on several threads"),
    "batch_small": ("batch of tiny texts", "texts of 20 to 200 bytes on several threads"),
    "decode_batch": ("decode a batch", "the texts of many lists of ids, on several threads"),
    "round_trip_batch": ("there and back", "a batch of documents encoded, then decoded, on several threads"),
}
_REGIME_NOTES = {
    "new": ("new", "each document once, as a tokenizer meets text; a second pass stands beside it"),
    "warm": ("seen before", "the same text in every round: what remembers spans has seen it"),
}
_CORPUS_NOTES = {
    **{name: found.source for name, found in FOUND_CORPORA.items()},
    "english": "English prose",
    "diverse": "stress text: many scripts, emoji, JSON, HTML",
    "code": "program text",
    "repetitive": "runs of one letter, of spaces, of a phrase",
    "long": "one document of 2 MB",
    "mixed": "documents of 20 bytes to 100 kB",
}


@dataclass(frozen=True)
class Choice:
    """The axes of a benchmark, as `run_benchmark` takes them."""

    models: tuple[str, ...] = ("o200k_base",)
    lexers: tuple[str, ...] = (AUTO_LEXER,)
    encoders: tuple[str, ...] = ("bpe_backtrack",)
    memo: tuple[bool, ...] = (True,)
    threads: tuple[int, ...] = (1,)
    corpora: tuple[str, ...] = ("english",)
    modes: tuple[str, ...] = ("encode_array",)
    peers: tuple[str, ...] = ()
    rounds: int = 5
    latency: bool = False
    memory: bool = False
    regime: str = "new"

    def to_state(self) -> dict[str, Any]:
        """As traits of a `ThroughputLab`."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
        }

    def check(self) -> None:
        """Raise `UnknownNameError` for a name that is not offered, in particular for a path on this
        machine."""
        known: dict[str, Iterable[object]] = {
            "models": Tokenizer.available_models(),
            "lexers": LEXERS,
            "encoders": ENCODERS,
            "corpora": (*CORPORA, OWN_TEXT),
            "modes": MODES,
            "peers": PEERS,
            "threads": range(1, count_cores() + 1),
        }
        for axis, names in known.items():
            for name in getattr(self, axis):
                if name not in names:
                    raise UnknownNameError(axis, name, map(str, names))
        if self.regime not in REGIMES:
            raise UnknownNameError("regime", self.regime, REGIMES)
        if not 1 <= self.rounds <= MAX_ROUNDS:
            raise UnknownNameError("number of rounds", self.rounds, [f"1 to {MAX_ROUNDS}"])

    def new_corpora(self, text: str = "") -> tuple[str, ...]:
        """The corpora that are new text, as far as that is known before they are read; `text`: the own one."""
        new = [*FOUND_CORPORA, *([OWN_TEXT] if len(text.encode(errors="replace")) >= LEAST_BYTES else [])]
        return tuple(name for name in self.corpora if self.regime == "new" and name in new)

    def to_code(self, own: str = "") -> str:
        """The line that measures the same without a screen; it names the own text as a file. `own`: the expression for
        the user's tokenizers.

        >>> Choice(lexers=("logos",)).to_code()
        "run_benchmark(lexers=('logos',), peers=())"
        """
        corpora = tuple("my_text.txt" if name == OWN_TEXT else name for name in self.corpora)
        shown = replace(self, corpora=corpora)
        given = [
            f"{item.name}={getattr(shown, item.name)!r}"
            for item in fields(shown)
            if item.name == "peers" or getattr(shown, item.name) != item.default
        ]
        return f"run_benchmark({', '.join([*given, *([f'own={own}'] if own else [])])})"


PRESETS: dict[str, tuple[str, Choice]] = {
    "New text, beside the peers": (
        "Python code that no tokenizer has seen, then once more; every peer that is installed beside the default",
        Choice(corpora=("python",), peers=PEERS),
    ),
    "Quick look": (
        "every lexer with every encoder on two texts, tiktoken beside: seconds",
        Choice(
            lexers=LEXERS.built_in,
            encoders=ENCODERS.built_in,
            memo=(False,),
            corpora=("english", "diverse"),
            peers=("tiktoken",),
            rounds=3,
        ),
    ),
    "The paper's cross product": (
        "three vocabularies, all lexers and encoders, English and diverse text, two peers",
        Choice(
            models=PATTERN_MODELS,
            lexers=LEXERS.built_in,
            encoders=ENCODERS.built_in,
            memo=(False,),
            corpora=("english", "diverse"),
            modes=("spans", "encode_array"),
            peers=("tiktoken", "tokenizers"),
        ),
    ),
    "Lexers alone": (
        "spans only, three vocabularies, three texts",
        Choice(
            models=PATTERN_MODELS,
            lexers=LEXERS.built_in,
            corpora=("english", "diverse", "code"),
            modes=("spans",),
        ),
    ),
    "Beside the peers, on small texts": (
        "the default tokenizer and every peer that is installed, on three samples that they have seen before",
        Choice(
            threads=choose_threads("all"),
            corpora=("english", "diverse", "code"),
            modes=("encode", "encode_array", "batch"),
            peers=PEERS,
        ),
    ),
    "Latency of short prompts": (
        "percentiles of single calls, by the length of the prompt",
        Choice(modes=("encode",), peers=PEERS, rounds=3, latency=True),
    ),
}
"""Name -> (description, choice); peers that are not installed are left out when the preset is used."""


def preset_choice(name: str) -> Choice:
    """The choice of a preset, with the installed peers; raises `UnknownNameError`."""
    if name not in PRESETS:
        raise UnknownNameError("preset", name, PRESETS)
    choice = PRESETS[name][1]
    installed = installed_peers()
    return replace(choice, peers=tuple(peer for peer in choice.peers if peer in installed))


def preset_of(choice: Choice) -> str | None:
    """The name of the preset that equals `choice`, if any."""
    return next((name for name in PRESETS if preset_choice(name) == choice), None)


def options(own: Iterable[str] = ()) -> OptionsRecord:
    """The available choices, as the page shows them; `own`: the names of the user's tokenizers."""
    installed = installed_peers()
    hints = {name: None if name in installed else f"pip install {name.partition('_')[0]}" for name in PEERS}
    return {
        "models": Tokenizer.available_models(),
        "lexers": list(LEXERS),
        "encoders": list(ENCODERS),
        "threads": list(choose_threads("all")),
        "corpora": [_corpus_option(name) for name in CORPORA],
        "regimes": [{"value": n, "label": _REGIME_NOTES[n][0], "note": _REGIME_NOTES[n][1]} for n in REGIMES],
        "modes": [{"value": n, "label": _MODE_NOTES[n][0], "note": _MODE_NOTES[n][1]} for n in MODES],
        "peers": [{"value": name, "label": name, "hint": hint} for name, hint in hints.items()],
        "presets": [{"name": name, "note": note} for name, (note, _) in PRESETS.items()],
        "own": list(own),
        "opened": opened_names(),
        "rule": RULE,
        "max_rounds": MAX_ROUNDS,
        "max_bytes": MAX_BYTES,
    }


def _corpus_option(name: str) -> NamedOption:
    found = FOUND_CORPORA.get(name)
    hint = None if found is None or found.is_here else found.how_to_get
    return {
        "value": name,
        "label": name,
        "note": _CORPUS_NOTES[name],
        "hint": hint,
        "is_new": found is not None,
    }
