"""A table exported as Markdown, CSV or records comes back whole."""

from __future__ import annotations

import csv
import io
import re

from wordchipper_lab.lab.reports import Table, format_cell

TABLE = Table(
    "Speed <b>",
    ("Name", "MB/s", "Exact", "Rounds"),
    (("a|b", 101.25, True, 5), ("c\\|d\ne", 0.333333, None, None), ('say "x", y', None, False, 1234)),
    "A note | with a bar.",
)


def unescaped(line: str) -> list[str]:
    cells = re.split(r"(?<!\\)(?:\\\\)*\|", line.strip())[1:-1]
    return [re.sub(r"\\(.)", r"\1", cell.strip()) for cell in cells]


def test_markdown_has_every_cell_in_its_place() -> None:
    lines = TABLE.to_markdown().splitlines()
    assert lines[0] == r"**Speed \<b>**"
    assert lines[-1] == r"A note \| with a bar."
    rows = [unescaped(line) for line in lines[2:-2]]
    assert rows[0] == list(TABLE.columns)
    assert rows[2:] == [
        ["a|b", "101.2", "yes", "5"],
        ["c\\|d e", "0.33", "", ""],
        ['say "x", y', "", "no", "1,234"],
    ]
    assert len({len(line) for line in lines[2:-2]}) == 1


def test_markdown_aligns_numbers_to_the_right_and_words_to_the_left() -> None:
    rule = TABLE.to_markdown().splitlines()[3]
    assert [cell.strip().endswith(":") for cell in rule.split("|")[1:-1]] == [False, True, False, True]


def test_csv_keeps_numbers_whole_and_blanks_empty() -> None:
    rows = list(csv.reader(io.StringIO(TABLE.to_csv())))
    assert rows[0] == list(TABLE.columns)
    assert rows[1] == ["a|b", "101.25", "True", "5"]
    assert rows[2] == ["c\\|d\ne", "0.333333", "", ""]
    assert rows[3] == ['say "x", y', "", "False", "1234"]


def test_records_name_each_cell() -> None:
    assert TABLE.to_records()[0] == {"Name": "a|b", "MB/s": 101.25, "Exact": True, "Rounds": 5}


def test_numbers_are_rounded_for_reading() -> None:
    given = [0.0, 0.05, 0.955, 9.99, 10.04, 999.94, 1000.4, -2.5, 12345]
    assert [format_cell(value) for value in given] == [
        "0.00", "0.05", "0.95", "9.99", "10.0", "999.9", "1,000", "-2.50", "12,345",
    ]  # fmt: skip
