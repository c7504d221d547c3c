// Makes, revokes and recognises API keys.
import { LRUCache } from "lru-cache";
import type { Cache } from "../db/changes.ts";
import { databaseCause, withDbTimeout } from "../db/timeouts.ts";
import type { Deps } from "../deps.ts";
import { AppError, type InputError } from "../errors.ts";
import { isKeyText, makeKeyText } from "./key-text.ts";
import type { Caller, CreateKeyBody } from "./model.ts";
import { keyView } from "./model.ts";
import { allows, patternError } from "./permissions.ts";
import { findByHash, insertKey, listKeys, revokeKey, touchKey } from "./store.ts";

/** How often the time of last use is written. */
const TOUCH_EVERY_MS = 60_000;
const MAX_KNOWN = 50_000;

export interface ApiKeys {
  /**
   * Gives the key's caller, or null for anything that is not a living key. `enter` is awaited before the database is asked
   * about a key that this process has never known.
   */
  authenticate(text: string, enter?: () => Promise<void>): Promise<Caller | null>;
  /** Whether a key may use all of these permissions. */
  mayUse(caller: Pick<Caller, "permissions">, permissions: readonly string[]): boolean;
}

export function createApiKeys(deps: Pick<Deps, "database" | "vault" | "changes" | "clock" | "log">): ApiKeys {
  const cache: Cache<Caller> = deps.changes.cache<Caller>(["users", "api_keys", "partners"]);
  /** Hashes of keys that have lived: they may be looked up again, whatever else comes from their address. */
  const known = new LRUCache<string, true>({ max: MAX_KNOWN });
  const touched = new Map<string, number>();
  let toldAt = Number.NEGATIVE_INFINITY;
  const touch = (caller: Caller, hash: string, now: number) => {
    if ((touched.get(caller.id) ?? 0) > now - TOUCH_EVERY_MS) return;
    if (touched.size > 50_000) touched.clear();
    touched.set(caller.id, now);
    touchKey(deps.database, caller.id, hash, new Date(now)).catch((error: unknown) => {
      // A line for each key would drown the one that tells of the database's outage.
      if (toldAt > now - TOUCH_EVERY_MS) return;
      toldAt = now;
      deps.log.warn("key_touch_failed", { key_id: caller.id, error: databaseCause(error) });
    });
  };
  return {
    async authenticate(text, enter) {
      if (!isKeyText(text)) return null;
      const hashes = deps.vault.macs(text);
      const newest = hashes[0] as string;
      const isKnown = known.get(newest) === true;
      const find = () => cache.get(newest, () => findByHash(deps.database, hashes));
      // Waiting to enter and waiting for the database are one wait to the caller.
      const caller = await (isKnown ? find() : withDbTimeout((async () => enter?.())().then(find)));
      const now = deps.clock.now();
      if (!caller || caller.revokedAt || (caller.expiresAt && caller.expiresAt.getTime() <= now)) {
        known.delete(newest);
        return null;
      }
      if (!isKnown) known.set(newest, true);
      touch(caller, newest, now);
      return caller;
    },
    mayUse: (caller, permissions) => permissions.every((one) => allows(caller.permissions, one)),
  };
}

/** What is wrong with a new key beyond its schema; any of its fields may be missing. */
export function keyErrors({ clock }: Pick<Deps, "clock">, body: Partial<CreateKeyBody>): InputError[] {
  const bad = (body.permissions ?? []).map(patternError).filter((fault) => fault !== null);
  const faults = bad.map((message): InputError => ({ in: "body", path: "/permissions", message }));
  const isPast = body.expires_at !== undefined && new Date(body.expires_at).getTime() <= clock.now();
  if (isPast) faults.push({ in: "body", path: "/expires_at", message: "expires_at lies in the past." });
  return faults;
}

/** Makes a key for a user; the key's text is in the answer and nowhere else. */
export async function createKey(
  deps: Pick<Deps, "database" | "vault" | "clock" | "log">,
  userId: string,
  body: CreateKeyBody,
) {
  const expiresAt = body.expires_at ? new Date(body.expires_at) : null;
  const key = makeKeyText();
  const row = await insertKey(deps.database, {
    id: crypto.randomUUID(),
    userId,
    hash: deps.vault.macs(key)[0] as string,
    prefix: key.slice(0, 12),
    lastFour: key.slice(-4),
    name: body.name ?? null,
    permissions: body.permissions ?? null,
    partnerOnly: body.partner_only ?? false,
    expiresAt,
  });
  deps.log.info("key_created", { key_id: row.id, user_id: userId });
  return { key, ...keyView(row) };
}

export async function listKeysOf(deps: Pick<Deps, "database">, userId: string) {
  return (await listKeys(deps.database, userId)).map(keyView);
}

/** Revokes a key; every replica refuses it within a second. */
export async function revoke(deps: Pick<Deps, "database" | "changes" | "clock" | "log">, id: string) {
  const row = await revokeKey(deps.database, id, new Date(deps.clock.now()));
  if (!row) throw new AppError("NOT_FOUND", `There is no key ${id}.`);
  deps.changes.invalidate(row.userId, ["api_keys"]);
  deps.log.info("key_revoked", { key_id: id, user_id: row.userId });
  return keyView(row);
}
