// The commands that end access for many, and those about agent sessions, as processes beside a running gateway.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endProcesses, migratedDataDir, runJson, START_MS, startServer } from "../../support/gateway-process.ts";

setDefaultTimeout(6 * START_MS);
afterAll(endProcesses);

let env: { DATA_DIR: string; LOG_LEVEL: string };
let url: string;
const ended = async (code: number, ...words: string[]) => {
  const response = await runJson(words, env);
  expect([words, response.code]).toEqual([words, code]);
  return response.json as Record<string, unknown>;
};

beforeAll(async () => {
  env = { DATA_DIR: await migratedDataDir(), LOG_LEVEL: "warn" };
  ({ url } = await startServer(env));
  await ended(0, "user", "create", "--email", "ada@example.com");
});

const newKey = async () => (await ended(0, "key", "create", "--user", "ada@example.com")).key as string;
const newSession = async (key: string) => {
  const response = await fetch(`${url}/api/v1/agent-sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ agent: "triage" }),
  });
  return ((await response.json()) as { data: { id: string; token: string } }).data;
};
const statusOf = async (key: string) =>
  (await fetch(`${url}/api/v1/tools`, { headers: { authorization: `Bearer ${key}` } })).status;

test("what would end is counted, ended only after a yes, reported and verified", async () => {
  const key = await newKey();
  await newSession(key);
  const words = ["revoke-all", "--user", "ada@example.com"];
  expect(await ended(0, ...words, "--dry-run")).toMatchObject({ counts: { key: 1, agent_session: 1 }, total: 2 });
  expect(await ended(1, ...words)).toMatchObject({ error: expect.stringContaining("Repeat with --yes") });
  expect(await statusOf(key)).toBe(200);
  const run = await ended(0, ...words, "--what", "keys,sessions", "--yes");
  expect(run).toMatchObject({ state: "done", ended: { key: 1, agent_session: 1 } });
  expect(await statusOf(key)).toBe(401);
  expect(await ended(0, "revoke-all", "show")).toMatchObject({ id: run.id });
  expect(await ended(0, "revoke-all", "list")).toMatchObject({ revocation_runs: [{ id: run.id }] });

  const file = join(env.DATA_DIR, "report.jsonl");
  await ended(0, "revoke-all", "report", "--out", file);
  expect(await ended(1, "revoke-all", "report", "--out", file)).toMatchObject({
    error: expect.stringContaining("already exists"),
  });
  expect(await ended(0, "revoke-all", "verify", file)).toMatchObject({
    authentic: true,
    complete: true,
    run_id: run.id,
  });
  const changed = join(env.DATA_DIR, "changed.jsonl");
  writeFileSync(changed, readFileSync(file, "utf8").replace('"key"', '"kez"'));
  expect(await ended(1, "revoke-all", "verify", changed)).toMatchObject({ authentic: false });
  writeFileSync(changed, "{}\n");
  expect(await ended(1, "revoke-all", "verify", changed)).toMatchObject({
    error: expect.stringContaining("no signature"),
  });
});

test("choices that mean nothing are refused in a sentence", async () => {
  const refused = async (...words: string[]) => (await ended(1, "revoke-all", ...words, "--yes")).error;
  expect(await refused()).toContain("Say what is to be ended");
  expect(await refused("--provider", "nowhere")).toContain('There is no provider "nowhere"');
  expect(await refused("--before", "2999-01-01T00:00:00Z")).toContain("in the future");
  expect(await refused("--user", "nobody@example.com")).toContain("There is no user");
  expect(await refused("--everything", "--what", "all")).toContain('There is no "all" to end');
});

test("agent sessions are listed, shown and ended, one or all", async () => {
  const key = await newKey();
  const [one, two] = [await newSession(key), await newSession(key)];
  const listed = await ended(0, "session", "list", "--user", "ada@example.com");
  expect((listed.agent_sessions as { id: string }[]).map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
  expect(await ended(0, "session", "show", one.id)).toMatchObject({ id: one.id, agent: "triage", status: "active" });
  expect(await ended(0, "session", "end", one.id)).toMatchObject({ status: "revoked" });
  expect([await statusOf(one.token), await statusOf(two.token)]).toEqual([401, 200]);
  expect(await ended(1, "session", "end")).toMatchObject({ error: expect.stringContaining("--all") });
  expect(await ended(1, "session", "end", "--all")).toMatchObject({ error: expect.stringContaining("--yes") });
  expect(await ended(0, "session", "end", "--all", "--yes")).toMatchObject({ ended: { agent_session: 1 } });
  expect([await statusOf(two.token), await statusOf(key)]).toEqual([401, 200]);
  expect(await ended(0, "session", "list")).toMatchObject({ agent_sessions: [] });
  expect(await ended(1, "session", "show", crypto.randomUUID())).toMatchObject({ code: "NOT_FOUND" });
});
