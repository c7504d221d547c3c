// A Drive-like provider and a client in a process of their own, so that this process' memory is the gateway's alone.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { jsonAnswer, startTcpUpstream } from "../../support/tcp-upstream.ts";

const MiB = 1024 * 1024;

/** What came of a download. */
export interface Download {
  status: number;
  bytes: number;
  hash: string;
}

export interface FarPeer {
  /** The provider's. */
  url: string;
  /** SHA-256 of the file. */
  hash: string;
  download(url: string, key: string): Promise<Download>;
  close(): void;
}

/** Starts the process; its provider has one file of `fileBytes`, a multiple of a MiB. */
export async function startFarPeer(fileBytes: number): Promise<FarPeer> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), String(fileBytes)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout as NonNullable<ChildProcess["stdout"]> })[Symbol.asyncIterator]();
  const next = async () => {
    const { done, value } = await lines.next();
    if (done) throw new Error("The peer's process has ended.");
    return JSON.parse(value);
  };
  const { url, hash } = (await next()) as { url: string; hash: string };
  return {
    url,
    hash,
    async download(from, key) {
      child.stdin?.write(`${JSON.stringify({ url: from, key })}\n`);
      return (await next()) as Download;
    },
    close: () => void child.kill(),
  };
}

async function serve(fileBytes: number): Promise<void> {
  const part = randomBytes(MiB);
  const upstream = await startTcpUpstream();
  upstream.answer(async (request, wire) => {
    if (!request.path.includes("alt=media")) {
      return wire.write(jsonAnswer({ id: "f1", name: "film.mp4", mimeType: "video/mp4", size: String(fileBytes) }));
    }
    wire.write(`HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ncontent-length: ${fileBytes}\r\n\r\n`);
    for (let sent = 0; sent < fileBytes && (await wire.writeSlowly(part)); ) sent += MiB;
  });
  const expected = createHash("sha256");
  for (let i = 0; i < fileBytes / MiB; i++) expected.update(part);
  console.log(JSON.stringify({ url: upstream.url, hash: expected.digest("hex") }));
  for await (const line of createInterface({ input: process.stdin }))
    console.log(JSON.stringify(await download(JSON.parse(line))));
  process.exit(0);
}

async function download({ url, key }: { url: string; key: string }): Promise<Download> {
  const headers = { authorization: `Bearer ${key}`, accept: "application/octet-stream" };
  const response = await fetch(url, { headers });
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { status: response.status, bytes, hash: hash.digest("hex") };
}

if (import.meta.main) await serve(Number(process.argv[2]));
