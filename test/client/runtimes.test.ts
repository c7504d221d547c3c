// The packed client, unpacked into an empty folder, makes calls to a gateway from Node, Bun and Deno.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import about from "../../client/package.json";
import { buildClientPackage } from "../../src/foundation/platform/client-package.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ROOT } from "../support/sources.ts";

/** What the client needs from the registry, and what those packages need. */
const PACKAGES = [...Object.keys(about.dependencies), "@stablelib/base64", "fast-sha256"];

const PROGRAM = `
import { createClient, RateLimitedError, AuthenticationError, verifyWebhook } from "@integration-gateway/client";
import { verifyWebhook as alone } from "@integration-gateway/client/webhooks";
const [baseUrl, apiKey] = process.argv.slice(2);
const client = createClient({ baseUrl, apiKey });
const params = { query: { limit: 1 } };
let messages = 0;
for await (const message of client.items("/api/v1/google/gmail/messages", { params })) if (message.id) messages++;
const path = { owner: "ada", repo: "engine" };
const issue = await client.post("/api/v1/github/repos/{owner}/{repo}/issues", { params: { path }, body: { title: "From afar" } });
const file = await client.file("/api/v1/google/drive/files/{id}/content", { params: { path: { id: "file-1" } } });
const text = await new Response(file.body).text();
const refused = await createClient({ baseUrl, apiKey: "wrong" }).get("/api/v1/integrations").catch((error) => error);
const account = await client.account("caf\u00e9").get("/api/v1/github/repos").catch((error) => error.name);
console.log(JSON.stringify({
  messages, title: issue.title, name: file.name, head: text.slice(0, 14), refused: refused instanceof AuthenticationError,
  account, same: verifyWebhook === alone && typeof RateLimitedError === "function",
}));
`;

function denoExecutable(): string {
  const folder = join(ROOT, "node_modules", "@deno");
  const [name] = readdirSync(folder);
  return join(folder, name ?? "", process.platform === "win32" ? "deno.exe" : "deno");
}

describe("the packed client", () => {
  let gateway: TestGateway;
  let key: string;
  const folder = mkdtempSync(join(tmpdir(), "gateway-client-"));
  beforeAll(async () => {
    await build(folder);
    gateway = await startTestGateway({ lane: "embedded", emulate: ["github", "google"] });
    key = (await gateway.user()).key;
    await gateway.connect(key, "github");
    await gateway.connect(key, "google");
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await gateway.close();
  });

  test.each<[string, string, string[]]>([
    ["Node", "node", []],
    ["Bun", process.execPath, ["run"]],
    ["Deno", denoExecutable(), ["run", "--allow-net", "--allow-read", "--allow-env", "--no-check", "--quiet"]],
  ])(
    "calls, lists, writes, streams and throws on %s",
    async (_, command, words) => {
      const output = await run(command, [...words, "program.mjs", gateway.url, key], folder);
      expect(JSON.parse(output)).toEqual({
        messages: expect.any(Number),
        title: "From afar",
        name: "notes.md",
        head: "# Engine notes",
        refused: true,
        account: "PartnerRequiredError",
        same: true,
      });
      expect(JSON.parse(output).messages).toBeGreaterThan(2);
    },
    60_000,
  );

  test("the examples of its README compile against the packed types", () => {
    const blocks = [...readFileSync(join(ROOT, "client", "README.md"), "utf8").matchAll(/```ts\n(.*?)```/gs)];
    expect(blocks.length).toBeGreaterThan(4);
    const lines = blocks.flatMap(([, code = ""]) => code.split("\n"));
    const isImport = (line: string) => line.startsWith("import ");
    const given =
      "declare const request: Request, button: HTMLButtonElement, fetchConnectUrl: () => Promise<string>;\ndeclare const confirm: (sessionId: string, token: string | null) => Promise<void>;\ndeclare const loadPosition: () => Promise<string | null>, savePosition: (id: string | null) => Promise<void>;\ndeclare const process: { env: Record<string, string | undefined> };";
    const text = [...lines.filter(isImport), given, ...lines.filter((line) => !isImport(line))].join("\n");
    writeFileSync(join(folder, "readme.ts"), text);
    const options =
      "--noEmit --skipLibCheck --strict --module nodenext --target es2022 --lib es2023,dom,dom.iterable,dom.asynciterable";
    const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    expectDone("node", [tsc, ...options.split(" "), "readme.ts"], folder);
  }, 60_000);
});

/** Unpacks /client.tgz with its dependencies, as an install would. */
async function build(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  const target = join(modules, about.name);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(folder, "client.tgz"), await buildClientPackage(ROOT));
  expectDone("tar", ["-xzf", join(folder, "client.tgz"), "--strip-components=1", "-C", target], folder);
  for (const name of PACKAGES) {
    cpSync(join(ROOT, "node_modules", name), join(modules, name), { recursive: true, dereference: true });
  }
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "program.mjs"), `import process from "node:process";\n${PROGRAM}`);
}

function expectDone(command: string, words: string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: "utf8", timeout: 100_000 });
  expect(status, `${command} ${words[0]}: ${stdout}${stderr}`).toBe(0);
}

/** Not spawnSync: the gateway runs in this process. */
function run(command: string, words: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd, timeout: 50_000 });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on("data", (bytes: Buffer) => void output.push(bytes));
    child.stderr.on("data", (bytes: Buffer) => void errors.push(bytes));
    child.on("error", reject);
    child.on("close", (status) => {
      if (status === 0) resolve(Buffer.concat(output).toString());
      else reject(new Error(`${command}: ${Buffer.concat(errors)}`));
    });
  });
}
