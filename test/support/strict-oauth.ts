// A strict authorization server with a small API: refresh tokens rotate, reuse revokes the grant, invalid tokens get 401.
import { forward, type Gate, type GateRequest, type InjectedFailure, textOf } from "../../emulators/gate.ts";
import type { ProviderSettings } from "../../src/providers/upstream/target.ts";
import { type StrictClient, startStrictServer } from "./strict-server.ts";

/** A processed token request. */
export interface Exchange {
  grantType: string;
  clientId: string | null;
  refreshToken: string | null;
  status: number;
  error: string | null;
}

/** Faults of the token endpoint; each function may also delay. */
export interface TokenEndpointFault {
  /** Before processing; `lose-response` processes the request and then breaks the connection. */
  before?(): InjectedFailure | Promise<InjectedFailure>;
  /** After processing, before the response is sent. */
  after?(): Promise<void>;
}

export interface StrictOAuth {
  /** The number of received token requests, processed or not. */
  asked(): number;
  /** Oldest first. */
  exchanges: Exchange[];
  /** Statuses of API requests, oldest first. */
  calls: number[];
  /** The number of grants revoked by refresh token reuse or by the user. */
  endedGrants(): number;
  setTokenFault(fault?: TokenEndpointFault): void;
  /** Sets the lifetime of new access tokens; initially an hour. */
  setLife(seconds: number): void;
  /** Whether the API accepts this access token. */
  isLive(accessToken: string): Promise<boolean>;
  /** Whether this refresh token is unused. */
  isCurrent(refreshToken: string): Promise<boolean>;
  /** Invalidates an access token early; its grant stays. */
  endAccess(accessToken: string): Promise<void>;
  /** Revokes a refresh token's grant, as the user. */
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

/** Settings of the provider `google` for the server behind a gate. */
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

/** Serves behind `gate`; `scopes` can be granted, and `redirectUri` is the gateway's callback. */
export async function startStrictOAuth(
  gate: Gate,
  options: { scopes: readonly string[]; redirectUri: string },
): Promise<StrictOAuth> {
  let life = 3_600;
  let fault: TokenEndpointFault = {};
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
      const response = await fetch(gate.url + PATHS.revocation, { method: "POST", body });
      if (response.status !== 200) throw new Error(`The revocation returned ${response.status}.`);
    },
    async close() {
      await gate.close();
      await server.close();
    },
  };
}
