// Routes of a partner's own settings: redirect origins, brand, evidence of calls.
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { BrandShape, brandErrors, brandOf, replaceBrand, SavedBrand } from "./brand.ts";
import { changeEvidenceSetting, EvidenceSetting, EvidenceSettingBody, evidenceSettingOf } from "./evidence-setting.ts";
import { OriginsShape, originErrors, redirectOriginsOf, replaceRedirectOrigins } from "./origins.ts";

const ORIGINS_PATH = "/api/v1/redirect-origins";
const EVIDENCE_PATH = "/api/v1/evidence-setting";
const BRAND_PATH = "/api/v1/brand";

const base = {
  access: "key",
  tag: { name: "partner", description: "A partner's settings for all of its accounts." },
  owner: "partner",
  permissions: ["gateway:partner.manage"],
} satisfies Partial<ApiKeyRoute>;

export function partnerRoutes(deps: Deps) {
  return [
    keyRoute({
      ...base,
      id: "get_redirect_origins",
      method: "GET",
      path: ORIGINS_PATH,
      summary: "The origins that your redirect_url may have. An empty list allows every origin.",
      data: OriginsShape,
      handle: async ({ caller }) => ({ data: await redirectOriginsOf(deps, caller.userId) }),
    }),
    keyRoute({
      ...base,
      id: "replace_redirect_origins",
      method: "PUT",
      path: ORIGINS_PATH,
      summary: "Replace the list of origins that your redirect_url may have.",
      body: OriginsShape,
      check: ({ body }) => originErrors(deps, body),
      data: OriginsShape,
      handle: async ({ caller, body, initiator }) => {
        const { origins } = body;
        return { data: await replaceRedirectOrigins(deps, caller.userId, origins, initiator) };
      },
    }),
    ...evidenceRoutes(deps),
    keyRoute({
      ...base,
      id: "get_brand",
      method: "GET",
      path: BRAND_PATH,
      summary: "Your name, colour and logo on the connect page.",
      data: SavedBrand,
      handle: async ({ caller }) => ({ data: await brandOf(deps, caller.userId) }),
    }),
    keyRoute({
      ...base,
      id: "replace_brand",
      method: "PUT",
      path: BRAND_PATH,
      summary: "Replace your name, colour and logo on the connect page. Fields that you leave out are removed.",
      body: BrandShape,
      check: ({ body }) => brandErrors(body),
      data: SavedBrand,
      handle: async ({ caller, body, initiator }) => ({
        data: await replaceBrand(deps, caller.userId, body, initiator),
      }),
    }),
  ];
}

function evidenceRoutes(deps: Deps) {
  return [
    keyRoute({
      ...base,
      id: "get_evidence_setting",
      method: "GET",
      path: EVIDENCE_PATH,
      summary: "Whether evidence of your calls and your accounts' calls is stored.",
      data: EvidenceSetting,
      handle: async ({ caller }) => ({ data: await evidenceSettingOf(deps, caller.userId) }),
    }),
    keyRoute({
      ...base,
      id: "change_evidence_setting",
      method: "PATCH",
      path: EVIDENCE_PATH,
      summary: "Switch on or off that evidence of your calls and your accounts' calls is stored.",
      body: EvidenceSettingBody,
      data: EvidenceSetting,
      handle: async ({ caller, body, initiator }) => ({
        data: await changeEvidenceSetting(deps, caller.userId, body.record_evidence, initiator),
      }),
    }),
  ];
}
