/** Whole numbers as short ASCII text. Twin: wordchipper_lab/browser/packed_numbers.py. */

const LAST_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd";
const OTHER_DIGITS = "!#$%&'()*+,-./0123456789:;=>?@[]^_`efghijklmnopqrstuvwxyz{|}";

// Code of a character -> its digit, with ENDS added to a last one.
const ENDS = 64;
const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < OTHER_DIGITS.length; digit++) DIGITS[OTHER_DIGITS.charCodeAt(digit)] = digit;
for (let digit = 0; digit < LAST_DIGITS.length; digit++) DIGITS[LAST_DIGITS.charCodeAt(digit)] = ENDS + digit;

/**
 * The numbers in a packed text.
 * @param {string} packed
 * @returns {number[]}
 */
export function unpackNumbers(packed) {
  const numbers = [];
  let number = 0;
  for (let at = 0; at < packed.length; at++) {
    const digit = DIGITS[packed.charCodeAt(at)];
    if (digit < ENDS) {
      number = number * OTHER_DIGITS.length + digit;
    } else {
      numbers.push(number * LAST_DIGITS.length + digit - ENDS);
      number = 0;
    }
  }
  return numbers;
}

/**
 * The last digits of a packed text that has no others: numbers below 30.
 * @param {string} letters
 * @returns {number[]}
 */
export function unpackLetters(letters) {
  return Array.from(letters, (letter) => LAST_DIGITS.indexOf(letter));
}
