// Proves at start that the key ring opens what this database holds, so that a wrong one is not found out at the first call.
import type { Database } from "../db/database.ts";
import { CannotOpen, type Vault } from "./vault.ts";

const KNOWN_TEXT = "integration-gateway";
const place = (keyId: string) => `key_ring_checks/${keyId}`;

/** Throws a sentence when a key of the ring is not the one used before under its id, or when a used key is missing. */
export async function checkKeyRing(database: Database, vault: Vault): Promise<void> {
  const rows = await database.query<{ key_id: string; sealed: string }>("select key_id, sealed from key_ring_checks");
  for (const row of rows) {
    if (!vault.keyIds.includes(row.key_id)) {
      throw new Error(`GATEWAY_SECRET_KEYS lacks the key "${row.key_id}", which this database has been sealed with.`);
    }
    if (!opens(vault, row)) {
      throw new Error(
        `GATEWAY_SECRET_KEYS: the key "${row.key_id}" is not the one this database has been sealed with.`,
      );
    }
  }
  const known = new Set(rows.map((row) => row.key_id));
  const sealingKey = vault.keyIds[0] as string;
  if (known.has(sealingKey)) return;
  await database.query("insert into key_ring_checks (key_id, sealed) values ($1, $2) on conflict do nothing", [
    sealingKey,
    vault.seal(KNOWN_TEXT, place(sealingKey)),
  ]);
}

function opens(vault: Vault, row: { key_id: string; sealed: string }): boolean {
  try {
    return vault.open(row.sealed, place(row.key_id)) === KNOWN_TEXT;
  } catch (error) {
    if (error instanceof CannotOpen) return false;
    throw error;
  }
}
