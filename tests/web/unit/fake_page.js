// The parts of a browser's page that the drawing modules use, so that they run in Node: no layout and no
// built-in events.
//
// Import this before the modules under test. What they drew can be read from the nodes or as markup.

const WIDTH = 800; // pixels: every node has this width

class FakeText {
  constructor(text) {
    this.data = String(text);
  }

  get textContent() {
    return this.data;
  }

  get markup() {
    return this.data.replace(/[&<]/g, (sign) => ({ "&": "&amp;", "<": "&lt;" })[sign]);
  }

  remove() {
    this.parentNode?.removeChild(this);
  }
}

const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

// Only what the modules use: tag, .class, [name], [name=value], separated by commas. Each is parsed once.
const known = new Map();

function parsed(selectors) {
  if (!known.has(selectors)) known.set(selectors, selectors.split(",").map((one) => (one.match(/[.\w-]+|\[[^\]]+\]/g) ?? []).map(check)));
  return known.get(selectors);
}

function check(part) {
  if (part.startsWith(".")) {
    const names = part.slice(1).split(".").map((name) => ` ${name} `);
    return (node) => names.every((name) => ` ${node.className} `.includes(name));
  }
  if (!part.startsWith("[")) return (node) => node.tag === part;
  const [name, value] = part.slice(1, -1).split("=");
  return value === undefined ? (node) => node.hasAttribute(name) : (node) => node.getAttribute(name) === value.replaceAll('"', "");
}

class FakeNode {
  constructor(tag) {
    this.tag = tag;
    this.tagName = tag.toUpperCase();
    this.attributes = new Map();
    this.childNodes = [];
    this.listeners = {};
    this.style = { setProperty: (name, value) => { this.style[name] = value; } };
    this.clientWidth = WIDTH;
    this.clientHeight = 400;
    Object.assign(this, { offsetTop: 0, offsetHeight: 20, scrollTop: 0, scrollLeft: 0 });
    this.dataset = new Proxy({}, {
      get: (_, name) => this.attributes.get(`data-${dashed(name)}`),
      set: (_, name, value) => Boolean(this.attributes.set(`data-${dashed(name)}`, String(value))),
    });
    const classes = () => new Set((this.className || "").split(/\s+/).filter(Boolean));
    const keep = (set) => { this.className = [...set].join(" "); };
    this.classList = {
      add: (...names) => keep(new Set([...classes(), ...names])),
      remove: (...names) => keep(new Set([...classes()].filter((name) => !names.includes(name)))),
      contains: (name) => classes().has(name),
      toggle: (name, on = !classes().has(name)) => (on ? this.classList.add(name) : this.classList.remove(name)),
    };
  }

  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  hasAttribute(name) { return this.attributes.has(name); }
  removeAttribute(name) { this.attributes.delete(name); }
  addEventListener(name, listener) { (this.listeners[name] ??= []).push(listener); }
  getBoundingClientRect() { return { left: 0, right: WIDTH, top: 0, bottom: 20, width: WIDTH, height: 20 }; }
  getClientRects() { return [this.getBoundingClientRect()]; }
  focus() { document.activeElement = this; }
  scrollIntoView() {}

  get children() { return this.childNodes.filter((child) => child instanceof FakeNode); }
  get childElementCount() { return this.children.length; }
  get lastChild() { return this.childNodes.at(-1) ?? null; }
  get firstChild() { return this.childNodes[0] ?? null; }
  get firstElementChild() { return this.children[0] ?? null; }
  get options() { return this.children; }
  get nextSibling() { return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) + 1] ?? null; }

  insertBefore(child, before) {
    const node = typeof child === "object" ? child : new FakeText(child);
    node.remove();
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
  }

  append(...children) { for (const child of children) this.insertBefore(child, null); }
  prepend(...children) { for (const child of children.reverse()) this.insertBefore(child, this.firstChild); }

  after(...nodes) { for (const node of nodes.reverse()) this.parentNode.insertBefore(node, this.nextSibling); }

  replaceChildren(...children) {
    for (const child of this.childNodes) child.parentNode = null;
    this.childNodes = [];
    this.append(...children);
  }

  removeChild(child) {
    this.childNodes = this.childNodes.filter((other) => other !== child);
    child.parentNode = null;
  }

  remove() { this.parentNode?.removeChild(this); }
  contains(node) { return Boolean(node) && (node === this || this.contains(node.parentNode)); }
  closest(selector) { return this.matches(selector) ? this : this.parentNode?.closest(selector) ?? null; }

  matches(selector) { return parsed(selector).some((checks) => checks.every((holds) => holds(this))); }

  querySelectorAll(selector, found = []) {
    for (const child of this.children) {
      if (child.matches(selector)) found.push(child);
      child.querySelectorAll(selector, found);
    }
    return found;
  }

  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }

  get textContent() { return this.childNodes.map((child) => child.textContent).join(""); }
  set textContent(text) { this.replaceChildren(...(text === "" || text === null ? [] : [text])); }

  get markup() {
    const written = [...this.attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
    return `<${this.tag}${written}>${this.childNodes.map((child) => child.markup).join("")}</${this.tag}>`;
  }
}

// Properties that are attributes: text, or present or absent.
for (const name of ["id", "title", "type", "href", "min", "max"]) {
  Object.defineProperty(FakeNode.prototype, name, {
    get() { return this.getAttribute(name) ?? ""; }, set(value) { this.setAttribute(name, value); },
  });
}
Object.defineProperty(FakeNode.prototype, "className", { get() { return this.getAttribute("class") ?? ""; }, set(value) { this.setAttribute("class", value); } });
for (const name of ["hidden", "checked", "disabled", "open"]) {
  Object.defineProperty(FakeNode.prototype, name, {
    get() { return this.hasAttribute(name); },
    set(on) { if (on) this.setAttribute(name, ""); else this.removeAttribute(name); },
  });
}
Object.defineProperty(FakeNode.prototype, "value", {
  get() { return this.kept ?? this.getAttribute("value") ?? (this.tag === "select" ? this.children[0]?.value : null) ?? ""; },
  set(value) { this.kept = String(value); },
});

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export const page = {
  createElement: (tag) => new FakeNode(tag),
  createElementNS: (_, tag) => new FakeNode(tag),
  createTextNode: (text) => new FakeText(text),
  createDocumentFragment: () => new FakeNode("fragment"),
  querySelector: () => null,
  addEventListener() {},
  removeEventListener() {},
  activeElement: null,
  body: new FakeNode("body"),
};

Object.assign(globalThis, {
  document: page, window: { addEventListener() {}, removeEventListener() {} }, ResizeObserver: NoObserver, IntersectionObserver: NoObserver, MutationObserver: NoObserver,
  requestAnimationFrame: () => 0, cancelAnimationFrame() {},
});

export function wide(node, width) {
  node.clientWidth = width;
  return node;
}

