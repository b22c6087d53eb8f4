// The course of a comparison: open all contenders, give each batch to all in turn, keep what they answer.
//
// A turn is one batch of documents; the contender that is first in a round is last in the next. So all have
// the same share of whatever else the machine does, and each sees a document once.

import { readBatches } from "./batches.mjs";
import { ContenderClient } from "./contender_client.mjs";
import { CONTENDERS } from "./contenders.mjs";
import { compareIds, emptyTally } from "./differences.mjs";

/**
 * @typedef {object} Plan
 * @property {import("./contenders.mjs").Setting} setting
 * @property {string[] | null} contenders  Names, of `CONTENDERS`; null for all.
 * @property {number} loads  In how many new processes the time to the first ids is measured.
 *
 * @typedef {object} Result  What is known about one contender.
 * @property {string} name
 * @property {string | null} version
 * @property {string} call
 * @property {number[]} firstIds  Milliseconds from before the import to the first ids, one for each process.
 * @property {Record<string, number[]>} speeds  Text -> MB (10^6 bytes of UTF-8) a second, one for each round.
 * @property {Record<string, import("./differences.mjs").Tally>} tallies  Text -> how its ids compare.
 * @property {import("./messages.mjs").Memory | null} memory  After all documents, before the hostile strings.
 *
 * @typedef {{ node: string, v8: string, results: Result[], leftOut: { name: string, why: string }[] }} Report
 */

export class Comparison {
  /** @param {Plan} plan */
  constructor({ setting, contenders, loads }) {
    this.setting = setting;
    this.loads = loads;
    this.names = contenders ?? Object.keys(CONTENDERS);
    const unknown = this.names.find((name) => !(name in CONTENDERS));
    if (unknown !== undefined) {
      throw new Error(`no contender ${unknown}: expected some of ${Object.keys(CONTENDERS).join(", ")}`);
    }
    /** Those that take part, with their processes. @type {{ client: ContenderClient, result: Result }[]} */
    this.running = [];
    /** @type {Report["leftOut"]} */
    this.leftOut = [];
  }

  async open() {
    /** @type {Map<string, Result>} */
    const results = new Map();
    for (let load = 0; load < this.loads; load++) {
      const isLast = load === this.loads - 1;
      for (const name of this.names) {
        if (this.leftOut.some((one) => one.name === name)) continue;
        const client = new ContenderClient(name, this.setting);
        try {
          const { milliseconds, version } = await client.opened;
          const result = results.get(name) ?? emptyResult(name, version);
          result.firstIds.push(milliseconds);
          results.set(name, result);
          if (isLast) this.running.push({ client, result });
          else client.stop();
        } catch (error) {
          this.leaveOut(name, client, error);
        }
      }
    }
  }

  /** One batch for all, in an order that moves on by one with each. @param {string} folder */
  async run(folder) {
    let turn = 0;
    let isMemoryKnown = false;
    for await (const { batch, expected } of readBatches(folder)) {
      if (batch.use === "hostile" && !isMemoryKnown) {
        isMemoryKnown = true;
        await this.forAll(0, "memory", async ({ client, result }) => {
          result.memory = await client.memory();
        });
      }
      await this.forAll(turn++, batch.text, async ({ client, result }) => {
        const tally = (result.tallies[batch.text] ??= emptyTally());
        /** @type {(Uint32Array | string)[]} */
        let ids;
        if (batch.use === "hostile") {
          ids = await client.encodeEach(batch.documents);
        } else {
          const encoded = await client.encode(batch.documents);
          ids = encoded.ids;
          const speed = batch.bytes / 1000 / encoded.milliseconds;
          if (batch.use === "timed") (result.speeds[batch.text] ??= []).push(speed);
        }
        ids.forEach((found, number) => compareIds(tally, found, expected[number]));
      });
    }
  }

  /**
   * Those that fail are left out from then on.
   * @param {number} turn
   * @param {string} on  What the work is about.
   * @param {(one: Comparison["running"][number]) => Promise<void>} work
   */
  async forAll(turn, on, work) {
    const first = this.running.length ? turn % this.running.length : 0;
    for (const one of [...this.running.slice(first), ...this.running.slice(0, first)]) {
      try {
        await work(one);
      } catch (error) {
        this.running = this.running.filter((other) => other !== one);
        this.leaveOut(one.result.name, one.client, error, on);
      }
    }
  }

  /** @param {string} name @param {ContenderClient} client @param {unknown} error @param {string} [on] */
  leaveOut(name, client, error, on) {
    client.stop();
    const why = error instanceof Error ? error.message : String(error);
    this.leftOut.push({ name, why: on === undefined ? why : `${on}: ${why}` });
  }

  /** @returns {Report} */
  report() {
    const results = this.running.map(({ result }) => result);
    return { node: process.versions.node, v8: process.versions.v8, results, leftOut: this.leftOut };
  }

  stop() {
    for (const { client } of this.running) client.stop();
  }
}

/** @param {string} name @param {string | null} version @returns {Result} */
function emptyResult(name, version) {
  const { call } = CONTENDERS[name];
  return { name, version, call, firstIds: [], speeds: {}, tallies: {}, memory: null };
}
