// Reads one entry of an import by its form; what is wrong with it is said only by the names of our own fields.

import { checkerOf } from "../../foundation/schema/check.ts";
import { isDeeperThan } from "../../foundation/schema/depth.ts";
import type { AuthKind, Provider, TokenSet } from "../../plugin/index.ts";
import type { Target } from "../../providers/upstream/target.ts";
import { isTenantValue, tenantFieldsOf } from "../../providers/upstream/tenant.ts";
import type { Deps } from "../../server/deps.ts";
import {
  type CredentialKind,
  credentialErrors,
  credentialKindsOf,
  fieldsOf,
  sentenceOf,
} from "../connect/credential-fields.ts";
import { tokenSetOf } from "../oauth/token-response.ts";
import { ImportEntry, type Refusal } from "./model.ts";

/** Levels of a token response; no provider's has more than a few. */
const MAX_DEPTH = 16;

/** An entry whose form is right. */
export interface ReadEntry {
  user: string;
  /** The external_id of the account; null for the user's own. */
  account: string | null;
  /** Null where the entry names none. */
  connection: string | null;
  provider: Provider;
  tenant: Record<string, string>;
  credential: EntryTokens | EntryCredentials;
}

export interface EntryTokens {
  auth: "oauth2";
  /** As the provider's plugin reads them; the access token is empty where only a refresh token was given. */
  tokens: TokenSet;
  accessExpiresAt: Date | null;
  refreshExpiresAt: Date | null;
  /** Null: what the provider asks for by default. */
  scopes: string[] | null;
  clientId: string | null;
}

export interface EntryCredentials {
  auth: CredentialKind;
  credentials: Record<string, string>;
}

const FORMS: Readonly<Record<string, string>> = {
  user: "an e-mail address or an id",
  connection: "1 to 64 of a-z, 0-9, hyphen, underscore and full stop",
  account: "an external_id of 1 to 255 characters",
  provider: "a provider's id",
  auth: "oauth2, api_key, basic or client_credentials",
  fields: "an object whose values are text",
  credentials: "an object whose values are text",
  access_token: "text of 1 to 16,384 visible characters, without line breaks",
  refresh_token: "text of 1 to 16,384 visible characters, without line breaks",
  expires_at: "a time with its offset, such as 2026-11-22T09:00:00Z",
  refresh_expires_at: "a time with its offset, such as 2026-11-22T09:00:00Z",
  token_response: "an object",
  scopes: "a list of scopes, each without spaces",
  client_id: "text of 1 to 512 characters",
};
const KNOWN = Object.keys(ImportEntry.properties);
const REQUIRED = ["user", "provider"] as const;

const refusal = (code: Refusal["code"], message: string): Refusal => ({ code, message });
const invalid = (message: string) => refusal("INVALID_ENTRY", message);

/** The entry, or why it is refused. */
export function readEntry(deps: Pick<Deps, "registry" | "target">, value: unknown): ReadEntry | Refusal {
  const formed = formedEntry(value);
  if ("code" in formed) return formed;
  const { entry } = formed;
  const provider = deps.registry.provider(entry.provider);
  if (!provider) {
    const known = [...deps.registry.providers.keys()].join(", ");
    return refusal("PROVIDER_NOT_FOUND", `No plugin has this provider. It must be one of ${known}.`);
  }
  const target = deps.target(provider.id);
  const { user, account = null, connection = null } = entry;
  const tenant = readTenant(target, entry.fields ?? {});
  if ("code" in tenant) return tenant;
  const kind = entry.auth ?? kindOf(provider, entry);
  if (!provider.auth[kind])
    return invalid(`auth must be one of ${Object.keys(provider.auth).join(", ")} for ${provider.id}.`);
  const credential = kind === "oauth2" ? readTokens(target, entry) : readCredentials(target, kind, entry);
  return "code" in credential ? credential : { user, account, connection, provider, tenant: tenant.values, credential };
}

/** Checks the schema. It reports the first error of each field, and of unknown names only that there is one. */
function formedEntry(value: unknown): { entry: ImportEntry } | Refusal {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return invalid("The entry must be a JSON object.");
  const missing = REQUIRED.filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) return invalid(`The entry has no ${missing.join(" and no ")}.`);
  const checker = checkerOf(ImportEntry);
  if (checker.Check(value)) {
    const isTooDeep = isDeeperThan(value, MAX_DEPTH);
    return isTooDeep
      ? invalid(`The entry is nested deeper than ${MAX_DEPTH} levels.`)
      : { entry: value as ImportEntry };
  }
  if (Object.keys(value).some((name) => !KNOWN.includes(name)))
    return invalid(`The entry has a field other than ${KNOWN.join(", ")}.`);
  const first = checker.Errors(value).First()?.path.split("/")[1] ?? "";
  return invalid(`${first} must be ${FORMS[first] ?? "of another form"}.`);
}

function kindOf(provider: Provider, { credentials }: ImportEntry): AuthKind {
  const [first] = credentialKindsOf(provider);
  return credentials && first ? first : "oauth2";
}

/** Any value that the plugin declares can be given, also one that otherwise the token response or the identity says. */
function readTenant(target: Target, input: Record<string, string>): { values: Record<string, string> } | Refusal {
  const declared = Object.keys(target.provider.tenant ?? {});
  if (Object.keys(input).some((name) => !declared.includes(name))) {
    const may = declared.length === 0 ? "must be left out for this provider" : `may have only ${declared.join(", ")}`;
    return invalid(`fields ${may}.`);
  }
  const values: Record<string, string> = {};
  const fields = new Map(tenantFieldsOf(target.provider));
  for (const name of declared) {
    const field = fields.get(name);
    const value = input[name] ?? field?.default;
    if (value === undefined && field) return invalid(`fields: ${sentenceOf({ name, reason: "required" }, field)}`);
    if (value === undefined) continue;
    if (!isTenantValue(target, name, value)) return invalid(`fields: ${sentenceOf({ name, reason: "form" }, field)}`);
    values[name] = value;
  }
  return { values };
}

function readCredentials(target: Target, kind: CredentialKind, entry: ImportEntry): EntryCredentials | Refusal {
  const { credentials } = entry;
  const { provider } = target;
  const declared = fieldsOf(provider, kind);
  const names = Object.keys(declared).join(", ");
  if (!credentials) return invalid(`credentials are required for ${kind}, with ${names}.`);
  const ofTokens = (["access_token", "refresh_token", "token_response", "scopes", "client_id"] as const).filter(
    (name) => entry[name] !== undefined,
  );
  if (ofTokens.length > 0) return invalid(`${ofTokens.join(", ")} are only for oauth2, not together with credentials.`);
  if (Object.keys(credentials).some((name) => !Object.hasOwn(declared, name)))
    return invalid(`credentials may have only ${names}.`);
  const [error] = credentialErrors(target, kind, credentials);
  if (error) return invalid(`credentials: ${sentenceOf(error, declared[error.name])}`);
  return { auth: kind, credentials };
}

function readTokens(target: Target, entry: ImportEntry): EntryTokens | Refusal {
  const { credentials, access_token, refresh_token, token_response = {}, scopes, client_id = null } = entry;
  if (credentials)
    return invalid("credentials are only for an API key, a password or client credentials, not for oauth2.");
  if (!target.oauth) return invalid(`${target.provider.id} has no OAuth: send credentials.`);
  const json = {
    ...(access_token !== undefined && { access_token }),
    ...(refresh_token !== undefined && { refresh_token }),
    ...token_response,
  };
  const tokens = tokensIn(target, json, entry);
  if (!tokens) {
    const message = "No tokens were found. Send access_token or refresh_token, or the full token_response.";
    return invalid(message);
  }
  const time = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return {
    auth: "oauth2",
    // When the response was made is not known, so that its lifetimes say nothing.
    tokens: { ...tokens, expiresIn: undefined, refreshExpiresIn: undefined },
    accessExpiresAt: time(entry.expires_at),
    refreshExpiresAt: time(entry.refresh_expires_at),
    scopes: scopes ?? (tokens.scopes ? [...tokens.scopes] : null),
    clientId: client_id,
  };
}

/** Read by the provider's plugin, as a token response; a refresh token alone needs none. */
function tokensIn({ oauth }: Target, json: Record<string, unknown>, entry: ImportEntry): TokenSet | null {
  const { access_token, refresh_token, token_response } = entry;
  if (access_token === undefined && token_response === undefined)
    return refresh_token === undefined ? null : { accessToken: "", refreshToken: refresh_token };
  try {
    const tokens = tokenSetOf(oauth ?? {}, 200, { json, words: null }, []);
    return { ...tokens, refreshToken: tokens.refreshToken ?? refresh_token };
  } catch {
    // Its text could repeat what was sent.
    return null;
  }
}
