"""`Tokenizer`: the face of Hugging Face's class of this name, for byte-level BPE."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ...arguments import (
    a_flag,
    a_path,
    a_text,
    a_written_text,
    checked,
    instance_of,
    one_of,
    optional,
    whole_number,
    wrong_type,
)
from ...decoders.token_decoder import as_token_array
from ...errors import ArgumentError, VocabFormatError, show
from ...files.whole_file import write_atomically
from ...vocab.formats.json_text import expect_object, parse_json
from ...vocab.unified import load_vocab
from .added_token import AddedToken, as_added_tokens
from .added_vocabulary import AddedVocabulary
from .checks import a_count, a_direction, a_token_id, an_optional_count, check_options
from .component import changes, read_component
from .decoders import ByteLevel, Decoder
from .encoding import Encoding, copy_of
from .engine import Engine, EngineParts
from .hub_names import find_hub_file
from .input_columns import columns_of_inputs, columns_of_text, columns_of_texts
from .inputs import as_plain_texts, one_input, read_batch
from .model_tokens import BundledTokens
from .models import BPE, Model, read_model
from .normalizers import Normalizer, normalizer_steps
from .padding import Padding, pad_all
from .pre_tokenizers import PreTokenizer
from .processors import PostProcessor, default_process
from .python_form import Struct, python_form
from .token_table import TokenTable
from .trainers import Trainer
from .truncation import STRATEGIES, Truncation, truncate

__all__ = ["Tokenizer"]

_ComponentType = TypeVar("_ComponentType")
_VERSION = "1.0"


class Tokenizer:
    """Text to ids and back, with everything that a ``tokenizer.json`` says.

    The engine is made ready when it is first needed, and again after a part has changed. Safe to use from many threads.

    >>> tok = Tokenizer.from_pretrained("gpt2")
    >>> found = tok.encode("Hello, y'all!")
    >>> found.tokens, found.offsets[1]
    (['Hello', ',', 'Ġy', "'", 'all', '!'], (5, 6))
    """

    def __init__(self, model: Model) -> None:
        if not isinstance(model, Model):
            raise wrong_type("model", model, "a model: models.BPE(...)")
        self._model: Any = model if isinstance(model, BPE) else BPE()
        self._normalizer: Normalizer | None = None
        self._pre_tokenizer: PreTokenizer | None = None
        self._post_processor: PostProcessor | None = None
        self._decoder: Decoder | None = None
        self._added = AddedVocabulary()
        self._truncation: Truncation | None = None
        self._padding: Padding | None = None
        self._lock = threading.RLock()
        self._engine: tuple[tuple[int, int], Engine] | None = None
        self._table: tuple[tuple[int, int], TokenTable] | None = None

    # -- where tokenizers come from ---------------------------------------------------------------------

    @staticmethod
    @checked(identifier=a_text, revision=a_text, token=optional(a_text))
    def from_pretrained(identifier: str, revision: str = "main", token: str | None = None) -> Tokenizer:
        """The tokenizer of a bundled vocabulary, by its name on the Hugging Face Hub.

        identifier: "gpt2", "openai-community/gpt2", "Xenova/gpt-4", "Xenova/gpt-4o", "openai/gpt-oss-20b" ..., or the
        name of the vocabulary. Nothing is downloaded, so revision and token mean nothing. Raises `UnknownNameError`
        (a ``ValueError``), which lists the names.
        """
        file = find_hub_file(identifier)
        vocab = load_vocab(file.vocabulary)
        special = dict(sorted(vocab.special_tokens.items(), key=lambda item: item[1])[: file.n_special])
        made = Tokenizer(
            BPE.of(
                BundledTokens(vocab, special if file.in_vocab else {}),
                ignore_merges=file.ignore_merges,
                continuing_subword_prefix=file.subword_affixes,
                end_of_word_suffix=file.subword_affixes,
            )
        )
        made._pre_tokenizer = read_component(PreTokenizer, file.pre_tokenizer)
        if file.post_processor is not None:
            made._post_processor = read_component(PostProcessor, file.post_processor)
        made._decoder = ByteLevel()
        made._added.load(
            (number, AddedToken(text, special=True, normalized=file.normalized).settled())
            for text, number in special.items()
        )
        return made

    @staticmethod
    @checked(path=a_path)
    def from_file(path: str | os.PathLike[str]) -> Tokenizer:
        """The tokenizer of a ``tokenizer.json``; raises `VocabError` (with the place) or ``OSError``."""
        return Tokenizer._from_json(str(path), Path(path).read_bytes())

    @staticmethod
    @checked(json=a_written_text)
    def from_str(json: str) -> Tokenizer:
        """The tokenizer that the text of a ``tokenizer.json`` describes."""
        return Tokenizer._from_json("json", json.encode())

    @staticmethod
    def from_buffer(buffer: bytes) -> Tokenizer:
        """The tokenizer that the bytes of a ``tokenizer.json`` describe."""
        given = instance_of("bytes", bytes, bytearray, memoryview)("buffer", buffer)
        return Tokenizer._from_json("buffer", bytes(given))

    @staticmethod
    def _from_json(name: str, contents: bytes) -> Tokenizer:
        file = expect_object(name, "the file", parse_json(name, contents))
        if file.get("version", _VERSION) != _VERSION:
            raise VocabFormatError(
                name, None, f"unknown version {show(file['version'])}: expected {_VERSION}"
            )
        made = Tokenizer(read_model(expect_object(name, "model", file.get("model"))))
        made._normalizer = _part(Normalizer, file.get("normalizer"))
        made._pre_tokenizer = _part(PreTokenizer, file.get("pre_tokenizer"))
        made._post_processor = _part(PostProcessor, file.get("post_processor"))
        made._decoder = _part(Decoder, file.get("decoder"))
        if (truncation := file.get("truncation")) is not None:
            made._truncation = Truncation.from_json(expect_object(name, "truncation", truncation))
        if (padding := file.get("padding")) is not None:
            made._padding = Padding.from_json(expect_object(name, "padding", padding))
        made._add([AddedToken.from_json(name, token) for token in file.get("added_tokens") or []])
        return made

    # -- parts ------------------------------------------------------------------------------------------

    @property
    def model(self) -> Any:
        """The model."""
        return self._model

    @model.setter
    def model(self, model: Model) -> None:
        self._model = instance_of("a model: models.BPE(...)", BPE)("model", model)
        changes.note()

    @property
    def normalizer(self) -> Any:
        """The normalizer, or None."""
        return self._normalizer

    @normalizer.setter
    def normalizer(self, normalizer: Normalizer | None) -> None:
        self._normalizer = _a_part(Normalizer, normalizer)
        changes.note()

    @property
    def pre_tokenizer(self) -> Any:
        """The pre-tokenizer, or None."""
        return self._pre_tokenizer

    @pre_tokenizer.setter
    def pre_tokenizer(self, pre_tokenizer: PreTokenizer | None) -> None:
        self._pre_tokenizer = _a_part(PreTokenizer, pre_tokenizer)
        changes.note()

    @property
    def post_processor(self) -> Any:
        """The post-processor, or None."""
        return self._post_processor

    @post_processor.setter
    def post_processor(self, post_processor: PostProcessor | None) -> None:
        self._post_processor = _a_part(PostProcessor, post_processor)

    @property
    def decoder(self) -> Any:
        """The decoder, or None: then decoding puts spaces between tokens."""
        return self._decoder

    @decoder.setter
    def decoder(self, decoder: Decoder | None) -> None:
        self._decoder = _a_part(Decoder, decoder)

    @property
    def encode_special_tokens(self) -> bool:
        """Whether special tokens in a text are ordinary text."""
        return self._added.encode_special_tokens

    @encode_special_tokens.setter
    def encode_special_tokens(self, value: bool) -> None:
        self._added.encode_special_tokens = a_flag("encode_special_tokens", value)
        self._added.version += 1

    @property
    def engine(self) -> Engine:
        """The engine of the parts as they are now; not in the `tokenizers` package."""
        return self._kept("_engine", self._make_engine)  # type: ignore[no-any-return]

    def _make_engine(self) -> Engine:
        return Engine(EngineParts(self._model, self._normalizer, self._pre_tokenizer, self._added))

    def _kept(self, name: str, make: Callable[[], Any]) -> Any:
        """What was made of the parts, made again if they have changed."""
        state = (changes.number, self._added.version)
        kept = getattr(self, name)
        if kept is not None and kept[0] == state:
            return kept[1]
        with self._lock:
            kept = getattr(self, name)
            state = (changes.number, self._added.version)
            if kept is not None and kept[0] == state:
                return kept[1]
            identity = self._identity()
            is_same = kept is not None and kept[2] == identity
            found = kept[1] if is_same else make()
            setattr(self, name, (state, found, identity))
            return found

    def _identity(self) -> tuple[Any, ...]:
        """Equal for parts that encode and decode in the same way."""
        parts = (self._normalizer, self._pre_tokenizer)
        return (
            id(self._model.tokens),
            repr(self._model._values),
            *(None if part is None else part.__getstate__() for part in parts),
            self._added.version,
        )

    # -- encoding ---------------------------------------------------------------------------------------

    def encode(
        self, sequence: Any, pair: Any = None, is_pretokenized: bool = False, add_special_tokens: bool = True
    ) -> Encoding:
        """Encode a text or a pair of texts.

        is_pretokenized: each is a list of words; then words are numbered as they are given. add_special_tokens:
        whether the post-processor adds its tokens. Raises `ArgumentTypeError` (a ``TypeError``) for anything else.
        """
        given = one_input(sequence, pair, a_flag("is_pretokenized", is_pretokenized))
        engine = self.engine
        first = Encoding.of(columns_of_text(engine, given.first, 0))
        second = None if given.second is None else Encoding.of(columns_of_text(engine, given.second, 1))
        return self._finish(first, second, a_flag("add_special_tokens", add_special_tokens))

    def encode_batch(
        self, input: Sequence[Any], is_pretokenized: bool = False, add_special_tokens: bool = True
    ) -> list[Encoding]:
        """Encode several texts or pairs, by several threads; each item as for `encode`, a pair as a tuple."""
        return self._encode_batch(input, is_pretokenized, add_special_tokens, fast=False)

    def encode_batch_fast(
        self, input: Sequence[Any], is_pretokenized: bool = False, add_special_tokens: bool = True
    ) -> list[Encoding]:
        """`encode_batch` without offsets, tokens and words: as in the `tokenizers` package, they are 0, "" and None."""
        return self._encode_batch(input, is_pretokenized, add_special_tokens, fast=True)

    def _encode_batch(
        self, given: Any, is_pretokenized: bool, add_special_tokens: bool, fast: bool
    ) -> list[Encoding]:
        add = a_flag("add_special_tokens", add_special_tokens)
        finish = self._finish
        texts = None if a_flag("is_pretokenized", is_pretokenized) else as_plain_texts(given)
        if texts is not None:
            encodings = list(map(Encoding.of, columns_of_texts(self.engine, texts, fast)))
            if self._post_processor is not None or self._truncation is not None:
                encodings = [finish(encoding, None, add, pads=False) for encoding in encodings]
        else:
            items = read_batch(given, is_pretokenized)
            columns = iter(columns_of_inputs(self.engine, items, fast))
            encodings = [
                finish(
                    Encoding.of(next(columns)),
                    None if item.second is None else Encoding.of(next(columns)),
                    add,
                    pads=False,
                )
                for item in items
            ]
        if self._padding is not None:
            pad_all(encodings, self._padding)
        return encodings

    def post_process(
        self, encoding: Encoding, pair: Encoding | None = None, add_special_tokens: bool = True
    ) -> Encoding:
        """Truncate, add special tokens, pad: what `encode` does in the end."""
        an_encoding = instance_of("an Encoding", Encoding)
        first = copy_of(an_encoding("encoding", encoding))
        second = None if pair is None else copy_of(an_encoding("pair", pair))
        return self._finish(first, second, a_flag("add_special_tokens", add_special_tokens))

    def _finish(
        self, encoding: Encoding, pair: Encoding | None, add_special_tokens: bool, pads: bool = True
    ) -> Encoding:
        """As `post_process`; the encodings given may be changed."""
        processor = self._post_processor
        if (to := self._truncation) is not None:
            n_added = (
                processor.count_added(pair is not None) if processor is not None and add_special_tokens else 0
            )
            if n_added <= to.max_length:  # otherwise nothing is cut off, as in the `tokenizers` package
                truncate(encoding, pair, to._replace(max_length=to.max_length - n_added))
        if processor is None:
            encoding = default_process(encoding, pair)
        else:
            encoding = processor.run(encoding, pair, add_special_tokens)
        if pads and self._padding is not None:
            pad_all([encoding], self._padding)
        return encoding

    @checked(is_pair=a_flag)
    def num_special_tokens_to_add(self, is_pair: bool) -> int:
        """How many tokens the post-processor adds to a text, or to a pair."""
        return 0 if self._post_processor is None else self._post_processor.count_added(is_pair)

    # -- asynchronous -----------------------------------------------------------------------------------

    async def async_encode(
        self, sequence: Any, pair: Any = None, is_pretokenized: bool = False, add_special_tokens: bool = True
    ) -> Encoding:
        """`encode` in another thread."""
        return await asyncio.to_thread(self.encode, sequence, pair, is_pretokenized, add_special_tokens)

    async def async_encode_batch(
        self, input: Sequence[Any], is_pretokenized: bool = False, add_special_tokens: bool = True
    ) -> list[Encoding]:
        """`encode_batch` in another thread."""
        return await asyncio.to_thread(self.encode_batch, input, is_pretokenized, add_special_tokens)

    async def async_encode_batch_fast(
        self, input: Sequence[Any], is_pretokenized: bool = False, add_special_tokens: bool = True
    ) -> list[Encoding]:
        """`encode_batch_fast` in another thread."""
        return await asyncio.to_thread(self.encode_batch_fast, input, is_pretokenized, add_special_tokens)

    async def async_decode_batch(
        self, sequences: Iterable[Iterable[int]], skip_special_tokens: bool = True
    ) -> list[str]:
        """`decode_batch` in another thread."""
        return await asyncio.to_thread(self.decode_batch, sequences, skip_special_tokens)

    # -- decoding ---------------------------------------------------------------------------------------

    def decode(self, ids: Iterable[int] | np.ndarray, skip_special_tokens: bool = True) -> str:
        """The text of ids; those that no token has are left out."""
        return self.decode_ids(as_token_array(ids), a_flag("skip_special_tokens", skip_special_tokens))

    def decode_batch(
        self, sequences: Iterable[Iterable[int] | np.ndarray], skip_special_tokens: bool = True
    ) -> list[str]:
        """The text of each of several lists of ids."""
        skip = a_flag("skip_special_tokens", skip_special_tokens)
        if not isinstance(sequences, Iterable) or isinstance(sequences, str | bytes):
            raise wrong_type("sequences", sequences, "a list of lists of ids")
        return [self.decode_ids(as_token_array(ids), skip) for ids in sequences]

    def decode_ids(self, ids: np.ndarray | list[int], skip_special_tokens: bool) -> str:
        """`decode` of checked arguments."""
        array = np.asarray(ids, dtype=np.uint32)
        decoder = self._decoder
        table: TokenTable = self._kept("_table", self._make_table)
        if type(decoder) is ByteLevel:
            return table.decode_bytes(array, skip_special_tokens).decode("utf-8", "replace")
        tokens = table.spellings(array, skip_special_tokens)
        return " ".join(tokens) if decoder is None else "".join(decoder.decode_chain(tokens))

    def _make_table(self) -> TokenTable:
        return TokenTable(self._model.tokens, self._added_spellings(), self._added.special)

    def _added_spellings(self) -> dict[int, str]:
        steps, is_spelt = normalizer_steps(self._normalizer)
        return self._added.spellings(steps, bytes_spelt if is_spelt else str)

    # -- vocabulary -------------------------------------------------------------------------------------

    @checked(with_added_tokens=a_flag)
    def get_vocab(self, with_added_tokens: bool = True) -> dict[str, int]:
        """Token -> id."""
        return {**self._model.tokens.vocab, **(self._added.ids if with_added_tokens else {})}

    @checked(with_added_tokens=a_flag)
    def get_vocab_size(self, with_added_tokens: bool = True) -> int:
        """Number of tokens."""
        tokens = self._model.tokens
        if not with_added_tokens:
            return len(tokens)
        return len(tokens) + sum(tokens.id_of(token) is None for token in self._added.ids)

    def get_added_tokens_decoder(self) -> dict[int, AddedToken]:
        """The added tokens by id."""
        return {number: token.settled() for number, token in self._added.in_order()}

    @checked(token=a_text)
    def token_to_id(self, token: str) -> int | None:
        """The id of a token, or None."""
        found = self._added.ids.get(token)
        return self._model.tokens.id_of(token) if found is None else found

    @checked(id=a_token_id)
    def id_to_token(self, id: int) -> str | None:
        """The token with an id, or None."""
        if id in self._added.tokens:
            return self._added_spellings()[id]
        return self._model.tokens.spelling_of(id)  # type: ignore[no-any-return]

    def add_tokens(self, tokens: Sequence[str | AddedToken]) -> int:
        """Add tokens; returns how many were new or changed."""
        return self._add(as_added_tokens(tokens, special=False))

    def add_special_tokens(self, tokens: Sequence[str | AddedToken]) -> int:
        """Add tokens that are special; those given as `AddedToken` become so."""
        return self._add(as_added_tokens(tokens, special=True))

    def _add(self, tokens: list[AddedToken]) -> int:
        with self._lock:
            return self._added.add(tokens, len(self._model.tokens), self._model.tokens.id_of)

    # -- training ---------------------------------------------------------------------------------------

    def train(self, files: Sequence[str], trainer: Trainer | None = None) -> None:
        """Train the model on the lines of text files, and add the trainer's special tokens.

        Raises `UnsupportedVocabError` or `TrainingError` for what this package cannot train exactly.
        """
        if not isinstance(files, list | tuple):
            raise wrong_type("files", files, "a list of paths")
        paths = [Path(a_path("files", file)) for file in files]
        self._train((line for path in paths for line in _lines(path)), trainer)

    def train_from_iterator(
        self,
        iterator: Iterable[str | Iterable[str]],
        trainer: Trainer | None = None,
        length: int | None = None,
    ) -> None:
        """Train the model on texts, or lists of texts; `length` is not needed."""
        optional(whole_number(0))("length", length)
        if not isinstance(iterator, Iterable) or isinstance(iterator, bytes):
            raise wrong_type("iterator", iterator, "an iterable of texts")
        self._train(_texts(iterator), trainer)

    def _train(self, texts: Iterable[str], trainer: Trainer | None) -> None:
        from .training import train_model  # the trainers take a while to import

        chosen = self._model.get_trainer() if trainer is None else trainer
        given = instance_of("a trainer: trainers.BpeTrainer(...)", Trainer)("trainer", chosen)
        parts = EngineParts(self._model, self._normalizer, self._pre_tokenizer, self._added)
        self._add(train_model(parts, texts, given))

    # -- truncation and padding -------------------------------------------------------------------------

    @checked(max_length=a_count)
    def enable_truncation(self, max_length: int, **options: Any) -> None:
        """At most `max_length` tokens, special ones included; what is cut off is in `Encoding.overflowing`.

        options: stride (tokens that a part shares with the one before), strategy ("longest_first", "only_first" or
        "only_second", for pairs), direction ("right" or "left"). Raises `ArgumentError` for a stride that is too large.
        """
        known = {"stride": a_count, "strategy": one_of("strategy", STRATEGIES), "direction": a_direction}
        to = Truncation(max_length, **check_options("enable_truncation", options, known))
        n_added = self.num_special_tokens_to_add(False)
        if 0 <= to.max_length - n_added < to.stride:
            raise ArgumentError(
                f"tokenizer stride set to {to.stride}, which is greater than or equal to its effective max length of "
                f"{to.max_length - n_added} (= {to.max_length} original max length - {n_added} added special tokens)"
            )
        self._truncation = to

    def no_truncation(self) -> None:
        """As many tokens as there are."""
        self._truncation = None

    @property
    def truncation(self) -> dict[str, Any] | None:
        """What `enable_truncation` was called with, or None."""
        return None if self._truncation is None else self._truncation._asdict()

    def enable_padding(self, **options: Any) -> None:
        """All encodings of a batch get the same length.

        options: direction ("right" or "left"), pad_id, pad_type_id, pad_token, length (None for that of the longest
        one), pad_to_multiple_of.
        """
        known = {
            "direction": a_direction,
            "pad_to_multiple_of": an_optional_count,
            "pad_id": a_token_id,
            "pad_type_id": a_token_id,
            "pad_token": a_text,
            "length": an_optional_count,
            "max_length": an_optional_count,
        }
        given = check_options("enable_padding", options, known)
        if "max_length" in given:
            given["length"] = given.pop("max_length")
        self._padding = Padding(**given)

    def no_padding(self) -> None:
        """Each encoding has its own length."""
        self._padding = None

    @property
    def padding(self) -> dict[str, Any] | None:
        """What `enable_padding` was called with, or None."""
        if self._padding is None:
            return None
        order = ("length", "pad_to_multiple_of", "pad_id", "pad_token", "pad_type_id", "direction")
        return {name: getattr(self._padding, name) for name in order}

    # -- files ------------------------------------------------------------------------------------------

    def _to_json(self) -> dict[str, Any]:
        return {
            "version": _VERSION,
            "truncation": None if self._truncation is None else self._truncation.to_json(),
            "padding": None if self._padding is None else self._padding.to_json(),
            "added_tokens": self._added.to_json(),
            "normalizer": _json(self._normalizer),
            "pre_tokenizer": _json(self._pre_tokenizer),
            "post_processor": _json(self._post_processor),
            "decoder": _json(self._decoder),
            "model": _json(self._model),
        }

    @checked(pretty=a_flag)
    def to_str(self, pretty: bool = False) -> str:
        """The text of a ``tokenizer.json``, on one line or (`pretty`) on many."""
        layout: dict[str, Any] = {"indent": 2} if pretty else {"separators": (",", ":")}
        return json.dumps(self._to_json(), ensure_ascii=False, **layout)

    @checked(path=a_path, pretty=a_flag)
    def save(self, path: str | os.PathLike[str], pretty: bool = True) -> None:
        """Write a ``tokenizer.json``, completely or not at all."""
        write_atomically(path, self.to_str(pretty).encode("utf-8", "replace"))

    def __repr__(self) -> str:
        return python_form(Struct("Tokenizer", self._to_json()))

    def __str__(self) -> str:
        return python_form(Struct("Tokenizer", self._to_json()), brief=True)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.to_str(), self._added.encode_special_tokens)

    def __getstate__(self) -> bytes:
        return self.to_str().encode("utf-8", "replace")

    def __setstate__(self, state: bytes) -> None:
        self.__dict__.update(Tokenizer.from_buffer(state).__dict__)


def _restore(state: str, encode_special_tokens: bool) -> Tokenizer:
    made = Tokenizer.from_str(state)
    made._added.encode_special_tokens = encode_special_tokens
    return made


def _part(base: Any, state: object) -> Any:
    return None if state is None else read_component(base, state)


def _json(part: Any) -> Any:
    return None if part is None else part.to_json()


def _a_part(base: Any, value: object) -> Any:
    return optional(instance_of(f"a {base.kind}, or None", base))(base.kind, value)


def bytes_spelt(text: str) -> str:
    """A text as the characters that spell its bytes."""
    from ...vocab.formats.byte_unicode import bytes_to_characters

    return bytes_to_characters(text.encode("utf-8", "replace"))


def _lines(path: Path) -> Iterable[str]:
    with path.open(encoding="utf-8", newline="\n") as file:
        yield from file


def _texts(given: Iterable[Any]) -> Iterable[str]:
    for item in given:
        if isinstance(item, str):
            yield str(item)
        elif isinstance(item, Iterable) and not isinstance(item, bytes):
            for text in item:
                yield a_text("a text of the iterator", text)
        else:
            raise wrong_type("an item of the iterator", item, "a str or a list of str")
