// Reads what the pages under /docs are made of, from the source tree; a build embeds the result.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CLIENT_GUIDE, guideFile } from "./guides.ts";

export interface ReferenceFiles {
  /** Scalar's script, in Brotli: a quarter of its 4 MB. */
  script: Uint8Array<ArrayBuffer>;
  /** Our own scripts and style sheets by file name. */
  assets: Record<string, string>;
  /** The Markdown of the guides by name. */
  guides: Record<string, string>;
}

export function readReferenceFiles(root: string): ReferenceFiles {
  return {
    // scripts/take-reference.ts makes it.
    script: new Uint8Array(readFileSync(join(root, "src/reference/scalar.js.br"))),
    assets: textsOf(join(root, "src/reference/assets"), /\.(js|css)$/),
    guides: Object.fromEntries(
      servedGuides(root).map((name) => [name, readFileSync(join(root, `${guideFile(name)}.md`), "utf8")]),
    ),
  };
}

/** The names of all guides: `operate`, `operate/backups` of the pages that belong to it, and `client`. */
export const servedGuides = (root: string): string[] => [...guideNames(join(root, "docs")), CLIENT_GUIDE];

/** The pages of `folder`, and of the folder beside each of them that has its name. */
export function guideNames(folder: string): string[] {
  const pagesIn = (path: string) =>
    existsSync(path)
      ? readdirSync(path)
          .filter((name) => name.endsWith(".md"))
          .map((name) => name.slice(0, -".md".length))
      : [];
  return pagesIn(folder).flatMap((name) => [name, ...pagesIn(join(folder, name)).map((page) => `${name}/${page}`)]);
}

function textsOf(folder: string, files: RegExp): Record<string, string> {
  const names = readdirSync(folder).filter((name) => files.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
