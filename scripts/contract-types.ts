// Writes src/plugin-kit/new/contract-types.txt, the types that `gateway plugin new` puts into a plugin's folder, from the contract.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
export const TYPES_FILE = join(root, "src/plugin-kit/new/contract-types.txt");

/** What a plugin and its test import, and the file that has it. */
const ENTRIES: Record<string, string> = {
  "gateway/plugin": "src/plugin/index.ts",
  "gateway/testing": "src/plugin-kit/check/check-plugin.ts",
};
/** Packages whose types the contract's declarations mention, under the names that they are imported by. */
const PACKAGES = ["@sinclair/typebox", "marked"];
const HEADER = `// The types of "gateway/plugin" and "gateway/testing", with those that they use of @sinclair/typebox and of marked (both under
// the MIT licence). Generated: \`gateway plugin types <folder>\` writes the file again for the version of the gateway at hand.
`;

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The text of src/plugin-kit/new/contract-types.txt: one ambient module for each file that the entries lead to. */
export function contractTypes(): string {
  const program = contractProgram();
  const names = new Map(Object.entries(ENTRIES).map(([name, file]) => [join(root, file), name]));
  const files = [...names.keys()];
  const blocks: string[] = [];
  for (const file of files) {
    const body = rewritten(declarationsOf(program, file), (specifier) => {
      const options = program.getCompilerOptions();
      const target = ts.resolveModuleName(specifier, file, options, ts.sys).resolvedModule?.resolvedFileName;
      if (target === undefined) throw new Error(`${file} imports ${specifier}, which has no types.`);
      if (!names.has(target)) {
        names.set(target, PACKAGES.includes(specifier) ? specifier : innerName(target));
        files.push(target);
      }
      return names.get(target) as string;
    });
    blocks.push(`declare module ${JSON.stringify(names.get(file))} {\n${body}}\n`);
  }
  return `${HEADER}\n${blocks.join("\n")}`;
}

function contractProgram(): ts.Program {
  const folder = join(root, "plugins");
  const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const files = Object.values(ENTRIES).map((file) => join(root, file));
  return ts.createProgram(files, { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true });
}

/** A source file's declarations; those of a package are there already. */
function declarationsOf(program: ts.Program, file: string): string {
  if (/\.d\.m?ts$/.test(file)) return readFileSync(file, "utf8");
  let declarations = "";
  program.emit(program.getSourceFile(file), (_, text) => {
    declarations = text;
  });
  return declarations;
}

/** A name that no plugin can import by accident: `#` is for a package's own modules. */
function innerName(file: string): string {
  const path = relative(root, ts.sys.realpath?.(file) ?? file)
    .replace(/^(\.\.\/)*.*node_modules\//, "")
    .replace(/^src\//, "gateway/")
    .replace("@sinclair/typebox/build/esm/", "typebox/")
    .replace(/(\.d)?\.m?ts$/, "");
  return `#${path}`;
}

/** A declaration file as the body of an ambient module: without comments of packages, `declare`, and relative specifiers. */
function rewritten(text: string, nameOf: (specifier: string) => string): string {
  const tree = ts.createSourceFile("module.d.ts", text, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node) && isSpecifier(node)) {
      edits.push({ start: node.getStart(), end: node.getEnd(), text: JSON.stringify(nameOf(node.text)) });
    }
    if (node.kind === ts.SyntaxKind.DeclareKeyword)
      edits.push({ start: node.getStart(), end: node.getEnd() + 1, text: "" });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const lines = edits
    .sort((a, b) => b.start - a.start)
    .reduce((result, { start, end, text }) => result.slice(0, start) + text + result.slice(end), text)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("//# "));
  return lines.map((line) => `${line}\n`).join("");
}

function isSpecifier({ parent }: ts.StringLiteral): boolean {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  return ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent);
}

if (import.meta.main) writeFileSync(TYPES_FILE, contractTypes());
