// Whether the pointer has been still since the last key: content that a key scrolls under it is not being
// pointed at.

let still = false;
let place = "";

let watches = false;

// Only when a view needs it: a module that does nothing on import can be tested without a document.
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

// Listeners that follow the pointer in a view: `find` returns the item at a node, or null.
export function followPointer(find, onHover) {
  watch();
  const follow = (event) => pointerIsStill() || onHover(find(event.target));
  return { onpointerover: follow, onpointermove: follow, onpointerleave: () => pointerIsStill() || onHover(null) };
}
