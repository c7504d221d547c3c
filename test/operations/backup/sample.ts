// The entries of a small made-up backup, as a gateway sends them.
import { createHash } from "node:crypto";
import { folderEntry, type TarEntry, textEntry } from "../../../src/foundation/db/tar.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import type { Head } from "../../../src/operations/backup/format.ts";

export const ringNamed = (id: string, byte = 1) =>
  parseKeyRing(`${id}:${Buffer.alloc(32, byte).toString("base64")}`) as KeyRing;

export function sampleHead(changes: Partial<Head> = {}): Head {
  const sealed = createVault(ringNamed("k1")).seal("integration-gateway", "key_ring_checks/k1");
  return {
    format: 1,
    id: "6a0dca5e-0000-4000-8000-000000000001",
    gateway: "0.1.0",
    postgres: "18.6",
    started_at: "2026-11-23T00:00:00.000Z",
    migrations: [{ name: "0001_create_users", checksum: "", release: null, runs_with: null }],
    key_checks: [{ key_id: "k1", sealed }],
    bytes: 1_000,
    ...changes,
  };
}

export async function* sampleBackup(changes: Partial<Head> = {}): AsyncGenerator<TarEntry> {
  const texts: [string, string][] = [
    ["backup.json", JSON.stringify(sampleHead(changes))],
    ["pglite/PG_VERSION", "18\n"],
    ["pglite/base/1/1259", Array.from({ length: 4_000 }, (_, i) => (i * 7_919) % 1_000).join(",")],
  ];
  const files = texts.map(([name, text]) => ({
    name,
    size: text.length,
    sha256: createHash("sha256").update(text).digest("hex"),
  }));
  yield folderEntry("pglite/base");
  for (const [name, text] of texts) yield textEntry(name, text);
  yield textEntry("manifest.json", JSON.stringify({ id: sampleHead().id, lsn: "0/1", files }));
}
