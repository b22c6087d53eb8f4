// The common part of all replays: the tokens so far with their bytes, and what a frame is made from. Tokens are ranks,
// which are ids here. Twin: lab/merging/replay.py.

export class Replay {
  constructor(vocabulary, span) {
    const byteTokens = vocabulary.tables.byte_tokens.view;
    this.size = span.length;
    this.tokens = Array.from(span, (byte) => byteTokens[byte]);
    this.starts = Array.from(this.tokens.keys());
    this.merges = 0;
  }

  // The pair of the token `index` and the one after it. Its names are those of the traces that are saved.
  candidate(index, rank, isFresh = false) {
    const [left, right] = this.tokens.slice(index, index + 2);
    return { index, left, right, rank, start: this.starts[index], end: this.starts[index + 2] ?? this.size, is_fresh: isFresh, token: rank };
  }

  // What a kernel's MERGE event says; returns the pair that is merged.
  apply(index, merged) {
    const pair = this.candidate(index, merged);
    this.tokens.splice(index, 2, merged);
    this.starts.splice(index + 1, 1);
    this.merges += 1;
    return pair;
  }

  // A frame without its number and its counters; stop: the number of events so far
  draft(candidates, winner, merged, state, stop) {
    const ends = this.starts.map((_, i) => this.starts[i + 1] ?? this.size);
    return { merges: this.merges, tokens: [...this.tokens], starts: [...this.starts], ends, candidates, winner, merged, state, stop };
  }
}
