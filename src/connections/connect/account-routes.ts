// The partner API over HTTP: connecting providers for an account, and the integrations that it has.
import { Type as t } from "@sinclair/typebox";
import { ACCOUNT_ROUTE, ACCOUNTS_ROUTE, accountId, accountOf, ownerOf } from "../../identity/accounts/named-account.ts";
import { accountErrors, ensureAccount, whileAccountExists } from "../../identity/accounts/service.ts";
import { boundOwnerOf } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import { changeIntegration } from "../integrations/change.ts";
import { ChangeIntegrationBody, IntegrationShape, SwitchServicesBody } from "../integrations/model.ts";
import { integrationParam, refOf } from "../integrations/reference.ts";
import { switchServices, viewIntegrations } from "../integrations/service.ts";
import { confirmGrant } from "./confirm.ts";
import { connectErrors } from "./connect-input.ts";
import { disconnect } from "./disconnect.ts";
import {
  ConfirmBody,
  ConnectCustomerBody,
  CustomerStartedOrConnected,
  ListSessionsQuery,
  SessionShape,
  StartAccountConnectBody,
  StartedOrConnected,
} from "./model.ts";
import { listSessionsOf, startConnect, viewSession } from "./start.ts";

const AccountParam = t.Object({ id: accountId });
const SessionParams = t.Object({
  id: accountId,
  session_id: t.String({ minLength: 1, maxLength: 64, description: "The connect session's id." }),
});
const IntegrationParams = t.Object({
  id: accountId,
  provider: integrationParam,
});

const readsIntegrations = { ...ACCOUNT_ROUTE, permissions: ["gateway:integrations.read"] };
const writesIntegrations = { ...ACCOUNT_ROUTE, permissions: ["gateway:integrations.write"] };

export function accountConnectRoutes(deps: Deps) {
  return [customerRoute(deps), ...sessionRoutes(deps), ...integrationRoutes(deps), ...grantRoutes(deps)];
}

/** Everything that a product needs to begin with: its own id of the customer, and one request. */
function customerRoute(deps: Deps) {
  return keyRoute({
    ...ACCOUNTS_ROUTE,
    permissions: ["gateway:accounts.write", "gateway:integrations.write"],
    id: "connect_customer",
    method: "POST",
    path: "/api/v1/connect",
    summary: "Start connecting a provider for a customer by your own id; its account is created where it is missing.",
    body: ConnectCustomerBody,
    hasSecret: true,
    check: ({ body }, errors) => [...accountErrors(body), ...connectErrors(deps, body, errors)],
    codes: ["ACCOUNT_LIMIT_REACHED", "ACCOUNT_NOT_FOUND", "PROVIDER_ERROR", "PROVIDER_UNAVAILABLE"],
    data: CustomerStartedOrConnected,
    async handle(call) {
      const { external_id, display_name, metadata, ...connect } = call.body;
      const account = await ensureAccount(
        deps,
        call.caller.userId,
        { external_id, display_name, metadata },
        call.initiator,
      );
      call.noteAccount(account);
      const started = await whileAccountExists(account.id, () =>
        startConnect(deps, ownerOf(account), connect, call.initiator),
      );
      return { data: { ...started, account_id: account.id } };
    },
  });
}

function sessionRoutes(deps: Deps) {
  return [
    keyRoute({
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
        const body = call.body;
        return {
          data: await whileAccountExists(account.id, () => startConnect(deps, ownerOf(account), body, call.initiator)),
        };
      },
    }),
    keyRoute({
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
        const { limit } = call.query;
        return { data: { sessions: await listSessionsOf(deps, ownerOf(account), limit) } };
      },
    }),
    keyRoute({
      ...readsIntegrations,
      id: "get_account_connect_session",
      method: "GET",
      path: "/api/v1/accounts/{id}/connect/{session_id}",
      summary: "The status of an account's connect session.",
      params: SessionParams,
      codes: ["SESSION_NOT_FOUND"],
      data: SessionShape,
      async handle(call) {
        const account = await accountOf(deps, call);
        return { data: await viewSession(deps, ownerOf(account), call.params.session_id) };
      },
    }),
  ];
}

function integrationRoutes(deps: Deps) {
  return [
    keyRoute({
      ...readsIntegrations,
      takesAgentSessions: true,
      id: "list_account_integrations",
      method: "GET",
      path: "/api/v1/accounts/{id}/integrations",
      summary: "List an account's integrations with the services that each one may use.",
      params: AccountParam,
      data: t.Object({ integrations: t.Array(IntegrationShape) }),
      async handle(call) {
        const account = await accountOf(deps, call);
        const owner = boundOwnerOf(call.caller) ?? ownerOf(account);
        return { data: { integrations: await viewIntegrations(deps, owner) } };
      },
    }),
    keyRoute({
      ...writesIntegrations,
      id: "change_account_integration",
      method: "PUT",
      path: "/api/v1/accounts/{id}/integrations/{provider}",
      summary: "Rename an account's integration, or choose it for calls that name none.",
      params: IntegrationParams,
      body: ChangeIntegrationBody,
      codes: ["INTEGRATION_NOT_FOUND", "CONFLICT"],
      data: IntegrationShape,
      async handle(call) {
        const account = await accountOf(deps, call);
        return { data: await changeIntegration(deps, ownerOf(account), refOf(call), call.body, call.initiator) };
      },
    }),
    keyRoute({
      ...writesIntegrations,
      id: "switch_account_services",
      method: "PATCH",
      path: "/api/v1/accounts/{id}/integrations/{provider}",
      summary: "Turn services of an account's integration off or on.",
      params: IntegrationParams,
      codes: ["INTEGRATION_NOT_FOUND"],
      body: SwitchServicesBody,
      data: IntegrationShape,
      async handle(call) {
        const account = await accountOf(deps, call);
        const { services } = call.body as { services: Record<string, boolean> };
        return {
          data: await switchServices(deps, ownerOf(account), refOf(call), services, call.initiator),
        };
      },
    }),
  ];
}

function grantRoutes(deps: Deps) {
  return [
    keyRoute({
      ...writesIntegrations,
      id: "confirm_account_integration",
      method: "POST",
      path: "/api/v1/accounts/{id}/integrations/{provider}/confirm",
      summary: "Confirm a pending integration with the confirm_token from the redirect, which makes it active.",
      params: IntegrationParams,
      body: ConfirmBody,
      codes: ["INTEGRATION_NOT_FOUND", "INTEGRATION_EXPIRED"],
      data: IntegrationShape,
      async handle(call) {
        const account = await accountOf(deps, call);
        const { confirm_token } = call.body;
        return { data: await confirmGrant(deps, ownerOf(account), refOf(call), confirm_token, call.initiator) };
      },
    }),
    keyRoute({
      ...writesIntegrations,
      id: "disconnect_account_integration",
      method: "DELETE",
      path: "/api/v1/accounts/{id}/integrations/{provider}",
      summary: "Disconnect a provider from an account: its tokens are erased here and revoked at the provider.",
      params: IntegrationParams,
      codes: ["INTEGRATION_NOT_FOUND"],
      data: t.Object({ deleted: t.Literal(true), provider: t.String() }),
      async handle(call) {
        const account = await accountOf(deps, call);
        const provider = await disconnect(deps, ownerOf(account), refOf(call), call.initiator);
        return { data: { deleted: true as const, provider } };
      },
    }),
  ];
}
