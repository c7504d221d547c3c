// Where a provider really is: the plugin's declared URLs with the operator's overrides laid over them.
import type { OAuth, Provider } from "../plugin/index.ts";
import { UpstreamFailure } from "./failure.ts";

/** What an operator says of a provider, in the environment or the providers file. */
export interface ProviderSettings {
  clientId?: string;
  clientSecret?: string;
  /** What the provider's webhooks are signed with. */
  webhookSecret?: string;
  /** The operator's own credential, for providers that have one beside the users' (Discord). */
  botToken?: string;
  authorizationUrl?: string;
  tokenUrl?: string;
  revocationUrl?: string;
  identityUrl?: string;
  issuer?: string;
  baseUrl?: string | Record<string, string>;
  /** Scopes asked for beside those of the services. */
  scopes?: string[];
}

export interface Target {
  provider: Provider;
  /** Base URLs without a trailing slash, by name; a provider with a single one has it under "". */
  baseUrls: Readonly<Record<string, string>>;
  oauth: Omit<OAuth, "authorizationUrl" | "tokenUrl" | "revocationUrl" | "issuer"> & {
    authorizationUrl: string;
    tokenUrl: string;
    revocationUrl?: string;
    issuer?: string;
  };
  identityUrl: string;
  client: { id: string; secret: string } | null;
  /** The operator's own credential and how it is presented; null where it is not set. */
  bot: { scheme: string; token: string } | null;
  webhookSecret: string | null;
  extraScopes: readonly string[];
}

/** What of an operator's settings does not fit the plugin: an override that would silently leave traffic where it was. */
export function settingsErrors(provider: Provider, settings: ProviderSettings): string[] {
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

/** Lays `settings` over what the plugin declares. */
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
    extraScopes: settings.scopes ?? [],
  };
}

/** The base URL of that name, or the only one; the first where none is named. The tenant's values are filled in. */
export function baseUrlFor(target: Target, name: string | undefined, tenant: Readonly<Record<string, string>>): string {
  const { baseUrls } = target;
  const url = name === undefined ? Object.values(baseUrls)[0] : (baseUrls[name] ?? baseUrls[""]);
  if (url === undefined) throw new TypeError(`Plugin "${target.provider.id}" has no base URL "${name}".`);
  return url.includes("{") ? filled(target.provider, url, tenant) : url;
}

/** A URL with the tenant's values in place of their names; each is checked again. */
export function filled(provider: Provider, url: string, tenant: Readonly<Record<string, string>>): string {
  return url.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = tenant[name];
    if (value === undefined || !fits(provider, name, value)) throw unfitTenant(name);
    return value;
  });
}

export const UNFIT_TENANT = "unfit_tenant";

/** A tenant's value that is missing or does not look as the plugin says it must. */
function unfitTenant(name: string): UpstreamFailure {
  const message = `The tenant's "${name}" is missing or not of the form that it must have.`;
  return new UpstreamFailure({ failure: "error", status: null, message, code: UNFIT_TENANT });
}

/** One host name or one path segment, and whole of the plugin's form: no value can lead to another place. */
function fits(provider: Provider, name: string, value: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/.test(value) && provider.tenant?.[name]?.exec(value)?.[0] === value;
}

/** The tenant's values of a new grant, whole and checked; throws `UpstreamFailure`. What the plugin does not declare is dropped. */
export function checkedTenant(
  provider: Provider,
  ...told: (Record<string, string> | undefined)[]
): Record<string, string> {
  const values: Record<string, string> = Object.assign({}, ...told);
  return Object.fromEntries(
    Object.keys(provider.tenant ?? {}).map((name) => {
      const value = values[name];
      if (typeof value !== "string" || !fits(provider, name, value)) throw unfitTenant(name);
      return [name, value];
    }),
  );
}
