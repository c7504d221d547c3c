// Routes of connected accounts. Those of their integrations and connect sessions stand in connections/connect.
import { Type as t } from "@sinclair/typebox";
import { summarizeIntegrations } from "../../connections/integrations/service.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import { listAccountsErrors, listAccountsOf } from "./list.ts";
import {
  AccountShape,
  AccountsPage,
  AccountWithIntegrations,
  accountView,
  ChangeAccountBody,
  CreateAccountBody,
  ListAccountsQuery,
} from "./model.ts";
import { ACCOUNT_ROUTE, ACCOUNTS_ROUTE, accountId, accountOf, ownerOf } from "./named-account.ts";
import { accountErrors, changeAccount, createAccount } from "./service.ts";

const AccountParam = t.Object({ id: accountId });

export function accountRoutes(deps: Deps) {
  return [...ownRoutes(deps), ...singleRoutes(deps)];
}

const reads = { permissions: ["gateway:accounts.read"] };
const writes = { permissions: ["gateway:accounts.write"] };

function ownRoutes(deps: Deps) {
  return [
    keyRoute({
      ...ACCOUNTS_ROUTE,
      ...writes,
      id: "create_account",
      method: "POST",
      path: "/api/v1/accounts",
      summary: "Create a connected account for one of your customers.",
      body: CreateAccountBody,
      check: ({ body }) => accountErrors(body),
      codes: ["ACCOUNT_EXISTS", "ACCOUNT_LIMIT_REACHED"],
      data: AccountShape,
      async handle(call) {
        const body = call.body;
        const row = await createAccount(deps, call.caller.userId, body, call.initiator);
        call.noteAccount(row);
        return { data: accountView(row) };
      },
    }),
    keyRoute({
      ...ACCOUNTS_ROUTE,
      ...reads,
      id: "list_accounts",
      method: "GET",
      path: "/api/v1/accounts",
      summary: "List your connected accounts, newest first.",
      query: ListAccountsQuery,
      check: ({ query }, errors, { userId }) => listAccountsErrors(deps, userId, query as ListAccountsQuery, errors),
      data: AccountsPage,
      handle: async ({ caller, query }) => ({
        data: await listAccountsOf(deps, caller.userId, query as ListAccountsQuery),
      }),
    }),
  ];
}

function singleRoutes(deps: Deps) {
  return [
    keyRoute({
      ...ACCOUNT_ROUTE,
      ...reads,
      id: "get_account",
      method: "GET",
      path: "/api/v1/accounts/{id}",
      summary: "One account with its integrations.",
      params: AccountParam,
      data: AccountWithIntegrations,
      async handle(call) {
        const account = await accountOf(deps, call);
        return { data: { ...accountView(account), integrations: await summarizeIntegrations(deps, ownerOf(account)) } };
      },
    }),
    keyRoute({
      ...ACCOUNT_ROUTE,
      ...writes,
      id: "update_account",
      method: "PATCH",
      path: "/api/v1/accounts/{id}",
      summary: "Change an account's display name or metadata.",
      params: AccountParam,
      body: ChangeAccountBody,
      check: ({ body }) => accountErrors(body),
      data: AccountShape,
      async handle(call) {
        const account = await accountOf(deps, call);
        const body = call.body;
        return { data: accountView(await changeAccount(deps, account.userId, account.id, body, call.initiator)) };
      },
    }),
    keyRoute({
      ...ACCOUNT_ROUTE,
      ...writes,
      id: "delete_account",
      method: "DELETE",
      path: "/api/v1/accounts/{id}",
      summary: "Delete an account with everything about it; the grants are ended at the providers.",
      params: AccountParam,
      data: t.Object({ deleted: t.Literal(true) }),
      async handle(call) {
        const account = await accountOf(deps, call);
        await deps.erasures.eraseAccount(account.userId, account.id, call.initiator);
        return { data: { deleted: true as const } };
      },
    }),
  ];
}
