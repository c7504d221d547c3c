// Writes client/types: the declarations of the client's modules, which /client.tgz takes where no compiler is installed.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { GENERATED } from "../src/foundation/platform/client-package.ts";

const CLIENT = fileURLToPath(new URL("../client", import.meta.url));
export const DECLARATIONS = join(CLIENT, "types");

/** The text of each file by its name. */
export function clientDeclarations(): Map<string, string> {
  const outDir = mkdtempSync(join(tmpdir(), "gateway-declarations-"));
  try {
    const { config } = ts.readConfigFile(join(CLIENT, "tsconfig.json"), ts.sys.readFile);
    const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, CLIENT);
    ts.createProgram(fileNames, { ...options, outDir, emitDeclarationOnly: true }).emit();
    const names = readdirSync(outDir).filter((name) => !GENERATED.includes(name.replace(/\.d\.ts$/, "")));
    return new Map(names.sort().map((name) => [name, readFileSync(join(outDir, name), "utf8")]));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const declarations = clientDeclarations();
  for (const name of readdirSync(DECLARATIONS)) if (!declarations.has(name)) rmSync(join(DECLARATIONS, name));
  for (const [name, text] of declarations) writeFileSync(join(DECLARATIONS, name), text);
}
