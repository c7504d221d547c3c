// Tells which numbers of a JSON text JavaScript would change silently (RFC 8259, section 6).

/** What JavaScript would do to a number, as the rest of a sentence; null for one that it keeps. */
export function changeOf(source: string): string | null {
  const value = Number(source);
  if (Number.isSafeInteger(value) || Number.isNaN(value)) return null;
  if (!Number.isFinite(value)) return "is a number that is too large.";
  const isRounded = Number.isInteger(value) && (isDigits(source) || digitsOf(source) !== digitsOf(String(value)));
  return isRounded ? "is a whole number beyond 9007199254740991; send it as text." : null;
}

const isDigits = (text: string) => /^-?\d+$/.test(text);

/** A number's digits without zeros at the ends, and their power of ten. Written for speed: a body may have 50,000 numbers. */
function digitsOf(text: string): string {
  const sign = text.startsWith("-") ? "-" : "";
  const letterAt = Math.max(text.indexOf("e"), text.indexOf("E"));
  const mantissa = text.slice(sign.length, letterAt < 0 ? text.length : letterAt);
  const power = letterAt < 0 ? 0 : Number(text.slice(letterAt + 1));
  const pointAt = mantissa.indexOf(".");
  const digits = pointAt < 0 ? mantissa : mantissa.slice(0, pointAt) + mantissa.slice(pointAt + 1);
  const fraction = pointAt < 0 ? 0 : mantissa.length - pointAt - 1;
  let [start, end] = [0, digits.length];
  while (digits[start] === "0") start++;
  while (end > start && digits[end - 1] === "0") end--;
  return `${sign}${digits.slice(start, end)}e${power - fraction + digits.length - end}`;
}
