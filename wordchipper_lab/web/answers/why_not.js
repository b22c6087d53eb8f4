// Why a span encoder is not exact with a vocabulary, in words; null if it is. Twin: `why_not` of encoders/span_encoder.py.

import { NEED_MERGE_ORDER } from "../tokenizer/trace.js";

export function whyNot(encoder, { name, isMergeOrdered }) {
  if (isMergeOrdered || !NEED_MERGE_ORDER.includes(encoder)) return null;
  return `${name} has merges out of order (a token is merged with a lower rank than a part of it), so ${encoder} is not exact`;
}
