"""Post-processors: special tokens around what a text gives, and offsets without white space.

Source: ``tokenizers/src/processors`` and ``tokenizers/src/pre_tokenizers/byte_level.rs``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...arguments import a_flag, a_text, checked, instance_of, optional, wrong_type
from ...errors import ArgumentError, VocabFormatError, show
from .checks import a_token_id
from .columns import SpecialColumns, TrimmedColumns, UnmaskedColumns, with_type
from .component import Component, Option, SequenceOf, changes
from .encoding import Encoding, copy_of
from .python_form import Pair
from .template import SpecialTokens, Template, a_template, some_special_tokens, special_tokens_to_file

__all__ = [
    "BertProcessing",
    "ByteLevel",
    "PostProcessor",
    "RobertaProcessing",
    "Sequence",
    "TemplateProcessing",
    "default_process",
]

an_encoding = instance_of("an Encoding", Encoding)


class PostProcessor(Component):
    """Base of all post-processors.

    >>> BertProcessing(("[SEP]", 0), ("[CLS]", 1)).num_special_tokens_to_add(is_pair=True)
    3
    """

    kind = "post_processor"

    @checked(is_pair=a_flag)
    def num_special_tokens_to_add(self, is_pair: bool) -> int:
        """How many tokens are added to a text, or to a pair."""
        return self.count_added(is_pair)

    def count_added(self, is_pair: bool) -> int:
        """`num_special_tokens_to_add` without checks."""
        return 0

    @checked(encoding=an_encoding, pair=optional(an_encoding), add_special_tokens=a_flag)
    def process(
        self, encoding: Encoding, pair: Encoding | None = None, add_special_tokens: bool = True
    ) -> Encoding:
        """One encoding of one or two, with special tokens."""
        return self.run(copy_of(encoding), None if pair is None else copy_of(pair), add_special_tokens)

    def run(self, encoding: Encoding, pair: Encoding | None, add_special_tokens: bool) -> Encoding:
        """`process` without checks; the encodings given may be changed."""
        encodings = [encoding] if pair is None else [encoding, pair]
        for number, each in enumerate(encodings):
            for part in (each, *each._overflowing):
                part.cover_by(number)
            each._columns = with_type(each._columns, number)
        return Encoding.joined(self.process_all(encodings, add_special_tokens), False)

    def process_all(self, encodings: list[Encoding], add_special_tokens: bool) -> list[Encoding]:
        """One step of several."""
        return encodings


def default_process(encoding: Encoding, pair: Encoding | None) -> Encoding:
    """What is done without a post-processor."""
    if pair is None:
        return encoding
    for number, each in enumerate((encoding, pair)):
        each.cover_by(number)
    return Encoding.joined([encoding, pair], False)


def _trim(encodings: list[Encoding], prefix_space: bool) -> None:
    for encoding in encodings:
        for part in (encoding, *encoding._overflowing):
            part._columns = TrimmedColumns(part._columns, prefix_space)


class ByteLevel(PostProcessor):
    """Offsets without white space at the edges of tokens, if trim_offsets is set.

    add_prefix_space: whether a single space before the first token was put there by the pre-tokenizer.
    """

    add_prefix_space = Option(a_flag, True)
    trim_offsets = Option(a_flag, True)
    use_regex = Option(a_flag, True)

    def __init__(
        self,
        add_prefix_space: bool | None = None,
        trim_offsets: bool | None = None,
        use_regex: bool | None = None,
        **others: Any,
    ) -> None:
        given = {"add_prefix_space": add_prefix_space, "trim_offsets": trim_offsets, "use_regex": use_regex}
        self._set({name: value for name, value in given.items() if value is not None})

    def process_all(self, encodings: list[Encoding], add_special_tokens: bool) -> list[Encoding]:
        """Trims offsets."""
        if self.trim_offsets:
            _trim(encodings, self.add_prefix_space)
        for number, encoding in enumerate(encodings):
            encoding.cover_by(number)
        return encodings


def _a_token(name: str, value: object) -> tuple[str, int]:
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise wrong_type(name, value, "a token and its id: (str, int)")
    return a_text(f"the token of {name}", value[0]), a_token_id(f"the id of {name}", value[1])


def _around(
    encoding: Encoding, number: int, before: list[SpecialColumns], after: list[SpecialColumns]
) -> Encoding:
    """An encoding and all that overflows it, each between special tokens."""

    def put(part: Encoding) -> Encoding:
        pieces = [
            *map(Encoding.of, before),
            Encoding.of(UnmaskedColumns(part._columns)),
            *map(Encoding.of, after),
        ]
        made = Encoding.joined(pieces, False)
        first = sum(map(len, before))
        made._ranges = {number: (first, first + len(part))}
        return made

    made = put(encoding)
    made._overflowing = [put(part) for part in encoding._overflowing]
    return made


class BertProcessing(PostProcessor):
    """[CLS] A [SEP], or [CLS] A [SEP] B [SEP], where B and what follows has type 1."""

    sep = Option(_a_token, to_file=Pair, from_file=lambda given: given)
    cls = Option(_a_token, to_file=Pair, from_file=lambda given: given)

    def __init__(self, sep: tuple[str, int], cls: tuple[str, int]) -> None:
        self._set({"sep": sep, "cls": cls})

    def count_added(self, is_pair: bool) -> int:
        """2, or 3 for a pair."""
        return 3 if is_pair else 2

    def process_all(self, encodings: list[Encoding], add_special_tokens: bool) -> list[Encoding]:
        """Adds the special tokens."""
        if not add_special_tokens:
            return encodings
        cls, sep, last = _special(self.cls, 0), _special(self.sep, 0), _special(self.sep, 1)
        return [
            _around(each, number, [cls] if number == 0 else [], [sep if number == 0 else last])
            for number, each in enumerate(encodings)
        ]


class RobertaProcessing(PostProcessor):
    """<s> A </s>, or <s> A </s> </s> B </s>; all types are 0. Offsets as in `ByteLevel`."""

    sep = Option(_a_token, to_file=Pair, from_file=lambda given: given)
    cls = Option(_a_token, to_file=Pair, from_file=lambda given: given)
    trim_offsets = Option(a_flag, True)
    add_prefix_space = Option(a_flag, True)

    def __init__(
        self,
        sep: tuple[str, int],
        cls: tuple[str, int],
        trim_offsets: bool = True,
        add_prefix_space: bool = True,
    ) -> None:
        given = {"sep": sep, "cls": cls, "trim_offsets": trim_offsets, "add_prefix_space": add_prefix_space}
        self._set(given)

    def count_added(self, is_pair: bool) -> int:
        """2, or 4 for a pair."""
        return 4 if is_pair else 2

    def process_all(self, encodings: list[Encoding], add_special_tokens: bool) -> list[Encoding]:
        """Trims offsets, adds the special tokens."""
        if self.trim_offsets:
            _trim(encodings, self.add_prefix_space)
        for each in encodings:
            each._columns = with_type(each._columns, 0)
        if not add_special_tokens:
            return encodings
        for each in encodings:
            for part in each._overflowing:
                part._columns = with_type(part._columns, 0)
        cls, sep = _special(self.cls, 0), _special(self.sep, 0)
        return [
            _around(each, number, [cls if number == 0 else sep], [sep])
            for number, each in enumerate(encodings)
        ]


def _special(token: tuple[str, int], type_id: int) -> SpecialColumns:
    return SpecialColumns([token[1]], [token[0]], type_id)


class TemplateProcessing(PostProcessor):
    """Special tokens where a template says so.

    single, pair: templates of one text and of two, as a list or as one text with spaces between the pieces. "$A" (or
    "$0") is the first text, "$B" the second one; anything else is a special token; ":1" behind a piece is its type.
    special_tokens: (token, id), or {"id": name in the template, "ids": [...], "tokens": [...]}.
    """

    def __init__(
        self,
        single: str | Iterable[str] | None = None,
        pair: str | Iterable[str] | None = None,
        special_tokens: Iterable[Any] | None = None,
    ) -> None:
        self._special_tokens = some_special_tokens("special_tokens", special_tokens or [])
        self._single = a_template("single", "$0" if single is None else single)
        self._pair = a_template("pair", "$A:0 $B:1" if pair is None else pair)
        if not self._pair.uses_both:
            raise ArgumentError("Template for `pair` must use both sequences")
        missing = sorted((self._single.special | self._pair.special) - self._special_tokens.keys())
        if missing:
            raise ArgumentError(
                f"Missing SpecialToken(s) with id(s) `{', '.join(missing)}`: expected them in special_tokens, which "
                f"has {', '.join(map(show, self._special_tokens)) or 'none'}"
            )
        changes.note()

    @property
    def single(self) -> str:
        """The template of one text, as the `tokenizers` package shows it."""
        return repr(self._single)

    @single.setter
    def single(self, single: str | Iterable[str]) -> None:
        self._single = a_template("single", single)
        changes.note()

    def to_json(self) -> dict[str, Any]:
        """The post-processor as an object in a ``tokenizer.json``."""
        return {
            "type": "TemplateProcessing",
            "single": self._single.to_json(),
            "pair": self._pair.to_json(),
            "special_tokens": special_tokens_to_file(self._special_tokens),
        }

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> TemplateProcessing:
        """The post-processor that such an object describes."""
        found = cls.__new__(cls)
        special = state.get("special_tokens")
        if not isinstance(special, Mapping):
            raise VocabFormatError(
                cls.kind, None, f"expected special_tokens as an object, got {show(special)}"
            )
        found._special_tokens = some_special_tokens("special_tokens", special.values())
        found._single = Template.from_json(state.get("single"))
        found._pair = Template.from_json(state.get("pair"))
        changes.note()
        return found

    def count_added(self, is_pair: bool) -> int:
        """How many ids the special tokens of the template have."""
        return (self._pair if is_pair else self._single).count_added(self._special_tokens)

    def process_all(self, encodings: list[Encoding], add_special_tokens: bool) -> list[Encoding]:
        """The pieces of the template."""
        if len(encodings) > 2:
            raise ArgumentError(
                f"TemplateProcessing got {len(encodings)} encodings: expected one or two; a processor that adds "
                "special tokens must be the last of a Sequence"
            )
        template = self._single if len(encodings) == 1 else self._pair
        return list(self._pieces(template, self._special_tokens, encodings, add_special_tokens))

    @staticmethod
    def _pieces(
        template: Template, special: SpecialTokens, encodings: list[Encoding], add_special_tokens: bool
    ) -> Iterable[Encoding]:
        for piece in template.pieces:
            if not piece.is_text:
                if add_special_tokens:
                    ids, tokens = special.get(piece.name, ((), ()))
                    yield Encoding.of(SpecialColumns(ids, tokens, piece.type_id))
                continue
            number = 0 if piece.name == "A" else 1
            if number >= len(encodings):
                raise ArgumentError("the template for one text uses $B: expected only $A")
            encoding = encodings[number]
            encoding._columns = with_type(encoding._columns, piece.type_id)
            encoding.cover_by(number)
            yield copy_of(encoding)


class Sequence(SequenceOf, PostProcessor):
    """Several post-processors, one after the other."""

    list_key = "processors"

    def count_added(self, is_pair: bool) -> int:
        """The sum over all."""
        return sum(part.count_added(is_pair) for part in self)

    def process_all(self, encodings: list[Encoding], add_special_tokens: bool) -> list[Encoding]:
        """Each on what the one before left."""
        for part in self:
            encodings = part.process_all(encodings, add_special_tokens)
        return encodings
