"""axe-core finds nothing on any screen of the Lab: in light and in dark, on a wide page and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from wordchipper_lab.screens.registry import SCREENS

pytestmark = pytest.mark.browser

# All rules that are on by default, best practices too, and two that are not.
_RUN = """async () => {
    const rules = { "label-content-name-mismatch": { enabled: true }, "target-size": { enabled: true } };
    const { passes, violations } = await axe.run(document, { rules, resultTypes: ["violations"] });
    const found = violations.map(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}\\n${node.failureSummary}`));
    return [passes.length, found.flat()];
}"""


@pytest.fixture(scope="module")
def page(visit: Callable[..., Any]) -> Any:
    """One page, in which all screens are opened in turn."""
    page = visit("explorer").page
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    return page


@pytest.mark.parametrize("name", ["home", *SCREENS, "story"])
@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (1280, "light"),
        pytest.param(390, "dark", marks=pytest.mark.deep),
        pytest.param(1280, "dark", marks=pytest.mark.deep),
        pytest.param(390, "light", marks=pytest.mark.deep),
    ],
)
def test_axe_finds_nothing(page, show_at, open_in_lab, name: str, width: int, scheme: str) -> None:
    open_in_lab(page, name)
    show_at(page, width, scheme)
    n_rules, violations = page.evaluate(_RUN)
    assert violations == []
    assert n_rules > 30, "it has looked at the page"
