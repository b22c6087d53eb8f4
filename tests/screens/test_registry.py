"""The registry of screens: each entry has its parts in every room, and everything that lists screens reads it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from wordchipper_lab import screens, widgets
from wordchipper_lab.screens.registry import HOME_NOTEBOOK, SCREENS, Screen, navigation
from wordchipper_lab.serving import SHARE, find_notebooks
from wordchipper_lab.web.modules import WEB, javascript
from wordchipper_lab.widgets.page_widget import PageWidget

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_a_screen_is_in_every_room(screen: Screen) -> None:
    assert (Path(screens.__file__).parent / screen.name / "answer.py").is_file()
    assert (WEB / screen.module).is_file()
    assert issubclass(screen.load(), PageWidget)
    assert getattr(widgets, screen.widget) is screen.load()
    assert screen.load()._esm == javascript(screen.module)
    notebook = json.loads((find_notebooks() / screen.notebook).read_text(encoding="utf-8"))
    assert screen.title.lower() in notebook["metadata"]["title"].lower()
    assert screen.widget in "".join(line for cell in notebook["cells"] for line in cell["source"])


def test_no_screen_is_left_out() -> None:
    folders = {path.parent.name for path in Path(screens.__file__).parent.glob("*/answer.py")}
    assert set(SCREENS) == folders
    assert {path.name for path in (WEB / "screens").iterdir()} == {*folders, "views"}


def test_addresses_and_navigation() -> None:
    assert (find_notebooks() / HOME_NOTEBOOK).is_file()
    assert [entry["address"] for entry in navigation()] == list(SCREENS)
    template = SHARE / "nbconvert" / "templates" / "wordchipper" / "pages.html"
    assert "{%- for screen in resources.screens %}" in template.read_text(encoding="utf-8")
    from wordchipper_lab.serving.explorer_app import dashboard_config

    assert dashboard_config("localhost", 0).VoilaConfiguration.resources == {"screens": navigation()}
    binder = json.loads((ROOT / "binder" / "config" / "jupyter_server_config.json").read_bytes())
    assert binder["VoilaConfiguration"]["resources"]["screens"] == navigation()


def test_readme_and_pages_link_screens_that_there_are() -> None:
    linked = re.findall(r"voila/render/notebooks/(\w+)\.ipynb", (ROOT / "README.md").read_text("utf-8"))
    assert linked == ["lab", *SCREENS]
    named = {
        name
        for path in WEB.rglob("*.js")
        for name in re.findall(r'pageAddress\("(\w+)"', path.read_text(encoding="utf-8"))
    }
    assert named <= set(SCREENS)
