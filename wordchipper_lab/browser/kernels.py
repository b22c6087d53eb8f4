"""Which kernels the browser gets, under which names."""

from __future__ import annotations

from collections.abc import Mapping

from ..kernels.linked.codes import CLOSE, NONE, OPEN
from ..linking.entries import Entry

__all__ = ["KERNELS", "choose_entries"]

_ENCODERS = (
    "buffer_sweep",
    "tail_sweep",
    "merge_heap",
    "priority_merge",
    "bpe_backtrack",
    "shift_reduce",
    "greedy_left",
)

KERNELS: dict[str, str] = {
    "encode_documents": "encoders.engine.encode_documents",
    "encode_spans": "encoders.encode_spans.encode_spans",
    "scan_spans": "spanners.vector.vector_kernel.scan_spans",
    "scan_marking": "spanners.automaton.memo_scan.scan_marking",
    "scan_roles": "spanners.logos.repair_machine.scan_roles",
    "scan_roles_traced": "spanners.logos.repair_machine.scan_roles",
    "mark_regions": "spanners.special_tokens.mark_regions",
    "link_special_tokens": "spanners.special_automaton._link_nodes",
    "insert_spans": "kernels.tables.insert_spans",
    "find_span": "kernels.tables.find_span",
    "find_pair": "kernels.tables.find_pair",
    "derive_pairs": "vocab.pairs.derive_pairs",
    "derive_pairs_in_rank_order": "vocab.pairs.derive_pairs_in_rank_order",
    "insert_splits": "vocab.pairs.insert_splits",
    "find_last_merges": "vocab.merge_ranks._find_last_merges",
    "tabulate_byte_pairs": "vocab.pairs.tabulate_byte_pairs",
    "find_tokens": "vocab.overlap.find_tokens",
    "fill_trie": "kernels.trie._fill_trie",
    "is_crowded": "kernels.memo.is_crowded",
    "move_entries": "kernels.memo.move_entries",
    "make_memo_ready": "encoders.span_memo.make_ready",
    "is_crowded_long": "kernels.long_memo.is_crowded_long",
    "copy_ring": "kernels.long_memo.copy_ring",
    "move_slots": "kernels.long_memo.move_slots",
    "measure_tokens": "decoders.gather.measure_tokens",
    "copy_tokens": "decoders.gather.copy_tokens",
    "count_stretch": "training.fast.count_kernels.count_stretch",
    "count_whole": "training.fast.count_kernels.count_whole",
    "fill_slots": "training.fast.count_table.fill_slots",
    "write_records": "training.fast.count_table.write_records",
    "lay_out": "training.fast.trainer_arrays._lay_out",
    "register_pairs": "training.fast.register_pairs.register_pairs",
    "train": "training.fast.train_kernel.train",
    "train_forced_traced": "training.fast.train_kernel.train_forced",
    "find_trained_pair": "training.fast.train_kernel.find_pair",
    "settle": "training.fast.pair_heap.settle",
    "count_stale": "training.fast.pair_heap.count_stale",
    "compact": "training.fast.compact.compact",
    "write_sequences": "training.fast.train_kernel.write_sequences",
    **{name: f"encoders.{name}.{name}" for name in _ENCODERS},
    **{f"{name}_traced": f"encoders.{name}.{name}" for name in _ENCODERS},
}
"""Name in the module -> ``module.function`` within the package. One that ends in ``_traced`` takes a trace."""

_TRACED = "_traced"
_TRACE = f"{OPEN}lll{CLOSE}"


def choose_entries(found: Mapping[tuple[str, str], Entry]) -> dict[str, Entry]:
    """The entry of each of `KERNELS`; raises ``LookupError`` if one is missing, or if its types are not certain."""
    package = __package__.partition(".")[0]
    chosen: dict[str, Entry] = {}
    for name, kernel in KERNELS.items():
        of_kernel = [entry for (found_name, _), entry in found.items() if found_name == f"{package}.{kernel}"]
        ends = _TRACE if name.endswith(_TRACED) else NONE
        fits = [entry for entry in of_kernel if entry.letters.endswith(ends)] or of_kernel
        if len(fits) != 1:
            raise LookupError(
                f"{kernel} was compiled for {len(fits)} combinations of types: expected one for {name}"
            )
        chosen[name] = fits[0]
    return chosen
