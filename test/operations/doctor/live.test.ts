// doctor --live through a small reverse proxy that does wrong what proxies do wrong.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { checkLiveCertificate } from "../../../src/operations/doctor/live-certificate.ts";
import { makeCertificates } from "../../support/certificates.ts";
import {
  endProcesses,
  type GatewayServer,
  migratedDataDir,
  runJson,
  START_MS,
  startServer,
  type Variables,
} from "../../support/gateway-process.ts";

setDefaultTimeout(3 * START_MS);

interface Faults {
  drops?: string[];
  closes?: (path: string, method: string) => boolean;
  date?: string;
  to?: string;
  silent?: boolean;
  redirects?: string;
  /** The address of the client, as the proxy sees it. */
  appends?: string;
  /** Collects a response, and sends it when it has ended. */
  buffers?: boolean;
}

let faults: Faults = {};
let gateway: GatewayServer;
let other: GatewayServer;
let proxy: Server;
let url = "";
let env: Variables & { DATA_DIR: string };

function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { drops = [], closes, date, to = gateway.url, silent, redirects, buffers, appends = "198.51.100.9" } = faults;
  const path = incoming.url ?? "/";
  if (silent) return void incoming.socket.destroy();
  if (redirects) return void outgoing.writeHead(301, { location: redirects }).end();
  if (closes?.(path, incoming.method ?? "")) return void outgoing.writeHead(404).end("closed");
  const passed = Object.entries(incoming.headers).filter(([name]) => !drops.includes(name));
  const before = incoming.headers["x-forwarded-for"];
  const headers = {
    ...Object.fromEntries(passed),
    "x-forwarded-for": [...(before ? [before] : []), appends].join(", "),
  };
  const upstream = request(`${to}${path}`, { method: incoming.method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...(date && { date }) });
    if (!buffers) return void response.pipe(outgoing);
    const parts: Buffer[] = [];
    response.on("data", (part: Buffer) => parts.push(part)).on("end", () => outgoing.end(Buffer.concat(parts)));
  });
  upstream.on("error", () => outgoing.writeHead(502).end());
  incoming.pipe(upstream);
}

beforeAll(async () => {
  proxy = createServer(pass);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  env = { DATA_DIR: await migratedDataDir(), BASE_URL: url, TRUST_PROXY: "1" };
  gateway = await startServer(env);
  other = await startServer({ DATA_DIR: await migratedDataDir() });
});
afterAll(async () => {
  proxy.close();
  await endProcesses();
});

interface Line {
  check: string;
  ok: boolean;
  warning?: true;
  message: string;
  next_step?: string;
}

/** The lines that look from outside and are not well. */
async function troubles(wrong: Faults, more: Variables = {}): Promise<string[]> {
  faults = wrong;
  const { json } = await runJson(["doctor", "--live"], { ...env, ...more });
  const lines = (json.checks as Line[]).filter(({ check }) => check.startsWith("live "));
  expect(lines.length).toBeGreaterThan(0);
  return lines.flatMap(({ check, ok, warning, message, next_step: next }) => {
    if (ok && !warning) return [];
    expect(next).toBeString();
    return [`${ok ? "warning" : "FAIL"} ${check}: ${message}`];
  });
}

describe("doctor --live", () => {
  test("finds nothing wrong with a proxy that passes everything on", async () => {
    expect(await troubles({})).toEqual([]);
  });

  test.each<[string, Faults, string[]]>([
    ["drops a header", { drops: ["x-account-id"] }, ["FAIL live headers: the proxy drops or changes x-account-id:"]],
    ["drops the encoded header", { drops: ["x-account-id*"] }, ["warning live headers: "]],
    [
      "closes pages",
      { closes: (path) => path.startsWith("/assets/") || path === "/connect.js" },
      ["FAIL live paths: the proxy does not pass on /connect.js, /assets/:"],
    ],
    ["closes the callback", { closes: (path) => path.includes("/connect/callback") }, ["FAIL live callback: "]],
    ["closes POST", { closes: (_, method) => method === "POST" }, ["FAIL live webhooks: "]],
    [
      "has a clock an hour off",
      { date: "Mon, 30 Nov 2015 00:00:00 GMT" },
      ["warning live clock: the server's clock is "],
    ],
    ["collects responses", { buffers: true }, ["FAIL live streaming: the proxy collects a response"]],
    ["is silent", { silent: true }, ["FAIL live address: "]],
    ["has nothing behind it", { to: "http://127.0.0.1:1" }, ["FAIL live address: a proxy at "]],
    ["redirects", { redirects: "https://www.example.com/" }, ["FAIL live address: "]],
    ["closes everything", { closes: () => true }, ["FAIL live address: what responds to "]],
  ])("of a proxy that %s", async (_, wrong, expected) => {
    expect(await troubles(wrong)).toEqual(expected.map((start) => expect.stringContaining(start)));
  });

  test("with an admin listener and a trusted proxy on this machine claims neither a closed path nor a wrong address", async () => {
    const dataDir = await migratedDataDir();
    const ports = { ADMIN_PORT: "0" };
    const own = { ...ports, DATA_DIR: dataDir, BASE_URL: url, TRUST_PROXY: "loopback" };
    const { url: to } = await startServer(own);
    expect(await troubles({ to, appends: "127.0.0.1", closes: (path) => path === "/metrics" }, own)).toEqual([
      expect.stringMatching(/^warning live client address: cannot be told from here/),
    ]);
  });

  test("in production warns of a proxy that passes the admin API on", async () => {
    const production = { GATEWAY_ENV: "production" };
    const isAdmin = (path: string) => path.startsWith("/admin/");
    expect(await troubles({}, production)).toEqual([expect.stringMatching(/^warning live admin: .*\/admin\/v1\//)]);
    expect(await troubles({ closes: isAdmin }, production)).toEqual([]);
  });

  test("of a proxy in front of another gateway", async () => {
    expect(await troubles({ to: other.url })).toEqual([
      expect.stringMatching(/^FAIL live address: another gateway, one with another key ring/),
    ]);
  });

  test("tells strangers nothing: without the proof, or with that of another ring, the probe is as ever", async () => {
    const plain = await (await fetch(`${gateway.url}/health/live`)).text();
    for (const query of ["challenge=00112233445566778899aabbccddeeff&proof=x", "challenge=x", "proof="])
      expect(await (await fetch(`${gateway.url}/health/live?${query}`)).text()).toBe(plain);
  });

  test("challenges of one network are bounded, whether or not their proof holds; probes are not", async () => {
    const server = await startServer({ DATA_DIR: await migratedDataDir() });
    const ask = (query: string) => fetch(`${server.url}/health/live${query}`);
    const statuses: number[] = [];
    // Two minutes may share them.
    for (let i = 0; i < 121; i++) statuses.push((await ask("?challenge=x&proof=y")).status);
    expect(statuses[0]).toBe(200);
    const refused = await ask("?challenge=x&proof=y");
    expect([statuses.includes(429), refused.status]).toEqual([true, 429]);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await ask("")).status).toBe(200);
    const { json } = await runJson(["doctor", "--live"], { ...env, DATA_DIR: env.DATA_DIR, BASE_URL: server.url });
    expect(json.checks).toContainEqual(
      expect.objectContaining({ check: "live address", message: expect.stringContaining("too many challenges") }),
    );
  });

  test("the end of the certificate is told, and one that comes soon", async () => {
    const { right } = makeCertificates();
    const tls = createTlsServer(right, (socket) => void socket.on("error", () => {}));
    await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", resolve));
    const address = `https://127.0.0.1:${(tls.address() as AddressInfo).port}`;
    const endsAt = Date.parse(new X509Certificate(right.cert).validTo);
    const at = (days: number) => checkLiveCertificate(address, endsAt - days * 86_400_000 - 1_000);
    const until = `that of 127.0.0.1 is valid until ${new Date(endsAt).toISOString().slice(0, 10)}`;
    expect(await at(14)).toMatchObject([{ check: "live certificate", ok: true, message: until }]);
    expect((await at(14))[0]).not.toHaveProperty("warning");
    expect(await at(13)).toMatchObject([
      { ok: true, warning: true, message: `${until}, for 13 more days: find out why it was not renewed` },
    ]);
    expect(await checkLiveCertificate("http://127.0.0.1", 0)).toEqual([]);
    await new Promise((resolve) => tls.close(resolve));
    expect(await checkLiveCertificate(address, 0)).toMatchObject([{ warning: true }]);
  });

  test("without BASE_URL there is nothing to ask", async () => {
    expect(await troubles({}, { BASE_URL: "" })).toEqual([
      expect.stringMatching(/^FAIL live address: BASE_URL is not set/),
    ]);
  });
});
