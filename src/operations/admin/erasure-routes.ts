// The admin API of personal data: erases users and connected accounts, shows how far that is, and exports.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { externalIdIn } from "../../identity/accounts/service.ts";
import { findAccount } from "../../identity/accounts/store.ts";
import { listAllErasures } from "../../identity/personal-data/erasures.ts";
import { cursorErrors, exportResponse } from "../../identity/personal-data/export.ts";
import { requireUser } from "../../identity/users/service.ts";
import type { Deps } from "../../server/deps.ts";
import { tokenAuthorization } from "../admin-tokens/tokens.ts";
import { ErasureList, ErasureShape } from "./engine-shapes.ts";
import { operation, streamOperation } from "./operation.ts";

const user = t.String({ minLength: 1, maxLength: 320, description: "E-mail address or id." });
const account = t.String({
  minLength: 1,
  maxLength: 1_024,
  description: "The account's id or external_id; external: before an external_id is accepted too.",
});
const UserParam = t.Object({ user });
const AccountParam = t.Object({ user, account });
const ListQuery = t.Object({
  user: t.Optional(
    t.String({ format: "uuid", description: "Only erasures for the user with this id, who may already be erased." }),
  ),
});
const ExportQuery = t.Object({
  account: t.Optional(account),
  cursor: t.Optional(
    t.String({ minLength: 1, maxLength: 4_096, description: "The cursor of the last line that you received." }),
  ),
});

export function erasureRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_delete_user",
        data: ErasureShape,
        method: "DELETE",
        path: "/users/{user}",
        role: "owner",
        event: "user_deleted",
        about: ({ user_id }) => ({ userId: String(user_id) }),
        summary: "Delete a user with everything about it: out of use at once, erased step by step.",
        params: UserParam,
      },
      ({ params }) => deps.erasures.eraseUser(params.user),
    ),
    operation(
      {
        id: "admin_delete_account",
        data: ErasureShape,
        method: "DELETE",
        path: "/users/{user}/accounts/{account}",
        role: "owner",
        event: "account_deleted",
        about: ({ user_id, account_id }) => ({ userId: String(user_id), accountId: String(account_id) }),
        summary: "Delete a partner's connected account with everything about it.",
        params: AccountParam,
      },
      async ({ params }) => {
        const found = await accountOf(deps, params.user, params.account);
        return deps.erasures.eraseAccount(found.userId, found.accountId);
      },
    ),
    operation(
      {
        id: "admin_list_erasures",
        data: ErasureList,
        method: "GET",
        path: "/erasures",
        summary: "Show the progress of erasures of users and accounts. Finished ones are shown for 30 days.",
        query: ListQuery,
      },
      ({ query }) => listAllErasures(deps, (query.user as string | undefined) ?? null),
    ),
    exportRoute(deps),
  ];
}

function exportRoute(deps: Deps) {
  return streamOperation(
    {
      id: "admin_export_user",
      method: "GET",
      path: "/users/{user}/export",
      role: "owner",
      event: "user_exported",
      summary: "Everything about a user, or one of its accounts, as JSON lines without secrets.",
      params: UserParam,
      query: ExportQuery,
      responses: { "200": { description: "JSON lines, each with one record.", types: ["application/x-ndjson"] } },
      check: ({ query }) => cursorErrors(deps, query),
    },
    async ({ params, query, ...call }) => {
      const { account, cursor } = query;
      const owner =
        account === undefined
          ? { userId: (await requireUser(deps, params.user)).id, accountId: null }
          : await accountOf(deps, params.user, account);
      const holder = { userId: null, credentialId: call.initiator.actor.id ?? "", address: call.address };
      return exportResponse(deps, owner, {
        cursor: cursor ?? null,
        signal: call.request.signal,
        hold: (end) => deps.longLived.hold("export", holder, tokenAuthorization(deps, call, "owner", end)),
      });
    },
  );
}

/** Finds an account by its id, otherwise by its external_id. */
async function accountOf(deps: Deps, emailOrId: string, account: string) {
  const { id: userId } = await requireUser(deps, emailOrId);
  if (isUuid(account)) {
    const row = await findAccount(deps.database, userId, account);
    if (row) return { userId, accountId: row.id };
  }
  // An external_id may itself begin with the prefix, and was accepted here without it first.
  const externalId = externalIdIn(account);
  const found =
    (externalId === null ? null : await deps.accounts.findByExternalId(userId, externalId)) ??
    (await deps.accounts.findByExternalId(userId, account));
  if (!found) throw new AppError("NOT_FOUND", "This user has no connected account with this id or external_id.");
  return { userId, accountId: found.id };
}
