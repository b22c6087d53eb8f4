"""``python -m wordchipper_lab.browser.npm_package DIR``: write the folder that ``npm pack DIR`` makes a package of.

--types TSC    TypeScript's ``bin/tsc`` (5.5 or newer), which `node` runs: adds declarations, .d.ts. Without them, a
               TypeScript program needs ``allowJs`` to know any types; editors still show what the comments say.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from .. import __version__
from ..arguments import a_path, checked, optional
from ..errors import ArgumentError, WordchipperLabError, show
from ..kernels.linked.manifest import PACKAGE
from .manifest import TOKENIZER

__all__ = ["write_npm_package"]

_FILES = ["**/*.js", "**/*.d.ts", "engine.wasm", "vocabularies/*.bpe", "NOTICE.md"]
"""What is packed beside package.json, README.md and LICENSE, which npm packs anyway."""

_NOTICE = """# Origin of the vocabularies

The files in `vocabularies/` hold the tokens of the files that OpenAI publishes, and their ranks; only the format is
another one (`wordchipper_lab.browser.vocabulary_file` describes it). What follows is the notice of the files that they
were made from, as it lies beside those in the Python package.

"""

_COMPILER_OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "strict": True,
    "declaration": True,
    "emitDeclarationOnly": True,
    "target": "es2022",
    "module": "es2022",
    "moduleResolution": "bundler",
    "lib": ["es2022", "dom", "dom.iterable", "esnext.disposable"],
    "types": [],
}
_ARRAY_OF_BUFFER = re.compile(r"(Array)<ArrayBuffer(?:Like)?>")
_MOST_SHOWN = 1000


@checked(directory=a_path, tsc=optional(a_path))
def write_npm_package(directory: str | os.PathLike[str], tsc: str | os.PathLike[str] | None = None) -> None:
    """Write the package into `directory`, which appears when it is complete.

    tsc: TypeScript's ``bin/tsc``, for declarations. Raises `ArgumentError` if `directory` exists and is not an empty
    folder, or if `tsc` does not make declarations.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_npm_package(Path(folder) / "made")
    ...     [path.name for path in sorted(Path(folder).glob("made/*.md"))]
    ['NOTICE.md', 'README.md']
    """
    target = Path(directory).resolve()
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise ArgumentError(
            f"directory is {show(str(directory))}, which exists: expected a new folder or an empty one; "
            "name another one, or remove this one"
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".npm-package-") as made:
        folder = Path(made) / "package"
        shutil.copytree(TOKENIZER, folder, ignore=shutil.ignore_patterns(".*"), copy_function=shutil.copyfile)
        _write(folder / "LICENSE", _license())
        _write(folder / "NOTICE.md", _NOTICE + _notice())
        if tsc is not None:
            _add_declarations(folder, Path(tsc).resolve())
        _write(folder / "package.json", _described(has_types=tsc is not None))
        if target.exists():
            target.rmdir()  # Windows renames to no name that exists
        folder.rename(target)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _described(has_types: bool) -> str:
    description = json.loads((TOKENIZER / "package.json").read_text(encoding="utf-8"))
    description |= {"version": __version__, "files": _FILES}
    if has_types:
        description["types"] = "index.d.ts"
    return json.dumps(description, indent=2) + "\n"


def _license() -> str:
    """This package's licence, of an installed package or of a clone."""
    try:
        found = distribution("wordchipper-lab").read_text("licenses/LICENSE")
    except PackageNotFoundError:
        found = None
    return found or (PACKAGE.parent / "LICENSE").read_text(encoding="utf-8")


def _notice() -> str:
    """The notice of the bundled vocabularies, under a title of its own."""
    notice = (PACKAGE / "vocab" / "data" / "NOTICE.md").read_text(encoding="utf-8")
    return "## The published files" + notice[notice.index("\n") :]


def _add_declarations(folder: Path, tsc: Path) -> None:
    if not tsc.is_file():
        raise ArgumentError(f"tsc is {show(str(tsc))}: expected the file bin/tsc of a package typescript")
    # It reads the modules where they are: in a folder within some node_modules it would not look at them.
    options = {**_COMPILER_OPTIONS, "rootDir": str(TOKENIZER), "outDir": str(folder)}
    project = folder.parent / "tsconfig.json"
    _write(project, json.dumps({"files": [str(TOKENIZER / "index.js")], "compilerOptions": options}))
    command = ["node", str(tsc), "--project", str(project)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace")
    except OSError as error:
        raise ArgumentError(f"tsc needs node, which cannot be run: {error}") from None
    if done.returncode or not (folder / "index.d.ts").is_file():
        said = (done.stdout + done.stderr).strip()[:_MOST_SHOWN]
        raise ArgumentError(f"tsc is {show(str(tsc))}, which made no declarations: {said}")
    for path in folder.rglob("*.d.ts"):
        # TypeScript before 5.7 knows `Uint8Array` only without an argument.
        _write(path, _ARRAY_OF_BUFFER.sub(r"\1", path.read_text(encoding="utf-8")))


def main() -> None:
    """Read the command line, write the folder, and say what is in it."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {__spec__.name}", description="Write the package for npm."
    )
    parser.add_argument("directory", metavar="DIR", help="a new folder, or an empty one")
    parser.add_argument(
        "--types", metavar="TSC", help="bin/tsc of TypeScript 5.5 or newer: add declarations, .d.ts"
    )
    options = parser.parse_args()
    try:
        write_npm_package(options.directory, options.types)
    except WordchipperLabError as error:
        parser.exit(2, f"{error}\n")
    sizes = [path.stat().st_size for path in Path(options.directory).rglob("*") if path.is_file()]
    print(
        f"{options.directory}: {len(sizes)} files, {sum(sizes):,} bytes; `npm pack {options.directory}` packs them"
    )


if __name__ == "__main__":
    main()
