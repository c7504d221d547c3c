// Bundles the program for the processes that tests start: bun scripts/test-program.ts <folder>. Such a start takes half of the time.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BunPlugin } from "bun";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PLUGINS = join(ROOT, "plugins");

/** The built-in plugins as one module, as in a binary. */
function pluginsModule(): string {
  const names = readdirSync(PLUGINS).filter((name) => existsSync(join(PLUGINS, name, "index.ts")));
  const entries = names.map((name) => {
    const load = `() => import(${JSON.stringify(join(PLUGINS, name, "index.ts"))})`;
    return `{ file: "plugins/${name}/index.ts", load: ${load}, isChecked: true }`;
  });
  return `export const sources = [${entries.join(", ")}];`;
}

const sources: BunPlugin = {
  name: "gateway-sources",
  setup(build) {
    build.onResolve({ filter: /^gateway:plugins$/ }, ({ path }) => ({ path, namespace: "gateway" }));
    build.onLoad({ filter: /.*/, namespace: "gateway" }, () => ({
      contents: pluginsModule(),
      loader: "ts",
      resolveDir: ROOT,
    }));
    // These packages, and the sources, read files beside their own.
    build.onResolve({ filter: /^(@electric-sql\/pglite|emulate)$/ }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
      external: true,
    }));
    build.onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
      loader: path.endsWith("x") ? "tsx" : "ts",
    }));
  },
};

const result = await Bun.build({
  entrypoints: [join(ROOT, "src/main.ts")],
  outdir: process.argv[2] as string,
  target: "bun",
  splitting: true,
  sourcemap: "linked",
  // What the program registers itself.
  external: ["gateway:*"],
  plugins: [sources],
});
for (const message of result.logs) console.error(String(message));
process.exitCode = result.success ? 0 : 1;
