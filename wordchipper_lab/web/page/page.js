// A served page: shows the one widget of its notebook, and ends the kernel when the page is closed. The rest of the page
// is the template `index.html.j2` in serving/share.

import { fromBase64, putBuffers } from "./buffers.js";
import { KernelConnection } from "./connection.js";
import { endWithPage } from "./kernel_end.js";
import { WidgetComm } from "./widget_comm.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);

async function importCode(code) {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function show() {
  const { baseUrl, kernelId } = json("jupyter-config-data");
  const { model_id: id, state, paths, buffers } = json("wordchipper-widget");
  const address = new URL(`${baseUrl}api/kernels/${kernelId}/channels`, window.location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const connect = (handlers) => new KernelConnection(address.href, handlers);
  const { model } = new WidgetComm(id, putBuffers(state, paths, buffers.map(fromBase64)), connect);
  endWithPage(baseUrl, kernelId);

  const place = document.getElementById("wordchipper-view");
  const [style, el] = ["style", "div"].map((name) => document.createElement(name));
  style.textContent = model.get("_css");
  document.head.append(style);
  const { default: view } = await importCode(model.get("_esm"));
  place.append(el);
  await view.render({ model, el });
  place.dataset.isLive = "";
  document.getElementById("wordchipper-first")?.remove();
}

export default { shown: show() };
