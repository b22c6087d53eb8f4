"""`ByteLevelBPETokenizer`: a tokenizer with all parts of byte-level BPE; and the names of those of other kinds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...arguments import a_flag, a_text, instance_of, optional
from ...errors import UnsupportedVocabError
from .added_token import AddedToken
from .decoders import ByteLevel as ByteLevelDecoder
from .models import BPE
from .normalizers import Lowercase, Normalizer, unicode_normalizer_from_str
from .normalizers import Sequence as NormalizerSequence
from .pre_tokenizers import ByteLevel
from .processors import ByteLevel as ByteLevelProcessor
from .tokenizer import Tokenizer
from .trainers import BpeTrainer

__all__ = [
    "BaseTokenizer",
    "BertWordPieceTokenizer",
    "ByteLevelBPETokenizer",
    "CharBPETokenizer",
    "NormalizedString",
    "PreTokenizedString",
    "SentencePieceBPETokenizer",
    "SentencePieceUnigramTokenizer",
]

_PARTS = ("model", "normalizer", "pre_tokenizer", "post_processor", "decoder")


class BaseTokenizer:
    """A `Tokenizer` that knows how it was made; it has all methods of one."""

    _tokenizer: Tokenizer
    _parameters: dict[str, Any]

    def __init__(self, tokenizer: Tokenizer, parameters: Mapping[str, Any] | None = None) -> None:
        self.__dict__["_tokenizer"] = instance_of("a Tokenizer", Tokenizer)("tokenizer", tokenizer)
        self.__dict__["_parameters"] = dict(parameters or {})

    def __repr__(self) -> str:
        shown = ", ".join(f"{key}={value}" for key, value in self._parameters.items())
        return f"Tokenizer(vocabulary_size={self._tokenizer.get_vocab_size()}, {shown})"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "_tokenizer" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self._tokenizer, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._tokenizer if name in _PARTS else super(), name, value)

    def normalize(self, sequence: str) -> str:
        """The text as the normalizer leaves it."""
        normalizer = self._tokenizer.normalizer
        return a_text("sequence", sequence) if normalizer is None else normalizer.normalize_str(sequence)

    def save_model(self, directory: str, prefix: str | None = None) -> list[str]:
        """Write ``vocab.json`` and ``merges.txt``; returns the paths."""
        return self._tokenizer.model.save(directory, prefix=prefix)  # type: ignore[no-any-return]


class ByteLevelBPETokenizer(BaseTokenizer):
    """GPT-2's kind of tokenizer.

    vocab, merges: as for `BPE`. unicode_normalizer: "nfc", "nfd", "nfkc" or "nfkd". Others are options of the parts.

    >>> tok = ByteLevelBPETokenizer()
    >>> tok.train_from_iterator(["A first sentence", "Another sentence", "And a last one"])
    >>> tok.encode("A sentence").tokens
    ['A', 'Ġsentence']
    """

    def __init__(
        self,
        vocab: Mapping[str, int] | str | None = None,
        merges: Iterable[tuple[str, str]] | str | None = None,
        add_prefix_space: bool = False,
        lowercase: bool = False,
        dropout: float | None = None,
        unicode_normalizer: str | None = None,
        continuing_subword_prefix: str | None = None,
        end_of_word_suffix: str | None = None,
        trim_offsets: bool = False,
    ) -> None:
        model = BPE()
        if vocab is not None and merges is not None:
            model = BPE(
                vocab,
                merges,
                dropout=dropout,
                continuing_subword_prefix=optional(a_text)(
                    "continuing_subword_prefix", continuing_subword_prefix
                )
                or "",
                end_of_word_suffix=optional(a_text)("end_of_word_suffix", end_of_word_suffix) or "",
            )
        tokenizer = Tokenizer(model)
        steps: list[Normalizer] = (
            [unicode_normalizer_from_str(unicode_normalizer)] if unicode_normalizer else []
        )
        steps += [Lowercase()] if a_flag("lowercase", lowercase) else []
        if steps:
            tokenizer.normalizer = NormalizerSequence(steps) if len(steps) > 1 else steps[0]
        tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=add_prefix_space)
        tokenizer.decoder = ByteLevelDecoder()
        tokenizer.post_processor = ByteLevelProcessor(trim_offsets=trim_offsets)
        parameters = {
            "model": "ByteLevelBPE",
            "add_prefix_space": add_prefix_space,
            "lowercase": lowercase,
            "dropout": dropout,
            "unicode_normalizer": unicode_normalizer,
            "continuing_subword_prefix": continuing_subword_prefix,
            "end_of_word_suffix": end_of_word_suffix,
            "trim_offsets": trim_offsets,
        }
        super().__init__(tokenizer, parameters)

    @staticmethod
    def from_file(vocab_filename: str, merges_filename: str, **options: Any) -> ByteLevelBPETokenizer:
        """From a ``vocab.json`` and a ``merges.txt``."""
        return ByteLevelBPETokenizer(*BPE.read_file(vocab_filename, merges_filename), **options)

    def train(
        self,
        files: str | Sequence[str],
        vocab_size: int = 30000,
        min_frequency: int = 2,
        show_progress: bool = True,
        special_tokens: Sequence[str | AddedToken] = (),
    ) -> None:
        """Train on the lines of files."""
        trainer = self._trainer(vocab_size, min_frequency, show_progress, special_tokens)
        self._tokenizer.train([files] if isinstance(files, str) else files, trainer)

    def train_from_iterator(
        self,
        iterator: Iterable[str | Iterable[str]],
        vocab_size: int = 30000,
        min_frequency: int = 2,
        show_progress: bool = True,
        special_tokens: Sequence[str | AddedToken] = (),
        length: int | None = None,
    ) -> None:
        """Train on texts, or lists of texts."""
        trainer = self._trainer(vocab_size, min_frequency, show_progress, special_tokens)
        self._tokenizer.train_from_iterator(iterator, trainer, length)

    @staticmethod
    def _trainer(vocab_size: int, min_frequency: int, show_progress: bool, special_tokens: Any) -> BpeTrainer:
        return BpeTrainer(
            vocab_size=vocab_size,
            min_frequency=min_frequency,
            show_progress=show_progress,
            special_tokens=special_tokens,
            initial_alphabet=ByteLevel.alphabet(),
        )


class _OfAnotherKind:
    """A name of the `tokenizers` package that is no part of byte-level BPE."""

    def __init__(self, *args: object, **options: object) -> None:
        raise UnsupportedVocabError(
            f"{type(self).__name__} is no part of byte-level BPE, which is all that wordchipper_lab.compat.tokenizers "
            "does: expected ByteLevelBPETokenizer, or a Tokenizer with models.BPE"
        )

    @classmethod
    def from_file(cls, *args: object, **options: object) -> Any:
        """Raises `UnsupportedVocabError`."""
        return cls()


class BertWordPieceTokenizer(_OfAnotherKind):
    """Raises `UnsupportedVocabError`."""


class CharBPETokenizer(_OfAnotherKind):
    """Raises `UnsupportedVocabError`."""


class SentencePieceBPETokenizer(_OfAnotherKind):
    """Raises `UnsupportedVocabError`."""


class SentencePieceUnigramTokenizer(_OfAnotherKind):
    """Raises `UnsupportedVocabError`."""


class NormalizedString(_OfAnotherKind):
    """For components that are written in Python; raises `UnsupportedVocabError`."""


class PreTokenizedString(_OfAnotherKind):
    """For components that are written in Python; raises `UnsupportedVocabError`."""
