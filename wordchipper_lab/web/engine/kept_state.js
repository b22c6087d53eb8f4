// Passes a page's state to the page that replaces it, in session storage because it may be too long for a URL.

const KEY = "wordchipper_lab:state";

// Returns false if the browser could not store the state.
export function keepState(path, state) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, state }));
    return true;
  } catch (error) {
    console.warn(`The state was not kept: ${error.message}`);
    return false;
  }
}

// Returns the state that the previous page left for this one, or null. It can be taken only once.
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
