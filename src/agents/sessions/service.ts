// Agent sessions: made, narrowed, extended and ended. None has more than its key, and none below another has more than that one.

import { isDeepStrictEqual } from "node:util";
import { publishEvents } from "../../events/log/publish.ts";
import type { SessionLimits } from "../../foundation/db/schema/agent-sessions.ts";
import { serialized } from "../../foundation/db/serialized.ts";
import { AppError, accountNotFound, type InputError, invalidInput } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { makeSessionText } from "../../identity/keys/key-text.ts";
import { type Caller, isPartnerOnly } from "../../identity/keys/model.ts";
import { MAX_DEPTH } from "../../identity/keys/session-store.ts";
import { BY_EXTERNAL_ID, type Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import { connectionsIn, rawBeyondError, toolBeyond } from "./checks.ts";
import type { Constraints } from "./constraints.ts";
import { type EndDeps, endFound, factsOf } from "./end.ts";
import { changedEvent, createdEvent } from "./events.ts";
import { type ChangeBody, type CreateBody, type ListQuery, secondsOf, sessionView } from "./model.ts";
import { ruleBeyond } from "./rule-beyond.ts";
import {
  countLiving,
  findSession,
  insertSession,
  listSessions,
  type Position,
  type Scope,
  type SessionRow,
  updateSession,
  type ViewedSession,
} from "./store.ts";
import { standingOf } from "./tree-store.ts";

/** Sessions of one owner that have not ended. */
export const MAX_LIVING = 10_000;

/** An agent session sees no other; `makeChild` knows it by its caller. */
const scopeOf = (caller: Caller): Scope => ({ userId: caller.userId, accountsOnly: isPartnerOnly(caller) });

/** Creates a session of a key's; its token is in this result and is stored nowhere. */
export async function createSession(deps: Deps, caller: Caller, body: CreateBody, initiator: Initiator) {
  if (caller.kind !== "key") throw new AppError("PERMISSION_DENIED", "Agent sessions are created with an API key.");
  return createBy(deps, { ...scopeOf(caller), userId: caller.userId, keyId: caller.id }, body, initiator);
}

/** The key that a session is made with, and whether it serves only connected accounts. */
interface Maker extends Scope {
  userId: string;
  keyId: string;
}

/** The same for a caller who makes it with this key, whose rights bound it. */
export async function createBy(deps: Deps, key: Maker, body: CreateBody, initiator: Initiator) {
  const account = await accountOf(deps, key, body);
  const owner: Owner = { userId: key.userId, accountId: account?.id ?? null };
  const endsAt = deps.clock.now() + secondsOf(body) * 1_000;
  const made = { owner, keyId: key.keyId, parentId: null, endsAt };
  return store(deps, made, body, { initiator, externalId: account?.externalId ?? null });
}

async function accountOf(
  deps: Pick<Deps, "accounts">,
  { userId, accountsOnly }: Maker,
  { account: named }: CreateBody,
) {
  if (named === undefined) {
    if (!accountsOnly) return null;
    throw invalid("/account", "This key is partner_only: name the account that the session serves.");
  }
  const externalId = named.startsWith(BY_EXTERNAL_ID) ? named.slice(BY_EXTERNAL_ID.length) : named;
  const found = await deps.accounts.findByExternalId(userId, externalId);
  if (!found) throw accountNotFound(externalId);
  return found;
}

/** Creates a session below another, of the same owner; an agent session makes some below itself alone. */
export async function createChild(
  deps: Deps,
  { caller, parentId, body }: { caller: Caller; parentId: string; body: Omit<CreateBody, "account"> },
  initiator: Initiator,
) {
  if (caller.kind === "agent_session" && caller.id !== parentId) throw noSuchSession();
  const parent = await requireSession(deps, scopeOf(caller), parentId);
  const { userId, accountId, keyId, connections, raw } = parent.session;
  const rawError = rawBeyondError(body.raw, raw);
  if (rawError) throw invalidInput([rawError]);
  const now = deps.clock.now();
  const standing = await deps.database.transaction((tx) => standingOf(tx, { userId }, parentId, new Date(now)));
  if (!standing) throw hasEnded();
  if (standing.depth >= MAX_DEPTH)
    throw new AppError("CONFLICT", `A session can have at most ${MAX_DEPTH - 1} others above it.`);
  const owner: Owner = { userId, accountId, ...(connections && { connections: new Set(connections) }) };
  const endsAt = Math.min(now + secondsOf(body) * 1_000, standing.endsAt);
  const { externalId, facts } = parent;
  return store(deps, { owner, keyId, parentId, endsAt }, body, { initiator, externalId, facts });
}

interface Made {
  owner: Owner;
  keyId: string;
  parentId: string | null;
  endsAt: number;
}

async function store(
  deps: Deps,
  { owner, keyId, parentId, endsAt }: Made,
  body: Omit<CreateBody, "account">,
  {
    initiator,
    externalId,
    facts = {},
  }: { initiator: Initiator } & Pick<ViewedSession, "externalId"> & Partial<Pick<ViewedSession, "facts">>,
) {
  const { userId, accountId } = owner;
  const connections = body.connections ? await idsOf(deps, owner, body.connections) : null;
  const now = new Date(deps.clock.now());
  const token = makeSessionText();
  const row = {
    ...{ id: crypto.randomUUID(), userId, accountId, keyId, parentId, connections },
    hash: deps.vault.macs(token)[0] as string,
    ...{ name: body.name ?? null, agent: body.agent ?? null, input: body.input ?? null },
    ...{ allow: body.allow ?? null, deny: body.deny ?? [], raw: body.raw ?? [], readOnly: body.read_only ?? false },
    ...{
      limits: body.limits ?? {},
      pinned: body.pinned ?? [],
      constraints: body.constraints ?? null,
      policy: body.policy ?? null,
      safeguards: body.safeguards ?? {},
      idleSeconds: body.idle_in ?? null,
    },
    ...{ createdAt: now, expiresAt: new Date(endsAt) },
  };
  const stored = await serialized(deps.database, `agent sessions of ${userId}/${accountId ?? ""}`, async (tx) => {
    if ((await countLiving(tx, owner, now)) >= MAX_LIVING)
      throw new AppError("CONFLICT", `There are already ${MAX_LIVING} agent sessions. End some that are not in use.`);
    const session = await insertSession(tx, row);
    const announce = await deps.audit.recordIn(tx, initiator, {
      event: "agent_session_created",
      ...factsOf(row),
      details: { ...boundsOf(session), agent: session.agent, key_id: keyId, parent_id: parentId },
    });
    const event = createdEvent(session, { baseUrl: deps.baseUrl, now: now.getTime() });
    return { session, announce, published: await publishEvents(tx, [event]) };
  });
  stored.announce();
  deps.events.published(stored.published);
  deps.metrics.agentSessionCreated();
  return {
    ...sessionView({ session: stored.session, externalId, facts }, now.getTime()),
    token,
    mcp_url: `${deps.baseUrl}/mcp`,
  };
}

/** For the audit log: what bounds it. Lists are cut, since an entry holds few facts. */
const boundsOf = ({ allow, deny, raw, readOnly, connections, limits, expiresAt }: SessionRow) => ({
  allow: allow?.slice(0, 20) ?? ["*"],
  deny: deny.slice(0, 20),
  raw: raw.slice(0, 20),
  read_only: readOnly,
  connections: connections?.slice(0, 20) ?? null,
  limits,
  expires_at: expiresAt.toISOString(),
});

async function idsOf(deps: Pick<Deps, "integrations">, owner: Owner, entries: readonly string[]): Promise<string[]> {
  const found = connectionsIn(await deps.integrations.listByOwner(owner), entries);
  if ("errors" in found) throw invalidInput(found.errors);
  return found.ids;
}

const invalid = (path: string, message: string) => invalidInput([{ in: "body", path, message } satisfies InputError]);
const noSuchSession = () => new AppError("NOT_FOUND", "There is no agent session with this id.");
const hasEnded = () => new AppError("CONFLICT", "The agent session has ended. Create a new one.");

/** The same 404 for another user's as for none. */
async function requireSession(deps: Pick<Deps, "database">, scope: Scope, id: string): Promise<ViewedSession> {
  const found = isUuid(id) ? await findSession(deps.database, scope, id) : null;
  if (!found) throw noSuchSession();
  return found;
}

export async function getSession(deps: Pick<Deps, "database" | "clock">, caller: Caller, id: string) {
  return sessionView(await requireSession(deps, scopeOf(caller), id), deps.clock.now());
}

/** Associated data of a cursor: it opens only for its user and filter. */
export const cursorContext = ({ userId }: Pick<Caller, "userId">, { account_id, include_ended }: ListQuery) =>
  JSON.stringify(["agent_sessions", userId, account_id ?? null, include_ended ?? false]);

export async function pageOfSessions(
  deps: Pick<Deps, "database" | "vault" | "clock" | "accounts">,
  caller: Caller,
  query: ListQuery,
) {
  const { account_id, include_ended = false, limit = 50, cursor } = query;
  const now = deps.clock.now();
  const context = cursorContext(caller, query);
  const after = cursor === undefined ? null : (JSON.parse(openCursor(deps.vault, cursor, context)) as Position);
  const { rows, next } = await listSessions(deps.database, scopeOf(caller), {
    accountId: account_id === undefined ? null : await deps.accounts.idOf(caller.userId, account_id),
    livingAt: include_ended ? null : new Date(now),
    ...{ after, limit },
  });
  return {
    agent_sessions: rows.map((row) => sessionView(row, now)),
    next_cursor: next && sealCursor(deps.vault, JSON.stringify(next), context),
  };
}

/** Extends or narrows a session on every replica; 400 for whatever would give it more, and 409 where it has ended. */
export async function changeSession(
  deps: Deps,
  { caller, id, body }: { caller: Caller; id: string; body: ChangeBody },
  initiator: Initiator,
) {
  const found = await requireSession(deps, scopeOf(caller), id);
  const { userId, accountId } = found.session;
  const now = deps.clock.now();
  const connections = body.connections && (await idsOf(deps, { userId, accountId }, body.connections));
  assertNarrower(deps, found.session, body, connections);
  const changed = await deps.database.transaction(async (tx) => {
    const standing = await standingOf(tx, { userId }, id, new Date(now));
    if (!standing) return null;
    // Those above it end it whatever its own row says; the row says no later time than they do.
    const above = found.session.parentId && (await standingOf(tx, { userId }, found.session.parentId, new Date(now)));
    const endsAt = body.expires_in && Math.min(now + body.expires_in * 1_000, above ? above.endsAt : Infinity);
    const change = {
      ...changeOf(body, found.session),
      ...(connections && { connections }),
      ...(endsAt && { expiresAt: new Date(endsAt) }),
    };
    const session = await updateSession(tx, { userId, id }, change, new Date(now));
    if (!session) return null;
    const announce = await deps.audit.recordIn(tx, initiator, {
      event: "agent_session_changed",
      ...factsOf(session),
      details: { fields: Object.keys(body), ...boundsOf(session) },
    });
    const event = changedEvent(session, Object.keys(body), { baseUrl: deps.baseUrl, now });
    return { session, announce, published: await publishEvents(tx, [event]) };
  });
  if (!changed) throw hasEnded();
  deps.changes.invalidate(userId, ["agent_sessions"]);
  changed.announce();
  deps.events.published(changed.published);
  return sessionView({ ...found, session: changed.session }, now);
}

const changeOf = (body: ChangeBody, { limits, safeguards }: SessionRow) => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.agent !== undefined && { agent: body.agent }),
  ...(body.allow && { allow: body.allow }),
  ...(body.deny && { deny: body.deny }),
  ...(body.raw && { raw: body.raw }),
  ...(body.read_only !== undefined && { readOnly: body.read_only }),
  ...(body.limits && { limits: { ...limits, ...body.limits } }),
  ...(body.pinned && { pinned: body.pinned }),
  ...(body.constraints && { constraints: body.constraints }),
  ...(body.policy && { policy: body.policy }),
  ...(body.safeguards && { safeguards: { ...safeguards, ...body.safeguards } }),
  ...(body.idle_in !== undefined && { idleSeconds: body.idle_in }),
});

function assertNarrower(
  { registry }: Pick<Deps, "registry">,
  row: SessionRow,
  body: ChangeBody,
  connections: readonly string[] | undefined,
): void {
  const { allow = row.allow, deny = row.deny } = body;
  const rawError = rawBeyondError(body.raw, row.raw);
  if (rawError) throw invalidInput([rawError]);
  const tool = toolBeyond(registry, row, { allow, deny, raw: row.raw });
  const more = "a session can only be narrowed. Create a new one.";
  if (tool !== null) throw invalid(body.allow ? "/allow" : "/deny", `This would add ${tool}: ${more}`);
  if (row.readOnly && body.read_only === false) throw invalid("/read_only", `This would let it change things: ${more}`);
  const added = row.connections && connections?.find((id) => !row.connections?.includes(id));
  if (added) throw invalid("/connections", `This would add the connection ${added}: ${more}`);
  const loosened = Object.entries((row.constraints ?? {}) as Constraints).find(
    ([name, predicates]) => body.constraints && !isDeepStrictEqual(body.constraints[name], predicates),
  );
  if (loosened) throw invalid("/constraints", `The constraints of ${loosened[0]} must stay as they are: ${more}`);
  const loosenedRules = ruleBeyond(row, body);
  if (loosenedRules) throw invalid(loosenedRules.path, `${loosenedRules.message}: ${more}`);
  for (const [name, limit] of Object.entries(body.limits ?? {})) {
    const now = row.limits[name as keyof SessionLimits];
    if (now !== undefined && limit > now) throw invalid(`/limits/${name}`, `This is more than ${now}: ${more}`);
  }
}

/** Ends a session and those below it on every replica; a second time changes nothing and is not audited. */
export async function endSession(deps: EndDeps, caller: Caller, id: string, initiator: Initiator): Promise<void> {
  const { session } = await requireSession(deps, scopeOf(caller), id);
  await endFound(deps, session, initiator);
}
