/** Tables of addresses, as the engine's kernel reads them; the layouts are Python's (kernels/layout.py). */

/** @typedef {import("./memory.js").FlatArray} FlatArray */

/**
 * @param {import("./memory.js").Memory} memory
 * @param {readonly (readonly string[])[]} layout name and dtype of each array, in order
 * @param {Record<string, FlatArray>} arrays by name
 * @returns {FlatArray}
 */
export function addressTable(memory, layout, arrays) {
  const numbers = [];
  for (const [name, kind] of layout) {
    const array = arrays[name];
    if (!array || array.kind !== kind) {
      throw new TypeError(`${name} is ${array ? array.kind : "missing"}: its layout says ${kind}`);
    }
    numbers.push(array.address, array.length);
  }
  return memory.copyOf("int64", numbers);
}

/** Arrays with a part's name before theirs. @param {string} part @param {Record<string, FlatArray>} arrays */
export function named(part, arrays) {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${part}.${name}`, array]));
}
