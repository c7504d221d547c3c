// Stopping a gateway process: calls under way are finished, the ledger is written, and a restart goes on where it ended.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../src/db/database.ts";
import { openEmbedded } from "../../src/db/embedded.ts";
import { openPostgres } from "../../src/db/postgres.ts";
import { consent } from "../../src/demo/consent.ts";
import { type EmulatedProvider, startEmulatedProvider } from "../../src/demo/emulators.ts";
import { LANES, type Lane } from "../support/database.ts";
import {
  BY_LAUNCHER,
  endProcesses,
  type GatewayServer,
  migratedDataDir,
  newDataDir,
  newFolder,
  START_MS,
  startServer,
} from "../support/gateway-process.ts";
import { testPostgres } from "../support/postgres.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(3 * START_MS);

/** Any loopback address: the tests take the callback to where the process listens. */
const BASE_URL = "http://127.0.0.1:8999";
const REPOS = "/api/v1/github/repos?limit=1";
const MINUTE_CALLS_OF_PRO = 300;

interface Place {
  env: Record<string, string> & { DATA_DIR: string };
  /** Looks into the database while no gateway runs. */
  look<T>(work: (database: Database) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

async function newPlace(lane: Lane): Promise<Place> {
  const dataDir = lane === "embedded" ? await migratedDataDir() : newDataDir();
  const url = lane === "embedded" ? null : await (await testPostgres()).createDatabase();
  const secrets = {
    GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
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

/** A provider whose next call waits until it is let go. */
function hold(provider: EmulatedProvider, path: string) {
  let letGo = () => {};
  const open = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let hasArrived = false;
  provider.setFault(async (request) => {
    if (!request.path.startsWith(path)) return undefined;
    hasArrived = true;
    await open;
    return undefined;
  });
  return {
    letGo,
    arrived: () => until(() => hasArrived, START_MS),
  };
}

const isRefused = (url: string) =>
  fetch(`${url}/health/live`, { headers: { connection: "close" } }).then(
    () => false,
    () => true,
  );

for (const lane of LANES) {
  describe(`a gateway on ${lane} that is told to stop`, () => {
    let place: Place;
    let github: EmulatedProvider;
    let server: GatewayServer;
    let key: string;
    const send = (method: string, path: string, given: { key?: string; body?: object; id?: string } = {}) =>
      fetch(server.url + path, {
        method,
        redirect: "manual",
        headers: {
          authorization: `Bearer ${given.key ?? key}`,
          ...(given.body && { "content-type": "application/json" }),
          ...(given.id && { "x-request-id": given.id }),
        },
        ...(given.body && { body: JSON.stringify(given.body) }),
      });
    /** Starts to connect GitHub; gives the callback that the provider's consent page leads to, at the process. */
    const startConnect = async () => {
      const body = { provider: "github", redirect_url: "http://localhost/done" };
      const started = await (await send("POST", "/api/v1/integrations/connect", { body })).json();
      const callback = await consent(started.data.connect_url, "ada");
      return `${callback.pathname}${callback.search}`;
    };

    beforeAll(async () => {
      place = await newPlace(lane);
      github = await startEmulatedProvider("github", { redirectUri: `${BASE_URL}/api/v1/connect/callback` });
      const file = join(newFolder(), "providers.json");
      writeFileSync(file, JSON.stringify({ github: github.settings }));
      place.env.GATEWAY_PROVIDERS_FILE = file;
      server = await startServer(place.env, undefined, BY_LAUNCHER);
      const admin = (path: string, body: object) => send("POST", `/admin/v1${path}`, { key: server.adminToken, body });
      await admin("/users", { email: "ada@example.com", tier: "pro" });
      key = (await (await admin("/keys", { user: "ada@example.com" })).json()).data.key;
      const answer = await send("GET", await startConnect());
      expect(answer.headers.get("location")).toContain("status=success");
    });
    afterAll(async () => {
      await endProcesses();
      await github.close();
      await place.remove();
    });

    test("R-05, R-44: signals to the launcher's whole process group, again and again, let a provider call finish with its answer, and end with 0", async () => {
      const held = hold(github, "/user/repos");
      const call = send("GET", REPOS, { id: "held-at-sigterm" });
      await held.arrived();
      server.killGroup("SIGTERM");
      await until(() => isRefused(server.url), START_MS);
      for (const signal of ["SIGTERM", "SIGHUP", "SIGTERM", "SIGINT"] as const) server.killGroup(signal);
      // Time for the process to die of them, were it to.
      for (let i = 0; i < 5; i++) await until(() => isRefused(server.url), START_MS);
      held.letGo();
      const answer = await call;
      expect(answer.status).toBe(200);
      expect((await answer.json()).data.repos).toHaveLength(1);
      const { code, stderr } = await server.ended;
      expect([code, stderr]).toEqual([0, ""]);
      expect(existsSync(join(place.env.DATA_DIR, "server.json"))).toBe(false);
    });

    test("R-05: a stop writes the last call into the usage log and gives every unspent call back", async () => {
      await place.look(async (database) => {
        const rows = await database.query<{ state: string; status: number }>(
          "select state, status from usage_entries where request_id = $1",
          ["held-at-sigterm"],
        );
        expect(rows).toEqual([{ state: "done", status: 200 }]);
        // What is left of a minute's calls when the next one begins is worth nothing to anybody.
        const windows = await database.query<{ kind: string; used: number; made: number }>(
          `select distinct on (kind) kind, used::int as used,
             (select count(*)::int from usage_entries where occurred_at >= starts_at) as made
           from limit_windows order by kind, starts_at desc`,
        );
        expect(windows.map(({ kind }) => kind)).toEqual(["day", "minute"]);
        for (const { used, made } of windows) expect(used).toBe(made);
        expect(windows[0]?.made).toBeGreaterThan(1);
        // For the next test: fewer calls left today than a minute allows.
        await database.query("update limit_windows set used = 9900 where kind = 'day'");
      });
    });

    test("a restart resets no limit window, and key, integration and usage log are as they were", async () => {
      server = await startServer(place.env);
      const answer = await send("GET", REPOS);
      expect(answer.status).toBe(200);
      expect(Number(answer.headers.get("x-ratelimit-limit"))).toBeGreaterThan(MINUTE_CALLS_OF_PRO);
      expect(answer.headers.get("x-ratelimit-remaining")).toBe("99");
      const usage = await (await send("GET", "/api/v1/usage?provider=github")).json();
      const ids = usage.data.entries.map((entry: { request_id: string }) => entry.request_id);
      expect(ids).toContain("held-at-sigterm");
    });

    test("R-05: SIGINT lets a callback finish: its code is exchanged, its grant stored, its redirect sent", async () => {
      const callback = await startConnect();
      const held = hold(github, "/login/oauth/access_token");
      const answering = send("GET", callback);
      await held.arrived();
      server.kill("SIGINT");
      await until(() => isRefused(server.url), START_MS);
      held.letGo();
      const answer = await answering;
      expect([answer.status, new URL(answer.headers.get("location") ?? "").searchParams.get("status")]).toEqual([
        303,
        "success",
      ]);
      expect((await server.ended).code).toBe(0);
      expect(existsSync(join(place.env.DATA_DIR, "server.json"))).toBe(false);
    });

    test("an idle connection that a client keeps open does not hold a stop up", async () => {
      github.setFault();
      server = await startServer(place.env);
      expect((await send("GET", "/api/v1/usage")).status).toBe(200);
      const start = performance.now();
      server.kill("SIGTERM");
      expect((await server.ended).code).toBe(0);
      expect(performance.now() - start).toBeLessThan(5_000);
    });

    test("R-44: a second Ctrl-C does not wait: the process ends with 130", async () => {
      server = await startServer(place.env);
      const held = hold(github, "/user/repos");
      const call = send("GET", REPOS).then(
        () => "answered",
        () => "cut off",
      );
      await held.arrived();
      server.kill("SIGINT");
      await until(() => isRefused(server.url), START_MS);
      let ended: number | null | undefined;
      server.ended.then(({ code }) => {
        ended = code;
      });
      // A person presses it again until it works; what comes within half a second is the first press still.
      await until(() => {
        if (ended === undefined) server.kill("SIGINT");
        return ended !== undefined;
      }, START_MS);
      expect(ended).toBe(130);
      expect(await call).toBe("cut off");
      held.letGo();
      expect(readdirSync(place.env.DATA_DIR)).toContain("server.json");
    });
  });
}
