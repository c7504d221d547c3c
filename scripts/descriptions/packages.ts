// Fetches pinned npm packages into a temporary folder and verifies their hashes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Package {
  name: string;
  version: string;
  /** As `npm view <name>@<version> dist.integrity` says. */
  integrity: string;
  licence: string;
}

/** Unpacks a package, or only `files` of it, into `<folder>/node_modules/<name>`, and returns that folder. */
export function fetchPackage({ name, version, integrity }: Package, folder: string, files: readonly string[]): string {
  const archive = execFileSync("npm", ["pack", "--silent", `${name}@${version}`], {
    cwd: folder,
    encoding: "utf8",
  }).trim();
  const hash = createHash("sha512")
    .update(readFileSync(join(folder, archive)))
    .digest("base64");
  if (`sha512-${hash}` !== integrity) throw new Error(`The archive of ${name}@${version} has the hash sha512-${hash}.`);
  const target = join(folder, "node_modules", name);
  mkdirSync(target, { recursive: true });
  execFileSync(
    "tar",
    ["-xzf", archive, "-C", target, "--strip-components=1", ...files.map((file) => `package/${file}`)],
    { cwd: folder },
  );
  return target;
}
