// Keys pressed on a page, heard alike on every screen: by the screen that is shown, not where somebody types, and not with
// a modifier. On served and saved pages keys work without focus in the page; in a notebook such keys belong to the notebook.

const TAKES_NO_TEXT = /^(button|checkbox|color|file|radio|range|reset|submit)$/;

// Whether keys that are pressed there are typed, or choose something.
export function isTyping(target) {
  if (target.tagName === "INPUT") return !TAKES_NO_TEXT.test(target.type);
  return /^(SELECT|TEXTAREA)$/.test(target.tagName) || Boolean(target.isContentEditable);
}

function isBare(target) {
  return target === document.body || target === document.documentElement;
}

// Whether nothing but the screen wants the key. What is presented has Space and the arrows wherever the focus is, and Enter
// presses the screen's buttons; those beside it, as in a story, keep Space, too.
function isFree({ target, key }, node, isPresenting) {
  if (isBare(target)) return true;
  const isPress = target.tagName === "BUTTON" && (key === " " || key === "Enter");
  if (isPresenting) return !/^(radio|range)$/.test(target.type) && (!isPress || node.contains(target));
  return target.tagName === "BUTTON" && !isPress;
}

export class PageKeys {
  // session: a PageSession; its `press(event, isFree)` returns whether it used the key
  constructor(session) {
    this.session = session;
    this.source = session.ownsThePage ? document : session.page.node;
    // What is presented hears keys before what has the focus; otherwise, what has the focus comes first.
    this.listeners = [true, false].map((isEarly) => [isEarly, (event) => { if (Boolean(session.isPresenting) === isEarly) this.heard(event); }]);
    for (const [isEarly, listener] of this.listeners) this.source.addEventListener("keydown", listener, isEarly);
  }

  heard(event) {
    const { target } = event;
    const { isPresenting, page: { node } } = this.session;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (isTyping(target) || target.closest?.("dialog") || !node.getClientRects().length) return;
    if (!isPresenting && !isBare(target) && !node.contains(target)) return;
    if (!this.session.press(event, isFree(event, node, isPresenting))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  stop() {
    for (const [isEarly, listener] of this.listeners) this.source.removeEventListener("keydown", listener, isEarly);
  }
}
