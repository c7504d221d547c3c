// Fixed windows of the limits: UTC minute and UTC day.

export type WindowKind = "minute" | "day";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** When the window that holds `now` starts and ends; Unix milliseconds. Unix time has no leap seconds, so days are even. */
export function windowAt(kind: WindowKind, now: number): { startsAt: number; endsAt: number } {
  const length = kind === "minute" ? MINUTE : DAY;
  const startsAt = Math.floor(now / length) * length;
  return { startsAt, endsAt: startsAt + length };
}

/** Calls a window allows, by tier (area A). */
export const TIER_LIMITS = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  team: { minute: 1_000, day: 100_000 },
} as const;
