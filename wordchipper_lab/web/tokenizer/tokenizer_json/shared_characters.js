/** Whether two searches for texts, one after the other, find what one search for all finds. */

const CODES = 1 << 16;

/**
 * A trie of texts, walked as an automaton: its state is the longest end of what was read that begins one of
 * them.
 */
class Beginnings {
  /** @param {readonly string[]} texts */
  constructor(texts) {
    /** @type {Map<number, number>} state and code of a character -> state */
    this.next = new Map();
    const places = [{ parent: 0, code: 0, depth: 0 }];
    const ends = texts.map((text) => {
      let state = 0;
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        const key = state * CODES + code;
        let child = this.next.get(key);
        if (child === undefined) {
          child = places.push({ parent: state, code, depth: i + 1 }) - 1;
          this.next.set(key, child);
        }
        state = child;
      }
      return state;
    });
    this.isWhole = new Uint8Array(places.length);
    for (const state of ends) this.isWhole[state] = 1;
    this.fallback = new Uint32Array(places.length);
    const order = [...places.keys()].sort((a, b) => places[a].depth - places[b].depth);
    for (const state of order) {
      const { parent, code, depth } = places[state];
      if (depth > 1) this.fallback[state] = this.step(this.fallback[parent], code);
      this.isWhole[state] |= this.isWhole[this.fallback[state]];
    }
  }

  /** @param {number} state @param {number} code @returns {number} */
  step(state, code) {
    for (;;) {
      const child = this.next.get(state * CODES + code);
      if (child !== undefined) return child;
      if (state === 0) return 0;
      state = this.fallback[state];
    }
  }

  /** Whether one of the texts is within `text`, or an end of `text` begins one. @param {string} text */
  meet(text) {
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      state = this.step(state, text.charCodeAt(i));
      if (this.isWhole[state]) return true;
    }
    return state !== 0;
  }
}

/**
 * Whether one of `some` and one of `others` can share a character of a text. Reads each of them a few times.
 * @param {readonly string[]} some
 * @param {readonly string[]} others
 */
export function shareCharacters(some, others) {
  if (some.length === 0 || others.length === 0) return false;
  const [ofSome, ofOthers] = [new Beginnings(some), new Beginnings(others)];
  return some.some((text) => ofOthers.meet(text)) || others.some((text) => ofSome.meet(text));
}
