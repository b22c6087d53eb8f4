"""The browser side as files: joined without a build step, with walls between folders and nothing to fetch."""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from wordchipper_lab.screens.registry import SCREENS
from wordchipper_lab.web.modules import WEB, javascript, module_names, stylesheet

ENTRIES = [
    "app/lab.js",
    *(screen.module for screen in SCREENS.values()),
    "screens/views/span_view.js",
    "screens/views/token_view.js",
]
NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_pages_module_is_one_with_nothing_to_fetch(entry: str) -> None:
    joined = re.sub(r"http://www\.w3\.org/\w+/\w+", "", javascript(entry))  # names that are never fetched
    joined = joined.replace("import(address)", "")  # a screen's module, which the kernel has sent
    assert not re.search(r"^\s*(import|export (?!default)) ", joined, re.MULTILINE)
    assert not re.search(
        r"\bimport\(|https?://|innerHTML|outerHTML|insertAdjacentHTML|document\.write", joined
    )
    assert joined.count("export default") == 1


def test_the_client_of_a_served_page_fits_into_its_html() -> None:
    """It imports one thing, the view's own code, which came with the page."""
    joined = javascript("page/page.js")
    assert joined.count("import(") == 1
    assert "</" not in joined
    assert not re.search(r"https?://|innerHTML|outerHTML|insertAdjacentHTML|document\.write", joined)


@NODE
@pytest.mark.parametrize("entries", [*((entry,) for entry in ENTRIES), tuple(ENTRIES)], ids=str)
def test_what_is_joined_runs(tmp_path: Path, entries: tuple[str, ...]) -> None:
    """The modules of one page, and of all pages together: no names collide."""
    (tmp_path / "joined.mjs").write_text(javascript(*entries), encoding="utf-8")
    script = "import('./joined.mjs').then((page) => console.log(typeof page.default.render))"
    done = subprocess.run(["node", "-e", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "function\n"


def test_a_circle_of_imports_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport const a = 1;\n')
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = 1;\n')
    monkeypatch.setattr("wordchipper_lab.web.modules.WEB", tmp_path)
    with pytest.raises(ValueError, match=r"circle: a\.js -> b\.js -> a\.js"):
        javascript("a.js")


@NODE
def test_names_exports_and_defaults_survive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.js").write_text(
        "const secret = 1;\nexport const shown = secret + 1;\nexport async function later() { return 5; }\n"
        "export class Thing {}\n"
    )
    (tmp_path / "two.js").write_text(
        'import { later, shown as other, Thing } from "./one.js";\n\nconst secret = 10;\n'
        "export default { sum: secret + other, thing: new Thing(), later };\n"
    )
    monkeypatch.setattr("wordchipper_lab.web.modules.WEB", tmp_path)
    (tmp_path / "joined.mjs").write_text(javascript("two.js"))
    script = "import('./joined.mjs').then(async ({ default: d }) => console.log(d.sum, d.thing.constructor.name, await d.later()))"
    done = subprocess.run(["node", "-e", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "12 Thing 5\n"


def test_every_module_is_used() -> None:
    used = javascript(*ENTRIES, "page/page.js")
    assert [name for name in module_names() if f"// {name}\n" not in used] == []


def test_folders_look_downwards_only() -> None:
    """A screen may import its own folder, ``engine/`` and ``shared/``; those two import no screen."""
    wrong = []
    for name in module_names():
        folder = posixpath.dirname(name)
        allowed = {"engine": {"engine", "shared"}, "shared": {"shared"}}.get(
            folder, {folder, "engine", "shared"}
        )
        for imported in re.findall(
            r'^import .* from "([^"]+)";', (WEB / name).read_text("utf-8"), re.MULTILINE
        ):
            found = posixpath.normpath(posixpath.join(folder, imported))
            if posixpath.dirname(found) not in allowed:
                wrong.append((name, found))
    assert wrong == []


@pytest.mark.parametrize(("word", "homes"), [
    ("model.send(", ["engine/kernel_engine.js"]), ("save_changes(", ["page/widget_model.js"]), ("model.set(", ["engine/shown_state.js"]),
    ("isSaved", ["engine/engine.js"]), ("msg:custom", ["app/screen_model.js", "engine/kernel_engine.js", "page/widget_model.js"]),
])  # fmt: skip
def test_pages_reach_the_kernel_through_their_engine_only(word: str, homes: list[str]) -> None:
    assert [name for name in module_names() if word in (WEB / name).read_text("utf-8")] == homes


def test_the_stylesheet_is_balanced_and_fetches_nothing() -> None:
    css = stylesheet(*sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.css")))
    assert css.count("{") == css.count("}")
    assert "@import" not in css
    assert "url(" not in css
