// Reads for how long rows stay, in days and months.

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
