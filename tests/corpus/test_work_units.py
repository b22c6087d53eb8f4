"""A corpus divided into units: read separately, they give the spans of the whole, wherever it is divided."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.corpus.work_units import ParquetRows, TextStretch, group_units, plan_units
from wordchipper_lab.errors import InputError
from wordchipper_lab.spanners.cut_rule import CutRule
from wordchipper_lab.training.count_corpus import build_spanner
from wordchipper_lab.training.count_spans import count_spans_reference

SPECIALS = ("<s>", "<s><s>", "a 1", " \n ")
PATTERNS = {
    name: build_spanner(name, SPECIALS)
    for name in ("r50k_base", "cl100k_base", "o200k_base", "llama3", r"\w+ ?\w*|\s+(?!\S)|[^\w\s]+")
}
WORDS = [
    "a",
    "ab",
    "é",
    "日本",
    "👍",
    " ",
    "  ",
    "\n",
    "\r\n",
    "1",
    "'s",
    "<s>",
    "s>",
    "<",
    "a 1",
    ".",
    "\u0301",
]


def read_back(path: Path, spanner, unit_bytes: int) -> tuple[list, list[str]]:
    units = list(plan_units([path], CutRule.of(spanner), unit_bytes=unit_bytes))
    return units, [text for unit in units for texts in unit.read() for text in texts.texts]


@pytest.mark.parametrize("pattern", PATTERNS)
@settings(max_examples=60)
@given(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=40), unit_bytes=st.integers(1, 60))
def test_stretches_have_the_spans_of_the_file(tmp_path_factory, pattern, words, unit_bytes) -> None:
    text, spanner = "".join(words), PATTERNS[pattern]
    path = tmp_path_factory.mktemp("units") / "text"
    path.write_bytes(text.encode())
    units, texts = read_back(path, spanner, unit_bytes)
    assert "".join(texts) == text
    assert count_spans_reference(texts, spanner).to_dict() == count_spans_reference([text], spanner).to_dict()
    assert len(units) == max(1, -(-len(text.encode()) // unit_bytes))


def test_a_cut_is_found_beyond_the_first_small_read(tmp_path: Path) -> None:
    text = "x" * 10_000 + " " + "é" * 30_000 + " end"
    (tmp_path / "text").write_text(text)
    units, _ = read_back(tmp_path / "text", PATTERNS["o200k_base"], 5_000)
    parts = ["".join(text for texts in unit.read() for text in texts.texts) for unit in units]
    assert [part for part in parts if part] == ["x" * 10_000, " " + "é" * 30_000, " end"]


def test_a_file_without_cuts_stays_whole(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("word " * 1000)
    for spanner in (build_spanner(r"\w+|\s", ()), build_spanner("r50k_base", ("\ufffd",))):
        units, texts = read_back(tmp_path / "text", spanner, 100)
        assert len(units) == 1
        assert "".join(texts) == "word " * 1000


def test_what_is_not_utf8_is_told_with_its_place(tmp_path: Path) -> None:
    data = b"word " * 1000 + b"\xff" + b" word" * 1000
    (tmp_path / "text").write_bytes(data)
    units = list(plan_units([tmp_path / "text"], CutRule.of(PATTERNS["o200k_base"]), unit_bytes=600))
    with pytest.raises(InputError, match="text is not UTF-8 at byte 5000 "):
        [list(unit.read()) for unit in units]
    replaced = "".join(text for unit in units for texts in unit.read("replace") for text in texts.texts)
    assert replaced == data.decode(errors="replace")


def test_a_file_that_was_changed_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("word " * 10)
    (unit,) = plan_units([tmp_path / "text"], CutRule.of(PATTERNS["o200k_base"]), unit_bytes=600)
    (tmp_path / "text").write_text("word " * 11)
    with pytest.raises(InputError, match=r"changed while it was read: its size was 50 bytes"):
        list(unit.read())


ROWS = ["", "one", None, "two\n", "", "é" * 900, "", None] * 333


@pytest.mark.sampled("[97]")
@pytest.mark.parametrize("unit_bytes", [1, 97, 1 << 20])
def test_rows_of_parquet_files_are_documents_each(tmp_path: Path, unit_bytes: int) -> None:
    path = tmp_path / "texts.parquet"
    pq.write_table(pa.table({"t": ROWS}), path, row_group_size=100)
    plan = plan_units(
        [path], CutRule("", ()), unit_bytes=max(unit_bytes, path.stat().st_size // 300), column="t"
    )
    units = list(plan)
    found = [
        (texts.row + i, text) for unit in units for texts in unit.read() for i, text in enumerate(texts.texts)
    ]
    assert found == [(i, text or "") for i, text in enumerate(ROWS)]
    assert sum(unit.stored for unit in units) == path.stat().st_size
    assert sum(texts.stored for unit in units for texts in unit.read()) == path.stat().st_size


def test_small_units_go_together_and_parts_alone() -> None:
    rule = CutRule("", ())
    small = [TextStretch(f"{i}", 0, 40, 40, rule) for i in range(5)]
    parts = [TextStretch("big", i * 100, (i + 1) * 100, 200, rule) for i in range(2)]
    rows = ParquetRows("rows", "text", 0, 5, 30)
    groups = list(group_units([*small, *parts, rows, small[0]], 100))
    assert groups == [tuple(small[:3]), tuple(small[3:]), (parts[0],), (parts[1],), (rows, small[0])]


def test_files_that_are_missing_or_no_parquet(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(plan_units([tmp_path / "none"], CutRule("", ()), unit_bytes=1))
    (tmp_path / "x.parquet").write_text("not")
    with pytest.raises(InputError, match="cannot be read as a Parquet file"):
        list(plan_units([tmp_path / "x.parquet"], CutRule("", ()), unit_bytes=1))
