// The admin API, which the command line calls: users, keys, plugins, partners, secrets and jobs, behind the admin token.
import { type Static, type TSchema, Type as t } from "@sinclair/typebox";
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
import type { Deps } from "../../server/deps.ts";
import { ADMIN_ROOT, type AdminRequest, type AdminRoute } from "../../web/http/route.ts";
import { tokenRoutes } from "../admin-tokens/token-routes.ts";
import { rotateSecrets, secretsStatus } from "../key-rotation/service.ts";
import { auditRoutes } from "./audit-routes.ts";
import { backupRoutes } from "./backup-routes.ts";
import { checkRoutes } from "./check-routes.ts";
import { erasureRoutes } from "./erasure-routes.ts";
import { importRoutes } from "./import-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { keyRoutes } from "./key-routes.ts";
import { mcpClientRoutes } from "./mcp-client-routes.ts";
import { peopleRoutes } from "./people-routes.ts";
import { providerClientRoutes } from "./provider-routes.ts";
import { tierRoutes } from "./tier-routes.ts";
import { limitsIn, UserParam, userRoutes } from "./user-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

const Anything: TSchema = t.Object({}, { additionalProperties: true });

export type Admin = (
  route: Omit<AdminRoute, "access" | "tag" | "handle">,
  work: (call: AdminRequest) => Promise<unknown>,
) => AdminRoute;

export function adminRoutes(deps: Deps, imports: Imports): AdminRoute[] {
  const admin: Admin = (route, work) => ({
    data: Anything,
    ...route,
    path: `${ADMIN_ROOT}/v1${route.path}`,
    access: "admin",
    tag: { name: "admin", description: "The operator's API." },
    handle: async (call) => ({ data: await work(call) }),
  });
  return [
    ...userRoutes(deps, admin),
    ...erasureRoutes(deps, admin),
    ...keyRoutes(deps, admin),
    ...mcpClientRoutes(deps, admin),
    ...tokenRoutes(deps, admin),
    ...auditRoutes(deps, admin),
    ...tierRoutes(deps, admin),
    admin(
      { id: "admin_list_plugins", method: "GET", path: "/plugins", summary: "List the plugins that are served." },
      async () => ({
        plugins: await listPlugins(deps),
      }),
    ),
    ...partnerRoutes(deps, admin),
    ...peopleRoutes(deps, admin),
    ...providerClientRoutes(deps, admin),
    ...importRoutes(imports, admin),
    ...secretsRoutes(deps, admin),
    ...webhookRoutes(deps, admin),
    ...jobRoutes(deps, admin),
    ...backupRoutes(deps, admin),
    ...checkRoutes(deps, admin),
  ];
}

const aboutPartner: AdminRoute["about"] = (partner) => ({ details: limitsIn(partner) });
function partnerRoutes(deps: Deps, admin: Admin): AdminRoute[] {
  return [
    admin(
      {
        id: "admin_create_partner",
        method: "POST",
        path: "/partners",
        summary: "Give a user a partner profile.",
        body: CreatePartnerBody,
        event: "partner_created",
        about: aboutPartner,
        loadCheck: () => tierCheck(deps, "partner"),
      },
      ({ body }) => createPartner(deps, body as Static<typeof CreatePartnerBody>),
    ),
    admin(
      { id: "admin_list_partners", method: "GET", path: "/partners", summary: "List partner profiles." },
      async () => ({ partners: await listAllPartners(deps) }),
    ),
    admin(
      {
        id: "admin_change_partner",
        method: "PATCH",
        path: "/partners/{user}",
        summary: "Change a partner's name, tier, status or own limits.",
        params: UserParam,
        body: ChangePartnerBody,
        event: "partner_changed",
        about: aboutPartner,
        check: ({ body }) => tierErrors((body.overrides ?? {}) as Record<string, unknown>, "/overrides"),
        loadCheck: () => tierCheck(deps, "partner"),
      },
      ({ params, body }) => changePartner(deps, params.user as string, body as Static<typeof ChangePartnerBody>),
    ),
  ];
}

function secretsRoutes(deps: Deps, admin: Admin): AdminRoute[] {
  return [
    admin(
      {
        id: "admin_show_secrets",
        method: "GET",
        path: "/secrets",
        summary: "Show what hangs on each key of the key ring.",
      },
      () => secretsStatus(deps),
    ),
    admin(
      {
        id: "admin_rotate_secrets",
        method: "POST",
        path: "/secrets/rotate",
        role: "owner",
        event: "secrets_rotated",
        about: ({ sealed, unreadable, remaining }) => ({ details: { sealed, unreadable, remaining } }),
        summary: "Seal stored secrets with the key ring's first key; again while `remaining` is above 0.",
      },
      () => rotateSecrets(deps),
    ),
  ];
}

/** The loaded plugins, and whether each has its OAuth client. */
function listPlugins(deps: Deps) {
  const plugins = [...deps.registry.providers.values()].map(async (provider) => ({
    id: provider.id,
    name: provider.name,
    services: Object.keys(provider.services),
    endpoints: deps.registry.endpointsOf(provider.id).length,
    is_configured: (await deps.oauthClients.ofOperator(provider.id)) !== null,
    base_urls: deps.target(provider.id).baseUrls,
    callback_url: callbackUrl(deps),
  }));
  return Promise.all(plugins);
}
