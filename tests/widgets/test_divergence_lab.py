"""DivergenceLab without a browser: its state, what it sends, what it answers."""

from __future__ import annotations

import asyncio
import json
import re
import time

import pytest

from wordchipper_lab.errors import InputError, PatternSyntaxError, UnknownNameError
from wordchipper_lab.lab import pack_state
from wordchipper_lab.screens.divergence.comparison_result import MOST_KEPT
from wordchipper_lab.screens.divergence.drawing import MOST_BYTES
from wordchipper_lab.screens.divergence.question import FIRST, MAX_FILE, MAX_TEXT, list_presets
from wordchipper_lab.spanners import SPECIMENS, WholeTextLexer, build_lexer
from wordchipper_lab.widgets import DivergenceLab


def messages(lab: DivergenceLab) -> list[dict]:
    sent: list[dict] = []
    lab.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    return sent


def rows(lab: DivergenceLab) -> list[tuple]:
    found = lab._found["divergences"]
    return [(each["text"], each["first"], spans(each["a"]), spans(each["b"])) for each in found]


def spans(row: dict[str, list]) -> list[tuple]:
    return list(zip([0, *row["end"][:-1]], row["end"], row["kind"], strict=True))


def test_what_a_visitor_sees_first() -> None:
    lab = DivergenceLab()
    assert lab.summary == "2 divergences in 2 kinds: 8 and 8 spans compared."
    assert [(found.text, found.first_difference) for found in lab.divergences] == [
        ("  spaces", 1),
        ("    and", 3),
    ]
    assert rows(lab)[0] == ("  spaces", 1, [(0, 1, "word"), (1, 8, "word")], [(0, 2, "word"), (2, 8, "word")])
    assert lab._why["a"]["spans"][0]["branch"]["source"] == r"\s+(?!\S)"
    assert "def test_same_spans" in lab._why["pytest"]
    assert lab._why["explorer"] == {"text": FIRST.text, "model": "cl100k_base", "lexer": "automaton"}
    json.dumps([lab._found, lab._why, lab._graphs, lab._letters, lab._options])


@pytest.mark.sampled("[0]", "[1]", "[3]", "[4]", "[5]", "[6]", "[7]")
@pytest.mark.parametrize("number", range(len(SPECIMENS)))
def test_every_preset_diverges_on_its_example(number: int) -> None:
    preset = list_presets()[number]
    lab = DivergenceLab()
    lab._on_message(lab, {"do": "preset", "number": number}, [])
    assert (lab.a, lab.b, lab.text) == (preset["a"], preset["b"], preset["text"])
    assert len(lab.divergences) == 1
    assert lab._status == {"error": None, "problems": {}}
    for side in "ab":
        assert "problem" not in lab._why[side]
        assert "note" not in lab._why[side]


def test_rows_are_those_of_the_lexers_and_stories_tell_of_them() -> None:
    lab = DivergenceLab(
        a="automaton:o200k_base", b="automaton:r50k_base", text="I'M DON't  12345 naïve 東京\n\n  é"
    )
    text = lab.text.encode()
    for number, found in enumerate(lab.divergences):
        lab.selected = number
        assert text[found.start :].startswith(found.text.encode())
        assert lab._why["selected"] == number
        for side, row in (("a", found.a), ("b", found.b)):
            told = [(span["start"], span["end"], span["kind"]) for span in lab._why[side]["spans"]]
            assert told == [(span.start, span.end, span.kind) for span in row]
    assert [len(graph["states"]) for graph in (lab._graphs["a"], lab._graphs["b"])] == [19, 11]


def test_no_divergence_shows_what_both_made_of_it() -> None:
    lab = DivergenceLab(a="regex:o200k_base", b="automaton:o200k_base", text="hello  world")
    assert lab.summary == "No divergence: both place the same 3 boundaries in 12 bytes."
    assert lab._found["same"]["first"] is None
    a, b = (spans(lab._found["same"][side]) for side in "ab")
    assert a == b == [(0, 5, "word"), (5, 6, "word"), (6, 12, "word")]
    assert [span["start"] for span in lab._why["b"]["spans"]] == [0, 5, 6]
    lab.text = ""
    assert lab.divergences == []
    assert "Type a text" in lab.summary
    lab.text = "\ud800"
    assert lab.text == "\ufffd"
    lab.text = "x" * (MAX_TEXT + 1)
    assert "open it as a file" in lab.summary


@pytest.mark.deep
def test_a_long_divergence_is_drawn_around_its_first_difference() -> None:
    lab = DivergenceLab(a="automaton:a+", b="regex:a{1,3000}", text="é" * 10 + "a" * 9000)
    (found,) = lab._found["divergences"]
    assert len(found["text"].encode()) <= MOST_BYTES
    assert (found["from"] + found["first"], found["size"]) == (3000, 9000)
    assert spans(found["a"]) == [(0, len(found["text"]), "word")]
    assert lab.divergences[0].text == "a" * 9000
    assert [(span["start"], span["end"]) for span in lab._why["b"]["spans"]] == [(0, 3000)]
    assert "only the first" in lab._why["b"]["note"]
    lab.shrink()
    assert lab.text == "a" * 3001
    lab = DivergenceLab("automaton:a+", "automaton:a", text=("a" * 1000 + "b") * 600)
    assert len(json.dumps(lab._found)) < 4_000_000
    lab = DivergenceLab(text="a  b" * 5000)
    assert len(lab.divergences) == MOST_KEPT + 1, "plus the example of the other kind, the end of the text"
    assert lab._found["n"] == 5000


def test_mistakes_in_a_pattern_are_shown_at_their_place() -> None:
    lab = DivergenceLab()
    lab.b = "regex:[a-z]+(|x"
    assert lab._status["problems"]["b"]["at"] == 9
    assert "missing )" in lab._status["problems"]["b"]["message"]
    assert lab.divergences == []
    lab.b = r"automaton:\w+(?<=x)"
    assert "look-behind" in lab._status["problems"]["b"]["message"]
    assert lab._status["problems"]["b"]["at"] == 3
    for pattern, word in ("(x{1000}){1000}", "has more than the"), ("a" * 100_000, "100,000 characters"):
        lab.b = f"regex:{pattern}"
        assert lab._status["problems"]["b"]["at"] is None
        assert word in lab._status["problems"]["b"]["message"]
    lab.b = r"automaton:\p{L}+|\s|."
    assert lab._status["problems"] == {}
    assert lab.divergences


@pytest.mark.deep
def test_what_is_shown_of_an_earlier_text_is_not_shrunk() -> None:
    lab = DivergenceLab()
    lab.set_state({"b": "regex:(a+)+$", "text": "b  a"})
    assert lab.divergences
    lab.text = "a" * 5000 + "b"
    assert "was stopped" in lab._status["error"]
    with pytest.raises(InputError, match="of an earlier text"):
        lab.shrink()
    assert len(lab.text) == 5001


@pytest.mark.deep
@pytest.mark.parametrize("word", ["regex:(a+)+$", "automaton:a*b|a", "automaton:a*b"])
def test_patterns_that_keep_busy_leave_the_kernel_alive(word: str) -> None:
    async def use() -> None:
        lab = DivergenceLab()
        sent = messages(lab)
        changes = {"b": word, "text": "a" * 500_000 + "!"}
        lab._on_message(lab, {"do": "set", "ask": 1, "state": changes}, [])
        longest, started = 0.0, time.monotonic()
        last = started
        while not sent:
            await asyncio.sleep(0.01)
            now = time.monotonic()
            longest, last = max(longest, now - last), now
            assert now - started < 60
        assert longest < 5
        if word.startswith("regex"):
            assert "was stopped after" in lab._status["error"]
        else:  # it reads each letter at most twice
            assert lab._status["error"] is None
        lab.close()

    asyncio.run(use())


def test_all_strings() -> None:
    lab = DivergenceLab(source="strings", k=3)
    assert lab.divergences == []
    assert lab._letters["used"] == lab._letters["usual"]
    found = lab.run()
    assert lab._progress["state"] == "finished"
    assert len(found[0].text) == 3
    assert [length["cases"] for length in lab._found["by_length"]] == [29, 29**2, 29**3]
    assert [length["divergent"] > 0 for length in lab._found["by_length"]] == [False, False, True]
    lab.alphabet = "ab ba"
    assert lab.alphabet == "ab "
    assert lab._letters["used"] == "ab "
    lab.k = 99
    assert lab.k == 6
    lab.k = 3
    assert {found.text for found in lab.run()} == {"  a", "  b"}
    assert lab.summary.startswith("2 of 39 strings of up to 3 characters from 3 diverge")
    lab.alphabet = "a b"
    assert lab.divergences, "the lexers have not changed"
    lab.a = "automaton:o200k_base"
    assert lab.divergences == []


def test_a_sweep_can_be_stopped_and_dies_with_its_view() -> None:
    async def use() -> None:
        lab = DivergenceLab("automaton:o200k_base", "logos:o200k_base", source="strings", k=6)
        seen: list[dict] = []
        lab.observe(lambda change: seen.append(change["new"]), "_progress")
        lab.start()
        with pytest.raises(InputError, match="under way"):
            lab.start()
        while len([one for one in seen if one["state"] == "running"]) < 3:
            await asyncio.sleep(0.02)
        started = time.monotonic()
        lab.stop()
        while lab._progress["state"] != "stopped":
            await asyncio.sleep(0.01)
        assert time.monotonic() - started < 10
        assert lab.summary.startswith("Stopped after")
        assert seen[-2]["done"] > 0
        assert seen[-2]["total"] == sum(29**n for n in range(1, 7))
        lab.start()
        await asyncio.sleep(0.3)
        search = lab._search
        lab.close()
        while not search.is_over:
            await asyncio.sleep(0.01)

    asyncio.run(use())


def test_another_file_ends_the_search_of_the_first() -> None:
    async def use() -> None:
        lab = DivergenceLab()
        sent = messages(lab)
        for name, data in ("long.txt", b"two  words\n" * 500_000), ("short.txt", b"a  b"):
            lab._on_message(lab, {"do": "file", "name": name}, [memoryview(data)])
            lab._on_message(lab, {"do": "start"}, [])
            await asyncio.sleep(0.3)
        while lab._progress["state"] in ("starting", "running"):
            await asyncio.sleep(0.05)
        assert lab.summary.startswith("1 divergence in 1 kind in short.txt")
        assert not [message for message in sent if message.get("problem")]
        lab.close()

    asyncio.run(use())


def test_a_search_ends_when_other_lexers_are_chosen() -> None:
    async def use() -> None:
        lab = DivergenceLab("automaton:o200k_base", "logos:o200k_base", source="strings", k=6)
        lab.start()
        while lab._progress["state"] != "running":
            await asyncio.sleep(0.01)
        search = lab._search
        lab.text = "nobody searches a text"
        assert lab._progress["state"] == "running"
        lab.a = "automaton:r50k_base"
        assert (lab._progress["state"], search.is_over) == ("idle", True)
        await asyncio.sleep(0.5)
        assert (lab._progress["state"], lab.summary) == ("idle", "")
        lab.close()

    asyncio.run(use())


@pytest.mark.deep
def test_what_cannot_be_stopped_is_left_behind() -> None:
    async def use() -> None:
        lab = DivergenceLab("regex:(a+)+$", source="file")
        lab.open_file("a.txt", b"a" * 3_000_000 + b"!")
        lab.start()
        await asyncio.sleep(0.5)
        started = time.monotonic()
        lab.stop()
        while lab._progress["state"] != "stopped":
            await asyncio.sleep(0.01)
        assert time.monotonic() - started < 4, "the work itself goes on for 5 s"
        assert lab.summary == "Stopped before there was a result."
        lab.close()

    asyncio.run(use())


@pytest.mark.deep
def test_a_proof_can_be_stopped() -> None:
    async def use() -> None:
        lab = DivergenceLab("regex:(?:a{1,60}b){1,40}", "automaton:(?:a{1,60}b){1,40}", source="proof")
        lab.start()
        await asyncio.sleep(1)
        lab.stop()
        while lab._progress["state"] != "stopped":
            await asyncio.sleep(0.01)
        assert "topped" in lab.summary
        lab.close()

    asyncio.run(use())


def test_proofs() -> None:
    lab = DivergenceLab("regex:o200k_base", "automaton:o200k_base", source="proof")
    assert lab.run() == []
    assert lab.summary.startswith("Proved: ")
    assert lab._found["proof"]["states"] > 100
    lab.b = "automaton:r50k_base"
    assert "proof" not in lab._found
    assert len(lab.run()) == 1
    assert lab.summary == "Not equal: the shortest text on which they differ has 2 characters."
    lab.a, lab.b = r"automaton:\w+", r"regex:\w+"
    assert lab.run() == []
    assert lab.summary.startswith("Proved: ")
    lab.a = r"regex:(?<=a)b"
    with pytest.raises(InputError, match="look-behind"):
        lab.run()


def test_files(tmp_path) -> None:
    lab = DivergenceLab()
    lab._on_message(lab, {"do": "file", "name": "poem.txt"}, [memoryview(b"two  words\n" * 1000)])
    assert (lab.source, lab._file) == ("file", "poem.txt")
    assert len(lab.run()) == MOST_KEPT
    assert lab._found["n"] == 1000
    assert lab.summary.startswith("1,000 divergences in 1 kind in poem.txt: 11,000 bytes")
    assert "Path('poem.txt')" in lab._code
    lab.open_file("bad.txt", b"ab\xff")
    assert lab.divergences == []
    with pytest.raises(InputError, match="UTF-8"):
        lab.run()
    with pytest.raises(InputError, match="lexers compare"):
        lab.open_file("large.txt", bytes(MAX_FILE + 1))
    lab.source = "text"
    assert lab.divergences[0].text == "  spaces"
    with pytest.raises(InputError, match="as it is typed"):
        lab.run()


def test_parquet() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table({"text": ["one  two", "three"]}), sink)
    lab = DivergenceLab()
    lab.open_file("rows.parquet", sink.getvalue().to_pybytes())
    (found,) = lab.run()
    assert found.text == "  two"
    assert found.source == "rows.parquet, row 0"
    parquet.write_table(pyarrow.table({"number": [1]}), other := pyarrow.BufferOutputStream())
    lab.open_file("other.parquet", other.getvalue().to_pybytes())
    with pytest.raises(InputError, match=r"^other\.parquet has no text column"):
        lab.run()


def test_shrink_and_undo() -> None:
    lab = DivergenceLab(text="Well,  hello there")
    found = lab.shrink()
    assert found.text == lab.text == "  a"
    assert lab._undo["said"] == "Shrunk from 18 to 3 characters."
    lab.undo()
    assert (lab.text, lab._undo) == ("Well,  hello there", {})
    lab.shrink()
    lab.text = "something else"
    assert lab._undo == {}
    with pytest.raises(InputError, match="no divergence"):
        lab.shrink()
    lab.source, lab.k = "strings", 3
    lab.run()
    lab.selected = 7
    before = lab.divergences
    lab.shrink()
    assert (lab.source, len(lab.divergences)) == ("text", 1)
    lab.undo()
    assert (lab.source, lab.divergences, lab.selected) == ("strings", before, 7)


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"a": "automaton:[ab]+", "b": "regex:'\"\\w", "text": 'it\'s "q"', "selected": 2},
        {"source": "strings", "k": 2, "alphabet": "a \n"},
        {"source": "proof", "a": "logos:r50k_base"},
    ],
)
def test_code_and_state_make_the_same_view(state: dict) -> None:
    lab = DivergenceLab(**state)
    again = eval(lab.to_code(), {"DivergenceLab": DivergenceLab})
    assert again.state == lab.state == DivergenceLab(**lab.state).state
    assert again._found == lab._found
    compile(lab._code, "code", "exec")
    linked = DivergenceLab()
    linked._on_message(linked, {"do": "link", "link": pack_state(lab.state)}, [])
    assert linked.state == lab.state
    saved = json.loads(lab.to_json())
    assert saved["state"] == lab.state
    assert len(saved["divergences"]) == len(lab.divergences)


def test_the_code_without_a_screen_runs() -> None:
    lab = DivergenceLab()
    found: dict = {}
    exec(lab._code.replace("\nlist(", "\nresult = list("), found)
    assert found["result"] == lab.divergences


def test_names_that_there_are_not() -> None:
    for state in ({"a": "nope"}, {"b": "specimen:nope"}, {"source": "nope"}, {"nope": 1}, {"a": "own:nope"}):
        with pytest.raises(UnknownNameError):
            DivergenceLab(**state)
    with pytest.raises(PatternSyntaxError):
        DivergenceLab(a="regex:(")
    lab = DivergenceLab()
    sent = messages(lab)
    lab._on_message(lab, {"do": "link", "link": "damaged"}, [])
    assert "damaged" in sent[-1]["problem"]
    lab._on_message(lab, {"do": "link", "link": pack_state({"source": "nope", "text": "x"})}, [])
    assert "nope" in sent[-1]["problem"]
    assert lab.source == "text"
    lab.set_state({"a": "nope"})
    assert "nope" in lab._status["problems"]["a"]["message"]


def test_lexers_of_ones_own() -> None:
    class Lines(WholeTextLexer):
        kind, name = "custom", "lines"

        def find_words(self, text: str):
            return [match.span() for match in re.finditer(r".+\n?|\n", text)]

    lab = DivergenceLab(Lines(), build_lexer("[^\n]+"), text="a\nb")
    assert (lab.a, lab.b) == ("own:lines", "own:[^\n]+")
    assert lab.summary.startswith("1 divergence in 1 kind")
    assert lab.to_code() == "DivergenceLab(a=my_a, b=my_b, text='a\\nb')"
    assert lab._options["lexers"][0]["label"] == "Your own lexers"
    json.dumps(lab._why)


def test_a_saved_page_holds_what_was_found_and_nothing_to_fetch() -> None:
    lab = DivergenceLab(text="</script><b>  hi</b>  x  y")
    page = lab.export_html(live=False)
    assert page.count("</script>") == 2
    state = json.loads(re.search(r'id="state">(.*?)</script>', page, re.DOTALL)[1])
    assert state["_found"] == lab._found
    assert set(state["_whys"]) == {"0", "1", "2"}
    assert "a live page" in state["_status"]["note"]
    assert not re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", page)
    sent = messages(lab)
    for do, answer in (("page", "page"), ("json", "json")):
        lab._on_message(lab, {"do": do}, [])
        assert sent[-1]["problem"] is None
        assert answer in sent[-1]
    lab._on_message(lab, {"do": "start"}, [])
    assert "as it is typed" in sent[-1]["problem"]


def test_the_newest_question_wins() -> None:
    async def use() -> None:
        lab = DivergenceLab()
        sent = messages(lab)
        for text in ["a  b" * 20_000, "a  b" * 30_000, "x  y  z"]:
            lab._on_message(lab, {"do": "set", "state": {"text": text}}, [])
        while len(sent) < 3 or lab._found["n"] != 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        assert lab._found["n"] == 2
        assert lab.summary.startswith("2 divergences")
        lab.close()

    asyncio.run(use())
