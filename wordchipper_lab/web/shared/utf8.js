// Conversions between the browser's UTF-16 offsets and the engine's UTF-8 offsets.

const encoder = new TextEncoder();

export function utf8Length(code) {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

// The bytes of "c3a9".
export function bytesOfHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function encode(text) {
  return encoder.encode(text);
}

// For every byte offset in `ends` (ascending): the UTF-16 index of the character it falls in, and how many bytes
// of that character lie before it (0: the offset is a boundary between characters).
export function locate(text, ends) {
  const index = new Uint32Array(ends.length);
  const inner = new Uint8Array(ends.length);
  let next = 0;
  let bytes = 0;
  let at = 0;
  while (at < text.length && next < ends.length) {
    const code = text.codePointAt(at);
    const size = utf8Length(code);
    while (next < ends.length && ends[next] < bytes + size) {
      index[next] = at;
      inner[next++] = ends[next - 1] - bytes;
    }
    bytes += size;
    at += code > 0xffff ? 2 : 1;
  }
  index.fill(text.length, next);
  return { index, inner };
}

// First position whose value is greater than `value` in an ascending array.
export function upperBound(array, value, low = 0, high = array.length) {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (array[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// The text if the bytes are valid UTF-8, otherwise null.
export function textOf(bytes) {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}
