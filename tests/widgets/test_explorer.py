"""The Explorer without its page: state in, drawing and messages out."""

from __future__ import annotations

import base64
import json
import zlib

import pytest
import tiktoken
from traitlets import TraitError

import wordchipper_lab as wl
from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.lab import pack_state
from wordchipper_lab.screens.explorer import answer as explorer_answer
from wordchipper_lab.screens.explorer.answer import MAX_BYTES
from wordchipper_lab.widgets import Explorer


def packed(state: str) -> str:
    return base64.urlsafe_b64encode(zlib.compress(state.encode())).decode().rstrip("=")


HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "<!--",
    "\u202eabc\u2066",
    "\x00\x1b[31m",
    "'; DROP TABLE tokens; --",
    "a\ud800b",
    "{{7*7}} ${x}",
]


def test_the_first_view_needs_no_question() -> None:
    explorer = Explorer()
    assert explorer.ids == tiktoken.get_encoding("o200k_base").encode(explorer.text)
    assert explorer._status["error"] is None


@pytest.mark.parametrize("model", wl.Tokenizer.available_models())
def test_ids_are_tiktokens(browse, model: str) -> None:
    explorer = Explorer("")
    text = "Naïve don't 東京 👩‍💻 1234567\n\n  x"
    status = browse(explorer).ask(text=text, model=model)
    assert explorer.ids == tiktoken.get_encoding(model).encode(text)
    assert status["statistics"]["tokens"] == len(explorer.ids)


@pytest.mark.parametrize("lexer", wl.LEXERS)
@pytest.mark.parametrize("encoder", wl.ENCODERS)
def test_lexer_and_encoder_can_be_chosen(browse, lexer: str, encoder: str) -> None:
    explorer = Explorer("hello world", lexer="regex", encoder="buffer_sweep")
    browse(explorer).ask(lexer=lexer, encoder=encoder)
    assert (explorer._drawing["lexer"], explorer._drawing["encoder"]) == (lexer, encoder)
    assert explorer.ids == [24912, 2375]


def test_every_question_is_answered_even_without_a_change(browse) -> None:
    browser = browse(Explorer("hello"))
    assert browser.ask()["error"] is None
    assert browser.ask(text="hello")["error"] is None
    assert browser.tell("alive") == {"answered": "alive", "ask": 3, "problem": None}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_round_trips_and_never_leaves_a_saved_pages_script(browse, text: str) -> None:
    explorer = Explorer("")
    browse(explorer).ask(text=text)
    assert explorer.ids == wl.Tokenizer.from_pretrained("o200k_base").encode(text)
    assert explorer.text == text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    page = explorer.export_html()
    state = page.split('id="state">')[1].split("</script>")[0]
    assert "<" not in state
    assert json.loads(state)["text"] == explorer.text


def test_special_policies(browse) -> None:
    explorer = Explorer("a<|endoftext|>")
    assert explorer.ids[-1] == 199999
    status = browse(explorer).ask(special="text")
    assert 199999 not in explorer.ids
    assert status["policies"] == {"parse": 2, "text": 8, "error": None, "specials": {"<|endoftext|>": 1}}
    before = explorer.ids
    status = browse(explorer).ask(special="error")
    assert "<|endoftext|> at byte 1" in status["error"]
    assert explorer.ids == before
    assert status["policies"]["text"] == 8


@pytest.mark.parametrize(
    "change", [{"model": "gpt-17"}, {"lexer": "flex"}, {"encoder": "?"}, {"special": "maybe"}]
)
def test_an_unknown_name_is_a_message_in_the_page_and_an_error_in_python(browse, change) -> None:
    explorer = Explorer("hello")
    assert "expected one of" in browse(explorer).ask(**change)["error"]
    assert explorer.ids == [24912]
    with pytest.raises(UnknownNameError):
        Explorer("hello", **change)
    with pytest.raises(UnknownNameError, match="txet"):
        Explorer(txet="hello")


def test_a_text_beyond_the_limit_is_refused_and_kept(browse) -> None:
    explorer = Explorer("hello")
    status = browse(explorer).ask(text="a" * (MAX_BYTES + 1))
    assert f"{MAX_BYTES:,}" in status["error"]
    assert len(explorer.text) == MAX_BYTES + 1
    assert explorer.ids == [24912]


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"text": 'it\'s \\ "quoted"\n\u202e'},
        {"model": "r50k_base", "lexer": "regex", "encoder": "merge_heap", "special": "text", "glyphs": False},
        {"text": "x", "compare": ["r50k_base", "cl100k_base"]},
    ],
)
def test_state_and_code_make_the_same_view(state) -> None:
    explorer = Explorer(**state)
    saved = json.loads(json.dumps(explorer.state))
    again = eval(explorer.to_code(), {"Explorer": Explorer})
    for copy in (Explorer(**saved), again):
        assert copy.state == explorer.state
        assert copy._drawing == explorer._drawing
        assert copy._comparison == explorer._comparison


def test_the_code_shown_runs() -> None:
    explorer = Explorer("don't", model="cl100k_base", lexer="regex")
    names: dict[str, object] = {}
    exec(explorer._status["code"].replace("tok.encode", "ids = tok.encode"), names)
    assert names["ids"] == explorer.ids


def test_a_link_restores_the_view(browse) -> None:
    shared = Explorer("héllo", model="r50k_base", special="text")
    explorer = Explorer()
    assert browse(explorer).tell("link", link=pack_state(shared.state))["problem"] is None
    assert explorer.state == shared.state


@pytest.mark.parametrize("link", ["broken", pack_state({"text": 3}), pack_state({"compare": 3})])
def test_a_bad_link_is_a_problem_and_changes_nothing(browse, link: str) -> None:
    explorer = Explorer("hello")
    assert browse(explorer).tell("link", link=link)["problem"]
    assert explorer.ids == [24912]


def test_a_link_with_an_unknown_name_is_a_message(browse) -> None:
    explorer = Explorer("hello")
    assert browse(explorer).tell("link", link=pack_state({"model": "nope"}))["problem"] is None
    assert "unknown" in explorer._status["error"]


def test_comparison_rows_are_the_chosen_vocabularies(browse) -> None:
    explorer = Explorer("don't")
    browse(explorer).ask(compare=["r50k_base", "o200k_base"])
    assert [row["name"] for row in explorer._comparison] == ["r50k_base", "o200k_base"]
    assert [row["statistics"]["tokens"] for row in explorer._comparison] == [2, 1]
    browse(explorer).ask(compare=[])
    assert explorer._comparison == []


@pytest.mark.parametrize("name", ["model", "lexer", "encoder", "special", "compare"])
def test_lone_surrogates_are_answered(browse, name: str) -> None:
    explorer = Explorer("hello")
    value = ["\ud800"] if name == "compare" else "\ud800"
    page = browse(explorer)
    assert page.ask(**{name: value})["error"].encode()
    assert "\ufffd" in getattr(explorer, name)
    json.dumps(explorer.get_state(["_status", name]), ensure_ascii=False).encode()
    answer = page.tell("link", link=packed(json.dumps({name: value})))
    json.dumps([answer, explorer.get_state(["_status", name])], ensure_ascii=False).encode()


@pytest.mark.parametrize(("do", "field"), [("link", "link"), ("decode", "ids")])
def test_lone_surrogates_in_what_is_asked_for_are_answered(browse, do: str, field: str) -> None:
    answer = browse(Explorer("hello")).tell(do, **{field: "\ud800"})
    assert (answer["problem"] or answer["error"]).encode()


def test_an_answer_without_code_is_an_answer(browse, monkeypatch) -> None:
    explorer = Explorer("hello")
    monkeypatch.setattr(explorer_answer, "_script_of", lambda question: 1 // 0)
    status = browse(explorer).ask(text="world")
    assert "ZeroDivisionError" in status["error"]


def test_decode_box(browse) -> None:
    page = browse(Explorer())
    assert page.tell("decode", ids="[24912, 2375]") == {
        "answered": "decode",
        "ask": 1,
        "problem": None,
        "text": "hello world",
        "valid": True,
        "hex": "68 65 6c 6c 6f 20 77 6f 72 6c 64",
    }
    assert "item 2 is 'x'" in page.tell("decode", ids="24912 x")["error"]


def test_ones_own_tokenizer(browse) -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base", lexer="regex", encoder="tail_sweep")
    explorer = Explorer("hello world", tok)
    assert explorer._options["own"] == [tok.name]
    assert (explorer.lexer, explorer.encoder) == ("regex", "tail_sweep")
    assert explorer.ids == tok.encode("hello world")
    browse(explorer).ask(model="o200k_base")
    assert explorer.ids == [24912, 2375]


def test_traits_refuse_other_types() -> None:
    explorer = Explorer("hello")
    with pytest.raises(TraitError):
        explorer.text = 3


def test_the_branch_that_made_the_pinned_span() -> None:
    explorer = Explorer("hello  world<|endoftext|>", model="cl100k_base", selected=0)
    assert explorer._tree["branch"] == r"2: [^\r\n\p{L}\p{N}]?+\p{L}++"
    explorer.selected = 1  # the first of two spaces: the second goes to the word
    assert explorer._tree["branch"] == r"7: \s+(?!\S)"
    explorer.selected = 3  # a special token
    assert explorer._tree["branch"] == ""
    explorer.close()
