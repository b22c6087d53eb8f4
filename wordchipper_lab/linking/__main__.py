"""``python -m wordchipper_lab.linking``: link all kernels anew, for each level."""

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
from ..kernels.linked.manifest import MANIFEST, hash_of_sources, library_path
from .targets import TARGETS


def _compile(level: str, directory: Path) -> subprocess.Popen[bytes]:
    target = TARGETS[level]
    environment = {
        **os.environ,
        CHOICE: "numba",
        "NUMBA_CPU_NAME": target.cpu,
        "NUMBA_CPU_FEATURES": target.features,
        "NUMBA_CACHE_DIR": str(directory / f"cache-{level}"),
    }
    command = [sys.executable, "-m", f"{__package__}.compile_level", level, str(directory)]
    return subprocess.Popen(command, env=environment)


def _link(level: str, directory: Path) -> Path:
    linked = directory / library_path(level).name
    subprocess.run(
        [
            *(sys.executable, "-m", "ziglang", "cc", "-target", TARGETS[level].linked_as),
            *("-shared", "-nostdlib", "-s", "-Wl,-z,now", "-Wl,--build-id=none", "-o", str(linked)),
            str(directory / f"{level}.o"),
        ],
        check=True,
    )
    return linked


def main() -> None:
    """Compile, link, and put the libraries and their manifest in place."""
    argparse.ArgumentParser(prog=f"python -m {__package__}", description=main.__doc__).parse_args()
    begun = time.perf_counter()
    levels = sorted({target.compiled_as for target in TARGETS.values()})
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        compiling = [_compile(level, directory) for level in levels]
        if any([process.wait() for process in compiling]):  # noqa: C419  # of all, whether one has failed or not
            sys.exit("a level could not be compiled")
        lists = [json.loads((directory / f"{level}.json").read_text()) for level in levels]
        if any(found != lists[0] for found in lists):
            sys.exit("the levels have different kernels")
        linked = {level: _link(level, directory).read_bytes() for level in TARGETS}
    MANIFEST.parent.mkdir(exist_ok=True)
    MANIFEST.unlink(missing_ok=True)  # a library without a manifest is not loaded
    for level, content in linked.items():
        library_path(level).write_bytes(content)
        print(f"{library_path(level).name}: {len(content):,} bytes")
    manifest = {
        "made_with": {name: version(name) for name in ("numba", "llvmlite", "ziglang")},
        "sha256": hash_of_sources(lists[0]["sources"]),
        "libraries": {level: hashlib.sha256(content).hexdigest() for level, content in linked.items()},
        **lists[0],
    }
    MANIFEST.write_text(json.dumps(manifest, indent=1) + "\n")
    print(f"{len(manifest['entries'])} kernels in {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
