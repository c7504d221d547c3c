// Reads what the pages under /docs are made of, from the source tree; a build embeds the result.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

export interface ReferenceFiles {
  /** Scalar's script, in Brotli: a quarter of its 4 MB. */
  script: Uint8Array<ArrayBuffer>;
  /** Our own scripts and style sheets by file name. */
  assets: Record<string, string>;
  /** The Markdown of docs/ by name, without the ending. */
  guides: Record<string, string>;
}

/** `quality` is Brotli's: 5 takes 0.2 s, 11 some 10 s for a tenth less. */
export function readReferenceFiles(root: string, quality: number): ReferenceFiles {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const script = readFileSync(scriptPath());
  return {
    script: new Uint8Array(brotliCompressSync(script, { params })),
    assets: textsOf(join(root, "src/reference/assets"), /\.(js|css)$/, ""),
    guides: textsOf(join(root, "docs"), /\.md$/, /\.md$/),
  };
}

/** The package exports no path to its stand-alone build, so it is found from its entry. */
function scriptPath(): string {
  const entry = createRequire(import.meta.url).resolve("@scalar/api-reference");
  return join(entry.slice(0, entry.lastIndexOf("/dist/")), "dist/browser/standalone.js");
}

function textsOf(folder: string, files: RegExp, ending: RegExp | string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => files.test(name));
  return Object.fromEntries(names.map((name) => [name.replace(ending, ""), readFileSync(join(folder, name), "utf8")]));
}
