// A provider as a plugin declares it: hosts, OAuth, services with their permissions, identity and failures.
import type { Endpoint, Failure, Method, UpstreamResponse } from "./endpoint.ts";
import type { UpstreamPath } from "./path.ts";
import type { AnyResource } from "./resource.ts";
import type { Source } from "./source.ts";
import type { Webhook } from "./webhook.ts";

export type Https = `https://${string}`;

/** One permission of a service. */
export interface PermissionDef {
  /** The provider's scopes, all of which must be granted, directly or through a broader one of `oauth.implies`. */
  scopes: readonly string[];
  description: string;
}
export type Services = Record<string, Record<string, PermissionDef>>;
export type PermissionOf<S extends Services> = {
  [Service in keyof S & string]: `${Service}.${keyof S[Service] & string}`;
}[keyof S & string];

/** The parts of a token response that the gateway uses. */
export interface TokenSet {
  accessToken: string;
  refreshToken?: string;
  /** Seconds from now; absent where the token does not expire. */
  expiresIn?: number;
  refreshExpiresIn?: number;
  /** The granted scopes; absent where the provider does not say, and then the requested ones count. */
  scopes?: readonly string[];
  /** Further tokens of the response by name, for endpoints with `credential`. */
  others?: Record<string, string>;
  /** Who granted, where only the token response says it; replaces the identity's id. */
  grantorId?: string;
  /** Values of the provider's `tenant`, such as a host name. */
  tenant?: Record<string, string>;
}

/** What a plugin needs to revoke a grant at its provider. */
export interface Grant {
  accessToken: string;
  refreshToken: string | null;
  others: Record<string, string>;
  clientId: string;
  tenant: Readonly<Record<string, string>>;
}
export interface RevokeRequest {
  method: Method;
  /** Below the first base URL, or the one that `base` names. */
  path: UpstreamPath;
  base?: string;
  /** `client`: HTTP Basic with the OAuth client; `token`: one request for each token of the grant, as bearer. */
  auth: "client" | "token";
  json?: unknown;
  form?: Record<string, string>;
}

export interface OAuth {
  authorizationUrl: Https;
  tokenUrl: Https;
  /** RFC 7009 endpoint. */
  revocationUrl?: Https;
  /** The request that revokes a grant, where it is not RFC 7009; wins over `revocationUrl`. */
  revoke?: (grant: Grant) => RevokeRequest;
  /** What a revocation ends, `token` by default. With a wider one the gateway revokes only when no other integration is in it. */
  revokeReach?: "token" | "identity" | "workspace";
  /** The server's issuer, which a callback's `iss` must equal (RFC 9207). */
  issuer?: Https;
  /** True where every callback has `iss`, success or error: one without it is refused. */
  sendsIssuer?: boolean;
  /** False only where the provider refuses it; say why in a comment. */
  pkce: boolean;
  clientAuth: "basic" | "body";
  /** The token request's format; a form (RFC 6749) by default. */
  tokenBody?: "form" | "json";
  scopeSeparator?: " " | ",";
  /** Requested whatever the services, such as `openid`. */
  identityScopes?: readonly string[];
  authorizationParams?: Record<string, string>;
  /** Whether the identity is a person's own for ever, so that people can sign in to the dashboard by it. */
  identifiesPeople?: boolean;
  /** The authorize parameters for the requested scopes, where `scope` is not enough. */
  authorize?: (scopes: readonly string[]) => Record<string, string>;
  /** Reads token responses that are not RFC 6749; throw, or return an empty access token, to refuse one. */
  tokens?: (json: Record<string, unknown>) => TokenSet;
  /** Broader scope → the narrower ones that it includes. */
  implies?: Record<string, readonly string[]>;
  /** The error code of a token response, where `error` is missing or too coarse; undefined for `error`. */
  tokenError?: (json: Record<string, unknown>) => string | undefined;
  /** Errors of the token endpoint, beside `invalid_grant`, that mean somebody revoked the grant. */
  deadGrantErrors?: readonly string[];
  /** Errors of the token endpoint that mean the grant has expired, or needs a person; wins over `deadGrantErrors`. */
  expiredGrantErrors?: readonly string[];
  /** Errors of the token endpoint, beside `invalid_client` and `unauthorized_client`, that the operator must fix. */
  clientErrors?: readonly string[];
}

/** How a response failed; missing parts come from the status and the usual shapes of bodies. */
export interface FailureReport {
  failure?: Failure;
  message?: string;
  code?: string;
  /** Seconds, at most a day. */
  retryAfter?: number;
  /** What a rate limit applies to: the endpoint by default, or every call of the integration. */
  limits?: "endpoint" | "integration";
  missingScopes?: readonly string[];
}

export interface ProviderDef<S extends Services, E extends Record<string, Endpoint<PermissionOf<S>>>> {
  /** The folder's name; lower case. */
  id: string;
  name: string;
  docs: Https;
  /** One URL, or one for each service and for further names (see `base` of requests); `{name}` stands for a `tenant` value. */
  baseUrl: Https | ({ [Service in keyof S]: Https } & Record<string, Https>);
  headers?: Record<string, string>;
  /** Values that differ between tenants, such as a host name, and the pattern of each; validated when stored and at every use. */
  tenant?: Record<string, RegExp>;
  /** The operator's own credential (`botToken`), for `credential: "bot"`; `scheme` is that of the Authorization header. */
  bot?: { scheme: "Bot" | "Bearer" };
  /** Hosts that the provider redirects file downloads to, such as `*.example.com`; requests to them have no credentials. */
  downloadHosts?: readonly string[];
  oauth: OAuth;
  services: S;
  /** Words people use for a service; for tool search only. */
  keywords?: { [Service in keyof S]?: readonly string[] };
  /** Reads who granted: a path below the first base URL, or a URL. The shape is `{ id, name, workspace?, tenant? }`. */
  identity: { upstream: `/${string}` | Https; method?: Method; json?: unknown; resource: AnyResource };
  /** Classifies every response; undefined for the default by status (2xx is success). */
  failure?: (res: UpstreamResponse) => FailureReport | Failure | undefined;
  /** The events that the provider pushes. */
  webhook?: Webhook;
  /** Where an integration's events come from, beside the webhook that the operator registers once for all. */
  sources?: Record<string, Source<PermissionOf<S>>>;
  /** What the operator must set for webhooks and sources, beside secrets: `<ID>_<NAME>` in the environment. */
  settings?: Record<string, { description: string; pattern: RegExp }>;
  endpoints: E;
}
/** A plugin with its types erased. */
export interface Provider extends Omit<ProviderDef<Services, Record<string, never>>, "endpoints"> {
  endpoints: Record<string, Endpoint>;
}

/** Declares a provider: the default export of a plugin's `index.ts`. */
export function defineProvider<const S extends Services, E extends Record<string, Endpoint<PermissionOf<S>>>>(
  def: ProviderDef<S, E>,
): ProviderDef<S, E> {
  return def;
}
