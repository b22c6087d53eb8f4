"""A guess beside the truth: right, close or off, in kind words."""

from __future__ import annotations

import re
from typing import Any

from ...errors import InputError, show
from .checks import Value
from .filling import plural, write

__all__ = ["judge_choice", "judge_number", "judge_text"]

_CLOSE = 0.1
"""Of the truth: a number that is off by no more is close."""

_CUTS = re.compile(r"[|│]")

_FRACTIONS = {2: "half", 3: "a third", 4: "a quarter", 5: "a fifth", 10: "a tenth"}

Verdict = dict[str, Any]


def judge_number(guess: object, truth: float, unit: str = "") -> Verdict:
    """Raises `InputError` for anything but a number.

    >>> judge_number("10", 3, "token")["said"], judge_number(4, 3)["verdict"]
    ('You said 10 tokens, which is about 3 times as many.', 'close')
    """
    number = _read_number(guess)
    said = f"You said {plural(number, unit) if unit and unit != 'percent' else write(number)}"
    off = abs(number - truth)
    numbers = {"guess": number, "truth": truth, "unit": unit}
    if off == 0 or (isinstance(truth, float) and off <= 0.05):
        return _verdict("right", "Exactly right.", write(number), write(truth), numbers)
    if off <= max(1 if isinstance(truth, int) and truth > 1 else 0, _CLOSE * abs(truth)):
        return _verdict("close", f"Close: {_off_by(number, truth)}.", write(number), write(truth), numbers)
    return _verdict(
        "off", f"{said}, which is {_off_by(number, truth)}.", write(number), write(truth), numbers
    )


def judge_choice(guess: object, truth: str, choices: dict[str, str]) -> Verdict:
    """guess: what the choice stands for. Raises `InputError` for a guess that is not offered, and for a truth that is
    not."""
    if truth not in choices:
        raise InputError(f"the truth is {truth!r}, which is none of the choices: {', '.join(choices)}")
    if not isinstance(guess, str) or guess not in choices:
        raise InputError(f"{show(guess)} is not one of the choices: {', '.join(choices)}")
    is_right = guess == truth
    said = "Right." if is_right else "Not this time."
    return _verdict("right" if is_right else "off", said, choices[guess], choices[truth])


def judge_text(guess: object, truth: Value) -> Verdict:
    """ "|" is a cut, "·" and "␣" are spaces; spaces count only where the truth has some.

    >>> judge_text("st | raw | berry", ["st", "raw", "berry"])["verdict"]
    'right'
    >>> judge_text("straw|berry|s", ["st", "raw", "berries"])["said"]
    'The right number of tokens, cut in other places.'
    """
    if not isinstance(guess, str) or not guess.strip():
        raise InputError(f"expected a text, got {show(guess)}")
    wanted = write(truth)
    mine, theirs = (_parts(text, "·" in wanted) for text in (guess, wanted))
    shown = write([part.strip() for part in _CUTS.split(guess)])
    if mine == theirs:
        return _verdict("right", "Exactly right.", shown, wanted)
    if len(mine) == len(theirs) > 1:
        return _verdict("close", "The right number of tokens, cut in other places.", shown, wanted)
    return _verdict("off", "Not this time.", shown, wanted)


def _verdict(verdict: str, said: str, guess: str, truth: str, numbers: object = None) -> Verdict:
    return {"verdict": verdict, "said": said, "guess": guess, "truth": truth, "numbers": numbers}


def _parts(text: str, with_spaces: bool) -> list[str]:
    dotted = text.strip().replace("␣", "·")
    if with_spaces and "·" not in dotted:
        dotted = text.replace(" ", "·")
    return [re.sub(r"\s" if with_spaces else r"[\s·]", "", part) for part in _CUTS.split(dotted)]


def _read_number(guess: object) -> float:
    """A number, or one that is written: ``1,234``, ``1 234``, ``12 %``."""
    if isinstance(guess, str):
        written = re.sub(r"(?<=\d)[ ,\u202f](?=\d{3}\b)|\s*%\s*$", "", guess.strip())
        if re.fullmatch(r"-?\d{1,12}(?:\.\d{1,6})?", written, re.ASCII):
            guess = float(written)
    if isinstance(guess, bool) or not isinstance(guess, int | float) or abs(guess) > 1e12 or guess != guess:
        raise InputError(f"expected a number, got {show(guess)}")
    return int(guess) if float(guess).is_integer() else float(guess)


def _off_by(number: float, truth: float) -> str:
    more = number > truth
    if truth > 0 and number > 0:
        times = number / truth if more else truth / number
        if times >= 2:
            whole = round(times)
            about = "exactly" if times == whole else "about"
            if more:
                return f"{about} {whole} times as many"
            if whole in _FRACTIONS:
                return f"{about} {_FRACTIONS[whole]} of it"
            return f"too few by a factor of {whole if times == whole else f'about {whole}'}"
    return f"{write(round(abs(number - truth), 1))} too {'many' if more else 'few'}"
