// Area A: the key user's own integrations, and connecting new ones.
import { type Static, Type as t } from "@sinclair/typebox";
import type { Deps } from "../deps.ts";
import type { KeyedRoute } from "../http/route.ts";
import { IntegrationShape } from "../integrations/model.ts";
import { listOf } from "../integrations/service.ts";
import { disconnect } from "./disconnect.ts";
import { SessionShape, StartConnectBody, StartedSession } from "./model.ts";
import { connectStatus, startConnect } from "./start.ts";

const ProviderParam = t.Object({
  provider: t.String({ minLength: 1, maxLength: 64, description: "A provider, such as google." }),
});
const SessionParam = t.Object({
  sessionId: t.String({ minLength: 1, maxLength: 64, description: "The connect session's id." }),
});
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

export function connectRoutes(deps: Deps): KeyedRoute[] {
  const base = { access: "key" as const, tag: "integrations" };
  return [
    {
      ...base,
      id: "list_integrations",
      method: "GET",
      path: "/api/v1/integrations",
      summary: "List your integrations with the services that their grants enable.",
      data: t.Object({ integrations: t.Array(IntegrationShape) }),
      handle: async ({ subject }) => ({ data: { integrations: await listOf(deps, subject) } }),
    },
    {
      ...base,
      id: "start_connect",
      method: "POST",
      path: "/api/v1/integrations/connect",
      summary: "Start connecting a provider; open connect_url in a browser.",
      body: StartConnectBody,
      data: StartedSession,
      handle: async ({ subject, body }) => ({
        data: await startConnect(deps, subject, body as Static<typeof StartConnectBody>),
      }),
    },
    {
      ...base,
      id: "get_connect_session",
      method: "GET",
      path: "/api/v1/integrations/connect/{sessionId}",
      summary: "How a connect session stands.",
      params: SessionParam,
      data: SessionShape,
      handle: async ({ subject, params }) => {
        const id = UUID.test(params.sessionId ?? "") ? (params.sessionId as string) : NO_SESSION;
        return { data: await connectStatus(deps, subject, id) };
      },
    },
    {
      ...base,
      id: "disconnect_integration",
      method: "DELETE",
      path: "/api/v1/integrations/{provider}",
      summary: "Disconnect a provider: the tokens are erased here and revoked there.",
      params: ProviderParam,
      data: t.Object({ deleted: t.Literal(true), provider: t.String() }),
      handle: async ({ subject, params }) => {
        const provider = params.provider as string;
        await disconnect(deps, subject, provider);
        return { data: { deleted: true, provider } };
      },
    },
  ];
}
