// Where a provider really is: the plugin's declared URLs with the operator's overrides laid over them.
import type { OAuth, Provider } from "../plugin/index.ts";

/** What an operator says of a provider, in the environment or the providers file. */
export interface ProviderSettings {
  clientId?: string;
  clientSecret?: string;
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
  firstBaseUrl: string;
  oauth: Omit<OAuth, "authorizationUrl" | "tokenUrl" | "revocationUrl" | "issuer"> & {
    authorizationUrl: string;
    tokenUrl: string;
    revocationUrl?: string;
    issuer?: string;
  };
  identityUrl: string;
  client: { id: string; secret: string } | null;
  extraScopes: readonly string[];
}

/** What of an operator's settings does not fit the plugin: an override that would silently leave traffic where it was. */
export function settingsMisfits(provider: Provider, settings: ProviderSettings): string[] {
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
    firstBaseUrl,
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
    extraScopes: settings.scopes ?? [],
  };
}

/** The base URL for a request: the one it names, the service's, or the only one. */
export function baseUrlFor(target: Target, base: string | undefined, service: string): string {
  const url = target.baseUrls[base ?? service] ?? target.baseUrls[""];
  if (url === undefined) throw new TypeError(`Plugin "${target.provider.id}" has no base URL "${base ?? service}".`);
  return url;
}
