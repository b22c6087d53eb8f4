"""The report of npm_peers/compare.mjs as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from comparison_rows import show

from wordchipper_lab.lab.benchmark.peers import Peer

Result = dict[str, Any]
"""What compare.mjs reports about one contender (`Result` in comparison.mjs)."""

OURS = "ours"
EXCERPT = 12
"""Characters that are shown before a difference, and twice as many after it."""


def to_markdown(report: dict[str, Any], texts: dict[str, list[str]], hostile: dict[str, list[str]]) -> str:
    """The table, a row for each contender, the fastest first."""
    titles = [f"{name}, MB/s" for name in texts]
    titles += ["first ids, ms", "JS heap, MB", "outside it, MB", "resident, MB"]
    titles += ["ids of these texts", "ids of hostile strings"]
    rows = [["contender", "version", *titles], ["---"] * (len(titles) + 2)]
    results = sorted(report["results"], key=lambda result: -sum(_speeds(result, texts)))
    rows += [_row(result, texts, hostile) for result in results]
    if (ratio := _ratio_row(results, texts)) is not None:
        rows.append(ratio + [""] * (len(titles) + 2 - len(ratio)))
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def remarks(report: dict[str, Any], texts: dict[str, list[str]], reference: Peer) -> Iterator[str]:
    """Yield a line for each contender that was left out, then the first difference of each group of texts."""
    for one in report["leftOut"]:
        yield f"- {one['name']} is left out: {one['why']}"
    for result in report["results"]:
        for name, tally in result["tallies"].items():
            if (first := tally["first"]) is not None:
                yield f"- {result['name']}, {name}: {_difference(texts[name][first['text']], first, reference)}"


def _row(result: Result, texts: dict[str, list[str]], hostile: dict[str, list[str]]) -> list[str]:
    memory = result["memory"] or {}
    return [
        result["name"],
        result["version"] or "",
        *(show(speed) for speed in _speeds(result, texts)),
        f"{median(result['firstIds']):.0f}",
        *(f"{memory[part] / 1e6:.0f}" if memory else "" for part in ("heap", "external", "resident")),
        _exactness(result, texts),
        _exactness(result, hostile),
    ]


def _speeds(result: Result, texts: dict[str, list[str]]) -> list[float]:
    return [median(result["speeds"][name]) for name in texts]


def _exactness(result: Result, names: dict[str, list[str]]) -> str:
    tallies = [result["tallies"][name] for name in names]
    different = sum(tally["different"] for tally in tallies)
    return (
        f"**differ** in {different:,} of {sum(tally['texts'] for tally in tallies):,}"
        if different
        else "exact"
    )


def _ratio_row(results: list[Result], texts: dict[str, list[str]]) -> list[str] | None:
    """Our speed over that of the fastest other contender, exact or not."""
    speeds = {result["name"]: _speeds(result, texts) for result in results}
    ours = speeds.pop(OURS, None)
    if ours is None or not speeds:
        return None
    best = [max(column) for column in zip(*speeds.values(), strict=True)]
    return ["ours / the fastest other", "", *(f"**{a / b:.2f}**" for a, b in zip(ours, best, strict=True))]


def _difference(text: str, first: dict[str, Any], reference: Peer) -> str:
    ids = list(reference.encode(text))
    where = len(reference.decode(ids[: first["at"]]))
    shown = text[max(0, where - EXCERPT) : where + 2 * EXCERPT]
    found = first["found"]
    return (
        f"at {shown!a} {_listed(first['expected'], reference.decode)} is expected, "
        f"got {found if isinstance(found, str) else _listed(found, reference.decode)}"
    )


def _listed(ids: list[int], decode: Callable[[list[int]], str]) -> str:
    """The ids with their text; an id that no vocabulary has would stop the decoder."""
    try:
        return f"{ids} {decode(ids)!a}"
    except (KeyError, ValueError, OverflowError):
        return f"{ids}"
