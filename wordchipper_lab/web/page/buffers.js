// Binary parts of a widget's state. They travel beside the JSON, each with the path of its place in it.

// Puts buffers[i] at paths[i] in `state`, where the JSON has null or nothing.
export function putBuffers(state, paths, buffers) {
  paths.forEach((path, number) => {
    const place = path.slice(0, -1).reduce((part, key) => part[key], state);
    place[path.at(-1)] = buffers[number];
  });
  return state;
}

export function fromBase64(text) {
  return new DataView(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer);
}

// Whether two values of a state are equal: JSON and DataViews in it.
export function isSame(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (one instanceof DataView || other instanceof DataView) return hasSameBytes(one, other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && isSame(one[key], other[key]));
}

function hasSameBytes(one, other) {
  if (one.byteLength !== other.byteLength || !(one instanceof DataView && other instanceof DataView)) return false;
  for (let at = 0; at < one.byteLength; at += 1) if (one.getUint8(at) !== other.getUint8(at)) return false;
  return true;
}
