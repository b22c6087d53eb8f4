import assert from "node:assert/strict";
import { test } from "node:test";

import { POLICIES } from "../web/shared/controls.js";
import { MOST_KEPT } from "../web/shared/kept_tokenizers.js";
import { MOST_LINK, MOST_STEPPED } from "../web/shared/page_link.js";
import { GAP, KINDS, SPECIAL, WORD } from "../web/shared/segmentation.js";
import { readRecord } from "./records.js";

const python = readRecord("constants");

test("what both sides know is the same", () => {
  assert.equal(MOST_LINK, python.link);
  assert.equal(MOST_STEPPED, python.stepped);
  assert.equal(MOST_KEPT, python.opened);
  assert.deepEqual(KINDS, python.kinds);
  assert.deepEqual([WORD, SPECIAL, GAP], python.kind_codes);
  assert.deepEqual(Object.keys(POLICIES), python.policies);
});
