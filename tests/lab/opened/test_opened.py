"""Tokenizers from files in memory: what is read is exact, what is not is refused in a sentence."""

from __future__ import annotations

import base64
import gzip
import io
import json
import time
from typing import Any

import pytest
import tokenizers

import wordchipper_lab as wl
from wordchipper_lab.errors import InputError, VocabError, WordchipperLabError, WorkLimitError
from wordchipper_lab.lab.opened import (
    MOST_OPENED,
    PatternChoice,
    keep_opened,
    open_opened,
    opened_names,
    read_opened,
    unpack_file,
)
from wordchipper_lab.lab.opened.suggestion import suggest_pattern
from wordchipper_lab.lab.page_limits import page_limits
from wordchipper_lab.vocab.bundled import read_bundled
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.pretrained import pretrained_spec

TEXTS = ["", "low lower newest", "  Naïve\n\n 👩‍💻 1234567 it's<|end|>low", "\ufeff\x00\t a_b東京"]


@pytest.fixture(scope="module")
def tok() -> wl.Tokenizer:
    return wl.train_bpe(["low low low lower lower newest newest widest"], 270, special_tokens=["<|end|>"])


@pytest.fixture(scope="module")
def files(tok: wl.Tokenizer, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("files")
    for name in ("my.tiktoken", "tokenizer.json", "vocab.bpe", "merges.txt"):
        tok.save(folder / name)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def _kept(files: dict[str, bytes], pattern: str = "") -> wl.Tokenizer:
    read = read_opened(files, pattern)
    assert not isinstance(read, PatternChoice)
    return open_opened(keep_opened(read).name)


def _problem(files: dict[str, bytes], pattern: str = "") -> str:
    with pytest.raises(WordchipperLabError) as caught:
        read_opened(files, pattern)
    str(caught.value).encode()
    return str(caught.value)


def _json(files: dict[str, bytes], **changes: Any) -> dict[str, bytes]:
    return {"tokenizer.json": json.dumps(json.loads(files["tokenizer.json"]) | changes).encode()}


# -- what is read --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names", [("tokenizer.json",), ("vocab.bpe", "encoder.json"), ("vocab.json", "merges.txt")]
)
def test_files_in_memory_give_the_same_ids(
    tok: wl.Tokenizer, files: dict[str, bytes], names: tuple[str, ...]
) -> None:
    chosen = {name: files[name] for name in names}
    opened = _kept(chosen, "r50k_base")
    for again in (opened, wl.Tokenizer.from_file(chosen, pattern="r50k_base")):
        assert [again.encode(text) for text in TEXTS] == [tok.encode(text) for text in TEXTS]
    assert opened.name.startswith(f"{names[0]}@") or len(names) == 2


def test_from_file_takes_bytes_and_open_files(tok: wl.Tokenizer, files: dict[str, bytes]) -> None:
    contents = files["my.tiktoken"]
    given = [
        contents,
        bytearray(contents),
        memoryview(contents),
        io.BytesIO(contents),
        io.StringIO(contents.decode()),
    ]
    for source in given:
        again = wl.Tokenizer.from_file(source, pattern="r50k_base", name="other.tiktoken")
        assert (again.name, again.encode("low lower")) == ("other", tok.encode("low lower"))
    assert wl.Tokenizer.from_file(files["tokenizer.json"]).name == "custom"
    with pytest.raises(VocabError, match=r"without the merges: open it together with vocab\.bpe"):
        wl.Tokenizer.from_file(files["encoder.json"])
    with pytest.raises(TypeError, match="mapping of file names"):
        wl.Tokenizer.from_file({"vocab.bpe": "text"})  # type: ignore[dict-item]


@pytest.mark.parametrize("kind", ["byte level", "split", "isolated split", "normalized", "two splits"])
def test_ids_are_those_of_tokenizers(files: dict[str, bytes], kind: str) -> None:
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    regex = {"split": r"\w+|\s+|[^\w\s]+", "isolated split": r"\p{L}+"}.get(kind)
    split = {"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": False}
    sequence = {"type": "Sequence", "pretokenizers": [split, byte_level]}
    changes: dict[str, Any] = {"pre_tokenizer": sequence} if regex else {}
    if kind == "normalized":
        changes = {
            "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFD"}, {"type": "Lowercase"}]}
        }
    elif kind == "two splits":
        digits = {"type": "Digits", "individual_digits": True}
        changes = {
            "pre_tokenizer": sequence
            | {"pretokenizers": [digits, split | {"pattern": {"Regex": " ?l"}}, byte_level]}
        }
    chosen = _json(files, **changes)
    theirs = tokenizers.Tokenizer.from_str(chosen["tokenizer.json"].decode())
    ours = _kept(chosen)
    for text in TEXTS:
        assert ours.encode(text) == theirs.encode(text, add_special_tokens=False).ids


def test_of_a_whole_folder_tokenizer_json_is_read(files: dict[str, bytes]) -> None:
    others = {"config.json": b'{"model_type": "x"}', "tokenizer_config.json": b'{"tokenizer_class": "x"}'}
    read = read_opened(others | files)
    assert not isinstance(read, PatternChoice)
    assert read.file == "tokenizer.json"


def test_a_file_without_a_pattern_asks_for_one(files: dict[str, bytes]) -> None:
    asked = read_opened({"my.tiktoken": files["my.tiktoken"]})
    assert isinstance(asked, PatternChoice)
    assert asked.suggested == "r50k_base"
    assert {"cl100k_base", "o200k_base", "llama3", "qwen2"} <= set(asked.patterns)
    assert suggest_pattern(199_998)[0] == suggest_pattern(180_000)[0] == "o200k_base"
    assert [suggest_pattern(n)[0] for n in (50_256, 100_256, 128_000, 151_643)] == [
        "r50k_base",
        "cl100k_base",
        "llama3",
        "qwen2",
    ]


def test_a_published_file_has_its_special_tokens() -> None:
    spec = pretrained_spec("p50k_base")
    published = {"any name": read_bundled(spec.file, spec.sha256)}
    asked = read_opened(published)
    assert isinstance(asked, PatternChoice)
    assert (asked.suggested, asked.why) == ("r50k_base", "it is a copy of the published p50k_base.tiktoken")
    read = read_opened(published, asked.suggested)
    assert not isinstance(read, PatternChoice)
    assert read.found.special_tokens == spec.special_tokens
    assert read.given["special_tokens"] == spec.special_tokens


def test_a_pattern_of_the_file_has_limits(files: dict[str, bytes]) -> None:
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False}

    def split(regex: str) -> dict[str, bytes]:
        step = {"type": "Split", "pattern": {"Regex": regex}, "behavior": "Removed", "invert": True}
        return _json(files, pre_tokenizer={"type": "Sequence", "pretokenizers": [step, byte_level]})

    def replaces(regex: str) -> dict[str, bytes]:
        return _json(files, normalizer={"type": "Replace", "pattern": {"Regex": regex}, "content": "b"})

    assert _kept(split("(?:a+)+b|[a-z]")).spanner.lexer.limits == page_limits()
    assert "2,000" in _problem(replaces("a|" * 3000 + "b"))
    assert "characters" in _problem(replaces("(?:(?:a{1000}){1000}){1000}"))
    assert "2,000" in _problem(split("a|" * 3000 + "b"))
    assert "characters" in _problem(split("(?:(?:a{1000}){1000}){1000}"))


def test_files_of_models() -> None:
    """As a visitor drops a model's folder: tekken.json; a tiktoken file with its settings; a GGUF file of one long line."""
    single = [bytes([value]) for value in range(256)]
    vocab = [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode()}
        for rank, token in enumerate([*single, b"lo"])
    ]
    config = {"pattern": r"\S+|\s+", "default_vocab_size": 277, "default_num_special_tokens": 20}
    assert _kept({"tekken.json": json.dumps({"config": config, "vocab": vocab}).encode()}).encode(
        "low</s>"
    ) == [276, 139, 2]
    ranks = b"".join(base64.b64encode(token) + b" %d\n" % rank for rank, token in enumerate([*single, b"lo"]))
    settings = {
        "added_tokens_decoder": {"257": {"content": "[BOS]"}},
        "auto_map": {"AutoTokenizer": "tokenization_kimi.TikTokenTokenizer"},
    }
    kimi = {
        "tiktoken.model": ranks,
        "tokenizer_config.json": json.dumps(settings).encode(),
        "config.json": b'{"model_type": "kimi_k2"}',
    }
    assert _kept(kimi).encode("[BOS]low<|reserved_token_258|>") == [257, 256, 119, 258]

    def text(value: str) -> bytes:
        return len(value.encode()).to_bytes(8, "little") + value.encode()

    def array(values: list[str]) -> bytes:
        return b"\t\0\0\0\b\0\0\0" + len(values).to_bytes(8, "little") + b"".join(map(text, values))

    tokens = [*map(bytes_to_characters, single), "lo", *("x" * size for size in range(2, 600))]
    pairs = {
        "model": b"\b\0\0\0" + text("gpt2"),
        "pre": b"\b\0\0\0" + text("gpt-2"),
        "tokens": array(tokens),
        "merges": array(["l o"]),
    }
    head = b"GGUF\3\0\0\0" + bytes(8) + len(pairs).to_bytes(8, "little")
    gguf = head + b"".join(text(f"tokenizer.ggml.{key}") + value for key, value in pairs.items())
    assert _kept({"model.gguf": gguf}).encode("low") == [256, 119]


def test_each_of_several_splits_has_limits(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORDCHIPPER_LAB_PAGE_PATTERN_SECONDS", "0.05")
    pattern = {"Regex": "(?:(?:a|aa)+)+(?=bc)"}
    split = {"type": "Split", "pattern": pattern, "behavior": "Isolated", "invert": False}
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": True}
    opened = _kept(_json(files, pre_tokenizer={"type": "Sequence", "pretokenizers": [split, byte_level]}))
    assert opened.decode(opened.encode("aabc aab")) == "aabc aab"
    with pytest.raises(WorkLimitError, match="was stopped after"):
        opened.encode("a" * 60)


# -- what is refused -----------------------------------------------------------------------------------------


def test_what_is_refused_is_named(files: dict[str, bytes]) -> None:
    model = json.loads(files["tokenizer.json"])["model"]
    for changes, said in [
        ({"normalizer": {"type": "Precompiled", "precompiled_charsmap": ""}}, "normalizer Precompiled"),
        ({"model": {"type": "WordPiece", "vocab": {}}}, "model WordPiece"),
        ({"model": {"type": "Unigram", "vocab": []}}, "model Unigram"),
        ({"model": model | {"byte_fallback": True}}, "byte_fallback"),
        ({"pre_tokenizer": {"type": "Metaspace"}}, "pre_tokenizer Metaspace"),
        ({"pre_tokenizer": {"type": "BertPreTokenizer"}}, "pre_tokenizer BertPreTokenizer"),
    ]:
        problem = _problem(_json(files, **changes))
        assert said in problem
        assert "expected" in problem
        assert "open another tokenizer" in problem


@pytest.mark.parametrize(
    ("name", "contents", "said"),
    [
        ("tokenizer.model", b"\n\x0e\n\x05<unk>\x15\x00\x00\x00\x00\x18\x02", "is a SentencePiece model"),
        ("vocab.txt", b"[PAD]\n[UNK]\n[CLS]\n[SEP]\nthe\n##ing\n", "is a list of WordPiece tokens"),
        ("tokenizer_config.json", b'{"tokenizer_class": "LlamaTokenizer"}', "holds the settings of a tokenizer"),
        ("tekken.json", b'{"config": {}, "vocab": [{"rank": 0, "token_bytes": "AA=="}]}', "expected default_num_special_tokens as an integer"),
        ("a.tiktoken", gzip.compress(b"IQ== 0", mtime=0), "is a compressed file"),
        ("model.gguf", b"GGUF\x03\x00\x00\x00", "8 bytes should follow at byte 8, but the file has 8 bytes: get it again"),
        ("merges.txt", b"#version: 0.2\nl o\n", "open it together with encoder.json or vocab.json"),
        ("encoder.json", b'{"l": 0}', "open it together with vocab.bpe or merges.txt"),
        ("empty.tiktoken", b"", "the file is empty"),
        ("note.txt", b"Dear all,", "it begins with b'Dear all,': expected a .tiktoken file"),
        ("short.tiktoken", b"IQ== 0\nIg== 1\n", "254 of the 256 single bytes have no token"),
        ("twice.tiktoken", b"IQ== 0\nIg== 0\n", "line 2: rank 0 is also in line 1"),
        ("cut.tiktoken", b"IQ== 0\nIg=", "line 2: expected a base64 token and a rank"),
        ("tokenizer.json", b'{"model": {"vocab": {"a": 0', "expected JSON"),
        ("tokenizer.json", b'{"model": {"vocab": "\xff\xfe"}}', "expected UTF-8"),
        ("tokenizer.json", b'{"model": ' + b"[" * 100_000, "nested too deeply"),
        ("tokenizer.json", b"\xff\xfe{\x00", "expected UTF-8"),
        ("../../etc/passwd", b"root:x:0", "passwd: it begins with"),
        ("\ud800.tiktoken", b"x", "line 1: expected a base64 token"),
    ],
)  # fmt: skip
def test_wrong_files(name: str, contents: bytes, said: str) -> None:
    problem = _problem({name: contents}).encode(errors="replace").decode()
    assert said in problem
    assert (
        "expected" in problem
        or "also in" in problem
        or "open it together" in problem
        or "single bytes" in problem
        or "get it again" in problem
    )


def test_two_tokenizers_at_once(files: dict[str, bytes]) -> None:
    both = {"a.tiktoken": files["my.tiktoken"], "b.tiktoken": files["my.tiktoken"]}
    assert "open one at a time" in _problem(both)
    assert "no file was given" in _problem({})


def test_lone_surrogates_in_special_tokens(files: dict[str, bytes]) -> None:
    file = json.loads(files["tokenizer.json"])
    special = [file["added_tokens"][0] | {"content": "<|\ud800|>"}]
    vocab = {key: value for key, value in file["model"]["vocab"].items() if key != "<|end|>"}
    chosen = _json(files, added_tokens=special, model=file["model"] | {"vocab": vocab})
    try:
        _kept(chosen).encode("a<|\ufffd|>")
    except WordchipperLabError as error:
        str(error).encode(errors="replace")


@pytest.mark.parametrize(
    ("limit", "value", "said"),
    [("BYTES", "100", "at most 100 are read"), ("PARTS", "10", "values, lists and objects"), ("TOKENS", "200", "tokens, but at most 200"),
     ("TOKEN_BYTES", "100", "bytes, but at most 100"), ("BYTES", "many", "expected a number above 0")],
)  # fmt: skip
def test_limits_of_the_environment(
    files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, limit: str, value: str, said: str
) -> None:
    monkeypatch.setenv(f"WORDCHIPPER_LAB_PAGE_VOCAB_{limit}", value)
    problem = _problem({"tokenizer.json": files["tokenizer.json"]})
    assert said in problem
    assert f"WORDCHIPPER_LAB_PAGE_VOCAB_{limit}" in problem


def test_hostile_files_take_no_time() -> None:
    start = time.process_time()
    long = b"".join(base64.b64encode(bytes([value])) + b" %d\n" % value for value in range(256))
    assert "has a line of" in _problem({"a.tiktoken": long + base64.b64encode(b"ab" * 5_000_000) + b" 256"})
    assert "PARTS" in _problem({"tokenizer.json": b'{"model": {' + b"[]," * 5_000_000})
    assert "rank 4294967295 follows a gap" in _problem({"a.tiktoken": long + b"YWI= 4294967295"})
    assert time.process_time() - start < 30


@pytest.mark.parametrize(
    ("part", "steps", "said"),
    [
        ("normalizer", {"type": "Sequence", "normalizers": [{"type": "NFC"}] * 101}, "has 101 steps"),
        ("pre_tokenizer", {"type": "Sequence", "pretokenizers": [{"type": "Digits"}] * 101 + [{"type": "ByteLevel"}]},
         "has 102 steps"),
        ("normalizer", {"type": "Replace", "pattern": {"Regex": "a" * 3000}, "content": ""}, "3,000 characters"),
        ("normalizer", {"type": "Sequence", "normalizers": [{"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 10}] * 12},
         "makes 3,000,000 characters of 30,000"),
        ("normalizer", {"type": "Prepend", "prepend": "a" * 5_000_000}, "makes 5,030,000 characters"),
        ("normalizer", {"type": "Replace", "pattern": {"Regex": "(?:(?:a|aa)+)+b"}, "content": ""}, "was stopped after"),
        ("normalizer", {"type": "Sequence", "normalizers": [{"type": "Replace", "pattern": {"Regex": "x*"}, "content": "x"}] * 99},
         "makes |were stopped|was stopped"),
    ],
)  # fmt: skip
def test_hostile_stages_end(
    files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, part: str, steps: Any, said: str
) -> None:
    monkeypatch.setenv("WORDCHIPPER_LAB_PAGE_PATTERN_SECONDS", "0.2")
    began = time.process_time()
    with pytest.raises(WorkLimitError, match=said):
        _kept(_json(files, **{part: steps})).encode("a" * 30_000)
    assert time.process_time() - began < 20


def test_all_stages_together_have_a_time(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the steps takes less than is allowed."""
    monkeypatch.setenv("WORDCHIPPER_LAB_PAGE_PATTERN_SECONDS", "0.1")
    slow = {"type": "Replace", "pattern": {"Regex": "(?:a|aa)+b"}, "content": ""}
    opened = _kept(_json(files, normalizer={"type": "Sequence", "normalizers": [slow] * 100}))
    assert opened.encode("aab") == []
    with pytest.raises(WorkLimitError, match=r"stopped after 0\.1 s"):
        opened.encode("a" * 25)


def test_what_the_page_packed() -> None:
    packed = gzip.compress(b"a" * 1000)
    assert unpack_file("a", packed) == b"a" * 1000
    for wrong, said in [(packed[:-9], "incomplete"), (b"nothing", "damaged")]:
        with pytest.raises(InputError, match=said):
            unpack_file("a.tiktoken", wrong)


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORDCHIPPER_LAB_PAGE_VOCAB_BYTES", "1000")
    with pytest.raises(WorkLimitError, match="at most 1,000 are read"):
        unpack_file("a", gzip.compress(b"\0" * 10_000_000))


# -- what is kept --------------------------------------------------------------------------------------------


def test_the_newest_few_are_kept(files: dict[str, bytes]) -> None:
    names = []
    for number in range(MOST_OPENED + 1):
        read = read_opened({f"{number}.tiktoken": files["my.tiktoken"]}, "r50k_base")
        assert not isinstance(read, PatternChoice)
        names.append(keep_opened(read).name)
        open_opened(names[0])  # used again and again
    assert opened_names() == [names[0], *reversed(names[2:])]
    with pytest.raises(InputError, match=r"1\.tiktoken@[0-9a-f]{8} is not open here.*open the file again"):
        open_opened(names[1])


def test_lexers_and_encoders_can_be_swapped(files: dict[str, bytes], tok: wl.Tokenizer) -> None:
    read = read_opened({"tokenizer.json": files["tokenizer.json"]})
    assert not isinstance(read, PatternChoice)
    opened = keep_opened(read)
    assert {"automaton", "regex"} <= set(opened.lexers())
    for lexer in opened.lexers():
        for encoder in opened.encoders():
            assert open_opened(opened.name, lexer, encoder).encode(TEXTS[2]) == tok.encode(TEXTS[2])
    assert opened.from_file(lexer="regex") == "wl.Tokenizer.from_file('tokenizer.json', lexer='regex')"
