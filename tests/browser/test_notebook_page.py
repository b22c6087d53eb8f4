"""A notebook exported as HTML: opened from a file, its widgets answer, each for itself, and nothing is asked for elsewhere."""

from __future__ import annotations

import base64
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import nbformat
import pytest

from wordchipper_lab.browser.pack_vocabularies import packed_path
from wordchipper_lab.vocab.pretrained import pretrained_spec
from wordchipper_lab.widgets import Explorer, MergeStepper
from wordchipper_lab.widgets.notebook import notebook_html

from .idle import settle

pytestmark = [pytest.mark.browser, pytest.mark.deep]

TEXT = "naïve defenestration, 東京!"
CELLS = [
    "from wordchipper_lab.widgets import Explorer, MergeStepper\n"
    "explorer = Explorer('hello', 'r50k_base')\n"
    "explorer",
    "explorer.text = 'a later text'",
    "MergeStepper(' tokenization', 'r50k_base', lanes=['buffer_sweep'])",
]
FIGURE = "from plotly.graph_objects import Figure\nFigure({'data': [{'y': [1, 2]}]})"

# The views have their own tests, and figures are plotly's.
_AXE = """async () => {
    const around = { include: document, exclude: [[".js-plotly-plot"]] };
    const { violations } = await axe.run(around, { iframes: false, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> str:
    cells = [
        nbformat.v4.new_markdown_cell("# A lesson, with $m^2$\n\n```mermaid\ngraph TD; A-->B\n```"),
        *map(nbformat.v4.new_code_cell, [*CELLS, "explorer", FIGURE]),
    ]
    path = tmp_path_factory.mktemp("notebook") / "lesson.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    return notebook_html(path)


@pytest.fixture
def page(exported: str, open_saved) -> Any:
    return open_saved(exported)


def views_of(page: Any) -> list[Any]:
    """All live views; each starts when it is scrolled to."""
    views = []
    for place in page.locator(".wordchipper-lab-view").all():
        place.scroll_into_view_if_needed()
        views.append(place.locator("iframe").element_handle().content_frame())
        settle(views[-1])
    return views


def ids_of(view: Any) -> list[int]:
    ids: list[int] = json.loads(view.get_by_role("group", name="Token ids").text_content())
    return ids


def test_each_view_is_live_in_the_state_in_which_the_last_cell_left_it(page) -> None:
    first, stepper, second = views_of(page)
    assert [frame.get_attribute("title") for frame in page.query_selector_all("iframe")] == [
        "Explorer",
        "Merge stepper",
        "Explorer",
    ]
    later = Explorer("a later text", "r50k_base").ids
    assert (ids_of(first), ids_of(second)) == (later, later)

    first.locator("textarea").first.fill(TEXT)
    settle(first)
    assert ids_of(first) == Explorer(TEXT, "r50k_base").ids
    assert ids_of(second) == later

    lane = MergeStepper(" tokenization", "r50k_base", lanes=["buffer_sweep"])
    stepper.get_by_role("button", name="Last step").click()
    shown = stepper.get_by_role("region", name="buffer_sweep").locator(".wcm-ids").text_content()
    assert [int(word) for word in re.findall(r"\d+", shown)] == lane.ids["buffer_sweep"]
    stepper.locator("textarea, input[type=text]").first.fill("defenestration")
    settle(stepper)
    stepper.get_by_role("button", name="Last step").click()
    lane.text = "defenestration"
    shown = stepper.get_by_role("region", name="buffer_sweep").locator(".wcm-ids").text_content()
    assert [int(word) for word in re.findall(r"\d+", shown)] == lane.ids["buffer_sweep"]


def test_a_view_is_as_high_as_what_it_shows_light_or_dark(page) -> None:
    explorer = views_of(page)[0]
    frame = page.locator("iframe").first
    fits = "frame => frame.contentDocument.documentElement.scrollHeight <= frame.clientHeight"
    height = frame.bounding_box()["height"]
    explorer.get_by_text("Decode ids", exact=True).click()
    page.wait_for_function("height => document.querySelector('iframe').clientHeight > height", arg=height)
    assert frame.evaluate(fits)
    background = "getComputedStyle(document.body).backgroundColor"
    colours = set()
    for width, scheme in ((1280, "light"), (600, "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        for view in views_of(page):
            view.wait_for_function(
                "scheme => document.querySelector('.wcl').dataset.scheme === scheme", arg=scheme
            )
        colours.add(page.evaluate(background))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert len(colours) == 2


def test_what_the_views_share_is_there_once_and_no_other_machine_is_named(exported: str) -> None:
    vocabulary = base64.b64encode(packed_path(pretrained_spec("r50k_base").file).read_bytes()).decode()
    assert exported.count(vocabulary) == 1
    assert not re.search(r'<(?:script|link|img|iframe)\b[^>]* (?:src|href)="(?:https?:)?//', exported)


def test_a_view_starts_when_the_reader_comes_near(page) -> None:
    last = page.locator(".wordchipper-lab-view").last
    page.locator(".wordchipper-lab-view iframe").first.wait_for()
    assert "a later text" in last.text_content()  # its picture
    assert last.locator("iframe").count() == 0
    views_of(page)
    assert last.locator("iframe").count() == 1


def test_axe_finds_nothing_around_the_views(page) -> None:
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    for width, scheme in ((1280, "light"), (600, "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(_AXE) == []


def test_a_figure_is_drawn(page) -> None:
    page.wait_for_selector(".js-plotly-plot .scatterlayer .point, .js-plotly-plot .scatterlayer .js-line")


def test_it_can_be_read_without_scripts(exported: str, tmp_path: Path, browser) -> None:
    path = tmp_path / "lesson.html"
    path.write_text(exported, encoding="utf-8")
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(path.as_uri())
        assert "a span through the span encoders" in page.locator("main").text_content()
