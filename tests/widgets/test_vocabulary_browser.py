"""The Vocabulary screen without its page: state in, lists and drawings out."""

from __future__ import annotations

import asyncio
import base64
import json
import zlib
from typing import Any

import numpy as np
import pytest
from traitlets import TraitError

import wordchipper_lab as wl
from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.lab import compare_vocabularies, pack_state, search_vocabulary
from wordchipper_lab.screens.vocabulary import answer as vocabulary_answer
from wordchipper_lab.vocab import UnifiedVocab, load_vocab
from wordchipper_lab.vocab.token_bytes import pack_tokens
from wordchipper_lab.widgets import Explorer, VocabularyBrowser

HOSTILE = "<img src=x onerror=alert(1)></script>"


def ask(browser: VocabularyBrowser, **changes: object) -> dict[str, Any]:
    """Change the state as the page does; return the status."""
    return tell(browser, {"do": "set", "state": changes})


def tell(browser: VocabularyBrowser, message: dict[str, object]) -> dict[str, Any]:
    answers: list[Any] = []
    browser.send = lambda content, buffers=None: answers.append(content)
    browser._on_message(browser, message, [])
    assert answers == [{"answered": message["do"], "problem": None}]
    return browser._status


def numbers(buffer: bytes, dtype: str = "<u4") -> list[int]:
    return np.frombuffer(buffer, dtype=dtype).tolist()


@pytest.mark.parametrize("model", ["r50k_base", "p50k_edit", "o200k_harmony"])
def test_the_browser_gets_every_token(model: str) -> None:
    vocab = load_vocab(model)
    drawn = VocabularyBrowser(model)._vocabulary
    runs = zip(numbers(drawn["run_firsts"]), numbers(drawn["run_lengths"]), strict=True)
    ids = [first + i for first, n in runs for i in range(n)]
    columns, data = np.split(np.frombuffer(zlib.decompress(drawn["packed"]), np.uint8), [7 * len(ids)])
    *sizes, _, _, flags = columns.reshape(7, -1)
    starts = np.append(0, np.cumsum(np.stack(sizes, axis=1).copy().view("<u4"), dtype=np.int64))
    assert len(data) == starts[-1]
    for place in (0, 1, 300, len(ids) - 2, len(ids) - 1):
        assert data[starts[place] : starts[place + 1]].tobytes() == vocab.token_bytes(ids[place])
        assert bool(flags[place] & 2) == vocab.is_special(ids[place])
    assert ids == search_vocabulary(vocab).ids.tolist() == VocabularyBrowser(model).ids


def test_the_first_view_lists_everything_and_is_answered_at_once() -> None:
    browser = VocabularyBrowser("r50k_base")
    assert browser._found["all"]
    assert browser._found["places"] == b"", "no need to send 200,000 ids to say: all"
    assert (browser._found["count"], browser._status["error"]) == (50257, None)


@pytest.mark.parametrize(
    "search",
    [
        {"query": " world", "match": "starts"},
        {"query": "f0 9f", "by": "hex"},
        {"query": "^ ?[A-Z]{5,}$", "by": "regex"},
        {"query": "100-120 50256", "by": "id", "descending": True},
        {"script": "Cyrillic", "sort": "bytes"},
        {"query": "ИНГ", "ignore_case": True, "utf8": "whole", "min_bytes": 4, "kind": "word"},
    ],
)
def test_what_is_listed_is_what_the_engine_finds(search) -> None:
    browser = VocabularyBrowser("p50k_edit")
    status = ask(browser, **search)
    text = search.pop("query", "")
    assert status["error"] is None
    assert browser.ids == search_vocabulary(load_vocab("p50k_edit"), text, **search).ids.tolist()


def test_a_query_that_fails_is_a_message_and_the_list_stays() -> None:
    browser = VocabularyBrowser("r50k_base", query="ing")
    before = browser.ids
    for wrong, problem in [
        ({"query": "[", "by": "regex"}, "at position"),
        ({"query": "xyz", "by": "hex"}, "two hexadecimal digits"),
        ({"query": "1.5", "by": "id"}, "expected ids"),
        ({"query": "a" * 3000, "by": "text"}, "shorten"),
        ({"query": "", "by": "smell"}, "unknown by"),
        ({"by": "text", "model": "gpt-17"}, "unknown vocabulary"),
    ]:
        assert problem in ask(browser, **wrong)["error"]
        assert browser.ids == before
    assert ask(browser, query="ing", model="r50k_base")["error"] is None
    with pytest.raises(TraitError):
        browser.query = 3


def test_a_first_query_that_fails_lists_nothing() -> None:
    browser = VocabularyBrowser("r50k_base", query="[", by="regex")
    assert browser.ids == []
    assert "at position" in browser._status["error"]
    assert ask(browser, query="^ing$")["error"] is None
    assert browser.ids == [278]


def test_the_ids_are_those_of_the_vocabulary_that_is_shown() -> None:
    browser = VocabularyBrowser("o200k_base", query="e", sort="id", descending=True)
    assert ask(browser, model="r50k_base", query="[", by="regex")["error"]
    assert browser._vocabulary["name"] == "r50k_base"
    assert browser.ids == [], "positions in the other vocabulary mean nothing in this one"
    assert ask(browser, query="^ing$")["error"] is None
    assert browser.ids == [278]


@pytest.mark.parametrize(("alias", "name"), [("gpt2", "r50k_base"), ("openai:o200k_base", "o200k_base")])
def test_another_name_of_a_vocabulary_shows_the_same(alias: str, name: str) -> None:
    browser = VocabularyBrowser(alias, selected=262, compare="p50k_base", query=" world")
    drawn = [browser._vocabulary["name"], browser._details["vocabulary"], browser._found["vocabulary"]]
    assert [*drawn, browser._overlap["a"]] == [name] * 4
    assert browser._overlap["asked"] == {"model": alias, "compare": "p50k_base"}
    assert browser.ids == search_vocabulary(load_vocab(name), " world").ids.tolist()
    ask(browser, model="p50k_base", compare=alias)
    assert (browser._overlap["b"], browser._overlap["asked"]) == (
        name,
        {"model": "p50k_base", "compare": alias},
    )


@pytest.mark.parametrize("name", ["query", "word", "model", "compare", "part", "kind", "by"])
def test_lone_surrogates_are_answered(name: str) -> None:
    browser = VocabularyBrowser("r50k_base", compare="p50k_base")
    ask(browser, **{name: "a\ud800"})
    assert getattr(browser, name) == "a\ufffd"
    json.dumps(browser.get_state(["_status", name]), ensure_ascii=False).encode()
    browser = VocabularyBrowser("r50k_base", compare="p50k_base")
    word = base64.urlsafe_b64encode(zlib.compress(json.dumps({name: "a\ud800"}).encode())).decode()
    tell(browser, {"do": "link", "link": word.rstrip("=")})
    assert browser.model == ("a\ufffd" if name == "model" else "o200k_base")
    assert tell(browser, {"do": "link", "link": pack_state({"model": "r50k_base"})})["error"] is None


def test_an_answer_without_references_is_an_answer(monkeypatch) -> None:
    browser = VocabularyBrowser("r50k_base")
    monkeypatch.setattr(vocabulary_answer, "pack_state", lambda state: 1 // 0)
    assert "ZeroDivisionError" in ask(browser, query="^ing$", by="regex")["error"]
    assert browser.ids == [278], "the rest is still answered"


def test_a_list_is_drawn_even_if_another_thread_remembers_another_one(monkeypatch) -> None:
    class Overwritten:
        """Always holds what another thread has just written."""

        def __set__(self, owner: object, value: object) -> None:
            pass

        def __get__(self, owner: object, kind: type) -> object:
            return (), {"count": -1}

    monkeypatch.setattr(vocabulary_answer.Librarian, "_listed", Overwritten(), raising=False)
    browser = VocabularyBrowser("r50k_base", query=" world")
    assert browser._found["count"] == len(browser.ids) > 1


def test_unknown_names_are_errors_in_python() -> None:
    for wrong in (
        {"model": "nope"},
        {"compare": "nope"},
        {"by": "smell"},
        {"sort": "?"},
        {"part": "?"},
        {"qurey": "x"},
    ):
        with pytest.raises(UnknownNameError):
            VocabularyBrowser(**wrong)


def test_choosing_a_token_leaves_the_list_where_it_is() -> None:
    browser = VocabularyBrowser("r50k_base", query=" w.*d", by="regex")
    before = browser._found
    ask(browser, selected=995)
    assert browser._found is before, "a list that is sent again jumps to the top"
    details = browser._details
    assert (details["id"], details["hex"]) == (995, "20 77 6f 72 6c 64")
    assert details["pair"] == {"left": 476, "right": 335}
    assert [details["tree"]["nodes"][name][0] for name in ("token", "start", "end")] == [995, 0, 6]
    assert details["containing"]["count"] == len(search_vocabulary(load_vocab("r50k_base"), " world")) - 1
    ask(browser, selected=10**9)
    assert browser._details == {}


def test_overlap_marks_every_token_and_its_parts_can_be_listed() -> None:
    browser = VocabularyBrowser("r50k_base", compare="cl100k_base")
    one, other = load_vocab("r50k_base"), load_vocab("cl100k_base")
    overlap = compare_vocabularies(one, other)
    others = numbers(browser._overlap["others"])
    for token in (0, 995, 31373, 50256):
        found = other.find_token(one.token_bytes(token)) if token != 50256 else None
        assert others[token] == (0 if found is None else found + 1)
    for part, ids in {
        "same id": overlap.same_id,
        "another id": overlap.moved,
        "only here": overlap.only_a,
    }.items():
        ask(browser, part=part)
        assert browser.ids == ids.tolist()
        assert browser._overlap["moved"] == len(overlap.moved)
    ask(browser, query=" the", match="starts")
    assert set(browser.ids) <= set(overlap.only_a.tolist())
    ask(browser, compare="")
    assert browser._overlap == {}


def test_variants_and_statistics() -> None:
    browser = VocabularyBrowser("o200k_base", word="world")
    assert browser._variants[0]["ids"] == [24169]
    ask(browser, model="r50k_base")
    assert browser._variants[0]["ids"] == [6894]
    assert browser._statistics["special_tokens"] == [{"text": "<|endoftext|>", "id": 50256}]
    ask(browser, word="")
    assert browser._variants == []


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"model": "r50k_base", "query": "a \"b' \n", "match": "ends", "ignore_case": True, "glyphs": False},
        {
            "model": "p50k_edit",
            "compare": "r50k_base",
            "part": "only here",
            "sort": "characters",
            "descending": True,
        },
        {"model": "r50k_base", "selected": 995, "word": "naïve", "script": "Latin", "max_bytes": 4},
    ],
)
def test_state_code_and_link_make_the_same_view(state) -> None:
    browser = VocabularyBrowser(**state)
    again = eval(browser.to_code(), {"VocabularyBrowser": VocabularyBrowser})
    linked = VocabularyBrowser("cl100k_base", query="to be replaced", kind="word")
    tell(linked, {"do": "link", "link": browser._status["link"]})
    for copy in (VocabularyBrowser(**json.loads(json.dumps(browser.state))), again, linked):
        assert copy.state | {"glyphs": True} == browser.state | {"glyphs": True}
        assert copy.ids == browser.ids
        assert copy._details == browser._details
    names: dict[str, object] = {}
    exec(browser._status["code"].replace("search_vocabulary(tok", "ids = search_vocabulary(tok"), names)
    assert names["ids"].tolist() == browser.ids


@pytest.mark.parametrize("link", ["broken", pack_state({"query": 3})])
def test_a_bad_link_is_a_problem(browse, link: str) -> None:
    browser = VocabularyBrowser("r50k_base")
    assert browse(browser).tell("link", link=link)["problem"]
    assert browser.model == "r50k_base"


def test_ones_own_vocabulary_hostile_and_unreachable() -> None:
    tokens = [*(bytes([value]) for value in range(256)), HOSTILE.encode(), b"ab"]
    tok = wl.Tokenizer(
        UnifiedVocab(pack_tokens(tokens), pattern=r"\w+", name="mine", special_tokens={HOSTILE + "!": 400})
    )
    browser = VocabularyBrowser(tok, query="<img", selected=256, compare="r50k_base")
    assert browser.ids == [256, 400]
    again = eval(browser.to_code(), {"VocabularyBrowser": VocabularyBrowser, "tok": tok})
    assert again.state == browser.state
    assert "from_pretrained('mine')" not in browser._status["code"]
    assert browser._options["models"][0] == "mine"
    assert browser._details["is_reachable"] is False
    page = browser.export_html()
    state = page.split('id="state">')[1].split("</script>")[0]
    assert "<" not in state
    assert json.loads(state)["_statistics"]["special_tokens"][0]["text"] == HOSTILE + "!"
    assert "saved page" in json.loads(state)["_status"]["note"]


def test_long_searches_leave_the_loop_free_and_the_newest_wins() -> None:
    browser = VocabularyBrowser("o200k_base")
    seen: list[int] = []
    browser.observe(lambda change: seen.append(change["new"]["count"]), "_found")

    async def type_quickly() -> None:
        answers: list[Any] = []
        browser.send = lambda content, buffers=None: answers.append(content["ask"])
        for number, query in enumerate(("^(a|b)+$", "^(x|y)+$", "^(aa|bb)+c$"), start=1):
            state = {"query": query, "by": "regex"}
            browser._on_message(browser, {"do": "set", "ask": number, "state": state}, [])
        assert not seen, "a slow search does not block the loop"
        while not answers:
            await asyncio.sleep(0.01)
        assert answers == [1, 2, 3]  # overtaken questions are answered along with the newest

    asyncio.run(asyncio.wait_for(type_quickly(), 60))
    assert len(seen) == 1
    assert browser.ids == search_vocabulary(load_vocab("o200k_base"), "^(aa|bb)+c$", by="regex").ids.tolist()
    browser.close()


def test_the_page_can_be_asked_for() -> None:
    browser = VocabularyBrowser("r50k_base")
    heard: list[dict[str, str]] = []
    browser.send = lambda content, buffers=None: heard.append(content)
    browser._handle_custom_msg({"do": "page"}, [])
    assert heard[0]["page"].startswith("<!DOCTYPE html>")


@pytest.mark.deep
def test_the_explorer_draws_the_merges_of_the_pinned_token() -> None:
    explorer = Explorer("hello world<|endoftext|>")
    assert explorer._tree == {}
    explorer.selected = 1
    assert (explorer._tree["token"], explorer._tree["bytes"]) == (2375, b" world".hex())
    explorer.set_state({"text": "a world again"})
    assert explorer._tree["token"] == explorer.ids[1]
    explorer.set_state({"model": "gpt-17"})
    assert explorer._tree["token"] == explorer.ids[1], (
        "the tokens shown are the earlier ones, and so is the tree"
    )
    explorer.set_state({"model": "r50k_base"})
    assert explorer._tree["token"] == explorer.ids[1] == 995
    explorer.selected = 99
    assert explorer._tree == {}
    assert Explorer("hello world", selected=1)._tree["token"] == 2375
