// A strict authorization server with a tiny API: refresh tokens rotate, a used one ends the grant, dead tokens get 401.
import { forward, type Gate, type GateRequest, type InjectedFailure, textOf } from "../../src/demo/gate.ts";
import type { ProviderSettings } from "../../src/upstream/target.ts";
import { type StrictClient, startStrictServer } from "./strict-server.ts";

/** A token request that the server has acted on. */
export interface Exchange {
  grantType: string;
  clientId: string | null;
  refreshToken: string | null;
  status: number;
  error: string | null;
}

/** What happens to token requests; each part may wait, which makes the endpoint slow. */
export interface TokenFault {
  /** Before the server acts; `lose-response` lets it act and cuts the connection then. */
  before?(): InjectedFailure | Promise<InjectedFailure>;
  /** After it has acted, before its answer is sent. */
  after?(): Promise<void>;
}

export interface StrictOAuth {
  /** How many token requests have arrived, acted on or not. */
  asked(): number;
  /** Oldest first. */
  exchanges: Exchange[];
  /** Statuses of the requests to the API, oldest first. */
  calls: number[];
  /** Grants that ended, because a used refresh token came or because somebody withdrew them. */
  endedGrants(): number;
  setTokenFault(fault?: TokenFault): void;
  /** The life of access tokens from now on; an hour at first. */
  setLife(seconds: number): void;
  /** Whether the API takes this access token. */
  isLive(accessToken: string): Promise<boolean>;
  /** Whether this refresh token has not been spent. */
  isCurrent(refreshToken: string): Promise<boolean>;
  /** Ends an access token before its time; its grant stays. */
  endAccess(accessToken: string): Promise<void>;
  /** The user withdraws the grant that a refresh token belongs to. */
  withdraw(refreshToken: string): Promise<void>;
  close(): Promise<void>;
}

const CLIENT = { clientId: "strict-client", clientSecret: "strict-secret" };
/** Further clients of the server, for partners who bring their own. */
export const STRICT_CLIENTS = ["one", "two"].map((name) => ({
  client_id: `strict-client-${name}`,
  client_secret: `strict-secret-${name}-of-a-partner`,
}));
const PATHS = { token: "/token", revocation: "/token/revocation", identity: "/api/userinfo", api: "/api" };

/** Settings of the provider `google` that lead to the server behind a gate. */
export function strictSettings({ url }: Gate): ProviderSettings {
  const api = url + PATHS.api;
  return {
    ...CLIENT,
    authorizationUrl: `${url}/auth`,
    tokenUrl: url + PATHS.token,
    revocationUrl: url + PATHS.revocation,
    identityUrl: url + PATHS.identity,
    issuer: url,
    baseUrl: { gmail: api, calendar: api, drive: api },
  };
}

function clientsOf(life: () => number): StrictClient[] {
  const all = [
    CLIENT,
    ...STRICT_CLIENTS.map(({ client_id, client_secret }) => ({ clientId: client_id, clientSecret: client_secret })),
  ];
  return all.map(({ clientId, clientSecret }) => ({
    id: clientId,
    secret: clientSecret,
    auth: "client_secret_post",
    needsPkce: true,
    rotates: true,
    issuesRefreshTokens: () => true,
    life,
  }));
}

/** Serves behind `gate`. `scopes` are those that may be granted, `redirectUri` is the gateway's callback. */
export async function startStrictOAuth(
  gate: Gate,
  options: { scopes: readonly string[]; redirectUri: string },
): Promise<StrictOAuth> {
  let life = 3_600;
  let fault: TokenFault = {};
  let asked = 0;
  const exchanges: Exchange[] = [];
  const calls: number[] = [];
  const server = await startStrictServer(gate.url, { ...options, clients: clientsOf(() => life) });
  const { origin } = server;

  const answerToken = async (request: GateRequest): Promise<Response> => {
    const form = new URLSearchParams(textOf(request));
    const response = await forward(origin, request);
    const { error = null } = (await response.clone().json()) as { error?: string };
    const grantType = form.get("grant_type") ?? "";
    exchanges.push({
      grantType,
      clientId: form.get("client_id"),
      refreshToken: form.get("refresh_token"),
      status: response.status,
      error,
    });
    await fault.after?.();
    return response;
  };
  const answerApi = async (request: GateRequest): Promise<Response> => {
    const isIdentity = request.url.pathname === PATHS.identity;
    const isGood = await server.isLive(request.headers.get("authorization")?.replace("Bearer ", "") ?? "");
    if (!isIdentity) calls.push(isGood ? 200 : 401);
    if (!isGood) return Response.json({ error: { code: 401, message: "Invalid Credentials" } }, { status: 401 });
    return Response.json(isIdentity ? { sub: "ada", email: "ada@example.com" } : { items: [] });
  };
  gate.setResponder((request) => {
    const { pathname } = request.url;
    if (pathname === PATHS.token) return answerToken(request);
    return pathname.startsWith(PATHS.api) ? answerApi(request) : forward(origin, request);
  });
  gate.setFailureInjector((request) => {
    if (request.path !== PATHS.token) return undefined;
    asked++;
    return fault.before?.();
  });

  return {
    asked: () => asked,
    exchanges,
    calls,
    endedGrants: server.endedGrants,
    setTokenFault: (next = {}) => {
      fault = next;
    },
    setLife: (seconds) => {
      life = seconds;
    },
    isLive: server.isLive,
    isCurrent: server.isCurrent,
    endAccess: server.endAccess,
    async withdraw(token) {
      const body = new URLSearchParams({ token, client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret });
      const answer = await fetch(gate.url + PATHS.revocation, { method: "POST", body });
      if (answer.status !== 200) throw new Error(`The revocation answered ${answer.status}.`);
    },
    async close() {
      await gate.close();
      await server.close();
    },
  };
}
