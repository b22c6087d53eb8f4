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
from ...training.fast import SpanCounter
from .beginning import Beginning, Beginnings
from .question import Choice, read_specials

__all__ = ["CountedCorpus"]


class CountedCorpus:
    """The spans of the chosen corpus, counted once while the choice stays the same."""

    def __init__(self) -> None:
        self._files: list[tuple[str, bytes]] = []
        self._counted: tuple[object, SpanCounts] | None = None
        self._beginnings = Beginnings()

    def beginning(self, choice: Choice) -> Beginning | None:
        """The tokenizer from which training goes on; None for bytes. Raises as `Beginnings.get`, and `TrainingError`
        for options that do not go with it."""
        found = self._beginnings.get(choice.start_from, read_specials(choice.special_tokens))
        if found is not None:
            found.start.check(choice.options())
        return found

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
        beginning = self.beginning(choice)
        texts = _read_texts(choice, files)
        if not any(texts):
            raise InputError("there is no text to train on: type or open one, or choose another corpus")
        if beginning is None:
            specials = dict.fromkeys(read_specials(choice.special_tokens), 0)
            spanner, make_counter = TextSpanner(patient_lexer(choice.pattern), specials), None
        else:
            spanner, make_counter = beginning.start.spanner, beginning.start.counter
        spans = count_corpus(
            texts,
            spanner,
            lambda n: progress(n, len(texts)),
            should_stop,
            make_counter=make_counter or SpanCounter,
        )
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
