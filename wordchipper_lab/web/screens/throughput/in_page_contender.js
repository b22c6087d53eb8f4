// One contender and its Worker (contenders/worker.js). It is asked one question at a time.

const PATIENCE = 60000; // milliseconds for an answer

export class InPageContender {
  // worker: just started; label: as it is shown; opening: {name, files, model}
  constructor(worker, label, opening) {
    Object.assign(this, { worker, label });
    worker.onmessage = ({ data }) => this.settle(data);
    worker.onerror = (event) => this.settle({ problem: event.message || "its Worker did not start" });
    this.opened = this.ask({ open: opening });
    this.opened.catch(() => {}); // heard by those who wait for it
  }

  // Resolves with {milliseconds, ids}.
  encode(documents) {
    return this.ask({ encode: documents });
  }

  ask(message) {
    return new Promise((resolve, reject) => {
      Object.assign(this, { resolve, reject });
      this.waiting = setTimeout(() => this.settle({ problem: `no answer after ${PATIENCE / 1000} s` }), PATIENCE);
      this.worker.postMessage(message);
    });
  }

  settle({ problem, ...answer }) {
    clearTimeout(this.waiting);
    if (problem) this.reject?.(new Error(problem));
    else this.resolve?.(answer);
  }

  // At once, whatever it is doing.
  stop() {
    this.worker.terminate();
    this.settle({ problem: "stopped" });
  }
}
