// Lists a partner's accounts: by offset, by cursor, those that a text begins, or those to reconnect; with their integrations on request.

import { summarizeIntegrationsOf } from "../../connections/integrations/service.ts";
import type { InputError } from "../../foundation/errors.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Deps } from "../../server/deps.ts";
import { countEnded, pageEnded } from "./ended-store.ts";
import { accountView, type ListAccountsQuery } from "./model.ts";
import { type AccountPage, type AccountPosition, newestPosition, pageNewest, pageSearch } from "./page-store.ts";
import { countAccounts, listAccounts } from "./store.ts";

type ListDeps = Pick<Deps, "database" | "vault" | "registry">;

/** Associated data of a cursor: it opens only for its partner, search and filter. */
const cursorContext = (userId: string, { q, needs_reconnecting }: ListAccountsQuery) =>
  JSON.stringify(["accounts", userId, q ?? null, ...(needs_reconnecting ? ["needs_reconnecting"] : [])]);

const NOT_SEARCHED = "q cannot be combined with needs_reconnecting. Leave one of them out.";

/** Errors of the query beyond its schema. */
export function listAccountsErrors(
  { vault }: Pick<Deps, "vault">,
  userId: string,
  query: ListAccountsQuery,
  errors: readonly InputError[],
): InputError[] {
  const { offset, cursor, q, needs_reconnecting } = query;
  const message = "offset cannot be combined with q, needs_reconnecting or cursor. Continue with next_cursor.";
  const isMixed = Boolean(offset) && (cursor !== undefined || q !== undefined || needs_reconnecting === true);
  const isSearched = needs_reconnecting === true && q !== undefined;
  return [
    ...(isMixed ? [{ in: "query" as const, path: "/offset", message }] : []),
    ...(isSearched ? [{ in: "query" as const, path: "/q", message: NOT_SEARCHED }] : []),
    ...cursorErrors(vault, cursor, () => cursorContext(userId, query), errors),
  ];
}

export async function listAccountsOf(deps: ListDeps, userId: string, query: ListAccountsQuery) {
  const { limit = 50, offset = 0, include } = query;
  const context = cursorContext(userId, query);
  const { rows, after, ...counts } = await readPage(deps, userId, query, context);
  const integrations = include ? await summarizeIntegrationsOf(deps, userId, rows) : null;
  return {
    accounts: rows.map((row) => ({
      ...accountView(row),
      ...(integrations && { integrations: integrations.get(row.id) ?? [] }),
    })),
    ...counts,
    limit,
    offset,
    next_cursor: after && sealCursor(deps.vault, JSON.stringify(after), context),
  };
}

async function readPage(
  { database, vault }: ListDeps,
  userId: string,
  { q, needs_reconnecting, limit = 50, offset = 0, cursor }: ListAccountsQuery,
  context: string,
): Promise<AccountPage & { total: number; matching?: number }> {
  const after = cursor === undefined ? null : (JSON.parse(openCursor(vault, cursor, context)) as AccountPosition);
  if (needs_reconnecting) {
    const page = await pageEnded(database, userId, { limit, after });
    const [total, matching] = await Promise.all([countAccounts(database.orm, userId), countEnded(database, userId)]);
    return { ...page, total, matching };
  }
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
