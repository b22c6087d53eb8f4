// The other side of contender_process.mjs: starts it, asks one question at a time, loses patience, stops it.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** @typedef {import("./messages.mjs").Answer} Answer */
/** @typedef {import("./messages.mjs").Memory} Memory */
/** @typedef {import("./messages.mjs").Opened} Opened */
/** @typedef {import("./messages.mjs").Question} Question */

const PROGRAM = fileURLToPath(new URL("contender_process.mjs", import.meta.url));
const FLAGS = ["--expose-gc", "--experimental-import-meta-resolve", "--no-warnings"];

/** Longest wait for an answer, milliseconds: half a megabyte of text at 10 kB/s. */
const PATIENCE = 50_000;

export class ContenderClient {
  /** @param {string} name @param {import("./contenders.mjs").Setting} setting */
  constructor(name, setting) {
    // "advanced" carries typed arrays, and strings arrive as new ones.
    this.child = fork(PROGRAM, [name, JSON.stringify(setting)], {
      execArgv: FLAGS,
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    /** Time to the first ids, milliseconds, and the version. */
    this.opened = this.next().then((answer) => /** @type {Opened} */ (answer).opened);
  }

  /** @param {string[]} texts @returns {Promise<import("./messages.mjs").Encoded>} */
  async encode(texts) {
    return /** @type {import("./messages.mjs").Encoded} */ (await this.ask({ encode: texts }));
  }

  /** @param {string[]} texts @returns {Promise<(Uint32Array | string)[]>} */
  async encodeEach(texts) {
    return /** @type {import("./messages.mjs").EncodedEach} */ (await this.ask({ encodeEach: texts })).each;
  }

  /** @returns {Promise<Memory>} */
  async memory() {
    return /** @type {{ memory: Memory }} */ (await this.ask({ memory: true })).memory;
  }

  stop() {
    this.child.kill("SIGKILL");
  }

  /** @param {Question} question */
  ask(question) {
    const answer = this.next();
    this.child.send(question);
    return answer;
  }

  /**
   * The next answer; an error if it says so, if the process ends, or after `PATIENCE`.
   * @returns {Promise<Answer>}
   */
  next() {
    const { child } = this;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(new Error(`no answer in ${PATIENCE / 1000} s`)), PATIENCE);
      /** @param {Answer} answer */
      const onMessage = (answer) => settle("failed" in answer ? new Error(answer.failed) : answer);
      /** @param {number | null} code @param {string | null} signal */
      const onExit = (code, signal) => settle(new Error(`its process ended (${signal ?? code})`));
      /** @param {Answer | Error} outcome */
      const settle = (outcome) => {
        clearTimeout(timer);
        child.off("message", onMessage);
        child.off("exit", onExit);
        child.off("error", settle);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      child.on("message", onMessage);
      child.on("exit", onExit);
      child.on("error", settle);
    });
  }
}
