// Routes of a partner's own OAuth clients.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { AppShape, listOwnApps, removeOwnApp, SaveAppBody, saveOwnApp } from "./service.ts";

const ProviderParam = t.Object({
  provider: t.String({ minLength: 1, maxLength: 64, description: "A provider, such as google." }),
});

export function oauthAppRoutes(deps: Deps) {
  const base = {
    access: "key",
    tag: { name: "oauth-apps", description: "A partner's own OAuth apps." },
    owner: "partner",
    permissions: ["gateway:partner.manage"],
  } satisfies Partial<ApiKeyRoute>;
  return [
    keyRoute({
      ...base,
      id: "list_oauth_apps",
      method: "GET",
      path: "/api/v1/oauth-apps",
      summary: "List your own OAuth apps, without their secrets.",
      data: t.Object({ oauth_apps: t.Array(AppShape) }),
      handle: async ({ caller }) => ({ data: { oauth_apps: await listOwnApps(deps, caller.userId) } }),
    }),
    keyRoute({
      ...base,
      id: "save_oauth_app",
      method: "PUT",
      path: "/api/v1/oauth-apps/{provider}",
      summary: "Set your own OAuth app for a provider; your accounts' new connections use it.",
      params: ProviderParam,
      codes: ["NOT_FOUND"],
      body: SaveAppBody,
      hasSecret: true,
      data: AppShape,
      handle: async ({ caller, params, body, initiator }) => {
        const app = body;
        return { data: await saveOwnApp(deps, caller.userId, params.provider, app, initiator) };
      },
    }),
    keyRoute({
      ...base,
      id: "delete_oauth_app",
      method: "DELETE",
      path: "/api/v1/oauth-apps/{provider}",
      summary: "Remove your own OAuth app for a provider. Refused while integrations use it.",
      params: ProviderParam,
      codes: ["NOT_FOUND", "CONFLICT"],
      data: t.Object({ deleted: t.Literal(true), provider: t.String() }),
      async handle({ caller, params, initiator }) {
        const provider = params.provider;
        await removeOwnApp(deps, caller.userId, provider, initiator);
        return { data: { deleted: true as const, provider } };
      },
    }),
  ];
}
