// Routes of a partner's own settings: redirect origins.
import type { Static } from "@sinclair/typebox";
import type { Deps } from "../deps.ts";
import type { ApiKeyRoute } from "../pipeline/route.ts";
import { OriginsShape, originErrors, redirectOriginsOf, replaceRedirectOrigins } from "./origins.ts";

export function partnerRoutes(deps: Deps): ApiKeyRoute[] {
  const base = {
    access: "key",
    tag: { name: "partner", description: "What a partner sets for all of its accounts." },
    isPartnerRoute: true,
    path: "/api/v1/redirect-origins",
    permissions: ["gateway:partner.manage"],
  } satisfies Partial<ApiKeyRoute>;
  return [
    {
      ...base,
      id: "get_redirect_origins",
      method: "GET",
      summary: "The origins that your redirect_url may have; an empty list restricts nothing.",
      data: OriginsShape,
      handle: async ({ caller }) => ({ data: await redirectOriginsOf(deps, caller.userId) }),
    },
    {
      ...base,
      id: "replace_redirect_origins",
      method: "PUT",
      summary: "Replace the list of origins that your redirect_url may have.",
      body: OriginsShape,
      check: ({ body }) => originErrors(deps, body),
      data: OriginsShape,
      handle: async ({ caller, body, initiator }) => {
        const { origins } = body as Static<typeof OriginsShape>;
        return { data: await replaceRedirectOrigins(deps, caller.userId, origins, initiator) };
      },
    },
  ];
}
