// Proves at start that the key ring opens what this database holds; a wrong ring would otherwise fail at the first call.
import { existsSync } from "node:fs";
import type { Database } from "../db/database.ts";
import type { Table } from "../db/table.ts";
import { StartupError } from "../errors.ts";
import type { KeyRing } from "./key-ring.ts";
import { ownCopy, secretsFile } from "./secrets-file.ts";
import { createVault, DecryptionError, type Vault } from "./vault.ts";

const KNOWN_TEXT = "integration-gateway";
const checkContext = (keyId: string) => `key_ring_checks/${keyId}`;

/**
 * Throws `StartupError` where new secrets would be made for a database that is sealed already, as after a restore without
 * `secrets.json`: they would open nothing, and their file would shadow the right one.
 */
export async function assertSecretsNotLost(
  database: Database,
  { dataDir, keyRing, adminToken }: { dataDir: string; keyRing: KeyRing | null; adminToken: string | null },
): Promise<void> {
  const file = secretsFile(dataDir);
  if ((keyRing && adminToken) || existsSync(file)) return;
  const [table] = await database.query<{ exists: boolean }>(
    "select to_regclass('key_ring_checks') is not null as exists",
  );
  if (!table?.exists) return;
  if (keyRing) return void (await verifyKeyRing(database, createVault(keyRing)));
  const sealed = await database.query("select 1 from key_ring_checks limit 1");
  if (sealed.length === 0) return;
  throw new StartupError(
    `${file} is missing, and the database is encrypted with its keys: ${ownCopy(file)}, or set GATEWAY_SECRET_KEYS to those keys.`,
    { nextStep: `${ownCopy(file)}, or set GATEWAY_SECRET_KEYS to its keys` },
  );
}

/** Verifies the ring, then records its sealing key as one that the database needs from now on. */
export async function registerKeyRing(database: Database, vault: Vault): Promise<void> {
  const recorded = await verifyKeyRing(database, vault);
  const sealingKey = vault.keyIds[0] as string;
  if (recorded.has(sealingKey)) return;
  await database.query("insert into key_ring_checks (key_id, sealed) values ($1, $2) on conflict do nothing", [
    sealingKey,
    vault.seal(KNOWN_TEXT, checkContext(sealingKey)),
  ]);
  // Another replica may have recorded this id first, with another key.
  await verifyKeyRing(database, vault);
}

/** Returns the ids of the recorded keys; throws `StartupError` where the ring lacks one or has another key under its id. */
export async function verifyKeyRing(database: Database, vault: Vault): Promise<Set<string>> {
  const rows = await database.query<{ key_id: string; sealed: string }>("select key_id, sealed from key_ring_checks");
  for (const row of rows) {
    if (!vault.keyIds.includes(row.key_id)) {
      throw new StartupError(
        `The key ring (GATEWAY_SECRET_KEYS, or secrets.json in DATA_DIR) lacks the key "${row.key_id}", which this database is encrypted with.`,
      );
    }
    if (!opens(vault, row)) {
      throw new StartupError(
        `The key "${row.key_id}" of the key ring (GATEWAY_SECRET_KEYS, or secrets.json in DATA_DIR) is not the one that this database is encrypted with.`,
      );
    }
  }
  return new Set(rows.map((row) => row.key_id));
}

/** Whether the vault's key of this id is the one that sealed the known text. */
export function opens(vault: Vault, row: { key_id: string; sealed: string }): boolean {
  try {
    return vault.open(row.sealed, checkContext(row.key_id)) === KNOWN_TEXT;
  } catch (error) {
    if (error instanceof DecryptionError) return false;
    throw error;
  }
}

export const TABLES: readonly Table[] = [
  {
    table: "key_ring_checks",
    bound: "One for each key of the ring that was ever used.",
    personal: { erasure: "none", why: "A known text, sealed by each key of the ring." },
  },
];
