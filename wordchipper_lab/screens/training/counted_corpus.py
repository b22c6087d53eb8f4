"""The corpus of a TrainingLab: read and counted once, while the choice stays the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...errors import InputError
from ...lab.training.corpora import read_corpus, texts_of_file, up_to
from ...lab.training.kept import patient_lexer
from ...lab.training.live import count_corpus
from ...spanners import TextSpanner
from ...text.text_bytes import encode_text
from ...training import SpanCounts
from .question import Choice, read_specials

__all__ = ["CountedCorpus"]


class CountedCorpus:
    """The spans of the chosen corpus, counted once while the choice stays the same."""

    def __init__(self) -> None:
        self._files: list[tuple[str, bytes]] = []
        self._counted: tuple[object, SpanCounts] | None = None

    def open_files(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Use these (name, contents) as the corpus "file"."""
        self._files, self._counted = list(files), None

    def count(
        self, choice: Choice, progress: Callable[[int, int], None], should_stop: Callable[[], bool]
    ) -> SpanCounts | None:
        """None if a stop came first. Raises `InputError` if there is nothing to train on, and the errors of
        the lexer."""
        key, files = choice.counted_key, self._files
        if self._counted is not None and self._counted[0] == key:
            return self._counted[1]
        texts = _read_texts(choice, files)
        if not any(texts):
            raise InputError("there is no text to train on: type or open one, or choose another corpus")
        specials = dict.fromkeys(read_specials(choice.special_tokens), 0)
        spanner = TextSpanner(patient_lexer(choice.pattern), specials)
        spans = count_corpus(texts, spanner, lambda n: progress(n, len(texts)), should_stop)
        if spans is None:
            return None
        if not len(spans):
            raise InputError("the pattern matches nothing in this text: there is no span to train on")
        if files is self._files:  # otherwise others were opened meanwhile
            self._counted = key, spans
        return spans


def _read_texts(choice: Choice, files: Sequence[tuple[str, bytes]]) -> list[str]:
    if choice.corpus == "text":
        return list(up_to([choice.text], choice.size))
    if choice.corpus != "file":
        return read_corpus(choice.corpus, choice.size)
    left, texts = choice.size, []
    for name, data in files:
        texts += texts_of_file(name, data, left)
        left = choice.size - sum(len(encode_text(text)) for text in texts)
    return texts
