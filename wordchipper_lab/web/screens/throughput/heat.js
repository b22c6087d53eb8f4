// Heat maps: every lexer with every encoder, relative to the best of them. A cell contains its number; the
// tint only repeats it.

import { element } from "../../shared/dom.js";
import { figure } from "../../shared/numbers.js";

function drawCell({ relative, speed }) {
  if (relative === null) return element("td", { class: "wcl-empty" }, "–");
  const node = element("td", { class: relative === 1 ? "wcl-heat wcl-is-best" : "wcl-heat", title: `${figure(speed)} MB/s` },
    element("b", {}, relative.toFixed(2)), element("small", {}, figure(speed)));
  node.style.setProperty("--wcl-heat", `${Math.round(relative * 100)}%`);
  return node;
}

// A name that may be broken after an underscore, and nowhere else.
function breakable(name) {
  return name.split(/(?<=_)/).flatMap((part, at) => (at ? [element("wbr"), part] : [part]));
}

function drawMap({ title, figure: asked, encoders, lexers, cells }, act) {
  const head = element("tr", {}, element("td"), ...lexers.map((name) => element("th", { scope: "col" }, name)));
  const body = encoders.map((name) => element("tr", {}, element("th", { scope: "row" }, ...breakable(name)),
    ...lexers.map((lexer) => drawCell(cells.find((cell) => cell.encoder === name && cell.lexer === lexer)))));
  const plotly = element("button", { type: "button", class: "wcl-small wcl-plotly", onclick: () => act.openFigure(asked, title) }, "Open as Plotly figure");
  return element("div", { class: "wcl-heat-part" }, element("header", {}, element("h3", {}, title), plotly),
    element("table", { class: "wcl-table wcl-heat-map", "aria-label": title }, element("thead", {}, head), element("tbody", {}, ...body)));
}

export class HeatPanel {
  // act: openFigure(figure, title)
  constructor(act) {
    this.act = act;
    this.maps = element("div", { class: "wcl-heat-grid" });
    this.node = element("div", { class: "wcl-panel-body" }, this.maps,
      element("p", { class: "wcl-hint" }, "1.00 is the fastest of its map; below it, the median in MB/s."));
  }

  show(maps) {
    this.maps.replaceChildren(...maps.map((map) => drawMap(map, this.act)));
    this.offerFigures(this.canOpen);
  }

  offerFigures(canOpen) {
    this.canOpen = canOpen;
    for (const button of this.maps.querySelectorAll(".wcl-plotly")) button.hidden = !canOpen;
  }
}
