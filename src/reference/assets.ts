// Scripts and style sheets under a path with their content's hash, which browsers keep for a year.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import { acceptsCoding } from "../web/http/accept.ts";
import { bytesResponse } from "../web/http/body.ts";
import { compressedText } from "../web/http/compressed.ts";
import type { ReferenceFiles } from "./files.ts";

export const ASSETS_PATH = "/docs/assets";

export interface Assets {
  /** The path of an asset by its file name, with the hash in it. */
  pathOf(name: string): string;
  /** Null where there is no such file. */
  respond(file: string, request: Request): Promise<Response | null>;
}

const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};
const HASH_CHARS = 16;

export function createAssets({ script, assets }: Pick<ReferenceFiles, "script" | "assets">): Assets {
  const byFile = new Map<string, (request: Request) => Promise<Response>>();
  const paths = new Map<string, string>();
  const add = (name: string, content: string | Uint8Array, respond: (request: Request) => Promise<Response>) => {
    const hash = createHash("sha256").update(content).digest("hex").slice(0, HASH_CHARS);
    const [base, ending] = name.split(".");
    const file = `${base}.${hash}.${ending}`;
    paths.set(name, `${ASSETS_PATH}/${file}`);
    byFile.set(file, respond);
  };
  for (const [name, text] of Object.entries(assets)) {
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain; charset=utf-8";
    add(name, text, compressedText(text, type).respond);
  }
  add("scalar.js", script, precompressed(script, TYPES.js as string));
  return {
    pathOf: (name) => paths.get(name) ?? ASSETS_PATH,
    async respond(file, request) {
      const response = await byFile.get(file)?.(request);
      response?.headers.set("cache-control", "public, max-age=31536000, immutable");
      response?.headers.set("cross-origin-resource-policy", "same-origin");
      return response ?? null;
    },
  };
}

/** Bytes that are stored in Brotli; the other forms are made when they are first asked for, and cached. */
function precompressed(brotli: Uint8Array<ArrayBuffer>, type: string): (request: Request) => Promise<Response> {
  const plain = cached(() => promisify(brotliDecompress)(brotli));
  const gzipped = cached(async () => promisify(gzip)(await plain()));
  return async (request) => {
    const base = { "content-type": type, vary: "accept-encoding" };
    if (acceptsCoding(request, "br")) return bytesResponse(brotli, { ...base, "content-encoding": "br" });
    if (!acceptsCoding(request, "gzip")) return bytesResponse(await plain(), base);
    return bytesResponse(await gzipped(), { ...base, "content-encoding": "gzip" });
  };
}

function cached(make: () => Promise<Uint8Array>): () => Promise<Uint8Array<ArrayBuffer>> {
  let made: Promise<Uint8Array<ArrayBuffer>> | null = null;
  return () => {
    made ??= make().then((bytes) => new Uint8Array(bytes));
    made.catch(() => {
      // The caller that awaits the bytes gets the error; the next request tries again.
      made = null;
    });
    return made;
  };
}
