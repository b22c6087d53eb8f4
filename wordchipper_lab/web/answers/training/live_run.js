// A run that can be watched: made in short blocks of merges, with samples for curves. Twins: lab/training/live.py,
// `draw_live` of screens/training/drawing.py.

import { roundEven } from "../rounding.js";
import { plainHex } from "./toy_drawing.js";

const MOMENT = 0.04; // seconds per block: a stop request waits no longer than this, or one merge
const MOST_SAMPLES = 400;
const NEWEST = 60;

export class LiveRun {
  // nBytes: size of the counted spans
  constructor(trainer, nBytes) {
    Object.assign(this, { trainer, nBytes, seconds: 0, block: 1, stride: 1 });
    const nothing = { frequency: 0, affected: 0, seconds: 0, heap_live: null, heap_stale: null };
    this.samples = [{ merges: 0, n_tokens: trainer.nTokens, ...nothing }];
    this.most = Math.max(1, Math.floor(trainer.nMerges / MOST_SAMPLES)); // a longer block would leave a gap in the curves
  }

  get nMade() {
    return this.trainer.merges.length;
  }

  get isOver() {
    return this.trainer.stopped !== "" || this.nMade >= this.trainer.nMerges;
  }

  get bytesPerToken() {
    return this.nBytes / Math.max(this.trainer.nTokens, 1);
  }

  // Make up to `most` merges, as many as fit into a short time; none if training is over.
  advance(most = Infinity) {
    const size = Math.min(this.block, this.most, most);
    const started = performance.now();
    const made = this.trainer.steps(size);
    const spent = (performance.now() - started) / 1000;
    this.seconds += spent;
    if (made.length < size || this.isOver) this.trainer.step(); // sets why it ends
    else this.block = Math.max(1, Math.min(size * 4, Math.round((size * MOMENT) / Math.max(spent, 1e-6))));
    if (made.length) this.sample(made.at(-1));
  }

  sample({ frequency, affected }) {
    const { trainer, seconds, samples } = this;
    if (this.nMade - samples.at(-1).merges >= this.stride || this.isOver) {
      const heap = { heap_live: trainer.heapLive, heap_stale: trainer.heapStale };
      samples.push({ merges: this.nMade, n_tokens: trainer.nTokens, frequency, affected, seconds, ...heap });
    }
    if (samples.length <= MOST_SAMPLES) return;
    this.stride = Math.max(Math.floor((2 * this.nMade) / MOST_SAMPLES), 1); // evenly thinned, at half the density
    this.samples = [...samples.slice(0, -1).filter((_, at) => at % 2 === 0), samples.at(-1)];
  }

  // rate: merges a second
  draw(nSpans, rate) {
    const { trainer, samples } = this;
    const column = (name) => samples.map((sample) => sample[name]);
    const { heap_live: live, heap_stale: stale } = samples.at(-1);
    return {
      made: this.nMade,
      total: trainer.nMerges,
      bytes: this.nBytes,
      tokens: trainer.nTokens,
      spans: nSpans,
      seconds: this.seconds,
      rate,
      stopped: trainer.stopped,
      newest: trainer.merges.slice(-NEWEST).reverse().map(({ token, left, right, frequency, affected }) => ({
        token,
        left: plainHex(trainer.tokens[left]),
        right: plainHex(trainer.tokens[right]),
        frequency,
        affected,
      })),
      heap: live === null ? null : { live, stale },
      curves: {
        merges: column("merges"),
        bytes_per_token: samples.map(({ n_tokens: n }) => roundEven(this.nBytes / Math.max(n, 1), 4)),
        frequency: column("frequency"),
        affected: column("affected"),
        live: column("heap_live"),
        stale: column("heap_stale"),
      },
    };
  }

  toJson() {
    const { trainer } = this;
    return {
      bytes: this.nBytes,
      tokens: trainer.nTokens,
      stopped: trainer.stopped,
      samples: this.samples,
      merges: trainer.merges.map((merge) => ({ ...merge, bytes: plainHex(trainer.tokens[merge.token]) })),
    };
  }
}
