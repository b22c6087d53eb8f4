"""``python -m wordchipper_lab.browser.build``: compile the kernels to WebAssembly anew, after one has changed.

The module and its layout are package data; ``wasm-ld`` comes with `ziglang` (extra ``link``) and is needed only here.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

from ..kernels.linked.load import CHOICE
from .layout_module import layout_module
from .manifest import LAYOUT, MANIFEST, MODULE, hash_of_inputs
from .module_object import NOT_OPTIMISED

__all__ = ["build"]

_STACK_BYTES = 1 << 16


def build() -> None:
    """Compile, link, and put the module, its layout and their manifest in place."""
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        environment = {
            **os.environ,
            **NOT_OPTIMISED,
            CHOICE: "numba",
            "NUMBA_CACHE_DIR": str(directory / "cache"),
            "PYTHONWARNINGS": "ignore",  # numba says of each kernel that it cannot keep code that is not optimised
        }
        command = [sys.executable, "-m", f"{__package__}.compile_module", str(directory)]
        subprocess.run(command, env=environment, check=True)
        listed = json.loads((directory / "engine.json").read_text())
        linked = _link(directory / "engine.o", listed["kernels"])
    layout = layout_module(listed["kernels"]).encode()
    MANIFEST.parent.mkdir(exist_ok=True)
    for file, content in ((MODULE, linked), (LAYOUT, layout)):
        file.write_bytes(content)
        print(f"{file.name}: {len(content):,} bytes")
    manifest = {
        "made_with": {name: version(name) for name in ("numba", "llvmlite", "ziglang")},
        "sha256": hash_of_inputs(listed["sources"]),
        "files": {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in (MODULE, LAYOUT)},
        "sources": listed["sources"],
    }
    MANIFEST.write_text(json.dumps(manifest, indent=1) + "\n")
    print(f"{len(listed['kernels'])} kernels in {time.perf_counter() - begun:.0f} s")


def _link(compiled: Path, names: dict[str, str]) -> bytes:
    linked = compiled.with_suffix(".wasm")
    exports = [f"--export={name}" for name in (*names, "__heap_base")]
    subprocess.run(
        [
            *(
                sys.executable,
                "-m",
                "ziglang",
                "wasm-ld",
                "--no-entry",
                "--gc-sections",
                "-O3",
                "--strip-all",
            ),
            *(
                "--stack-first",
                "-z",
                f"stack-size={_STACK_BYTES}",
                *exports,
                "-o",
                str(linked),
                str(compiled),
            ),
        ],
        check=True,
    )
    return linked.read_bytes()


if __name__ == "__main__":
    argparse.ArgumentParser(prog=f"python -m {__spec__.name}", description=build.__doc__).parse_args()
    build()
