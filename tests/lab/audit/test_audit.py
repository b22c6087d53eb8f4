"""Audits of tokenizers in which one thing is wrong, and of the bundled ones."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from wordchipper_lab import Tokenizer
from wordchipper_lab.errors import ArgumentTypeError, UnknownNameError, VocabFormatError, WorkLimitError
from wordchipper_lab.lab import Finding, TokenizerAudit, audit_file, audit_tokenizer
from wordchipper_lab.lab.audit.findings_page import FINDINGS, findings_page
from wordchipper_lab.lab.audit.slow_engines import ENGINES, Repeated
from wordchipper_lab.lab.audit.slow_patterns import slow_texts
from wordchipper_lab.vocab.merge_ranks import rank_by_merges
from wordchipper_lab.vocab.pipeline import AddedToken, NormalizerStep, Pipeline
from wordchipper_lab.vocab.unified import UnifiedVocab

BYTES = {bytes([value]): value for value in range(256)}
WORDS = r"\S+|\s+"


@cache
def bundled(name: str) -> TokenizerAudit:
    return audit_tokenizer(Tokenizer.from_pretrained(name))


def tokenizer(
    *merges: tuple[bytes, bytes], also: tuple[bytes, ...] = (), pattern: str = WORDS, **more: Any
) -> Tokenizer:
    """Merges in their order; `also` are entries that get ids before what is merged."""
    ids = dict(BYTES)
    for token in (*also, *(left + right for left, right in merges)):
        ids.setdefault(token, len(ids))
    whole_spans = more.pop("whole_spans", False)
    ranked = rank_by_merges("mine", ids, merges, whole_spans=whole_spans)
    return Tokenizer(UnifiedVocab(ranked, pattern=pattern, name="mine", **more))


def found(audit: TokenizerAudit, kind: str) -> Finding:
    json.dumps(audit.to_json())
    assert kind in str([finding.kind for finding in audit.findings])
    return next(finding for finding in audit.findings if finding.kind == kind)


def kinds(audit: TokenizerAudit) -> list[str]:
    return [finding.kind for finding in audit.findings if finding.severity != "note"]


# -- entries ------------------------------------------------------------------------------------------------


def test_an_entry_that_merging_never_makes() -> None:
    tok = tokenizer((b"b", b"c"), (b"a", b"b"), also=(b"abc",))
    finding = found(audit_tokenizer(tok), "entries that nothing produces")
    (example,) = finding.examples
    assert (finding.severity, finding.count, finding.text) == ("warning", 1, "abc")
    assert (example.id, example.ids) == (256, tuple(tok.encode("abc")))
    assert example.tokens == (b"a", b"bc")
    assert example.merges == ((b"b", b"c"),)
    assert "'abc' (id 256): is encoded to 'a' 'bc'; merges: 'b' + 'c'" in str(finding)


def test_an_entry_that_only_a_whole_span_becomes() -> None:
    tok = tokenizer((b"b", b"c"), also=(b"abc", b"a b"), whole_spans=True)
    audit = audit_tokenizer(tok)
    whole = found(audit, "entries that only whole spans become")
    assert (whole.severity, whole.count, whole.text) == ("note", 1, "abc")
    assert whole.examples[0].ids == (256,)
    assert found(audit, "entries that nothing produces").examples[0].data == b"a b"


def test_an_entry_that_the_pattern_cuts() -> None:
    tok = tokenizer((b"a", b" "), (b"a", b"b"))
    finding = found(audit_tokenizer(tok), "entries that the split pattern cuts")
    assert (finding.count, finding.text, finding.examples[0].tokens) == (1, "a ", (b"a", b" "))
    assert "cuts every text that contains the bytes of 1 entry" in finding.message


def test_an_entry_whose_bytes_always_merge_with_others() -> None:
    tok = tokenizer((b"b", b"c"), (b"a", b"b"), pattern="abc|[^a]")
    finding = found(audit_tokenizer(tok), "entries whose bytes always merge with others")
    assert (finding.count, finding.examples[0].data) == (1, b"ab")
    assert "1 entry of the vocabulary is made by merging its bytes alone" in finding.message


def test_the_one_unused_entry_of_o200k() -> None:
    finding = found(bundled("o200k_base"), "entries whose bytes always merge with others")
    assert (finding.count, finding.examples[0].id, finding.examples[0].data) == (1, 439, b"\xd0\xbe\xd0")
    tok = Tokenizer.from_pretrained("o200k_base")
    letters = [chr(code) for code in range(0x400, 0x480)]
    texts = [
        f"{before}\u043e{one}{behind}"
        for one in letters
        for before in ("", " ", "\u043d")
        for behind in ("", "\u0430")
    ]
    assert not any(439 in tok.encode(text) for text in texts)


def test_bytes_outside_utf8_are_a_note() -> None:
    finding = found(bundled("r50k_base"), "entries that are in no UTF-8")
    assert (finding.severity, finding.count, finding.text) == ("note", 13, None)


# -- merges against ranks -----------------------------------------------------------------------------------


def test_merges_and_vocabulary_in_another_order() -> None:
    tok = tokenizer((b"b", b"c"), (b"a", b"b"), also=(b"ab",))
    finding = found(audit_tokenizer(tok), "merges and vocabulary differ in order")
    assert (finding.text, finding.examples[0].tokens) == ("abc", (b"a", b"bc"))
    assert "by the vocabulary's order: 256 99" in str(finding)


def test_an_entry_that_only_the_vocabulary_s_order_makes() -> None:
    tok = tokenizer((b"b", b"c"), also=(b"ab",))
    assert found(audit_tokenizer(tok), "merges and vocabulary differ in order").text == "ab"


def test_the_same_order() -> None:
    assert kinds(audit_tokenizer(tokenizer((b"a", b"b"), (b"ab", b"c")))) == []


# -- texts that are lost ------------------------------------------------------------------------------------


def test_gaps() -> None:
    audit = audit_tokenizer(tokenizer((b"a", b"b"), pattern=r"\w+|\s+"))
    finding = found(audit, "text that no span contains")
    assert (finding.severity, len(finding.text or ""), finding.examples[0].ids) == ("error", 1, ())
    assert not any("comes back" in fact for fact in audit.proved)


def test_a_gap_that_needs_more_than_one_character() -> None:
    finding = found(audit_tokenizer(tokenizer(pattern=r"a+b|[^a]")), "text that no span contains")
    assert finding.text == "a"


@pytest.mark.parametrize(
    ("kind", "text"), [("NFC", "A\u0301"), ("Lowercase", "A"), ("NFKC", "\u00a0"), ("Strip", "\t")]
)
def test_normalizers(kind, text) -> None:
    tok = tokenizer((b"a", b"b"), pipeline=Pipeline(normalizer=(NormalizerStep(kind),)))
    finding = found(audit_tokenizer(tok), "texts that the normalizer changes")
    assert (finding.severity, finding.text) == ("warning", text)
    assert kind in finding.message


def test_a_byte_without_a_token() -> None:
    missing = (b"\xc3", b"\xa9")
    ids = {token: number for token, number in BYTES.items() if token not in missing} | {b"?!": 256}
    ranked = rank_by_merges("mine", ids, [], unknown=256)
    audit = audit_tokenizer(Tokenizer(UnifiedVocab(ranked, pattern=WORDS, name="mine")))
    finding = found(audit, "bytes without a token of their own")
    assert (finding.severity, finding.count) == ("error", 2)
    assert {example.data for example in finding.examples} == set(missing)
    assert found(audit, "texts that do not come back").text == "\u00e9"
    assert "entries that nothing produces" not in kinds(audit)


def test_what_is_known_to_come_back() -> None:
    for name in ("r50k_base", "o200k_base"):
        assert "every text comes back when its ids are decoded" in bundled(name).proved


# -- special tokens -----------------------------------------------------------------------------------------


def test_special_tokens_in_each_other_s_way() -> None:
    specials = {"<s>": 300, "<s>>": 301, ">x": 302, "same": 303, "other": 303, "ab": 304}
    audit = audit_tokenizer(tokenizer((b"a", b"b"), special_tokens=specials))
    within = found(audit, "special tokens within others")
    assert (within.count, within.text, within.examples[0].ids) == (1, "<s>>", (301,))
    overlap = found(audit, "special tokens that overlap")
    assert overlap.text in ("<s>x", "<s>>x")
    assert overlap.examples[0].ids == tuple(
        Tokenizer.encode(tokenizer((b"a", b"b"), special_tokens=specials), overlap.text)
    )
    shared = found(audit, "special tokens that share an id")
    assert (shared.count, shared.text) == (1, "other")
    assert "'other' is encoded to 'same'" in str(shared)
    assert found(audit, "special tokens that are ordinary ones, too").examples[0].text == "ab"


def test_added_tokens_that_are_not_special_count_too() -> None:
    added = (AddedToken("ab", 300, special=False), AddedToken("abc", 301, special=False))
    specials = {token.text: token.id for token in added}
    tok = tokenizer(special_tokens=specials, pipeline=Pipeline(added_tokens=added))
    assert found(audit_tokenizer(tok), "special tokens within others").count == 1


@pytest.mark.deep
def test_harmony_has_two_names_for_one_id() -> None:
    finding = found(bundled("o200k_harmony"), "special tokens that share an id")
    assert (finding.count, finding.text) == (1, "<|reserved_200018|>")


# -- slow patterns ------------------------------------------------------------------------------------------


@pytest.mark.deep
@pytest.mark.parametrize(("pattern", "unit"), [("(a+)+!|[^!]", "a"), (r"(?:\s|\s\s)+!|\S|\s", " ")])
def test_patterns_that_never_end(pattern, unit) -> None:
    (slow, *_) = slow_texts(pattern, ENGINES["regex"](pattern))
    assert slow.texts[0].unit == unit
    assert slow.seconds[-1] == float("inf")
    assert "gives up" in str(slow)


@pytest.mark.deep
@pytest.mark.parametrize("pattern", [r"\w+\s*=|\w|\s|.", r"(?:\w+ )*=|\w|\s|."])
def test_patterns_that_take_quadratic_time(pattern) -> None:
    (slow, *_) = slow_texts(pattern, ENGINES["regex"](pattern))
    assert len(slow.texts) > 2


@pytest.mark.deep
def test_oniguruma_gives_up_in_another_process() -> None:
    pytest.importorskip("tokenizers")
    measured = ENGINES["oniguruma"]("(a+)+!|[^!]").measure([Repeated("b", 5, ""), Repeated("a", 40, "")], 5.0)
    assert measured[1] == float("inf")
    assert measured[0] < 1


class Growing:
    """An engine that takes a given time for a given length."""

    def __init__(self, *slow: str, power: float) -> None:
        self.slow, self.power = slow, power

    def measure(self, texts: list[Repeated], most: float) -> list[float]:
        sizes = [(len(text.text), text.unit in self.slow) for text in texts]
        return [1e-7 * n**self.power if slow else 1e-7 * n for n, slow in sizes]


def test_only_what_grows_faster_than_the_text_is_slow() -> None:
    assert slow_texts(WORDS, Growing(power=1.0)) == []
    (slow,) = slow_texts(WORDS, Growing("a", power=2.0))
    assert (slow.texts[0].unit, len(slow.texts)) == ("a", 4)
    assert slow_texts(WORDS, Growing("a", power=1.3)) == []


def test_a_slow_pattern_is_an_error_if_the_tokenizer_uses_the_regex_lexer(monkeypatch) -> None:
    monkeypatch.setitem(ENGINES, "regex", lambda pattern: Growing("a", power=2.0))
    monkeypatch.delitem(ENGINES, "oniguruma")
    for lexer, severity in (("regex", "error"), ("automaton", "warning")):
        audit = audit_tokenizer(Tokenizer(tokenizer().vocab, lexer=lexer))
        finding = found(audit, "patterns that are slow on some text")
        assert (finding.severity, finding.count, (finding.text or "")[:2]) == (severity, 1, "aa")
        assert "takes regex more than linear time" in finding.message


# -- the audit as a whole -----------------------------------------------------------------------------------


def test_findings_are_sorted_and_json() -> None:
    audit = bundled("o200k_base")
    order = [("error", "warning", "note").index(finding.severity) for finding in audit.findings]
    assert order == sorted(order)
    written = json.loads(json.dumps(audit.to_json()))
    assert written["counts"] == {"error": 0, "warning": 1, "note": 3}
    assert written["findings"][0]["examples"][0]["bytes"] == "d0bed0"
    assert str(audit).startswith("o200k_base: 0 errors, 1 warning, 3 notes")
    assert audit.seconds < 60


def test_bad_arguments_and_being_stopped() -> None:
    with pytest.raises(ArgumentTypeError):
        audit_tokenizer("r50k_base")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError):
        bundled("r50k_base").of("fatal")  # type: ignore[arg-type]
    with pytest.raises(WorkLimitError, match="stopped"):
        audit_tokenizer(tokenizer(), should_stop=lambda: True)


def _as_json(tok: Tokenizer, path) -> dict[str, Any]:
    tok.save(path)
    return json.loads(path.read_text(encoding="utf-8"))


def test_files(tmp_path) -> None:
    path = tmp_path / "tokenizer.json"
    content = _as_json(Tokenizer.from_pretrained("r50k_base"), path)
    config = {"clean_up_tokenization_spaces": True}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
    audit = audit_file(path)
    assert found(audit, "spaces that are removed after decoding").text == " ."
    assert [finding.kind for finding in audit.of("error")] == []
    del content["model"]["vocab"]["!"]
    content["model"]["merges"] = [pair for pair in content["model"]["merges"] if "!" not in "".join(pair)]
    path.write_text(json.dumps(content), encoding="utf-8")
    (finding,) = audit_file(path).findings
    assert (finding.kind, finding.severity) == ("vocabularies that cannot be used", "error")
    path.write_text("{", encoding="utf-8")
    with pytest.raises(VocabFormatError):
        audit_file(path)


@pytest.mark.deep
def test_the_findings_page_is_current() -> None:
    assert FINDINGS.read_text(encoding="utf-8") == findings_page(), "run: python -m wordchipper_lab.lab.audit"


def test_the_findings_page_has_what_audits_of_two_vocabularies_find() -> None:
    page = FINDINGS.read_text(encoding="utf-8")
    for name in ("r50k_base", "o200k_base"):
        for finding in bundled(name).findings:
            assert f"- **{finding.severity}**: {finding.message}" in page
