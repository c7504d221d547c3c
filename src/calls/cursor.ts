// Cursors: sealed positions, which a caller can neither forge nor use for another list.
import { invalidInput } from "../errors.ts";
import { DecryptionError, type Vault } from "../vault/vault.ts";

export function sealCursor(vault: Vault, position: string, aad: string): string {
  return vault.seal(position, aad);
}

/** Opens a cursor; throws INVALID_INPUT for one of another list, or none of ours. */
export function openCursor(vault: Vault, cursor: string, aad: string): string {
  try {
    return vault.open(cursor, aad);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    const message = "cursor is not one that this list has given; leave it out to start again.";
    throw invalidInput([{ in: "query", path: "/cursor", message }]);
  }
}
