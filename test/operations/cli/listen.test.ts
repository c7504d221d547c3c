// `gateway listen` and `gateway trigger` against a gateway and a receiver over HTTP: what a developer sees of each event.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { verifyWebhook, type WebhookEvent } from "../../../client/src/webhooks.ts";
import { platform } from "../../../src/foundation/platform/bun.ts";
import { type Listening, listen, listeningOf } from "../../../src/operations/cli/listen-command.ts";
import { streamMessages } from "../../../src/operations/cli/stream-messages.ts";
import { atTerminal, type Terminal } from "../../../src/operations/cli/terminal.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { endProcesses, newFolder, run, runJson } from "../../support/gateway-process.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(60_000);
afterAll(endProcesses);

interface App {
  url: string;
  /** Verified with the secret that the command printed. */
  events: WebhookEvent[];
  refused: unknown[];
  secret: string;
  status: number;
  close(): void;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function startApp(): Promise<App> {
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    try {
      app.events.push(verifyWebhook(body, request.headers, app.secret));
    } catch (error) {
      app.refused.push(error);
    }
    response.writeHead(app.status).end("thank you");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const app: App = {
    url: `http://localhost:${port}/hooks`,
    events: [],
    refused: [],
    secret: "",
    status: 204,
    close: () => void server.close(),
  };
  return app;
}

/** Runs the command in this process until `stop`. */
function startListening(options: Record<string, unknown>, env: Record<string, string>, pause?: Listening["wait"]) {
  const stop = new AbortController();
  const lines: string[] = [];
  const notes: string[] = [];
  const write = { write: () => true };
  const terminal: Terminal = {
    env,
    printLine: (text) => void lines.push(...text.split("\n")),
    noteLine: (text) => void notes.push(text),
    output: write,
    errors: write,
  };
  const waits: number[] = [];
  const wait = pause ?? (async (ms: number) => void waits.push(ms));
  const ended = atTerminal(terminal, () => listen({ ...listeningOf(options, stop.signal), wait }));
  return {
    lines,
    notes,
    waits,
    ended,
    secret: () => /^Signing secret {2}(\S+)$/.exec(lines[0] ?? "")?.[1] ?? "",
    async isOpen() {
      await until(() => notes.includes("Listening."), 10_000);
    },
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

for (const lane of laneOf(import.meta.file)) {
  describe(`listen and trigger on ${lane}`, () => {
    let gateway: TestGateway;
    let app: App;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      app = await startApp();
    });
    afterAll(async () => {
      app.close();
      await gateway.close();
    });

    test("an event that is triggered comes to the app, signed, and a line says so", async () => {
      const { key } = await gateway.user();
      const env = { GATEWAY_API_KEY: key };
      const own = { forwardTo: app.url, url: gateway.url, events: "gmail.*,issues.opened" };
      const listening = startListening(own, env);
      await listening.isOpen();
      app.secret = listening.secret();
      for (const type of ["drive.file_changed", "gmail.message_received", "issues.opened"]) {
        const { code, stderr } = await run(["trigger", type, "--url", gateway.url], env);
        if (type !== "drive.file_changed") expect([code, stderr]).toEqual([0, ""]);
      }
      await until(() => app.events.length === 2);
      await until(() => listening.lines.length === 4);
      await listening.stop();
      expect(app.refused).toEqual([]);
      expect(app.events.map(({ type }) => type as string)).toEqual(["gmail.message_received", "issues.opened"]);
      const [event] = app.events as { data: { id: string; is_test?: true } }[];
      expect(event?.data.is_test).toBe(true);
      expect(listening.lines[2]).toMatch(new RegExp(`^gmail.message_received  ${event?.data.id}  204  \\d+ ms$`));
      expect(listening.lines.join("\n")).not.toContain(key);
      // The command started again has the same secret, so the app need not change.
      const again = startListening(own, env);
      await again.isOpen();
      await again.stop();
      expect(again.secret()).toBe(app.secret);
    });

    test("a failing app and one that is down are told of, with the given secret", async () => {
      const { key } = await gateway.user();
      const env = { GATEWAY_API_KEY: key, GATEWAY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 3).toString("base64")}` };
      const failing = startListening({ forwardTo: app.url, url: gateway.url }, env);
      const down = startListening({ forwardTo: "http://127.0.0.1:1/", url: gateway.url, json: true }, env);
      await failing.isOpen();
      await down.isOpen();
      app.secret = env.GATEWAY_WEBHOOK_SECRET;
      app.status = 500;
      await run(["trigger", "gmail.message_received", "--url", gateway.url], env);
      await until(() => failing.lines.length === 3 && down.lines.length === 2);
      app.status = 204;
      await Promise.all([failing.stop(), down.stop()]);
      expect(app.refused).toEqual([]);
      expect(failing.lines[2]).toMatch(/^gmail.message_received {2}\S+ {2}500 {2}\d+ ms$/);
      const line = { type: "gmail.message_received", id: expect.any(String), status: "no connection" };
      expect(JSON.parse(down.lines[1] ?? "")).toEqual({ ...line, duration_ms: expect.any(Number) });
    });

    test("an account's events come with --account, and a key can be in a file", async () => {
      const { key } = await gateway.partner();
      await gateway.account(key, "café ☕");
      const file = join(newFolder(), "key");
      writeFileSync(file, `${key}\n`);
      const options = { url: gateway.url, keyFile: file, account: "café ☕" };
      const listening = startListening({ ...options, forwardTo: app.url }, {});
      await listening.isOpen();
      app.secret = listening.secret();
      app.events.length = 0;
      const words = ["trigger", "gmail.message_received", "--url", gateway.url, "--key-file", file];
      expect((await runJson([...words, "--account", "café ☕"], {})).json.external_id).toBe("café ☕");
      await until(() => app.events.length === 1);
      await listening.stop();
      expect(app.events[0]).toMatchObject({ data: { external_id: "café ☕" } });
    });

    test("an account that does not exist yet is awaited, and none of its events is missed", async () => {
      const { key } = await gateway.partner();
      const env = { GATEWAY_API_KEY: key };
      const own = { url: gateway.url, account: "customer-77" };
      const looks = Promise.withResolvers<void>();
      const open = Promise.withResolvers<void>();
      const waits: number[] = [];
      const wait = async (ms: number) => {
        if (waits.push(ms) < 5) return;
        looks.resolve();
        await open.promise;
      };
      const listening = startListening({ ...own, forwardTo: app.url }, env, wait);
      await looks.promise;
      expect(listening.notes).toEqual(["customer-77 has no account yet: it is made when it first connects. Waiting."]);
      expect(waits).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
      app.secret = listening.secret();
      app.events.length = 0;
      await gateway.account(key, "customer-77");
      await run(["trigger", "gmail.message_received", "--url", gateway.url, "--account", "customer-77"], env);
      open.resolve();
      await until(() => app.events.length === 1);
      await listening.stop();
      expect(app.events[0]).toMatchObject({ data: { external_id: "customer-77" } });
      expect(listening.notes.slice(1)).toEqual(["Listening."]);
    });

    test("a wait for an account ends with the command", async () => {
      const { key } = await gateway.partner();
      const stopped = startListening(
        { url: gateway.url, account: "customer-78", forwardTo: app.url },
        { GATEWAY_API_KEY: key },
        (_ms, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
      );
      await until(() => stopped.notes.length === 1, 10_000);
      await stopped.stop();
      expect(stopped.notes[0]).toContain("Waiting.");
    });

    test("a key that serves only accounts is told to name one", async () => {
      const { key } = await gateway.partner({ partnerOnly: true });
      for (const words of [
        ["listen", "--forward-to", app.url],
        ["trigger", "gmail.message_received"],
      ]) {
        const { code, stderr } = await run([...words, "--url", gateway.url], { GATEWAY_API_KEY: key });
        const sentence = "This key is only for connected accounts (partner_only): name one by its external_id, such as";
        expect([code, stderr]).toEqual([1, expect.stringContaining(`${sentence} --account customer-1.`)]);
      }
    });

    test("what is wrong is said in a sentence", async () => {
      const { key } = await gateway.user();
      const of = async (words: string[], env: Record<string, string> = { GATEWAY_API_KEY: key }) =>
        run([...words, "--url", gateway.url], env);
      const mistyped = await of(["trigger", "gmail.mesage_received"]);
      expect([mistyped.code, mistyped.stderr]).toEqual([
        1,
        expect.stringContaining("Did you mean gmail.message_received?"),
      ]);
      expect((await of(["trigger"])).stderr).toContain("--list shows all");
      expect((await of(["trigger", "gmail.message_received"], {})).stderr).toContain("set GATEWAY_API_KEY");
      expect((await of(["trigger", "--list"])).stdout).toContain("gmail.message_received");
      const foreign = await of(["listen", "--forward-to", app.url], { GATEWAY_API_KEY: "sk_live_madeup" });
      expect(foreign.code).toBe(1);
      expect((await of(["listen", "--forward-to", "hooks"])).stderr).toContain("--forward-to must be an address");
      const secret = { GATEWAY_API_KEY: key, GATEWAY_WEBHOOK_SECRET: "hunter2" };
      const malformed = await of(["listen", "--forward-to", app.url], secret);
      expect(malformed.stderr).toContain("GATEWAY_WEBHOOK_SECRET must be a signing secret");
      expect(malformed.stderr).not.toContain("hunter2");
    });
  });
}

test("a stream that breaks is resumed after the last event, also before the first one", async () => {
  const event = (id: string, n: number) =>
    `id: ${id}\nevent: a.b\ndata: ${JSON.stringify({ id: `${n}`, type: "a.b" })}\n\n`;
  const streams = ["retry: 2000\nid: 1-0\n\n: ping\n\n", `${event("1-1", 1)}`, null, event("1-2", 2)];
  const seen: (string | null)[] = [];
  const forwarded: unknown[] = [];
  const server = platform.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      if (request.method === "POST") {
        forwarded.push(((await request.json()) as { data: { id: string } }).data.id);
        return new Response();
      }
      seen.push(request.headers.get("last-event-id"));
      const text = streams[seen.length - 1];
      if (text === undefined) return new Response("", { status: 401, headers: { "x-error-code": "AUTH_REQUIRED" } });
      return new Response(text, { status: text === null ? 503 : 200 });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const listening = startListening({ forwardTo: `${url}/hooks`, url }, { GATEWAY_API_KEY: "sk_live_test" });
  expect(await listening.ended.catch((error: unknown) => (error as { code: string }).code ?? error)).toBe(
    "AUTH_REQUIRED",
  );
  server.abort();
  expect(forwarded).toEqual(["1", "2"]);
  expect(seen).toEqual([null, "1-0", "1-1", "1-1", "1-2"]);
  expect(listening.waits).toEqual([1_000, 1_000, 1_000, 1_000]);
});

const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

test("messages are read whole however the bytes are cut", async () => {
  const text = 'retry: 2000\nid: 1-0\n\n: ping\n\nid: 1-1\nevent: a.b\ndata: {"x":"é\\n"}\n\n';
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= bytes.length; size++) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.slice(i * size, (i + 1) * size),
    );
    const read = await Array.fromAsync(streamMessages(streamOf(chunks)));
    expect(read.filter(({ id }) => id !== undefined)).toEqual([
      { id: "1-0", event: undefined, data: undefined },
      { id: "1-1", event: "a.b", data: '{"x":"é\\n"}' },
    ]);
  }
});
