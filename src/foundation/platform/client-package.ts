// Makes the typed client's npm package out of its sources, without the compiler: a build does it once and embeds the result.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type TarEntry, textEntry, writeTar } from "../db/tar.ts";

interface Manifest {
  exports: Record<string, { default: string }>;
  scripts?: unknown;
}

/** Generated from the API document: their declarations are their own text, and a copy in client/types would be two megabytes. */
export const GENERATED = ["schema", "endpoints"];
const BESIDE = ["README.md", "LICENSE"];
const GZIP_LEVEL = 9;

/** The archive, the same for the same sources. */
export async function buildClientPackage(root: string): Promise<Uint8Array<ArrayBuffer>> {
  const folder = join(root, "client");
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const files = new Map([
    ["package.json", `${JSON.stringify(manifest, null, 2)}\n`],
    ...BESIDE.map((name): [string, string] => [name, readFileSync(join(folder, name), "utf8")]),
    ...(await compiled(folder, manifest)),
    ...declarations(folder),
  ]);
  async function* entries(): AsyncGenerator<TarEntry> {
    for (const [name, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
      yield textEntry(`package/${name}`, text);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeTar(entries())) chunks.push(chunk);
  return new Uint8Array(await promisify(gzip)(Buffer.concat(chunks), { level: GZIP_LEVEL }));
}

/** What entries share is a file of its own, so that an error has one class whichever entry throws it. */
async function compiled(folder: string, { exports }: Manifest): Promise<[string, string][]> {
  const sourceOf = (name: string) =>
    ["ts", "tsx"].map((ending) => join(folder, "src", `${name}.${ending}`)).find(existsSync) ?? name;
  const entries = Object.values(exports).map((one) => one.default.replace(/^\.\/dist\/|\.js$/g, ""));
  const { outputs } = await Bun.build({
    entrypoints: entries.map(sourceOf),
    root: join(folder, "src"),
    format: "esm",
    splitting: true,
    packages: "external",
    naming: { entry: "[name].js", chunk: "chunk-[hash].js" },
  });
  return Promise.all(
    outputs.map(async (output): Promise<[string, string]> => [join("dist", output.path), await output.text()]),
  );
}

function declarations(folder: string): [string, string][] {
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  return [
    ...readdirSync(join(folder, "types")).map((name): [string, string] => [`dist/${name}`, read(`types/${name}`)]),
    ...GENERATED.map((name): [string, string] => [`dist/${name}.d.ts`, declarationOf(read(`src/${name}.ts`))]),
  ];
}

/** Types as they are, and a constant at the end without its value. */
function declarationOf(source: string): string {
  const start = source.search(/^export const /m);
  if (start < 0) return source;
  const end = source.indexOf(" = ", start);
  return `${source.slice(0, start)}${source.slice(start, end).replace("export const", "export declare const")};\n`;
}
