// How the work of each encoder grows with the length n of a span. Twin: `cost` of each in encoders/.

export const COSTS = {
  buffer_sweep: "O(n²)",
  tail_sweep: "O(n²)",
  merge_heap: "O(n²)",
  priority_merge: "O(n log n)",
  bpe_backtrack: "O(n)",
  shift_reduce: "not BPE",
  greedy_left: "not BPE",
};
