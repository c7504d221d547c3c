// Reads what the pages under /docs are made of, from the source tree; a build embeds the result.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface ReferenceFiles {
  /** Scalar's script, in Brotli: a quarter of its 4 MB. */
  script: Uint8Array<ArrayBuffer>;
  /** Our own scripts and style sheets by file name. */
  assets: Record<string, string>;
  /** The Markdown of docs/ by name, without the ending. */
  guides: Record<string, string>;
}

export function readReferenceFiles(root: string): ReferenceFiles {
  return {
    // scripts/take-reference.ts makes it.
    script: new Uint8Array(readFileSync(join(root, "src/reference/scalar.js.br"))),
    assets: textsOf(join(root, "src/reference/assets"), /\.(js|css)$/, ""),
    guides: textsOf(join(root, "docs"), /\.md$/, /\.md$/),
  };
}

function textsOf(folder: string, files: RegExp, ending: RegExp | string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => files.test(name));
  return Object.fromEntries(names.map((name) => [name.replace(ending, ""), readFileSync(join(folder, name), "utf8")]));
}
