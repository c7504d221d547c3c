// How people sign in, by the security schemes of a description.
import { type Code, entry, literal, object } from "./code.ts";
import { type Description, type Json, listOf, memberOf, objectOf, textOf } from "./document.ts";
import type { Operation } from "./operations.ts";
import { oneLine } from "./words.ts";

export interface SignIn {
  /** The value of `auth`. */
  auth: Code;
  /** What a person must still do about it, a sentence each. */
  notes: string[];
  /** The OAuth scopes that an operation needs. */
  scopesOf(operation: Operation): string[];
}

const MAX_SCOPES = 20;

/** `base` is the API's URL, which relative URLs stand against. */
export function signInOf(description: Description, id: string, base: string): SignIn {
  const schemes = Object.entries(objectOf(objectOf(description.root.components).securitySchemes)).map(
    ([name, scheme]) => ({ name, scheme: description.resolve(scheme).value }),
  );
  const notes: string[] = [];
  const kinds = new Map<string, Code>();
  const add = (kind: string, code: Code | null) => code && !kinds.has(kind) && kinds.set(kind, code);
  for (const { scheme } of schemes) add("oauth2", oauthOf(scheme, id, base, notes));
  for (const { scheme } of schemes) add("client_credentials", clientCredentialsOf(scheme, base));
  for (const { scheme } of schemes) add("api_key", apiKeyOf(scheme));
  for (const { scheme } of schemes) add("basic", basicOf(scheme));
  if (kinds.size === 0) {
    notes.push("The description has no authentication that the contract supports: declare it in `auth`.");
    kinds.set("oauth2", oauthCode(`https://${id}.example/oauth/authorize`, `https://${id}.example/oauth/token`));
  }
  const oauthNames = schemes.filter(({ scheme }) => scheme.type === "oauth2").map(({ name }) => name);
  return {
    auth: object(
      [...kinds].map(([kind, code]) => entry(kind, code)),
      true,
    ),
    notes,
    scopesOf: ({ value }) => {
      const wanted = listOf(value.security ?? description.root.security).map(objectOf);
      const scopes =
        wanted.flatMap((one) => oauthNames.map((name) => memberOf(one, name)).filter(Array.isArray))[0] ?? [];
      const texts = scopes.filter(
        (scope): scope is string => typeof scope === "string" && /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope),
      );
      return texts.slice(0, MAX_SCOPES);
    },
  };
}

function oauthOf(scheme: Json, id: string, base: string, notes: string[]): Code | null {
  if (scheme.type !== "oauth2") return null;
  const flows = objectOf(scheme.flows);
  const flow = objectOf(flows.authorizationCode ?? flows.implicit);
  const authorizationUrl = httpsUrl(flow.authorizationUrl, base);
  if (authorizationUrl === null) return null;
  const tokenUrl = httpsUrl(flow.tokenUrl, base);
  if (tokenUrl === null) notes.push("The description has no token URL: look for it in the documentation.");
  notes.push(
    "Find out whether the provider supports PKCE and how the client signs in at the token URL: `pkce`, `clientAuth`.",
  );
  return oauthCode(authorizationUrl, tokenUrl ?? `https://${id}.example/oauth/token`);
}

const oauthCode = (authorizationUrl: string, tokenUrl: string) =>
  object(
    [
      entry("authorizationUrl", literal(authorizationUrl)),
      entry("tokenUrl", literal(tokenUrl)),
      entry("pkce", literal(true)),
      entry("clientAuth", literal("basic")),
    ],
    true,
  );

function clientCredentialsOf(scheme: Json, base: string): Code | null {
  if (scheme.type !== "oauth2") return null;
  const tokenUrl = httpsUrl(objectOf(objectOf(scheme.flows).clientCredentials).tokenUrl, base);
  if (tokenUrl === null) return null;
  const fields = object([
    entry("client_id", object([entry("label", literal("Client ID")), entry("secret", literal(false))])),
    entry("client_secret", object([entry("label", literal("Client secret"))])),
  ]);
  return object(
    [entry("fields", fields), entry("tokenUrl", literal(tokenUrl)), entry("clientAuth", literal("basic"))],
    true,
  );
}

function apiKeyOf(scheme: Json): Code | null {
  const name = textOf(scheme.name) ?? "";
  const isBearer = scheme.type === "http" && String(scheme.scheme).toLowerCase() === "bearer";
  const isKey =
    scheme.type === "apiKey" &&
    (scheme.in === "header" || scheme.in === "query") &&
    (scheme.in === "query" ? /^[\w.$-]{1,80}$/ : /^[A-Za-z][A-Za-z0-9-]{0,79}$/).test(name);
  if (!isBearer && !isKey) return null;
  const help = oneLine(scheme.description, 160);
  const field = object([
    entry("label", literal(isBearer ? "Access token" : "API key")),
    ...(help === null ? [] : [entry("help", literal(help))]),
  ]);
  const fields = entry("fields", object([entry("api_key", field)]));
  if (isBearer) return object([fields]);
  // Without a scheme the contract would put "Bearer" before a key in `Authorization`.
  const scheme_ = name.toLowerCase() === "authorization" ? [entry("scheme", literal(""))] : [];
  const at = scheme.in === "query" ? [entry("query", literal(name))] : [entry("header", literal(name)), ...scheme_];
  return object([fields, entry("credential", object(at))]);
}

function basicOf(scheme: Json): Code | null {
  if (scheme.type !== "http" || String(scheme.scheme).toLowerCase() !== "basic") return null;
  const username = object([entry("label", literal("User name")), entry("secret", literal(false))]);
  const password = object([entry("label", literal("Password"))]);
  return object([entry("fields", object([entry("username", username), entry("password", password)]))]);
}

/** An https URL, with the description's own relative to the API; null for anything else. */
export function httpsUrl(value: unknown, base?: string): string | null {
  if (typeof value !== "string" || value === "" || value.length > 500 || /[\s{}]/.test(value)) return null;
  const url = URL.parse(value, base);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "" || url.hash !== "") return null;
  return url.href;
}
