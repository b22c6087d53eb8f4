// The course of a comparison in the page: contenders take turns, each document is encoded once by each of them.
//
// The contender that is first in a round is last in the next, so all have the same share of whatever else the machine does.

export class InPageRun {
  // contenders: InPageContender[], of which the first is the one whose ids the others are compared with
  // batches: see in_page_text.js; show(run): something has changed
  // A row has a speed for each round, in MB/s, or null where it was too short for the browser's clock.
  constructor(contenders, batches, show) {
    Object.assign(this, { batches, show, state: "starting", done: 0, now: null });
    this.rows = contenders.map((contender) => ({ contender, label: contender.label, speeds: [], compared: 0, different: 0, problem: null, isRunning: false }));
  }

  // Resolves when all is measured, or stopped. It never fails: a problem belongs to its row.
  async run() {
    await Promise.all(this.rows.map((row) => this.attempt(row, async ({ contender }) => {
      await contender.opened;
      row.isRunning = true;
    })));
    if (!this.isStopped) this.state = "running";
    for (const [turn, batch] of this.batches.entries()) {
      const found = new Map();
      for (const row of inTurn(this.rows.filter(({ isRunning }) => isRunning), turn)) {
        if (this.isStopped) return;
        this.now = row.label;
        this.show(this);
        await this.attempt(row, async ({ contender, speeds }) => {
          const { milliseconds, ids } = await contender.encode(batch.documents);
          found.set(row, ids);
          if (batch.isTimed) speeds.push(milliseconds > 0 ? batch.bytes / 1000 / milliseconds : null);
        });
      }
      if (this.isStopped) return;
      this.compare(found);
      this.done += 1;
    }
    this.end("finished");
  }

  async attempt(row, work) {
    try {
      await work(row);
    } catch (error) {
      if (this.isStopped) return;
      Object.assign(row, { problem: error.message, isRunning: false });
      row.contender.stop();
    }
    if (!this.isStopped) this.show(this);
  }

  compare(found) {
    const expected = found.get(this.rows[0]);
    if (!expected) return;
    for (const [row, ids] of found) {
      row.compared += ids.length;
      row.different += ids.filter((each, at) => !isSame(each, expected[at])).length;
    }
  }

  stop() {
    if (this.isWorking) this.end("stopped");
  }

  get isWorking() {
    return this.state === "starting" || this.state === "running";
  }

  // The contenders that are being opened.
  get waiting() {
    return this.rows.filter(({ isRunning, problem }) => !isRunning && !problem).map(({ label }) => label);
  }

  get isStopped() {
    return this.state === "stopped";
  }

  end(state) {
    Object.assign(this, { state, now: null });
    for (const { contender } of this.rows) contender.stop();
    this.show(this);
  }
}

// The rows in the order of a turn.
export function inTurn(rows, turn) {
  const first = rows.length ? turn % rows.length : 0;
  return [...rows.slice(first), ...rows.slice(0, first)];
}

const isSame = (one, other) => one.length === other.length && one.every((id, at) => id === other[at]);

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
