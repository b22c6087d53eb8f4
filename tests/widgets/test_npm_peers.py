"""Tokenizers of npm for an exported site: which files are copied, and what the page knows of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from wordchipper_lab.errors import InputError
from wordchipper_lab.widgets.npm_peers import collect_npm_peers
from wordchipper_lab.widgets.site import export_site

from ..fake_npm import fake_node_modules

COPIED = [
    "npm/ai-tokenizer/dist/encoding/o200k_base-abc.js",
    "npm/ai-tokenizer/dist/encoding/o200k_base.js",
    "npm/ai-tokenizer/dist/index.js",
    "npm/ai-tokenizer/package.json",
    "npm/gpt-tokenizer/LICENSE",
    "npm/gpt-tokenizer/esm/encoding/o200k_base.js",
    "npm/gpt-tokenizer/esm/parts/both.js",
    "npm/gpt-tokenizer/esm/units.js",
    "npm/gpt-tokenizer/package.json",
]


def test_what_a_page_imports_is_copied_and_nothing_else(tmp_path: Path) -> None:
    peers = collect_npm_peers(fake_node_modules(tmp_path))
    assert sorted(peers.files) == COPIED
    entry = {"module": {"href": "npm/gpt-tokenizer/esm/encoding/o200k_base.js"}}
    assert peers.listed[0] == {"name": "gpt-tokenizer", "version": "4.0.0", "models": {"o200k_base": entry}}
    assert [peer["name"] for peer in peers.listed] == ["gpt-tokenizer", "ai-tokenizer"]
    assert collect_npm_peers(tmp_path) == peers  # the folder that has node_modules


def test_the_vocabulary_comes_along_for_those_without_one(tmp_path: Path) -> None:
    folder = fake_node_modules(tmp_path)
    (folder / "kitoken/dist/web.js").write_text("export class Kitoken {}\n")
    peers = collect_npm_peers(folder)
    named = peers.listed[-1]["models"]["cl100k_base"]["vocabulary"]["href"]
    assert named == "npm/vocabularies/cl100k_base.tiktoken"
    assert peers.files[named].startswith(b"IQ== 0\n")


def test_a_package_of_another_shape_is_left_out(tmp_path: Path) -> None:
    folder = fake_node_modules(tmp_path)
    (folder / "gpt-tokenizer/esm/parts/both.js").unlink()
    (folder / "ai-tokenizer/package.json").write_text("{}")
    peers = collect_npm_peers(folder)
    assert [(peer["name"], peer["version"]) for peer in peers.listed] == [("ai-tokenizer", "")]


def test_nothing_outside_a_package_is_copied(tmp_path: Path) -> None:
    folder = fake_node_modules(tmp_path)
    (folder / "secret.js").write_text("export const key = 1;\n")
    (folder / "gpt-tokenizer/esm/units.js").write_text('import { key } from "../../secret.js";\n')
    assert [peer["name"] for peer in collect_npm_peers(folder).listed] == ["ai-tokenizer"]


def test_another_folder_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "node_modules"):
        with pytest.raises(InputError, match="is no node_modules folder: expected"):
            export_site(tmp_path / "site", folder)
    (tmp_path / "node_modules").mkdir()
    with pytest.raises(InputError, match="has none of tiktoken, gpt-tokenizer"):
        export_site(tmp_path / "site", tmp_path / "node_modules")
    assert not (tmp_path / "site").exists()


def listed_in(script: str, name: str) -> list[str]:
    found = re.search(rf"^const {name} = (.*);$", script, re.MULTILINE)
    assert found
    names: list[str] = json.loads(found[1])
    return names


def test_the_site_has_them_and_keeps_them_once_they_were_used(tmp_path: Path) -> None:
    site, alone = tmp_path / "site", tmp_path / "alone"
    export_site(site, fake_node_modules(tmp_path))
    export_site(alone)
    written = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    script = (site / "service_worker.js").read_text(encoding="utf-8")
    assert listed_in(script, "LATER") == COPIED == sorted(name for name in written if name.startswith("npm/"))
    kept = {*listed_in(script, "FILES")} - {"./"}
    assert written - kept - {*COPIED} == {"service_worker.js", "NOTICE.md"}
    other = (alone / "service_worker.js").read_text(encoding="utf-8")
    assert listed_in(other, "LATER") == []
    assert other.split("\n")[0] != script.split("\n")[0]  # another version
    page = (site / "index.html").read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', page, re.DOTALL)
    assert found
    in_page = json.loads(found[1])["_screens"]["throughput"]["_in_page"]
    assert [peer["name"] for peer in in_page["peers"]] == ["gpt-tokenizer", "ai-tokenizer"]
    assert all((site / script["href"]).is_file() for script in in_page["scripts"])
