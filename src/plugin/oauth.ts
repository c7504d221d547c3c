// OAuth as a plugin declares it: endpoints, scopes, and how the provider departs from the standard.
import type { CredentialPosition } from "./auth.ts";
import type { TokenFormat } from "./body-format.ts";
import type { Method } from "./endpoint.ts";
import type { UpstreamPath } from "./path.ts";
import type { Https, IdentityRequest } from "./provider.ts";

/** The parts of a token response that the gateway uses. */
export interface TokenSet {
  accessToken: string;
  refreshToken?: string;
  /** Seconds from now; absent where the token does not expire. */
  expiresIn?: number;
  refreshExpiresIn?: number;
  /** The granted scopes; absent where the provider does not say, and then the requested ones count. */
  scopes?: readonly string[];
  /** Further tokens of the response by name, for endpoints with `credential`: a text, or with what renews it. */
  others?: Record<string, string | OtherToken>;
  /** Who granted, where only the token response says it; replaces the identity's id. */
  resourceOwnerId?: string;
  /** Values of the provider's `tenant`, such as a host name. */
  tenant?: Record<string, string>;
}

/** A token beside the main one, which is renewed by its own refresh token. */
export interface OtherToken {
  accessToken: string;
  refreshToken?: string;
  /** Seconds from now; absent where the token does not expire. */
  expiresIn?: number;
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

/** What a provider's own check of its callback may need. */
export interface CallbackClient {
  clientId: string;
  clientSecret: string;
  tenant: Readonly<Record<string, string>>;
}

/** OAuth 2.0 with an authorization code. In URLs, `{name}` stands for a value of `tenant` that is asked before connecting. */
export interface OAuth {
  authorizationUrl: Https;
  /** May also name values of `tenant` that the callback brings. */
  tokenUrl: Https;
  /** Reads who signed in by OAuth, where the provider's `identity` does not. */
  identity?: IdentityRequest;
  /** RFC 7009 endpoint. */
  revocationUrl?: Https;
  /** The request that revokes a grant, where it is not RFC 7009; wins over `revocationUrl`. */
  revoke?: (grant: Grant) => RevokeRequest;
  /**
   * Checks what the provider signs in its callback, such as Shopify's `hmac`; false ends the session. `parameters` are decoded,
   * in their order; `tenant` has the values that were asked before connecting.
   */
  checkCallback?: (parameters: readonly (readonly [string, string])[], client: CallbackClient) => boolean;
  /** The position of the access token; `Authorization: Bearer` by default. */
  credential?: CredentialPosition;
  /** What a revocation ends, `token` by default. With a wider one the gateway revokes only when no other integration is in it. */
  revocationScope?: "token" | "identity" | "workspace";
  /** The server's issuer, which a callback's `iss` must equal (RFC 9207). */
  issuer?: Https;
  /** True where every callback has `iss`, success or error: one without it is refused. */
  sendsIssuer?: boolean;
  /** False only where the provider refuses it; say why in a comment. */
  pkce: boolean;
  clientAuth: "basic" | "body";
  /** The token request's format; a form (RFC 6749) by default. */
  tokenBody?: "form" | "json";
  /** How token responses are read. By default they are JSON, or a form where they are no JSON. */
  tokenFormat?: TokenFormat;
  /** Further fields of every token request, such as the lifetime that the tokens shall have. */
  tokenParams?: Readonly<Record<string, string | number>>;
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
