"""The package for npm: written, packed and installed as its users get it, and asked by name in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.browser.manifest import TOKENIZER
from wordchipper_lab.browser.npm_package import write_npm_package
from wordchipper_lab.browser.pack_vocabularies import VOCABULARIES
from wordchipper_lab.encoders.traced import trace_span
from wordchipper_lab.errors import ArgumentError
from wordchipper_lab.vocab.bundled import read_bundled
from wordchipper_lab.vocab.pretrained import pretrained_spec
from wordchipper_lab.web.modules import WEB

from ..published_packages import unpack_tar
from ..web.test_modules import reached_from
from .questions import MODELS, expected_ids

TESTS = Path(__file__).parent / "package_tests"
TYPESCRIPT = "typescript@5.9.3"
MOST_PACKED_BYTES = 1_500_000
MOST_BYTES = 2_000_000
TEXTS = [
    "",
    "hello world",
    "It's 2 o'clock: naïve 👩‍💻👍🏽, 東京タワー.\n\n  ᚠᛇᚻ\t\u00a0x  ",
    "<|endoftext|>a<|endofprompt|><|endoftext|>",
    "\x00\ufeff\U0010ffff e\u0301",
]
NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def files_in(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package") / "wordchipper-lab"
    write_npm_package(folder)
    return folder


@pytest.fixture(scope="module")
def packed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The archive that npm would publish; None without npm."""
    if shutil.which("npm") is None:
        return None
    directory = tmp_path_factory.mktemp("packed")
    command = ["npm", "pack", "--silent", "--offline", str(folder)]
    subprocess.run(command, cwd=directory, capture_output=True, check=True, timeout=60)
    (archive,) = directory.glob("*.tgz")
    return archive


@pytest.fixture(scope="module")
def project(folder: Path, packed: Path | None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that has the package installed, the tests, and what Python found for the same texts."""
    project = tmp_path_factory.mktemp("project")
    installed = project / "node_modules" / "wordchipper-lab"
    installed.parent.mkdir()
    if packed is None:
        shutil.copytree(folder, installed)
    else:
        with tarfile.open(packed) as archive:
            unpack_tar(archive, project)
        (project / "package").rename(installed)
    shutil.copytree(TESTS, project, dirs_exist_ok=True)
    (project / "package.json").write_text('{"type": "module"}')
    (project / "expected.json").write_text(json.dumps(expected()))
    spec = pretrained_spec("r50k_base")
    (project / "r50k_base.tiktoken").write_bytes(read_bundled(spec.file, spec.sha256))
    wl.Tokenizer.from_pretrained("r50k_base").save(str(project / "tokenizer.json"))
    return project


def expected() -> dict[str, Any]:
    return {"texts": TEXTS, "models": {model: expected_of(model) for model in MODELS}}


def expected_of(model: str) -> dict[str, Any]:
    tok = wl.Tokenizer.from_pretrained(model)
    ids = (0, 199, 255, 256, 1000, 50255, tok.max_token)
    traced = (" tokenization", "aaaa", "e\u0301 👍")
    return {
        "parse": [expected_ids(model, text, "parse") for text in TEXTS],
        "text": [expected_ids(model, text, "text") for text in TEXTS],
        "some": [expected_ids(model, text, ["<|endoftext|>"]) for text in TEXTS],
        "spans": [[[span.start, span.end, span.kind] for span in tok.spans(text)] for text in TEXTS],
        "traced": [trace_span(tok.vocab, "buffer_sweep", span.encode()).tokens for span in traced],
        "tokens": [[number, tok.id_to_token(number), list(tok.decode_bytes([number]))] for number in ids],
        "size": tok.vocab_size,
        "largest": tok.max_token,
        "specials": tok.get_special_tokens(),
        "pattern": tok.vocab.pattern,
    }


@NODE
@pytest.mark.sampled("encoding", "names")
@pytest.mark.parametrize("name", sorted(path.name for path in TESTS.glob("*.test.js")))
def test_in_node(project: Path, name: str) -> None:
    command = ["node", "--test-reporter=tap", name]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


def test_what_is_written(folder: Path) -> None:
    written, ours = files_in(folder), files_in(TOKENIZER)
    assert set(written) == {*ours, "LICENSE", "NOTICE.md"}
    assert [name for name in ours if name != "package.json" and written[name] != ours[name]] == []
    assert written["LICENSE"].startswith(b"MIT License\n")
    assert b"Copyright (c) 2022 OpenAI" in written["NOTICE.md"]
    described, own = json.loads(written["package.json"]), json.loads(ours["package.json"])
    assert described == own | {"version": wl.__version__, "files": described["files"]}
    endings = {name.rpartition(".")[2] for name in written}
    assert endings == {"js", "wasm", "bpe", "json", "md", "LICENSE"}


def test_what_is_packed(folder: Path, packed: Path | None) -> None:
    """Every file of the folder, and no more than a dependency may have."""
    if packed is None:
        pytest.skip("npm is not installed")
    assert packed.name == f"wordchipper-lab-{wl.__version__}.tgz"
    assert packed.stat().st_size < MOST_PACKED_BYTES
    with tarfile.open(packed) as archive:
        sizes = {member.name: member.size for member in archive.getmembers() if member.isfile()}
    assert set(sizes) == {f"package/{name}" for name in files_in(folder)}
    assert sum(sizes.values()) < MOST_BYTES


def test_sizes_in_the_readme_are_those_of_the_files() -> None:
    readme = (TOKENIZER / "README.md").read_text("utf-8")
    sizes = {path.name: path.stat().st_size for path in (TOKENIZER / "engine.wasm", *VOCABULARIES.iterdir())}
    scripts = [(WEB / name).stat().st_size for name in reached_from("tokenizer/index.js", set())]
    rows = [line.split("|")[1:3] for line in readme.splitlines() if line.startswith(("| `", "| modules"))]
    said = {name: int(size) for names, size in rows for name in names.split("`")[1::2] if name in sizes}
    assert set(said) == set(sizes)
    for name, size in sizes.items():
        assert abs(said[name] - size / 1000) < 3, name
    ((modules, size),) = [row for row in rows if row[0].startswith(" modules")]
    assert abs(int(modules.split()[2]) - len(scripts)) < 10
    assert abs(int(size) - sum(scripts) / 1000) < 30


@pytest.mark.parametrize("made", ["a file in it", "a file"])
def test_a_folder_that_has_something_in_it_is_refused(tmp_path: Path, made: str) -> None:
    folder = tmp_path / "there"
    if made == "a file":
        folder.write_text("mine")
    else:
        folder.mkdir()
        (folder / "mine.txt").write_text("mine")
    with pytest.raises(ArgumentError, match=r"expected a new folder or an empty one"):
        write_npm_package(folder)
    assert set(files_in(tmp_path).values()) == {b"mine"}


def test_an_empty_folder_and_a_link_to_one_are_used(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to("empty")
    write_npm_package(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert files_in(tmp_path / "empty") == files_in(folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "link"]


def test_nothing_is_left_of_a_package_that_failed(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"expected the file bin/tsc"):
        write_npm_package(tmp_path / "new" / "package", tmp_path / "no tsc")
    assert list((tmp_path / "new").iterdir()) == []


@NODE
def test_a_program_that_is_not_tsc_is_named(tmp_path: Path) -> None:
    (tmp_path / "tsc.js").write_text("console.log('I make nothing'); process.exit(2);")
    with pytest.raises(ArgumentError, match="which made no declarations: I make nothing"):
        write_npm_package(tmp_path / "package", tmp_path / "tsc.js")
    assert not (tmp_path / "package").exists()


def test_the_command(tmp_path: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "wordchipper_lab.browser.npm_package", str(tmp_path / "made")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"{len(files_in(folder))} files" in done.stdout
    again = subprocess.run(command, capture_output=True, text=True)
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert "expected a new folder or an empty one" in again.stderr


USE = """
import { Tokenizer, SpecialTokenError, type Located, type Special, type Span, type TokenizerOptions } from "wordchipper-lab";

const options: TokenizerOptions = { encoder: "merge_heap", memoBytes: 0, vocabularies: new URL("file:///here/") };
using tokenizer = await Tokenizer.fromPretrained("o200k_base", options);
const special: Special = ["<|endoftext|>"];
const ids: Uint32Array = tokenizer.encode("hello", special);
const located: Located = tokenizer.encodeWithSpans("hello", "text");
const n: number | false = tokenizer.isWithinTokenLimit("x", 3);
const bytes: Uint8Array = tokenizer.idToBytes(located.tokens[0]);
const token: string | null = tokenizer.idToToken(ids[0]);
const pairs: [string, number][] = tokenizer.getSpecialTokens();
for (const span of tokenizer.spans("a b")) console.log((span satisfies Span).kind === "word", n, bytes, token, pairs);
for (const part of tokenizer.decodeGenerator(ids)) console.log(part.length);
const problem = new SpecialTokenError("x", 3);
console.log(problem.offset + 1, problem.message);
// @ts-expect-error
tokenizer.encode(7);
// @ts-expect-error
tokenizer.encode("a", 7);
"""


@NODE
@pytest.mark.deep
@pytest.mark.parametrize("version", [TYPESCRIPT, "typescript@5.2.2"])
def test_types(tmp_path: Path, npm_package: Callable[[str], Path], version: str) -> None:
    """A strict TypeScript program uses the declarations, in both ways to resolve modules that know `exports`."""
    made_by, used_by = (npm_package(name) / "package" / "bin" / "tsc" for name in (TYPESCRIPT, version))
    write_npm_package(tmp_path / "node_modules" / "wordchipper-lab", made_by)
    (tmp_path / "use.mts").write_text(USE)
    options = {"strict": True, "noEmit": True, "target": "es2022", "lib": ["es2022", "dom"], "types": []}
    for kind in ({"module": "nodenext"}, {"module": "es2022", "moduleResolution": "bundler"}):
        project = {"files": ["use.mts"], "compilerOptions": options | kind}
        (tmp_path / "tsconfig.json").write_text(json.dumps(project))
        done = subprocess.run(["node", str(used_by)], cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, "")
