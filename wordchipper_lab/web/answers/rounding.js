// Rounding a half to the even neighbour, as Python does it; `toFixed` rounds it up.

export function toFixedEven(value, places) {
  if (value < 0) return `-${toFixedEven(-value, places)}`;
  const digits = value.toFixed(Math.min(100, places + 30)); // the exact value, for all that is rounded here
  const cut = digits.indexOf(".") + 1 + places;
  const below = digits.slice(0, cut).replace(/\.$/, "");
  const isHalf = /^50*$/.test(digits.slice(cut));
  return isHalf && Number(below.at(-1)) % 2 === 0 ? below : value.toFixed(places);
}

export function roundEven(value, places = 0) {
  return Number(toFixedEven(value, places));
}
