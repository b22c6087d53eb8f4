"""A notebook that was run as one HTML page, which asks no other machine for anything."""

from __future__ import annotations

import html
import re
from itertools import chain
from pathlib import Path
from typing import Any

from ...web.modules import WEB
from ..export import as_json
from .figures import draw_figures
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
:root {
  color-scheme: light dark;
  --jp-cell-prompt-not-active-font-color: var(--jp-content-font-color1);
  --jp-cell-prompt-not-active-opacity: 0.75;
}
.jp-InputArea-editor .highlight pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.wordchipper-lab-view iframe { display: block; width: 100%; border: 0; }
@media screen { .wordchipper-lab-waiting { min-height: 90vh; } }
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


def html_page(path: Path, notebook: Any, pages: dict[str, list[str]]) -> str:
    """The `notebook` that was run from the file `path`; `pages` are those of its views, by the model ids of what was
    displayed."""
    from nbconvert.exporters import HTMLExporter

    numbers = iter(range(sum(map(len, pages.values()))))
    shown = {model_id: [next(numbers) for _ in found] for model_id, found in pages.items()}
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if "data" in output:
                _replace_view(output, shown)
    notebook.metadata.pop("widgets", None)
    in_head, at_end = draw_figures(notebook), _live(pages)
    exporter = HTMLExporter(raw_template=_TEMPLATE, embed_images=True)
    about = {"name": path.stem, "path": str(path.absolute().parent)}
    page: str = exporter.from_notebook_node(notebook, resources={"metadata": about})[0]
    head, head_end, rest = page.partition("</head>")
    body, body_end, end = rest.rpartition("</body>")
    return "".join((head, in_head, head_end, body, at_end, body_end, end))


def _live(pages: dict[str, list[str]]) -> str:
    """The pages, and the script that puts them into their places."""
    if not pages:
        return ""
    script = (WEB / "notebook" / "live_views.js").read_text(encoding="utf-8")
    return _PAGES.format(pages=as_json(split_pages(list(chain(*pages.values())))), script=script)


def split_pages(pages: list[str]) -> dict[str, Any]:
    """Pages as lists of numbers of parts; a part that several pages have is there once.

    >>> split_pages(["<style>a</style>b", "<style>a</style>c"])
    {'parts': ['', '<style>a</style>', 'b', 'c'], 'pages': [[0, 1, 2], [0, 1, 3]]}
    """
    numbers: dict[str, int] = {}
    split = [[numbers.setdefault(part, len(numbers)) for part in _PARTS.split(page)] for page in pages]
    return {"parts": list(numbers), "pages": split}


def _replace_view(output: Any, shown: dict[str, list[int]]) -> None:
    """A view becomes a place for its page, and until scripts run, or where none do, its picture; another widget, which
    would need a script from elsewhere, what it shows without one."""
    view = output.data.pop(VIEW_TYPE, None)
    numbers = [] if view is None else shown.get(view["model_id"], [])
    if not numbers:
        return
    picture = output.data.get("text/html") or f"<pre>{html.escape(output.data.get('text/plain', ''))}</pre>"
    first, *others = (f'<div class="wordchipper-lab-view" data-page="{number}">' for number in numbers)
    output.data = {"text/html": f"{first}{picture}</div>" + "".join(f"{place}</div>" for place in others)}
