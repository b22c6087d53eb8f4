"""A notebook that was run as one HTML page, which asks no other machine for anything."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

from ...web.modules import WEB
from ..export import as_json
from .running import VIEW_TYPE

__all__ = ["html_page", "split_pages"]

# nbconvert's own page, without what it loads from other machines, and dark where the reader's system is.
_TEMPLATE = """{% extends "index.html.j2" %}
{% block html_head_js %}{% endblock %}
{% block jupyter_widgets %}{% endblock %}
{% block html_head_js_mathjax %}{% endblock %}
{% block html_head_js_mermaidjs %}{% endblock %}
{% block notebook_css %}{{ super() }}
<style media="(prefers-color-scheme: dark)">
{% include "static/theme-dark.css" %}
</style>
<style>
:root { color-scheme: light dark; }
.jp-InputArea-editor { overflow-x: auto; }
.wordchipper-lab-view iframe { display: block; width: 100%; border: 0; }
</style>
{% endblock %}
"""

_PAGES = """<script type="application/json" id="wordchipper-lab-pages">{pages}</script>
<script type="module">
{script}</script>
"""

# What pages have in common: stylesheets, scripts, and binary parts in base64.
_PARTS = re.compile(
    r'(<style>.*?</style>|<script type="(?:module|text/plain)".*?</script>|[A-Za-z0-9+/=]{1000,})', re.DOTALL
)


def html_page(path: Path, notebook: Any, pages: dict[str, str]) -> str:
    """The `notebook` that was run from the file `path`; `pages` are those of its views, by their model ids."""
    from nbconvert.exporters import HTMLExporter

    shown = {model_id: number for number, model_id in enumerate(pages)}
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if "data" in output:
                _replace_view(output, shown)
    notebook.metadata.pop("widgets", None)
    exporter = HTMLExporter(raw_template=_TEMPLATE, embed_images=True)
    about = {"name": path.stem, "path": str(path.absolute().parent)}
    page: str = exporter.from_notebook_node(notebook, resources={"metadata": about})[0]
    if not pages:
        return page
    script = (WEB / "notebook" / "live_views.js").read_text(encoding="utf-8")
    before, end, after = page.rpartition("</body>")
    return f"{before}{_PAGES.format(pages=as_json(split_pages(list(pages.values()))), script=script)}{end}{after}"


def split_pages(pages: list[str]) -> dict[str, Any]:
    """Pages as lists of numbers of parts; a part that several pages have is there once.

    >>> split_pages(["<style>a</style>b", "<style>a</style>c"])
    {'parts': ['', '<style>a</style>', 'b', 'c'], 'pages': [[0, 1, 2], [0, 1, 3]]}
    """
    numbers: dict[str, int] = {}
    split = [[numbers.setdefault(part, len(numbers)) for part in _PARTS.split(page)] for page in pages]
    return {"parts": list(numbers), "pages": split}


def _replace_view(output: Any, shown: dict[str, int]) -> None:
    """A view becomes a place for its page, and until scripts run, or where none do, its picture; another widget, which
    would need a script from elsewhere, what it shows without one."""
    view = output.data.pop(VIEW_TYPE, None)
    if view is None or view["model_id"] not in shown:
        return
    picture = output.data.get("text/html") or f"<pre>{html.escape(output.data.get('text/plain', ''))}</pre>"
    number = shown[view["model_id"]]
    place = f'<div class="wordchipper-lab-view" data-page="{number}">{picture}</div>'
    output.data = {"text/html": place}
