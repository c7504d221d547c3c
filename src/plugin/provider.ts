// What a plugin says about its provider: hosts, OAuth, services with their permissions, identity and failures.
import type { Endpoint, Failure, Method, UpstreamResponse } from "./endpoint.ts";
import type { UpstreamPath } from "./path.ts";
import type { AnyResource } from "./resource.ts";
import type { Webhook } from "./webhook.ts";

export type Https = `https://${string}`;

/** One permission of a service: the provider's scopes behind it, in the words of its documentation. */
export interface PermissionDef {
  /** Every one of these must be granted, itself or through a broader one of `oauth.implies`. */
  scopes: readonly string[];
  description: string;
}
export type Services = Record<string, Record<string, PermissionDef>>;
export type PermissionOf<S extends Services> = {
  [Service in keyof S & string]: `${Service}.${keyof S[Service] & string}`;
}[keyof S & string];

/** The parts of a token answer that we keep. */
export interface TokenSet {
  accessToken: string;
  refreshToken?: string;
  /** Seconds from now; absent where the token does not expire. */
  expiresIn?: number;
  refreshExpiresIn?: number;
  /** What was granted, empty where nothing was; absent where the provider does not say (then what was asked counts). */
  scopes?: readonly string[];
  /** Further tokens of the same answer by name, for endpoints with `as`. */
  others?: Record<string, string>;
  /** Who granted, where the answer alone tells it; takes the place of the identity's id. */
  grantorId?: string;
  /** Values of the provider's `tenant` that the answer tells, such as a host name. */
  tenant?: Record<string, string>;
}

/** What a plugin may use to end a grant at its provider. */
export interface Grant {
  accessToken: string;
  refreshToken: string | null;
  others: Record<string, string>;
  clientId: string;
  tenant: Readonly<Record<string, string>>;
}
export interface RevokeRequest {
  method: Method;
  /** Counts from the first base URL, or from the one that `base` names. */
  path: UpstreamPath;
  base?: string;
  /** `client`: HTTP Basic with the OAuth client; `token`: each token of the grant as bearer, one request for each. */
  auth: "client" | "token";
  json?: unknown;
  form?: Record<string, string>;
}

export interface OAuth {
  authorizationUrl: Https;
  tokenUrl: Https;
  /** RFC 7009 endpoint. */
  revocationUrl?: Https;
  /** For providers whose revocation has a shape of its own; wins over `revocationUrl`. */
  revoke?: (grant: Grant) => RevokeRequest;
  /** How far a revocation reaches; wider than the token means: only when no sibling integration is left. */
  revokeReach?: "token" | "identity" | "workspace";
  /** The server's issuer; a callback's `iss` must equal it (RFC 9207). */
  issuer?: Https;
  /** True where every callback of it carries `iss`, success or error: one without is refused. */
  sendsIssuer?: boolean;
  /** False only where the provider refuses it; say why in a comment. */
  pkce: boolean;
  clientAuth: "basic" | "body";
  /** How the token request is written; a form (RFC 6749) unless said. */
  tokenBody?: "form" | "json";
  scopeSeparator?: " " | ",";
  /** Asked for whatever services are wanted, such as `openid`. */
  identityScopes?: readonly string[];
  authorizationParams?: Record<string, string>;
  /** How wanted scopes become authorize parameters, where `scope` alone does not do. */
  authorize?: (scopes: readonly string[]) => Record<string, string>;
  /** Token answers that are not RFC 6749; throw or give an empty access token to refuse one. */
  tokens?: (json: Record<string, unknown>) => TokenSet;
  /** Broader scope → the narrower ones that it covers. */
  implies?: Record<string, readonly string[]>;
  /** The error's code in a token answer, where it is not the member `error` or is finer than it; undefined leaves that. */
  tokenError?: (json: Record<string, unknown>) => string | undefined;
  /** Errors of the token endpoint, beside `invalid_grant`, that mean the grant is gone: somebody took it back. */
  deadGrantErrors?: readonly string[];
  /** Errors of the token endpoint that mean the grant has run out, or waits for a person; wins over `deadGrantErrors`. */
  expiredGrantErrors?: readonly string[];
  /** Errors of the token endpoint, beside `invalid_client`, that are the operator's to mend. */
  clientErrors?: readonly string[];
}

/** How an answer failed; parts that are left out are filled in from the status and the usual body shapes. */
export interface FailureReport {
  failure?: Failure;
  message?: string;
  code?: string;
  /** Seconds; at most a day, for budgets that a day begins anew. */
  retryAfter?: number;
  /** How far a rate limit reaches: the endpoint alone unless said, or whatever the integration calls. */
  limits?: "endpoint" | "integration";
  missingScopes?: readonly string[];
}

export interface ProviderDef<S extends Services, E extends Record<string, Endpoint<PermissionOf<S>>>> {
  /** The folder's name; lower case. */
  id: string;
  name: string;
  docs: Https;
  /** One URL, or one for each service (and further names that requests use by `base`); `{name}` stands for a `tenant` value. */
  baseUrl: Https | ({ [Service in keyof S]: Https } & Record<string, Https>);
  headers?: Record<string, string>;
  /** What differs between tenants, such as a host name, and its whole form; checked when it is stored and at every use. */
  tenant?: Record<string, RegExp>;
  /** The operator's own credential (`botToken`), for requests with `credential: "bot"`; how it is presented. */
  bot?: { scheme: "Bot" | "Bearer" };
  /** Hosts that files are fetched from, without credentials, when the provider redirects there: `*.example.com`. */
  downloadHosts?: readonly string[];
  oauth: OAuth;
  services: S;
  /** Words people use for a service, for tool search. */
  keywords?: { [Service in keyof S]?: readonly string[] };
  /** Who granted: a path counts from the first base URL. Its shape is `{ id, name, workspace?, tenant? }`. */
  identity: { upstream: `/${string}` | Https; method?: Method; json?: unknown; resource: AnyResource };
  /** Looks at every answer; undefined leaves the default by status (2xx is success). */
  failure?: (res: UpstreamResponse) => FailureReport | Failure | undefined;
  /** What the provider pushes; left out where it pushes nothing. */
  webhook?: Webhook;
  endpoints: E;
}
/** A plugin whose types are erased, as the registry holds it. */
export interface Provider extends Omit<ProviderDef<Services, Record<string, never>>, "endpoints"> {
  endpoints: Record<string, Endpoint>;
}

/** Declares a provider: the default export of a plugin's `index.ts`. */
export function defineProvider<const S extends Services, E extends Record<string, Endpoint<PermissionOf<S>>>>(
  def: ProviderDef<S, E>,
): ProviderDef<S, E> {
  return def;
}
