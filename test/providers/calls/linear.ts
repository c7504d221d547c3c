// An emulated Linear behind a gate as strict as the real one: tokens expire, errors have Linear's form.
import { randomBytes } from "node:crypto";
import { createEmulator } from "emulate";
import {
  type FailureInjector,
  forward,
  type GateRequest,
  type LoggedRequest,
  startGate,
  textOf,
} from "../../../emulators/gate.ts";
import { createOAuthEndpoints } from "../../../emulators/oauth.ts";
import { bearerOf, type EmulatedService } from "../../../emulators/service.ts";
import { createTokenBook, type IssuedToken } from "../../../emulators/tokens.ts";
import { oauth } from "../../../plugins/linear/oauth.ts";
import type { ProviderSettings } from "../../../src/providers/upstream/target.ts";
import { cutToSubset } from "./graphql-subset.ts";

export interface EmulatedLinear {
  settings: ProviderSettings;
  log: readonly LoggedRequest[];
  /** The live tokens, oldest first. */
  readonly issued: readonly IssuedToken[];
  /** What our documents query and the emulator does not know. */
  lacks: ReadonlySet<string>;
  webhookSecret: string;
  /** Revokes every grant, as its owner would in Linear's settings. */
  withdrawAll(): void;
  setFailureInjector(injector?: FailureInjector): void;
  close(): Promise<void>;
}

const DAY_SECONDS = 86_399;
const SCOPES = ["read", "write", "issues:create", "comments:create"];

const refusal = (status: number, message: string, extensions: object) =>
  Response.json({ errors: [{ message, extensions }], data: null }, { status });
const oauthError = (error_description: string) =>
  Response.json({ error: "invalid_grant", error_description }, { status: 400 });

const service: EmulatedService = {
  paths: { authorize: "/oauth/authorize", consent: "/oauth/authorize/callback", token: "/oauth/token" },
  userField: "user_ref",
  accessSeconds: DAY_SECONDS,
  refuse: (state) =>
    refusal(401, `Authentication required, ${state}`, { type: "authentication error", code: "AUTHENTICATION_ERROR" }),
  refuseScope: () => oauthError("Invalid scope."),
  wrongRedirect: () => oauthError("redirect_uri does not match."),
  wrongVerifier: () => oauthError("PKCE verification failed."),
  invalidRefreshToken: () => oauthError("Refresh token revoked"),
  revoke: (tokens, token) => tokens.revoke(token),
  openEndpoints: () => async () => undefined,
  endpoints: () => async () => undefined,
  settings: (url, client) => {
    const here = (declared: string | undefined) => declared && url + new URL(declared).pathname;
    const { authorizationUrl, tokenUrl, revocationUrl } = oauth;
    return {
      ...client,
      authorizationUrl: here(authorizationUrl),
      tokenUrl: here(tokenUrl),
      revocationUrl: here(revocationUrl),
      baseUrl: url,
    };
  },
};

function seedOf(app: { client_id: string; client_secret: string; redirect_uris: string[] }, hook: object) {
  return {
    strict_scopes: true,
    organization: { name: "Acme", url_key: "acme" },
    users: [
      { email: "ada@example.com", name: "Ada" },
      { email: "grace@example.com", name: "Grace" },
    ],
    projects: [{ name: "Engine 2", description: "The next engine", team: "ENG" }],
    issues: [
      { team: "ENG", title: "The mill stops at seven", state: "Todo", assignee: "ada@example.com", labels: ["Bug"] },
      { team: "ENG", title: "Document the cards", state: "Done", assignee: "grace@example.com" },
      { team: "ENG", title: "Oil the wheels", state: "In Progress", assignee: "grace@example.com" },
    ],
    comments: [{ issue: "ENG-2", body: "It should go on to **eight**.", user: "grace@example.com" }],
    oauth_apps: [{ ...app, name: "Gateway", scopes: SCOPES, actor: "user" }],
    webhooks: [{ ...hook, resource_types: ["Issue"], all_public_teams: true }],
  };
}

/** Starts it on a free port; `now` gives milliseconds since 1970. Its webhook delivers to `hook`, by default its own gate. */
export async function startLinear(redirectUri: string, now: () => number, hook?: string): Promise<EmulatedLinear> {
  const client = { clientId: "gateway-at-linear", clientSecret: randomBytes(24).toString("base64url") };
  const webhookSecret = randomBytes(24).toString("base64url");
  const gate = await startGate(now);
  const app = { client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [redirectUri] };
  // What it pushes comes back to the gate, whose log shows it.
  const seed = { linear: seedOf(app, { url: hook ?? `${gate.url}/hook`, secret: webhookSecret }) };
  const emulator = await createEmulator({ service: "linear", port: 0, seed });
  const origin = emulator.url.replace("//localhost:", "//127.0.0.1:");
  const tokens = createTokenBook(now);
  const ask = (request: GateRequest, changes?: Parameters<typeof forward>[2]) => forward(origin, request, changes);
  const handleOAuth = createOAuthEndpoints(service, { client, tokens, forward: ask }, undefined);
  const lacks = new Set<string>();
  const graphql = createGraphql(ask, lacks);
  gate.setResponder(async (request) => {
    const response = await handleOAuth(request);
    if (response) return response;
    const { pathname } = request.url;
    if (pathname === "/hook") return new Response(null, { status: 200 });
    if (pathname === "/oauth/revoke") {
      tokens.revoke(new URLSearchParams(textOf(request)).get("token") ?? "");
      return ask(request);
    }
    const bearer = bearerOf(request.headers);
    const state = bearer ? tokens.state(bearer) : "missing";
    return state === "live" ? graphql(request) : service.refuse(state);
  });
  return {
    settings: { ...service.settings(gate.url, client), webhookSecret },
    log: gate.log,
    get issued() {
      return tokens.live();
    },
    lacks,
    webhookSecret,
    withdrawAll: () => {
      for (const { token } of tokens.live()) tokens.revoke(token);
    },
    setFailureInjector: gate.setFailureInjector,
    async close() {
      await gate.close();
      await emulator.close();
    },
  };
}

type Ask = (request: GateRequest, changes?: Parameters<typeof forward>[2]) => Promise<Response>;
interface GraphqlResponse {
  errors?: { message: string; locations?: { line: number; column: number }[] }[];
  data?: Record<string, unknown> | null;
}

/** The GraphQL address: our document cut to what the emulator knows, its filters in its own form, its errors in Linear's. */
function createGraphql(ask: Ask, lacks: Set<string>): (request: GateRequest) => Promise<Response> {
  const known = new Map<string, string>();
  const send = async (request: GateRequest, query: string, variables: object) => {
    const response = await ask(request, { body: JSON.stringify({ query, variables }) });
    return { status: response.status, response: (await response.json()) as GraphqlResponse };
  };
  return async (request) => {
    const asking = JSON.parse(textOf(request)) as { query: string; variables?: Record<string, unknown> };
    const { query, variables = {} } = asking;
    // The emulator's order is a string.
    const original = query.replace("$orderBy: PaginationOrderBy", "$orderBy: String");
    if (!known.has(original)) {
      // An unused fragment keeps the document from being executed, so that all its errors come at once.
      const validate = async (text: string) =>
        (await send(request, `${text} fragment Nowhere on Query { __typename }`, {})).response.errors ?? [];
      const { document, cut } = await cutToSubset(original, validate);
      for (const name of cut) lacks.add(name);
      known.set(original, document);
    }
    const filter = plainFilter(variables.filter);
    const { status, response } = await send(request, known.get(original) ?? original, { ...variables, filter });
    return toResponse(status, response);
  };
}

/** `team: { key: … }` as `team: …`: the emulator compares a relation by itself. */
function plainFilter(filter: unknown): unknown {
  if (typeof filter !== "object" || filter === null) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      const [inner] = Object.values(value as object);
      return [name, typeof inner === "object" && !Array.isArray(inner) ? inner : value];
    }),
  );
}

const NOT_FOUND = { type: "invalid input", code: "INPUT_ERROR", statusCode: 400, userError: true };

/** The emulator's errors have no type, and it returns null where Linear has an error. */
function toResponse(status: number, response: GraphqlResponse): Response {
  const [error] = response.errors ?? [];
  if (error === undefined && response.data && Object.values(response.data).includes(null))
    return refusal(200, "Entity not found: Issue", NOT_FOUND);
  if (error && /not found/i.test(error.message)) return refusal(200, "Entity not found: Issue", NOT_FOUND);
  if (error && /\bscope\b/.test(error.message)) return refusal(400, error.message, { type: "forbidden" });
  return Response.json(response, { status });
}
