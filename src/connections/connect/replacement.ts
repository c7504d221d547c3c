// A grant of another person than the integration has: sealed with its session until the person in front has been asked.

import type { Orm } from "../../foundation/db/database.ts";
import type { Identity } from "../../foundation/db/schema/integrations.ts";
import { replacementContext } from "../../foundation/vault/sealing-contexts.ts";
import { DecryptionError } from "../../foundation/vault/vault.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import { sessionFacts } from "./model.ts";
import type { RevocationRow } from "./revocation-store.ts";
import { revoke, saveUnusedGrant } from "./revoke.ts";
import type { NewGrant } from "./save-grant.ts";
import { endQuestion, expireSessions, lockReplacements, type SessionRow } from "./store.ts";

/** A new grant, whose it could replace, and what it could be called as a further connection. */
export interface Replacement {
  grant: NewGrant;
  /** Null where several are connected, so that it can only be added. */
  replaces: Identity | null;
  suggestedName: string;
}

/** Why a replacement is not in use. */
export type QuestionEnd = "replacement_refused" | "replacement_expired" | "session_ended" | "server_error";

export const sealReplacement = ({ vault }: Pick<Deps, "vault">, sessionId: string, opened: Replacement): string =>
  vault.seal(JSON.stringify(opened), replacementContext(sessionId));

/** The replacement that waits with a session; null where it cannot be opened. */
export function tryOpenReplacement(
  { vault }: Pick<Deps, "vault">,
  { id, replacement }: SessionRow,
): Replacement | null {
  if (replacement === null) return null;
  try {
    const { grant, replaces, suggestedName = "second" } = JSON.parse(vault.open(replacement, replacementContext(id)));
    const time = (text: string | null) => (text === null ? null : new Date(text));
    const { accessExpiresAt, refreshExpiresAt, grantedAt } = grant;
    const times = { accessExpiresAt: time(accessExpiresAt), refreshExpiresAt: time(refreshExpiresAt) };
    return { replaces, suggestedName, grant: { ...grant, ...times, grantedAt: new Date(grantedAt) } };
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

/** Ends the question without the grant, which is revoked at its provider; false when it was answered before. */
export async function dropReplacement(
  deps: Deps,
  session: SessionRow,
  end: QuestionEnd,
  initiator: Initiator,
): Promise<boolean> {
  const dropped = await deps.database.transaction((tx) => dropReplacementIn(tx, deps, session, end, initiator));
  if (!dropped) return false;
  dropped.announce();
  await revoke(deps, dropped.revocations);
  return true;
}

/** The same within the caller's transaction: the caller announces and revokes after the commit. Null when it was answered before. */
export async function dropReplacementIn(
  tx: Orm,
  deps: Deps,
  session: SessionRow,
  end: QuestionEnd,
  initiator: Initiator,
) {
  const failure = { status: "failed" as const, error: end, errorDescription: null, identity: null };
  if (!(await endQuestion(tx, session, failure))) return null;
  const facts = sessionFacts(session);
  const details = { ...facts.details, reason: end, identity_id: session.identity?.id ?? null };
  const event = { event: "connect_failed", level: "warn" as const, ...facts, outcome: "failed" as const, details };
  return {
    announce: await deps.audit.recordIn(tx, initiator, event),
    revocations: await revocationsOf(tx, deps, session),
  };
}

async function revocationsOf(tx: Orm, deps: Deps, session: SessionRow): Promise<RevocationRow[]> {
  const opened = tryOpenReplacement(deps, session);
  return opened ? saveUnusedGrant(tx, deps, session, opened.grant) : [];
}

/** Ends the questions that nobody has answered in time; returns their number. */
export async function dropUnanswered(deps: Deps): Promise<number> {
  const dropped = await deps.database.transaction(async (tx) => {
    const sessions = await lockReplacements(tx, "overdue");
    const ended = [];
    for (const session of sessions)
      ended.push(await dropReplacementIn(tx, deps, session, "replacement_expired", SYSTEM_INITIATOR));
    return ended.flatMap((one) => one ?? []);
  });
  for (const { announce } of dropped) announce();
  await revoke(
    deps,
    dropped.flatMap(({ revocations }) => revocations),
  );
  return dropped.length;
}

/** Takes the replacements of an owner who is erased; the caller revokes them after the commit. */
export async function takeReplacements(tx: Orm, deps: Deps, owner: Owner): Promise<RevocationRow[]> {
  const taken: RevocationRow[] = [];
  for (const session of await lockReplacements(tx, owner)) {
    if (!(await endQuestion(tx, session, { status: "failed", error: "session_ended", identity: null }))) continue;
    taken.push(...(await revocationsOf(tx, deps, session)));
  }
  return taken;
}

/** Takes the replacements of these sessions for a revocation run, which ends them at their providers after the commit. */
export async function takeReplacementsOf(tx: Orm, deps: Deps, sessionIds: readonly string[]) {
  const ended: { id: string; revocationId: string | null }[] = [];
  const announcements: (() => void)[] = [];
  for (const session of await lockReplacements(tx, { ids: sessionIds })) {
    const dropped = await dropReplacementIn(tx, deps, session, "session_ended", SYSTEM_INITIATOR);
    if (!dropped) continue;
    ended.push({ id: session.id, revocationId: dropped.revocations[0]?.id ?? null });
    announcements.push(dropped.announce);
  }
  await expireSessions(
    tx,
    ended.map(({ id }) => id),
  );
  return { ended, announcements };
}
