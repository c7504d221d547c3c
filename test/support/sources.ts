// The project's source files as syntax trees, for tests of its code rules.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Import {
  /** The import specifier as written. */
  from: string;
  /** For a relative import, the file relative to the project's root. */
  file: string | null;
  isTypeOnly: boolean;
}

export interface Source {
  /** Relative to the project's root. */
  file: string;
  text: string;
  lines: number;
  imports: readonly Import[];
  tree: ts.SourceFile;
}

/** The TypeScript files below a folder of the project, without tests and declarations. */
export const sourcesIn = (folder: string): Source[] => textsIn(folder).map(sourceOf);

/** The same without their trees: to parse them all takes seconds. */
export function textsIn(folder: string): Pick<Source, "file" | "text">[] {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.ts$/.test(name))
    .sort()
    .map((name) => join(folder, name))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));
}

function sourceOf({ file, text }: Pick<Source, "file" | "text">): Source {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return { file, text, lines: text.trimEnd().split("\n").length, imports: importsOf(tree, file), tree };
}

function importsOf(tree: ts.SourceFile, file: string): Import[] {
  const found: Import[] = [];
  const add = (from: string, isTypeOnly: boolean) => {
    const target = from.startsWith(".") ? relative(ROOT, join(ROOT, dirname(file), from)) : null;
    found.push({ from, file: target, isTypeOnly });
  };
  for (const node of nodesOf(tree)) {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, isTypeImport(node.importClause));
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      const names = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : [];
      add(node.moduleSpecifier.text, node.isTypeOnly || (names.length > 0 && names.every((name) => name.isTypeOnly)));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const argument = node.arguments[0];
      if (argument && ts.isStringLiteral(argument)) add(argument.text, false);
    }
  }
  return found;
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly);
}

/** Every node of a tree, parents first. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesOf(child);
}
