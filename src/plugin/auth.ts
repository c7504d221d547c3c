// How people sign in at a provider: the kinds of authentication, what a person must type for each, and where a credential goes.
import type { TokenFormat } from "./body-format.ts";
import type { OAuth, TokenSet } from "./oauth.ts";
import type { Https, IdentityRequest } from "./provider.ts";

/** The kinds of sign-in: OAuth's authorization code and client credentials, an API key, a user name with a password. */
export type AuthKind = "oauth2" | "client_credentials" | "api_key" | "basic";

/** Something that a person types before connecting. */
export interface Field {
  /** As the provider's own pages call it. */
  label: string;
  /** One or two sentences: what it is, and what rights it should have. */
  help?: string;
  /** The way to it in the provider's own menus, drawn on the connect page: `["Developers", "API keys"]`. */
  steps?: readonly string[];
  /** The provider's page where it is found. */
  link?: Https;
  /** Matches the complete value: `/^sk_[a-z]+$/`. */
  pattern?: RegExp;
  /** A made-up value, shown as a hint; it must match `pattern`. */
  example?: string;
}

/**
 * A part of a credential. One that is not secret and has the name of a `tenant` value is that value; a named group of its
 * `pattern`, such as the data centre in `/^[0-9a-f]{32}-(?<dc>us[0-9]{1,3})$/`, is the value of that name.
 */
export interface CredentialField extends Field {
  /** False for a user name or an e-mail address, which the page shows while it is typed; true by default. */
  secret?: boolean;
}

/** A value of `tenant` that a person types, such as a shop's address, because OAuth or the first call needs it. */
export interface TenantField extends Field {
  /** Matches the whole value and no host of anybody else. */
  pattern: RegExp;
  example: string;
  /** Used where nothing is given. */
  default?: string;
  /** Whether operators may allow further hosts, for instances that people run themselves: `<ID>_HOSTS`. */
  selfHosted?: boolean;
}

/** A value of `tenant` that a parameter of OAuth's callback brings, such as QuickBooks' `realmId`. */
export interface CallbackValue {
  from: "callback";
  parameter: string;
  /** Matches the whole value; checked before the code is exchanged. */
  pattern: RegExp;
}

/**
 * The position of a credential: `Authorization: Bearer` by default. `scheme` comes before it, followed by a space;
 * empty for none. A `query` parameter is unsafe, since URLs end up in logs: only for providers that accept nothing
 * else.
 */
export type CredentialPosition = { header: string; scheme?: string } | { query: string };

interface CredentialsAuth {
  /** What a person types, by name. In templates such as `{email}/token`, names are those of fields and of `tenant`. */
  fields: Record<string, CredentialField>;
  /** Reads who signed in by this kind, where the provider's `identity` does not. */
  identity?: IdentityRequest;
}

/** A key that a person copies from the provider. */
export interface ApiKey extends CredentialsAuth {
  /** The credential as a template of the fields; the only field by default. */
  value?: string;
  credential?: CredentialPosition;
}

/** HTTP Basic (RFC 7617). */
export interface Basic extends CredentialsAuth {
  /** Templates of the fields; `{username}` and `{password}` by default. */
  username?: string;
  password?: string;
}

/** A client of the person's own (RFC 6749, section 4.4), whose fields are at least `client_id` and `client_secret`. */
export interface ClientCredentials extends CredentialsAuth {
  tokenUrl: Https;
  clientAuth: "basic" | "body";
  /** The token request's format; a form by default. */
  tokenBody?: "form" | "json";
  /** How token responses are read. By default they are JSON, or a form where they are no JSON. */
  tokenFormat?: TokenFormat;
  /** Further parameters of the token request as templates; `grant_type` may be replaced. */
  params?: Record<string, string>;
  /** Reads token responses that are not RFC 6749, or that have values of `tenant`. */
  tokens?: (json: Record<string, unknown>) => TokenSet;
  credential?: CredentialPosition;
}

/** One or several kinds of sign-in; people choose where there are several, and the first one is the default. */
export interface Auth {
  oauth2?: OAuth;
  client_credentials?: ClientCredentials;
  api_key?: ApiKey;
  basic?: Basic;
}
