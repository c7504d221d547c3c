// The package that the gateway serves: npm installs it from the address, it type-checks, and it is the sources' own.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import about from "../../client/package.json";
import { clientDeclarations, DECLARATIONS } from "../../scripts/client-declarations.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { compile } from "../support/type-check.ts";

const folder = mkdtempSync(join(tmpdir(), "gateway-package-"));
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded" });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await gateway.close();
});

/** Not in this process, which serves the package meanwhile. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { cwd: folder });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`);
  return output;
}

const CONSUMER = `import { createClient, GatewayError } from "@integration-gateway/client";
import { verifyWebhook } from "@integration-gateway/client/webhooks";
import { connect } from "@integration-gateway/client/connect";
import "@integration-gateway/client/panel";

const gateway = createClient({ baseUrl: "http://127.0.0.1:3000", apiKey: "key" });
export async function subjects(): Promise<string[]> {
  const { messages } = await gateway.get("/api/v1/google/gmail/messages", { params: { query: { limit: 5 } } });
  return messages.map((message) => message.subject ?? "");
}
// @ts-expect-error: there is no such path.
export const nothing = () => gateway.get("/api/v1/google/gmial");
export const all = [GatewayError, verifyWebhook, connect];
`;

test("npm installs /client.tgz into an empty folder; it type-checks and runs", async () => {
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  await run("npm", ["install", "--no-audit", "--no-fund", `${gateway.url}/client.tgz`]);
  const installed = JSON.parse(readFileSync(join(folder, "node_modules", about.name, "package.json"), "utf8"));
  expect(installed).toMatchObject({ version: about.version, dependencies: about.dependencies });
  expect(installed.scripts).toBeUndefined();
  writeFileSync(join(folder, "consumer.ts"), CONSUMER);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    // A dependency's own types name Node's Buffer, which not every project has.
    skipLibCheck: true,
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    types: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
  expect(await compile(folder)).toEqual([]);
  const program = `import { createClient } from "${about.name}"; console.log(typeof createClient)`;
  expect(await run("node", ["--input-type=module", "-e", program])).toBe("function\n");
}, 120_000);

test("every entry of the package has its code and its declaration", async () => {
  for (const [entry, { types, default: code }] of Object.entries(about.exports)) {
    const files = readdirSync(join(folder, "node_modules", about.name, "dist")).map((name) => `./dist/${name}`);
    expect([entry, files]).toEqual([entry, expect.arrayContaining([types, code])]);
  }
});

test("the package has an ETag, and who has it gets no bytes", async () => {
  const first = await fetch(`${gateway.url}/client.tgz`);
  const bytes = await first.arrayBuffer();
  const etag = first.headers.get("etag") ?? "";
  expect([first.status, first.headers.get("content-type"), etag]).toEqual([
    200,
    "application/gzip",
    expect.stringMatching(/^"[\w-]{22}"$/),
  ]);
  expect(bytes.byteLength).toBeLessThan(400_000);
  const again = await fetch(`${gateway.url}/client.tgz`, { headers: { "if-none-match": etag } });
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
});

test("client/types is what the sources declare; bun scripts/client-declarations.ts writes it anew", () => {
  const written = readdirSync(DECLARATIONS).map((name) => [name, readFileSync(join(DECLARATIONS, name), "utf8")]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(clientDeclarations()));
}, 120_000);
