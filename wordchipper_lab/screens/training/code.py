"""The Python code that creates the view of a TrainingLab."""

from __future__ import annotations

from typing import Any

from ...lab.training.kept import is_kept_name
from ...lab.training.toy_corpora import TOY_CORPORA
from ..load_code import load_code, load_imports
from .question import FIRST, Choice, read_specials

__all__ = ["code_of", "script_of"]

_TOY = ("toy", "toy_text", "toy_level", "toy_trainer", "toy_tie")
_LONGEST = 2000  # characters of a text that is included in code


def code_of(state: dict[str, Any]) -> str:
    """The Python line that creates a `TrainingLab`, without default values and options that the mode does not
    use."""
    plain = FIRST.to_state() | {"step": 1, "compare": False, "probe": None}
    named = {name: value for name, value in state.items() if name != "probe" and value != plain[name]}
    if state["mode"] == "toy":
        named = {name: value for name, value in named.items() if name in (*_TOY, "step", "mode")}
        toy = TOY_CORPORA.get(state["toy"])
        if toy is not None:  # its own level and rule need not be stated
            for name, own in (("toy_level", toy.level), ("toy_tie", toy.tie)):
                named |= {name: state[name]}
                if state[name] == own:
                    named.pop(name)
    else:
        named = {name: value for name, value in named.items() if name not in (*_TOY, "step")}
    if len(named.get("text", "")) > _LONGEST:
        named["text"] = "..."
    return f"TrainingLab({', '.join(f'{name}={value!r}' for name, value in named.items())})"


def script_of(choice: Choice, state: dict[str, Any], name: str = "") -> str:
    """A Python program that creates this view, and one that does the same without it; `name`: of the kept
    vocabulary."""
    lines = ["from wordchipper_lab.widgets import TrainingLab", "", f"{code_of(state)}  # this view", ""]
    if choice.mode == "toy":
        corpus = repr(choice.toy if choice.toy in TOY_CORPORA else choice.toy_text)
        arguments = f"{corpus}, {choice.toy_trainer!r}, {choice.toy_tie!r}, {choice.toy_level!r}"
        lines[0:0] = ["from wordchipper_lab.lab.training import trace_training"]
        lines += [
            f"trace = trace_training({arguments})  # the same without a screen",
            "[(trace.tokens[frame.merge.token], frame.merge.frequency, frame.why) for frame in trace.frames]",
        ]
        return "\n".join(lines) + "\n"
    reading = {
        "text": ["texts = [...]  # your own text"],
        "file": ["texts = [...]  # the contents of your files"],
    }.get(
        choice.corpus,
        [
            "from wordchipper_lab.lab.training import read_corpus",
            f"texts = read_corpus({choice.corpus!r}, {choice.size})",
        ],
    )
    options: dict[str, Any] = {
        "special_tokens": read_specials(choice.special_tokens),
        "trainer": choice.trainer,
    }
    options |= {"tie": choice.tie, "min_frequency": choice.min_frequency}
    options["byte_order"] = "value" if choice.start_from else choice.byte_order
    options["max_token_length"] = choice.max_token_length or None
    plain = {"special_tokens": (), "trainer": "fast", "tie": "lowest_ids", "min_frequency": 1}
    plain |= {"byte_order": "value", "max_token_length": None}
    named = "".join(f", {key}={value!r}" for key, value in options.items() if value != plain[key])
    lines[0:0] = ["import wordchipper_lab as wl"]
    pattern = f", {choice.pattern!r}"
    if choice.start_from:
        lines[0:0] = load_imports(choice.start_from)
        reading += [f"start = {load_code(choice.start_from)}"]
        pattern = ", start=start"
    lines += [
        *reading,
        f"tok = wl.train_bpe(texts, {choice.vocab_size}{pattern}{named})  # the same without a screen",
    ]
    lines += [
        'tok.encode("hello world")',
        f'tok.save("{"tokenizer.json" if choice.start_from else "mine.tiktoken"}")',
    ]
    if is_kept_name(name):
        lines += [
            "",
            "from wordchipper_lab.lab.training import open_kept",
            f"tok = open_kept({name!r})  # what was trained here",
        ]
    return "\n".join(lines) + "\n"
