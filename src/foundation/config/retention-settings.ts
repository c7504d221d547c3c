// Reads for how long rows stay, in days and months, and for how long calls wait.

export function readDays(
  name: string,
  text: string | undefined,
  { unset, most }: { unset: number; most: number },
  errors: string[],
): number {
  if (text === undefined) return unset;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(days >= 1 && days <= most)) errors.push(`${name} must be a whole number from 1 to ${most}.`);
  return days;
}

const USAGE_MONTHS = 13;
const MAX_USAGE_MONTHS = 600;

export function readMonths(text: string | undefined, errors: string[]): number {
  if (text === undefined) return USAGE_MONTHS;
  const months = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(months >= 1 && months <= MAX_USAGE_MONTHS)) {
    errors.push(`GATEWAY_USAGE_MONTHS must be a whole number from 1 to ${MAX_USAGE_MONTHS}.`);
  }
  return months;
}

const APPROVAL_MINUTES = 24 * 60;
const APPROVAL_RANGE = { least: 10, most: 7 * 24 * 60 };

/** Milliseconds for which a call waits for a person. */
export function readApprovalWait(text: string | undefined, errors: string[]): number {
  const { least, most } = APPROVAL_RANGE;
  const minutes = text === undefined ? APPROVAL_MINUTES : /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(minutes >= least && minutes <= most))
    errors.push(`GATEWAY_APPROVAL_MINUTES must be a whole number from ${least} to ${most}, which is seven days.`);
  return minutes * 60_000;
}
