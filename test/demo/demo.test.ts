// `gateway demo` as a process: its calls, its cleanup, and the commands that it prints.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { newBrowser } from "../dashboard/browser.ts";
import {
  type Ended,
  endProcesses,
  type GatewayProcess,
  migratedDataDir,
  newFolder,
  run,
  runJson,
  START_MS,
  startProcess,
} from "../support/gateway-process.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

const PROVIDERS = ["google", "github", "slack"];
const API_KEY = /^sk_live_[0-9A-Za-z]{49}$/;
const ACCOUNTS = [
  ["customer-1", "grace@example.com"],
  ["customer-2", "alan@example.com"],
] as const;

describe("demo --once", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await migratedDataDir();
  });

  test("exits with 0, prints calls of every provider, and writes the file for its owner only", async () => {
    const cwd = newFolder();
    const file = join(cwd, "made.json");
    const { code, stdout, stderr } = await run(
      ["demo", "--once", "--json", file],
      { PORT: "0", DATA_DIR: dataDir },
      cwd,
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^── (\d+) of \1 calls ended as they should$/m);
    for (const provider of PROVIDERS) {
      expect(stdout).toContain(`── Connect ${provider}: `);
      expect(stdout).toMatch(new RegExp(`^ {2}GET +/api/v1/${provider}/`, "m"));
      expect(stdout).toMatch(new RegExp(`^ {2}POST +/api/v1/${provider}/`, "m"));
    }
    for (const [externalId, person] of ACCOUNTS) {
      expect(stdout).toContain(
        `── Connect google for ${externalId}: authorize page, consent as ${person}, callback, confirmation`,
      );
      for (const path of ["gmail/messages", "calendar/events"]) {
        expect(stdout).toMatch(new RegExp(`^ {2}GET +/api/v1/google/${path}\\?.*X-Account-Id: ${externalId}\\)$`, "m"));
      }
    }
    const [, onStream] =
      /^ {2}stream +repos\.pushed (\S+) "1 commit pushed to main of ada\/engine"$/m.exec(stdout) ?? [];
    expect(onStream).toBeString();
    expect(stdout).toContain(`\n  webhook   repos.pushed ${onStream}, signature verified\n`);
    expect(stdout).toMatch(new RegExp(`^ {2}200 +\\{"data":\\{"events":\\[\\{"id":"${onStream}"`, "m"));
    expect(stdout).toContain(`\n  PATCH   /api/v1/inbox/events/${onStream}  {"status":"read"}`);
    expect(stdout).toMatch(/^ {2}202 .*"code":"APPROVAL_REQUIRED"/m);
    expect(stdout).toContain("\n  google  0 mails have left\n");
    expect(stdout).not.toMatch(/whsec_\w|as_live_\w/);
    expect(stdout).toMatch(/^ {2}partner +\{"tier":"pro","month":"\d{4}-\d\d","calls":\d+,/m);
    const made = JSON.parse(readFileSync(file, "utf8"));
    expect(made).toEqual({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      api_key: expect.stringMatching(API_KEY),
      dashboard: { email: "ada@example.com", password: expect.stringMatching(/^[A-Za-z0-9_-]{12}$/) },
      admin_token: expect.stringMatching(/^adm_/),
      providers: PROVIDERS,
      partner: {
        api_key: expect.stringMatching(API_KEY),
        accounts: ACCOUNTS.map(([externalId]) => ({ id: expect.any(String), external_id: externalId })),
      },
    });
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    for (const secret of [made.api_key, made.admin_token, made.partner.api_key]) expect(stdout).not.toContain(secret);
  });

  test("keeps the folder of DATA_DIR and runs on it again", async () => {
    expect(readdirSync(dataDir).sort()).toEqual(["gateway.lock", "pglite", "secrets.json"]);
    const { code, stdout, stderr } = await run(["demo", "--once"], { PORT: "0", DATA_DIR: dataDir });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^── (\d+) of \1 calls ended as they should$/m);
    expect(readdirSync(dataDir).sort()).toEqual(["gateway.lock", "pglite", "secrets.json"]);
  });

  test("fails on a taken port with one sentence and leaves no folder", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const cwd = newFolder();
    const { code, stderr } = await run(["demo", "--once"], { PORT: String(port) }, cwd);
    server.close();
    expect([code, stderr]).toEqual([1, `Port ${port} of 127.0.0.1 is taken; set PORT (0 picks a free one).\n`]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe("demo", () => {
  const cwd = newFolder();
  let demo: GatewayProcess;
  let handover: string;
  beforeAll(async () => {
    demo = startProcess(["demo"], { PORT: "0", LOG_LEVEL: "warn" }, cwd);
    let early: Ended | null = null;
    demo.ended.then((ended) => {
      early = ended;
    });
    await until(() => early !== null || demo.written.stdout.endsWith("limit=2'\n\n"), 2 * START_MS);
    expect(early).toBe(null);
    handover = demo.written.stdout.slice(demo.written.stdout.indexOf("Yours to try"));
  });

  test("stays up, with its data in the printed folder", () => {
    const folder = /^ {2}data +(.+)$/m.exec(handover)?.[1] ?? "";
    expect(folder).toStartWith(join(cwd, "gateway-demo-"));
    expect(existsSync(join(folder, "pglite"))).toBe(true);
  });

  test("no job of it has failed when every source has been polled, and no poll has failed meanwhile", async () => {
    const folder = /^ {2}data +(.+)$/m.exec(handover)?.[1] ?? "";
    const queues = async (): Promise<{ queue: string; due: number; active: number | null; failed: number }[]> =>
      (await runJson(["jobs"], { DATA_DIR: folder })).json.queues;
    const polls = async () => (await queues()).find(({ queue }) => queue === "source_polls");
    await until(async () => {
      const found = await polls();
      return found?.due === 0 && found.active === 0;
    }, START_MS);
    expect((await queues()).filter(({ failed }) => failed > 0)).toEqual([]);
    expect(demo.written.stderr.split("\n").filter((line) => line.includes('"event":"source_'))).toEqual([]);
  });

  test("each printed command works in a shell", () => {
    const lines = handover.replaceAll("\\\n", " ").split("\n");
    const curls = lines.map((line) => line.trim()).filter((line) => line.startsWith("curl "));
    const keys = lines.map((line) => line.trim()).filter((line) => /^(PARTNER_)?KEY=sk_live_/.test(line));
    expect(curls.length).toBeGreaterThanOrEqual(8);
    for (const provider of ["google", "github", "slack", "tools", "inbox", "usage"]) {
      expect(curls.join("\n")).toContain(`/api/v1/${provider}/`);
    }
    const shell = spawnSync(
      "sh",
      ["-c", [...keys, ...curls.map((curl) => `${curl} -w '\\n%{http_code}\\n'`)].join("\n")],
      {
        encoding: "utf8",
      },
    );
    const responses = shell.stdout.trimEnd().split("\n");
    expect(responses.filter((_, index) => index % 2 === 1)).toEqual(curls.map(() => "200"));
    const data = responses.filter((_, index) => index % 2 === 0).map((body) => JSON.parse(body).data);
    expect(data).not.toContain(undefined);
    expect(data.at(-1).messages[0].to).toEqual([{ name: null, email: ACCOUNTS[0][1] }]);
  });

  test("the printed address and password open the dashboard, with what the demo connected", async () => {
    const [, url = ""] = /^ {2}dashboard +(\S+)\/$/m.exec(handover) ?? [];
    const [, email = "", password = ""] = /^ {2}sign in +(\S+) with (\S+)$/m.exec(handover) ?? [];
    const browser = newBrowser({ url });
    expect((await browser.submit("/sign-in", { email, password })).headers.get("location")).toBe("/");
    // The person acts for several users, so every address names one.
    const { text } = await browser.get((await browser.get("/integrations")).headers.get("location") as string);
    expect(text.match(/Disconnect</g)).toHaveLength(4);
  });

  test("still reports pushes to the watched repository", async () => {
    const [, url] = /^ {2}base URL +(\S+)$/m.exec(handover) ?? [];
    const [, key] = /^ {2}key +(\S+)$/m.exec(handover) ?? [];
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const file = { path: "MORE.md", content: "More.", message: "Written by hand" };
    const contents = `${url}/api/v1/github/repos/ada/engine/contents`;
    const written = await fetch(contents, { method: "PUT", headers, body: JSON.stringify(file) });
    expect(written.status).toBe(200);
    await until(async () => {
      const listed = await fetch(`${url}/api/v1/inbox/events?status=unread&type=repos.pushed`, { headers });
      const { data } = (await listed.json()) as { data: { events: { summary: string }[] } };
      return data.events.map(({ summary }) => summary).join() === "Written by hand";
    }, START_MS);
  });

  test("the command that it prints lets a provider fail for one account, until it is switched off", async () => {
    const [, words = "", at = ""] = /^ {2}npm run gateway -- (demo fault .+ --at (\S+))$/m.exec(handover) ?? [];
    const [, url] = /^ {2}base URL +(\S+)$/m.exec(handover) ?? [];
    const [, key] = /^ {2}partner +(\S+)$/m.exec(handover) ?? [];
    expect(handover).toContain(`\n  faults     ${at}/ `);
    const command = words.replace("revoked", "provider_error").split(" ");
    const reasonFor = async (account: string) => {
      const headers = { authorization: `Bearer ${key}`, "x-account-id": account };
      const response = await fetch(`${url}/api/v1/google/gmail/messages?limit=1`, { headers });
      return response.headers.get("x-error-reason");
    };
    const set = await run(command, {});
    expect([set.code, set.stderr]).toEqual([0, ""]);
    expect([await reasonFor("customer-1"), await reasonFor("customer-2")]).toEqual(["provider_error", null]);
    const listed = await run(["demo", "fault", "--at", at], {});
    expect(listed.stdout).toMatch(/^google +provider_error +customer-1 +-$/m);
    const off = await run(["demo", "fault", "google", "--off", "--at", at], {});
    expect([off.code, off.stdout]).toEqual([0, "off  1\n"]);
    expect(await reasonFor("customer-1")).toBe(null);
  });

  test("a fault that there is none of, and a demo that does not run, are refused in a sentence", async () => {
    const [, at = ""] = /--at (\S+)$/m.exec(handover) ?? [];
    const wrong = await run(["demo", "fault", "google", "revokd", "--at", at], {});
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("Did you mean revoked?")]);
    const nobody = await run(["demo", "fault", "--at", "http://127.0.0.1:1"], {});
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining("No demo serves faults at")]);
  });

  test("exits with 0 at SIGTERM and removes its folder", async () => {
    demo.kill("SIGTERM");
    expect((await demo.ended).code).toBe(0);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("a stop during the calls cleans up and exits with an error", async () => {
    const folder = newFolder();
    const early = startProcess(["demo", "--once"], { PORT: "0" }, folder);
    await until(() => readdirSync(folder).some((name) => name.startsWith("gateway-demo-")), START_MS);
    early.kill("SIGINT");
    const { code, stderr } = await early.ended;
    expect([code, stderr]).toEqual([130, ""]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
