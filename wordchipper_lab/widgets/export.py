"""A view as one HTML page that works from a file: no kernel, no network, still alive under the pointer.

With a `LiveEngine` it also answers: the kernels run in the page, as WebAssembly.
"""

from __future__ import annotations

import base64
import html
import json
import re
from typing import Any

import anywidget

from .live_engine import LiveEngine

__all__ = ["as_json", "page_state", "page_style", "static_page"]

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{css}
</style>
</head>
<body>
<main id="view"></main>
<script type="application/json" id="state">{state}</script>
{engine}<script type="module">
{esm}
{model}
const saved = JSON.parse(document.getElementById("state").textContent);
view.render({{ model: savedModel(saved), el: document.getElementById("view") }});
</script>
</body>
</html>
"""

_STYLE = """:root { color-scheme: light dark; }
body { margin: 1rem; background: light-dark(#ffffff, #111111); color: light-dark(#1b1b1b, #eeeeee); }
"""

# A model without a kernel behind it: it keeps state and tells the view of changes.
_MODEL = """
function savedModel(saved) {
  const state = Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, revive(value)]));
  const listeners = [];
  return {
    isSaved: true,
    wasm: liveEngine(),
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
// The engine that came with the page, if one did.
function liveEngine() {
  const found = document.getElementById("engine");
  if (!found) return undefined;
  const { module, files, ...about } = JSON.parse(found.textContent);
  const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const worker = new Blob([document.getElementById("worker").textContent], { type: "text/javascript" });
  return {
    ...about,
    module: bytesOf(module),
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytesOf(text)])),
    start: () => new Worker(URL.createObjectURL(worker)),
  };
}
"""

_ENGINE = """<script type="application/json" id="engine">{about}</script>
<script type="text/plain" id="worker">
{worker}
</script>
"""


_DEFAULT = re.compile(r"^export default (.+);$", re.MULTILINE)
_BROWSER_SIDE = {"_esm", "_css", "_anywidget_id"}


def static_page(view: anywidget.AnyWidget, title: str, live: LiveEngine | None = None, **changes: Any) -> str:
    """The HTML page of `view` in its present state; `changes` replace parts of that state."""
    data = as_json(page_state(view) | changes)
    # A module cannot import itself: what it would export becomes a name.
    esm = _DEFAULT.sub(r"const view = \1;", view._esm)
    engine = ""
    if live is not None:
        engine = _ENGINE.format(about=json.dumps(live.to_json()), worker=live.worker())
    return _PAGE.format(
        title=html.escape(title), css=page_style(view), esm=esm, model=_MODEL, state=data, engine=engine
    )


def page_state(view: anywidget.AnyWidget) -> dict[str, Any]:
    """Everything that a page shows of `view`, by name."""
    names = set(view.trait_names(sync=True)) - set(anywidget.AnyWidget.class_trait_names()) - _BROWSER_SIDE
    return {name: getattr(view, name) for name in sorted(names)}


def page_style(view: anywidget.AnyWidget) -> str:
    """The stylesheet of a page that shows `view` alone."""
    return _STYLE + str(view._css)


def as_json(state: object) -> str:
    """For a script element, with binary parts as base64.

    >>> as_json({"a": "</script>", "b": b"x"})
    '{"a": "\\\\u003c/script>", "b": {"base64": "eA=="}}'
    """
    # "<" as an escape is the same JSON, and no text in it can end the script element.
    return json.dumps(state, default=_keep_bytes).replace("<", "\\u003c")


def _keep_bytes(value: object) -> dict[str, str]:
    if isinstance(value, bytes | memoryview):
        return {"base64": base64.b64encode(value).decode()}
    raise TypeError(f"{type(value).__name__} cannot be part of a saved page")
