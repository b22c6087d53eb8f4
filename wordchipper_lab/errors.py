"""All errors that this package raises on purpose, as one tree.

A message says what was given, what was expected, and what to do. An error caused by a wrong value is also a
``ValueError`` (by a wrong type: a ``TypeError``), so code that does not know this package can still catch it.

    WordchipperLabError
    ├── ArgumentError (ValueError)           an argument with an invalid value
    ├── ArgumentTypeError (TypeError)        an argument of the wrong type
    ├── UnknownNameError (ValueError)        a model, lexer, encoder, format ... that does not exist
    │   └── NameTypeError (TypeError, too)   something that is not a name
    ├── TextError (TypeError)                something other than text was given
    ├── SpecialTokenError (ValueError)       a special token in a text under special="error"
    ├── UnknownTokenError (ValueError)       an id that the vocabulary does not have
    │   └── TokenTypeError (TypeError, too)  something that is not an id
    ├── InputError (ValueError)              a file or stream with wrong contents: with the place
    ├── VocabError (ValueError)
    │   ├── VocabFormatError                 a vocabulary file that cannot be read: with its line
    │   ├── VocabHashError                   a vocabulary file that is not the published one
    │   └── UnsupportedVocabError            a vocabulary that this engine cannot encode exactly
    ├── PatternError (ValueError)
    │   ├── PatternSyntaxError               not a regular expression: with the position
    │   └── UnsupportedPatternError          a construct outside the automaton's subset: with the position
    ├── UnprovableError (ValueError)         a lexer outside what can be proved: with the reason
    ├── LexerError (ValueError)              a lexer that breaks the lexer contract: with the place
    ├── LexerTypeError (TypeError)           something that is not a lexer was given as one
    ├── TokenizerTypeError (TypeError)       something that is not a tokenizer was given as one
    ├── NoDivergenceError (ValueError)       two lexers agree on a text where a divergence was expected
    ├── LexerRegistrationError (ValueError)  a lexer that cannot be registered, or is not registered
    ├── EncoderRegistrationError (ValueError)  a span encoder that cannot be registered, or is not registered
    ├── PermalinkError (ValueError)          a link that is damaged, or would be too long
    ├── WorkLimitError (ValueError)          something would keep a screen busy for too long
    ├── SweepError (ValueError)              a length or an alphabet that cannot be swept
    ├── TrainingError (ValueError)           a vocabulary that cannot be trained
    │   ├── CheckpointError                  a checkpoint that is damaged, or of another run
    │   └── TrainingTypeError (TypeError, too)  an option of the wrong type
    ├── PeerError (ValueError)               another tokenizer cannot do what a benchmark or a comparison needs
    ├── ClusterError (OSError)               a Dask cluster that cannot be reached, or whose workers died
    ├── DownloadError (OSError)              an optional download that failed
    └── ServeError (OSError)                 the dashboard could not be started
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "CheckpointError",
    "ClusterError",
    "DownloadError",
    "EncoderRegistrationError",
    "InputError",
    "LexerError",
    "LexerRegistrationError",
    "LexerTypeError",
    "NameTypeError",
    "NoDivergenceError",
    "PatternError",
    "PatternSyntaxError",
    "PeerError",
    "PermalinkError",
    "ServeError",
    "SpecialTokenError",
    "SweepError",
    "TextError",
    "TokenTypeError",
    "TokenizerTypeError",
    "TrainingError",
    "TrainingTypeError",
    "UnknownNameError",
    "UnknownTokenError",
    "UnprovableError",
    "UnsupportedPatternError",
    "UnsupportedVocabError",
    "VocabError",
    "VocabFormatError",
    "VocabHashError",
    "WordchipperLabError",
    "WorkLimitError",
    "show",
]

_MOST_SHOWN = 80


def show(value: object) -> str:
    """Any value as shown in a message: on one line, and not too long.

    Python refuses to write an ``int`` of more than 4,300 digits (`sys.set_int_max_str_digits`), and the
    ``repr`` of an unknown object may raise anything.

    >>> show("a" * 100)[-3:], show(10**5000), show([10**5000])
    ('aa…', 'a number of about 5,001 digits', 'a list that cannot be written')
    """
    if isinstance(value, int) and value.bit_length() > 256:
        digits = int(value.bit_length() * 0.30103) + 1
        return f"a {'negative ' * (value < 0)}number of about {digits:,} digits"
    try:
        words = repr(value[:200] if type(value) in (str, bytes) else value)  # type: ignore[index]
    except Exception:
        return f"a {type(value).__name__} that cannot be written"
    shown = " ".join(words[: 4 * _MOST_SHOWN].split()) if "\n" in words else words
    return shown if len(shown) <= _MOST_SHOWN else shown[:_MOST_SHOWN] + "…"


_MOST_CHARACTERS = 1500  # per message: the value given may be a megabyte


class WordchipperLabError(Exception):
    """Root of all errors that this package raises on purpose. Long messages are shortened in the middle.

    >>> len(str(WordchipperLabError(f"expected a number, got {'9' * 100_000}: give one")))
    1534
    """

    def __init__(self, message: str = "") -> None:
        if len(message) > _MOST_CHARACTERS:
            end = _MOST_CHARACTERS // 3
            left_out = f" … ({len(message) - _MOST_CHARACTERS:,} characters left out) … "
            message = message[: _MOST_CHARACTERS - end] + left_out + message[-end:]
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled unchanged, including the message: it may come from another process."""
        return _restore, (type(self), self.args, self.__dict__)


def _restore(
    kind: type[WordchipperLabError], args: tuple[object, ...], state: dict[str, object]
) -> WordchipperLabError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class ArgumentError(WordchipperLabError, ValueError):
    """An argument has an invalid value; the message says what was expected."""


class ArgumentTypeError(WordchipperLabError, TypeError):
    """An argument has the wrong type; the message says what was expected."""


class UnknownNameError(WordchipperLabError, ValueError):
    """An unknown name was given; the message lists the known ones.

    >>> str(UnknownNameError("encoder", "quick", ["buffer_sweep", "bpe_backtrack"]))
    "unknown encoder 'quick': expected one of buffer_sweep, bpe_backtrack"
    """

    def __init__(self, what: str, given: object, known: Iterable[str], hint: str = "") -> None:
        self.what, self.given, self.known = what, given, tuple(known)
        expected = f"one of {', '.join(self.known)}" if self.known else "none at all"
        message = f"unknown {what} {show(given)}: expected {expected}"
        super().__init__(f"{message}; {hint}" if hint else message)


class NameTypeError(UnknownNameError, TypeError):
    """Something other than a ``str`` was given where a name was expected."""


class TextError(WordchipperLabError, TypeError):
    """Something other than a ``str`` was given where text was expected."""


class SpecialTokenError(WordchipperLabError, ValueError):
    """A text encoded with ``special="error"`` contains a special token."""

    def __init__(self, token: str, byte_offset: int) -> None:
        self.token, self.byte_offset = token, byte_offset
        super().__init__(
            f"the text contains the special token {token!r} at byte {byte_offset}; "
            'pass special="parse" to encode it as its id or special="text" to encode it as plain text'
        )


class UnknownTokenError(WordchipperLabError, ValueError):
    """An id was given that the vocabulary does not have."""


class TokenTypeError(UnknownTokenError, TypeError):
    """Something other than a whole number was given where an id was expected."""


class InputError(WordchipperLabError, ValueError):
    """A file or stream of text or ids has wrong contents; the message names the place."""


class VocabError(WordchipperLabError, ValueError):
    """A vocabulary could not be used."""


class VocabFormatError(VocabError):
    """A vocabulary file could not be read.

    >>> str(VocabFormatError("my.tiktoken", 3, "expected a base64 token and a rank, got b'x'"))
    "my.tiktoken, line 3: expected a base64 token and a rank, got b'x'"
    """

    def __init__(self, source: str, line: int | None, problem: str) -> None:
        self.source, self.line, self.problem = source, line, problem
        super().__init__(f"{source}, line {line}: {problem}" if line is not None else f"{source}: {problem}")


class VocabHashError(VocabError):
    """A vocabulary file does not have the published SHA-256: it is damaged, or it is a different file."""

    def __init__(self, source: str, expected: str, actual: str) -> None:
        self.source, self.expected, self.actual = source, expected, actual
        super().__init__(
            f"{source}: SHA-256 is {actual}, expected {expected}; the file is damaged or a different one: "
            "download it again"
        )


class UnsupportedVocabError(VocabError):
    """A vocabulary is well-formed but this engine (or the chosen encoder) cannot encode it exactly."""


class PatternError(WordchipperLabError, ValueError):
    """A split pattern cannot be used; ``position`` is a character index into ``pattern``."""

    def __init__(self, pattern: str, position: int, problem: str) -> None:
        self.pattern, self.position, self.problem = pattern, position, problem
        super().__init__(f"{problem} at position {position} of the pattern {pattern!r}")


class PatternSyntaxError(PatternError):
    """The text is not a regular expression."""


class UnsupportedPatternError(PatternError):
    """The pattern is a regular expression, but uses a construct that the automaton does not support."""


class UnprovableError(WordchipperLabError, ValueError):
    """A lexer is not known to be a finite machine over cells, so nothing can be proved for all texts.

    >>> str(UnprovableError("'a*'", "it can match the empty string"))
    "nothing can be proved about 'a*': it can match the empty string; sweep_equivalence compares all short texts"
    """

    def __init__(self, what: str, rule: str) -> None:
        self.what, self.rule = what, rule
        super().__init__(
            f"nothing can be proved about {what}: {rule}; sweep_equivalence compares all short texts"
        )


class LexerError(WordchipperLabError, ValueError):
    """A lexer breaks its contract: its spans do not ascend, leave bytes out, or cut a character."""


class LexerTypeError(WordchipperLabError, TypeError):
    """Something was given as a lexer that is not one and cannot be converted to one."""


class TokenizerTypeError(WordchipperLabError, TypeError):
    """Something was given as a tokenizer that is not one and cannot be recognized as one of another package."""


class SweepError(WordchipperLabError, ValueError):
    """These strings cannot be swept: a length, an alphabet or a number is invalid, or there are too many
    strings."""


class TrainingError(WordchipperLabError, ValueError):
    """A vocabulary cannot be trained: a size, a frequency or a special token is invalid."""


class TrainingTypeError(TrainingError, TypeError):
    """An option of a training run has the wrong type."""


class CheckpointError(TrainingError):
    """A checkpoint of a training run is damaged, or belongs to another run."""


class NoDivergenceError(WordchipperLabError, ValueError):
    """Two lexers agree on a text: there is no divergence to shrink."""


class LexerRegistrationError(WordchipperLabError, ValueError):
    """A lexer cannot be registered for a pattern: not a lexer, or the pattern has one; or there is none to
    remove."""


class EncoderRegistrationError(WordchipperLabError, ValueError):
    """A span encoder cannot be registered, its name is taken, or no encoder has that name."""


class TrainerRegistrationError(WordchipperLabError, ValueError):
    """A trainer cannot be registered: it is none, its name is taken, or it makes other merges than the naive one."""


class PermalinkError(WordchipperLabError, ValueError):
    """A link to the state of a screen cannot be read, or the state is too long for a link."""


class WorkLimitError(WordchipperLabError, ValueError):
    """Too much work for a screen: spans too long for a quadratic encoder, or a pattern that backtracks
    without end."""


class PeerError(WordchipperLabError, ValueError):
    """Another tokenizer cannot do what a benchmark or a comparison needs: not installed, vocabulary missing, fixed
    threads, or it failed on a text."""


class ClusterError(WordchipperLabError, OSError):
    """A Dask cluster cannot be reached, has no workers, or its workers died while working."""


class DownloadError(WordchipperLabError, OSError):
    """An optional download failed; nothing was written."""


class ServeError(WordchipperLabError, OSError):
    """The dashboard could not be started."""
