/** Values that are made when first asked for. */

/**
 * What `make` returns the first time.
 * @template T
 * @param {() => T} make
 * @returns {() => T}
 */
export function once(make) {
  /** @type {{value: T} | null} */
  let made = null;
  return () => (made ??= { value: make() }).value;
}
