"""The answer of the Explorer to one question: pure, so that it can run in a thread or without a screen."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from ...errors import SpecialTokenError, WordchipperLabError
from ...lab.comparison import compare
from ...lab.divergence.lexer_names import pattern_name
from ...lab.exploration import explore
from ...lab.opened import is_opened_name
from ...lab.pipeline_words import why_no_lexer
from ...lab.policies import count_policies
from ...special_policy import check_policy
from ...text.text_bytes import encode_text
from ...tokenizer import Tokenizer
from ..explain_problem import explain_problem
from ..load_code import load_code, load_imports
from ..offered_tokenizers import OfferedTokenizers
from .drawing import draw_changes, draw_exploration, pack_numbers
from .records import ComparedRecord, ExplorationRecord

__all__ = ["MAX_BYTES", "Answer", "Question", "answer_question", "code_of"]

MAX_BYTES = 4 << 20  # of UTF-8; below the 10 MiB that a Jupyter server accepts in one message
MAX_CODE_BYTES = 20_000  # a longer text is not included in the Python code that the page shows


@dataclass(frozen=True)
class Question:
    """The state of an Explorer that decides what it shows."""

    text: str
    model: str
    lexer: str
    encoder: str
    special: str
    compare: tuple[str, ...] = ()

    def to_state(self) -> dict[str, Any]:
        """As keyword arguments of `Explorer`."""
        return asdict(self) | {"compare": list(self.compare)}


@dataclass
class Answer:
    """``drawing`` is None if there is nothing new to draw: then ``status["error"]`` says why."""

    question: Question
    status: dict[str, Any]
    drawing: ExplorationRecord | None = None
    comparison: list[ComparedRecord] = field(default_factory=list)


def answer_question(offered: OfferedTokenizers, question: Question) -> Answer:
    """Encode, count, compare. A failure becomes a message, because an exception in a callback would not be
    seen."""
    answer = Answer(question, status={"error": None})
    try:
        answer.status["code"] = _script_of(question)
        _fill(answer, offered, question)
    except SpecialTokenError as error:
        answer.status["error"] = (
            f"The text contains the special token {error.token} at byte {error.byte_offset}. Choose “parse” to get "
            "its id, or “text” to encode it as plain text. The tokens below are those of the previous text."
        )
    except Exception as error:
        answer.status["error"] = explain_problem(error)
    return answer


def _fill(answer: Answer, offered: OfferedTokenizers, question: Question) -> None:
    size = len(encode_text(question.text))
    if size > MAX_BYTES:
        raise WordchipperLabError(
            f"the text has {size:,} bytes; the Explorer shows up to {MAX_BYTES:,}: shorten it, or encode it "
            "with Tokenizer.encode_array or the command line"
        )
    special = check_policy(question.special)
    tok = offered.get(question.model, question.lexer, question.encoder)
    answer.status["policies"] = asdict(count_policies(tok, question.text))
    exploration = explore(tok, question.text, special)
    answer.status["statistics"] = asdict(exploration.statistics)
    answer.status["changes"] = draw_changes(exploration)
    answer.drawing = draw_exploration(exploration)
    if question.model not in Tokenizer.available_models():
        is_alone = why_no_lexer(tok.vocab) is None
        answer.drawing["word"] = f"{tok.lexer}:{pattern_name(tok.pattern)}" if is_alone else None
    if question.compare:
        toks = [offered.get_suited(name, question.lexer, question.encoder) for name in question.compare]
        for row in compare(toks, question.text, special).rows:
            drawn = draw_exploration(row.exploration)
            answer.comparison.append({**drawn, "own": pack_numbers(row.own_boundaries)})


def code_of(question: Question, **state: object) -> str:
    """The Python line that creates an Explorer of `question`, without default values; ``tok`` is an opened one."""
    defaults = Question("", "o200k_base", "automaton", "bpe_backtrack", "parse").to_state()
    choices = {name: value for name, value in question.to_state().items() if value != defaults[name]}
    text = choices.pop("text", "")
    given = {name: repr(value) for name, value in (choices | state).items()}
    if is_opened_name(question.model):  # its name means nothing elsewhere
        given["model"] = "tok"
    arguments = [repr(text), *(f"{name}={value}" for name, value in given.items())]
    return f"Explorer({', '.join(arguments)})"


def _script_of(question: Question) -> str:
    """Python code that shows `question`; a long text is left out."""
    long = len(question.text) > MAX_CODE_BYTES
    shown = Question("", *list(question.to_state().values())[1:]) if long else question
    line = code_of(shown).replace("Explorer(''", "Explorer(text", 1) if long else code_of(question)
    text = "text" if long else repr(question.text)
    load = f"tok = {load_code(question.model, lexer=question.lexer, encoder=question.encoder)}\n"
    view = f"{line}  # this view\n\n"
    return (
        "import wordchipper_lab as wl\n"
        + "".join(f"{needed}\n" for needed in load_imports(question.model))
        + "from wordchipper_lab.widgets import Explorer\n\n"
        + ("text = ...  # too long to show here\n" if long else "")
        + (load + view if is_opened_name(question.model) else view + load)
        + f"tok.encode({text}, special={question.special!r})  # the ids alone\n"
    )
