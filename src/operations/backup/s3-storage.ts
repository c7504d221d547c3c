// Backups in a bucket: written to a folder here, uploaded in parts, and compared in size before the file here goes.
import { rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { S3Settings } from "../../foundation/config/backup-settings.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import { connectionTrouble } from "../../foundation/network/connection-trouble.ts";
import { BackupError } from "./format.ts";
import { signedRequest } from "./s3-signature.ts";
import type { BackupStorage } from "./storage.ts";

/** The least size of a part is 5 MB, and there are 10,000 at most. */
const PART_BYTES = 16 * 1024 * 1024;
const MAX_PARTS = 9_000;
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 500;
/** One request takes so long at most: a part of 16 MB at 140 kB/s. */
const TIMEOUT_MS = 120_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

export interface S3Times {
  waitMs?: number;
  timeoutMs?: number;
  partBytes?: number;
}

interface Call {
  method: string;
  key?: string;
  query?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  signal?: AbortSignal;
  /** Whether 404 is a reply and no failure. */
  mayBeAbsent?: boolean;
}

interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

export function s3Storage(settings: S3Settings, workFolder: () => string, times: S3Times = {}): BackupStorage {
  const call = createCaller(settings, times);
  const keyOf = (name: string) => settings.prefix + name;
  const discardUpload = async (key: string) => {
    const { text } = await call({ method: "GET", query: { uploads: "", prefix: key } });
    for (const upload of text.split("<Upload>").slice(1)) {
      const id = elementOf(upload, "UploadId");
      if (id && elementOf(upload, "Key") === key) await call({ method: "DELETE", key, query: { uploadId: id } });
    }
  };
  const removeFile = (name: string) => {
    const file = join(workFolder(), name);
    rmSync(file, { force: true });
    rmSync(`${file}.partial`, { force: true });
  };
  return {
    place: `${settings.endpoint}/${settings.bucket}/${settings.prefix}`,
    fileOf: (name) => join(workFolder(), name),
    async store(name, signal) {
      const file = await open(join(workFolder(), name), "r");
      try {
        await upload(call, file, { key: keyOf(name), signal, partBytes: times.partBytes ?? PART_BYTES });
      } finally {
        await file.close();
      }
      removeFile(name);
    },
    async discard(name) {
      removeFile(name);
      await discardUpload(keyOf(name));
    },
    remove: async (name) => void (await call({ method: "DELETE", key: keyOf(name) })),
  };
}

type Caller = (call: Call) => Promise<Reply>;

interface Upload {
  key: string;
  signal: AbortSignal;
  partBytes: number;
}

/** One request for a small file, several for a large one. The object appears under its name when it is whole. */
async function upload(call: Caller, file: FileHandle, { key, signal, partBytes }: Upload): Promise<void> {
  const { size } = await file.stat();
  const read = async (at: number, length: number) => {
    const buffer = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, at + filled);
      if (bytesRead === 0) throw new BackupError("the file became shorter while it was uploaded.");
      filled += bytesRead;
    }
    return buffer;
  };
  if (size <= partBytes) await call({ method: "PUT", key, body: await read(0, size), signal });
  else
    await uploadParts(call, { key, signal, size, read, partBytes: Math.max(partBytes, Math.ceil(size / MAX_PARTS)) });
  const { headers } = await call({ method: "HEAD", key, signal });
  if (Number(headers.get("content-length")) !== size)
    throw new BackupError("the storage has another size of it than was sent.");
}

async function uploadParts(
  call: Caller,
  {
    key,
    signal,
    size,
    read,
    partBytes,
  }: Upload & { size: number; read(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> },
): Promise<void> {
  const started = await call({ method: "POST", key, query: { uploads: "" }, signal });
  const uploadId = elementOf(started.text, "UploadId");
  if (!uploadId) throw new BackupError("the storage started no upload.");
  try {
    const parts: string[] = [];
    for (let at = 0; at < size; at += partBytes) {
      const partNumber = String(parts.length + 1);
      const body = await read(at, Math.min(partBytes, size - at));
      const { headers } = await call({ method: "PUT", key, query: { partNumber, uploadId }, body, signal });
      const etag = (headers.get("etag") ?? "").replace(/[<>&]/g, "");
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`);
    }
    const list = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
    const body = new Uint8Array(Buffer.from(list));
    const { text } = await call({ method: "POST", key, query: { uploadId }, body, signal });
    // A failure of this one comes with the status 200.
    const code = elementOf(text, "Code");
    if (code) throw new BackupError(`the storage refused to put the parts together (${code}).`);
  } catch (error) {
    await call({ method: "DELETE", key, query: { uploadId } }).catch(() => {
      // The next run ends what is left of it.
    });
    throw error;
  }
}

/** The text of an element that has no others in it; null without one. */
export function elementOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]{1,2000})</${name}>`).exec(xml)?.[1];
  return (
    text?.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&") ?? null
  );
}

/** Repeats what the network or the storage's own trouble failed. Errors name the operation and the storage's code alone. */
export function createCaller(
  settings: S3Settings,
  {
    waitMs = FIRST_WAIT_MS,
    timeoutMs = TIMEOUT_MS,
    otherwise = "it is tried again with the next backup.",
  }: S3Times & { otherwise?: string },
): Caller {
  const callOnce = async ({ method, key, query = {}, body = new Uint8Array(), signal }: Call): Promise<Reply> => {
    const path = `/${settings.bucket}${key === undefined ? "" : `/${key}`}`;
    const { url, headers } = signedRequest(settings, { method, path, query, body, now: Date.now() });
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body.byteLength > 0 && { body }),
    });
    return { status: response.status, headers: response.headers, text: await boundedText(response) };
  };
  return async (call) => {
    for (let attempt = 1; ; attempt++) {
      const reply = await callOnce(call).catch((error: unknown) => {
        call.signal?.throwIfAborted();
        return error as Error;
      });
      const isOk = !(reply instanceof Error) && reply.status >= 200 && reply.status < 300;
      if (isOk) return reply;
      const isGone =
        !(reply instanceof Error) && reply.status === 404 && (call.method === "DELETE" || call.mayBeAbsent === true);
      if (isGone) return reply;
      const isTransient = reply instanceof Error || reply.status >= 500 || reply.status === 429;
      if (!isTransient || attempt === ATTEMPTS) throw refusal(call, reply, otherwise);
      await sleep(waitMs * 2 ** (attempt - 1), null, call.signal ? { signal: call.signal } : {});
    }
  };
}

/** Responses to what is called here are short; an error's page may not be. */
async function boundedText(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  // Every runtime iterates over streams; the types of the DOM do not know it.
  for await (const bytes of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_RESPONSE_BYTES) break;
  }
  return text;
}

function refusal({ method, key = "" }: Call, reply: Reply | Error, otherwise: string): BackupError {
  const what = `${method} of ${key === "" ? "the bucket" : key}`;
  if (reply instanceof Error) {
    const code = sqlStateOf(reply) ?? "";
    const why =
      reply.name === "TimeoutError"
        ? "did not respond in time"
        : (connectionTrouble(code) ?? "cannot be reached, or closed the connection");
    return new BackupError(`the storage ${why} (${what}): see GATEWAY_BACKUP_S3_ENDPOINT and the network.`);
  }
  const code = elementOf(reply.text, "Code")?.replace(/[^A-Za-z]/g, "") ?? "no code";
  const remedies: Record<number, string> = {
    301: "set GATEWAY_BACKUP_S3_REGION and GATEWAY_BACKUP_S3_ENDPOINT to those of the bucket.",
    400: "see GATEWAY_BACKUP_S3_REGION.",
    401: "see GATEWAY_BACKUP_S3_ACCESS_KEY and its rights: it puts, reads, lists objects and uploads, and deletes.",
    403: "see GATEWAY_BACKUP_S3_ACCESS_KEY and its rights: it puts, reads, lists objects and uploads, and deletes.",
    404: "see GATEWAY_BACKUP_S3_BUCKET.",
  };
  return new BackupError(
    `the storage responded with ${reply.status} (${what}, ${code}): ${remedies[reply.status] ?? otherwise}`,
  );
}
