// A race of the generations on one corpus: seconds as bars on a logarithmic scale, and the speed-up over the
// first.

import { count, element, plural } from "../../shared/dom.js";
import { logScale } from "../../shared/axes.js";
import { figure } from "../../shared/numbers.js";
import { keepWidth, svgChart, svgElement, svgText } from "../../shared/svg_chart.js";

const LANE = 46;
const RACE_TOP = 6;
const SHORTEST = 0.4; // of the fastest time: where the scale begins
const STATE_WORDS = { waiting: "waiting", running: "running", finished: "", "out of time": "out of time", stopped: "stopped" };

function secondsLabel(seconds) {
  return seconds >= 1 ? `${figure(seconds)} s` : `${figure(seconds * 1000)} ms`;
}

export class RacePanel {
  // act: race(trainers), saveChart
  constructor(options, act) {
    this.inputs = {};
    const labels = Object.keys(options.trainers).map((name) => {
      this.inputs[name] = element("input", { type: "checkbox", checked: true, value: name });
      return element("label", {}, this.inputs[name], element("span", {}, name.replaceAll("_", " ")));
    });
    this.run = element("button", { type: "button", onclick: () => act.race(Object.keys(this.inputs).filter((name) => this.inputs[name].checked)) }, "Race");
    this.holder = element("div", { class: "wcl-chart" });
    this.said = element("p", { class: "wct-why" });
    const save = element("button", { type: "button", class: "wcl-small", onclick: () => this.chart && act.saveChart(this.chart, "race") }, "Save SVG");
    this.result = element("div", { class: "wct-race", hidden: true }, this.said, this.holder, save);
    this.node = element("div", { class: "wcl-panel-body" },
      element("fieldset", { class: "wcl-policies" }, element("legend", {}, "Generations"), element("div", { class: "wcl-choices" }, ...labels)),
      element("p", { class: "wcl-hint" }, "On the corpus, size and vocabulary chosen above, one after another, each from counted spans to its last merge, for 10 s at most. (parallel differs from incremental only in how it counts.)"),
      element("div", {}, this.run), this.result);
    this.stop = keepWidth(this.holder, () => this.draw());
  }

  show(race) {
    this.race = race;
    this.result.hidden = !race.lanes;
    if (!race.lanes) return;
    const done = race.lanes.filter((lane) => lane.merges);
    const differ = done.some((lane) => lane.identical === false);
    const verdict = done.length < 2 ? "" : differ ? "The merges differ: this should not happen." : "All merges are identical, as far as each got.";
    this.said.textContent = `${plural(race.n_spans, "distinct span")}, ${plural(race.n_bytes, "byte")}. ${verdict}`;
    this.draw();
  }

  draw() {
    const width = Math.floor(this.holder.clientWidth);
    if (!width || !this.race?.lanes) return;
    const { lanes } = this.race;
    const timeOf = (lane) => (lane.state === "finished" ? lane.seconds : lane.estimated ?? lane.seconds);
    const times = lanes.filter((lane) => lane.merges).map(timeOf);
    const slowest = Math.max(...times, 1e-3);
    const fastest = Math.min(...times, slowest);
    const scale = logScale([fastest * SHORTEST, slowest], [0, width - (width > 700 ? 330 : 150)]);
    const x = (seconds) => Math.max(6, scale(seconds));
    const rows = lanes.flatMap((lane, at) => {
      const top = RACE_TOP + at * LANE;
      const name = svgText(2, top + 14, lane.trainer.replaceAll("_", " "), timeOf(lane) === fastest && lane.merges ? "wcs-strong" : "");
      if (!lane.merges) return [svgElement("g", {}, name, svgText(2, top + 36, STATE_WORDS[lane.state], "wcs-small"))];
      const time = timeOf(lane);
      const isDone = lane.state === "finished";
      const factor = slowest / time;
      const times = factor >= 1.05 && isDone ? ` · ${figure(factor)} × faster` : "";
      const rest = isDone ? "" : ` · ${STATE_WORDS[lane.state]} at merge ${count(lane.merges)}${width > 700 ? "; the whole run at that pace" : ""}`;
      return [svgElement("g", {}, name,
        svgElement("rect", { class: `wcs-bar ${isDone ? `wcs-hue${at % 4}` : "wcs-plain"}`, "stroke-dasharray": isDone ? null : "5 4", x: 1, y: top + 20, width: x(time), height: 18, rx: 2 }),
        svgText(x(time) + 8, top + 34, `${isDone ? "" : "about "}${secondsLabel(time)}${times}${rest}`, isDone ? "" : "wcs-small"))];
    });
    const said = lanes.map((lane) => `${lane.trainer}: ${lane.merges ? secondsLabel(timeOf(lane)) : lane.state}`).join("; ");
    this.chart = svgChart(width, RACE_TOP + lanes.length * LANE + 22, `Race. ${said}`, ...rows, svgText(width - 2, RACE_TOP + lanes.length * LANE + 14, "seconds, logarithmic", "wcs-small", { "text-anchor": "end" }));
    this.holder.replaceChildren(this.chart);
  }

  freeze(isBusy) {
    this.run.disabled = isBusy;
  }

  destroy() {
    this.stop();
  }
}
