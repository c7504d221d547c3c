// Makes one binary of the program, its plugins, the migrations and the embedded database.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, zstdCompressSync } from "node:zlib";
import type { BunPlugin } from "bun";
import { dumpEmbedded } from "../src/foundation/db/embedded.ts";
import { migrate, readMigrations } from "../src/foundation/db/migrate.ts";
import { packDump } from "../src/foundation/db/template.ts";
import { buildClientPackage } from "../src/foundation/platform/client-package.ts";
import { buildConnectScript } from "../src/foundation/platform/connect-script.ts";
import { readRecordedCalls } from "../src/plugin-kit/check/recorded-calls.ts";
// The virtual modules, which the plugins import.
import "../src/foundation/platform/preload.ts";
import { loadPlugins, pluginsInFolder } from "../src/providers/registry/load.ts";
import { readReferenceFiles } from "../src/reference/files.ts";
import { RESERVED_IDS } from "../src/server/reserved-ids.ts";
import { readPublicKeys } from "./release-sums.ts";

export const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const pglite = dirname(require.resolve("@electric-sql/pglite"));

const ZSTD_LEVEL = 19;

/** As they lie in the scratch folder and in the binary: PGlite's own compressed, 4 MB instead of 16, and the dump 2.5 instead of 43. */
const DATABASE_FILES = {
  wasm: "pglite.wasm.zst",
  initdbWasm: "initdb.wasm.zst",
  data: "pglite.data.zst",
  dump: "template.tar.zst",
};

const REFERENCE_SCRIPT = "reference.js.br";
const REFERENCE_TEXTS = "reference.json";
const CONNECT_SCRIPT = "connect.js";
/** In the scratch folder; a release has it beside its binaries too. */
export const CLIENT_PACKAGE = "client.tgz";

/**
 * The source of each virtual module of src/foundation/platform/virtual-modules.d.ts; `scratch` holds the database's files,
 * and `target` is the platform of a release.
 */
const virtualModules = (scratch: string, target: string | null): Record<string, () => string> => ({
  "gateway:release": () =>
    `export const releaseKeys = ${JSON.stringify(readPublicKeys(process.env.RELEASE_PUBLIC_KEYS))};
      export const target = ${JSON.stringify(target)};`,
  "gateway:plugins": () => {
    const names = readdirSync(join(root, "plugins")).filter((name) =>
      existsSync(join(root, "plugins", name, "index.ts")),
    );
    const imports = names.map(
      (name, i) => `import p${i} from ${JSON.stringify(join(root, "plugins", name, "index.ts"))};`,
    );
    const entries = names.map(
      (name, i) => `{ file: "plugins/${name}/index.ts", load: async () => ({ default: p${i} }), isChecked: true }`,
    );
    return `${imports.join("\n")}\nexport const sources = [${entries.join(", ")}];`;
  },
  "gateway:migrations": () => `export const migrations = ${JSON.stringify(readMigrations())};`,
  "gateway:examples": () => {
    const calls = JSON.stringify(readRecordedCalls(join(root, "plugins")));
    // A text parses faster than a literal, and only when it is asked for.
    return `export const examples = async () => JSON.parse(${JSON.stringify(calls)});`;
  },
  "gateway:reference": () =>
    `import { readFile } from "node:fs/promises";
      import script from ${JSON.stringify(join(scratch, REFERENCE_SCRIPT))} with { type: "file" };
      import texts from ${JSON.stringify(join(scratch, REFERENCE_TEXTS))} with { type: "json" };
      export const files = async () => ({ ...texts, script: new Uint8Array(await readFile(script)) });`,
  "gateway:client-package": () =>
    `import { readFile } from "node:fs/promises";
      import bytes from ${JSON.stringify(join(scratch, CLIENT_PACKAGE))} with { type: "file" };
      export const clientPackage = async () => new Uint8Array(await readFile(bytes));`,
  "gateway:connect-script": () =>
    `import text from ${JSON.stringify(join(scratch, CONNECT_SCRIPT))} with { type: "text" };
      export const script = async () => text;`,
  "gateway:contract-types": () =>
    `import text from ${JSON.stringify(join(root, "src/plugin-kit/new/contract-types.txt"))} with { type: "text" };
      export const contractTypes = async () => text;`,
  "gateway:database-files": () => {
    const imports = Object.entries(DATABASE_FILES).map(
      ([name, file]) => `import ${name} from ${JSON.stringify(join(scratch, file))} with { type: "file" };`,
    );
    return `import { readFileSync } from "node:fs";
      import { readDump } from ${JSON.stringify(join(root, "src/foundation/db/template.ts"))};
      ${imports.join("\n")}
      export const files = { wasm, initdbWasm, data };
      export const template = async () => readDump(readFileSync(dump));`;
  },
});

const virtual = (modules: Record<string, () => string>): BunPlugin => ({
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
});

/** Makes the files that every target embeds, in a folder that the caller removes. */
export async function prepare(): Promise<string> {
  // The binary takes its own plugins for checked ones.
  await loadPlugins(pluginsInFolder(join(root, "plugins")), RESERVED_IDS);
  const scratch = mkdtempSync(join(tmpdir(), "gateway-build-"));
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL };
  for (const file of ["pglite.wasm", "initdb.wasm", "pglite.data"]) {
    writeFileSync(join(scratch, `${file}.zst`), zstdCompressSync(readFileSync(join(pglite, file)), { params }));
  }
  const { script, ...texts } = readReferenceFiles(root);
  writeFileSync(join(scratch, REFERENCE_SCRIPT), script);
  writeFileSync(join(scratch, REFERENCE_TEXTS), JSON.stringify(texts));
  writeFileSync(join(scratch, CONNECT_SCRIPT), await buildConnectScript(root));
  writeFileSync(join(scratch, CLIENT_PACKAGE), await buildClientPackage(root));
  const template = await dumpEmbedded((database) => migrate(database, readMigrations()));
  writeFileSync(join(scratch, DATABASE_FILES.dump), packDump(template, ZSTD_LEVEL));
  return scratch;
}

/**
 * Builds for this machine, or for another: bun-linux-arm64-musl and the like. Returns the paths of what went in, as its source
 * maps name them. Throws an `AggregateError` of what is wrong.
 */
export async function buildBinary(outfile: string, scratch: string, target?: Bun.Build.CompileTarget) {
  mkdirSync(dirname(outfile), { recursive: true });
  // The binary holds its source maps; the build leaves a copy of each beside it.
  const made = mkdtempSync(join(dirname(outfile), ".build-"));
  try {
    const result = await Bun.build({
      entrypoints: [join(root, "src/main.ts")],
      minify: true,
      bytecode: true,
      // Code that is imported when it is needed is then read when it is needed: less memory, and a quicker start.
      splitting: true,
      format: "esm",
      sourcemap: "linked",
      // Ignores bunfig.toml and .env in the working folder; package.json lets drop-in plugins find packages.
      compile: {
        outfile: join(made, basename(outfile)),
        ...(target && { target }),
        autoloadBunfig: false,
        autoloadDotenv: false,
        autoloadPackageJson: true,
      },
      plugins: [virtual(virtualModules(scratch, target?.slice("bun-".length) ?? null))],
    });
    for (const message of result.logs) console.warn(String(message));
    renameSync(join(made, basename(outfile)), outfile);
    return readdirSync(made).flatMap((map) => sourcesOf(join(made, map)));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

const sourcesOf = (sourceMap: string) => (JSON.parse(readFileSync(sourceMap, "utf8")) as { sources: string[] }).sources;
