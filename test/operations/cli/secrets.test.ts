// Key rotation of a real process: secrets status, secrets rotate, and starts without an old key.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import {
  endProcesses,
  type GatewayServer,
  migratedDataDir,
  run,
  runJson,
  START_MS,
  startServer,
} from "../../support/gateway-process.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

const OLD = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const NEW = `k2:${Buffer.alloc(32, 2).toString("base64")}`;

test("S-52: the documented rotation (new key first, rotate, status) loses nothing", async () => {
  const base = { DATA_DIR: await migratedDataDir(), GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "github-secret" };
  const withRing = (keys: string) => ({ ...base, GATEWAY_SECRET_KEYS: keys });
  const secrets = async (verb: string) => {
    const { code, json } = await runJson(["secrets", verb], withRing(`${NEW},${OLD}`));
    expect([verb, code]).toEqual([verb, 0]);
    return json;
  };
  const stop = async (server: GatewayServer) => {
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  };
  const before = await startServer(withRing(OLD));
  await runJson(["user", "create", "--email", "ada@example.com"], withRing(OLD));
  const { key, id } = (await runJson(["key", "create", "--user", "ada@example.com"], withRing(OLD))).json;
  const connect = await fetch(`${before.url}/api/v1/integrations/connect`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ provider: "github", redirect_url: "http://localhost/done" }),
  });
  expect(connect.status).toBe(200);
  await stop(before);

  const refused = await run(["serve"], { ...withRing(NEW), PORT: "0" });
  expect([refused.code, refused.stdout + refused.stderr]).toEqual([
    1,
    expect.stringContaining('lacks the key "k1", which this database is encrypted with'),
  ]);

  const after = await startServer(withRing(`${NEW},${OLD}`));
  // The job that seals the audit log adds encrypted texts of its own, while either gateway runs.
  const oldKey = {
    id: "k1",
    in_ring: true,
    in_use: expect.any(Number),
    api_keys: 1,
    sessions: 1,
    can_be_removed: false,
  };
  expect((await secrets("status")).keys[1]).toEqual(oldKey);
  const rotated = await secrets("rotate");
  expect(rotated.sealed).toBeGreaterThan(0);
  expect(rotated.keys[0].in_use).toBeGreaterThanOrEqual(rotated.sealed);
  expect(rotated).toEqual({
    sealed: expect.any(Number),
    unreadable: 0,
    remaining: 0,
    keys: [
      { id: "k2", in_ring: true, in_use: expect.any(Number), api_keys: 0, sessions: 0, can_be_removed: false },
      { ...oldKey, in_use: 0 },
    ],
  });
  const usage = await fetch(`${after.url}/api/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
  expect(usage.status).toBe(200);
  await runJson(["key", "revoke", id], withRing(`${NEW},${OLD}`));
  const table = await run(["secrets", "status"], withRing(`${NEW},${OLD}`));
  expect(table.stdout).toMatch(
    /^id +in_ring +in_use +api_keys +sessions +can_be_removed\nk2 .*\nk1 +true +0 +0 +1 +false\n\nWhat uses each key\nring_key +table +kind +count +moved_by +keeps_key\n/,
  );
  expect(table.stdout).toMatch(/\nk1 +connect_sessions +mac +1 +expiry +true\n/);
  const neither = await run(["key", "list"], withRing(`${NEW},${OLD}`));
  expect([neither.code, neither.stderr]).toEqual([1, expect.stringContaining("Name either --user, or --ring-key")]);
  const pending = await run(["key", "list", "--ring-key", "k1"], withRing(`${NEW},${OLD}`));
  expect([pending.code, pending.stdout]).toEqual([0, "(none)\n"]);
  await stop(after);
});
