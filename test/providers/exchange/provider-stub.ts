// A provider over real HTTP for the matrix: its API, its token endpoint and its identity request, each told how to respond.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer = "ok" | "401" | "revoked" | "429" | "500" | "503" | "reset";
export type Step = "api" | "token" | "identity";

export interface ProviderStub {
  url: string;
  /** The requests so far, oldest first. */
  steps: Step[];
  /** Bearer tokens of the API's and the identity's requests. */
  bearers: string[];
  /** Refresh tokens that were sent. */
  refreshTokens: string[];
  /** How the API responds to its nth request, from 0. */
  api: (index: number, bearer: string) => Answer;
  identity: (bearer: string) => "ok" | "401";
  token: (refreshToken: string) => "ok" | "invalid_grant";
  /** Starts over: everything goes well. */
  reset(): void;
  close(): Promise<void>;
}

const JSON_TYPE = { "content-type": "application/json" };
/** Seconds; longer than any test runs. */
const RETRY_AFTER = "300";

/** `bodies`: of successes, for the API by method and for the identity request. */
export async function startProviderStub(bodies: {
  read: unknown;
  write: unknown;
  identity: unknown;
}): Promise<ProviderStub> {
  let issued = 0;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => handle(request, response, body));
  });
  const send = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
    void response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body));
  const handle = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { pathname } = new URL(request.url ?? "/", "http://stub");
    const bearer = (request.headers.authorization ?? "").replace("Bearer ", "");
    if (pathname === "/token") {
      stub.steps.push("token");
      const refreshToken = new URLSearchParams(body).get("refresh_token") ?? "";
      stub.refreshTokens.push(refreshToken);
      if (stub.token(refreshToken) === "invalid_grant") return send(response, 400, { error: "invalid_grant" });
      issued++;
      const token = { access_token: `${refreshToken}-access-${issued}`, refresh_token: `${refreshToken}+` };
      return send(response, 200, { ok: true, token_type: "bot", expires_in: 43_200, ...token });
    }
    stub.bearers.push(bearer);
    if (pathname === "/identity") {
      stub.steps.push("identity");
      return stub.identity(bearer) === "ok" ? send(response, 200, bodies.identity) : refuse(response, "401");
    }
    const index = stub.steps.filter((step) => step === "api").length;
    stub.steps.push("api");
    const answer = stub.api(index, bearer);
    if (answer === "reset") return void request.socket.resetAndDestroy();
    if (answer === "ok") return send(response, 200, request.method === "GET" ? bodies.read : bodies.write);
    return refuse(response, answer);
  };
  const refuse = (response: ServerResponse, answer: Exclude<Answer, "ok" | "reset">) => {
    const headers = answer === "429" ? { "retry-after": RETRY_AFTER } : {};
    const error = { "401": "invalid_auth", revoked: "token_revoked", "429": "ratelimited" }[answer as string];
    const status = answer === "revoked" ? 401 : Number(answer);
    send(response, status, { ok: false, error: error ?? "internal" }, headers);
  };
  const stub: ProviderStub = {
    url: "",
    steps: [],
    bearers: [],
    refreshTokens: [],
    api: () => "ok",
    identity: () => "ok",
    token: () => "ok",
    reset() {
      Object.assign(stub, { steps: [], bearers: [], refreshTokens: [] });
      Object.assign(stub, { api: () => "ok", identity: () => "ok", token: () => "ok" });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stub;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
}
