// The form in which a provider's OAuth is written down from its documentation, without a look at the plugin.

/** Tokens that the strict server has issued, to be put into the provider's own answer; `access` may be a hostile value. */
export interface Issued {
  access: unknown;
  /** Absent where none was issued. */
  refresh?: string;
  scopes: readonly string[];
  isRefresh: boolean;
}

export interface Revocation {
  method: "POST" | "DELETE";
  url: string;
  /** What must come with it: the client, as at the token endpoint or in one way; the token as bearer; or nothing. */
  credentials: "client" | "basic" | "body" | "bearer" | "none";
  /** Where the token stands. */
  token: "form" | "json" | "bearer";
  /** The member's name; `token` unless said. */
  name?: string;
  /** The kind of token that it takes, where it takes one alone. */
  takes?: "refresh" | "access";
  /** Whether it ends other grants of the same person or workspace too; absent where nobody says. */
  endsOthers?: boolean;
}

/** One answer to a refresh that the provider refuses, and what it means. */
export interface Refusal {
  said: string;
  answer: () => Response;
  status: "expired" | "revoked" | "active";
}

export interface ProviderFacts {
  /** Where most of it is written; what stands elsewhere has its own link. */
  docs: string;
  authorizationUrl: string;
  tokenUrl: string;
  /** How the client authenticates at the token endpoint; `either` where both ways are documented. */
  auth: "basic" | "body" | "either";
  body: "form" | "json";
  /** `none`: must not be sent, since it is refused, or not read and would only seem to protect. */
  pkce: "required" | "taken" | "none";
  /** Authorize parameters that must be there. */
  parameters: Record<string, string | RegExp>;
  /** Authorize parameters that hold scopes, with the prefix that the gateway writes them with; none where scopes are not asked. */
  scopeParameters?: Record<string, string>;
  /** The separator in them; a space unless said. */
  separator?: " " | ",";
  /** Every scope that may be asked. */
  scopes: string;
  /** Scopes that an app has without asking. */
  appScopes?: string;
  /** Seconds of an access token; null where the answer does not say. */
  life: number | null;
  /** Prefixes of the provider's tokens. */
  prefixes?: { access: string; refresh: string };
  /** The token answer, laid over the standard one. */
  answer?: (standard: Record<string, unknown>, issued: Issued) => Record<string, unknown>;
  /** An error of the token endpoint; RFC 6749's own unless said. */
  error?: (code: string) => Response;
  /** Null where no integration ever has a refresh token. */
  refresh: {
    rotates: boolean;
    /** What of the authorize request gives one; every request unless said. */
    wanted?: (parameters: URLSearchParams) => boolean;
    /** The first is what a dead refresh token is answered with. */
    refusals: readonly [Refusal, ...Refusal[]];
  } | null;
  /** Where tokens without a refresh token are given: their life, and what the integration ends as. */
  plain: { life: number | null; status: "expired" | "revoked" } | null;
  /** The API's answer to a token that is dead. */
  unauthorized: () => Response;
  revocation: Revocation | null;
  /** A path of the gateway that reads, and the plugin's fixture that holds what the provider answers then. */
  read: [path: string, fixture: string];
  /** A scope that is left out, the permission that needs it, and a call of it where that is not the read; null: no scopes. */
  decline: [scope: string, permission: string, call?: string] | null;
  /** A host or a site that an answer names: in the token answer's member, or in the identity. */
  tenant?: { member: string | null; good: string; hostile: readonly unknown[] };
}

export const json = (body: unknown, status: number) => () => Response.json(body, { status });
export const oauthError = (error: string, error_description: string, status = 400) =>
  json({ error, error_description }, status);
export const refusal = (said: string, answer: () => Response, status: Refusal["status"] = "revoked"): Refusal => ({
  said,
  answer,
  status,
});
/** A token with the provider's prefix; what is no text stays as it is. */
export const tagged = (prefix: string, token: unknown) =>
  typeof token === "string" && token !== "" ? prefix + token : token;
/** URLs that look like `host` and lead elsewhere, or lead there by another way. */
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
