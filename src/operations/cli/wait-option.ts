// The option `--wait` of commands that wait for a gateway.
import { InvalidArgumentError } from "commander";

const MAX_SECONDS = 3_600;

/** Parses the option for commander, which prints what is wrong with it. */
export function waitSeconds(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= MAX_SECONDS) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number of seconds from 0 to ${MAX_SECONDS}.`);
}
