// The admin API, which the command line calls: users, keys, plugins, partners, secrets and jobs, behind the admin token.
import type { Static } from "@sinclair/typebox";
import { callbackUrl } from "../../connections/connect/authorize.ts";
import type { Imports } from "../../connections/imports/service.ts";
import {
  ChangePartnerBody,
  CreatePartnerBody,
  changePartner,
  createPartner,
  listAllPartners,
} from "../../identity/partners/service.ts";
import { tierErrors } from "../../metering/tiers/model.ts";
import { tierCheck } from "../../metering/tiers/service.ts";
import { contractOf } from "../../providers/registry/contract.ts";
import type { Deps } from "../../server/deps.ts";
import { auditRoutes } from "./audit-routes.ts";
import { backupRoutes } from "./backup-routes.ts";
import { checkRoutes } from "./check-routes.ts";
import { clusterRoutes } from "./cluster-routes.ts";
import { erasureRoutes } from "./erasure-routes.ts";
import { importRoutes } from "./import-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { keyRoutes } from "./key-routes.ts";
import { mailRoutes } from "./mail-routes.ts";
import { mcpClientRoutes } from "./mcp-client-routes.ts";
import { operation } from "./operation.ts";
import { peopleRoutes } from "./people-routes.ts";
import { policyRoutes } from "./policy-routes.ts";
import { providerClientRoutes } from "./provider-routes.ts";
import { requestRoutes } from "./request-routes.ts";
import { revocationRoutes } from "./revocation-routes.ts";
import { secretsRoutes } from "./secrets-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { PartnerList, PartnerShape, PluginList } from "./shapes.ts";
import { tierRoutes } from "./tier-routes.ts";
import { tokenRoutes } from "./token-routes.ts";
import { limitsIn, UserParam, userRoutes } from "./user-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** Every operation of the operator's API. */
export function adminRoutes(deps: Deps, imports: Imports) {
  return [
    ...userRoutes(deps),
    ...erasureRoutes(deps),
    ...keyRoutes(deps),
    ...revocationRoutes(deps),
    ...sessionRoutes(deps),
    ...mcpClientRoutes(deps),
    ...tokenRoutes(deps),
    ...auditRoutes(deps),
    ...requestRoutes(deps),
    ...tierRoutes(deps),
    ...policyRoutes(deps),
    operation(
      {
        id: "admin_list_plugins",
        data: PluginList,
        method: "GET",
        path: "/plugins",
        summary: "List the loaded plugins, and those that do not load.",
      },
      async () => ({
        plugins: await listPlugins(deps),
        broken: [...deps.registry.broken.values()].map(({ id, violations }) => ({ id, violations: [...violations] })),
        quarantined: deps.quarantined().map((one) => ({ ...one, until: new Date(one.until).toISOString() })),
      }),
    ),
    ...partnerRoutes(deps),
    ...peopleRoutes(deps),
    ...providerClientRoutes(deps),
    ...importRoutes(imports),
    ...secretsRoutes(deps),
    ...webhookRoutes(deps),
    ...jobRoutes(deps),
    ...mailRoutes(deps),
    ...backupRoutes(deps),
    ...checkRoutes(deps),
    ...clusterRoutes(deps),
  ];
}

const aboutPartner = (partner: PartnerShape) => ({
  details: { ...limitsIn(partner), record_evidence: partner.record_evidence },
});
function partnerRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_create_partner",
        data: PartnerShape,
        method: "POST",
        path: "/partners",
        summary: "Give a user a partner profile.",
        body: CreatePartnerBody,
        event: "partner_created",
        about: aboutPartner,
        loadCheck: () => tierCheck(deps, "partner"),
      },
      ({ body }) => createPartner(deps, body),
    ),
    operation(
      {
        id: "admin_list_partners",
        data: PartnerList,
        method: "GET",
        path: "/partners",
        summary: "List partner profiles.",
      },
      async () => ({ partners: await listAllPartners(deps) }),
    ),
    operation(
      {
        id: "admin_change_partner",
        data: PartnerShape,
        method: "PATCH",
        path: "/partners/{user}",
        summary: "Change a partner's name, tier, status or own limits, and whether evidence of its calls is stored.",
        params: UserParam,
        body: ChangePartnerBody,
        event: "partner_changed",
        about: aboutPartner,
        check: ({ body }) => tierErrors((body.overrides ?? {}) as Record<string, unknown>, "/overrides"),
        loadCheck: () => tierCheck(deps, "partner"),
      },
      ({ params, body }) => changePartner(deps, params.user, body),
    ),
  ];
}

/** The loaded plugins, and whether each has its OAuth client. */
function listPlugins(deps: Deps) {
  const plugins = [...deps.registry.providers.values()].map(async (provider) => ({
    id: provider.id,
    name: provider.name,
    version: provider.version ?? null,
    contract: contractOf(provider),
    services: Object.keys(provider.services),
    endpoints: deps.registry.endpointsOf(provider.id).length,
    is_configured: (await deps.oauthClients.ofOperator(provider.id)) !== null,
    base_urls: deps.target(provider.id).baseUrls,
    callback_url: callbackUrl(deps),
  }));
  return Promise.all(plugins);
}

export type AdminOperation = ReturnType<typeof adminRoutes>[number];
export type AdminOperationId = AdminOperation["id"];
/** What an operation returns as `data`. */
export type AdminData<Id extends AdminOperationId> = Static<NonNullable<Extract<AdminOperation, { id: Id }>["data"]>>;
