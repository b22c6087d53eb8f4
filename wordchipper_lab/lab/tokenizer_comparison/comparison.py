"""`TokenizerComparison`: what was compared, and where two tokenizers differ."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from html import escape
from typing import Any

from ...errors import show
from .difference import DifferenceGroup, TokenizerDifference

__all__ = ["TokenizerComparison"]

_CELL = "text-align:left;padding:2px 12px 2px 0;vertical-align:top"
_MOST_ROWS = 20


@dataclass(frozen=True)
class TokenizerComparison:
    """Two tokenizers on ``n_texts`` texts, of which ``n_differing`` differ.

    ``differences`` are the first ones in order, ``groups`` all of them by cause and signature, most frequent first;
    ``n_differences`` were found, ``n_left_out`` of them are in no group. A long text may have several. ``a`` and
    ``b`` name the tokenizers; ``notes`` says what could not be known of them. ``decoding_compared``: whether ids were
    decoded, too. ``stopped``: the source was not read to its end.
    """

    a: str
    b: str
    n_texts: int
    n_differing: int
    n_differences: int
    differences: list[TokenizerDifference]
    groups: list[DifferenceGroup]
    n_left_out: int = 0
    notes: tuple[str, ...] = ()
    decoding_compared: bool = True
    stopped: bool = False

    @property
    def are_equal(self) -> bool:
        """Whether no text differs."""
        return self.n_differing == 0

    @property
    def causes(self) -> dict[str, int]:
        """Cause -> number of differences, most frequent first; those that are left out do not count."""
        found: Counter[str] = Counter()
        for group in self.groups:
            found[group.cause] += group.count
        return dict(found.most_common())

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        named = (
            "a",
            "b",
            "n_texts",
            "n_differing",
            "n_differences",
            "n_left_out",
            "decoding_compared",
            "stopped",
        )
        return {name: getattr(self, name) for name in named} | {
            "notes": list(self.notes),
            "causes": self.causes,
            "differences": [found.to_json() for found in self.differences],
            "groups": [group.to_json() for group in self.groups],
        }

    def to_pytest(self) -> str:
        """A file with a pytest case for each group."""
        cases = [group.example.to_pytest().partition("\n\n\n") for group in self.groups]
        imports = dict.fromkeys(line for head, _, _ in cases for line in head.splitlines())
        names: Counter[str] = Counter()
        bodies = []
        for _, _, body in cases:
            name = body.partition("(")[0]
            names[name] += 1
            bodies.append(body if names[name] == 1 else body.replace(name, f"{name}_{names[name]}", 1))
        return (
            "\n\n\n".join(["\n".join(imports), *(body.rstrip("\n") for body in bodies)]) + "\n"
            if cases
            else ""
        )

    def __str__(self) -> str:
        texts = f"{self.n_texts:,} text{'s' * (self.n_texts != 1)}"
        if self.are_equal:
            return f"{self.a} and {self.b} agree on {'the first ' if self.stopped else ''}{texts}"
        causes = ", ".join(f"{cause} {count:,}" for cause, count in self.causes.items())
        return f"{self.a} and {self.b} differ on {self.n_differing:,} of {texts}: {causes}"

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><td style="{_CELL}">{group.count:,}</td><td style="{_CELL}">{escape(", ".join(group.stages))}</td>'
            f'<td style="{_CELL}"><code>{escape(group.signature)}</code></td>'
            f'<td style="{_CELL}"><code>{escape(show(group.example.shrunk or group.example.text))}</code></td></tr>'
            for group in self.groups[:_MOST_ROWS]
        )
        heads = "".join(
            f'<th scope="col" style="{_CELL}">{name}</th>'
            for name in ("differences", "cause", "signature", "such as")
        )
        table = f'<table style="border-collapse:collapse"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        more = len(self.groups) - _MOST_ROWS
        rest = f"<p>and {more:,} other kinds</p>" if more > 0 else ""
        return f"<p>{escape(str(self))}</p>" + (table + rest if self.groups else "")
