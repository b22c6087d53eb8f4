"""The Lab as a folder of files for any file host: no server behind it, offline after the first visit, installable.

    index.html            the state in which the page opens
    lab.js, lab.css       the page; screens/<name>.js and .css when a screen is first opened
    worker.js             the Worker, which needs engine.wasm, vocabularies/*.bpe and background.json
    contender.js          the Worker of a tokenizer that the Throughput screen measures in the page
    npm/...               tokenizers of npm beside ours, if there are any
    service_worker.js     keeps all files in the browser; those of npm, which are large, once they were used
    site.webmanifest, icons/*.png

Every name of a file is relative, so the folder works at any address.
"""

from __future__ import annotations

import hashlib
import html
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .. import __version__
from ..browser.manifest import MODULE
from ..browser.pack_vocabularies import packed_path
from ..errors import InputError
from ..vocab.pretrained import pretrained_names, pretrained_spec
from ..web.modules import WEB, javascript, script
from .export import as_json
from .lab import Lab
from .npm_peers import NpmPeers, collect_npm_peers
from .site_icon import icon_png

__all__ = ["export_site"]

_TITLE = "wordchipper-lab"
_ABOUT = "Type a text and see the tokens that a language model reads, merge by merge."
_ICON_SIZES = (192, 512)

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<meta name="description" content="{about}">
<meta name="theme-color" content="#0072b2">
<link rel="manifest" href="site.webmanifest">
<link rel="icon" type="image/png" sizes="192x192" href="icons/192.png">
<link rel="apple-touch-icon" href="icons/192.png">
<link rel="modulepreload" href="lab.js">
<link rel="stylesheet" href="lab.css">
</head>
<body data-site>
<div id="view"></div>
<noscript>{title} needs JavaScript: everything here is computed in this page.</noscript>
<script type="application/json" id="state">{state}</script>
<script type="application/json" id="engine">{engine}</script>
<script type="module" src="start.js"></script>
</body>
</html>
"""


# As pages of a server have it.
_STYLE = """:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#ffffff, #111111); color: light-dark(#111111, #f5f5f5); }
#view { max-width: 1320px; margin: 0 auto; padding: 12px 24px 48px; }
@media (max-width: 640px) { #view { padding: 8px 10px 32px; } }
@media print { #view { max-width: none; padding: 0; } }
"""


def export_site(directory: Path, npm: Path | None = None) -> None:
    """Write the site to `directory`, which must not exist yet or be empty; raises `InputError` if it is not.

    The Throughput screen measures the engine in the page, and beside it the tokenizers that npm has installed in `npm`,
    a ``node_modules`` folder, if they work in a page as they are; raises `InputError` if it is another folder.

    The files are made in a folder beside it, which is then renamed: the site is whole or absent.
    """
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise InputError(
            f"{str(directory)!r} exists and is not an empty folder: name another one, or remove it"
        )
    peers = NpmPeers({}, []) if npm is None else collect_npm_peers(npm)
    with _whole_folder(directory) as made:
        _write_site(made, peers)


@contextmanager
def _whole_folder(directory: Path) -> Iterator[Path]:
    directory.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=directory.parent, prefix=f".{directory.name}-") as temporary:
        made = Path(temporary) / "site"
        made.mkdir()
        yield made
        if directory.exists():
            directory.rmdir()
        made.rename(directory)


def _write_site(made: Path, peers: NpmPeers) -> None:
    lab = Lab()
    live = lab.live_page()
    files: dict[str, str | bytes] = {
        "lab.js": javascript("app/lab.js"),
        "lab.css": _STYLE + str(lab._css),
        "worker.js": script("engine/wasm_worker.js"),
        "contender.js": javascript("contenders/worker.js"),
        "start.js": (WEB / "site" / "start.js").read_text(encoding="utf-8"),
        "engine.wasm": MODULE.read_bytes(),
        "background.json": json.dumps(live.engine.background),
        **{f"icons/{size}.png": icon_png(size) for size in _ICON_SIZES},
        "site.webmanifest": json.dumps(_manifest(), indent=1),
    }
    for name in pretrained_names():
        path = packed_path(pretrained_spec(name).file)
        files[f"vocabularies/{path.name}"] = path.read_bytes()
    screens = {}
    for name, state in live.screens.items():
        files |= {f"screens/{name}.js": state["_esm"], f"screens/{name}.css": state["_css"]}
        code = {"_esm": {"href": f"screens/{name}.js"}, "_css": {"href": f"screens/{name}.css"}}
        screens[name] = state | code
    screens["throughput"]["_in_page"] = _in_page([*screens], peers)
    files["index.html"] = _PAGE.format(
        title=_TITLE,
        about=html.escape(_ABOUT),
        state=as_json(live.state | {"_screens": screens, "_options": live.options}),
        engine=as_json(live.engine.as_files() | {"explained": ["throughput"]}),
    )
    files["service_worker.js"] = _service_worker(files, peers.files)
    for path_name, content in {**files, **peers.files}.items():
        target = made / path_name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    shutil.copyfile(Path(__file__).parents[1] / "vocab" / "data" / "NOTICE.md", made / "NOTICE.md")


def _in_page(screens: list[str], peers: NpmPeers) -> dict[str, Any]:
    """What the Throughput screen needs to measure in the page."""
    scripts = ["lab.js", "worker.js", *(f"screens/{name}.js" for name in screens)]
    return {
        "version": __version__,
        "worker": {"href": "contender.js"},
        "files": {"engine": {"href": "engine.wasm"}, "vocabularies": {"href": "vocabularies/"}},
        "models": list(pretrained_names()),
        "scripts": [{"href": name} for name in scripts],
        "peers": peers.listed,
    }


def _manifest() -> dict[str, Any]:
    icons = [
        {
            "src": f"icons/{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "any maskable",
        }
        for size in _ICON_SIZES
    ]
    return {
        "name": _TITLE,
        "short_name": "wordchipper",
        "description": _ABOUT,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#0072b2",
        "icons": icons,
    }


def _service_worker(files: Mapping[str, str | bytes], later: Mapping[str, bytes]) -> str:
    """The one of ``web/site/``, with the names of all files, of those that are kept `later`, when they were used, and
    a name for this version of them."""
    digest = hashlib.sha256()
    for name, content in sorted({**files, **later}.items()):
        digest.update(name.encode() + (content.encode() if isinstance(content, str) else content))
    source = (WEB / "site" / "service_worker.js").read_text(encoding="utf-8")
    written = {"VERSION": digest.hexdigest()[:16], "FILES": ["./", *sorted(files)], "LATER": sorted(later)}
    return "".join(f"const {name} = {json.dumps(value)};\n" for name, value in written.items()) + source
