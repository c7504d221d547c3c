// `gateway integrations import` as a process: progress, the report, exit codes, and running it again.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { platform } from "../../../src/foundation/platform/bun.ts";
import {
  endProcesses,
  migratedDataDir,
  newFolder,
  run,
  runJson,
  START_MS,
  startServer,
} from "../../support/gateway-process.ts";

setDefaultTimeout(3 * START_MS);

/** Takes `gho_live_<id>`, and says that it is of the person with that id. */
const standIn = platform.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const id = /^Bearer gho_live_(\d+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
    if (!id) return Response.json({ message: "Bad credentials" }, { status: 401 });
    return Response.json({ id: Number(id), login: `person-${id}` });
  },
});

describe("integrations import", () => {
  const folder = newFolder();
  let env: { DATA_DIR: string } & Record<string, string>;
  beforeAll(async () => {
    const providers = join(folder, "providers.json");
    const github = { clientId: "client", clientSecret: "secret", baseUrl: `http://127.0.0.1:${standIn.port}` };
    writeFileSync(providers, JSON.stringify({ github }));
    env = { DATA_DIR: await migratedDataDir(), LOG_LEVEL: "warn", GATEWAY_PROVIDERS_FILE: providers };
    await startServer(env);
    await run(["user", "create", "--email", "ada@example.com"], env);
    await run(["partner", "create", "--user", "ada@example.com"], env);
  });
  afterAll(async () => {
    await endProcesses();
    await standIn.stop();
  });

  const fileOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const entry = (id: number, more: object = {}) => ({
    account: `customer-${id}`,
    provider: "github",
    access_token: `gho_live_${id}`,
    scopes: ["repo"],
    ...more,
  });
  const ids = Array.from({ length: 60 }, (_, i) => i + 1);
  const general = ["--user", "ada@example.com", "--create-accounts"];

  test("lines: progress, a report by line without a secret, exit code 1, and unchanged when run again", async () => {
    const lines = ids.map((id) => JSON.stringify(entry(id)));
    lines[9] = '{"provider":"github","access_token":"gho_live_10"';
    lines[29] = JSON.stringify(entry(30, { access_token: "gho_of_nobody" }));
    lines[39] = JSON.stringify(entry(40, { access_token: "gho_live_40\n" }));
    const file = fileOf("lines.jsonl", `${lines.join("\n")}\n`);
    const dry = await runJson(["integrations", "import", file, ...general, "--dry-run"], env);
    expect([dry.code, dry.json]).toMatchObject([1, { read: 60, imported: 0, valid: 57, refused: 3 }]);
    const report = join(folder, "refused.jsonl");
    const words = ["integrations", "import", file, ...general, "--report", report];
    const first = await run([...words, "--json"], env);
    expect([first.code, JSON.parse(first.stdout)]).toMatchObject([
      1,
      { read: 60, imported: 57, unchanged: 0, refused: 3 },
    ]);
    expect(first.stderr).toContain("60 read, 57 imported, 3 refused");
    const refused = readFileSync(report, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(refused.map(({ line, code }) => [line, code]).sort()).toEqual([
      [10, "INVALID_ENTRY"],
      [30, "CREDENTIALS_REFUSED"],
      [40, "INVALID_ENTRY"],
    ]);
    expect(first.stdout + first.stderr + readFileSync(report, "utf8")).not.toContain("gho_");
    const taken = await runJson(words, env);
    expect([taken.code, taken.json.error]).toEqual([
      1,
      `${report} already exists: choose another file for the report.`,
    ]);
    const again = await run(["integrations", "import", file, ...general], env);
    expect([again.code, again.stdout]).toEqual([1, expect.stringMatching(/imported +0\nunchanged +57\n/)]);
    expect(again.stderr).toContain("line 30: CREDENTIALS_REFUSED: GitHub does not accept the access token.");
  });

  test("an array of Nango's connections, under the names that they have there", async () => {
    const connections = [61, 62].map((id) => ({
      connection_id: `nango-${id}`,
      provider_config_key: "github-app-oauth",
      provider: "github-app-oauth",
      connection_config: {},
      credentials: {
        type: "OAUTH2",
        access_token: `gho_live_${id}`,
        raw: { access_token: `gho_live_${id}`, scope: "repo" },
      },
    }));
    const file = fileOf("nango.json", JSON.stringify(connections, null, 2));
    const words = ["integrations", "import", file, ...general, "--from", "nango"];
    expect((await runJson(words, env)).json).toMatchObject({ imported: 0, refused: 2 });
    const mapped = await runJson([...words, "--provider", "github-app-oauth=github"], env);
    expect([mapped.code, mapped.json]).toMatchObject([0, { read: 2, imported: 2, refused: 0 }]);
  });

  test("a file that is not there, and a pair that is none, say so", async () => {
    const missing = await runJson(["integrations", "import", join(folder, "none")], env);
    expect([missing.code, missing.json.error]).toEqual([1, `There is no file ${join(folder, "none")}.`]);
    const file = fileOf("one.jsonl", "{}");
    const pair = await runJson(["integrations", "import", file, "--provider", "google"], env);
    expect([pair.code, pair.json.error]).toContain(
      "--provider needs the form theirs=ours, such as google-mail=google.",
    );
  });
});
