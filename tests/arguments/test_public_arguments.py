"""Every public function, with each argument replaced by a wrong value, works or raises one of our errors."""

from __future__ import annotations

import inspect
import signal
import warnings
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wordchipper_lab.errors import WordchipperLabError

from .public_calls import ABSTRACT, CALLED_BY_US, CALLS, IN_KERNELS, RESULTS, GoodValues, public_names
from .wrong_values import CALLABLES, FEW, WRONG_VALUES

_CALLED_BACK = {"progress", "should_stop", "observer", "build", "open_case", "lexer", "a", "b"}
"""Parameters that take functions; whatever those functions raise is not our error."""

_SECONDS = 60  # long enough to mean a hang, not a slow machine


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> GoodValues:
    return GoodValues(tmp_path_factory.mktemp("good arguments"))


@pytest.fixture(autouse=True)
def _in_a_directory_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def too_long(*_: object) -> None:
        raise AssertionError(f"no answer within {_SECONDS} s")

    for registry in ("spanners.registered_lexers", "encoders.registry"):  # some calls register something
        module = import_module(f"wordchipper_lab.{registry}")
        monkeypatch.setattr(module, "_registered", dict(module._registered))
    trainers = import_module("wordchipper_lab.training.generations.trainers")
    monkeypatch.setattr(trainers, "TRAINERS", dict(trainers.TRAINERS))
    monkeypatch.chdir(tmp_path)  # the calls write to any valid path
    before = signal.signal(signal.SIGALRM, too_long)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _raw_answers(good: GoodValues, name: str, values: list[str] | tuple[str, ...]) -> list[str]:
    """List the exceptions of a function that are neither our errors nor ones that its docstring promises."""
    raw = []
    for parameter in CALLS[name](good).arguments:
        for value in values:
            if value in CALLABLES and parameter in _CALLED_BACK:
                continue
            call = CALLS[name](good)
            signal.alarm(_SECONDS)
            try:
                _use(call.function(**{**call.arguments, parameter: WRONG_VALUES[value]()}))
            except WordchipperLabError as error:
                str(error)  # must work even if the value is a number of 5,000 digits
            except call.also:
                pass
            except Exception as error:
                raw.append(f"{name}({parameter}={value}): {type(error).__name__}({str(error)[:80]})")
    return raw


def _use(answer: Any) -> None:
    if inspect.isgenerator(answer):
        list(islice(answer, 20))


@pytest.mark.parametrize("name", [name for name, make in CALLS.items()])
def test_the_good_calls_are_good(name: str, good: GoodValues) -> None:
    call = CALLS[name](good)
    if call.slow:
        pytest.skip("takes seconds: the deep test calls it")
    if call.fails:
        with pytest.raises(WordchipperLabError):
            call.function(**call.arguments)
    else:
        _use(call.function(**call.arguments))


@pytest.mark.parametrize("name", CALLS)
def test_a_few_wrong_values(name: str, good: GoodValues) -> None:
    if CALLS[name](good).slow:
        pytest.skip("takes seconds: the deep test calls it")
    assert _raw_answers(good, name, FEW) == []


@pytest.mark.deep
@pytest.mark.parametrize("name", CALLS)
def test_all_wrong_values(name: str, good: GoodValues) -> None:
    assert _raw_answers(good, name, list(WRONG_VALUES)) == []


def test_no_public_function_is_left_out() -> None:
    missing = [
        name
        for name in public_names()
        if name not in CALLS
        and name not in RESULTS | ABSTRACT | IN_KERNELS
        and name.rsplit(".", 1)[-1] not in CALLED_BY_US
    ]
    assert missing == [], "add a good call to public_calls.py"


def test_every_parameter_is_spoilt(good: GoodValues) -> None:
    public = public_names()
    for name, make in CALLS.items():
        parameters = {p for p in public.get(name, ()) if p not in ("options", "settings", "lexers", "built")}
        assert parameters <= make(good).arguments.keys(), name


IDS = {
    "a list": lambda ids: ids,
    "a tuple": tuple,
    "an iterator": iter,
    "NumPy integers": lambda ids: [np.int64(token) for token in ids],
    "an object array": lambda ids: np.array(ids, dtype=object),
    "non-contiguous": lambda ids: np.array(ids, dtype=np.uint32).repeat(2)[::2],
    "backwards": lambda ids: np.array(ids[::-1], dtype=np.uint32)[::-1],
    "read-only": lambda ids: np.frombuffer(np.array(ids, dtype=np.uint32).tobytes(), dtype=np.uint32),
    **{
        dtype: (lambda ids, dtype=dtype: np.array(ids, dtype=dtype))
        for dtype in (">u4", ">i8", "<u2", "<i4", ">u2")
    },
}


@pytest.mark.parametrize("kind", IDS)
def test_ids_of_any_integer_kind_decode(kind: str, good: GoodValues) -> None:
    tok, make = good.tok, IDS[kind]
    ids = tok.encode('hello wörld! "')
    assert tok.decode(make(ids)) == 'hello wörld! "'
    assert tok.decode_bytes(make(ids)) == 'hello wörld! "'.encode()
    assert tok.decode_with_offsets(make(ids)) == tok.decode_with_offsets(ids)
    assert tok.decode_batch([make(ids), make(ids[:2])]) == ['hello wörld! "', tok.decode(ids[:2])]


NO_IDS = {
    "a boolean": [True],
    "in a tuple": (5, False),
    "NumPy's": [5, np.True_],
    "in an array": np.array([True, False]),
    "whole floats": [1.0, 2.0],
    "a float array": np.array([1.0, 2.0]),
    "texts": ["a"],
    "None": None,
    "nested": [[1], [2]],
    "two dimensions": np.ones((2, 2), dtype=np.uint32),
    "no dimension": np.array(3),
    "a mapping": {1: 2},
}


@pytest.mark.parametrize("given", NO_IDS.values(), ids=NO_IDS)
def test_what_is_no_id_is_refused_as_a_type_and_as_a_value(given: Any, good: GoodValues) -> None:
    for decode in (good.tok.decode, good.tok.decode_bytes, good.tok.decode_with_offsets):
        with pytest.raises(TypeError, match=r"expected (token ids as integers|a flat sequence)") as caught:
            decode(given)
        assert isinstance(caught.value, (ValueError, WordchipperLabError))


@pytest.mark.parametrize("number", [10**5000, -(10**5000), 2**70, -1], ids=["huge", "-huge", "2**70", "-1"])
def test_numbers_beyond_all_ids(number: int, good: GoodValues) -> None:
    tok = good.tok
    assert tok.id_to_token(number) is None
    for refuse in (tok.id_to_bytes, lambda n: tok.decode([n]), lambda n: tok.decode((n,)), tok.vocab.split):
        with pytest.raises(ValueError, match="no token has the id"):
            refuse(number)


@pytest.mark.parametrize(
    "number", [0, -1, 1.5, "2", True, 10**5000, float("nan")], ids=str.split("0 -1 1.5 text True huge nan")
)
def test_numbers_of_threads(number: Any, good: GoodValues) -> None:
    for refuse in (
        lambda: good.tok.encode_batch(["a"], num_threads=number),
        lambda: type(good.tok).from_pretrained("r50k_base", num_threads=number),
    ):
        with pytest.raises(WordchipperLabError, match=r"num_threads is .*: expected at least 1"):
            refuse()


def test_a_text_of_numpy_is_a_text(good: GoodValues) -> None:
    text = "hello wörld \U0001f600"
    assert good.tok.encode(np.str_(text)) == good.tok.encode(text)
    assert good.tok.encode_batch(np.array([text, "b"])) == good.tok.encode_batch([text, "b"])
