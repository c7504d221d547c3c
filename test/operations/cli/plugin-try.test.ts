// `gateway plugin try` against a stand-in: what it sends and shows, and that no credential is printed.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { columns } from "../../../src/operations/cli/columns.ts";
import { endProcesses, newFolder, run, runJson, START_MS, type Variables } from "../../support/gateway-process.ts";
import { ROOT } from "../../support/sources.ts";

setDefaultTimeout(2 * START_MS);

interface Sent {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

const TOKEN = 'tok/en+"of=ada';
const KEY = "sk_test_51KeyOfTheTestsOnly";
let server: Server;
let sent: Sent[] = [];
let respond: (request: Sent) => { status?: number; body: unknown; headers?: Record<string, string> };
let env: Variables;
let folder: string;

/** A copy of an example, whose base URL the providers file moves to the stand-in. */
function pluginAt(id: string, change: (text: string) => string = (text) => text): string {
  const copy = join(newFolder(), id);
  cpSync(join(ROOT, "docs/examples/acme"), copy, { recursive: true });
  const index = join(copy, "index.ts");
  writeFileSync(index, change(readFileSync(index, "utf8").replace('id: "acme"', `id: "${id}"`)));
  return copy;
}

beforeAll(async () => {
  server = createServer(async (request, reply) => {
    let body = "";
    for await (const part of request) body += part;
    const one = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
    sent.push(one);
    const { status = 200, body: json, headers = {} } = respond(one);
    reply.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(json));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(newFolder(), "providers.json");
  writeFileSync(
    file,
    JSON.stringify({ acme: { baseUrl }, keyed: { baseUrl }, basic: { baseUrl }, stripe: { baseUrl } }),
  );
  env = { GATEWAY_PROVIDERS_FILE: file };
  folder = pluginAt("acme");
});
afterAll(async () => {
  await endProcesses();
  await new Promise((done) => server.close(done));
});

const tryJson = (words: string[], more: Variables = {}) => runJson(["plugin", "try", ...words], { ...env, ...more });
const tryText = (words: string[], more: Variables = {}) => run(["plugin", "try", ...words], { ...env, ...more });
const PAGE = { items: [{ id: 7, title: "Build", done: true }], next: "page-2" };

describe("plugin try", () => {
  test("sends the request that the plugin builds, and shows it with the response and the result", async () => {
    sent = [];
    respond = () => ({ body: PAGE });
    const words = [folder, "list_tasks", "--arguments", '{"done": true, "limit": 2, "cursor": "page-1"}'];
    const { code, json } = await tryJson(words, { ACME_ACCESS_TOKEN: TOKEN });
    expect(sent.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/tasks?done=true&limit=2&cursor=page-1", `Bearer ${TOKEN}`],
    ]);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      endpoint: "acme_list_tasks",
      exchanges: [
        {
          request: {
            method: "GET",
            url: expect.stringContaining("/tasks?done=true"),
            headers: { authorization: "[redacted]" },
          },
          response: { status: 200, json: PAGE },
        },
      ],
      result: { items: [{ id: "7", title: "Build", is_done: true }], next: "page-2" },
    });
  });

  test("prints no credential, wherever the provider repeats it", async () => {
    respond = ({ headers }) => ({
      status: 401,
      body: {
        message: `The token ${TOKEN} is not valid`,
        [TOKEN]: [encodeURIComponent(TOKEN), headers.authorization],
        refresh_token: "another-one",
      },
      headers: { "x-token": new URLSearchParams({ t: TOKEN }).toString(), "set-cookie": "session=abc123" },
    });
    for (const flags of [[], ["--json"]]) {
      const { code, stdout, stderr } = await tryText([folder, "list_tasks", ...flags], { ACME_ACCESS_TOKEN: TOKEN });
      expect(code).toBe(1);
      expect(stdout).toContain('"failure": "expired"');
      for (const secret of [
        TOKEN,
        JSON.stringify(TOKEN).slice(1, -1),
        encodeURIComponent(TOKEN),
        "another-one",
        "abc123",
      ]) {
        expect(stdout + stderr).not.toContain(secret);
      }
    }
  });

  test("stands side by side on a wide terminal, and one below the other on a narrow one", async () => {
    respond = () => ({ body: PAGE });
    const at = async (width: string) =>
      (await tryText([folder, "list_tasks"], { ACME_ACCESS_TOKEN: TOKEN, COLUMNS: width })).stdout.split("\n");
    const wide = await at("160");
    expect(wide[0]).toMatch(/^── Request {2,}\| ── Response {2,}\| ── Result$/);
    expect(Math.max(...wide.map((line) => line.length))).toBeLessThanOrEqual(160);
    const narrow = await at("80");
    expect(narrow.filter((line) => line.startsWith("── "))).toEqual(["── Request", "── Response", "── Result"]);
  });

  test("sends a call that changes something only with --write", async () => {
    sent = [];
    respond = () => ({ body: { id: 7, title: "Build", done: true } });
    const words = [folder, "update_task", "--arguments", '{"id": "7", "done": true}'];
    const refused = await tryJson(words, { ACME_ACCESS_TOKEN: TOKEN });
    expect(refused.json.error).toBe("acme_update_task changes something at Acme Tasks: add --write to send it.");
    expect(sent).toEqual([]);
    const { json } = await tryJson([...words, "--write"], { ACME_ACCESS_TOKEN: TOKEN });
    expect(json.result).toEqual({ id: "7", title: "Build", is_done: true });
    expect(sent.map(({ method, body }) => [method, body])).toEqual([["PATCH", '{"done":true}']]);
  });

  test("refuses arguments as the tool would, an unknown endpoint and a missing credential, before anything is sent", async () => {
    sent = [];
    const token = { ACME_ACCESS_TOKEN: TOKEN };
    const errorOf = async (words: string[], more: Variables = token) => (await tryJson(words, more)).json.error;
    expect(await errorOf([folder, "list_tasks", "--arguments", '{"doen": true}'])).toStartWith(
      "The arguments are not valid: ",
    );
    expect(await errorOf([folder, "list_tasks", "--arguments", "[1]"])).toStartWith(
      "--arguments must be an object in JSON",
    );
    expect(await errorOf([folder, "list_task"])).toBe(
      'acme has no endpoint "list_task". It has list_tasks, update_task and identity.',
    );
    expect(await errorOf([folder, "list_tasks"], {})).toBe(
      "There is no credential in the environment: set ACME_ACCESS_TOKEN (oauth2).",
    );
    expect(await errorOf(["nowhere", "list_tasks"])).toStartWith('There is no plugin "nowhere"');
    expect(await errorOf([folder, "list_tasks", "--auth", "basic"])).toBe("--auth must be one of oauth2.");
    expect(sent).toEqual([]);
  });

  test("shows the identity, and takes a plugin by its id from GATEWAY_PLUGINS_DIR", async () => {
    respond = () => ({ body: { id: 42, login: "ada" } });
    const more = { ACME_ACCESS_TOKEN: TOKEN, GATEWAY_PLUGINS_DIR: join(folder, "..") };
    const { json } = await tryJson(["acme", "identity"], more);
    expect(json.result).toEqual({ id: "42", name: "ada" });
  });

  test("asks who granted first where the endpoint reads it, and says so without the flag", async () => {
    const reading = pluginAt("acme", (text) =>
      text
        .replace('upstream: "/tasks",', "upstream: ({ identity }) => ({ path: path`/users/${identity.id}/tasks` }),")
        .replace("pages, record", "pages, path, record"),
    );
    respond = ({ url }) => ({ body: url === "/me" ? { id: 42, login: "ada" } : PAGE });
    const token = { ACME_ACCESS_TOKEN: TOKEN };
    expect((await tryJson([reading, "list_tasks"], token)).json.error).toBe(
      "The endpoint reads identity.id, which only the provider knows: add --with-identity.",
    );
    sent = [];
    const { json } = await tryJson([reading, "list_tasks", "--with-identity"], token);
    expect(sent.map(({ url }) => url)).toEqual(["/me", "/users/42/tasks?limit=25"]);
    expect(json.exchanges).toHaveLength(2);
  });

  test("builds an API key and HTTP Basic from the fields that people type, by their forms", async () => {
    const auth = (text: string) => (source: string) => source.replace(/oauth2: \{[\s\S]*?\n {4}\},\n/, text);
    const keyed = pluginAt(
      "keyed",
      auth(
        'api_key: { fields: { api_key: { label: "Key", pattern: /^sk_[a-z]+_\\w+$/ } }, credential: { query: "key" } },',
      ),
    );
    const basic = pluginAt(
      "basic",
      auth(
        'basic: { fields: { email: { label: "E-mail", secret: false }, api_token: { label: "Token" } }, username: "{email}/token", password: "{api_token}" },',
      ),
    );
    sent = [];
    respond = () => ({ body: PAGE });
    const byKey = await tryJson([keyed, "list_tasks"], { KEYED_API_KEY: KEY });
    const byName = await tryJson([basic, "list_tasks"], { BASIC_EMAIL: "ada@example.com", BASIC_API_TOKEN: KEY });
    expect([byKey.code, byName.code]).toEqual([0, 0]);
    expect(sent.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      [`/tasks?limit=25&key=${KEY}`, undefined],
      ["/tasks?limit=25", `Basic ${btoa(`ada@example.com/token:${KEY}`)}`],
    ]);
    expect(byKey.stdout + byName.stdout).not.toContain(KEY);
    expect(byKey.json.exchanges[0].request.url).toEndWith("key=[redacted]");
    const { json } = await tryJson([keyed, "list_tasks"], { KEYED_API_KEY: "not of the form" });
    expect(json.error).toStartWith("api_key must be of the form that the provider gives");
    expect(JSON.stringify(json)).not.toContain("not of the form");
  });

  test("checks the values of a tenant as connecting does", async () => {
    const at = pluginAt("acme", (text) =>
      text.replace(
        'baseUrl: "https://api.acme.example/v1",',
        'baseUrl: "https://{shop}/v1", tenant: { shop: { label: "Shop", pattern: /^[a-z]+\\.acme\\.example$/, example: "ada.acme.example" } },',
      ),
    );
    const errorOf = async (shop?: string) =>
      (await tryJson([at, "list_tasks"], { ACME_ACCESS_TOKEN: TOKEN, ACME_SHOP: shop })).json.error;
    expect(await errorOf()).toBe("The tenant is read from ACME_SHOP: shop is required.");
    for (const shop of ["evil.example", "ada.acme.example.", "xn--a.acme.example"]) {
      expect(await errorOf(shop)).toStartWith("The tenant is read from ACME_SHOP: shop must be of the form");
    }
  });

  test("follows no redirect to another host", async () => {
    respond = () => ({ status: 302, body: {}, headers: { location: "http://169.254.169.254/latest" } });
    const { code, json } = await tryJson([folder, "list_tasks"], { ACME_ACCESS_TOKEN: TOKEN });
    expect([code, json.failure.code, json.exchanges.length]).toEqual([1, "redirect", 1]);
  });

  test("calls a built-in provider by its id", async () => {
    respond = () => ({ body: { object: "list", data: [], has_more: false } });
    sent = [];
    const { json } = await tryJson(["stripe", "list_customers"], { STRIPE_API_KEY: KEY });
    expect(json.result).toEqual({ items: [], next: null });
    expect(sent[0]?.headers["stripe-version"]).toBeString();
  });
});

test("columns break long lines and lose nothing", () => {
  const wide = columns(
    [
      { title: "A", text: "x".repeat(100) },
      { title: "B", text: "y" },
    ],
    83,
  );
  expect(wide.split("\n")).toEqual([
    `── A${" ".repeat(36)} | ── B`,
    `${"x".repeat(40)} | y`,
    `${"x".repeat(40)} |`,
    `${"x".repeat(20)}${" ".repeat(20)} |`,
  ]);
});

describe("plugin try --fixture", () => {
  test("writes the call with made-up people, which the check then takes; never over a file", async () => {
    const plugin = pluginAt("acme");
    const task = (id: number, title: string) => ({ id, title, done: false, due_at: null });
    respond = () => ({ body: { items: [task(7, "Call Grace Hopper")], next: "p2" } });
    const words = ["plugin", "try", plugin, "list_tasks", "--arguments", '{"done": false, "limit": 2}'];
    const own = { ...env, ACME_ACCESS_TOKEN: TOKEN };
    const { code, stdout } = await run([...words, "--fixture", "real"], own);
    expect([code, stdout]).toEqual([0, expect.stringContaining("Wrote fixtures/list_tasks.real.json with made-up")]);
    const text = readFileSync(join(plugin, "fixtures/list_tasks.real.json"), "utf8");
    expect(text).not.toContain("Grace");
    expect(text).not.toContain(TOKEN);
    expect(JSON.parse(text).call).toEqual({ query: { done: false }, limit: 2 });
    expect((await run(["plugin", "check", plugin], {})).stdout).not.toContain("list_tasks.real");
    const again = await run([...words, "--fixture", "real"], own);
    expect([again.code, again.stderr]).toEqual([
      1,
      "fixtures/list_tasks.real.json is there: give another name, as in --fixture empty.\n",
    ]);
  });

  test("has who granted in its call, and no request that asked for it; the plugin's example in place of the tenant", async () => {
    const plugin = pluginAt("acme", (text) =>
      text
        .replace('upstream: "/tasks",', "upstream: ({ identity }) => ({ path: path`/users/${identity.id}/tasks` }),")
        .replace("pages, record", "pages, path, record")
        .replace(
          'baseUrl: "https://api.acme.example/v1",',
          'baseUrl: "https://{shop}/v1", tenant: { shop: { label: "Shop", pattern: /^[a-z]+\\.acme\\.example$/, example: "ada.acme.example" } },',
        ),
    );
    respond = ({ url }) => ({ body: url === "/me" ? { id: 42, login: "grace" } : { items: [], next: null } });
    const own = { ...env, ACME_ACCESS_TOKEN: TOKEN, ACME_SHOP: "secretshop.acme.example" };
    const words = ["plugin", "try", plugin, "list_tasks", "--with-identity", "--fixture", "granted"];
    expect(await run(words, own)).toMatchObject({ code: 0, stderr: "" });
    const text = readFileSync(join(plugin, "fixtures/list_tasks.granted.json"), "utf8");
    expect(JSON.parse(text)).toEqual({
      call: { identity: { id: "42", name: "Made-up text 1", tenant: { shop: "ada.acme.example" } } },
      upstream: [
        {
          request: { url: "https://ada.acme.example/v1/users/42/tasks?limit=25" },
          response: { json: { items: [], next: null } },
        },
      ],
      result: { items: [], next: null },
    });
  });
});
