// Changes of state on their way to the kernel: the first travels at once, then one message at most is under way, and what
// changes meanwhile travels with the next. So no typing speed can push an answer away, and none that is overtaken is waited for.

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

  // Send what waits: something that depends on it comes next.
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
