"""What the Throughput page asks of its kernel, and who answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..lab.benchmark.results import BenchmarkRun
from ..lab.permalink import unpack_state
from ..screens.throughput.question import preset_choice
from .messages import Message

if TYPE_CHECKING:
    from .throughput_lab import ThroughputLab

__all__ = ["list_verbs"]


def list_verbs(lab: ThroughputLab, message: Message) -> dict[str, Callable[[], object]]:
    """What `message` may ask of `lab`, by the name that it gives under "do"."""
    return {
        "run": lambda: lab.start(),
        "stop": lambda: lab.stop(),
        "resume": lambda: lab.resume(),
        "preset": lambda: lab.choose(preset_choice(message.text("name")).to_state()),
        "link": lambda: lab.choose(unpack_state(message.text("link"))),
        "show": lambda: lab.show_run(message.number("number")),
        "compare": lambda: lab.compare(message.number("number")),
        "open": lambda: lab.open_run(BenchmarkRun.from_json(message.text("text")), message.text("name")),
        "cost": lambda: lab.ask_cost(message.fields("question")),
        "page": lambda: lab.send({"page": lab.export_html()}),
    }
