// A strict authorization server with a tiny API: refresh tokens rotate, a used one ends the grant, dead tokens get 401.
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { type Fault, type Gate, type GateRequest, passOn, textOf } from "../../src/demo/gate.ts";
import type { ProviderSettings } from "../../src/upstream/target.ts";

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
  /** Before the server acts; `lose-answer` lets it act and cuts the connection then. */
  before?(): Fault | Promise<Fault>;
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
/** Seconds; the server warns of each that is left out. */
const TTL = {
  AuthorizationCode: 60,
  Grant: 86_400,
  IdToken: 3_600,
  Interaction: 3_600,
  RefreshToken: 86_400,
  Session: 86_400,
};
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

/** Serves behind `gate`. `scopes` are those that may be granted, `redirectUri` is the gateway's callback. */
export async function startStrictOAuth(
  gate: Gate,
  options: { scopes: readonly string[]; redirectUri: string },
): Promise<StrictOAuth> {
  let life = 3_600;
  let fault: TokenFault = {};
  let asked = 0;
  let ended = 0;
  const exchanges: Exchange[] = [];
  const calls: number[] = [];
  const provider = new Provider(gate.url, configuration({ ...options, life: () => life }));
  provider.on("grant.revoked", () => ended++);
  const inner = createServer(provider.callback());
  await new Promise<void>((resolve) => inner.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;
  const isLive = async (token: string) => (await provider.AccessToken.find(token)) !== undefined;

  const answerToken = async (request: GateRequest): Promise<Response> => {
    const form = new URLSearchParams(textOf(request));
    const response = await passOn(origin, request);
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
    const isGood = await isLive(request.headers.get("authorization")?.replace("Bearer ", "") ?? "");
    if (!isIdentity) calls.push(isGood ? 200 : 401);
    if (!isGood) return Response.json({ error: { code: 401, message: "Invalid Credentials" } }, { status: 401 });
    return Response.json(isIdentity ? { sub: "ada", email: "ada@example.com" } : { items: [] });
  };
  gate.setAnswer((request) => {
    const { pathname } = request.url;
    if (pathname === PATHS.token) return answerToken(request);
    return pathname.startsWith(PATHS.api) ? answerApi(request) : passOn(origin, request);
  });
  gate.setFault((request) => {
    if (request.path !== PATHS.token) return undefined;
    asked++;
    return fault.before?.();
  });

  return {
    asked: () => asked,
    exchanges,
    calls,
    endedGrants: () => ended,
    setTokenFault: (next = {}) => {
      fault = next;
    },
    setLife: (seconds) => {
      life = seconds;
    },
    isLive,
    async isCurrent(refreshToken) {
      const found = await provider.RefreshToken.find(refreshToken);
      return found !== undefined && found.consumed === undefined;
    },
    endAccess: async (token) => (await provider.AccessToken.find(token))?.destroy(),
    async withdraw(token) {
      const body = new URLSearchParams({ token, client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret });
      const answer = await fetch(gate.url + PATHS.revocation, { method: "POST", body });
      if (answer.status !== 200) throw new Error(`The revocation answered ${answer.status}.`);
    },
    async close() {
      await gate.close();
      inner.closeAllConnections();
      await new Promise((resolve) => inner.close(resolve));
    },
  };
}

function configuration(options: { scopes: readonly string[]; redirectUri: string; life: () => number }) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret }, ...STRICT_CLIENTS].map((client) => ({
      ...client,
      redirect_uris: [options.redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_post",
    })),
    scopes: [...options.scopes],
    claims: { email: ["email"], profile: ["name"] },
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "k1" }] },
    cookies: { keys: ["a key for cookies"] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    clockTolerance: 0,
    ttl: { ...TTL, AccessToken: options.life },
    features: {
      revocation: { enabled: true, allowedPolicy: () => true },
      devInteractions: { enabled: true },
    },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  };
}

/** Logs in and consents as a person in a browser would; gives the callback's URL, which is not visited. */
export async function consentStrictly(connectUrl: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(connectUrl);
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 12; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const method = form ? "POST" : "GET";
    const answer = await fetch(url, { method, body: form, headers: { cookie }, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    form = undefined;
    if (location?.startsWith(redirectUri)) return new URL(location);
    if (location) url = new URL(location, url);
    else {
      const page = await answer.text();
      const [, action = ""] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
      const [, prompt = ""] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      if (action === "") throw new Error(`The page at ${url.pathname} (${answer.status}) holds no form.`);
      url = new URL(action, url);
      form = new URLSearchParams({ prompt, ...(prompt === "login" && { login: "ada", password: "any" }) });
    }
  }
  throw new Error("The consent pages lead nowhere.");
}
