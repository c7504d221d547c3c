// A provider's URLs and credentials: what the plugin declares, with the operator's overrides.
import { type AuthKind, entryOf, type IdentityRequest, type OAuth, type Provider } from "../../plugin/index.ts";
import { fillTenant, isHost, tenantFieldsOf } from "./tenant.ts";

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
  /** The address of the webhook's public keys. */
  jwksUrl?: string;
  baseUrl?: string | Record<string, string>;
  /** Requested beside the services' scopes. */
  scopes?: string[];
  /** The mode of the provider's events: `push`, `poll` or `off`. */
  events?: string;
  /** Values of what the plugin's `settings` declare. */
  settings?: Record<string, string>;
  /** Hosts of instances that people run themselves, for values of `tenant` that allow it. */
  hosts?: string[];
}

/** The name in `baseUrl` of what serves every service that it does not name. */
const DEFAULT = "default";

const EVENT_MODES = ["push", "poll", "off"] as const;
export type EventMode = (typeof EVENT_MODES)[number];

export type TargetOAuth = Omit<OAuth, "authorizationUrl" | "tokenUrl" | "revocationUrl" | "issuer"> & {
  authorizationUrl: string;
  tokenUrl: string;
  revocationUrl?: string;
  issuer?: string;
};

export interface Target {
  provider: Provider;
  /** Base URLs without a trailing slash, by name; a single one has the name "". */
  baseUrls: Readonly<Record<string, string>>;
  /** Null for a provider without OAuth; `oauthOf` where a grant of it exists. */
  oauth: TargetOAuth | null;
  /** Null for a provider without client credentials. */
  clientCredentialsUrl: string | null;
  /** The URL of the identity of those kinds of sign-in that have none of their own. */
  identityUrl: string;
  client: { id: string; secret: string } | null;
  /** The operator's own credential with its authorization scheme. */
  bot: { scheme: string; token: string } | null;
  webhookSecret: string | null;
  /** The address of the webhook's public keys; null if it has none. */
  jwksUrl: string | null;
  extraScopes: readonly string[];
  /** The mode of its events that the operator set; null leaves it to the gateway. */
  events: EventMode | null;
  /** The operator's values of the plugin's `settings`. */
  settings: Readonly<Record<string, string>>;
  /** Hosts of instances that people run themselves. */
  hosts: readonly string[];
}

/** A setting as the operator wrote it; `place` is its path in the providers file where that is not its name. */
export type PlaceOf = (id: string, setting: string, place?: string) => string;
const variableOf: PlaceOf = (id, setting) => `${id}_${setting}`.toUpperCase();

/** Settings that do not fit the plugin. */
export function settingsErrors(provider: Provider, settings: ProviderSettings, placeOf = variableOf): string[] {
  const errors = baseUrlErrors(provider, settings);
  if (settings.events !== undefined && !(EVENT_MODES as readonly string[]).includes(settings.events))
    errors.push(`${placeOf(provider.id, "events")} must be one of ${EVENT_MODES.join(", ")}.`);
  if (settings.hosts !== undefined) errors.push(...hostErrors(provider, settings.hosts, placeOf));
  for (const [name, value] of Object.entries(settings.settings ?? {})) {
    const declared = entryOf(provider.settings ?? {}, name);
    if (!declared) errors.push(`The settings of ${provider.id}: settings.${name} is not a setting of its plugin.`);
    else if (declared.pattern.exec(value)?.[0] !== value)
      errors.push(`${placeOf(provider.id, name, `settings.${name}`)} must match ${declared.pattern.source}.`);
  }
  return errors;
}

/** Hosts that the plugin has no place for, or that are none. */
function hostErrors(provider: Provider, hosts: readonly string[], placeOf: PlaceOf): string[] {
  const name = placeOf(provider.id, "hosts");
  const isSelfHosted = tenantFieldsOf(provider).some(([, { selfHosted }]) => selfHosted);
  if (!isSelfHosted)
    return [`${name} is set, but the plugin of ${provider.id} does not support self-hosted instances.`];
  return hosts
    .filter((host) => !isHost(host))
    .map((host) => `${name}: "${host}" is not a host name such as git.example.com.`);
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
  if (typeof baseUrl === "string")
    return names.includes(DEFAULT) ? [] : [`${where} must be an object with ${names.join(", ")}.`];
  return Object.keys(baseUrl)
    .filter((name) => !names.includes(name))
    .map((name) => `${where}.${name} is not one of ${names.join(", ")}.`);
}

/** Settings that work, but leave a part of a provider's traffic where the plugin sends it. */
export function settingsWarnings({ id, baseUrl: declared }: Provider, { baseUrl }: ProviderSettings): string[] {
  // Without a default, one URL is an error.
  if (typeof baseUrl !== "string" || typeof declared === "string" || !(DEFAULT in declared)) return [];
  const others = Object.entries(declared).filter(([name]) => name !== DEFAULT);
  if (others.length === 0) return [];
  const names = [DEFAULT, ...others.map(([name]) => name)].join(", ");
  const unchanged = others.map(([name, url]) => `${name} stays ${url}`).join(", ");
  return [
    `The settings of ${id}: baseUrl is one URL, which replaces only ${DEFAULT}, and ${unchanged}: write an object with ${names}. The next version accepts no other form.`,
  ];
}

/** The operator's base URLs by name. One URL is the default: what it was before the plugin named others. */
function baseUrlOverrides({ baseUrl: declared }: Provider, { baseUrl = {} }: ProviderSettings): Record<string, string> {
  if (typeof baseUrl !== "string") return baseUrl;
  return { [typeof declared === "string" ? "" : DEFAULT]: baseUrl };
}

/** Overrides what the plugin declares with `settings`. */
export function resolveTarget(provider: Provider, settings: ProviderSettings = {}): Target {
  const declared: Record<string, string> =
    typeof provider.baseUrl === "string" ? { "": provider.baseUrl } : provider.baseUrl;
  const overrides = baseUrlOverrides(provider, settings);
  const baseUrls = Object.fromEntries(
    Object.entries(declared).map(([name, url]) => [name, (overrides[name] ?? url).replace(/(?<!\/)\/+$/, "")]),
  );
  return {
    provider,
    baseUrls,
    ...authUrls(provider, settings),
    identityUrl: settings.identityUrl ?? identityUrlOf(provider.identity, baseUrls),
    client:
      settings.clientId && settings.clientSecret ? { id: settings.clientId, secret: settings.clientSecret } : null,
    bot: provider.bot && settings.botToken ? { scheme: provider.bot.scheme, token: settings.botToken } : null,
    webhookSecret: settings.webhookSecret ?? null,
    jwksUrl: provider.webhook?.jwksUrl === undefined ? null : (settings.jwksUrl ?? provider.webhook.jwksUrl),
    extraScopes: settings.scopes ?? [],
    events: (settings.events as EventMode | undefined) ?? null,
    settings: settings.settings ?? {},
    hosts: settings.hosts ?? [],
  };
}

function authUrls({ auth }: Provider, settings: ProviderSettings): Pick<Target, "oauth" | "clientCredentialsUrl"> {
  const { oauth2, client_credentials: own } = auth;
  const clientCredentialsUrl = own ? (settings.tokenUrl ?? own.tokenUrl) : null;
  if (!oauth2) return { oauth: null, clientCredentialsUrl };
  const oauth = {
    ...oauth2,
    authorizationUrl: settings.authorizationUrl ?? oauth2.authorizationUrl,
    tokenUrl: settings.tokenUrl ?? oauth2.tokenUrl,
    revocationUrl: settings.revocationUrl ?? oauth2.revocationUrl,
    issuer: settings.issuer ?? oauth2.issuer,
  };
  return { oauth, clientCredentialsUrl };
}

const identityUrlOf = ({ upstream }: IdentityRequest, baseUrls: Target["baseUrls"]): string =>
  upstream.startsWith("/") ? (Object.values(baseUrls)[0] ?? "") + upstream : upstream;

/** The request that tells who signed in by this kind, and its URL with the names of tenant values. */
export function identityFor(target: Target, kind: AuthKind): { request: IdentityRequest; url: string } {
  const { provider, baseUrls, identityUrl } = target;
  const own = provider.auth[kind]?.identity;
  return own ? { request: own, url: identityUrlOf(own, baseUrls) } : { request: provider.identity, url: identityUrl };
}

/** OAuth of a provider that has it, which the holder of a grant of it may assume. */
export function oauthOf({ oauth, provider }: Target): TargetOAuth {
  if (!oauth) throw new TypeError(`Plugin "${provider.id}" has no OAuth.`);
  return oauth;
}

/** The base URL of that name, or the default or only one; the first without a name. The tenant's values are filled in. */
export function baseUrlFor(target: Target, name: string | undefined, tenant: Readonly<Record<string, string>>): string {
  const { baseUrls } = target;
  const url = name === undefined ? Object.values(baseUrls)[0] : (baseUrls[name] ?? baseUrls[DEFAULT] ?? baseUrls[""]);
  if (url === undefined) throw new TypeError(`Plugin "${target.provider.id}" has no base URL "${name}".`);
  return fillTenant(target, url, tenant);
}
