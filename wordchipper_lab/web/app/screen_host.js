// One screen inside the Lab: its module is loaded when the screen is first shown, and stays until the Lab is closed.

import { inflate } from "../shared/columns.js";
import { element } from "../shared/dom.js";

// A screen that was opened later comes packed; on a site, its code is a file: {href}
async function codeOf(code) {
  if (code.href) return (await fetch(code.href)).text();
  return typeof code === "string" ? code : new TextDecoder().decode(await inflate(code));
}

async function addressOf(code) {
  if (code.href) return new URL(code.href, document.baseURI).href;
  return URL.createObjectURL(new Blob([await codeOf(code)], { type: "text/javascript" }));
}

export class ScreenHost {
  constructor(name, title, model) {
    Object.assign(this, { name, model });
    this.node = element("section", { class: "wcl-lab-screen", "aria-label": `${title} screen`, hidden: true }, element("h1", { class: "wcl-unseen" }, title));
    model.place.attach = (session) => { this.session = session; };
  }

  // Whether the page itself can answer what is asked there.
  get hasEngine() {
    return Boolean(this.session?.engine.near);
  }

  async show() {
    this.drawing ??= this.draw();
    await this.drawing;
    this.style.disabled = false;
    this.node.hidden = false;
    this.session?.engine.wake();
  }

  hide() {
    this.node.hidden = true;
    if (this.style) this.style.disabled = true; // so that it styles no other screen
    this.session?.engine.rest();
  }

  async draw() {
    const [address, css] = await Promise.all([addressOf(this.model.get("_esm")), codeOf(this.model.get("_css"))]);
    this.style = element("style", {}, css);
    const root = element("div", {});
    this.node.append(this.style, root);
    const { default: view } = await import(address);
    if (address.startsWith("blob:")) URL.revokeObjectURL(address);
    this.node.hidden = false; // charts measure their width when they are first drawn
    this.close = view.render({ model: this.model, el: root });
  }

  destroy() {
    this.close?.();
  }
}
