// Tries the configurations of docs/proxies with the proxies on the PATH and two replicas; run by hand: bun test/proxies/try.ts [name]
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withBuiltInApp } from "../../scripts/built-in-app.ts";
import { isPublic } from "../../scripts/public-paths.ts";
import { connectedKey, type FaultStage, FILE_HALF_BYTES, faultStage } from "../faults/stage.ts";
import type { GatewayServer } from "../support/gateway-process.ts";
import { type RawRequest, sendRaw } from "../support/raw-http.ts";
import { always, jsonAnswer, startTcpUpstream } from "../support/tcp-upstream.ts";
import { until, within } from "../support/until.ts";
import { behind, DOCS, PROXIES, type ProxyProgram, requestTarget } from "./behind.ts";

const PUBLIC = "http://127.0.0.1:8080";
const UNKNOWN_METHODS = 200;
const CALLS = 2_000;
const LOOPS = 16;
/** Enough that none reaches a minute's limit. */
const KEYS = 40;
/** Longer than the proxies' keep-alive time. */
const DRAIN_SECONDS = "4";
const DEADLINE_MS = 30_000;
const READ = "/api/v1/stub/thing";
const WRITE = "/api/v1/stub/things";
/** Spellings that try to bypass a rule for /admin, and other internal paths. */
const CLOSED = [
  "/admin/v1/users",
  "/admin\\v1\\users",
  "\\admin\\v1\\users",
  "/./admin/v1/users",
  "/%2e/admin/v1/users",
  "/%2E%2e/admin/v1/users",
  "/x/../admin/v1/users",
  "/x/%2e%2e/admin/v1/users",
  "/api/v1/../../admin/v1/users",
  "/api/v1/..%2f..%2fadmin/v1/users",
  "/api/v1/..\\..\\admin\\v1\\users",
  "/api/v1/%2e%2e/.%2e/admin/v1/users",
  "/api/v1/%5c..%5c../admin/v1/users",
  "//admin/v1/users",
  "/%61dmin/v1/users",
  "/ad\tmin/v1/users",
  "/api/v1/.\t./../admin/v1/users",
  "http://127.0.0.1/admin/v1/users",
  "http://127.0.0.1/./admin/v1/users",
  "/metrics",
];

/** A minimal configuration: by default a replica that closes a connection counts as failed for ten seconds. */
const STOCK_NGINX = `events {} http {
  upstream gateway { server 127.0.0.1:3000; server 127.0.0.1:3010; }
  server { listen 127.0.0.1:8080; location / { proxy_pass http://gateway; } } }`;

const bearer = (key: string) => `Authorization: Bearer ${key}`;
const call = (url: string, keys: readonly string[], i: number): RawRequest & { url: string } => {
  const headers = [bearer(keys[i % keys.length] as string)];
  if (i % 2 === 0) return { url, target: READ, headers };
  const body = JSON.stringify({ name: `thing ${i}` });
  headers.push("Content-Type: application/json", `Content-Length: ${body.length}`);
  return { url, method: "POST", target: WRITE, headers, writeBody: (socket) => void socket.write(body) };
};

/** Makes calls until `isOver`; counts them by status, incomplete responses as "no response". */
async function load(url: string, keys: readonly string[], isOver: (done: number) => boolean, delayMs = 0) {
  const outcomes: Record<string, number> = {};
  let begun = 0;
  const loop = async () => {
    while (!isOver(begun)) {
      const { url: to, ...request } = call(url, keys, begun++);
      const outcome = await sendRaw(to, request).then(
        ({ status, headers, body }) =>
          status === 200 ? "200" : `${status} ${headers.get("x-error-code") ?? body.slice(0, 40)}`,
        () => "no response",
      );
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, loop));
  return outcomes;
}

/** Sends unknown methods one after another, during valid calls. */
async function unknownMethods(url: string, keys: readonly string[]) {
  const refused: Record<string, number> = {};
  let sent = 0;
  const attack = async () => {
    for (; sent < UNKNOWN_METHODS; sent++) {
      const { status } = await sendRaw(url, {
        method: ["FOO", "BREW", "XYZZY"][sent % 3],
        target: "/",
        mayBeCut: true,
      });
      refused[status] = (refused[status] ?? 0) + 1;
    }
  };
  const [calls] = await Promise.all([load(url, keys, (begun) => begun >= CALLS && sent >= UNKNOWN_METHODS), attack()]);
  return { "unknown methods": refused, "calls beside them": calls };
}

/** With the admin token: the paths that reach the gateway, and the statuses of all. */
async function closedPaths(url: string, adminToken: string) {
  const open: string[] = [];
  const statuses: Record<string, number> = {};
  for (const target of CLOSED) {
    const { status, head } = await sendRaw(url, { target, headers: [bearer(adminToken)], mayBeCut: true });
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status < 400 || status > 499 || /^x-request-id:/im.test(head)) open.push(`${target}: ${status}`);
  }
  return { "paths that must not pass": statuses, "let through to the gateway": open };
}

/** Checks that the proxy forwards headers and targets unchanged. */
async function passing(url: string, direct: string, key: string) {
  const outcomeAt = async (to: string, headers: string[], target = READ): Promise<string> => {
    const response = await sendRaw(to, { target, headers: [bearer(key), ...headers] });
    return `${response.status} ${response.headers.get("x-error-code")} ${response.headers.get("x-request-id")}`;
  };
  const id = "X-Request-Id: a-caller's-own";
  const cases: [string, string[], string?][] = [
    ["X-Account-Id", [id, "X-Account-Id: nobody"]],
    ["X-Account-Id*", [id, "X-Account-Id*: UTF-8''nobody"]],
    ["dots in a query", [id], "/api/v1/stub/thing?x=/../%5c"],
    ["dots in a name", [id], "/api/v1/stub/..thing"],
  ];
  const differs: string[] = [];
  for (const [name, headers, target] of cases) {
    const [here, there] = [await outcomeAt(url, headers, target), await outcomeAt(direct, headers, target)];
    if (here !== there) differs.push(`${name}: ${here} instead of ${there}`);
  }
  return { "differs from the gateway's own response": differs };
}

/** Every public route of the dashboard, the documents and the sign-in by GET: the gateway's own status, through the proxy. */
async function publicPaths(url: string, direct: string) {
  const routes = await withBuiltInApp((app) =>
    app.routes.filter((route) => isPublic(route) && route.method === "GET" && route.access === "public"),
  );
  const differs: string[] = [];
  const targets = [...new Set(routes.map(({ path }) => requestTarget(path)))].filter(
    (path) => path !== "/health/ready",
  );
  for (const target of targets) {
    const [here, there] = [await sendRaw(url, { target }), await sendRaw(direct, { target })];
    if (here.status !== there.status || !/^x-request-id:/im.test(here.head)) differs.push(`${target}: ${here.status}`);
  }
  return { [`of ${targets.length} public pages and texts not from the gateway`]: differs };
}

/** The address that the gateway logs for a client at 127.0.0.2, which writes into the header itself. */
async function clientAddress(url: string, replicas: readonly GatewayServer[]) {
  const refused = () =>
    replicas.flatMap(({ written }) => written.stderr.split("\n").filter((line) => line.includes("key_refused")));
  const before = refused();
  await sendRaw(url, { target: READ, from: "127.0.0.2", headers: ["X-Forwarded-For: 192.0.2.1, 127.0.0.1"] });
  await until(() => refused().length > before.length, 5_000);
  const [line = ""] = refused().filter((line) => !before.includes(line));
  return { "a client at 127.0.0.2 is": (JSON.parse(line) as { address: string }).address };
}

/** The first half of a file must arrive while the provider blocks the second. */
async function streaming(url: string, stage: FaultStage, key: string) {
  const blocked = stage.hold("/file");
  const headers = { authorization: `Bearer ${key}`, accept: "application/octet-stream" };
  const response = await within("the head of a file", fetch(`${url}/api/v1/stub/file`, { headers }), 10_000);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let size = 0;
  const half = async () => {
    while (size < FILE_HALF_BYTES) size += (await reader.read()).value?.byteLength ?? Number.NaN;
  };
  const isStreamed = await within("half a file", half()).then(
    () => true,
    () => false,
  );
  blocked.letGo();
  await reader.cancel();
  return { "files flow as they come": isStreamed };
}

/** A silent provider: the gateway's 503, not the proxy's 504. */
async function slowProvider(url: string, stage: FaultStage, key: string) {
  const blocked = stage.hold("/thing");
  const response = await fetch(url + READ, { headers: { authorization: `Bearer ${key}` } });
  blocked.letGo();
  const { details } = (await response.json()) as { details?: { reason: string } };
  return { [`a provider that is silent for ${DEADLINE_MS / 1000} s`]: `${response.status} ${details?.reason}` };
}

/** How often the proxy sends a request whose connection breaks before a response. */
async function repeats(proxy: ProxyProgram, text: string) {
  const upstreams = [await startTcpUpstream(), await startTcpUpstream()];
  for (const upstream of upstreams) {
    upstream.answer((request, wire) =>
      request.path === "/health/ready" ? always(jsonAnswer({}))(request, wire) : wire.reset(),
    );
  }
  const sent: Record<string, number> = {};
  await behind(
    proxy,
    text,
    upstreams.map(({ url }) => url),
    async (url) => {
      for (const method of ["POST", "PATCH", "PUT", "DELETE", "GET"]) {
        await sendRaw(url, { method, target: "/api/v1/x", headers: ["Content-Length: 0"], mayBeCut: true });
        const seen = upstreams.flatMap(({ requests }) => requests);
        sent[method] = seen.filter((one) => one.method === method && one.path === "/api/v1/x").length;
      }
    },
  );
  await Promise.all(upstreams.map((upstream) => upstream.close()));
  return { "sent, where the connection breaks each time": sent };
}

/** Both replicas, one after the other, under load. */
async function rollingRestart(url: string, keys: readonly string[], replicas: GatewayServer[], start: Start) {
  let isOver = false;
  const calls = load(url, keys, () => isOver, 40);
  for (const [i, replica] of replicas.entries()) {
    replica.kill("SIGTERM");
    await replica.ended;
    replicas[i] = await start(new URL(replica.url).port);
    // The proxies that probe do so each second.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
  isOver = true;
  return { "calls during a restart of both": await calls };
}
type Start = (port: string) => Promise<GatewayServer>;

const stage = await faultStage();
const settings = { BASE_URL: PUBLIC, DRAIN_SECONDS, TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "info" };
const start: Start = (port) => stage.start(undefined, { ...settings, PORT: port });
const replicas = [await start("0"), await start("0")];
const [first] = replicas as [GatewayServer];
const keys = await Promise.all(Array.from({ length: KEYS }, () => connectedKey(first)));
const [key = ""] = keys;
const urls = replicas.map(({ url }) => url);
const report = (name: string, found: object) => console.log(JSON.stringify({ [name]: found }, null, 2));

const only = process.argv.slice(2);
for (const proxy of PROXIES.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const version = spawnSync(proxy.name, [proxy.name === "caddy" ? "version" : "-v"], { encoding: "utf8" });
  if (version.error) {
    report(proxy.name, { left_out: "not on the PATH" });
    continue;
  }
  const text = readFileSync(join(DOCS, proxy.file), "utf8");
  if (proxy.name === "nginx") {
    report("nginx with its defaults", await behind(proxy, STOCK_NGINX, urls, (url) => unknownMethods(url, keys)));
  }
  await behind(proxy, text, urls, async (url) => {
    report(proxy.name, {
      version: `${version.stdout}${version.stderr}`.split("\n")[0],
      ...(await unknownMethods(url, keys)),
      ...(await closedPaths(url, first.adminToken)),
      ...(await passing(url, first.url, key)),
      ...(await publicPaths(url, first.url)),
      ...(await clientAddress(url, replicas)),
      ...(await streaming(url, stage, key)),
      ...(await slowProvider(url, stage, key)),
      ...(await repeats(proxy, text)),
      ...(await rollingRestart(url, keys, replicas, start)),
    });
  });
}
await stage.end();
process.exit(0);
