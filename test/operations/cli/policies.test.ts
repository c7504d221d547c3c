// The commands about rules on calls, as processes, beside a running gateway.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { endProcesses, migratedDataDir, runJson, START_MS, startServer } from "../../support/gateway-process.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

let env: { DATA_DIR: string; LOG_LEVEL: string };
const ended = async (code: number, ...words: string[]) => {
  const response = await runJson(words, env);
  expect([words, response.code]).toEqual([words, code]);
  return response.json;
};

beforeAll(async () => {
  env = { DATA_DIR: await migratedDataDir(), LOG_LEVEL: "warn" };
  await startServer(env);
});

test("rules are set from a file, shown, tried and explained", async () => {
  const file = join(env.DATA_DIR, "rules.json");
  const rules = [
    { name: "kept", outcome: "deny", reason: "Nothing is sent.", when: { service: "gmail", effect: "reaches" } },
  ];
  writeFileSync(file, JSON.stringify({ rules }));
  await ended(0, "user", "create", "--email", "ada@example.com");
  expect(await ended(0, "policy", "test", file, "--user", "ada@example.com")).toEqual({ tools: [] });
  expect(await ended(0, "policy", "set", file)).toEqual({ version: 1, default: "allow", rules: 1, warnings: [] });
  expect(await ended(0, "policy", "set", file)).toMatchObject({ version: 2 });
  expect(await ended(0, "policy", "show")).toMatchObject({
    scope: "operator",
    version: 2,
    rules,
    set_by: "admin:bootstrap",
  });
  const explain = ["policy", "explain", "google_gmail_send_message", "--user", "ada@example.com"];
  expect(await ended(0, ...explain, "--arguments", '{"to":"bob@example.com"}')).toMatchObject({
    ...{ outcome: "deny", rule: "kept", scope: "operator", reason: "Nothing is sent." },
  });
  expect(await ended(0, "policy", "explain", "google_gmail_list_messages", "--user", "ada@example.com")).toMatchObject({
    outcome: "allow",
  });
});

test("a file that is no rule set, and rules with a mistake, are refused in a sentence", async () => {
  const file = join(env.DATA_DIR, "wrong.json");
  writeFileSync(file, "[]");
  expect(await ended(1, "policy", "set", file)).toMatchObject({
    ...{ code: "VALIDATION_ERROR", error: expect.stringContaining("is not a JSON file with") },
  });
  writeFileSync(file, JSON.stringify({ rules: [{ outcome: "deny", reason: "No.", when: { provider: "gogle" } }] }));
  expect(await ended(1, "policy", "set", file)).toMatchObject({
    error: expect.stringContaining('perhaps you mean "google"'),
  });
});
