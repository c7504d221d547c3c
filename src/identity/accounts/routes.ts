// Routes of connected accounts, their integrations and connect sessions.
import { type Static, Type as t } from "@sinclair/typebox";
import { confirmGrant } from "../../connections/connect/confirm.ts";
import { connectErrors } from "../../connections/connect/connect-input.ts";
import { disconnect } from "../../connections/connect/disconnect.ts";
import {
  ConfirmBody,
  ListSessionsQuery,
  SessionShape,
  StartAccountConnectBody,
  StartedOrConnected,
} from "../../connections/connect/model.ts";
import { listSessionsOf, startConnect, viewSession } from "../../connections/connect/start.ts";
import { IntegrationShape, SwitchServicesBody } from "../../connections/integrations/model.ts";
import { summarizeIntegrations, switchServices, viewIntegrations } from "../../connections/integrations/service.ts";
import type { Deps } from "../../server/deps.ts";
import type { ApiKeyRequest, ApiKeyRoute } from "../../web/pipeline/route.ts";
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
import { accountErrors, changeAccount, createAccount, whileAccountExists } from "./service.ts";
import type { AccountRow } from "./store.ts";

const id = t.String({ minLength: 1, maxLength: 64, description: "The account's id." });
const AccountParam = t.Object({ id });
const SessionParams = t.Object({
  id,
  sessionId: t.String({ minLength: 1, maxLength: 64, description: "The connect session's id." }),
});
const IntegrationParams = t.Object({
  id,
  provider: t.String({ minLength: 1, maxLength: 64, description: "A provider, such as google." }),
});

export function accountRoutes(deps: Deps): ApiKeyRoute[] {
  const ofOneAccount = [...singleRoutes(deps), ...sessionRoutes(deps), ...integrationRoutes(deps)];
  return [...ownRoutes(deps), ...ofOneAccount.map((route) => ({ ...route, namesAccount: true }))];
}

const tag = { name: "accounts", description: "Area B: a partner's connected accounts." };
const base = { access: "key", tag, isPartnerRoute: true } satisfies Partial<ApiKeyRoute>;
const readsAccounts = { ...base, permissions: ["gateway:accounts.read"] };
const writesAccounts = { ...base, permissions: ["gateway:accounts.write"] };
const readsIntegrations = { ...base, permissions: ["gateway:integrations.read"] };
const writesIntegrations = { ...base, permissions: ["gateway:integrations.write"] };

/** The account in the path; the usage log records it. */
async function accountOf(deps: Deps, call: ApiKeyRequest): Promise<AccountRow> {
  const account = await deps.accounts.require(call.caller.userId, call.params.id as string);
  call.noteAccount(account);
  return account;
}
const ownerOf = (account: AccountRow) => ({ userId: account.userId, accountId: account.id });

function ownRoutes(deps: Deps): ApiKeyRoute[] {
  return [
    {
      ...writesAccounts,
      id: "create_account",
      method: "POST",
      path: "/api/v1/accounts",
      summary: "Create a connected account for one of your customers.",
      body: CreateAccountBody,
      check: ({ body }) => accountErrors(body),
      codes: ["ACCOUNT_EXISTS", "ACCOUNT_LIMIT_REACHED"],
      data: AccountShape,
      async handle(call) {
        const body = call.body as Static<typeof CreateAccountBody>;
        const row = await createAccount(deps, call.caller.userId, body, call.initiator);
        call.noteAccount(row);
        return { data: accountView(row) };
      },
    },
    {
      ...readsAccounts,
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
    },
  ];
}

function singleRoutes(deps: Deps): ApiKeyRoute[] {
  return [
    {
      ...readsAccounts,
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
    },
    {
      ...writesAccounts,
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
        const body = call.body as Static<typeof ChangeAccountBody>;
        return { data: accountView(await changeAccount(deps, account.userId, account.id, body, call.initiator)) };
      },
    },
    {
      ...writesAccounts,
      id: "delete_account",
      method: "DELETE",
      path: "/api/v1/accounts/{id}",
      summary: "Delete an account with everything about it; the grants are ended at the providers.",
      params: AccountParam,
      data: t.Object({ deleted: t.Literal(true) }),
      async handle(call) {
        const account = await accountOf(deps, call);
        await deps.erasures.eraseAccount(account.userId, account.id, call.initiator);
        return { data: { deleted: true } };
      },
    },
  ];
}

function sessionRoutes(deps: Deps): ApiKeyRoute[] {
  return [
    {
      ...writesIntegrations,
      id: "start_account_connect",
      method: "POST",
      path: "/api/v1/accounts/{id}/connect",
      summary: "Start connecting a provider for an account; send the customer's browser to connect_url.",
      params: AccountParam,
      body: StartAccountConnectBody,
      hasSecret: true,
      check: ({ body }, errors) => connectErrors(deps, body, errors),
      codes: ["PROVIDER_ERROR", "PROVIDER_UNAVAILABLE"],
      data: StartedOrConnected,
      async handle(call) {
        const account = await accountOf(deps, call);
        const body = call.body as Static<typeof StartAccountConnectBody>;
        return {
          data: await whileAccountExists(account.id, () => startConnect(deps, ownerOf(account), body, call.initiator)),
        };
      },
    },
    {
      ...readsIntegrations,
      id: "list_account_connect_sessions",
      method: "GET",
      path: "/api/v1/accounts/{id}/connect",
      summary: "An account's latest connect sessions, newest first.",
      params: AccountParam,
      query: ListSessionsQuery,
      data: t.Object({ sessions: t.Array(SessionShape) }),
      async handle(call) {
        const account = await accountOf(deps, call);
        const { limit } = call.query as Static<typeof ListSessionsQuery>;
        return { data: { sessions: await listSessionsOf(deps, ownerOf(account), limit) } };
      },
    },
    {
      ...readsIntegrations,
      id: "get_account_connect_session",
      method: "GET",
      path: "/api/v1/accounts/{id}/connect/{sessionId}",
      summary: "How an account's connect session stands.",
      params: SessionParams,
      codes: ["SESSION_NOT_FOUND"],
      data: SessionShape,
      async handle(call) {
        const account = await accountOf(deps, call);
        return { data: await viewSession(deps, ownerOf(account), call.params.sessionId as string) };
      },
    },
  ];
}

function integrationRoutes(deps: Deps): ApiKeyRoute[] {
  return [
    {
      ...readsIntegrations,
      id: "list_account_integrations",
      method: "GET",
      path: "/api/v1/accounts/{id}/integrations",
      summary: "List an account's integrations with the services that their grants enable.",
      params: AccountParam,
      data: t.Object({ integrations: t.Array(IntegrationShape) }),
      async handle(call) {
        const account = await accountOf(deps, call);
        return { data: { integrations: await viewIntegrations(deps, ownerOf(account)) } };
      },
    },
    {
      ...writesIntegrations,
      id: "switch_account_services",
      method: "PATCH",
      path: "/api/v1/accounts/{id}/integrations/{provider}",
      summary: "Switch services of an account's integration off or on.",
      params: IntegrationParams,
      codes: ["INTEGRATION_NOT_FOUND"],
      body: SwitchServicesBody,
      data: IntegrationShape,
      async handle(call) {
        const account = await accountOf(deps, call);
        const { services } = call.body as { services: Record<string, boolean> };
        return {
          data: await switchServices(deps, ownerOf(account), call.params.provider as string, services, call.initiator),
        };
      },
    },
    {
      ...writesIntegrations,
      id: "confirm_account_integration",
      method: "POST",
      path: "/api/v1/accounts/{id}/integrations/{provider}/confirm",
      summary: "Confirm a pending integration with the confirm_token of the redirect; it is active from then on.",
      params: IntegrationParams,
      body: ConfirmBody,
      codes: ["INTEGRATION_NOT_FOUND", "INTEGRATION_EXPIRED"],
      data: IntegrationShape,
      async handle(call) {
        const account = await accountOf(deps, call);
        const { confirm_token } = call.body as Static<typeof ConfirmBody>;
        const provider = call.params.provider as string;
        return { data: await confirmGrant(deps, ownerOf(account), provider, confirm_token, call.initiator) };
      },
    },
    {
      ...writesIntegrations,
      id: "disconnect_account_integration",
      method: "DELETE",
      path: "/api/v1/accounts/{id}/integrations/{provider}",
      summary: "Disconnect a provider of an account: the tokens are erased here and revoked there.",
      params: IntegrationParams,
      codes: ["INTEGRATION_NOT_FOUND"],
      data: t.Object({ deleted: t.Literal(true), provider: t.String() }),
      async handle(call) {
        const account = await accountOf(deps, call);
        const provider = call.params.provider as string;
        await disconnect(deps, ownerOf(account), provider, call.initiator);
        return { data: { deleted: true, provider } };
      },
    },
  ];
}
