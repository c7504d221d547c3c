// A provider and a client of raw requests in a process of their own, so that the gateway's process holds no bytes but its own.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MiB = 1024 * 1024;

export interface Transfer {
  method: "GET" | "POST";
  url: string;
  key: string;
  /** Which of the provider's hosts is meant. */
  host?: string;
  /** A multiple of a MiB. */
  bytes: number;
  /** Whether an upload says how long it is; chunked otherwise. */
  isSized?: boolean;
}

/** What came of a transfer; `hash` and `bytes` are those of the end that received. */
export interface Transferred {
  status: number;
  bytes: number;
  hash: string;
  seconds: number;
}

export interface StreamingPeer {
  /** The provider's. */
  url: string;
  /** SHA-256 of so many bytes. */
  hashOf(bytes: number): string;
  transfer(what: Transfer): Promise<Transferred>;
  close(): void;
}

/** The same MiB over and over, different in each place of it. */
const PART = Buffer.from(Uint32Array.from({ length: MiB / 4 }, (_, i) => Math.imul(i, 2654435761)).buffer);

export async function startStreamingPeer(): Promise<StreamingPeer> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout as NonNullable<ChildProcess["stdout"]> })[Symbol.asyncIterator]();
  const next = async () => {
    const { done, value } = await lines.next();
    if (done) throw new Error("The peer's process has ended.");
    return JSON.parse(value);
  };
  const { url } = (await next()) as { url: string };
  return {
    url,
    hashOf(bytes) {
      const hash = createHash("sha256");
      for (let at = 0; at < bytes; at += MiB) hash.update(PART);
      return hash.digest("hex");
    },
    async transfer(what) {
      child.stdin?.write(`${JSON.stringify(what)}\n`);
      return (await next()) as Transferred;
    },
    close: () => void child.kill(),
  };
}

async function received(body: AsyncIterable<Uint8Array>): Promise<Pick<Transferred, "bytes" | "hash">> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const part of body) {
    hash.update(part);
    bytes += part.byteLength;
  }
  return { bytes, hash: hash.digest("hex") };
}

async function serve(): Promise<void> {
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      const what = await received(request);
      return void response.setHeader("content-type", "application/json").end(JSON.stringify(what));
    }
    const left = { bytes: Number(new URL(request.url ?? "", "http://localhost").searchParams.get("bytes")) };
    const pour = () => {
      while (left.bytes > 0) {
        left.bytes -= MiB;
        if (!response.write(PART)) return void response.once("drain", pour);
      }
      response.end();
    };
    pour();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
  for await (const line of createInterface({ input: process.stdin }))
    console.log(JSON.stringify(await transfer(JSON.parse(line) as Transfer)));
  process.exit(0);
}

async function transfer({ method, url, key, host, bytes, isSized }: Transfer): Promise<Transferred> {
  const startedAt = performance.now();
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (host !== undefined) headers["x-upstream-host"] = host;
  if (isSized) headers["content-length"] = String(bytes);
  let left = bytes;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (left <= 0) return controller.close();
        left -= MiB;
        // A copy: the one that is sent may be detached.
        controller.enqueue(new Uint8Array(PART));
      },
    },
    { highWaterMark: 0 },
  );
  const init: RequestInit & { duplex?: "half" } = {
    method,
    headers,
    ...(method === "POST" && { body, duplex: "half" }),
  };
  const response = await fetch(method === "GET" ? `${url}?bytes=${bytes}` : url, init);
  const got =
    method === "GET"
      ? await received(response.body as unknown as AsyncIterable<Uint8Array>)
      : ((await response.json()) as Pick<Transferred, "bytes" | "hash">);
  return { status: response.status, ...got, seconds: (performance.now() - startedAt) / 1000 };
}

if (import.meta.main) await serve();
