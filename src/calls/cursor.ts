// Cursors that callers carry: sealed, so that nobody can make one up, alter one, or use one elsewhere.
import { invalidInput } from "../errors.ts";
import { DecryptionError, type Vault } from "../vault/vault.ts";

/** Seals a provider's position for the list it belongs to. */
export function sealCursor(vault: Vault, position: string, place: string): string {
  return vault.seal(position, place);
}

/** Gives the position back; 400 for a cursor of another list, or none of ours. */
export function openCursor(vault: Vault, cursor: string, place: string): string {
  try {
    return vault.open(cursor, place);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    const message = "cursor is not one that this list has given; leave it out to start again.";
    throw invalidInput([{ in: "query", path: "/cursor", message }]);
  }
}
