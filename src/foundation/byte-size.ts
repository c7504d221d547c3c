// Sizes for people: a number of one decimal, and its unit.
const UNITS = ["kB", "MB", "GB", "TB"] as const;

/** Such as `14.2 kB`: a number of one decimal, and its unit. */
export function sizeOf(bytes: number): { value: number; unit: (typeof UNITS)[number] } {
  let [value, i] = [bytes / 1_000, 0];
  for (; value >= 1_000 && i < UNITS.length - 1; i++) value /= 1_000;
  return { value: Math.round(value * 10) / 10, unit: UNITS[i] ?? "TB" };
}

export function sizeText(bytes: number): string {
  const { value, unit } = sizeOf(bytes);
  return `${value} ${unit}`;
}
