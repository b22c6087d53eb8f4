// Whether a file is UTF-8, and where not. Twin: text/utf8_chunks.py, which says it as Python's decoder does.

import { AnswerError } from "../answer_error.js";

const LOWEST = { 0xe0: 0xa0, 0xf0: 0x90 }; // of the second byte, after these
const HIGHEST = { 0xed: 0x9f, 0xf4: 0x8f };

export function checkUtf8(data, name) {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    const { place, reason } = findFlaw(data);
    throw new AnswerError(`${name} is not UTF-8 at byte ${place} (${reason}): expected text as UTF-8, convert it first`);
  }
}

function findFlaw(data) {
  for (let place = 0; place < data.length; ) {
    const lead = data[place];
    const size = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >> 4 === 0xe ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
    if (!size) return { place, reason: "invalid start byte" };
    for (let at = 1; at < size; at++) {
      if (place + at >= data.length) return { place, reason: "unexpected end of data" };
      const byte = data[place + at];
      const low = at === 1 ? LOWEST[lead] ?? 0x80 : 0x80;
      const high = at === 1 ? HIGHEST[lead] ?? 0xbf : 0xbf;
      if (byte < low || byte > high) return { place, reason: "invalid continuation byte" };
    }
    place += size;
  }
  return { place: data.length, reason: "unexpected end of data" };
}
