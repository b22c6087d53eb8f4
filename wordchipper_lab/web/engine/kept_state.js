// The state that a page hands to the one that replaces it: longer than any address may be.

const KEY = "wordchipper_lab:state";

// false if it is more than the browser keeps
export function keepState(path, state) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, state }));
    return true;
  } catch (error) {
    console.warn(`The state was not kept: ${error.message}`);
    return false;
  }
}

// The state that the page before left for this one, null for none; it is taken once.
export function takeState(path) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    if (kept?.path !== path) return null;
    sessionStorage.removeItem(KEY);
    return kept.state;
  } catch {
    return null; // no storage (an embedded page), or nothing of ours in it
  }
}
