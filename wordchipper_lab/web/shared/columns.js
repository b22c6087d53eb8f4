// Tables that are sent as columns, with one list per name.

// {left: [1, 2], right: [3, 4]} -> [{left: 1, right: 3}, {left: 2, right: 4}]
export function rowsOf(columns, ...names) {
  return columns[names[0]].map((_, at) => Object.fromEntries(names.map((name) => [name, columns[name][at]])));
}

// The bytes of a zlib stream in a binary buffer.
export async function inflate(buffer) {
  const bytes = new Blob([buffer]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

// The numbers of a binary buffer; copied where it begins anywhere in a message, because numbers must be aligned.
export function numbersOf(buffer, Type) {
  if (!buffer || !buffer.byteLength) return new Type(0);
  if (buffer.byteOffset % Type.BYTES_PER_ELEMENT === 0) return new Type(buffer.buffer, buffer.byteOffset, buffer.byteLength / Type.BYTES_PER_ELEMENT);
  return new Type(buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength));
}
