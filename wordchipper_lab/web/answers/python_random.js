// Python's random numbers: Mersenne Twister (Matsumoto and Nishimura, 1998), seeded as `random.Random(seed)` seeds it.

const N = 624;
const M = 397;

export class PythonRandom {
  // seed: a whole number of up to 32 bits
  constructor(seed) {
    this.words = new Uint32Array(N);
    this.at = N;
    this.fill(19650218);
    this.mix(seed);
  }

  fill(first) {
    const { words } = this;
    words[0] = first;
    for (let i = 1; i < N; i++) words[i] = Math.imul(words[i - 1] ^ (words[i - 1] >>> 30), 1812433253) + i;
  }

  mix(seed) {
    const { words } = this;
    let i = 1;
    const step = (factor, added) => {
      words[i] = (words[i] ^ Math.imul(words[i - 1] ^ (words[i - 1] >>> 30), factor)) + added;
      i += 1;
      if (i < N) return;
      words[0] = words[N - 1];
      i = 1;
    };
    for (let k = 0; k < N; k++) step(1664525, seed);
    for (let k = 1; k < N; k++) step(1566083941, -i);
    words[0] = 0x80000000;
  }

  twist() {
    const { words } = this;
    for (let i = 0; i < N; i++) {
      const joined = (words[i] & 0x80000000) | (words[(i + 1) % N] & 0x7fffffff);
      words[i] = words[(i + M) % N] ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }

  word() {
    if (this.at === N) this.twist();
    let word = this.words[this.at++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  // From 0 up to 1, in steps of 2 ** -53.
  random() {
    const high = this.word() >>> 5;
    const low = this.word() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  choices(items, n) {
    return Array.from({ length: n }, () => items[Math.floor(this.random() * items.length)]);
  }
}
