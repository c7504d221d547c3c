// A provider's URLs and credentials: what the plugin declares, with the operator's overrides.
import { entryOf, type OAuth, type Provider } from "../plugin/index.ts";
import { UpstreamFailure } from "./failure.ts";

/** The operator's settings of a provider, from the environment or the providers file. */
export interface ProviderSettings {
  clientId?: string;
  clientSecret?: string;
  /** Verifies the provider's webhooks. */
  webhookSecret?: string;
  /** The operator's own credential, for providers with bots (Discord). */
  botToken?: string;
  authorizationUrl?: string;
  tokenUrl?: string;
  revocationUrl?: string;
  identityUrl?: string;
  issuer?: string;
  /** Of the webhook's public keys. */
  jwksUrl?: string;
  baseUrl?: string | Record<string, string>;
  /** Requested beside the services' scopes. */
  scopes?: string[];
  /** Where the provider's events come from: `push`, `poll` or `off`. */
  events?: string;
  /** Values of what the plugin's `settings` declare. */
  settings?: Record<string, string>;
}

const EVENT_MODES = ["push", "poll", "off"] as const;
export type EventMode = (typeof EVENT_MODES)[number];

export interface Target {
  provider: Provider;
  /** Base URLs without a trailing slash, by name; a single one has the name "". */
  baseUrls: Readonly<Record<string, string>>;
  oauth: Omit<OAuth, "authorizationUrl" | "tokenUrl" | "revocationUrl" | "issuer"> & {
    authorizationUrl: string;
    tokenUrl: string;
    revocationUrl?: string;
    issuer?: string;
  };
  identityUrl: string;
  client: { id: string; secret: string } | null;
  /** The operator's own credential with its authorization scheme. */
  bot: { scheme: string; token: string } | null;
  webhookSecret: string | null;
  /** Of the webhook's public keys; null where it has none. */
  jwksUrl: string | null;
  extraScopes: readonly string[];
  /** Where its events come from, as the operator says; null leaves it to the gateway. */
  events: EventMode | null;
  /** The operator's values of the plugin's `settings`. */
  settings: Readonly<Record<string, string>>;
}

/** Settings that do not fit the plugin. */
export function settingsErrors(provider: Provider, settings: ProviderSettings): string[] {
  const errors = baseUrlErrors(provider, settings);
  if (settings.events !== undefined && !(EVENT_MODES as readonly string[]).includes(settings.events))
    errors.push(`${provider.id.toUpperCase()}_EVENTS must be one of ${EVENT_MODES.join(", ")}.`);
  for (const [name, value] of Object.entries(settings.settings ?? {})) {
    const declared = entryOf(provider.settings ?? {}, name);
    if (!declared) errors.push(`The settings of ${provider.id}: settings.${name} is not one of its plugin.`);
    else if (declared.pattern.exec(value)?.[0] !== value)
      errors.push(`${`${provider.id}_${name}`.toUpperCase()} must match ${declared.pattern.source}.`);
  }
  return errors;
}

/** Overrides that the plugin has no URL for: they would silently leave traffic where it was. */
function baseUrlErrors(provider: Provider, settings: ProviderSettings): string[] {
  const { baseUrl } = settings;
  if (baseUrl === undefined) return [];
  const where = `The settings of ${provider.id}: baseUrl`;
  if (typeof provider.baseUrl === "string") {
    return typeof baseUrl === "string" ? [] : [`${where} must be one URL.`];
  }
  const names = Object.keys(provider.baseUrl);
  if (typeof baseUrl === "string") return [`${where} must be an object with ${names.join(", ")}.`];
  return Object.keys(baseUrl)
    .filter((name) => !names.includes(name))
    .map((name) => `${where}.${name} is not one of ${names.join(", ")}.`);
}

/** Overrides what the plugin declares with `settings`. */
export function resolveTarget(provider: Provider, settings: ProviderSettings = {}): Target {
  const declared: Record<string, string> =
    typeof provider.baseUrl === "string" ? { "": provider.baseUrl } : provider.baseUrl;
  const overrides = typeof settings.baseUrl === "string" ? { "": settings.baseUrl } : (settings.baseUrl ?? {});
  const baseUrls = Object.fromEntries(
    Object.entries(declared).map(([name, url]) => [name, (overrides[name] ?? url).replace(/\/+$/, "")]),
  );
  const firstBaseUrl = Object.values(baseUrls)[0] ?? "";
  const identity = provider.identity.upstream;
  return {
    provider,
    baseUrls,
    oauth: {
      ...provider.oauth,
      authorizationUrl: settings.authorizationUrl ?? provider.oauth.authorizationUrl,
      tokenUrl: settings.tokenUrl ?? provider.oauth.tokenUrl,
      revocationUrl: settings.revocationUrl ?? provider.oauth.revocationUrl,
      issuer: settings.issuer ?? provider.oauth.issuer,
    },
    identityUrl: settings.identityUrl ?? (identity.startsWith("/") ? firstBaseUrl + identity : identity),
    client:
      settings.clientId && settings.clientSecret ? { id: settings.clientId, secret: settings.clientSecret } : null,
    bot: provider.bot && settings.botToken ? { scheme: provider.bot.scheme, token: settings.botToken } : null,
    webhookSecret: settings.webhookSecret ?? null,
    jwksUrl: provider.webhook?.jwksUrl === undefined ? null : (settings.jwksUrl ?? provider.webhook.jwksUrl),
    extraScopes: settings.scopes ?? [],
    events: (settings.events as EventMode | undefined) ?? null,
    settings: settings.settings ?? {},
  };
}

/** The base URL of that name, or the only one; the first without a name. The tenant's values are filled in. */
export function baseUrlFor(target: Target, name: string | undefined, tenant: Readonly<Record<string, string>>): string {
  const { baseUrls } = target;
  const url = name === undefined ? Object.values(baseUrls)[0] : (baseUrls[name] ?? baseUrls[""]);
  if (url === undefined) throw new TypeError(`Plugin "${target.provider.id}" has no base URL "${name}".`);
  return url.includes("{") ? fillTenant(target.provider, url, tenant) : url;
}

/** Replaces the names in a URL by the tenant's values and checks each value again; throws `UpstreamFailure`. */
export function fillTenant(provider: Provider, url: string, tenant: Readonly<Record<string, string>>): string {
  return url.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = tenant[name];
    if (value === undefined || !isTenantValue(provider, name, value)) throw unfitTenant(name);
    return value;
  });
}

export const UNFIT_TENANT = "unfit_tenant";

/** The tenant's value is missing or does not match the plugin's pattern. */
function unfitTenant(name: string): UpstreamFailure {
  const message = `The tenant's "${name}" is missing or not of the form that it must have.`;
  return new UpstreamFailure({ failure: "error", status: null, message, code: UNFIT_TENANT });
}

/** Whether the value is one host name or path segment and fully matches the plugin's pattern, so that it cannot redirect a URL. */
function isTenantValue(provider: Provider, name: string, value: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/.test(value) && provider.tenant?.[name]?.exec(value)?.[0] === value;
}

/** The values of a new grant that the plugin declares, later sources win; throws `UpstreamFailure` where one is missing or invalid. */
export function checkedTenant(
  provider: Provider,
  ...sources: (Record<string, string> | undefined)[]
): Record<string, string> {
  const values: Record<string, string> = Object.assign({}, ...sources);
  return Object.fromEntries(
    Object.keys(provider.tenant ?? {}).map((name) => {
      const value = values[name];
      if (typeof value !== "string" || !isTenantValue(provider, name, value)) throw unfitTenant(name);
      return [name, value];
    }),
  );
}
