"""The paper's tables 1 to 11 as data, and the same tables measured on this machine.

*wordchipper: Fast BPE Tokenization with Substitutable Internals* (C. Dunnivant, D. Tadjibaev). Figures called the
paper's were measured by its authors, on their machines, with an engine written in Rust.

>>> table = paper_table(3)
>>> table.caption[:22], table.rows[-1].name, table.rows[-1].figures[-3:]
('Corpus encoder effects', 'wcregex:bpe_backtrack', (11.4, 11.8, 1.03))
"""

from __future__ import annotations

from .findings import compare_in_words
from .here import here
from .machines import Machine, paper_machines
from .measuring import measure_table
from .side_by_side import side_by_side
from .tables import PAPER_TABLES, PaperRow, PaperTable, paper_table

__all__ = [
    "PAPER_TABLES",
    "Machine",
    "PaperRow",
    "PaperTable",
    "compare_in_words",
    "here",
    "measure_table",
    "paper_machines",
    "paper_table",
    "side_by_side",
]
