// Builds dist/gateway: one binary with the program, plugins, migrations and the embedded database.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BunPlugin } from "bun";
import { dumpEmbedded } from "../src/db/embedded.ts";
import { migrate, readMigrations } from "../src/db/migrate.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const pglite = dirname(require.resolve("@electric-sql/pglite"));
const scratch = mkdtempSync(join(tmpdir(), "gateway-build-"));

/** The source of each virtual module of src/platform/virtual-modules.d.ts. */
const modules: Record<string, () => string> = {
  "gateway:plugins": () => {
    const names = readdirSync(join(root, "plugins")).filter((name) =>
      existsSync(join(root, "plugins", name, "index.ts")),
    );
    const imports = names.map(
      (name, i) => `import p${i} from ${JSON.stringify(join(root, "plugins", name, "index.ts"))};`,
    );
    const entries = names.map(
      (name, i) => `{ file: "plugins/${name}/index.ts", load: async () => ({ default: p${i} }) }`,
    );
    return `${imports.join("\n")}\nexport const sources = [${entries.join(", ")}];`;
  },
  "gateway:migrations": () => `export const migrations = ${JSON.stringify(readMigrations())};`,
  "gateway:database-files": () => {
    const files = {
      wasm: join(pglite, "pglite.wasm"),
      initdbWasm: join(pglite, "initdb.wasm"),
      data: join(pglite, "pglite.data"),
      dump: join(scratch, "template.tgz"),
    };
    const imports = Object.entries(files).map(
      ([name, path]) => `import ${name} from ${JSON.stringify(path)} with { type: "file" };`,
    );
    return `import { readFile } from "node:fs/promises";
      ${imports.join("\n")}
      export const files = { wasm, initdbWasm, data };
      export const template = async () => new Blob([await readFile(dump)]);`;
  },
};

const virtual: BunPlugin = {
  name: "gateway-virtual-modules",
  setup(build) {
    build.onResolve({ filter: /^gateway:/ }, ({ path }) => ({ path, namespace: "gateway" }));
    build.onLoad({ filter: /.*/, namespace: "gateway" }, ({ path }) => ({
      contents: modules[path]?.() ?? "",
      loader: "ts",
      resolveDir: root,
    }));
    // The demo's emulators read fonts beside their own file: the build inlines them.
    build.onLoad({ filter: /emulate\/dist\/[^/]+\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /readFileSync\d*\(join\d*\(__dirname\d*, "fonts", "([^"]+)"\)\)/g,
        (_, file: string) =>
          `Buffer.from("${readFileSync(join(dirname(path), "fonts", file)).toString("base64")}", "base64")`,
      ),
      loader: "js",
    }));
  },
};

const outfile = process.argv[2] ?? join(root, "dist", "gateway");
try {
  const template = await dumpEmbedded((database) => migrate(database, readMigrations()), "gzip");
  writeFileSync(join(scratch, "template.tgz"), Buffer.from(await template.arrayBuffer()));
  mkdirSync(dirname(outfile), { recursive: true });
  const result = await Bun.build({
    entrypoints: [join(root, "src/main.ts")],
    minify: true,
    bytecode: true,
    format: "esm",
    sourcemap: "linked",
    // Ignores bunfig.toml and .env in the working folder; package.json lets drop-in plugins find packages.
    compile: { outfile, autoloadBunfig: false, autoloadDotenv: false, autoloadPackageJson: true },
    plugins: [virtual],
  });
  for (const message of result.logs) console.warn(String(message));
  if (!result.success) process.exit(1);
  console.log(`Built ${outfile}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
