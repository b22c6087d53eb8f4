"""What screens send to their pages matches their records; tests/web covers the other side."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any, NotRequired, TypedDict, get_args, is_typeddict

import pytest
from anywidget import AnyWidget
from traitlets import Dict

from wordchipper_lab.screens.records import Uint8s, Uint32s, _fields_of, _named, describe, find_flaw
from wordchipper_lab.screens.registry import SCREENS

from .samples import MAKERS, samples_of


@pytest.mark.parametrize("screen", MAKERS)
def test_what_a_screen_sends_is_as_described(screen: str) -> None:
    for name, kind, record in samples_of(screen):
        assert find_flaw(record, kind, name) is None
        assert json.dumps(describe(kind)) != "{}", f"{name} has no names"
        json.dumps(record, default=lambda value: value.hex())  # it can be sent: it contains no NumPy types


def test_every_screen_has_samples() -> None:
    assert set(MAKERS) == set(SCREENS)


def records_in(kind: Any) -> set[Any]:
    """All records that a description mentions."""
    kind = _named(kind)
    inside = [field for field, _ in (_fields_of(kind) or {}).values()] or get_args(kind)
    return ({kind} if is_typeddict(kind) else set()).union(*map(records_in, inside))


@pytest.mark.parametrize("screen", MAKERS)
def test_every_record_of_a_screen_is_looked_at(screen: str) -> None:
    described = vars(import_module(f"wordchipper_lab.screens.{screen}.records"))
    own = {kind for kind in described.values() if is_typeddict(kind) and screen in kind.__module__}
    assert own
    assert own <= set().union(*(records_in(kind) for _, kind, _ in samples_of(screen)))


DESCRIBED_AS = {
    "_progress": {"searching", "measuring", "training", "auditing"}
}  # by samples with another name


@pytest.mark.parametrize("screen", MAKERS)
def test_every_record_that_a_widget_shares_is_described(screen: str) -> None:
    shared = SCREENS[screen].load().class_traits(sync=True)
    rows = {
        name: getattr(trait, "_trait", None) or trait for name, trait in shared.items()
    }  # for a list, its items
    records = {name for name, trait in rows.items() if isinstance(trait, Dict)}
    samples = {name for name, _, _ in samples_of(screen)}
    of_all_screens = {"_words"}  # the terms, as `wordchipper_lab.lab.words` has them
    for name in records - set(AnyWidget.class_trait_names()) - of_all_screens:
        assert samples & DESCRIBED_AS.get(name, {name[1:]}), f"{name} is described nowhere"


class Inner(TypedDict):
    """A required and an optional field."""

    left: int
    right: NotRequired[float]


class Outer(TypedDict):
    """One field of each kind."""

    rows: list[Inner]
    by_name: dict[str, Inner]
    one: Inner | None
    ends: Uint32s
    kinds: Uint8s
    name: str


GOOD: dict[str, Any] = {
    "rows": [{"left": 1}, {"left": 1, "right": 2}],
    "by_name": {"x": {"left": 0}},
    "one": None,
    "ends": b"\1\0\0\0",
    "kinds": b"abc",
    "name": "",
}


def test_a_record_that_is_as_described() -> None:
    assert find_flaw(GOOD, Outer) is None
    inner = {"fields": {"left": {}, "right": {}}}
    assert describe(Outer) == {
        "fields": {
            "rows": {"each": inner},
            "by_name": {"each": inner},
            "one": inner,
            "ends": {},
            "kinds": {},
            "name": {},
        }
    }


@pytest.mark.parametrize(
    ("changes", "flaw"),
    [
        ({"rows": [[1, 2]]}, "it.rows[0] is [1, 2], expected a record"),
        ({"rows": [{"left": True}]}, "it.rows[0].left is True, expected int"),
        ({"rows": [{"right": 1.0}]}, "it.rows[0].left is missing"),
        ({"rows": [{"left": 1, "middle": 2}]}, "it.rows[0].middle is described nowhere"),
        ({"by_name": {1: {"left": 1}}}, "it.by_name is {1: {'left': 1}}, expected a mapping of str"),
        ({"one": {"left": "1"}}, "it.one.left is '1', expected int or it.one is"),
        ({"ends": b"abc"}, "it.ends is no buffer of numbers of 4 bytes"),
        ({"ends": [1, 2]}, "it.ends is no buffer of numbers of 4 bytes"),
        ({"name": None}, "it.name is None, expected str"),
    ],
)
def test_a_record_that_is_not(changes: dict[str, Any], flaw: str) -> None:
    assert (find_flaw(GOOD | changes, Outer) or "").startswith(flaw)


def test_positions_cannot_be_described() -> None:
    for kind in (tuple[int, str], list[tuple[int, int]]):
        with pytest.raises(TypeError, match="names, not positions"):
            find_flaw([(1, 2)], kind)
