// Sends changes of state to the kernel: the first at once, then at most one message at a time; changes made meanwhile
// travel with the next one. So fast typing never delays answers, and no outdated answer is awaited.

export class Newest {
  // send: (changes) -> Promise of the answer
  constructor(send) {
    this.send = send;
    this.underWay = 0;
    this.next = null;
  }

  // Resolves with the answer to the message that carries `changes`.
  ask(changes) {
    this.next ??= waiting();
    Object.assign(this.next.changes, changes);
    const { promise } = this.next;
    if (!this.underWay) this.flush();
    return promise;
  }

  // Send waiting changes now, because the next message depends on them.
  flush() {
    const { next } = this;
    if (!next) return;
    this.next = null;
    this.underWay += 1;
    this.send(next.changes).then((answer) => {
      this.underWay -= 1;
      next.resolve(answer);
      if (!this.underWay) this.flush();
    });
  }
}

function waiting() {
  const made = { changes: {} };
  made.promise = new Promise((resolve) => { made.resolve = resolve; });
  return made;
}
