// Routes of a partner's own settings: redirect origins, brand.
import type { Static } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { BrandShape, brandErrors, brandOf, replaceBrand } from "./brand.ts";
import { OriginsShape, originErrors, redirectOriginsOf, replaceRedirectOrigins } from "./origins.ts";

const ORIGINS_PATH = "/api/v1/redirect-origins";
const BRAND_PATH = "/api/v1/brand";

export function partnerRoutes(deps: Deps): ApiKeyRoute[] {
  const base = {
    access: "key",
    tag: { name: "partner", description: "A partner's settings for all of its accounts." },
    isPartnerRoute: true,
    permissions: ["gateway:partner.manage"],
  } satisfies Partial<ApiKeyRoute>;
  return [
    {
      ...base,
      id: "get_redirect_origins",
      method: "GET",
      path: ORIGINS_PATH,
      summary: "The origins that your redirect_url may have. An empty list allows every origin.",
      data: OriginsShape,
      handle: async ({ caller }) => ({ data: await redirectOriginsOf(deps, caller.userId) }),
    },
    {
      ...base,
      id: "replace_redirect_origins",
      method: "PUT",
      path: ORIGINS_PATH,
      summary: "Replace the list of origins that your redirect_url may have.",
      body: OriginsShape,
      check: ({ body }) => originErrors(deps, body),
      data: OriginsShape,
      handle: async ({ caller, body, initiator }) => {
        const { origins } = body as Static<typeof OriginsShape>;
        return { data: await replaceRedirectOrigins(deps, caller.userId, origins, initiator) };
      },
    },
    {
      ...base,
      id: "get_brand",
      method: "GET",
      path: BRAND_PATH,
      summary: "Your name, colour and logo on the connect page.",
      data: BrandShape,
      handle: async ({ caller }) => ({ data: await brandOf(deps, caller.userId) }),
    },
    {
      ...base,
      id: "replace_brand",
      method: "PUT",
      path: BRAND_PATH,
      summary: "Replace your name, colour and logo on the connect page. Fields that you leave out are removed.",
      body: BrandShape,
      check: ({ body }) => brandErrors(body),
      data: BrandShape,
      handle: async ({ caller, body, initiator }) => ({
        data: await replaceBrand(deps, caller.userId, body, initiator),
      }),
    },
  ];
}
