// Reads backups in a bucket: which there are, and the bytes of one, continued where a connection breaks.
import type { S3Settings } from "../../foundation/config/backup-settings.ts";
import { BackupError } from "./format.ts";
import { signedRequest } from "./s3-signature.ts";
import { createCaller, elementOf, type S3Times } from "./s3-storage.ts";

/** Names of one response; with keys of 1,024 bytes it stays within what is read of one. */
const PAGE = 500;
/** Responses; a bucket that has other things under the prefix must not be read for ever. */
const MAX_PAGES = 40;
/** Breaks in a row after which a read ends; each byte that comes begins to count anew. */
const MAX_BREAKS = 5;
const WAIT_MS = 1_000;
/** The longest wait for the next bytes. */
const SILENCE_MS = 60_000;

export interface StoredObject {
  /** The whole key. */
  key: string;
  bytes: number;
}

const READING = "see the storage, and run the command again.";

/** The objects under the prefix. */
export async function listObjects(settings: S3Settings, times: S3Times = {}): Promise<StoredObject[]> {
  const call = createCaller(settings, { ...times, otherwise: READING });
  const found: StoredObject[] = [];
  let from: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { "list-type": "2", "max-keys": String(PAGE), prefix: settings.prefix };
    const { text } = await call({
      method: "GET",
      query: from === null ? query : { ...query, "continuation-token": from },
    });
    for (const one of text.split("<Contents>").slice(1)) {
      const [key, size] = [elementOf(one, "Key"), elementOf(one, "Size")];
      if (key !== null && size !== null) found.push({ key, bytes: Number(size) });
    }
    from = elementOf(text, "IsTruncated") === "true" ? elementOf(text, "NextContinuationToken") : null;
    if (from === null) break;
  }
  return found;
}

/** Throws `BackupError` where the bucket cannot be reached or its objects not be listed. Stores nothing. */
export async function probeBucket(settings: S3Settings, times: S3Times): Promise<void> {
  const call = createCaller(settings, { ...times, otherwise: "see the storage's own status." });
  await call({ method: "GET", query: { "list-type": "2", "max-keys": "1", prefix: settings.prefix } });
}

interface ObjectState {
  bytes: number;
  etag: string;
}

/** Throws `BackupError` where there is no such object, or it cannot be read. */
export async function statObject(settings: S3Settings, key: string, times: S3Times = {}): Promise<ObjectState> {
  const call = createCaller(settings, { ...times, otherwise: READING });
  const { status, headers } = await call({ method: "HEAD", key, mayBeAbsent: true });
  if (status === 404)
    throw new BackupError(
      `There is no ${key} in the bucket ${settings.bucket}: gateway backup list shows what there is.`,
    );
  return { bytes: Number(headers.get("content-length")), etag: headers.get("etag") ?? "" };
}

/** The object's bytes, of one version from its first to its last. */
export async function* readObject(
  settings: S3Settings,
  key: string,
  { bytes, etag }: ObjectState,
  { waitMs = WAIT_MS, timeoutMs = SILENCE_MS }: S3Times = {},
): AsyncGenerator<Uint8Array> {
  let [at, breaks] = [0, 0];
  while (at < bytes) {
    try {
      for await (const part of readFrom(settings, key, { at, etag, timeoutMs })) {
        breaks = 0;
        at += part.byteLength;
        yield part;
      }
      if (at < bytes) throw new Error("The storage closed the connection.");
    } catch (error) {
      if (error instanceof BackupError) throw error;
      if (++breaks === MAX_BREAKS)
        throw new BackupError(`the storage cannot be reached, or closes the connection (GET of ${key}): ${READING}`);
      await new Promise((resolve) => setTimeout(resolve, waitMs * 2 ** (breaks - 1)));
    }
  }
}

async function* readFrom(
  settings: S3Settings,
  key: string,
  { at, etag, timeoutMs }: { at: number; etag: string; timeoutMs: number },
): AsyncGenerator<Uint8Array> {
  const path = `/${settings.bucket}/${key}`;
  const { url, headers } = signedRequest(settings, {
    method: "GET",
    path,
    query: {},
    body: new Uint8Array(),
    now: Date.now(),
  });
  const ending = new AbortController();
  const silence = setTimeout(() => ending.abort(), timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { ...headers, range: `bytes=${at}-`, ...(etag !== "" && { "if-match": etag }) },
      redirect: "manual",
      signal: ending.signal,
    });
    if (response.status === 412) throw new BackupError(`${key} was replaced while it was read: run the command again.`);
    const isPart = response.status === 206 || (response.status === 200 && at === 0);
    // What a storage refuses for good, HEAD has been refused before.
    if (!isPart || !response.body) throw new Error(`The storage responded with ${response.status}.`);
    const reader = response.body.getReader();
    for (;;) {
      // Whoever uses the bytes may take long: only the wait for the storage counts.
      silence.refresh();
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(silence);
    ending.abort();
  }
}
