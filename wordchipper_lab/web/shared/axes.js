// Axes of all charts: scales from values to pixels, round ticks, their lines and labels.

import { tickText } from "./numbers.js";
import { svgElement, svgText } from "./svg_chart.js";

const BESIDE = 8; // pixels from an axis on the left to its labels
const BELOW = 20; // pixels from an axis at the bottom to the baseline of its labels
const DIGIT = 6.8; // pixels, rounded up
const LINE = 17; // pixels between two names

// Maps low ... high to from ... to; if both ends are the same value, it maps to `from`.
export function linearScale([low, high], [from, to]) {
  const range = high - low || 1;
  return (value) => from + ((value - low) / range) * (to - from);
}

// The same on a logarithmic scale. Values below `low` map to `from`; so does 0, which has no logarithm.
export function logScale([low, high], [from, to]) {
  const least = low > 0 ? low : Number.MIN_VALUE;
  const place = linearScale([Math.log10(least), Math.log10(Math.max(high, least))], [from, to]);
  return (value) => place(Math.log10(Math.max(value, least)));
}

// Round numbers from `low` to at most `high`, about as many as wanted.
export function linearTicks([low, high], wanted = 4) {
  if (!(high > low)) return [low];
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) * power;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

// The powers of ten from `low` to `high`, at most `most` of them; `low` and `high` if there are none in between.
export function logTicks([low, high], most = 12) {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  if (last < first) return low === high ? [low] : [low, high];
  const step = Math.ceil((last - first + 1) / most);
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => Number(`1e${first + at * step}`));
}

// The powers of ten that enclose the positive values; if all are the same power of ten, its two neighbours.
export function wholeDecades(values) {
  const logs = values.filter((value) => value > 0).map(Math.log10);
  if (!logs.length) return [1, 10];
  const [low, high] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))];
  return low === high ? [Number(`1e${low - 1}`), Number(`1e${high + 1}`)] : [Number(`1e${low}`), Number(`1e${high}`)];
}

// A horizontal axis. Labels stand below `bottom` and inside the chart's `width`; grid lines go up to `top`, unless it
// is null.
export function axisAcross(scale, ticks, { bottom, width, top = null }) {
  return ticks.flatMap((tick) => {
    const [x, text] = [scale(tick), tickText(tick)];
    const half = (text.length * DIGIT) / 2;
    const anchor = x + half > width ? "end" : x - half < 0 ? "start" : "middle";
    const line = top === null ? [] : [svgElement("line", { class: "wcs-grid", x1: x, x2: x, y1: top, y2: bottom })];
    return [...line, svgText(x, bottom + BELOW, text, "wcs-small", { "text-anchor": anchor })];
  });
}

// A vertical axis: labels on the left, grid lines from left to right.
export function axisUpward(scale, ticks, { left, right }) {
  return ticks.flatMap((tick) => {
    const y = scale(tick);
    return [
      svgElement("line", { class: "wcs-grid", x1: left, x2: right, y1: y, y2: y }),
      svgText(left - BESIDE, y + 4, tickText(tick), "wcs-small", { "text-anchor": "end" })];
  });
}

// The title of an axis on the left, written upwards.
export function titleUpward(x, y, text) {
  return svgText(x, y, text, "wcs-small", { "text-anchor": "middle", transform: `rotate(-90 ${x} ${y})` });
}

// Baselines for the names of curves that end at these heights, spread so that no two names overlap.
export function spreadNames(heights) {
  const spread = [];
  let above = -Infinity;
  for (const at of heights.map((_, number) => number).sort((one, other) => heights[one] - heights[other])) {
    above = spread[at] = Math.max(heights[at] + 5, above + LINE);
  }
  return spread;
}
