// Bounds how deep a JSON value is nested, before anything recursive reads it.

/** Whether objects and lists nest more than `levels` deep; reads no deeper than that. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
