// UTF-8 that may be broken, character by character, as Python's decoder reads it.

// Size in bytes of the character that begins at `at`; where none does, minus the size of what becomes one U+FFFD.
export function sizeAt(data, at, end) {
  const first = data[at];
  if (first < 0x80) return 1;
  const size = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (size === 0) return -1;
  let low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  let high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  for (let n = 1; n < size; n++) {
    if (at + n === end || data[at + n] < low || data[at + n] > high) return -n;
    [low, high] = [0x80, 0xbf];
  }
  return size;
}

// The character of `size` bytes, as `sizeAt` says.
export function codeAt(data, at, size) {
  if (size < 0) return 0xfffd;
  if (size === 1) return data[at];
  if (size === 2) return ((data[at] & 0x1f) << 6) | (data[at + 1] & 0x3f);
  if (size === 3) return ((data[at] & 0xf) << 12) | ((data[at + 1] & 0x3f) << 6) | (data[at + 2] & 0x3f);
  const low = ((data[at + 2] & 0x3f) << 6) | (data[at + 3] & 0x3f);
  return ((data[at] & 7) << 18) | ((data[at + 1] & 0x3f) << 12) | low;
}

const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

// The text of bytes, with U+FFFD in place of invalid UTF-8.
export function lossyText(bytes) {
  return lossy.decode(bytes);
}

const isContinuing = (byte) => (byte & 0xc0) === 0x80;

// Why bytes are not valid UTF-8, in words; null if they are. Twin: lab/vocabulary/details.py, `describe_utf8`.
export function describeUtf8(data) {
  let begins = 0;
  while (begins < data.length && isContinuing(data[begins])) begins += 1;
  const problems = begins ? [`${bytesOf("first", begins, data)} to a character that begins before it`] : [];
  let at = begins;
  while (at < data.length && sizeAt(data, at, data.length) > 0) at += sizeAt(data, at, data.length);
  if (at < data.length) problems.push(problemAt(data, at));
  return problems.join(", and ") || null;
}

function problemAt(data, at) {
  const first = data[at];
  const there = -sizeAt(data, at, data.length);
  const begins = first >= 0xc2 && first <= 0xf4;
  if (begins && at + there === data.length) {
    const size = 2 + (first >= 0xe0) + (first >= 0xf0);
    const missing = size - there === 1 ? "1 is" : `${size - there} are`;
    return `${bytesOf("last", there, data, "begin")} a character of ${size}: ${missing} missing`;
  }
  const reason = begins ? "invalid continuation byte" : "invalid start byte";
  return `its byte ${hexByte(first)} (number ${at + 1}) cannot stand there: ${reason}`;
}

export function hexByte(byte) {
  return byte.toString(16).padStart(2, "0");
}

function bytesOf(which, n, data, verb = "belong") {
  if (n === data.length) return n > 1 ? `its ${n} bytes ${verb}` : `its byte ${verb}s`;
  return n > 1 ? `its ${which} ${n} bytes ${verb}` : `its ${which} byte ${verb}s`;
}
