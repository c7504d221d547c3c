// Takes the script of the API reference out of Scalar's package, in Brotli: bun scripts/take-reference.ts. The program
// ships this one file: the package itself would bring 258 others, 260 MB, into every installation.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

/** Where `src/reference/files.ts` reads it. */
export const TAKEN = fileURLToPath(new URL("../src/reference/scalar.js.br", import.meta.url));

/** Scalar's stand-alone build. The package exports no path to it, so it is found from its entry. */
export function referenceScript(): Buffer {
  const entry = createRequire(import.meta.url).resolve("@scalar/api-reference");
  return readFileSync(join(entry.slice(0, entry.lastIndexOf("/dist/")), "dist/browser/standalone.js"));
}

if (import.meta.main) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(TAKEN, brotliCompressSync(referenceScript(), { params }));
}
