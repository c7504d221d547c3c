// Stopping a gateway process: calls in flight finish, usage rows are written, and a restart continues from there.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { consent } from "../../../emulators/consent.ts";
import { type EmulatedProvider, startEmulatedProvider } from "../../../emulators/emulators.ts";
import type { Database } from "../../../src/foundation/db/database.ts";
import { openEmbedded } from "../../../src/foundation/db/embedded.ts";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { type Lane, laneOf } from "../../support/database.ts";
import {
  BY_LAUNCHER,
  endProcesses,
  type GatewayServer,
  migratedDataDir,
  newDataDir,
  newFolder,
  START_MS,
  startServer,
} from "../../support/gateway-process.ts";
import { testPostgres } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(3 * START_MS);

/** Any loopback address: the tests send the callback to the process's own port. */
const BASE_URL = "http://127.0.0.1:8999";
const REPOS = "/api/v1/github/repos?limit=1";
const MINUTE_CALLS_OF_PRO = 300;

interface Installation {
  env: Record<string, string> & { DATA_DIR: string };
  /** Queries the database while no gateway runs. */
  look<T>(work: (database: Database) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

async function newInstallation(lane: Lane): Promise<Installation> {
  const dataDir = lane === "embedded" ? await migratedDataDir() : newDataDir();
  const url = lane === "embedded" ? null : await (await testPostgres()).createDatabase();
  const secrets = {
    GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, "key of a test").toString("base64")}`,
    GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
  };
  return {
    env: { DATA_DIR: dataDir, BASE_URL, ...(url && { DATABASE_URL: url, ...secrets }) },
    async look(work) {
      const database = url ? await openPostgres(url) : await openEmbedded({ dataDir });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    async remove() {
      if (url) await (await testPostgres()).dropDatabase(url);
    },
  };
}

/** Blocks the provider's next call until it is released. */
function block(provider: EmulatedProvider, path: string) {
  let release = () => {};
  const open = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hasArrived = false;
  provider.setFailureInjector(async (request) => {
    if (!request.path.startsWith(path)) return undefined;
    hasArrived = true;
    await open;
    return undefined;
  });
  return {
    release,
    arrived: () => until(() => hasArrived, START_MS),
  };
}

const isRefused = (url: string) =>
  fetch(`${url}/health/live`, { headers: { connection: "close" } }).then(
    () => false,
    () => true,
  );

for (const lane of laneOf(import.meta.file)) {
  describe(`stopping a gateway on ${lane}`, () => {
    let installation: Installation;
    let github: EmulatedProvider;
    let server: GatewayServer;
    let key: string;
    const send = (method: string, path: string, options: { key?: string; body?: object; id?: string } = {}) =>
      fetch(server.url + path, {
        method,
        redirect: "manual",
        headers: {
          authorization: `Bearer ${options.key ?? key}`,
          ...(options.body && { "content-type": "application/json" }),
          ...(options.id && { "x-request-id": options.id }),
        },
        ...(options.body && { body: JSON.stringify(options.body) }),
      });
    /** Starts to connect GitHub; returns the callback URL on the process's port. */
    const startConnect = async () => {
      const body = { provider: "github", redirect_url: "http://localhost/done" };
      const started = await (await send("POST", "/api/v1/integrations/connect", { body })).json();
      const callback = await consent(started.data.connect_url, "ada");
      return `${callback.pathname}${callback.search}`;
    };

    beforeAll(async () => {
      installation = await newInstallation(lane);
      github = await startEmulatedProvider("github", { redirectUri: `${BASE_URL}/api/v1/connect/callback` });
      const file = join(newFolder(), "providers.json");
      writeFileSync(file, JSON.stringify({ github: github.settings }));
      installation.env.GATEWAY_PROVIDERS_FILE = file;
      server = await startServer(installation.env, undefined, BY_LAUNCHER);
      const admin = (path: string, body: object) => send("POST", `/admin/v1${path}`, { key: server.adminToken, body });
      await admin("/users", { email: "ada@example.com", tier: "pro" });
      key = (await (await admin("/keys", { user: "ada@example.com" })).json()).data.key;
      const response = await send("GET", await startConnect());
      expect(response.headers.get("location")).toContain("status=success");
    });
    afterAll(async () => {
      await endProcesses();
      await github.close();
      await installation.remove();
    });

    test("R-05, R-44: repeated signals to the launcher's process group let a provider call finish and exit with 0", async () => {
      const blocked = block(github, "/user/repos");
      const call = send("GET", REPOS, { id: "held-at-sigterm" });
      await blocked.arrived();
      server.killGroup("SIGTERM");
      await until(() => isRefused(server.url), START_MS);
      for (const signal of ["SIGTERM", "SIGHUP", "SIGTERM", "SIGINT"] as const) server.killGroup(signal);
      // Time for the process to die of them.
      for (let i = 0; i < 5; i++) await until(() => isRefused(server.url), START_MS);
      blocked.release();
      const response = await call;
      expect(response.status).toBe(200);
      expect((await response.json()).data.repos).toHaveLength(1);
      const { code, stderr } = await server.ended;
      expect([code, stderr]).toEqual([0, ""]);
      expect(existsSync(join(installation.env.DATA_DIR, "server.json"))).toBe(false);
    });

    test("R-05: a stop writes the last call's usage row and releases every unused call", async () => {
      await installation.look(async (database) => {
        const rows = await database.query<{ state: string; status: number }>(
          "select state, status from usage_entries where request_id = $1",
          ["held-at-sigterm"],
        );
        expect(rows).toEqual([{ state: "done", status: 200 }]);
        // A minute's unused calls expire when the next minute begins.
        const windows = await database.query<{ kind: string; used: number; made: number }>(
          `select distinct on (kind) kind, used::int as used,
             (select count(*)::int from usage_entries where occurred_at >= starts_at) as made
           from limit_windows order by kind, starts_at desc`,
        );
        expect(windows.map(({ kind }) => kind)).toEqual(["day", "minute"]);
        for (const { used, made } of windows) expect(used).toBe(made);
        expect(windows[0]?.made).toBeGreaterThan(1);
        // For the next test: fewer calls remain today than a minute allows.
        await database.query("update limit_windows set used = 9900 where kind = 'day'");
      });
    });

    test("a restart keeps limit windows, key, integration and usage log", async () => {
      server = await startServer(installation.env);
      const response = await send("GET", REPOS);
      expect(response.status).toBe(200);
      expect(Number(response.headers.get("x-ratelimit-limit"))).toBeGreaterThan(MINUTE_CALLS_OF_PRO);
      expect(response.headers.get("x-ratelimit-remaining")).toBe("99");
      const usage = await (await send("GET", "/api/v1/usage?provider=github")).json();
      const ids = usage.data.entries.map((entry: { request_id: string }) => entry.request_id);
      expect(ids).toContain("held-at-sigterm");
    });

    test("R-05: SIGINT lets a callback exchange its code, store its grant and send its redirect", async () => {
      const callback = await startConnect();
      const blocked = block(github, "/login/oauth/access_token");
      const answering = send("GET", callback);
      await blocked.arrived();
      server.kill("SIGINT");
      await until(() => isRefused(server.url), START_MS);
      blocked.release();
      const response = await answering;
      expect([response.status, new URL(response.headers.get("location") ?? "").searchParams.get("status")]).toEqual([
        303,
        "success",
      ]);
      expect((await server.ended).code).toBe(0);
      expect(existsSync(join(installation.env.DATA_DIR, "server.json"))).toBe(false);
    });

    test("an idle kept-alive connection does not delay a stop", async () => {
      github.setFailureInjector();
      server = await startServer(installation.env);
      expect((await send("GET", "/api/v1/usage")).status).toBe(200);
      const start = performance.now();
      server.kill("SIGTERM");
      expect((await server.ended).code).toBe(0);
      expect(performance.now() - start).toBeLessThan(5_000);
    });

    test("R-44: a second Ctrl-C does not wait: the process ends with 130", async () => {
      server = await startServer(installation.env);
      const blocked = block(github, "/user/repos");
      const call = send("GET", REPOS).then(
        () => "answered",
        () => "cut off",
      );
      await blocked.arrived();
      server.kill("SIGINT");
      await until(() => isRefused(server.url), START_MS);
      let ended: number | null | undefined;
      server.ended.then(({ code }) => {
        ended = code;
      });
      // Pressed until it works: signals within half a second belong to the first press.
      await until(() => {
        if (ended === undefined) server.kill("SIGINT");
        return ended !== undefined;
      }, START_MS);
      expect(ended).toBe(130);
      expect(await call).toBe("cut off");
      blocked.release();
      expect(readdirSync(installation.env.DATA_DIR)).toContain("server.json");
    });
  });
}
