// The user API over HTTP: connecting the caller's own providers, and disconnecting them.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import { changeIntegration } from "../integrations/change.ts";
import { ChangeIntegrationBody, IntegrationShape } from "../integrations/model.ts";
import { integrationParam, refOf } from "../integrations/reference.ts";
import { INTEGRATION_ROUTE } from "../integrations/routes.ts";
import { connectErrors } from "./connect-input.ts";
import { disconnect } from "./disconnect.ts";
import { SessionShape, StartConnectBody, StartedOrConnected } from "./model.ts";
import { startConnect, viewSession } from "./start.ts";

const ProviderParam = t.Object({
  provider: integrationParam,
});
const SessionParam = t.Object({
  session_id: t.String({ minLength: 1, maxLength: 64, description: "The connect session's id." }),
});

const reads = { ...INTEGRATION_ROUTE, permissions: ["gateway:integrations.read"] };
const writes = { ...INTEGRATION_ROUTE, permissions: ["gateway:integrations.write"] };

export function connectRoutes(deps: Deps) {
  return [...sessionRoutes(deps), ...changeRoutes(deps)];
}

function sessionRoutes(deps: Deps) {
  return [
    keyRoute({
      ...writes,
      id: "start_connect",
      method: "POST",
      path: "/api/v1/integrations/connect",
      summary: "Start connecting a provider: open connect_url in a browser, or send its credentials.",
      body: StartConnectBody,
      hasSecret: true,
      check: ({ body }, errors) => connectErrors(deps, body, errors),
      codes: ["PROVIDER_ERROR", "PROVIDER_UNAVAILABLE"],
      data: StartedOrConnected,
      handle: async ({ owner, body, initiator }) => ({
        data: await startConnect(deps, owner, body, initiator),
      }),
    }),
    keyRoute({
      ...reads,
      id: "get_connect_session",
      method: "GET",
      path: "/api/v1/integrations/connect/{session_id}",
      summary: "The status of a connect session.",
      params: SessionParam,
      codes: ["NOT_FOUND"],
      data: SessionShape,
      handle: async ({ owner, params }) => ({ data: await viewSession(deps, owner, params.session_id) }),
    }),
  ];
}

function changeRoutes(deps: Deps) {
  return [
    keyRoute({
      ...writes,
      id: "change_integration",
      method: "PUT",
      path: "/api/v1/integrations/{provider}",
      summary: "Rename an integration, or choose it for calls that name none.",
      params: ProviderParam,
      body: ChangeIntegrationBody,
      codes: ["NOT_FOUND", "CONFLICT"],
      data: IntegrationShape,
      handle: async (call) => ({
        data: await changeIntegration(deps, call.owner, refOf(call), call.body, call.initiator),
      }),
    }),
    keyRoute({
      ...writes,
      id: "disconnect_integration",
      method: "DELETE",
      path: "/api/v1/integrations/{provider}",
      summary: "Disconnect a provider: its tokens are erased here and revoked at the provider.",
      params: ProviderParam,
      codes: ["NOT_FOUND"],
      data: t.Object({ deleted: t.Literal(true), provider: t.String() }),
      handle: async ({ owner, params, connection, initiator }) => {
        const provider = await disconnect(deps, owner, refOf({ params, connection }), initiator);
        return { data: { deleted: true as const, provider } };
      },
    }),
  ];
}
