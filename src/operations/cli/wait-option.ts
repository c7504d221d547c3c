// The option `--wait` of commands that wait for a gateway.
import { AppError } from "../../foundation/errors.ts";

const MAX_SECONDS = 3_600;

/** Seconds; `unset` without the option. */
export function waitSeconds(option: unknown, unset: number): number {
  if (option === undefined) return unset;
  if (/^\d{1,4}$/.test(String(option)) && Number(option) <= MAX_SECONDS) return Number(option);
  throw new AppError("VALIDATION_ERROR", `--wait takes a whole number of seconds from 0 to ${MAX_SECONDS}.`);
}
