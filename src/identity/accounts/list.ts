// Lists a partner's accounts: by offset, by cursor, or those that a text begins; with their integrations where asked.

import { summarizeIntegrationsOf } from "../../connections/integrations/service.ts";
import type { InputError } from "../../foundation/errors.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Deps } from "../../server/deps.ts";
import { accountView, type ListAccountsQuery } from "./model.ts";
import { type AccountPage, type AccountPosition, newestPosition, pageNewest, pageSearch } from "./page-store.ts";
import { countAccounts, listAccounts } from "./store.ts";

type ListDeps = Pick<Deps, "database" | "vault" | "registry">;

/** Associated data of a cursor: it opens only for its partner and search. */
const cursorContext = (userId: string, { q }: ListAccountsQuery) => JSON.stringify(["accounts", userId, q ?? null]);

/** Errors of the query beyond its schema. */
export function listAccountsErrors(
  { vault }: Pick<Deps, "vault">,
  userId: string,
  query: ListAccountsQuery,
  errors: readonly InputError[],
): InputError[] {
  const { offset, cursor, q } = query;
  const message = "offset cannot be combined with q or cursor. Continue with next_cursor.";
  const isMixed = Boolean(offset) && (cursor !== undefined || q !== undefined);
  return [
    ...(isMixed ? [{ in: "query" as const, path: "/offset", message }] : []),
    ...cursorErrors(vault, cursor, () => cursorContext(userId, query), errors),
  ];
}

export async function listAccountsOf(deps: ListDeps, userId: string, query: ListAccountsQuery) {
  const { limit = 50, offset = 0, include } = query;
  const context = cursorContext(userId, query);
  const { rows, after, total } = await readPage(deps, userId, query, context);
  const integrations = include ? await summarizeIntegrationsOf(deps, userId, rows) : null;
  return {
    accounts: rows.map((row) => ({
      ...accountView(row),
      ...(integrations && { integrations: integrations.get(row.id) ?? [] }),
    })),
    total,
    limit,
    offset,
    next_cursor: after && sealCursor(deps.vault, JSON.stringify(after), context),
  };
}

async function readPage(
  { database, vault }: ListDeps,
  userId: string,
  { q, limit = 50, offset = 0, cursor }: ListAccountsQuery,
  context: string,
): Promise<AccountPage & { total: number }> {
  const after = cursor === undefined ? null : (JSON.parse(openCursor(vault, cursor, context)) as AccountPosition);
  if (q === undefined && after === null) {
    const { rows, total } = await listAccounts(database, userId, { limit, offset });
    const last = rows.at(-1);
    const hasMore = last !== undefined && offset + rows.length < total;
    return { rows, total, after: hasMore ? await newestPosition(database, last) : null };
  }
  const page =
    q === undefined
      ? await pageNewest(database, userId, { limit, after })
      : await pageSearch(database, userId, q, { limit, after });
  return { ...page, total: await countAccounts(database.orm, userId) };
}
