"""The other side of `slow_engines.Oniguruma`: how long Oniguruma takes for some texts.

Run as a file, without this package. stdin is JSON [pattern, seconds for one text, seconds in all, [[unit, times, tail],
...]]; stdout is JSON, a list of seconds for as many of the texts as there was time for, null for those on which it gave
up, and for others with the same unit.
"""

import json
import sys
import time
from typing import Any


def main() -> None:
    """Measure."""
    import tokenizers

    pattern, longest, most, texts = json.load(sys.stdin)
    split = tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
    found: list[float | None] = []
    hopeless: set[str] = set()
    for unit, times, tail in texts:
        seconds = None if unit in hopeless else _seconds(split, unit * times + tail)
        if seconds is None or seconds > longest:
            seconds = None
            hopeless.add(unit)
        found.append(seconds)
        if time.thread_time() > most:
            break
    print(json.dumps(found))


def _seconds(split: Any, text: str) -> float | None:
    begun = time.thread_time()
    try:
        split.pre_tokenize_str(text)
    except BaseException:  # the package panics when Oniguruma has tried too often
        return None
    return time.thread_time() - begun


if __name__ == "__main__":
    main()
