// A chart as a Plotly figure, with zoom, hover and export, in a dialog. Plotly comes from the kernel, once for all pages
// of a document, and only when a figure is opened.

import { element } from "./dom.js";

const NARROW = 640; // pixels: there the legend stands above the figure

let loading = null;

// ask: () -> Promise of plotly.min.js, gzip in base64
function loadPlotly(ask) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  loading ??= ask().then(unpack).then(run).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function unpack(base64) {
  const packed = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

function run(source) {
  return new Promise((resolve, reject) => {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const script = element("script", { src: url, onload: () => done(resolve), onerror: () => done(reject) });
    function done(tell) {
      URL.revokeObjectURL(url);
      script.remove();
      tell(window.Plotly ?? new Error("Plotly could not be started."));
    }
    document.head.append(script);
  });
}

export class FigureDialog {
  constructor() {
    this.title = element("h2", {});
    this.state = element("p", { class: "wcl-hint", role: "status" });
    this.holder = element("div", { class: "wcl-figure-holder" });
    this.node = element("dialog", { class: "wcl-figure", onclose: () => this.clear(), onkeydown: (event) => event.stopPropagation() },
      element("header", {}, this.title, element("button", { type: "button", onclick: () => this.node.close() }, "Close")),
      this.state, this.holder);
  }

  // askFigure: () -> Promise of the figure's JSON, askPlotly: see loadPlotly. Resolves with a problem in words, or null.
  async open(title, name, askFigure, askPlotly) {
    this.title.textContent = title;
    this.node.setAttribute("aria-label", `Plotly figure: ${title}`);
    this.state.textContent = "Loading Plotly …";
    this.node.showModal();
    try {
      const figure = JSON.parse(await askFigure());
      const plotly = await loadPlotly(askPlotly);
      if (!this.node.open) return null; // closed meanwhile
      this.state.textContent = "";
      await this.draw(plotly, figure, name);
      return null;
    } catch (error) {
      this.node.close();
      return error.message;
    }
  }

  draw(plotly, { data, layout }, name) {
    this.plotly = plotly;
    const config = {
      responsive: true, displaylogo: false, displayModeBar: true, toImageButtonOptions: { filename: name },
      showSendToCloud: false, plotlyServerURL: "", // nothing leaves this machine
    };
    const height = Math.max(layout.height ?? 0, this.holder.clientHeight);
    const legend = this.holder.clientWidth < NARROW ? { orientation: "h", x: 0, y: 1.02, yanchor: "bottom" } : {};
    const margin = { ...layout.margin, t: 40, r: 12 };
    return plotly.newPlot(this.holder, data, { ...layout, title: undefined, height, margin, legend: { ...layout.legend, ...legend } }, config);
  }

  clear() {
    this.plotly?.purge(this.holder);
    this.holder.replaceChildren();
  }
}
