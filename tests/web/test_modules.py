"""The browser side as files: joined without a build step, with walls between folders and nothing to fetch."""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import tiktoken

from wordchipper_lab.screens.registry import SCREENS
from wordchipper_lab.vocab.bundled import read_bundled
from wordchipper_lab.vocab.pretrained import pretrained_spec
from wordchipper_lab.web.modules import WEB, javascript, module_names, stylesheet

ENTRIES = [
    "app/lab.js",
    *(screen.module for screen in SCREENS.values()),
    "screens/views/span_view.js",
    "screens/views/token_view.js",
]
WORKER = "engine/wasm_worker.js"
CONTENDER = "contenders/worker.js"
TOKENIZER = "tokenizer/index.js"
"""What the package for npm offers: the browser resolves its imports, so it is not joined."""
SITE = ["site/service_worker.js", "site/start.js"]
"""Files beside what is joined for a site: start.js imports that."""
NOTEBOOK = "notebook/live_views.js"
"""A script of its own, for notebooks that were exported as HTML."""
_IMPORTED = re.compile(r'^(?:import|export)\b[^;"]*\bfrom "(\.[^"]+)";', re.MULTILINE)

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


def imported_by(name: str) -> list[str]:
    folder = posixpath.dirname(name)
    source = (WEB / name).read_text("utf-8")
    return [posixpath.normpath(posixpath.join(folder, found)) for found in _IMPORTED.findall(source)]


def reached_from(name: str, reached: set[str]) -> set[str]:
    """The module and what a browser would fetch for it, added to `reached`."""
    if name not in reached:
        reached.add(name)
        for found in imported_by(name):
            reached_from(found, reached)
    return reached


def test_every_module_is_used() -> None:
    joined = javascript(*ENTRIES, "page/page.js", WORKER, CONTENDER)
    others = {*SITE, NOTEBOOK, *reached_from(TOKENIZER, set())}
    assert [name for name in module_names() if f"// {name}\n" not in joined and name not in others] == []


def room_of(name: str) -> str:
    """The folder that a module may see; of the tokenizer and of the answers, all that is in theirs."""
    top = name.partition("/")[0]
    return top if top in ("tokenizer", "answers") else posixpath.dirname(name)


SEEN = {
    "tokenizer": {"tokenizer"},
    "shared": {"shared"},
    "answers": {"answers", "tokenizer", "shared"},
    "contenders": {"contenders", "tokenizer"},
    "site": {"site"},
    "engine": {"engine", "shared"},
    WORKER: {"engine", "shared", "answers", "tokenizer"},
}
"""Folder, or one module in it -> the folders from which it may import."""


def test_folders_look_downwards_only() -> None:
    """A screen may import its own folder, ``engine/`` and ``shared/``; those two import no screen.

    The tokenizer knows nothing of pages. Only the Workers know it, and the answers, which know no pages either.
    """
    wrong = []
    for name in module_names():
        room = room_of(name)
        allowed = SEEN.get(name) or SEEN.get(room, {room, "engine", "shared"})
        wrong += [(name, found) for found in imported_by(name) if room_of(found) not in allowed]
    assert wrong == []


def test_every_import_is_seen_by_these_tests() -> None:
    for name in module_names():
        begun = re.findall(r"^(?:import\b|export (?:\*|\{))", (WEB / name).read_text("utf-8"), re.MULTILINE)
        assert len(begun) == len(imported_by(name)), name


@pytest.mark.parametrize(
    "line",
    ['export * from "./one.js";', "export { a };", "export function* a() {}", 'import a from "./one.js";'],
)
def test_what_cannot_be_joined_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    (tmp_path / "strange.js").write_text(f"const a = 1;\n{line}\n")
    monkeypatch.setattr("wordchipper_lab.web.modules.WEB", tmp_path)
    with pytest.raises(ValueError, match=r"strange\.js has a line that cannot be joined: "):
        javascript("strange.js")


@NODE
def test_the_tokenizer_can_be_joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For pages that bring everything with them: the module of kernels and the vocabulary come as bytes."""
    (tmp_path / "tokenizer").symlink_to(WEB / "tokenizer")
    entry = "tokenizer_alone.js"
    (tmp_path / entry).write_text(
        'import { Tokenizer } from "./tokenizer/tokenizer.js";\n\nexport default Tokenizer;\n'
    )
    monkeypatch.setattr("wordchipper_lab.web.modules.WEB", tmp_path)
    away = tmp_path / "away"  # from engine.wasm and the vocabularies
    away.mkdir()
    (away / "joined.mjs").write_text(javascript(entry), encoding="utf-8")
    spec = pretrained_spec("r50k_base")
    (away / "r50k_base.tiktoken").write_bytes(read_bundled(spec.file, spec.sha256))
    (away / "ask.mjs").write_text(_ASK_JOINED)
    files = [WEB / "tokenizer" / name for name in ("engine.wasm", "vocabularies")]
    done = subprocess.run(
        ["node", "ask.mjs", str(files[0]), files[1].as_uri(), _TEXT],
        cwd=away,
        capture_output=True,
        text=True,
        check=True,
    )
    expected = tiktoken.get_encoding("r50k_base").encode(_TEXT, allowed_special="all")
    assert json.loads(done.stdout) == {"bytes": expected, "address": expected}


_TEXT = "Joined: it's naïve 👩‍💻 <|endoftext|>"
_ASK_JOINED = """import { readFile } from "node:fs/promises";
import Tokenizer from "./joined.mjs";

const [, , module, vocabularies, text] = process.argv;
const engine = new Uint8Array(await readFile(module));
const data = new Uint8Array(await readFile("r50k_base.tiktoken"));
const bytes = await Tokenizer.fromVocabData("r50k_base", data, { engine });
const address = await Tokenizer.fromPretrained("r50k_base", { engine, vocabularies });
console.log(JSON.stringify({ bytes: [...bytes.encode(text)], address: [...address.encode(text)] }));
"""


@pytest.mark.parametrize(("word", "homes"), [
    ("model.send(", ["engine/kernel_engine.js"]), ("save_changes(", ["page/widget_model.js"]), ("model.set(", ["engine/shown_state.js"]),
    ("isSaved", ["engine/engine.js", "site/start.js"]), ("msg:custom", ["app/screen_model.js", "engine/kernel_engine.js", "page/widget_model.js"]),
])  # fmt: skip
def test_pages_reach_the_kernel_through_their_engine_only(word: str, homes: list[str]) -> None:
    assert [name for name in module_names() if word in (WEB / name).read_text("utf-8")] == homes


def test_the_stylesheet_is_balanced_and_fetches_nothing() -> None:
    css = stylesheet(*sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.css")))
    assert css.count("{") == css.count("}")
    assert "@import" not in css
    assert "url(" not in css
