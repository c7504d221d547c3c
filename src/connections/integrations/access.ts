// Whether an owner may use a permission through its integration, for calls and for `connected` of tools; and the errors if not.
import type { DeadToken } from "../../foundation/db/schema/integrations.ts";
import { AppError } from "../../foundation/errors.ts";
import { allows } from "../../identity/keys/permissions.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Provider } from "../../plugin/index.ts";
import { previousNamesOf } from "../../providers/registry/previous-names.ts";
import { RAW_PERMISSION } from "../../providers/registry/raw-tool.ts";
import { missingScopes, permissionsOf, tokenOfPermission } from "../../providers/registry/scopes.ts";
import { type Connection, deadTokensOf, type IntegrationRow, type Share } from "./model.ts";

export interface Need {
  provider: Provider;
  service: string;
  /** `<service>.<action>`, the endpoint's own first. */
  needs: readonly string[];
  /** The endpoint, whose requests may present another token than the main one. */
  def?: { credential?: string };
}

/** Whether a call may use this integration; `accessError` says why not. */
export function isUsable(integration: Connection | null, need: Need): boolean {
  if (integration?.status !== "active") return false;
  if (integration.share && !isLent(integration.share, need)) return false;
  if (integration.deadTokens !== null && deadTokenFor(integration, need) !== null) return false;
  const { provider, needs } = need;
  const { scopes } = integration;
  return needs.every(
    (permission) =>
      !isOff(integration, provider, permission) && missingScopes(provider, permission, scopes).length === 0,
  );
}

/** Whether a borrower was lent everything that a call needs, by a lender who may make calls. */
const isLent = (share: Share, { provider, needs }: Need): boolean =>
  !share.isSuspended && needs.every((permission) => isIn(share, provider, permission));

/** A loan goes on under the name that a permission has today. */
const isIn = ({ permissions }: Share, provider: Provider, permission: string): boolean =>
  previousNamesOf(provider)
    .permissions.all(permission)
    .some((name) => allows(permissions, `${provider.id}:${name}`));

/** Whether any of an owner's connections with a provider may be used. */
export const isAnyUsable = (integrations: readonly Connection[] | undefined, need: Need): boolean =>
  integrations?.some((one) => isUsable(one, need)) ?? false;

/** The dead token that a call would present; null where the provider takes it, as far as anybody knows. */
function deadTokenFor(integration: IntegrationRow, { provider, needs, def }: Need): [string, DeadToken] | null {
  const name = def ? def.credential : tokenOfPermission(provider, needs[0] as string);
  const dead = name === undefined ? undefined : deadTokensOf(integration)[name];
  return dead === undefined ? null : [name as string, dead];
}

/** A raw request could reach whatever is switched off, so one permission that is off refuses it. */
export function isOff({ disabledServices }: IntegrationRow, provider: Provider, permission: string): boolean {
  if (permission === RAW_PERMISSION) return disabledServices.length > 0;
  const { permissions } = previousNamesOf(provider);
  return disabledServices.length > 0 && permissions.all(permission).some((name) => disabledServices.includes(name));
}

/** Whether any permission of a service can be used: events of a service that is off go to nobody. */
export function isServiceOn(integration: Connection, provider: Provider, service: string): boolean {
  const permissions = permissionsOf(provider).filter((permission) => permission.startsWith(`${service}.`));
  return permissions.some((permission) => isUsable(integration, { provider, service, needs: [permission] }));
}

/** The error of a call that may not use this integration; null when it may. */
export function accessError(integration: Connection | null, need: Need): AppError | null {
  if (isUsable(integration, need)) return null;
  const { provider, service, needs } = need;
  const details = { provider: provider.id, service, permission: needs[0] };
  if (!integration) return integrationMissing(details);
  const { share, ...row } = integration;
  if (share)
    return isLent(share, need) ? asLent(accessError(row, need), share) : notLent(integration.name, share, need);
  if (integration.status === "revoked") return revokedError(provider, details);
  if (integration.status === "expired") return expiredError(provider, details);
  if (integration.status === "pending") {
    return new AppError("PERMISSION_DENIED", `Integration "${provider.id}" is waiting to be confirmed`, {
      ...details,
      reason: "not_confirmed",
    });
  }
  const dead = deadTokenFor(integration, need);
  if (dead) return deadTokenError(provider, dead[0], dead[1].status, details);
  const off = needs.find((permission) => isOff(integration, provider, permission));
  if (off === RAW_PERMISSION) {
    const text = `A raw request could reach services that are turned off for this account's integration "${provider.id}": ${integration.disabledServices.join(", ")}`;
    return new AppError("PERMISSION_DENIED", text, { ...details, reason: "service_off" });
  }
  if (off !== undefined) {
    const text = `${off} is turned off for this account's integration "${provider.id}"; the account's partner can turn it on`;
    return new AppError("PERMISSION_DENIED", text, { ...details, permission: off, reason: "service_off" });
  }
  const missing = [...new Set(needs.flatMap((permission) => missingScopes(provider, permission, integration.scopes)))];
  const text = `Integration "${provider.id}" was connected without the scopes that ${needs[0]} needs; connect it again with them`;
  return new AppError("PERMISSION_DENIED", text, { ...details, missing_scopes: missing, reason: "scope_missing" });
}

/** 403: the lender gave less than the call needs. */
function notLent(name: string, share: Share, { provider, service, needs }: Need): AppError {
  const { lender } = share;
  const lacking = needs.find((permission) => !isIn(share, provider, permission));
  const text =
    lacking === undefined
      ? `${lender}, who lends "${name}", may make no calls at present, and what they lend serves nobody meanwhile`
      : `${lacking} is not among the permissions with which ${lender} lends "${name}"; ask ${lender} for it`;
  const details = { provider: provider.id, service, permission: lacking ?? needs[0] };
  return new AppError("PERMISSION_DENIED", text, { ...details, reason: "not_lent" });
}

/** The error of a borrowed connection, whose next step is its lender's. */
export function asLent(error: AppError | null, { lender }: Share): AppError | null {
  const next_step = `Ask ${lender}, who lends the connection: only its lender can connect or change it.`;
  return error && new AppError(error.code, error.message, { ...error.details, lender, next_step }, error.retryAfter);
}

/** 403: the integration goes on, but for what one of its tokens served. */
export function deadTokenError(
  provider: Provider,
  name: string,
  status: DeadToken["status"],
  details: { permission?: unknown } & Record<string, unknown> = { provider: provider.id },
): AppError {
  const what = typeof details.permission === "string" ? `, which ${details.permission} needs` : "";
  const ended = status === "expired" ? "has expired" : "was revoked";
  const text = `The ${name} token of this ${provider.name} integration ${ended}${what}; connect ${provider.name} again to use it. The rest of the integration still works`;
  return new AppError("PERMISSION_DENIED", text, { ...details, credential: name, reason: `token_${status}` });
}

export function revokedError(
  provider: Provider,
  details: Record<string, unknown> = { provider: provider.id },
): AppError {
  return new AppError("INTEGRATION_REVOKED", `Access to ${provider.name} was revoked; connect it again`, details);
}

export function expiredError(
  provider: Provider,
  details: Record<string, unknown> = { provider: provider.id },
): AppError {
  return new AppError("INTEGRATION_EXPIRED", `Access to ${provider.name} has expired; connect it again`, details);
}

export const notConnected = (provider: string) => `Integration "${provider}" is not connected`;

/** 403: a call needs an integration that is not there, or that was disconnected during the call's refresh. */
export function integrationMissing(details: { provider: string } & Record<string, unknown>): AppError {
  return new AppError("PERMISSION_DENIED", notConnected(details.provider), { ...details, reason: "not_connected" });
}

/** 403: a call names a connection that is not there, among others that are. */
export function noSuchConnection(rows: readonly { provider: string; name: string }[], name: string | null): AppError {
  const [{ provider = "" } = {}] = rows;
  const connections = rows.map((row) => row.name);
  const text = `There is no connection "${name}" with ${provider}; there are ${connections.join(", ")}`;
  return new AppError("PERMISSION_DENIED", text, { provider, reason: "not_connected", connections });
}

/** 404: a request names an integration that is not there. The two surfaces have different codes. */
export function integrationNotFound({ accountId }: Pick<Owner, "accountId">, provider: string): AppError {
  const code = accountId === null ? "NOT_FOUND" : "INTEGRATION_NOT_FOUND";
  return new AppError(code, notConnected(provider), { provider, reason: "not_connected" });
}

/** 503: a refresh got no usable response. */
export function tokenEndpointUnavailable(provider: string, reason: "timeout" | "connect"): AppError {
  const details = { provider, reason, retry_after: null };
  return new AppError(
    "PROVIDER_UNAVAILABLE",
    "The provider's token endpoint does not respond; try again later",
    details,
  );
}
