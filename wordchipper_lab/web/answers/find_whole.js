// The token that a span is looked up as, before it would be merged; null if there is none. Twin: `find_whole` of
// lab/merged_spans.py. In the vocabularies of a page, ranks are ids.

export function findWhole(vocabulary, span) {
  const rank = vocabulary.findRank(span);
  return rank < 0 ? null : rank;
}
