// Providers without a connection: no such name, nobody listening, no TLS, an untrusted certificate.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Provider } from "../../../src/plugin/index.ts";
import { DEFAULT_RESILIENCE } from "../../../src/providers/upstream/resilience.ts";
import { acme, connected } from "../../support/acme.ts";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { ownDetails } from "../../support/responses.ts";

setDefaultTimeout(TEST_MS);

const RESPONSE_WITHIN_MS = 3_000;
const CASES = ["nameless", "refusing", "plain", "unvouched"] as const;
type Case = (typeof CASES)[number];
const TITLES: Record<Case, string> = {
  nameless: "whose host has no address",
  refusing: "where nobody listens",
  plain: "that speaks plain HTTP on a TLS port",
  unvouched: "whose certificate signs itself",
};
/** Made by openssl for this test alone. */
const fixture = (name: string) => readFileSync(new URL(`self-signed/${name}.pem`, import.meta.url));

/** The bytes that a server received. */
const heard: string[] = [];
const hear = (name: string) => (socket: Socket) => {
  socket.on("error", () => {});
  socket.on("data", (bytes: Buffer) => {
    heard.push(`${name}: ${bytes.toString("latin1").slice(0, 4)}`);
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 24\r\n\r\n{"id":7,"title":"A title"}');
  });
};

const portOf = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
const closed = (server: Server) => new Promise((resolve) => server.close(resolve));

describe("a provider", () => {
  const plain = createServer(hear("plain"));
  const unvouched = createTlsServer({ key: fixture("key"), cert: fixture("certificate") }, hear("unvouched"));
  const plugins = CASES.map((id) => ({ ...acme, id }) as Provider);
  const keys = new Map<Case, string>();
  let gateway: TestGateway;

  beforeAll(async () => {
    const nobody = createServer();
    const freePort = await portOf(nobody);
    await closed(nobody);
    unvouched.on("tlsClientError", () => {});
    const urls: Record<Case, string> = {
      nameless: "https://api.acme.invalid",
      refusing: `https://127.0.0.1:${freePort}`,
      plain: `https://127.0.0.1:${await portOf(plain)}`,
      unvouched: `https://localhost:${await portOf(unvouched)}`,
    };
    const client = { clientId: "acme-client", clientSecret: "acme-secret" };
    const settings = Object.fromEntries(CASES.map((id) => [id, { ...client, baseUrl: urls[id] }]));
    gateway = await startTestGateway({ lane: "embedded", plugins, settings, resilience: DEFAULT_RESILIENCE });
    for (const plugin of plugins) keys.set(plugin.id as Case, (await connected(gateway, plugin)).key);
  }, HOOK_MS);
  afterAll(async () => {
    await gateway.close();
    await Promise.all([closed(plain), closed(unvouched)]);
  }, HOOK_MS);

  for (const id of CASES) {
    test(`R-13: ${TITLES[id]} is soon 503 with the reason connect, and after five calls the circuit is open`, async () => {
      const call = (method: "GET" | "POST") => {
        const body = method === "POST" ? { title: "A title" } : undefined;
        const path = `/api/v1/${id}/items${method === "GET" ? "/7" : ""}`;
        return gateway.call(method, path, { key: keys.get(id), body });
      };
      for (const method of ["GET", "POST", "GET", "POST", "GET"] as const) {
        const start = performance.now();
        const { status, json } = await call(method);
        expect([status, json.code]).toEqual([503, "PROVIDER_UNAVAILABLE"]);
        expect(ownDetails(json)).toEqual({ provider: id, reason: "connect", retry_after: null });
        expect(performance.now() - start).toBeLessThan(RESPONSE_WITHIN_MS);
      }
      const alone = await call("POST");
      expect([alone.status, alone.json.details.reason]).toEqual([503, "circuit_open"]);
      expect(Number(alone.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      // No HTTP, and so no credential, has left the gateway.
      if (id === "plain") expect(heard.length).toBeGreaterThan(0);
      expect(heard.filter((line) => /: (GET|POST)/.test(line))).toEqual([]);
    });
  }
});
