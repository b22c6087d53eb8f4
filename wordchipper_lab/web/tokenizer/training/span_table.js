/** Distinct spans with their counts, and as much room as they need; twin of Python's training/fast/span_table.py. */

import { SpanCounts } from "./symbol_counts.js";

/** @typedef {import("../memory.js").FlatArray} FlatArray */

/** What the counting kernels return: all done, or what is full. */
export const COUNTED = 0;
const RECORDS_FULL = 1;

const FIRST_RECORDS = 1 << 12;
const FIRST_ARENA = 1 << 14;

export class SpanTable {
  /** @param {import("../engine.js").Engine} engine */
  constructor(engine) {
    const { memory } = engine;
    this.engine = engine;
    /** @type {Record<"slots" | "records" | "arena" | "used", FlatArray>} in the order of Python's `CountTable` */
    this.arrays = {
      slots: memory.allocate("int32", 2 * FIRST_RECORDS, true),
      records: memory.allocate("uint64", 4 * FIRST_RECORDS),
      arena: memory.allocate("uint8", FIRST_ARENA),
      used: memory.allocate("int64", 2, true),
    };
  }

  /** Number of distinct spans. */
  get length() {
    return Number(this.arrays.used.view[0]);
  }

  /** As a kernel's argument. */
  get members() {
    return Object.values(this.arrays);
  }

  /** Call a counting kernel until it has done everything. @param {() => number} call @returns {number} what it returned */
  fill(call) {
    for (;;) {
      const status = call();
      if (status !== RECORDS_FULL && status !== RECORDS_FULL + 1) return status;
      this.grow(status);
    }
  }

  /** Double what is full. @param {number} full */
  grow(full) {
    const { memory } = this.engine;
    if (full !== RECORDS_FULL) {
      this.arrays.arena = doubled(memory, this.arrays.arena);
      return;
    }
    const nSlots = this.arrays.slots.length;
    memory.release(this.arrays.slots);
    this.arrays.slots = memory.allocate("int32", 2 * nSlots, true);
    this.arrays.records = doubled(memory, this.arrays.records);
    this.engine.call("fill_slots", this.members);
  }

  /** The counts, in the order first seen. */
  counts() {
    const { memory } = this.engine;
    const n = this.length;
    const ends = memory.allocate("int64", n);
    const counts = memory.allocate("int64", n);
    const size = this.engine.call("write_records", this.members, memory.allocate("uint8", 0), ends, counts);
    const data = memory.allocate("uint8", size);
    this.engine.call("write_records", this.members, data, ends, counts);
    const found = new SpanCounts(data.view.slice(), Float64Array.from(ends.view, Number), Float64Array.from(counts.view, Number));
    for (const array of [ends, counts, data]) memory.release(array);
    return found;
  }

  free() {
    for (const array of this.members) this.engine.memory.release(array);
  }
}

/** @param {import("../memory.js").Memory} memory @param {FlatArray} array */
function doubled(memory, array) {
  const larger = memory.allocate(array.kind, 2 * array.length);
  larger.view.set(array.view);
  memory.release(array);
  return larger;
}
