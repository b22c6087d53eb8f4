/** Typed arrays, one after the other. */

/**
 * @template {Uint8Array | Uint32Array} T
 * @param {readonly T[]} parts
 * @param {new (length: number) => T} kind
 * @returns {T}
 */
export function joined(parts, kind) {
  const whole = new kind(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
