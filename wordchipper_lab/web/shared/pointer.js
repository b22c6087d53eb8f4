// Whether the pointer lies still since the last key: what a key scrolls under it is not pointed at.

let still = false;
let place = "";

let watches = false;

// Not before a view needs it: a module that does nothing when it is imported can be tested without a document.
function watch() {
  if (watches) return;
  watches = true;
  document.addEventListener("keydown", () => { still = true; }, true);
  document.addEventListener("pointermove", ({ screenX, screenY }) => {
    const here = `${screenX} ${screenY}`; // browsers also report moves when only the page has moved
    if (here !== place) still = false;
    place = here;
  }, true);
}

export function pointerIsStill() {
  return still;
}

// Listeners by which a view follows the pointer: `find` names the thing at a node, null for none.
export function followPointer(find, onHover) {
  watch();
  const follow = (event) => pointerIsStill() || onHover(find(event.target));
  return { onpointerover: follow, onpointermove: follow, onpointerleave: () => pointerIsStill() || onHover(null) };
}
