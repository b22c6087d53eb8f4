"""Sessions of the divergence screen, replayed: a page without a kernel draws what Python's widget draws, field by field."""

from __future__ import annotations

import ast
import base64
import random
import re
import time
from typing import Any

import pytest

from wordchipper_lab.browser.known_lexers import KNOWN_LEXERS, known_lexers
from wordchipper_lab.browser.known_proofs import KNOWN_PROOFS, known_proofs
from wordchipper_lab.screens.divergence.question import list_presets, numbered_preset
from wordchipper_lab.spanners.specimens import SPECIMENS
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS
from wordchipper_lab.vocab.patterns import PATTERN_MODELS
from wordchipper_lab.widgets import DivergenceLab

from ..tokenizer.test_exactness import TEXTS, random_text
from .conftest import PageWorker, plain
from .seeds import few_and_more

SHOWN = (
    "a",
    "b",
    "text",
    "source",
    "k",
    "alphabet",
    "selected",
    "_status",
    "_found",
    "_patterns",
    "_graphs",
    "_letters",
    "_undo",
    "_file",
    "_why",
    "_code",
)
PIECES = [*TEXTS, "'s", "'The", "'ſa", "  ", "\n \n", " a", "Zz", "12345", "a\u0301", "\u0301A", "\u00e9", "\U0001f600", "²!",
          '  "a', "\r\n", "\t", "\u0915\u093f", "\\", "\x00", "\ufeff", "\u3000", "...", "'LL", "’s"]  # fmt: skip
OWN_PATTERNS = [
    r"[ab]+", r"a+|b+", r"\w+|\s+|[^\w\s]+", r"\p{L}+|\p{N}{1,3}|\s+(?!\S)|\s+|.", r"(?i:abc)+|.", r"a*b|a", r"\s+", r"[^\s]+",
    r" ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+", r"(?:a|b|ab)(?:c|bcd)*|.", r"\p{Lu}\p{Ll}*|\p{Ll}+|\d|\s",
    r"", r"(", r"a{1000}{1000}", r"(a)\1", r"[", r"x{3,2}", r"\p{Nope}", r"(?<=a)b", r"a|b|", "a" * 600, "ä|ö", r"(?i:straße)|.",
    r"\X", r"(?x) a b ", "hello world|.", "(?R)",
]  # fmt: skip


def some_word(rng: random.Random) -> str:
    kind = rng.choice(["known"] * 4 + ["specimen"] * 3 + ["own"] * 4 + ["open", "odd"])
    if kind == "known":
        return f"{rng.choice(['automaton', 'logos', 'vector'])}:{rng.choice(PATTERN_MODELS)}"
    if kind == "specimen":
        return f"specimen:{rng.choice(list(SPECIMENS))}"
    if kind == "own":
        return f"automaton:{rng.choice(OWN_PATTERNS)}"
    if kind == "open":
        return f"{rng.choice(['automaton', 'auto', 'vector', 'logos'])}:{rng.choice(list(OPEN_PATTERNS))}"
    return rng.choice(["automaton:gpt2", "automaton:openai:cl100k_base", "logos:gpt2", "logos:[ab]", "vector:a+", "nothing",
                       "automaton:cl100k", "specimen:none", "automaton:", "x:y", "auto:o200k_base", "automaton:llama4"])  # fmt: skip


def some_text(rng: random.Random) -> str:
    if rng.random() < 0.15:
        return random_text(rng, 60)
    if rng.random() < 0.1:
        return "".join(
            chr(rng.choice((rng.randint(0, 0xD7FF), rng.randint(0xE000, 0x10FFFF)))) for _ in range(9)
        )
    if rng.random() < 0.1:
        return "".join(rng.choice(PIECES) for _ in range(rng.randint(50, 400)))
    if rng.random() < 0.2:
        return "".join(rng.choice("aabbc 1") for _ in range(rng.randint(0, 30)))
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 6)))


def some_change(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """What a person does next: a verb, and its fields."""
    kind = rng.choice(["text"] * 5 + ["a", "b"] * 2 + ["selected"] * 4 + ["both", "k", "alphabet"] + ["shrink"] * 4 +
                      ["undo"] * 2 + ["preset"])  # fmt: skip
    if kind in ("shrink", "undo"):
        return kind, {}
    if kind == "preset":
        return kind, {"number": rng.randint(-1, len(list_presets()))}
    values: dict[str, Any] = {
        "text": {"text": some_text(rng), "source": "text", "selected": 0},
        "a": {"a": some_word(rng)},
        "b": {"b": some_word(rng)},
        "both": {"a": some_word(rng), "b": some_word(rng)},
        "selected": {"selected": rng.randint(0, 5)},
        "k": {"k": rng.randint(-1, 9)},
        "alphabet": {"alphabet": rng.choice(["", "ab", "aab", "a b\n", "\u0301é"])},
    }
    return "set", {"state": values[kind]}


def do(view: DivergenceLab, verb: str, fields: dict[str, Any]) -> str | None:
    """The same with Python's widget; the problem in words."""
    try:
        if verb == "set":
            view._choose(fields["state"])
        elif verb == "preset":
            view._choose(numbered(fields["number"]))
        elif verb == "file":
            view.open_file(fields["name"], base64.b64decode(fields["buffers"][0]))
        else:
            getattr(view, verb)()
    except ValueError as error:
        return str(error)
    return None


def numbered(number: int) -> dict[str, Any]:
    return numbered_preset(number) | {"compared": "lexers"}


class Session:
    """Python's widget and the Worker's screen, asked the same."""

    def __init__(self, worker: PageWorker, **state: Any) -> None:
        self.worker = worker
        self.view = DivergenceLab(**state)
        opened = worker("open", screen="divergence", state=self.view.state, models=[])
        assert opened["problem"] is None
        self.shown = plain({name: getattr(self.view, name) for name in SHOWN if not name.startswith("_")})
        self.shown |= {"_undo": {}, "_file": "", "_why": {}}
        self.ask("set", {"state": {}})

    def ask(self, verb: str, fields: dict[str, Any]) -> None:
        if verb == "set":
            self.shown |= fields["state"]
        expected = do(self.view, verb, fields) if fields.get("state") != {} else None
        answer = self.worker(verb, **fields)
        assert answer["problem"] == expected, (verb, fields)
        self.shown |= answer.get("drawn", {})

    def work(self) -> dict[str, Any]:
        """A search to its end; returns the progress of both."""
        self.view.start()
        answer = self.worker("start")
        self.shown |= answer.get("pushed", {}) | answer["drawn"]
        while (progress := self.shown.get("_progress", {})).get("state") not in (
            "finished",
            "stopped",
            "failed",
        ):
            time.sleep(0.02)
            self.shown |= self.worker("set", state={}).get("pushed", {})
        assert progress["state"] == self.view._progress["state"]
        return progress

    def compare(self, *place: Any) -> None:
        for name in SHOWN:  # one after the other: a difference is found more easily
            found, expected = (
                comparable(name, shown) for shown in (self.shown[name], plain(getattr(self.view, name)))
            )
            assert found == expected, (*place, name, self.view.state)


def comparable(name: str, shown: Any) -> Any:
    """Each Python has its own printable characters, and no two searches take the same time."""
    if name == "_code":
        return ast.dump(ast.parse(shown))
    if name == "_found":
        return shown | {"sentence": re.sub(r"\d+\.\d s", "n s", shown["sentence"])}
    return shown


def replay(worker: PageWorker, seed: int, steps: int) -> None:
    rng = random.Random(seed)
    session = Session(worker)
    session.compare(seed, "first")
    for step in range(steps):
        change = some_change(rng)
        session.ask(*change)
        session.compare(seed, step, change)


def test_known_lexers() -> None:
    assert KNOWN_LEXERS.read_text(encoding="utf-8") == known_lexers()


@pytest.mark.deep
def test_known_proofs() -> None:
    assert KNOWN_PROOFS.read_text(encoding="utf-8") == known_proofs()


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.deep) for n in range(1, 2))])
def test_sessions(worker: PageWorker, seed: int) -> None:
    replay(worker, seed, 40)


@pytest.mark.deep
@pytest.mark.parametrize("seed", few_and_more(100, 3, 130))
def test_more_sessions(worker: PageWorker, seed: int) -> None:
    replay(worker, seed, 200)


FILES = {
    "spaces.txt": b"Two  spaces,\n    and four. 'The end\r\n \n1234567 'sa" * 300,
    "odd.txt": ("é 中文  \u0301A" * 50).encode() + b"\xf0\x9f\x98\x80  a",
    "empty.txt": b"",
    "bad.txt": b"fine " * 10 + b"\xff",
    "cut.txt": "fine é".encode()[:-1],
    "inside.txt": b"fine \xe4\xb8 a",
}


@pytest.mark.parametrize("name", FILES)
def test_files(worker: PageWorker, name: str) -> None:
    session = Session(worker)
    session.ask("file", {"name": name, "buffers": [base64.b64encode(FILES[name]).decode()]})
    session.compare("opened")
    progress = session.work()
    assert progress.get("problem") == session.view._progress.get("problem")
    session.compare("searched")
    for number in (1, 3, 0):
        session.ask("set", {"state": {"selected": number}})
        session.compare(number)
    if session.view.divergences:
        session.ask("shrink", {})
        session.compare("shrunk")
        session.ask("undo", {})
        session.compare("undone")


PAIRS = [
    ("automaton:cl100k_base", "specimen:isalpha", 3, ""),
    ("automaton:o200k_base", "logos:o200k_base", 3, ""),
    ("automaton:r50k_base", "automaton:cl100k_base", 3, ""),
    ("logos:r50k_base", "vector:r50k_base", 3, ""),
    ("automaton:[ab]+", "automaton:a+|b+", 6, "abc"),
    ("automaton:a*b|a", r"automaton:\w+", 4, ""),
]


@pytest.mark.parametrize(("a", "b", "k", "alphabet"), PAIRS)
def test_all_short_strings(worker: PageWorker, a: str, b: str, k: int, alphabet: str) -> None:
    session = Session(worker, a=a, b=b, k=k, alphabet=alphabet)
    session.ask("set", {"state": {"source": "strings"}})
    session.compare("chosen")
    session.work()
    session.compare("swept")
    session.ask("set", {"state": {"selected": 7}})
    session.compare("selected")


@pytest.mark.deep
@pytest.mark.parametrize("name", SPECIMENS)
def test_all_short_strings_for_each_specimen(worker: PageWorker, name: str) -> None:
    session = Session(
        worker, a=f"logos:{SPECIMENS[name].pattern_name}", b=f"specimen:{name}", source="strings", k=4
    )
    session.work()
    session.compare("swept")


def test_a_search_is_stopped(worker: PageWorker) -> None:
    Session(worker, a="automaton:o200k_base", b="specimen:marks_in_prefix", source="strings", k=6)
    worker("start")
    assert worker("start")["problem"] == "a search is under way: stop it first"
    shown = worker("stop").get("pushed", {})
    while shown.get("_progress", {}).get("state") != "stopped":
        time.sleep(0.02)
        shown |= worker("set", state={}).get("pushed", {})
    assert re.match(r"Stopped after \d+\.\d s: so far  ", shown["_found"]["sentence"])


def test_what_the_page_does_not_have_is_said(worker: PageWorker) -> None:
    Session(worker)
    status = worker("set", state={"a": "regex:cl100k_base"})["drawn"]["_status"]
    assert status["problems"]["a"]["message"].startswith("the lexer regex does not run in this page")
    status = worker("set", state={"compared": "tokenizers"})["drawn"]["_status"]
    assert status["error"].startswith("two tokenizers are compared by Python: open a live page")
    assert worker("page")["problem"] == "This page cannot do “page”: open a live page."
    problem = worker("set", state={"source": "nowhere"})["problem"]
    assert problem == "unknown source 'nowhere': expected one of text, file, strings, proof"


def comparable_proof(found: dict[str, Any]) -> dict[str, Any]:
    """The page says that Python proved it, and not how long that took."""
    proof = {name: found["proof"][name] for name in ("a", "b", "symbols", "futures", "states", "statement")}
    return found | {
        "proof": proof,
        "sentence": found["sentence"].removesuffix(" (By Python: this page quotes it.)"),
    }


def test_proofs(worker: PageWorker) -> None:
    session = Session(worker, a="automaton:cl100k_base", b="logos:cl100k_base", source="proof")
    session.work()
    assert comparable_proof(session.shown["_found"]) == comparable_proof(session.view._found)
    for b in ("specimen:isalpha", "vector:r50k_base"):
        session.ask("set", {"state": {"b": b}})
        session.work()
        session.compare(b)
    worker("set", state={"b": "automaton:a+|."})
    progress = worker("start")["pushed"]["_progress"]
    assert progress["state"] == "failed"
    assert progress["problem"].startswith("a page without Python knows proofs of built-in lexers only")


def test_what_a_search_found_before_the_page_was_saved_can_be_shrunk(worker: PageWorker) -> None:
    lab = DivergenceLab(a="automaton:r50k_base", b="specimen:digits_without_space", source="strings", k=3)
    lab.run()
    worker("open", screen="divergence", state={**lab.state, "_found": plain(lab._found)}, models=[])
    lab.selected = 5
    assert worker("set", state={"selected": 5})["drawn"]["_why"] == plain(lab._why)
    lab.shrink()
    drawn = worker("shrink")["drawn"]
    assert (drawn["text"], drawn["_undo"]) == (lab.text, plain(lab._undo))
    lab.undo()
    drawn = worker("undo")["drawn"]
    assert drawn["selected"] == 5
    assert comparable("_found", drawn["_found"]) == comparable("_found", plain(lab._found))
