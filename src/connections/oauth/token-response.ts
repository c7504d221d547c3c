// Token responses: read by RFC 6749 or by the plugin, their errors told apart, without any secret in a text.
import type { OAuth, TokenFormat, TokenSet } from "../../plugin/index.ts";
import { bodyReader, saysJson } from "../../providers/bodies/read.ts";
import { withoutSecrets } from "../../providers/bodies/redact.ts";
import { UnreadableBody } from "../../providers/bodies/unreadable.ts";
import { firstSentence, wordsOf } from "../../providers/bodies/words.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { unavailable } from "../../providers/upstream/send.ts";

/** A hundred years: the database cannot store a date far beyond. */
const MAX_LIFETIME_S = 100 * 365 * 86_400;

/** How a provider's token responses depart from the standard. */
export type TokenRules = Pick<
  OAuth,
  "tokens" | "tokenError" | "deadGrantErrors" | "expiredGrantErrors" | "clientErrors"
>;

/**
 * A token request that failed. `dead_grant`: the provider says that the grant is gone; `expired_grant`: that it has expired.
 * `client`: the client's id, secret or redirect URI is wrong. `transient`: no usable response. `refused`: any other error.
 */
export class OAuthError extends Error {
  override name = "OAuthError";
  constructor(
    readonly kind: "dead_grant" | "expired_grant" | "client" | "transient" | "refused",
    /** The provider's error code, or ours. */
    readonly code: string,
    readonly description: string | null = null,
  ) {
    super(`${code}${description ? `: ${description}` : ""}`);
  }
}

/** The request was sent, but no complete response came back: the provider may or may not have acted on it. */
export class OutcomeUnknownError extends OAuthError {
  constructor() {
    super("transient", "no_token_answer");
  }
}

/** The error of a token request without a readable response. */
export function transportError(error: unknown, signal: AbortSignal): OAuthError {
  const failure = unavailable(error, signal);
  const { reason, code } = failure instanceof UpstreamFailure ? failure.detail : {};
  if (code === "too_large")
    return new OAuthError("refused", "invalid_token_answer", "The token response is too large.");
  const wasSent = reason === "timeout" || reason === "reset" || code === "cut_short";
  return wasSent ? new OutcomeUnknownError() : new OAuthError("transient", "token_endpoint_unreachable");
}

/** The fields of a token response, and what a person can read where it has none. */
export interface TokenBody {
  json: Record<string, unknown> | null;
  words: string | null;
}

/** Reads a token response in its declared format; one that says that it is JSON is read as such. */
export async function readTokenBody(
  bytes: Uint8Array,
  { status, headers }: Pick<Response, "status" | "headers">,
  format: TokenFormat | undefined,
  secrets: readonly string[],
): Promise<TokenBody> {
  const contentType = headers.get("content-type");
  const isDeclared = format !== undefined && format !== "json" && !saysJson(contentType);
  const json = isDeclared ? await declaredBody(bytes, contentType, format) : parseBody(new TextDecoder().decode(bytes));
  return { json, words: json === null ? firstSentence(wordsOf(bytes, { status, contentType, secrets })) : null };
}

async function declaredBody(
  bytes: Uint8Array,
  contentType: string | null,
  format: TokenFormat,
): Promise<Record<string, unknown> | null> {
  try {
    const value = (await bodyReader(format))(bytes, contentType);
    if (format === "text") return { text: value };
    const tree = format === "xml" ? Object.values(value ?? {})[0] : value;
    return typeof tree === "object" ? (tree as Record<string, unknown> | null) : null;
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return null;
  }
}

/** A JSON object, or the form that some servers return; null for anything else. */
function parseBody(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : null;
  } catch {
    // A few providers answer with a form.
    return /^[\w.~%+-]+=[^<>\s]*$/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : null;
  }
}

/** The token set of a response; throws `OAuthError`, without any of the `secrets` in its texts. */
export function tokenSetOf(
  rules: TokenRules,
  status: number,
  { json, words }: TokenBody,
  secrets: readonly string[],
): TokenSet {
  const { tokens } = rules;
  const isSuccess = status >= 200 && status < 300;
  const codes = json ? errorCodes(rules, json) : [];
  if (codes[0] !== undefined) {
    const code = withoutSecrets(codes[0], secrets).slice(0, 80);
    const text = json?.error_description;
    const description = typeof text === "string" ? withoutSecrets(text, secrets).slice(0, 300) : null;
    const kind = codes.map((one) => kindOf(rules, one)).find((known) => known !== null);
    if (kind) throw new OAuthError(kind, code, description);
    if (status < 500 && status !== 429) throw new OAuthError("refused", code, description);
  }
  if (!isSuccess) throw new OAuthError("transient", `token_endpoint_${status}`, words);
  if (!json) throw new OAuthError("transient", "invalid_token_answer", "The token response cannot be read.");
  let set: TokenSet | null = null;
  try {
    set = isReadable(json.scope) ? (tokens ?? standardTokens)(json) : null;
  } catch {
    // The plugin refuses the response.
  }
  // RFC 6749, appendix A.12: the characters of an access token. A header could not carry others.
  if (typeof set?.accessToken !== "string" || !/^[\x20-\x7e]+$/.test(set.accessToken) || !isOfResponse(set, json)) {
    throw new OAuthError(
      "refused",
      "invalid_token_answer",
      "The token response has no access token, the plugin read a token that it does not have, or its scopes are not readable.",
    );
  }
  return { ...set, expiresIn: lifetimeOf(set.expiresIn), refreshExpiresIn: lifetimeOf(set.refreshExpiresIn) };
}

/** Whether each token is a text of the response: `String(json.acces_token)` would be the token "undefined". */
function isOfResponse({ accessToken, refreshToken, others = {} }: TokenSet, json: Record<string, unknown>): boolean {
  const texts = new Set<unknown>();
  const collect = (value: unknown): void => {
    if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
    else texts.add(value);
  };
  collect(json);
  const tokens = Object.values(others).flatMap((one) =>
    typeof one === "string" ? [one] : [one?.accessToken, one?.refreshToken],
  );
  return [accessToken, refreshToken, ...tokens].every((token) => token === undefined || texts.has(token));
}

/** Whether a `scope` states what was granted, or is absent: any other value must not count as all that was requested. */
function isReadable(scope: unknown): boolean {
  return scope === undefined || scope === null || typeof scope === "string" || Array.isArray(scope);
}

/** A lifetime in seconds that a date can hold; undefined for none, or one that is not positive. */
function lifetimeOf(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 ? Math.min(seconds, MAX_LIFETIME_S) : undefined;
}

/** The codes of an error, the plugin's more specific one first. */
function errorCodes({ tokenError }: TokenRules, json: Record<string, unknown>): string[] {
  let own: unknown;
  try {
    own = tokenError?.(json);
  } catch {
    // The plugin cannot read the response; the standard `error` still applies.
  }
  return [own, json.error].filter((code) => typeof code === "string");
}

/** What a code says about the grant or the client; null when it says nothing. */
function kindOf(rules: TokenRules, code: string): "expired_grant" | "dead_grant" | "client" | null {
  const { expiredGrantErrors = [], deadGrantErrors = [], clientErrors = [] } = rules;
  if (expiredGrantErrors.includes(code)) return "expired_grant";
  if (code === "invalid_grant" || deadGrantErrors.includes(code)) return "dead_grant";
  return ["invalid_client", "unauthorized_client", ...clientErrors].includes(code) ? "client" : null;
}

/** An empty text means that nothing was granted, an absent one that all requested scopes were. */
const scopesIn = (scope: unknown) => (typeof scope === "string" ? scope.split(/[ ,]+/).filter(Boolean) : undefined);

/** Reads a token response by RFC 6749, section 5.1; scopes may be separated by spaces or commas, or be a list. */
function standardTokens(json: Record<string, unknown>): TokenSet {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const seconds = (value: unknown) => {
    const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) && number > 0 ? number : undefined;
  };
  const scope = json.scope;
  const scopes = Array.isArray(scope)
    ? scope.filter((item): item is string => typeof item === "string")
    : scopesIn(scope);
  return {
    accessToken: text(json.access_token) ?? "",
    refreshToken: text(json.refresh_token),
    expiresIn: seconds(json.expires_in),
    refreshExpiresIn: seconds(json.refresh_token_expires_in),
    scopes,
  };
}
