// The page after a sign-in at a provider or issuer, while the sign-in is stored: its address may have the secret of an invitation.
import { nextContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Deps } from "../../server/deps.ts";
import { HOME_PATH } from "../paths.ts";

type Sealer = Pick<Deps, "vault">;

/** Null for the page that follows without one. `key` is the row's. */
export const sealNext = ({ vault }: Sealer, key: string, next: string | null): string | null =>
  next === null || next === HOME_PATH ? null : vault.seal(next, nextContext(key));

/** Rows of the version before are plain paths. Null also where the key has left the ring since: the sign-in itself holds. */
export function openNext({ vault }: Sealer, key: string, stored: string | null): string | null {
  if (stored === null || stored.startsWith("/")) return stored;
  try {
    return vault.open(stored, nextContext(key));
  } catch {
    // The sign-in leads to the first page instead.
    return null;
  }
}
