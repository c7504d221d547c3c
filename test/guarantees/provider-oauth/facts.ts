// Types of a provider's OAuth facts, written from its documentation independently of the plugin.

/** Tokens issued by the strict server, for the provider's token response; `access` may be an invalid value. */
export interface Issued {
  access: unknown;
  /** Absent if none was issued. */
  refresh?: string;
  scopes: readonly string[];
  isRefresh: boolean;
}

export interface Revocation {
  method: "POST" | "DELETE";
  url: string;
  /** Required credentials; `client` is the token endpoint's method. */
  credentials: "client" | "basic" | "body" | "bearer" | "none";
  /** Where the request carries the token. */
  token: "form" | "json" | "bearer";
  /** The field's name; default `token`. */
  name?: string;
  /** The only kind of token accepted; both if absent. */
  takes?: "refresh" | "access";
  /** Whether it also ends other grants of the same person or workspace; absent if undocumented. */
  endsOthers?: boolean;
}

/** An error response to a refresh, and the integration's resulting status. */
export interface Refusal {
  said: string;
  response: () => Response;
  status: "expired" | "revoked" | "active";
}

export interface ProviderFacts {
  /** The header of the API that takes the token itself; default `Authorization: Bearer`. */
  tokenHeader?: string;
  /** What the provider adds to its callback, signed with the client's secret; one without it must be refused. */
  signCallback?: (callback: URL, secret: string) => URL;
  /** The main documentation page; other sources are linked where used. */
  docs: string;
  authorizationUrl: string;
  tokenUrl: string;
  /** What a person types before connecting; `{name}` in URLs stands for it. */
  fields?: Readonly<Record<string, string>>;
  /** Fields that every token request must have beside OAuth's own. */
  tokenFields?: Readonly<Record<string, string | number>>;
  /** Client authentication at the token endpoint; `either` if both are documented. */
  auth: "basic" | "body" | "either";
  body: "form" | "json";
  /** `none`: must not be sent, because the provider rejects or ignores it. */
  pkce: "required" | "taken" | "none";
  /** Required authorize parameters. */
  parameters: Record<string, string | RegExp>;
  /** Authorize parameters that hold scopes, each with the gateway's prefix for its scopes; empty if no scopes are requested. */
  scopeParameters?: Record<string, string>;
  /** Separator of scopes; default a space. */
  separator?: " " | ",";
  /** Every scope that can be requested. */
  scopes: string;
  /** Scopes granted without a request. */
  appScopes?: string;
  /** Access token lifetime in seconds; null if the response has none. */
  life: number | null;
  /** Prefixes of the provider's tokens. */
  prefixes?: { access: string; refresh: string };
  /** Builds the provider's token response from the standard one. */
  tokenResponse?: (standard: Record<string, unknown>, issued: Issued) => Record<string, unknown>;
  /** An error response of the token endpoint; default RFC 6749, section 5.2. */
  error?: (code: string) => Response;
  /** Null if the provider issues no refresh tokens. */
  refresh: {
    rotates: boolean;
    /** Whether these authorize parameters yield a refresh token; default always. */
    wanted?: (parameters: URLSearchParams) => boolean;
    /** The first is the response to an invalid refresh token. */
    refusals: readonly [Refusal, ...Refusal[]];
  } | null;
  /** Grants without a refresh token: lifetime in seconds, and the integration's final status; null if there are none. */
  plain: { life: number | null; status: "expired" | "revoked" } | null;
  /** The API's response to an invalid access token. */
  unauthorized: () => Response;
  revocation: Revocation | null;
  /** A gateway path to read, and the plugin's fixture with the provider's response. */
  read: [path: string, fixture: string];
  /** A declined scope, the permission that needs it, and a call that uses it (default: the read); null if there are no scopes. */
  decline: [scope: string, permission: string, call?: string] | null;
  /** A tenant host or site, from a field of the token response or, if `member` is null, from the identity. */
  tenant?: { member: string | null; good: string; hostile: readonly unknown[] };
}

/** A URL with the values that a person typed. */
export const filled = (url: string, { fields = {} }: Pick<ProviderFacts, "fields">) =>
  url.replace(/\{([^}]+)\}/g, (_, name: string) => fields[name] ?? "");
export const json = (body: unknown, status: number) => () => Response.json(body, { status });
export const oauthError = (error: string, error_description: string, status = 400) =>
  json({ error, error_description }, status);
export const refusal = (said: string, response: () => Response, status: Refusal["status"] = "revoked"): Refusal => ({
  said,
  response,
  status,
});
/** Prepends the provider's prefix; a value that is not a string stays unchanged. */
export const tagged = (prefix: string, token: unknown) =>
  typeof token === "string" && token !== "" ? prefix + token : token;
/** Invalid URLs that resemble `host`. */
export const lookAlikes = (host: string): unknown[] => [
  "https://evil.example",
  "https://169.254.169.254",
  "https://localhost",
  `https://${host}.evil.example`,
  `https://evil${host.slice(host.indexOf("."))}.evil.example`,
  `https://evil-${host.slice(host.indexOf(".") + 1)}`,
  `https://${host}@evil.example`,
  `https://user:password@${host}`,
  `https://${host}:8443`,
  `http://${host}`,
  `//${host}`,
  host.replace(".", "@"),
  `https://${host.toUpperCase()}`,
  `https://${host.replace("a", "\u0430")}`,
  `https://${host}.`,
  `https://${host}/evil`,
  `https://${host}?x`,
  `https://${host}#x`,
  `https://${host}\\.evil.example`,
  `https://${host}%2eevil.example`,
  `https://${host}\n.evil.example`,
  `https://${host}\u0000`,
  `https://${host}\n`,
  ` https://${host}`,
  "",
  7,
  null,
  [`https://${host}`],
  { host },
];
