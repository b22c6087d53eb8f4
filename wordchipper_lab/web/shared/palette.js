// Tints from the colour-blind-safe palette of Okabe and Ito, mixed into the page's background until the
// page's text colour has a contrast of 7:1 on them (WCAG 2 AAA).

const HUES = ["#56b4e9", "#e69f00", "#009e73", "#cc79a7"];
const WANTED = 7;
const STRONGEST = 0.42;

export function parseColor(css) {
  const numbers = css.match(/[\d.]+/g)?.map(Number) ?? [255, 255, 255];
  return { rgb: numbers.slice(0, 3), alpha: numbers[3] ?? 1 };
}

function hexColor(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

export function luminance(rgb) {
  const [r, g, b] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function mix(color, ground, share) {
  return color.map((value, at) => Math.round(value * share + ground[at] * (1 - share)));
}

export function tints(ground, ink) {
  return HUES.map((hue) => {
    let share = STRONGEST;
    while (share > 0.08 && contrast(mix(hexColor(hue), ground, share), ink) < WANTED) share -= 0.02;
    return mix(hexColor(hue), ground, share);
  });
}

function css(rgb) {
  return `rgb(${rgb.join(" ")})`;
}

// Computes the tints of `root` from its actual colours, now and whenever the theme changes. Returns a function that stops it.
export function keepPalette(root) {
  const update = () => {
    root.removeAttribute("data-scheme"); // it would keep the colours that are asked for
    const style = getComputedStyle(root);
    const ground = parseColor(style.backgroundColor).rgb;
    const ink = parseColor(style.color).rgb;
    tints(ground, ink).forEach((tint, at) => root.style.setProperty(`--wcl-tint${at}`, css(tint)));
    root.dataset.scheme = luminance(ground) < 0.3 ? "dark" : "light";
  };
  const later = () => requestAnimationFrame(update);
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(later);
  dark.addEventListener("change", later);
  observer.observe(document.body, { attributes: true, attributeFilter: ["class", "data-jp-theme-name", "data-jp-theme-light"] });
  later();
  return () => {
    dark.removeEventListener("change", later);
    observer.disconnect();
  };
}
