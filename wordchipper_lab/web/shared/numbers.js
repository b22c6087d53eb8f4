// Numbers formatted for people to read, in charts and beside them.

// Three significant digits, never an exponent.
export function figure(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value !== 0 && Math.abs(value) < 0.001) return value.toPrecision(2);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// The label of a tick: as short as possible, but different from its neighbours' labels.
export function tickText(value) {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return value.toExponential().replace("e+", "e");
  if (size >= 1e6) return value.toLocaleString("en-US", { notation: "compact", maximumFractionDigits: 2 });
  return value.toLocaleString("en-US", { maximumSignificantDigits: size < 1 ? 3 : 21 });
}

export function secondsText(seconds) {
  if (seconds === null || seconds === undefined) return "";
  if (seconds < 1) return "a second";
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${figure(seconds / 3600)} h`;
}
