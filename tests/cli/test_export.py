"""``export-html``: a page that works from a file."""

from __future__ import annotations

import json
import re
from pathlib import Path

MEGABYTE = 1_000_000


def state_of(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', page, re.DOTALL)
    assert found
    state: dict[str, object] = json.loads(found[1])
    return state


def test_a_live_page_has_the_engine_and_is_small_enough_to_hand_out(run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert (
        run("export-html", "--text", "hello wörld", "--model", "gpt-4", "--compare", "gpt2", "-o", path).code
        == 0
    )
    page = path.read_text(encoding="utf-8")
    assert len(page.encode()) < 3 * MEGABYTE
    state = state_of(page)
    assert (state["text"], state["model"], state["compare"]) == ("hello wörld", "cl100k_base", ["r50k_base"])
    engine = re.search(r'<script type="application/json" id="engine">(.*?)</script>', page, re.DOTALL)
    assert engine
    assert json.loads(engine[1])["models"] == ["r50k_base", "cl100k_base"]
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)


def test_a_saved_page_has_none(run) -> None:
    page = run("export-html", "--saved", stdin=b"hello").out.decode()
    assert state_of(page)["text"] == "hello"
    assert 'id="engine"' not in page


def test_what_cannot_be_shown_is_said_and_nothing_written(run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    done = run("export-html", "-o", path, stdin=b"a" * (5 << 20))
    assert (done.code, path.exists()) == (3, False)
    assert "the Explorer shows up to" in done.error
    both = run("export-html", "--text", "x", str(Path(__file__)))
    assert (both.code, "one of them" in both.error) == (2, True)


def test_a_site_without_node_modules_is_not_written(run, tmp_path: Path) -> None:
    done = run("export-site", tmp_path / "site", "--npm", tmp_path)
    assert (done.code, (tmp_path / "site").exists()) == (3, False)
    assert "is no node_modules folder" in done.error
