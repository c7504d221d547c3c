// What holds up the removal of a ring key: the keys, admin tokens and MCP clients that nobody has used since the change.
import { type Static, Type as t } from "@sinclair/typebox";
import { AppError, type InputError } from "../../foundation/errors.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Deps } from "../../server/deps.ts";
import { listPendingKeys, type PendingKey, type PendingPosition } from "./pending-store.ts";
import { listCheckedKeyIds } from "./store.ts";

type PendingDeps = Pick<Deps, "database" | "vault" | "clock">;

export const RingKeyParam = t.Object({
  ring_key: t.String({ pattern: "^[A-Za-z0-9_-]{1,32}$", maxLength: 32, description: "The id of a key in the ring." }),
});
export const PendingQuery = t.Object({
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 200, default: 100, description: "Maximum number to return." })),
  cursor: t.Optional(t.String({ maxLength: 4_096, description: "The previous response's next_cursor." })),
});
type PendingQuery = Static<typeof PendingQuery>;

/** Associated data of a cursor: it opens only for its ring key. */
const contextOf = (ringKey: string) => JSON.stringify(["pending keys", ringKey]);

export function pendingErrors(
  { vault }: Pick<Deps, "vault">,
  ringKey: string,
  { cursor }: Partial<PendingQuery>,
  errors: readonly InputError[],
): InputError[] {
  return cursorErrors(vault, cursor, () => contextOf(ringKey), errors);
}

/** A page of them; 404 for a ring key of which neither this process nor the database knows. */
export async function listPending(
  { database, vault, clock }: PendingDeps,
  ringKey: string,
  { limit = 100, cursor }: PendingQuery,
) {
  const context = contextOf(ringKey);
  const after = cursor === undefined ? null : (JSON.parse(openCursor(vault, cursor, context)) as PendingPosition);
  const now = new Date(clock.now());
  const found = await listPendingKeys(database.reports, ringKey, { now, after, limit: limit + 1 });
  if (found.length === 0 && !vault.keyIds.includes(ringKey)) await requireRecorded(database, ringKey);
  const listed = found.slice(0, limit);
  const last = found.length > limit ? listed.at(-1) : undefined;
  return {
    pending: listed.map(viewOf),
    next_cursor: last ? sealCursor(vault, JSON.stringify({ kind: last.kind, id: last.id }), context) : null,
  };
}

async function requireRecorded(database: PendingDeps["database"], ringKey: string): Promise<void> {
  if ((await listCheckedKeyIds(database.reports)).includes(ringKey)) return;
  throw new AppError("NOT_FOUND", `There is no ring key ${ringKey}.`);
}

const viewOf = (one: PendingKey) => ({
  ...{ kind: one.kind, id: one.id, name: one.name, user_id: one.userId, email: one.email },
  ...{ prefix: one.prefix, last_four: one.lastFour },
  ...{ created_at: one.createdAt, last_used_at: one.lastUsedAt, expires_at: one.expiresAt },
});
