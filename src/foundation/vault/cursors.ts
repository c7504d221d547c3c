// Cursors: positions in a list, sealed so that a cursor opens only for the owner, list and filters it was made for.
import { type InputError, invalidInput } from "../errors.ts";
import { DecryptionError, type Vault } from "./vault.ts";

/** Parameters that may change from page to page. */
const NO_FILTERS = ["/limit", "/raw", "/cursor"];

const BAD_CURSOR: InputError = {
  in: "query",
  path: "/cursor",
  message: "cursor is not from this list. Leave it out to start again.",
};

/** Seals a position; `context` names the owner, the list and its filters. */
export function sealCursor(vault: Vault, position: string, context: string): string {
  return vault.seal(position, context);
}

/** Returns the position; throws 400 for a cursor that was sealed elsewhere or altered. */
export function openCursor(vault: Vault, cursor: string, context: string): string {
  const position = positionIn(vault, cursor, context);
  if (position === null) throw badCursor();
  return position;
}

/** 400: the cursor is of another list. */
export const badCursor = () => invalidInput([BAD_CURSOR]);

/** Validates a cursor. `context` needs valid filters: where `others` holds an error in one, only the form is checked. */
export function cursorErrors(
  vault: Vault,
  cursor: unknown,
  context: () => string,
  others: readonly InputError[],
): InputError[] {
  if (typeof cursor !== "string") return [];
  const hasValidFilters = others.every((error) => error.in === "query" && NO_FILTERS.includes(error.path));
  const isValid = hasValidFilters ? positionIn(vault, cursor, context()) !== null : vault.isSealed(cursor);
  return isValid ? [] : [BAD_CURSOR];
}

function positionIn(vault: Vault, cursor: string, context: string): string | null {
  try {
    return vault.open(cursor, context);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return null;
  }
}
