// The form of the fixtures of a plugin's OAuth functions, `fixtures/oauth/<function>[.<case>].json`, and what each leads to.
import { revokeGrant } from "../../connections/oauth/client.ts";
import { OAuthError, type TokenRules, tokenSetOf } from "../../connections/oauth/token-response.ts";
import type { Grant, OAuth, Provider, TokenSet } from "../../plugin/index.ts";
import { resolveTarget } from "../../providers/upstream/target.ts";
import { callbackValuesOf, readCallback } from "../../providers/upstream/tenant.ts";

export const OAUTH_FUNCTIONS = ["authorize", "tokens", "tokenError", "revoke", "callback"] as const;
export type OAuthFunction = (typeof OAUTH_FUNCTIONS)[number];

export interface OAuthFixture {
  /** For `authorize`: the requested scopes, and the parameters of the authorization URL. */
  scopes?: string[];
  parameters?: Record<string, string>;
  /** For `tokens` and `tokenError`: the response of the token endpoint, and the token set or the error that it stands for. */
  auth?: "client_credentials";
  response?: { status?: number; json: Record<string, unknown> };
  tokens?: TokenSet;
  error?: { kind: OAuthError["kind"]; code: string };
  /** For `revoke`: the grant, where more than its tokens matters, and the requests. */
  grant?: Partial<Grant>;
  requests?: SentRequest[];
  /** For `callback`: its parameters, and the values of `tenant` that they bring; or the error. */
  callback?: Record<string, string>;
  tenant?: Record<string, string>;
}

export interface SentRequest {
  method: string;
  url: string;
  /** `client`: HTTP Basic with the OAuth client. Otherwise the token that is presented. */
  credential: string;
  json?: unknown;
  form?: Record<string, string>;
}

/** The parts that a fixture has of what the function leads to. */
export const RESULTS: Record<OAuthFunction, readonly (keyof OAuthFixture)[]> = {
  authorize: ["parameters"],
  tokens: ["tokens", "error"],
  tokenError: ["error"],
  revoke: ["requests"],
  callback: ["tenant", "error"],
};

const GRANT: Grant = {
  accessToken: "token-of-the-fixture",
  refreshToken: "refresh-token-of-the-fixture",
  others: {},
  clientId: "client-of-the-fixture",
  tenant: {},
};
const CLIENT = { id: GRANT.clientId, secret: "secret-of-the-fixture" };

/** The result as fixtures have it: one of the parts of `RESULTS`. Throws what the plugin throws. */
export async function oauthResult(
  provider: Provider,
  what: OAuthFunction,
  fixture: OAuthFixture,
): Promise<OAuthFixture> {
  const oauth = provider.auth.oauth2 as OAuth;
  if (what === "authorize") return { parameters: oauth.authorize?.(fixture.scopes ?? []) };
  if (what === "callback") return callbackResult(provider, fixture);
  if (what === "revoke") return { requests: await revocationsOf(provider, { ...GRANT, ...fixture.grant }) };
  const clientCredentials = provider.auth.client_credentials;
  const rules: TokenRules = fixture.auth && clientCredentials ? { tokens: clientCredentials.tokens } : oauth;
  return tokenResult(rules, fixture);
}

/** The functions of a plugin's OAuth that need a fixture, and its callback where that brings values. */
export function neededFixtures({ auth: { oauth2 }, tenant }: Provider): OAuthFunction[] {
  const hasCallback = callbackValuesOf({ tenant }).length > 0;
  return OAUTH_FUNCTIONS.filter((name) => (name === "callback" ? hasCallback : oauth2?.[name] !== undefined));
}

/** What a token response stands for, by the code that reads all of them. */
export function tokenResult(rules: TokenRules, { response }: OAuthFixture): OAuthFixture {
  const { status = 200, json = {} } = response ?? {};
  try {
    const tokens = tokenSetOf(rules, status, { json, words: null }, []);
    return { tokens: JSON.parse(JSON.stringify(tokens)) as TokenSet };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { error: { kind: error.kind, code: error.code } };
  }
}

function callbackResult(provider: Provider, { callback = {} }: OAuthFixture): OAuthFixture {
  const { values, unfit } = readCallback(resolveTarget(provider), new URLSearchParams(callback));
  return unfit.length === 0 ? { tenant: values } : { error: { kind: "refused", code: "invalid_tenant" } };
}

async function revocationsOf(provider: Provider, grant: Grant): Promise<SentRequest[]> {
  const requests: SentRequest[] = [];
  const basic = `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}`;
  const fetch = async (url: string, { method = "GET", headers, body }: RequestInit) => {
    const authorization = new Headers(headers).get("authorization") ?? "";
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body ?? "");
    const isJson = new Headers(headers).get("content-type")?.includes("json");
    requests.push({
      method,
      url,
      credential: authorization === basic ? "client" : authorization.replace(/^Bearer /, ""),
      ...(text !== "" &&
        (isJson ? { json: JSON.parse(text) } : { form: Object.fromEntries(new URLSearchParams(text)) })),
    });
    return new Response(null, { status: 204 });
  };
  await revokeGrant(fetch, resolveTarget(provider), CLIENT, grant);
  return requests;
}
