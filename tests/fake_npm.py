"""A folder as npm installs it, with two tiny tokenizers in the shapes of real ones, whose ids are UTF-16 units."""

from __future__ import annotations

import json
from pathlib import Path

__all__ = ["fake_node_modules"]

_FILES = {
    "gpt-tokenizer/package.json": json.dumps({"name": "gpt-tokenizer", "version": "4.0.0"}),
    "gpt-tokenizer/LICENSE": "MIT",
    "gpt-tokenizer/README.md": "not needed",
    "gpt-tokenizer/esm/encoding/o200k_base.js": 'import { units } from "../units.js";\n'
    "export const encode = (text, { disallowedSpecial }) => units(text);\n",
    "gpt-tokenizer/esm/encoding/r50k_base.js": "export const encode = null;\n",
    "gpt-tokenizer/esm/units.js": "import {\n  first,\n  second\n} from './parts/both.js'\n"
    'export const words = [" from", "./not/imported.js"];\n'
    "export const units = (text) => Array.from(text, (_, at) => text.charCodeAt(at));\n",
    "gpt-tokenizer/esm/parts/both.js": "export const first = 1, second = 2;\n",
    "ai-tokenizer/package.json": json.dumps({"name": "ai-tokenizer", "version": "1.0.6"}),
    "ai-tokenizer/dist/index.js": "export class Tokenizer { constructor({ name }) { throw new Error(`${name} is broken`); } }\n",
    "ai-tokenizer/dist/encoding/o200k_base.js": 'export { name } from "./o200k_base-abc.js";\n',
    "ai-tokenizer/dist/encoding/o200k_base-abc.js": 'export const name = "o200k_base";\n',
    "kitoken/package.json": json.dumps({"name": "kitoken", "version": "0.10.1"}),
    "kitoken/dist/web.js": 'import base64 from "base64-js";\nexport default base64;\n',
    "kitoken/dist/web_bg.wasm": "",
}


def fake_node_modules(parent: Path) -> Path:
    """gpt-tokenizer, whose ids differ from ours; ai-tokenizer, which cannot be opened; and kitoken, which a page cannot
    import."""
    for name, content in _FILES.items():
        file = parent / "node_modules" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    return parent / "node_modules"
