// Written by `python -m wordchipper_lab.browser.build`, from the layouts that the kernels are compiled with.

export const KERNELS = {
  "encode_documents": "kllkkytt",
  "encode_spans": "k(BILLIIILBIIlIL)(BILI)kBklBk(LlL(LBl))(lIliiLLLILLLl)Ill",
  "scan_spans": "kBlBllB(lB(IHBIHl))",
  "scan_marking": "kBlBllBk(IHBIHl)Bkk",
  "scan_roles": "kBlBllBIIHBkn",
  "scan_roles_traced": "kBlBllBIIHBk(lll)",
  "mark_regions": "kBl(LBiiik)kklBl",
  "link_special_tokens": "kLBiIIiiiiB",
  "insert_spans": "kLBIk",
  "find_span": "kLBIBkk",
  "find_pair": "kLkk",
  "derive_pairs": "kLBIILI(lllLL)",
  "derive_pairs_in_rank_order": "kLBIILI(lllLL)",
  "insert_splits": "nLI",
  "find_last_merges": "nBIIlllLll(lllLL)",
  "tabulate_byte_pairs": "nLII",
  "find_tokens": "nLBIBIl",
  "fill_trie": "kBIlLBIIIll",
  "is_crowded": "tLl",
  "move_entries": "nLLlt",
  "make_memo_ready": "tLklBBIIll",
  "is_crowded_long": "t(LBl)",
  "copy_ring": "n(LBl)(LBl)",
  "move_slots": "n(LBl)(LBl)",
  "measure_tokens": "pIl",
  "copy_tokens": "nIBlB",
  "count_stretch": "kBlBlklBl(iLBl)(lB(IHBIHl))",
  "count_whole": "kBlll(iLBl)",
  "fill_slots": "n(iLBl)",
  "write_records": "k(iLBl)Bll",
  "lay_out": "nil(liilillBiiiilliiiilLii)",
  "register_pairs": "k(liilillBiiiilliiiilLii)lk",
  "train": "k(liilillBiiiilliiiilLii)ln",
  "train_forced_traced": "k(liilillBiiiilliiiilLii)l(lll)",
  "find_trained_pair": "k(liilillBiiiilliiiilLii)kk",
  "settle": "k(liilillBiiiilliiiilLii)",
  "count_stale": "k(liilillBiiiilliiiilLii)",
  "compact": "n(liilillBiiiilliiiilLii)",
  "write_sequences": "k(liilillBiiiilliiiilLii)il",
  "buffer_sweep": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)n",
  "tail_sweep": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)n",
  "merge_heap": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)n",
  "priority_merge": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)n",
  "bpe_backtrack": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)n",
  "shift_reduce": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)n",
  "greedy_left": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)n",
  "buffer_sweep_traced": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)(lll)",
  "tail_sweep_traced": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)(lll)",
  "merge_heap_traced": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)(lll)",
  "priority_merge_traced": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)(lll)",
  "bpe_backtrack_traced": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)(lll)",
  "shift_reduce_traced": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)(lll)",
  "greedy_left_traced": "k(BILLIIILBIIlIL)BkkIk(lIliiLLLILLLl)(lll)"
};

export const TABLES = [
  [
    "vocab.token_data",
    "uint8"
  ],
  [
    "vocab.token_starts",
    "uint32"
  ],
  [
    "vocab.spans",
    "uint64"
  ],
  [
    "vocab.pairs",
    "uint64"
  ],
  [
    "vocab.byte_tokens",
    "uint32"
  ],
  [
    "vocab.splits",
    "uint32"
  ],
  [
    "vocab.next_prefix",
    "uint32"
  ],
  [
    "vocab.children",
    "uint64"
  ],
  [
    "vocab.edge_bytes",
    "uint8"
  ],
  [
    "vocab.longest_tokens",
    "uint32"
  ],
  [
    "vocab.two_bytes",
    "uint32"
  ],
  [
    "vocab.longest_token",
    "int64"
  ],
  [
    "vocab.byte_pairs",
    "uint32"
  ],
  [
    "vocab.characters",
    "uint64"
  ],
  [
    "specials.data",
    "uint8"
  ],
  [
    "specials.starts",
    "uint32"
  ],
  [
    "specials.spans",
    "uint64"
  ],
  [
    "specials.ids",
    "uint32"
  ],
  [
    "lexer.family",
    "int64"
  ],
  [
    "lexer.classes",
    "uint8"
  ],
  [
    "lexer.automaton.transitions",
    "uint32"
  ],
  [
    "lexer.automaton.pages",
    "uint16"
  ],
  [
    "lexer.automaton.cells",
    "uint8"
  ],
  [
    "lexer.automaton.pair_steps",
    "uint32"
  ],
  [
    "lexer.automaton.pair_classes",
    "uint16"
  ],
  [
    "lexer.automaton.n_columns",
    "int64"
  ],
  [
    "special_automaton.children",
    "uint64"
  ],
  [
    "special_automaton.edge_bytes",
    "uint8"
  ],
  [
    "special_automaton.roots",
    "int32"
  ],
  [
    "special_automaton.nodes",
    "int32"
  ],
  [
    "special_automaton.listed",
    "int32"
  ],
  [
    "special_automaton.first",
    "int64"
  ],
  [
    "ids",
    "uint32"
  ]
];

export const WORK = [
  [
    "ends",
    "int64"
  ],
  [
    "kinds",
    "uint8"
  ],
  [
    "progress",
    "int64"
  ],
  [
    "state",
    "int64"
  ],
  [
    "short_text",
    "uint8"
  ],
  [
    "text",
    "uint8"
  ],
  [
    "document_ends",
    "int64"
  ],
  [
    "offsets",
    "int64"
  ],
  [
    "one_end",
    "int64"
  ],
  [
    "two_offsets",
    "int64"
  ],
  [
    "tokens",
    "uint32"
  ],
  [
    "memo.short",
    "uint64"
  ],
  [
    "memo.used",
    "int64"
  ],
  [
    "memo.staged",
    "uint64"
  ],
  [
    "memo.long.slots",
    "uint64"
  ],
  [
    "memo.long.ring",
    "uint8"
  ],
  [
    "memo.long.used",
    "int64"
  ],
  [
    "span_work.capacity",
    "int64"
  ],
  [
    "span_work.working",
    "uint32"
  ],
  [
    "span_work.ranks",
    "int64"
  ],
  [
    "span_work.previous",
    "int32"
  ],
  [
    "span_work.following",
    "int32"
  ],
  [
    "span_work.heap_keys",
    "uint64"
  ],
  [
    "span_work.heap_pairs",
    "uint64"
  ],
  [
    "span_work.bits",
    "uint64"
  ],
  [
    "span_work.short",
    "uint32"
  ],
  [
    "span_work.waiting",
    "uint64"
  ],
  [
    "span_work.steps",
    "uint64"
  ],
  [
    "span_work.own",
    "uint64"
  ],
  [
    "span_work.plug",
    "int64"
  ]
];

export const TUPLES = {
  "VocabTables": [
    "token_data",
    "token_starts",
    "spans",
    "pairs",
    "byte_tokens",
    "splits",
    "next_prefix",
    "children",
    "edge_bytes",
    "longest_tokens",
    "two_bytes",
    "longest_token",
    "byte_pairs",
    "characters"
  ],
  "SpecialTables": [
    "data",
    "starts",
    "spans",
    "ids"
  ],
  "SpecialAutomaton": [
    "children",
    "edge_bytes",
    "roots",
    "nodes",
    "listed",
    "first"
  ],
  "AutomatonTables": [
    "transitions",
    "pages",
    "cells",
    "pair_steps",
    "pair_classes",
    "n_columns"
  ],
  "VectorTables": [
    "family",
    "classes",
    "automaton.transitions",
    "automaton.pages",
    "automaton.cells",
    "automaton.pair_steps",
    "automaton.pair_classes",
    "automaton.n_columns"
  ],
  "LongMemo": [
    "slots",
    "ring",
    "used"
  ],
  "SpanMemo": [
    "short",
    "used",
    "staged",
    "long.slots",
    "long.ring",
    "long.used"
  ],
  "SpanWork": [
    "capacity",
    "working",
    "ranks",
    "previous",
    "following",
    "heap_keys",
    "heap_pairs",
    "bits",
    "short",
    "waiting",
    "steps",
    "own",
    "plug"
  ],
  "PairScratch": [
    "nodes",
    "previous",
    "following",
    "keys",
    "payloads"
  ],
  "Trace": [
    "events",
    "count",
    "totals"
  ],
  "TrainerArrays": [
    "numbers",
    "places",
    "span_of",
    "weights",
    "lengths",
    "sizes",
    "token_ends",
    "token_bytes",
    "pairs_before",
    "pairs_behind",
    "lefts",
    "rights",
    "counts",
    "begins",
    "n_postings",
    "cursors",
    "postings",
    "log",
    "heap_counts",
    "heap_keys",
    "heap_places",
    "heap_pairs"
  ],
  "CountTable": [
    "slots",
    "records",
    "arena",
    "used"
  ]
};

export const ENCODERS = [
  "buffer_sweep",
  "tail_sweep",
  "merge_heap",
  "priority_merge",
  "bpe_backtrack"
];

export const NUMBERS = {
  "PARSE": 0,
  "AS_TEXT": 1,
  "REFUSE": 2,
  "FOUND_SPECIAL": -1,
  "CROWDED_MEMO": -4611686018427387904,
  "PADDING": 16,
  "ENGINE_STATE": 9,
  "SHORT_WORDS": 12416,
  "WAITING_WORDS": 1088,
  "STAGED_WORDS": 768,
  "STEP_WORDS": 8192,
  "TRACE_FIELDS": 5,
  "EVENT_CODES": 16,
  "MAX_TOKEN": 2097149,
  "NO_TOKEN": 67108863
};
