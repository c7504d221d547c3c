// API keys: creates, lists, revokes and authenticates them.
import { LRUCache } from "lru-cache";
import { atMost } from "../../foundation/at-most.ts";
import type { Cache } from "../../foundation/db/cache.ts";
import type { Database } from "../../foundation/db/database.ts";
import { databaseCause } from "../../foundation/db/timeouts.ts";
import { AppError, type InputError } from "../../foundation/errors.ts";
import { onceAMinute } from "../../foundation/log/once-a-minute.ts";
import { createLookUps } from "../../metering/limits/look-ups.ts";
import type { Deps } from "../../server/deps.ts";
import { isKeyText, isMcpText, isSessionText, makeKeyText } from "./key-text.ts";
import { type ChangeKeyBody, type CreateKeyBody, type Credential, keyView } from "./model.ts";
import { patternError } from "./permissions.ts";
import { rightsOfToday, withTodaysNames } from "./renamed-permissions.ts";
import { type CompileConstraints, findSessionCallers, touchSession } from "./session-store.ts";
import { isLeftUnused, noteUse, touchEveryMs } from "./session-use.ts";
import {
  type CallerRef,
  findCallers,
  findGrantCaller,
  findMac,
  findMcpCallers,
  insertKey,
  listKeys,
  markRevoked,
  touchGrant,
  touchKey,
  updateKey,
} from "./store.ts";

const MAX_KNOWN = 50_000;

export interface KeyDirectory {
  /**
   * Returns the caller of a key, or of an MCP client's access token; null for an unknown, revoked or expired one. Past the limit
   * of the client's `address`, a key that this process does not know waits for its turn.
   */
  authenticate(text: string, address?: string | null): Promise<Credential | null>;
  /** The same for what is being served already, which is no new use of the key. */
  findCaller(text: string): Promise<Credential | null>;
  /** The caller as it is now, by its id, for what it has begun; null where it has ended. */
  callerOf(ref: CallerRef): Promise<Credential | null>;
}

type DirectoryDeps = Pick<Deps, "database" | "vault" | "changes" | "clock" | "log" | "strangers" | "registry"> & {
  compileConstraints: CompileConstraints;
};

export function createKeyDirectory(deps: DirectoryDeps): KeyDirectory {
  const cache: Cache<Credential> = deps.changes.cache<Credential>([
    "users",
    "api_keys",
    "mcp_grants",
    "agent_sessions",
    "accounts",
    "partners",
    "tiers",
  ]);
  const findKeys = async (database: Database, macs: readonly string[]) =>
    (await findCallers(database, macs)).map((caller) => ({
      ...caller,
      permissions: withTodaysNames(deps.registry, caller.permissions),
    }));
  const findSessions = async (database: Database, macs: readonly string[]) =>
    (await findSessionCallers(database, macs, deps.compileConstraints)).map((caller) => ({
      ...caller,
      permissions: withTodaysNames(deps.registry, caller.permissions),
      rights: caller.rights.map((one) => rightsOfToday(deps.registry, one)),
    }));
  const finders = {
    key: finderOf(deps, findKeys),
    access: finderOf(deps, findMcpCallers),
    session: finderOf(deps, findSessions),
  };
  const finderFor = (text: string) => {
    if (isKeyText(text)) return finders.key;
    if (isSessionText(text)) return finders.session;
    return isMcpText("access", text) ? finders.access : null;
  };
  /** When valid keys were last touched, by MAC: their look-ups wait for no turn, whatever else comes from their address. */
  const touchedAt = new LRUCache<string, number>(atMost(MAX_KNOWN));
  // A line for each key would bury the one about the database's outage.
  const tellUntouched = onceAMinute(
    (keyId: string, error: unknown) => {
      deps.log.warn("key_touch_failed", { key_id: keyId, error: databaseCause(error) });
    },
    () => deps.clock.now(),
  );
  const touch = (caller: Credential, mac: string, now: number) => {
    touchedAt.set(mac, now);
    const at = new Date(now);
    written(deps.database, caller, mac, at).catch((error: unknown) => tellUntouched(caller.id, error));
  };
  const identify = async (text: string, address: string | null | undefined, isUse: boolean) => {
    const finder = finderFor(text);
    if (finder === null) return null;
    const macs = deps.vault.macs(text);
    const newest = macs[0] as string;
    const lastTouchedAt = touchedAt.get(newest);
    const isTouched = lastTouchedAt !== undefined;
    const load = () => (isTouched || address === undefined ? finder.find(macs) : finder.lookUps.of(macs, address));
    const caller = await cache.get(newest, load);
    const now = deps.clock.now();
    if (!caller || isOver(caller, now) || (await isLeftUnused(caller, now, load))) {
      touchedAt.delete(newest);
      return null;
    }
    if (isUse && (!isTouched || lastTouchedAt <= now - touchEveryMs(caller))) touch(caller, newest, now);
    return caller;
  };
  return {
    authenticate: (text, address) => identify(text, address, true),
    findCaller: (text) => identify(text, undefined, false),
    async callerOf(ref) {
      if (ref.kind === "mcp_client") return living(await findGrantCaller(deps.database, ref), deps.clock.now());
      const mac = await findMac(deps.database, ref);
      const load = async () => (mac === null ? null : (ref.kind === "key" ? finders.key : finders.session).find([mac]));
      const caller = await load();
      const now = deps.clock.now();
      return caller && (await isLeftUnused(caller, now, load)) ? null : living(caller, now);
    },
  };
}

const isOver = ({ revokedAt, expiresAt }: Credential, now: number): boolean =>
  revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= now);

const living = (caller: Credential | null, now: number) => (caller && !isOver(caller, now) ? caller : null);

/** Records a use of what the caller holds. */
function written(database: Database, caller: Credential, mac: string, at: Date): Promise<void> {
  if (caller.kind === "key") return touchKey(database, caller.id, mac, at);
  if (caller.kind === "mcp_client") return touchGrant(database, caller.userId, caller.id, at);
  noteUse(caller, at.getTime());
  return touchSession(database, caller, mac, at);
}

/** How callers of one kind are found: at once, or as what a stranger has sent. */
function finderOf(
  { database, strangers, clock }: DirectoryDeps,
  findAll: (database: Database, macs: readonly string[]) => Promise<Credential[]>,
) {
  const find = async (macs: readonly string[]) => (await findAll(database, macs))[0] ?? null;
  const lookUps = createLookUps<Credential>({
    strangers,
    work: "refused_key",
    now: () => clock.now(),
    find,
    findAll: (macs) => findAll(database, macs),
    macOf: ({ hash }) => hash,
  });
  return { find, lookUps };
}

/** Validates a new key beyond its schema; any of its fields may be missing. */
export function keyErrors({ clock }: Pick<Deps, "clock">, body: Partial<CreateKeyBody>): InputError[] {
  const messages = (body.permissions ?? []).map(patternError).filter((message) => message !== null);
  const errors = messages.map((message): InputError => ({ in: "body", path: "/permissions", message }));
  const isPast = body.expires_at !== undefined && new Date(body.expires_at).getTime() <= clock.now();
  if (isPast) errors.push({ in: "body", path: "/expires_at", message: "expires_at is in the past." });
  return errors;
}

/** Creates a key; its text is in this result and is stored nowhere. */
export async function createKey(
  deps: Pick<Deps, "vault"> & { database: Pick<Database, "orm"> },
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
    confirmDestructive: body.confirm_destructive ?? false,
    recordEvidence: body.record_evidence ?? false,
    expiresAt,
  });
  return { key, ...keyView(row) };
}

export async function listKeysOf(deps: Pick<Deps, "database">, userId: string) {
  return (await listKeys(deps.database, userId)).map(keyView);
}

/** Changes a key on every replica within a second; 404 where there is none, or it is revoked. */
export async function changeKey(deps: Pick<Deps, "database" | "changes">, id: string, body: ChangeKeyBody) {
  const row = await updateKey(deps.database, id, {
    ...(body.confirm_destructive !== undefined && { confirmDestructive: body.confirm_destructive }),
    ...(body.record_evidence !== undefined && { recordEvidence: body.record_evidence }),
  });
  if (!row) throw new AppError("NOT_FOUND", `There is no active key ${id}.`);
  deps.changes.invalidate(row.userId, ["api_keys"]);
  return keyView(row);
}

/** Revokes a key on every replica within a second; 404 where there is none. */
export async function revokeKey(deps: Pick<Deps, "database" | "changes" | "clock">, id: string) {
  const row = await markRevoked(deps.database, id, new Date(deps.clock.now()));
  if (!row) throw new AppError("NOT_FOUND", `There is no key ${id}.`);
  deps.changes.invalidate(row.userId, ["api_keys"]);
  return keyView(row);
}
