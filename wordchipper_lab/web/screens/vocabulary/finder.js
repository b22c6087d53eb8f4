// Where a search by text found its word in a token.

// Returns a function from a text to the [from, to) of what a search by text found in it; null if the whole
// token was found.
export function finderOf({ query, by, match, ignore_case: ignoreCase }) {
  if (!query || by !== "text" || match === "exact") return null;
  const fold = (text) => (ignoreCase && text.toLowerCase().length === text.length ? text.toLowerCase() : text);
  const wanted = fold(query);
  return (text) => {
    const at = match === "ends" ? fold(text).lastIndexOf(wanted) : fold(text).indexOf(wanted);
    const isThere = at >= 0 && (match !== "starts" || at === 0) && (match !== "ends" || at + wanted.length === text.length);
    return isThere ? [at, at + wanted.length] : [0, 0];
  };
}
