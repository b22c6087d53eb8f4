// The tokens with given bytes; no match crosses a token's border. Twin: lab/vocabulary/matching.py.

// Places of the tokens that match, ascending. match: contains, starts, ends or exact
export function matchBytes({ data, starts }, wanted, match = "contains") {
  if (match === "contains" && wanted.length) return placesWith(data, starts, wanted);
  const found = [];
  for (let place = 0; place + 1 < starts.length; place++) {
    const [start, end] = [starts[place], starts[place + 1]];
    const size = end - start;
    if (size < wanted.length || (match === "exact" && size > wanted.length)) continue;
    if (isAt(data, match === "ends" ? end - wanted.length : start, wanted)) found.push(place);
  }
  return found;
}

function placesWith(data, starts, wanted) {
  const found = [];
  let place = 0;
  for (let at = data.indexOf(wanted[0]); at >= 0; at = data.indexOf(wanted[0], at)) {
    while (starts[place + 1] <= at) place += 1;
    const isFound = at + wanted.length <= starts[place + 1] && isAt(data, at, wanted);
    if (isFound) found.push(place);
    at = isFound ? starts[place + 1] : at + 1;
  }
  return found;
}

function isAt(data, at, wanted) {
  for (let n = 0; n < wanted.length; n++) if (data[at + n] !== wanted[n]) return false;
  return true;
}
