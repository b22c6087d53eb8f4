"""Every error this package raises on purpose, as one tree.

A message says what was given, what was expected, and what to do. Errors that stem
from a wrong value are also ``ValueError`` (a wrong type: ``TypeError``), so that code which knows
nothing of this package can still catch them.

    WordchipperLabError
    ├── ArgumentError (ValueError)           an argument of a value that makes no sense
    ├── ArgumentTypeError (TypeError)        an argument of a type that the parameter does not take
    ├── UnknownNameError (ValueError)        a model, lexer, encoder, format ... that does not exist
    │   └── NameTypeError (TypeError, too)   something that is no name at all
    ├── TextError (TypeError)                something else than text was given
    ├── SpecialTokenError (ValueError)       a special token stood in a text under special="error"
    ├── UnknownTokenError (ValueError)       an id that the vocabulary does not have
    │   └── TokenTypeError (TypeError, too)  something that is no id at all
    ├── InputError (ValueError)              a file or stream that is not what it should be: with the place
    ├── VocabError (ValueError)
    │   ├── VocabFormatError                 a vocabulary file that cannot be read: with its line
    │   ├── VocabHashError                   a vocabulary file that is not the published one
    │   └── UnsupportedVocabError            a vocabulary that this engine cannot encode exactly
    ├── PatternError (ValueError)
    │   ├── PatternSyntaxError               not a regular expression: with the position
    │   └── UnsupportedPatternError          a construct outside the automaton's subset: with the position
    ├── UnprovableError (ValueError)         a lexer that no proof can be about: with the rule that makes it so
    ├── LexerError (ValueError)              a lexer that does not keep the contract of lexers: with the place
    ├── LexerTypeError (TypeError)           something that is no lexer was given for one
    ├── NoDivergenceError (ValueError)       two lexers agree on a text that they were said to diverge on
    ├── LexerRegistrationError (ValueError)  a lexer that cannot be registered, or is not
    ├── EncoderRegistrationError (ValueError)  a span encoder that cannot be registered, or is not
    ├── PermalinkError (ValueError)          a link that is damaged, or would be too long
    ├── WorkLimitError (ValueError)          something would keep a screen busy for too long
    ├── SweepError (ValueError)              a length or an alphabet that no strings can be swept of
    ├── TrainingError (ValueError)           a vocabulary that cannot be trained so
    │   ├── CheckpointError                  a checkpoint that is damaged, or another run's
    │   └── TrainingTypeError (TypeError, too)  an option of a type that makes no sense
    ├── PeerError (ValueError)               another tokenizer cannot do what a benchmark asks of it
    ├── ClusterError (OSError)               a Dask cluster that is not there, or whose workers died of the work
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
    """A value as it stands in a message: on one line, not too long, whatever it is.

    Python refuses to write an ``int`` of more than 4,300 digits (`sys.set_int_max_str_digits`), and the ``repr`` of a
    stranger's object may raise anything.

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


_MOST_CHARACTERS = 1500  # of a message: what was given may be a megabyte


class WordchipperLabError(Exception):
    """Root of all errors that this package raises on purpose. A long message is cut in the middle.

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
        """Pickled as it is, message and all, for it may come from another process."""
        return _restore, (type(self), self.args, self.__dict__)


def _restore(
    kind: type[WordchipperLabError], args: tuple[object, ...], state: dict[str, object]
) -> WordchipperLabError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class ArgumentError(WordchipperLabError, ValueError):
    """An argument has a value that makes no sense; the message says what was expected."""


class ArgumentTypeError(WordchipperLabError, TypeError):
    """An argument has a type that the parameter does not take; the message says what was expected."""


class UnknownNameError(WordchipperLabError, ValueError):
    """A name was given that is not one of the known ones; the message lists those.

    >>> str(UnknownNameError("encoder", "quick", ["buffer_sweep", "bpe_backtrack"]))
    "unknown encoder 'quick': expected one of buffer_sweep, bpe_backtrack"
    """

    def __init__(self, what: str, given: object, known: Iterable[str], hint: str = "") -> None:
        self.what, self.given, self.known = what, given, tuple(known)
        message = f"unknown {what} {show(given)}: expected one of {', '.join(self.known)}"
        super().__init__(f"{message}; {hint}" if hint else message)


class NameTypeError(UnknownNameError, TypeError):
    """Something that is no ``str`` was given where a name was expected."""


class TextError(WordchipperLabError, TypeError):
    """Something else than a ``str`` was given where text was expected."""


class SpecialTokenError(WordchipperLabError, ValueError):
    """A special token stood in a text that was encoded with ``special="error"``."""

    def __init__(self, token: str, byte_offset: int) -> None:
        self.token, self.byte_offset = token, byte_offset
        super().__init__(
            f"the text contains the special token {token!r} at byte {byte_offset}; "
            'pass special="parse" to encode it as its id or special="text" to encode it as plain text'
        )


class UnknownTokenError(WordchipperLabError, ValueError):
    """An id was given that the vocabulary does not have."""


class TokenTypeError(UnknownTokenError, TypeError):
    """Something that is no whole number was given where an id was expected."""


class InputError(WordchipperLabError, ValueError):
    """A file or stream of text or ids is not what it should be; the message names the place."""


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
    """A vocabulary file does not have the published SHA-256: it is damaged or another file."""

    def __init__(self, source: str, expected: str, actual: str) -> None:
        self.source, self.expected, self.actual = source, expected, actual
        super().__init__(
            f"{source}: SHA-256 is {actual}, expected {expected}; the file is damaged or another one: fetch it again"
        )


class UnsupportedVocabError(VocabError):
    """A vocabulary is well-formed but this engine (or the chosen encoder) cannot encode it exactly."""


class PatternError(WordchipperLabError, ValueError):
    """A split pattern could not be used; ``position`` is a character index into ``pattern``."""

    def __init__(self, pattern: str, position: int, problem: str) -> None:
        self.pattern, self.position, self.problem = pattern, position, problem
        super().__init__(f"{problem} at position {position} of the pattern {pattern!r}")


class PatternSyntaxError(PatternError):
    """The text is not a regular expression."""


class UnsupportedPatternError(PatternError):
    """The pattern is a regular expression, but uses a construct that the automaton does not support."""


class UnprovableError(WordchipperLabError, ValueError):
    """A lexer is not known to be a finite machine over cells, so nothing can be proved of all texts.

    >>> str(UnprovableError("'a*'", "it can match the empty string"))
    "nothing can be proved about 'a*': it can match the empty string; sweep_equivalence compares all short texts"
    """

    def __init__(self, what: str, rule: str) -> None:
        self.what, self.rule = what, rule
        super().__init__(
            f"nothing can be proved about {what}: {rule}; sweep_equivalence compares all short texts"
        )


class LexerError(WordchipperLabError, ValueError):
    """A lexer does not keep its contract: spans that do not ascend, leave bytes out, or cut a character."""


class LexerTypeError(WordchipperLabError, TypeError):
    """Something was given for a lexer that is none and cannot be made one."""


class SweepError(WordchipperLabError, ValueError):
    """No such strings can be swept: a length, an alphabet or a number that makes no sense, or too many strings."""


class TrainingError(WordchipperLabError, ValueError):
    """A vocabulary cannot be trained so: a size, a frequency or special tokens that make no sense."""


class TrainingTypeError(TrainingError, TypeError):
    """An option of a training run has a type that makes no sense."""


class CheckpointError(TrainingError):
    """A checkpoint of a training run is damaged, or belongs to another run."""


class NoDivergenceError(WordchipperLabError, ValueError):
    """Two lexers agree on a text: there is no divergence to shrink."""


class LexerRegistrationError(WordchipperLabError, ValueError):
    """Something that is no lexer was registered for a pattern, or a second one, or none was where one is needed."""


class EncoderRegistrationError(WordchipperLabError, ValueError):
    """What was registered as a span encoder cannot be one, or its name is taken, or none has it."""


class TrainerRegistrationError(WordchipperLabError, ValueError):
    """A trainer cannot be registered: it is none, its name is taken, or it makes other merges than the naive one."""


class PermalinkError(WordchipperLabError, ValueError):
    """A link to the state of a screen could not be read, or the state is too long for one."""


class WorkLimitError(WordchipperLabError, ValueError):
    """Too much for a screen: spans too long for a quadratic encoder, a pattern that backtracks without end."""


class PeerError(WordchipperLabError, ValueError):
    """Another tokenizer cannot do what a benchmark asks of it: not installed, no such vocabulary, fixed threads."""


class ClusterError(WordchipperLabError, OSError):
    """A Dask cluster cannot be reached, has no workers, or its workers died of a piece of work."""


class DownloadError(WordchipperLabError, OSError):
    """An optional download failed; nothing was written."""


class ServeError(WordchipperLabError, OSError):
    """The dashboard could not be started."""
