"""The face of tiktoken gives what tiktoken gives: every method, every encoding, and the same exceptions."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import tiktoken as theirs
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.compat import tiktoken as ours
from wordchipper_lab.compat.tiktoken import core, load, model, openai_public, registry, special_tokens

NAMES = ["r50k_base", "p50k_base", "p50k_edit", "cl100k_base", "o200k_base", "o200k_harmony"]
END, PREFIX, PROMPT = "<|endoftext|>", "<|fim_prefix|>", "<|endofprompt|>"
SPECIAL = [END, PREFIX, PROMPT, "<|fim_middle|>", "<|start|>", "<|reserved_200017|>"]
PARTS = [
    *SPECIAL, "<|", "hello", " world", "'re", "I'M", " ", "  ", "\n", "\r\n", "\t", "\u00a0", "12345", "日本語", "é",
    "e\u0301", "👍🏽", "สวัสดี", "xxxx", "==", "\x00", "\ud800", "\udc4d", "\ud83d\udc4d",
]  # fmt: skip
TEXTS = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PARTS), max_size=10).map("".join))
WHOLE_TEXTS = TEXTS.map(lambda text: text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore"))
ALLOWED = st.one_of(st.just("all"), st.sets(st.sampled_from([*SPECIAL, "no such token"]), max_size=3))
DISALLOWED = st.one_of(
    st.just("all"),
    st.just(()),
    st.sets(st.sampled_from([*SPECIAL, "hell", "日"]), max_size=3),
    st.just(["<|"]),
)
name_of = st.sampled_from(NAMES)


def outcome(call: Callable[[], Any]) -> tuple[str, Any]:
    """What a call returns, or the built-in exception that it raises."""
    try:
        value = call()
    except Exception as error:
        return "error", next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins")
    return "value", (value.dtype, value.tolist()) if isinstance(value, np.ndarray) else value


def both(name: str, call: Callable[[Any], Any]) -> None:
    """A call gives the same with tiktoken's encoding and with ours."""
    assert outcome(lambda: call(ours.get_encoding(name))) == outcome(lambda: call(theirs.get_encoding(name)))


# -- text to ids ----------------------------------------------------------------------------------------


@given(name_of, TEXTS, ALLOWED, DISALLOWED)
def test_encode(name: str, text: str, allowed: Any, disallowed: Any) -> None:
    options = {"allowed_special": allowed, "disallowed_special": disallowed}
    both(name, lambda enc: enc.encode(text, **options))
    both(name, lambda enc: enc.encode_to_numpy(text, **options))
    both(name, lambda enc: enc.encode_batch([text, "", text], num_threads=2, **options))


@given(name_of, TEXTS)
def test_encode_without_options(name: str, text: str) -> None:
    both(name, lambda enc: enc.encode(text))
    both(name, lambda enc: enc.encode_ordinary(text))
    both(name, lambda enc: enc.encode_ordinary_batch([text, "a", text]))
    both(name, lambda enc: enc._encode_only_native_bpe(text))


@given(
    name_of,
    st.one_of(st.binary(max_size=20), WHOLE_TEXTS.map(str.encode), WHOLE_TEXTS),
    st.binary(max_size=3),
)
def test_encode_bytes_and_pieces(name: str, data: bytes | str, end: bytes) -> None:
    if data:  # tiktoken panics without
        both(name, lambda enc: enc._encode_single_piece(data))
    both(name, lambda enc: enc.encode_single_token(data))
    if isinstance(data, bytes):
        both(name, lambda enc: enc._encode_bytes(data + end))


@given(name_of, WHOLE_TEXTS, ALLOWED)
def test_encode_with_unstable(name: str, text: str, allowed: Any) -> None:
    def unstable(enc: Any) -> Any:
        stable, ways = enc.encode_with_unstable(text, allowed_special=allowed, disallowed_special=())
        assert all(type(way) is list for way in ways)
        return stable, sorted(ways)

    both(name, unstable)


@pytest.mark.sampled("cl100k_base")
@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base", "o200k_base"])
@pytest.mark.parametrize(
    "text",
    [
        "hello fanta", "today\n ", "today\n \n", "  \t\n", " " * 40, "\u3000\u3000", "a \u2003", "ab\u0301", "日本", "'r", "I'l",
        "x" * 5000, "=" * 4500, "ab" * 2500, "สวัสดี" * 400, "\n" * 4500, "a" * 4200 + "é", "foo \n" + "\r\n" * 2200, "9" * 5000,
    ],
)  # fmt: skip
def test_ways_to_go_on(name: str, text: str) -> None:
    """Among them rests so long that their beginning is not encoded again for each way to go on."""
    (stable, ways), (expected_stable, expected) = (
        module.get_encoding(name).encode_with_unstable(text) for module in (ours, theirs)
    )
    assert stable == expected_stable
    assert sorted(ways) == sorted(expected)


def test_a_megabyte_of_one_letter_has_few_ways_to_go_on() -> None:
    """tiktoken encodes the megabyte once for each token that begins with this letter."""
    text = "x" * (1 << 20)
    enc = ours.get_encoding("o200k_base")
    stable, ways = enc.encode_with_unstable(text)
    assert stable == []
    assert enc.encode(text) in ways
    assert all(enc.decode(way).startswith(text) for way in ways[:3])


def test_surrogates() -> None:
    for text in ("\ud83d", "\ud83d\udc4d", "a\udc4d\ud83d!"):
        for method in (
            "encode",
            "encode_ordinary",
            "encode_to_numpy",
            "encode_with_unstable",
            "encode_single_token",
        ):
            both("cl100k_base", lambda enc, method=method, text=text: getattr(enc, method)(text))


# -- ids to text ----------------------------------------------------------------------------------------

IDS = st.lists(st.one_of(st.integers(0, 1000), st.integers(0, 202_000)), max_size=12)


@given(name_of, IDS, st.sampled_from(["replace", "strict", "ignore", "backslashreplace", "no such"]))
def test_decode(name: str, ids: list[int], errors: str) -> None:
    both(name, lambda enc: enc.decode(ids, errors))
    both(name, lambda enc: enc.decode(np.array(ids, dtype=np.int64)))
    both(name, lambda enc: enc.decode_bytes(ids))
    both(name, lambda enc: enc.decode_tokens_bytes(ids))
    both(name, lambda enc: enc.decode_with_offsets(ids))
    both(name, lambda enc: enc.decode_batch([ids, ids[:1]], errors=errors, num_threads=2))
    both(name, lambda enc: enc.decode_bytes_batch([ids, []]))


@given(name_of, WHOLE_TEXTS)
def test_offsets(name: str, text: str) -> None:
    both(name, lambda enc: enc.decode_with_offsets(enc.encode(text, allowed_special="all")))


@pytest.mark.parametrize("name", NAMES)
def test_the_vocabulary(name: str) -> None:
    mine, reference = ours.get_encoding(name), theirs.get_encoding(name)
    for attribute in (
        "name",
        "n_vocab",
        "max_token_value",
        "eot_token",
        "special_tokens_set",
        "_pat_str",
        "_special_tokens",
    ):
        assert getattr(mine, attribute) == getattr(reference, attribute), attribute
    assert mine._mergeable_ranks == reference._mergeable_ranks
    assert mine._special_token_values == reference._special_token_values
    assert mine.token_byte_values() == reference.token_byte_values()
    assert repr(mine) == repr(reference)
    for token in [*range(0, mine.n_vocab, 997), *mine._special_token_values, mine.n_vocab]:
        assert mine.is_special_token(token) == reference.is_special_token(token)
        both(name, lambda enc, token=token: enc.decode_single_token_bytes(token))
        both(name, lambda enc, token=token: enc.encode_single_token(enc.decode_single_token_bytes(token)))


# -- wrong arguments ------------------------------------------------------------------------------------

CALLS: dict[str, Callable[[Any], Any]] = {
    **{
        f"{method}({value!r})": lambda enc, method=method, value=value: getattr(enc, method)(value)
        for method, values in {
            "decode_bytes": [[1.0], [-1], [1 << 32], [10**30], [999_999], (1, 2), range(3), "ab", b"ab", [True], [np.int64(5)],
                             None, [None], {1: 2}, [[1]]],
            "decode": [[1.0], [-1], [999_999], "ab", None],
            "decode_batch": [[[1], [999_999]], [[1], 5], [[1], [-1]], 5],
            "decode_bytes_batch": [[[1], [999_999]], 5],
            "decode_single_token_bytes": [1.0, -1, 1 << 32, 999_999, True, np.int64(5), "a", None],
            "decode_tokens_bytes": [[1, 999_999], 5],
            "decode_with_offsets": [[], [255], [999_999], [-1]],
            "encode_single_token": ["no such", b"\xff\xff", 5, None, bytearray(b"a"), "", b""],
            "_encode_single_piece": [5, None],
            "encode": [5, None, b"a"],
            "encode_ordinary": [5, None, b"a"],
            "encode_to_numpy": [5, b"a"],
            "encode_with_unstable": [5, b"a"],
            "encode_batch": [["a", 5], "ab", 5, iter(["a", "b"]), ["a", END]],
            "encode_ordinary_batch": [["a", 5], "ab", 5],
            "is_special_token": [5.0, 100_257, np.int64(5), True],
        }.items()
        for value in values
        if not isinstance(value, type(iter([])))
    },
    **{
        f"allowed {allowed!r}, disallowed {disallowed!r}": lambda enc, allowed=allowed, disallowed=disallowed: enc.encode(
            f"hi {END}", allowed_special=allowed, disallowed_special=disallowed
        )
        for allowed in ([END], "abc", {5}, {}.keys(), {END: 1}.keys(), {"": 1}, None, (), [], {""}, frozenset([END]))
        for disallowed in ("all", ())
    },
    **{
        f"disallowed {value!r}": lambda enc, value=value: enc.encode(f"hi {END}", disallowed_special=value)
        for value in ("xyz", "hi", ["h"], {""}, [""], {5}, None, 0, {"h": 1})
    },
    "no threads": lambda enc: enc.encode_batch(["a"], num_threads=0),
    "no threads to decode": lambda enc: enc.decode_batch([[1]], num_threads=0),
    "positional": lambda enc: enc.encode("a", "all"),
    "unknown attribute": lambda enc: enc.no_such_name,
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_wrong_arguments(call: str) -> None:
    both("cl100k_base", CALLS[call])


def test_the_message_names_the_token() -> None:
    for disallowed in ("all", {END}, [END]):
        with pytest.raises(ValueError, match=r"disallowed special token '<\|endoftext\|>'"):
            ours.get_encoding("gpt2").encode(f"hi {END}", disallowed_special=disallowed)


# -- names ----------------------------------------------------------------------------------------------


def test_gpt2() -> None:
    enc, same = ours.get_encoding("gpt2"), theirs.get_encoding("r50k_base")
    assert (enc.name, repr(enc)) == ("gpt2", "<Encoding 'gpt2'>")
    assert enc._mergeable_ranks == same._mergeable_ranks
    assert enc._pat_str == same._pat_str
    assert enc._special_tokens == same._special_tokens
    assert ours.encoding_for_model("gpt-2") is ours.get_encoding("gpt2")


def test_names_and_models() -> None:
    assert ours.__version__ == theirs.__version__
    assert ours.list_encoding_names() == theirs.list_encoding_names()
    assert list(model.MODEL_PREFIX_TO_ENCODING.items()) == list(theirs.model.MODEL_PREFIX_TO_ENCODING.items())
    assert model.MODEL_TO_ENCODING == theirs.model.MODEL_TO_ENCODING
    for name in [
        *model.MODEL_TO_ENCODING,
        "gpt-4o-2024-05-13",
        "ft:gpt-4o:x",
        "gpt-oss-120b",
        "no such",
        "",
        5,
    ]:
        assert outcome(lambda name=name: ours.encoding_name_for_model(name)) == outcome(
            lambda name=name: theirs.encoding_name_for_model(name)
        )
    assert ours.get_encoding("o200k_base") is ours.encoding_for_model("gpt-4o")
    for name in ("no such", 5, None):
        assert outcome(lambda name=name: ours.get_encoding(name)) == ("error", ValueError)


@pytest.mark.parametrize(
    ("mine", "reference"),
    [(ours, "tiktoken"), (core, "tiktoken.core"), (model, "tiktoken.model"), (registry, "tiktoken.registry"), (load, "tiktoken.load"),
     (openai_public, "tiktoken_ext.openai_public")],
)  # fmt: skip
def test_every_public_name(mine: ModuleType, reference: str) -> None:
    module = sys.modules.get(reference) or __import__(reference, fromlist=["x"])
    public = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and not inspect.ismodule(value)
        and getattr(value, "__module__", "") != "typing"
    }
    foreign = {
        "annotations",
        "TYPE_CHECKING",
        "AbstractSet",
        "Collection",
        "Literal",
        "NoReturn",
        "Sequence",
        "ThreadPoolExecutor",
    }
    foreign |= {"data_gym_to_mergeable_bpe_ranks", "load_tiktoken_bpe"} if mine is openai_public else set()
    assert public - foreign <= set(dir(mine))


def test_signatures() -> None:
    for name, method in inspect.getmembers(theirs.Encoding, inspect.isfunction):
        if name in ("__getstate__", "__setstate__", "__repr__"):
            continue
        expected, found = inspect.signature(method), inspect.signature(getattr(ours.Encoding, name))
        assert [(p.name, p.kind) for p in found.parameters.values()] == [
            (p.name, p.kind) for p in expected.parameters.values()
        ], name


# -- copies ---------------------------------------------------------------------------------------------


def test_pickles_and_copies() -> None:
    enc = ours.get_encoding("r50k_base")
    assert len(pickle.dumps(enc)) < 200  # by name
    for again in (pickle.loads(pickle.dumps(enc)), copy.copy(enc), copy.deepcopy(enc)):
        assert again.encode("hello world") == [31373, 995]
        assert again._mergeable_ranks is enc._mergeable_ranks
    mine = ours.Encoding(
        "mine", pat_str=enc._pat_str, mergeable_ranks=enc._mergeable_ranks, special_tokens={"<|x|>": 100_000}
    )
    for again in (pickle.loads(pickle.dumps(mine)), copy.copy(mine), copy.deepcopy(mine)):
        assert again.encode("hello <|x|>", allowed_special="all") == [31373, 220, 100_000]
        assert again.name == "mine"


def test_an_extended_vocabulary_shares_the_tables() -> None:
    base = ours.get_encoding("cl100k_base")
    specials = {**base._special_tokens, "<|im_start|>": 100_264}
    made = {"pat_str": base._pat_str, "mergeable_ranks": base._mergeable_ranks, "special_tokens": specials}
    mine, reference = ours.Encoding("cl100k_im", **made), theirs.Encoding("cl100k_im", **made)
    text = "<|im_start|>user\nhi<|endoftext|>"
    assert mine.encode(text, allowed_special="all") == reference.encode(text, allowed_special="all")
    assert mine._core_bpe.tokenizer.vocab._built is base._core_bpe.tokenizer.vocab._built


# -- files ----------------------------------------------------------------------------------------------


def test_files(tmp_path: Path) -> None:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"ab": 300}
    path = tmp_path / "mine.tiktoken"
    load.dump_tiktoken_bpe(ranks, str(path))
    assert load.load_tiktoken_bpe(str(path)) == theirs.load.load_tiktoken_bpe(str(path)) == ranks
    with pytest.raises(ValueError, match="SHA-256"):
        load.load_tiktoken_bpe(str(path), expected_hash="0" * 64)
    path.write_text("IQ== x\n")
    with pytest.raises(ValueError, match="IQ== x"):
        load.load_tiktoken_bpe(str(path))
    with pytest.raises(FileNotFoundError):
        load.load_tiktoken_bpe(str(tmp_path / "nowhere"))


def test_the_files_of_gpt2(tmp_path: Path) -> None:
    bpe, ids = tmp_path / "vocab.bpe", tmp_path / "encoder.json"
    ours.get_encoding("gpt2")._core_bpe.tokenizer.save(bpe)
    for clobber in (False, True):
        found = load.data_gym_to_mergeable_bpe_ranks(str(bpe), str(ids), clobber_one_byte_tokens=clobber)
        assert found == theirs.get_encoding("r50k_base")._mergeable_ranks
    ids.write_text(ids.read_text().replace('"!": 0', '"!": 99999'))
    with pytest.raises(AssertionError):
        load.data_gym_to_mergeable_bpe_ranks(str(bpe), str(ids))


def test_urls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken"
    assert load.check_hash(
        load.read_file(url), "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
    )
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    elsewhere = "https://example.org/mine.tiktoken"
    with pytest.raises(ValueError, match="expected_hash"):
        load.load_tiktoken_bpe(elsewhere)
    for cached in load._where_tiktoken_caches(elsewhere):
        cached.write_bytes(b"IQ== 0\n")
    assert load.load_tiktoken_bpe(elsewhere) == {b"!": 0}


def test_constructors() -> None:
    for name, constructor in theirs.registry.ENCODING_CONSTRUCTORS.items():
        if name != "gpt2":  # needs other files
            assert openai_public.ENCODING_CONSTRUCTORS[name]() == constructor()
    assert openai_public.gpt2()["explicit_n_vocab"] == 50257


def test_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = ModuleType("tiktoken_ext.mine")
    made = {"pat_str": ".", "mergeable_ranks": {bytes([b]): b for b in range(256)}, "special_tokens": {}}
    plugin.ENCODING_CONSTRUCTORS = {"mine": lambda: {"name": "mine", **made}}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, plugin.__name__, plugin)
    monkeypatch.setattr(registry, "ENCODING_CONSTRUCTORS", None)
    monkeypatch.setattr(registry, "ENCODINGS", {})
    monkeypatch.setattr(registry, "_available_plugin_modules", lambda: [plugin.__name__])
    assert "mine" in ours.list_encoding_names()
    assert ours.get_encoding("mine").encode("ab") == [97, 98]
    for wrong in ({"gpt2": None}, None):
        monkeypatch.setattr(registry, "ENCODING_CONSTRUCTORS", None)
        if wrong is None:
            del plugin.ENCODING_CONSTRUCTORS
        else:
            plugin.ENCODING_CONSTRUCTORS = wrong  # type: ignore[attr-defined]
        with pytest.raises(ValueError, match=r"tiktoken_ext\.mine"):
            ours.list_encoding_names()


# -- in programs ----------------------------------------------------------------------------------------


def test_a_program_runs_unchanged(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys, tiktoken, tiktoken.core\n"
        "from tiktoken.load import load_tiktoken_bpe\n"
        "from tiktoken_ext.openai_public import ENDOFTEXT\n"
        "enc = tiktoken.encoding_for_model('gpt-4o')\n"
        "print(type(enc).__module__, enc.encode('hello world'), sys.argv[1:], ENDOFTEXT)\n"
    )
    runner = [sys.executable, "-W", "error", "-m", "wordchipper_lab.compat.substitute"]
    done = subprocess.run(
        [*runner, "tiktoken", str(program), "a"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"wordchipper_lab.compat.tiktoken.core [24912, 2375] ['a'] {END}\n"
    wrong = subprocess.run([*runner, str(program)], capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert "usage:" in wrong.stderr


def test_unknown_special_tokens_cost_nothing_to_look_for() -> None:
    """A thousand disallowed texts are looked for together."""
    enc = ours.get_encoding("o200k_harmony")
    text = "<|reserved_20001" * 50_000
    assert enc.encode(text, allowed_special={END}) == enc.encode_ordinary(text)
    assert (
        len(special_tokens.refused_texts(enc.special_tokens_set, {END}, "all"))
        == len(enc.special_tokens_set) - 1
    )
