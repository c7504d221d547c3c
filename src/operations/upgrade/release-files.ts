// The files of a release: in a folder, or at an address over HTTPS, with bounds of size and time.
import { createReadStream, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { isLoopback } from "../../foundation/config/providers-file.ts";
import { UpgradeError } from "./upgrade-error.ts";

/** Longer than 80 MB take at 1 Mbit/s. */
const WHOLE_MS = 15 * 60_000;
const SILENT_MS = 30_000;

export interface ReleaseFiles {
  /** The release's place in messages, without what a query may contain. */
  place: string;
  /** Null where the release has no such file. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | null>;
}

/** `from` has the place of `SHA256SUMS`; `{version}` in it stands for the version. */
export function releaseFiles(from: string, version: string | null): ReleaseFiles {
  if (from.includes("{version}") && version === null)
    throw new UpgradeError(
      "RELEASE_NOT_FOUND",
      "The place of releases needs a version: give it, as in 'upgrade 1.2.3'.",
    );
  const place = from.replaceAll("{version}", version ?? "");
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(place) ? atAddress(place) : inFolder(resolve(place));
}

function inFolder(folder: string): ReleaseFiles {
  return {
    place: folder,
    async open(name) {
      const file = join(folder, name);
      return existsSync(file) ? createReadStream(file) : null;
    },
  };
}

/** Plain HTTP is for this machine, since a build without a key has nothing but the connection to trust. */
function assertSecure(url: URL): void {
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) return;
  throw new UpgradeError(
    "RELEASE_NOT_FOUND",
    `${url.origin} is not an https address: releases are taken over HTTPS only.`,
  );
}

function atAddress(text: string): ReleaseFiles {
  if (!URL.canParse(text) || new URL(text).username !== "")
    throw new UpgradeError("RELEASE_NOT_FOUND", "--from must be a folder, or an https URL without credentials.");
  const base = new URL(text.endsWith("/") ? text : `${text}/`);
  assertSecure(base);
  const place = `${base.origin}${base.pathname}`;
  return {
    place,
    async open(name) {
      const ending = new AbortController();
      const unreachable = (error: unknown) =>
        new UpgradeError(
          "RELEASE_NOT_FOUND",
          `${place}${name} cannot be read: ${(error as Error)?.message ?? "no response"}`,
        );
      const whole = AbortSignal.timeout(WHOLE_MS);
      const silent = setTimeout(() => ending.abort(new Error("nothing arrives")), SILENT_MS);
      const signal = AbortSignal.any([ending.signal, whole]);
      const response = await fetch(new URL(name, base), { signal })
        .catch((error: unknown) => {
          throw unreachable(error);
        })
        .finally(() => clearTimeout(silent));
      assertSecure(new URL(response.url));
      if (response.status === 404) return null;
      if (!response.ok || !response.body) throw unreachable(new Error(`status ${response.status}`));
      return arriving(response.body as unknown as AsyncIterable<Uint8Array>, ending, name);
    },
  };
}

/** Ends with an error when the bytes stop before their end, or do not come for a while. */
async function* arriving(
  body: AsyncIterable<Uint8Array>,
  ending: AbortController,
  name: string,
): AsyncGenerator<Uint8Array> {
  const wait = () => setTimeout(() => ending.abort(new Error("nothing arrives")), SILENT_MS);
  let silent = wait();
  try {
    for await (const bytes of body) {
      clearTimeout(silent);
      yield bytes;
      silent = wait();
    }
  } catch (error) {
    const cause = (error as Error)?.message ?? "the connection ended";
    throw new UpgradeError(
      "RELEASE_DAMAGED",
      `${name} did not arrive whole: ${cause}. Nothing was changed; try again.`,
    );
  } finally {
    clearTimeout(silent);
  }
}

/** All of a small file; null where there is none. */
export async function readSmall(
  files: ReleaseFiles,
  name: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const content = await files.open(name);
  if (content === null) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of content) {
    size += bytes.byteLength;
    if (size > maxBytes) throw new UpgradeError("RELEASE_DAMAGED", `${name} has more than ${maxBytes} bytes.`);
    parts.push(bytes);
  }
  return new Uint8Array(Buffer.concat(parts));
}
