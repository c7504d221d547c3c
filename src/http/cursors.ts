// Checks cursors as input: sealed for the list that gave them, so that none can be made up, altered or used elsewhere.
import type { InputError } from "../errors.ts";
import { DecryptionError, type Vault } from "../vault/vault.ts";

/** Parameters that may change from page to page. */
const NO_FILTERS = ["/limit", "/raw", "/cursor"];

/**
 * What is wrong with a cursor. `place` is what it must belong to, as far as the filters have passed; where `others` says that
 * one of them did not, only its form can be looked at.
 */
export function cursorErrors(
  vault: Vault,
  cursor: unknown,
  place: () => string,
  others: readonly InputError[],
): InputError[] {
  if (typeof cursor !== "string") return [];
  const isWhole = others.every((fault) => fault.in === "query" && NO_FILTERS.includes(fault.path));
  if (isWhole ? opens(vault, cursor, place()) : vault.isSealed(cursor)) return [];
  const message = "cursor is not one that this list has given; leave it out to start again.";
  return [{ in: "query", path: "/cursor", message }];
}

function opens(vault: Vault, cursor: string, place: string): boolean {
  try {
    vault.open(cursor, place);
    return true;
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return false;
  }
}
