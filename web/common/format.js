// Numbers as people read them.

export function short(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (typeof value !== "number") return String(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e7) return String(value).replace("-", "−");
  const text =
    size >= 1e7 || size < 1e-4
      ? value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e")
      : size >= 10 ** digits
        ? value.toFixed(0)
        : String(Number(value.toPrecision(digits)));
  return text.replace(/^-/, "−").replace("e-", "e−");
}

export function percent(share, digits = 1) {
  if (share === null || share === undefined) return "–";
  return `${String(Number((100 * share).toFixed(digits))).replace("-", "−")}%`;
}

export const count = (number) => number.toLocaleString("en").replaceAll(",", " ");

export function shortened(text, length = 22) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
