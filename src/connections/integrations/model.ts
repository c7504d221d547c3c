// The shape of integrations: as rows, and on the wire.
import { type Static, Type as t } from "@sinclair/typebox";
import type { SourceRow } from "../../events/subscriptions/store.ts";
import type { DeadToken, integrations } from "../../foundation/db/schema/integrations.ts";
import { ConnectionName } from "../../foundation/schema/connection-name.ts";
import type { Provider } from "../../plugin/index.ts";
import { previousNamesOf } from "../../providers/registry/previous-names.ts";
import { coveredScopes, permissionsOf, scopesOf, tokenOfPermission } from "../../providers/registry/scopes.ts";
import { SourceShape, sourceViews } from "./source-model.ts";

export type IntegrationRow = typeof integrations.$inferSelect;

/** What a borrower has of a connection. */
export interface Share {
  id: string;
  /** Patterns, as a key has them. */
  permissions: readonly string[];
  endsAt: Date | null;
  /** For people: a user's e-mail address, or the external_id of an account. */
  lender: string;
  /** Whether the lender may make no calls itself, as one who has not paid. */
  isSuspended: boolean;
  /** The row as its lender has it, whose tokens calls present and refresh. */
  lent: IntegrationRow;
}

/** A connection that an owner's calls may use; with `share`, one that another owner lends, under the borrower's name for it. */
export type Connection = IntegrationRow & { share?: Share };

/** The row whose tokens a call presents. */
export const grantedRow = (connection: Connection): IntegrationRow => connection.share?.lent ?? connection;

export const IdentityShape = t.Object(
  {
    id: t.String({ description: "The provider's id of the account that granted access." }),
    name: t.String({ description: "A name to show, such as a login or an e-mail address." }),
    workspace: t.Optional(
      t.Union([t.Object({ id: t.String(), name: t.String() }), t.Null()], {
        description: "The workspace, if the provider has workspaces.",
      }),
    ),
  },
  { description: "The account that granted access, as the provider names it." },
);

const EnabledService = t.Object({
  service_name: t.String({ description: "`<service>.<permission>`." }),
  is_enabled: t.Boolean({
    description: "Whether the granted scopes allow it, the provider accepts the token, and it is not turned off.",
  }),
});

export const IntegrationShape = t.Object({
  id: t.String({ format: "uuid" }),
  provider: t.String(),
  name: t.String({ description: "The connection's name; the first with a provider is default." }),
  is_default: t.Boolean({
    description:
      "Whether it is chosen for calls that name none, where there are several connections with the provider.",
  }),
  status: t.Union(
    [t.Literal("active"), t.Literal("pending"), t.Literal("expired"), t.Literal("revoked"), t.Literal("unavailable")],
    { description: "`unavailable`: the gateway does not serve its provider now; the grant is kept." },
  ),
  unavailable_reason: t.Optional(t.String({ description: "Why it is unavailable, and whose turn it is." })),
  connected_at: t.String({ format: "date-time" }),
  access_expires_at: t.Optional(
    t.String({
      format: "date-time",
      description:
        "When the access ends. Present when the provider gave nothing to renew it with: connect again before then.",
    }),
  ),
  enabled_services: t.Array(EnabledService),
  identity: IdentityShape,
  sources: t.Array(SourceShape),
});

export const ChangeIntegrationBody = t.Object(
  {
    name: t.Optional(ConnectionName),
    is_default: t.Optional(
      t.Boolean({ description: "Whether calls that name no connection use this one, where there are several." }),
    ),
  },
  { minProperties: 1 },
);

export const SwitchServicesBody = t.Object({
  services: t.Object(
    {},
    {
      additionalProperties: t.Boolean(),
      minProperties: 1,
      description:
        "`<service>.<permission>` with false to turn it off, or true to let the granted scopes decide again.",
    },
  ),
});

/** A permission is enabled when the granted scopes cover it, its token is alive and nobody has switched it off. */
function enabledServices(provider: Provider | undefined, row: IntegrationRow) {
  if (!provider) return [];
  const covered = coveredScopes(provider, row.scopes);
  const dead = deadTokensOf(row);
  const { permissions } = previousNamesOf(provider);
  return permissionsOf(provider).map((permission) => ({
    service_name: permission,
    is_enabled:
      !permissions.all(permission).some((name) => row.disabledServices.includes(name)) &&
      dead[tokenOfPermission(provider, permission) ?? ""] === undefined &&
      scopesOf(provider, permission).every((scope) => covered.has(scope)),
  }));
}

/** The tokens beside the main one that the provider no longer accepts; a version before leaves marks of an earlier grant. */
export function deadTokensOf({ deadTokens, connectedAt }: IntegrationRow): Readonly<Record<string, DeadToken>> {
  const dead = Object.entries(deadTokens ?? {}).filter(([, { at }]) => Date.parse(at) >= connectedAt.getTime());
  return Object.fromEntries(dead);
}

/** When the access of a grant ends; null where its token does not expire, or is renewed. */
export function accessEnd({
  auth,
  refreshToken,
  accessExpiresAt,
}: Pick<IntegrationRow, "auth" | "refreshToken" | "accessExpiresAt">): Date | null {
  return auth === "oauth2" && refreshToken === null ? accessExpiresAt : null;
}

/** The status for callers: an active integration without its plugin serves nobody. */
export function statusOf({ status, provider: id }: Pick<IntegrationRow, "status" | "provider">, provider?: Provider) {
  if (provider || status !== "active") return { status };
  const reason = `The gateway does not serve "${id}" now: its operator must bring its plugin back. The grant is kept.`;
  return { status: "unavailable" as const, unavailable_reason: reason };
}

export function integrationView(
  row: IntegrationRow,
  provider: Provider | undefined,
  sources: readonly SourceRow[],
): Static<typeof IntegrationShape> {
  const end = row.status === "active" ? accessEnd(row) : null;
  return {
    id: row.id,
    provider: row.provider,
    name: row.name,
    is_default: row.isDefault,
    ...statusOf(row, provider),
    connected_at: row.connectedAt.toISOString(),
    ...(end && { access_expires_at: end.toISOString() }),
    enabled_services: enabledServices(provider, row),
    identity: row.identity,
    sources: sourceViews(sources, provider),
  };
}
