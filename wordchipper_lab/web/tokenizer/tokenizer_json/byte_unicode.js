/** GPT-2's table of bytes and characters. Twin: wordchipper_lab/vocab/formats/byte_unicode.py. */

const BYTES = 256;

/** @param {number} byte */
const standsForItself = (byte) => (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);

/** The character of each byte. @type {readonly string[]} */
export const CHARACTERS = (() => {
  let next = BYTES;
  const codes = Array.from({ length: BYTES }, (_, byte) => (standsForItself(byte) ? byte : next++));
  return codes.map((code) => String.fromCharCode(code));
})();

/** The byte of each code, -1 for any other character. */
const BYTE_OF_CODE = new Int16Array(2 * BYTES).fill(-1);
CHARACTERS.forEach((character, byte) => (BYTE_OF_CODE[character.charCodeAt(0)] = byte));

/** Whether all characters are in the table. @param {string} characters */
export function areSpelt(characters) {
  for (let i = 0; i < characters.length; i++) {
    const code = characters.charCodeAt(i);
    if (code >= BYTE_OF_CODE.length || BYTE_OF_CODE[code] < 0) return false;
  }
  return true;
}

/**
 * Write the bytes that `characters` spell, one for each, from `at` on.
 * @param {string} characters
 * @param {Uint8Array} bytes
 * @param {number} at
 */
export function writeSpelt(characters, bytes, at) {
  for (let i = 0; i < characters.length; i++) bytes[at + i] = BYTE_OF_CODE[characters.charCodeAt(i)];
}

/** The bytes that `characters` spell; null for a character outside the table. @param {string} characters */
export function spelt(characters) {
  if (!areSpelt(characters)) return null;
  const bytes = new Uint8Array(characters.length);
  writeSpelt(characters, bytes, 0);
  return bytes;
}
