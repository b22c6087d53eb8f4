"""A view as one HTML page that works from a file: no kernel, no network, still alive under the pointer."""

from __future__ import annotations

import base64
import html
import json
import re
from typing import Any

import anywidget

__all__ = ["static_page"]

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 1rem; background: light-dark(#ffffff, #111111); color: light-dark(#1b1b1b, #eeeeee); }}
{css}
</style>
</head>
<body>
<main id="view"></main>
<script type="application/json" id="state">{state}</script>
<script type="module">
{esm}
{model}
const saved = JSON.parse(document.getElementById("state").textContent);
view.render({{ model: savedModel(saved), el: document.getElementById("view") }});
</script>
</body>
</html>
"""

# A model without a kernel behind it: it keeps state and tells the view of changes.
_MODEL = """
function savedModel(saved) {
  const state = Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, revive(value)]));
  const listeners = [];
  return {
    isSaved: true,
    get: (name) => state[name],
    set(name, value) {
      state[name] = value;
      for (const [event, listener] of [...listeners]) if (event === `change:${name}`) listener();
    },
    on: (event, listener) => listeners.push([event, listener]),
    off() {},
    save_changes() {},
  };
}
function revive(value) {
  if (Array.isArray(value)) return value.map(revive);
  if (value === null || typeof value !== "object") return value;
  if ("base64" in value) {
    return new DataView(Uint8Array.from(atob(value.base64), (c) => c.charCodeAt(0)).buffer);
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revive(inner)]));
}
"""


_DEFAULT = re.compile(r"^export default (.+);$", re.MULTILINE)
_BROWSER_SIDE = {"_esm", "_css", "_anywidget_id"}


def static_page(view: anywidget.AnyWidget, title: str, **changes: Any) -> str:
    """The HTML page of `view` in its present state; `changes` replace parts of that state."""
    names = set(view.trait_names(sync=True)) - set(anywidget.AnyWidget.class_trait_names()) - _BROWSER_SIDE
    state = {name: getattr(view, name) for name in sorted(names)} | changes
    # "<" as an escape is the same JSON, and no text in it can end the script element.
    data = json.dumps(state, default=_keep_bytes).replace("<", "\\u003c")
    # A module cannot import itself: what it would export becomes a name.
    esm = _DEFAULT.sub(r"const view = \1;", view._esm)
    return _PAGE.format(title=html.escape(title), css=view._css, esm=esm, model=_MODEL, state=data)


def _keep_bytes(value: object) -> dict[str, str]:
    if isinstance(value, bytes | memoryview):
        return {"base64": base64.b64encode(value).decode()}
    raise TypeError(f"{type(value).__name__} cannot be part of a saved page")
