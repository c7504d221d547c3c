// A partner's list of the failed sources of all its accounts.
import { type Static, Type as t } from "@sinclair/typebox";
import { isLiving, SourceWithId, sourceWithId } from "../../connections/integrations/source-model.ts";
import type { InputError } from "../../foundation/errors.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import { nullable } from "../../plugin/fields.ts";
import type { Deps } from "../../server/deps.ts";
import { type FailedPosition, pageFailedSources } from "./failed-store.ts";

export const ListFailedQuery = t.Object({
  provider: t.Optional(t.String({ minLength: 1, maxLength: 64, description: "Only sources of this provider." })),
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of sources to return." }),
  ),
  cursor: t.Optional(t.String({ maxLength: 4096, description: "The previous response's next_cursor." })),
});
type ListFailedQuery = Static<typeof ListFailedQuery>;

const FailedSource = t.Object(
  {
    account: t.Object({
      id: t.String({ format: "uuid" }),
      external_id: t.String(),
      display_name: nullable(t.String()),
    }),
    provider: t.String(),
    connection: t.String({ description: "The connection's name." }),
    integration_status: t.Union(
      [t.Literal("active"), t.Literal("pending"), t.Literal("expired"), t.Literal("revoked")],
      {
        description: "`active`: check the source again. Otherwise, the account must connect the provider again.",
      },
    ),
    failed_at: t.String({ format: "date-time", description: "Since when it has failed." }),
    source: SourceWithId,
  },
  { title: "FailedSource" },
);
export const FailedSourcesPage = t.Object({
  failed_sources: t.Array(FailedSource),
  next_cursor: t.Union([t.String(), t.Null()]),
});

/** Associated data of a cursor: it opens only for its partner and provider. */
const cursorContext = (userId: string, { provider }: ListFailedQuery) =>
  JSON.stringify(["failed_sources", userId, provider ?? null]);

export const listFailedErrors = (
  { vault }: Pick<Deps, "vault">,
  userId: string,
  query: ListFailedQuery,
  errors: readonly InputError[],
): InputError[] => cursorErrors(vault, query.cursor, () => cursorContext(userId, query), errors);

export async function listFailedOf(
  { database, vault, registry }: Pick<Deps, "database" | "vault" | "registry">,
  userId: string,
  query: ListFailedQuery,
): Promise<Static<typeof FailedSourcesPage>> {
  const { provider, limit = 50, cursor } = query;
  const context = cursorContext(userId, query);
  const position = cursor === undefined ? null : (JSON.parse(openCursor(vault, cursor, context)) as FailedPosition);
  const { rows, after } = await pageFailedSources(database, userId, { provider, limit, after: position });
  return {
    failed_sources: rows.flatMap(({ source, account, status, connection }) =>
      isLiving(source)
        ? {
            account: { id: account.id, external_id: account.externalId, display_name: account.displayName },
            provider: source.provider,
            connection,
            integration_status: status,
            failed_at: (source.failedAt ?? source.updatedAt).toISOString(),
            source: sourceWithId(source, registry.provider(source.provider)),
          }
        : [],
    ),
    next_cursor: after && sealCursor(vault, JSON.stringify(after), context),
  };
}
