// Where spans and tokens are, and what the kernels do.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ENCODERS, Spans, Tokenizer, UnknownNameError, WRONG_ENCODERS } from "wordchipper-lab";
import { expected, plain } from "./expected.js";

const { texts, models } = expected;
const tokenizer = await Tokenizer.fromPretrained("o200k_base");

test("spans", () => {
  for (const [i, text] of texts.entries()) {
    const spans = tokenizer.spans(text);
    assert.ok(spans instanceof Spans);
    const listed = [...spans];
    assert.deepEqual(listed.map(({ start, end, kind }) => [start, end, kind]), models.o200k_base.spans[i]);
    assert.equal(spans.length, listed.length);
    if (listed.length) assert.deepEqual(spans.at(listed.length - 1), listed.at(-1));
  }
});

test("encodeWithSpans", () => {
  for (const [i, text] of texts.entries()) {
    const { tokens, tokenStarts, tokenEnds, spanEnds, spanKinds, spanTokenEnds } = tokenizer.encodeWithSpans(text);
    assert.deepEqual(plain(tokens), models.o200k_base.parse[i]);
    assert.deepEqual(plain(spanEnds), models.o200k_base.spans[i].map(([, end]) => end));
    assert.deepEqual(plain(spanKinds), models.o200k_base.spans[i].map(([, , kind]) => ["word", "special", "gap"].indexOf(kind)));
    assert.equal(spanTokenEnds.at(-1) ?? 0, tokens.length);
    tokens.forEach((token, at) => assert.equal(tokenEnds[at] - tokenStarts[at], tokenizer.idToBytes(token).length));
  }
});

test("trace", () => {
  const spans = [" tokenization", "aaaa", "e\u0301 👍"];
  for (const [i, span] of spans.entries()) {
    for (const encoder of ENCODERS) assert.deepEqual(tokenizer.trace(span, encoder).tokens, models.o200k_base.traced[i], encoder);
    assert.deepEqual(tokenizer.trace(span), tokenizer.trace(new TextEncoder().encode(span)));
    for (const encoder of WRONG_ENCODERS) assert.ok(tokenizer.trace(span, encoder).nEvents > 0);
  }
  const short = tokenizer.trace(" tokenization", "merge_heap", { capacity: 1 });
  assert.equal(short.events.length, 1);
  assert.ok(short.nEvents > 1);
  assert.throws(() => tokenizer.trace("a", "fast"), UnknownNameError);
});

test("normalize", () => assert.equal(tokenizer.normalize("e\u0301"), "e\u0301"));
