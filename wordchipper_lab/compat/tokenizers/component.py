"""`Component`: the common part of normalizers, pre-tokenizers, post-processors, decoders and models.

A component is its options. They are what a ``tokenizer.json`` says about it, and what pickling keeps. A tokenizer that
has a component sees it change.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import Parameter, Signature
from itertools import count
from typing import Any, ClassVar, Self

from ...arguments import Check, check_number, wrong_type
from ...errors import InputError, UnsupportedVocabError, VocabFormatError, show
from .checks import check_options
from .python_form import python_form

__all__ = ["Component", "Option", "SequenceOf", "Unsupported", "changes", "read_component"]


class _Changes:
    """Counts changes of all components: a tokenizer compares one number to know that its parts are as they were."""

    def __init__(self) -> None:
        self.number = 0
        self._numbers = count(1)

    def note(self) -> None:
        """Something has changed."""
        self.number = next(self._numbers)


changes = _Changes()
_REQUIRED = object()


class Option:
    """An option of a component, checked when it is set.

    key: its name in files, if it has another one there. to_file: what is written there, if not the value itself.
    from_file: the value, from that.
    """

    def __init__(
        self,
        check: Check,
        default: Any = _REQUIRED,
        key: str = "",
        to_file: Callable[[Any], Any] | None = None,
        from_file: Callable[[Any], Any] | None = None,
    ) -> None:
        self.check, self.default, self.key = check, default, key
        self.to_file, self.from_file = to_file, from_file
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        self.key = self.key or name

    def __get__(self, component: Component | None, owner: type | None = None) -> Any:
        return self if component is None else component._values[self.name]

    def __set__(self, component: Component, value: object) -> None:
        component._values[self.name] = self.check(self.name, value)
        changes.note()


class Component:
    """Base of all components; those of one kind (normalizers, decoders ...) have a base class of their own.

    Arguments are the options, in their order or by name.
    """

    kind: ClassVar[str] = "component"
    """In messages: "normalizer" ..."""
    classes: ClassVar[dict[str, type[Component]]] = {}
    """Type in files -> class, for those of one kind."""
    type_name: ClassVar[str] = ""
    """The type in files: the name of the class, if it says nothing else."""
    options: ClassVar[tuple[Option, ...]] = ()
    _values: dict[str, Any]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = tuple(value for value in vars(cls).values() if isinstance(value, Option))
        cls.options = (*cls.options, *own)
        if "kind" in vars(cls):
            cls.classes = {}
            return
        cls.type_name = vars(cls).get("type_name", cls.__name__)
        cls.classes.setdefault(cls.type_name, cls)
        if cls.__init__ is Component.__init__:
            cls.__signature__ = Signature([_parameter(option) for option in cls.options])  # type: ignore[attr-defined]

    def __init__(self, *args: Any, **options: Any) -> None:
        names = [option.name for option in self.options]
        if len(args) > len(names):
            raise wrong_type(
                f"argument {len(names) + 1} of {self.type_name}", args[len(names)], "no more arguments"
            )
        given = dict(zip(names, args, strict=False))
        for name in options:
            if name in given:
                raise wrong_type(f"{name} of {self.type_name}", options[name], "one value for it")
        self._set(given | options)

    def _set(self, given: dict[str, Any]) -> None:
        """Take these options, and the default values of all others."""
        known = {option.name: option.check for option in self.options}
        values = check_options(self.type_name, given, known)
        for option in self.options:
            if option.name not in values:
                if option.default is _REQUIRED:
                    raise wrong_type(f"{option.name} of {self.type_name}", None, "a value for it")
                values[option.name] = option.default
        self._values = values
        changes.note()

    # -- files ------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The component as an object in a ``tokenizer.json``."""
        values = {
            option.key: option.to_file(self._values[option.name])
            if option.to_file
            else self._values[option.name]
            for option in self.options
        }
        return {"type": self.type_name, **values}

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> Self:
        """The component that such an object describes; options that it lacks have their default values."""
        component = cls.__new__(cls)
        values = {
            option.name: option.from_file(state[option.key]) if option.from_file else state[option.key]
            for option in cls.options
            if option.key in state
        }
        Component._set(component, values)
        return component

    def __getstate__(self) -> bytes:
        return json.dumps(self.to_json(), ensure_ascii=False, separators=(",", ":")).encode()

    def __setstate__(self, state: bytes) -> None:
        self.__dict__.update(read_component(type(self), _parsed(self.kind, state)).__dict__)
        changes.note()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.__getstate__())

    def __repr__(self) -> str:
        return python_form(self.to_json())

    def __str__(self) -> str:
        return python_form(self.to_json(), brief=True)


def _parameter(option: Option) -> Parameter:
    default = Parameter.empty if option.default is _REQUIRED else option.default
    return Parameter(option.name, Parameter.POSITIONAL_OR_KEYWORD, default=default)


def _parsed(kind: str, state: object) -> Any:
    try:
        return json.loads(state)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise InputError(f"expected the state of a {kind} as JSON, got {show(state)}") from None


def _restore(cls: type[Component], state: bytes) -> Component:
    return read_component(cls, _parsed(cls.kind, state))  # type: ignore[no-any-return]


def read_component(base: type[Component], state: object) -> Any:
    """The component that an object of a file describes; `base` says of which kind.

    Raises `VocabFormatError` for something else, and `UnsupportedVocabError` for a type that is no part of byte-level
    BPE.
    """
    if not isinstance(state, Mapping) or not isinstance(state.get("type"), str):
        raise VocabFormatError(base.kind, None, f"expected an object with a type, got {show(state)}")
    found = base.classes.get(state["type"])
    if found is None:
        known = ", ".join(base.classes)
        raise VocabFormatError(
            base.kind, None, f"unknown type {show(state['type'])}: expected one of {known}"
        )
    if issubclass(found, Unsupported):
        raise unsupported_component(found)
    return found.from_json(state)


class Unsupported:
    """Marks a class for a component that is no part of byte-level BPE; making one raises `UnsupportedVocabError`."""

    def __init__(self, *args: object, **options: object) -> None:
        raise unsupported_component(type(self))

    @classmethod
    def from_file(cls, *args: object, **options: object) -> Any:
        """Raises `UnsupportedVocabError`."""
        raise unsupported_component(cls)


def unsupported_component(cls: type) -> UnsupportedVocabError:
    """The error for a component that this engine does not carry out."""
    classes, kind = cls.classes, cls.kind  # type: ignore[attr-defined]
    known = ", ".join(name for name, each in classes.items() if not issubclass(each, Unsupported))
    return UnsupportedVocabError(
        f"{kind} {cls.__name__} is no part of byte-level BPE, which is all that wordchipper_lab.compat.tokenizers "
        f"does: expected one of {known}"
    )


class SequenceOf:
    """Mixed into the ``Sequence`` of each kind: several components, one after the other.

    One that is a sequence itself is taken apart.
    """

    list_key: ClassVar[str]
    """The name of the list in files."""
    kind: ClassVar[str]
    _parts: list[Any]

    def __init__(self, parts: Iterable[Any]) -> None:
        if not isinstance(parts, Iterable) or isinstance(parts, str | bytes | Mapping):
            raise wrong_type(self.list_key, parts, f"a list of {self.kind}s")
        self._parts = []
        for place, part in enumerate(parts):
            if not isinstance(part, Component) or part.kind != self.kind:
                raise wrong_type(f"{self.list_key}[{place}]", part, f"a {self.kind}")
            self._parts += part._parts if isinstance(part, SequenceOf) else [part]
        changes.note()

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> Self:
        """The sequence that an object of a file describes."""
        given = state.get(cls.list_key)
        if not isinstance(given, list):
            raise VocabFormatError(cls.kind, None, f"expected {cls.list_key} as a list, got {show(given)}")
        return cls(read_component(cls, part) for part in given)  # type: ignore[arg-type]

    def to_json(self) -> dict[str, Any]:
        """The sequence as an object in a ``tokenizer.json``."""
        return {"type": "Sequence", self.list_key: [part.to_json() for part in self._parts]}

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._parts)

    def __getitem__(self, index: int) -> Any:
        return self._parts[self._place(index)]

    def __setitem__(self, index: int, value: object) -> None:
        place = self._place(index)
        if not isinstance(value, Component) or value.kind != self.kind or isinstance(value, SequenceOf):
            raise wrong_type("value", value, f"a {self.kind} that is not a Sequence")
        self._parts[place] = value
        changes.note()

    def _place(self, index: int) -> int:
        place = check_number("index", index, 0)
        if place >= len(self._parts):
            raise IndexError(f"{self.kind} {place} of a Sequence of {len(self._parts)}")
        return place
