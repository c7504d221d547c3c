// The MCP project's own conformance suite of authorization servers, with a person who consents.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { signedIn } from "../../dashboard/browser.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { ROOT } from "../../support/sources.ts";
import { consentTo, newClient, resourceAt } from "./mcp-client.ts";

setDefaultTimeout(TEST_MS);
const SUITE = join(ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded" });
}, 60_000);
afterAll(() => gateway.close());

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

test("the conformance suite finds nothing wrong", async () => {
  const person = await signedIn(gateway);
  const clientId = await newClient(gateway, "Conformance");
  const port = String(await freePort());
  const place = ["--url", gateway.app.deps.baseUrl, "--resource", resourceAt(gateway), "--client-id", clientId];
  const suite = spawn(process.execPath, [SUITE, "authorization", ...place, "--port", port], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let isConsented = false;
  const onText = (chunk: Buffer) => {
    output += chunk.toString();
    const [, path] = /https?:\/\/[^\s/]+(\/oauth\/authorize\?\S+)/.exec(output) ?? [];
    if (path === undefined || isConsented) return;
    isConsented = true;
    void consentTo(person, path)
      .then((back) => fetch(back))
      .catch(() => suite.kill());
  };
  suite.stdout.on("data", onText);
  suite.stderr.on("data", onText);
  const code = await new Promise<number | null>((resolve) => suite.on("close", resolve));
  expect([code, output]).toEqual([0, expect.stringMatching(/0 failed/)]);
});
