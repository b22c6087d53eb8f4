// What is said of a comparison in the page: its bars, its table, and the verdict.

import { count, plural } from "../../shared/dom.js";
import { figure } from "../../shared/numbers.js";
import { median } from "./in_page_run.js";

const FEW = 3; // rounds: fewer show no spread
const MANY = 10; // rounds of which one may have been disturbed

// rows: of an InPageRun; the first is ours
export function barRows(rows) {
  return rows.map((row, at) => {
    const { label, problem } = row;
    const speeds = row.speeds.filter((speed) => speed !== null);
    const isMeasured = speeds.length > 0;
    return {
      label, problem, hue: at === 0 ? "hue0" : "plain", group: "", place: null, warm: null, grown: null, rounds: speeds.length,
      median: isMeasured ? median(speeds) : 0, least: isMeasured ? Math.min(...speeds) : 0, most: isMeasured ? Math.max(...speeds) : 0,
      exact: problem ? "✗ failed" : idsWords(row, at === 0),
    };
  });
}

// How the ids of a contender compare with ours.
export function idsWords({ compared, different }, isOurs) {
  if (isOurs || !compared) return "";
  return different ? `✗ ${count(different)} of ${plural(compared, "document")} differ` : "✓ same ids";
}

export function tableOf(rows) {
  const bars = barRows(rows);
  const shown = (name) => bars.map((bar) => (bar.rounds ? bar[name] : null));
  return {
    title: "MB/s of each contender",
    columns: [
      { name: "Contender", values: rows.map(({ label }) => label) },
      { name: "Median", values: shown("median") },
      { name: "Ids", values: rows.map((row, at) => (row.problem ? `failed: ${row.problem}` : at === 0 ? "the reference" : idsWords(row, false) || "not compared yet")) },
      { name: "Rounds", values: bars.map(({ rounds }) => rounds) },
      { name: "Slowest", values: shown("least") },
      { name: "Fastest", values: shown("most") },
    ],
  };
}

// How far a run is.
export function progressWords({ rows, state, waiting, done, batches, now, isWorking }) {
  if (!isWorking) return "";
  const rounds = batches.length - 1;
  if (state === "starting") return `${rows.length - waiting.length} of ${plural(rows.length, "tokenizer")} opened${waiting.length === 1 ? `, waiting for ${waiting[0]}` : ""}`;
  return `${done ? `Round ${Math.min(done, rounds)} of ${rounds}` : "Warming up"} · ${now ?? ""}`;
}

// state: of an InPageRun
export function verdictOf(rows, state) {
  const bars = barRows(rows);
  const places = bars.map((_, at) => at).filter((at) => bars[at].rounds > 0).sort((one, other) => bars[other].median - bars[one].median);
  const begin = state === "stopped" ? "Stopped. " : "";
  const untimed = rows.find(({ speeds }) => speeds.length > 0 && speeds.every((speed) => speed === null));
  if (untimed) return `${begin}${untimed.label} was too fast for this browser's clock: measure a longer text.`;
  if (!places.length) return `${begin}Nothing was measured.`;
  const [best, next] = places;
  return `${begin}${speedWords(bars[best], bars[next], next !== undefined && isFaster(rows[best].speeds, rows[next].speeds))}${differenceWords(rows)}`;
}

function speedWords(best, next, isClear) {
  const speed = `${best.label} encodes ${figure(best.median)} MB of new text a second`;
  if (!next) return `${speed}.`;
  if (Math.min(best.rounds, next.rounds) < FEW) return `${speed}, ${next.label} ${figure(next.median)} MB: so few rounds are too noisy to rank.`;
  if (!isClear) return `${speed}, ${next.label} ${figure(next.median)} MB, but the order changed from round to round: too noisy to rank.`;
  return `${speed}, ${figure(best.median / next.median)} times as much as ${next.label}, the next.`;
}

// Whether one was faster than the other in every round, from ten on in nine of ten, as in runs by Python.
export function isFaster(one, other) {
  const rounds = one.map((speed, at) => [speed, other[at] ?? null]).filter(([first, second]) => first !== null && second !== null);
  const slower = rounds.filter(([first, second]) => first <= second).length;
  return rounds.length >= FEW && slower <= Math.floor(rounds.length / MANY);
}

function differenceWords([ours, ...others]) {
  const compared = others.filter(({ compared: documents }) => documents > 0);
  const odd = compared.filter(({ different }) => different > 0).map(({ label, different, compared: documents }) => `${label} in ${count(different)} of ${plural(documents, "document")}`);
  if (!compared.length || !ours.compared) return "";
  return odd.length ? ` Other ids: ${odd.join(", ")}.` : " All ids are the same.";
}

// batches: see in_page_text.js; about: "own text"; special: what is done with special tokens
export function measuredWords(batches, model, about, special) {
  const sum = (of) => batches.reduce((total, batch) => total + of(batch), 0);
  const documents = sum((batch) => batch.documents.length);
  const [first, ...rounds] = batches;
  return `New text, ${model}: ${about}, ${plural(documents, "document")} of about 5 kB, ${figure(sum(({ bytes }) => bytes) / 1e6)} MB. ` +
    `${plural(first.documents.length, "document")} to warm up, the others in ${plural(rounds.length, "round")}. Each contender gets each document once, in turns, in a Worker of its own; ${special}.`;
}
