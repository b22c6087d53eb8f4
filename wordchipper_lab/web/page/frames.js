// Messages between a page and its kernel as a websocket carries them, in the format v1.kernel.websocket.jupyter.org:
// the number of offsets, the offsets (8 bytes each, little-endian), then channel, header, parent header, metadata,
// content and buffers, each from one offset to the next. The server's side is serving/frames.py.

export const PROTOCOL = "v1.kernel.websocket.jupyter.org";

const WORD = 8; // bytes of an offset

// message: {channel, header, parent, content, metadata, buffers}; buffers are ArrayBuffers or views of one. Returns an ArrayBuffer.
export function packFrame({ channel, header, parent = {}, content, metadata = {}, buffers = [] }) {
  const encoder = new TextEncoder();
  const texts = [channel, ...[header, parent, metadata, content].map((part) => JSON.stringify(part))];
  const parts = [...texts.map((text) => encoder.encode(text)), ...buffers.map(bytesOf)];
  const offsets = [WORD * (parts.length + 2)];
  for (const part of parts) offsets.push(offsets.at(-1) + part.length);
  const frame = new Uint8Array(offsets.at(-1));
  const view = new DataView(frame.buffer);
  [offsets.length, ...offsets].forEach((value, at) => view.setBigUint64(WORD * at, BigInt(value), true));
  parts.forEach((part, at) => frame.set(part, offsets[at]));
  return frame.buffer;
}

// Returns {channel, header, parent, metadata, content, buffers}; buffers are DataViews into `frame`.
export function unpackFrame(frame) {
  const view = new DataView(frame);
  const offsets = Array.from({ length: Number(view.getBigUint64(0, true)) }, (_, at) => Number(view.getBigUint64(WORD * (at + 1), true)));
  const decoder = new TextDecoder();
  const text = (at) => decoder.decode(new Uint8Array(frame, offsets[at], offsets[at + 1] - offsets[at]));
  const [header, parent, metadata, content] = [1, 2, 3, 4].map((at) => JSON.parse(text(at)));
  const buffers = offsets.slice(5, -1).map((from, at) => new DataView(frame, from, offsets[at + 6] - from));
  return { channel: text(0), header, parent, metadata, content, buffers };
}

function bytesOf(buffer) {
  return ArrayBuffer.isView(buffer) ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength) : new Uint8Array(buffer);
}
