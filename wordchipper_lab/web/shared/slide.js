// Movement on top of what is already drawn: the page shows the new state at once, and elements glide there from where
// they were. `finish` ends all movement, so that the next step never waits for it.

const LONGEST = 450; // milliseconds
const SHORTEST = 60; // a shorter movement cannot be followed
const SHARE = 0.7; // of the time between two steps
const EASING = "cubic-bezier(0.3, 0, 0.2, 1)";
const TOGETHER = 0.55; // of the time, after which parts are one
const RISE = 26; // pixels that an element rises as it leaves

// How long a movement may take if the next step comes after `interval` milliseconds; 0: do not move at all.
export function movementTime(interval) {
  if (!globalThis.matchMedia || matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return 0;
  const time = Math.min(LONGEST, SHARE * interval);
  return time < SHORTEST ? 0 : time;
}

export class Slide {
  constructor() {
    this.running = new Set();
    this.ghosts = new Set();
  }

  finish() {
    for (const animation of this.running) animation.cancel();
    for (const ghost of this.ghosts) ghost.remove();
    this.running.clear();
    this.ghosts.clear();
  }

  play(node, keyframes, time, options = {}) {
    const animation = node.animate(keyframes, { duration: time, easing: EASING, ...options });
    this.running.add(animation);
    animation.onfinish = () => this.running.delete(animation);
    return animation;
  }

  // Plays a copy of an element, which is gone afterwards. host: what the copy is put into
  playGhost(ghost, host, keyframes, time, options = {}) {
    for (const node of [ghost, ...ghost.querySelectorAll("[data-key]")]) delete node.dataset.key;
    ghost.setAttribute("aria-hidden", "true");
    host.append(ghost);
    this.ghosts.add(ghost);
    const animation = this.play(ghost, keyframes, time, { fill: "both", ...options });
    animation.onfinish = () => {
      this.running.delete(animation);
      this.ghosts.delete(ghost);
      ghost.remove();
    };
  }

  // Draws anew in `root`, with what has a `data-key` gliding to its new place (see `glide`). Returns the former places, or
  // null if nothing moves.
  redraw(root, draw, time, options) {
    this.finish();
    const before = time ? this.places(root) : null;
    draw();
    if (before) this.glide(root, before, time, options);
    return before;
  }

  // Where the elements with a `data-key` are; ends what still moves. Call it before drawing anew, and `glide` afterwards.
  places(root) {
    this.finish();
    const origin = root.getBoundingClientRect();
    return new Map([...root.querySelectorAll("[data-key]")].map((node) => {
      const at = (each) => {
        const { left, top } = each.getBoundingClientRect();
        return { left: left - origin.left, top: top - origin.top };
      };
      const svg = node.ownerSVGElement;
      return [node.dataset.key, { node, ...at(node), drawing: svg && { svg, ...at(svg) } }];
    }));
  }

  // Elements of `root` glide from their former places (see `places`), new ones fade in; of those that are gone, a copy
  // fades away, upwards where `isTaken(key)`, in `layer`, which lies over the root. Rows of tables leave without a copy.
  glide(root, before, time, { layer = root, isTaken = () => false } = {}) {
    const after = this.places(root);
    for (const [key, { node, left, top }] of after) {
      const old = before.get(key);
      const [x, y] = old ? [old.left - left, old.top - top] : [0, 0];
      if (!old) this.play(node, [{ opacity: 0 }, { opacity: 0, offset: 0.4 }, { opacity: 1 }], time);
      else if (Math.abs(x) + Math.abs(y) > 1) this.play(node, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], time);
    }
    for (const [key, { node, drawing, ...place }] of before) {
      if (after.has(key) || node.matches("tr, [role=row]")) continue;
      const { left, top } = drawing ?? place;
      const ghost = drawing ? drawing.svg.cloneNode(false) : node.cloneNode(true);
      if (drawing) ghost.append(node.cloneNode(true));
      Object.assign(ghost.style, { position: "absolute", left: `${left}px`, top: `${top}px`, margin: "0", pointerEvents: "none" });
      const end = isTaken(key) ? { opacity: 0, transform: `translateY(${-RISE}px)` } : { opacity: 0 };
      this.playGhost(ghost, layer, [{ opacity: 1, transform: "none" }, end], time);
    }
  }

  // `parts` become `whole`, or with `isBackwards` the whole its parts: the parts shrink to their texts, which come together
  // where the whole has its own, and the whole grows from there. Each is {node, ghost, left, top, width, text: the width of
  // its text}, where the node belongs to the page and the ghost is a copy of it as it was, or will be. Copies move in `layer`.
  join(parts, whole, layer, time, isBackwards) {
    const options = { easing: "linear", direction: isBackwards ? "reverse" : "normal" };
    const texts = parts.reduce((sum, { text }) => sum + text, 0) || 1;
    const inner = Math.min(whole.text || whole.width / 2, whole.width);
    const margin = (whole.width - inner) / 2;
    let left = whole.left + margin;
    for (const part of parts) {
      const start = { left: `${part.left}px`, top: `${part.top}px`, width: `${part.width}px` };
      const width = (inner * part.text) / texts;
      const together = { left: `${left}px`, top: `${whole.top}px`, width: `${width}px` };
      left += width;
      Object.assign(part.ghost.style, { position: "absolute", margin: "0" });
      this.playGhost(part.ghost, layer, [{ ...start, opacity: 1, easing: EASING }, { ...together, opacity: 1, offset: TOGETHER }, { ...together, opacity: 0, offset: TOGETHER + 0.08 }, { ...together, opacity: 0 }], time, options);
      if (isBackwards) this.play(part.node, [{ opacity: 0 }, { opacity: 0 }], time);
    }
    const small = `inset(-40px ${margin}px)`;
    const grow = [{ opacity: 0, clipPath: small }, { opacity: 0, clipPath: small, offset: TOGETHER - 0.08 }, { opacity: 1, clipPath: small, offset: TOGETHER, easing: EASING }, { opacity: 1, clipPath: "inset(-40px -60px)" }];
    if (!isBackwards) {
      this.play(whole.node, grow, time, options);
      return;
    }
    Object.assign(whole.ghost.style, { position: "absolute", margin: "0", left: `${whole.left}px`, top: `${whole.top}px` });
    this.playGhost(whole.ghost, layer, grow, time, options);
  }
}
