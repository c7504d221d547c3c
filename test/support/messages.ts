// Finds the texts of pages in the source: those that languages have, by `tr`, `rich` and `message`, and those that slipped by.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { ROOT } from "./sources.ts";

/** Folders whose files make pages with these texts. */
const FOLDERS = ["src/dashboard", "src/web/pages"];
const TRANSLATORS = new Set(["tr", "rich", "message", "errorMessage"]);
/** What pages show only of a fault in our own code, and errors, whose texts are the API's. */
const ERRORS = new Set(["Error", "AppError", "OAuthError", "TypeError"]);
/** Attributes that no person reads. */
const UNREAD =
  /^(?:class|id|name|for|type|href|action|method|rel|value|autocomplete|pattern|data-.*|aria-(?:labelledby|describedby|controls|current|keyshortcuts)|role|kind|tone|icon|format|d|viewBox|inputmode)$/;
/** Words that are the same for everybody: names of products, keys and header values. */
const NAMES = new Set([
  "True",
  "False",
  "None",
  "Content-Type",
  "Accept-Language, Cookie",
  "Bearer",
  "Basic",
  "Enter",
  "Escape",
  "ArrowDown",
  "ArrowUp",
  "Gateway",
  "Python",
  "TypeScript",
  "SameSite",
  "Lax",
]);

export interface RawText {
  /** From the root of the project. */
  file: string;
  line: number;
  text: string;
}

function sources(folders: readonly string[]): ts.SourceFile[] {
  const paths = folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(ROOT, folder, name)),
    )
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path));
  return paths
    .sort()
    .map((path) =>
      ts.createSourceFile(
        path,
        readFileSync(path, "utf8"),
        ts.ScriptTarget.Latest,
        true,
        path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
      ),
    );
}

const calledName = (node: ts.CallExpression) => (ts.isIdentifier(node.expression) ? node.expression.text : null);

/** Sorted, each once: the texts of pages, and those of errors without values in them, which pages show too. */
export function messagesOfSource(): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    for (const literal of literalsOf(textOf(node))) found.add(literal);
    node.forEachChild(visit);
  };
  for (const source of sources(["src"])) source.forEachChild(visit);
  return [...found].sort();
}

function textOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isCallExpression(node) && TRANSLATORS.has(calledName(node) ?? "")) return node.arguments[0];
  const isError = ts.isNewExpression(node) && node.expression.getText() === "AppError";
  return isError ? node.arguments?.[1] : undefined;
}

/** A text, or a choice between texts. */
function literalsOf(node: ts.Expression | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isBinaryExpression(node)) return literalsOf(node.right);
  return [];
}

export function rawTexts(): RawText[] {
  return sources(FOLDERS)
    .filter(({ fileName }) => !fileName.endsWith("/language.ts"))
    .flatMap((source) => rawTextsOf(source));
}

function rawTextsOf(source: ts.SourceFile): RawText[] {
  const found: RawText[] = [];
  const add = (node: ts.Node, text: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ file: relative(ROOT, source.fileName), line: line + 1, text: text.trim().replace(/\s+/g, " ") });
  };
  const visit = (node: ts.Node): void => {
    if (isUnread(node)) return;
    if (ts.isJsxText(node) && /\p{L}{2,}/u.test(node.text)) add(node, node.text);
    else if (ts.isStringLiteralLike(node) && (isProse(node.text) || isShownText(node))) add(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      const text = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…");
      if (isProse(text)) add(node, text);
    }
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return found;
}

function isUnread(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node)) return true;
  const { parent } = node;
  if (ts.isCallExpression(parent) && parent.arguments[0] === node && TRANSLATORS.has(calledName(parent) ?? ""))
    return true;
  // Descriptions of inputs and summaries of routes are of the API document; a mail's cause is a key.
  if (ts.isCallExpression(node) && /^t\./.test(node.expression.getText())) return true;
  if (ts.isPropertyAssignment(node) && /^(?:summary|description|cause)$/.test(node.name.getText())) return true;
  if (ts.isJsxElement(node) && /^(?:code|kbd|pre|Code)$/.test(node.openingElement.tagName.getText())) return true;
  if (ts.isNewExpression(node)) return ts.isIdentifier(node.expression) && ERRORS.has(node.expression.text);
  // A part of a page may be given by an attribute of a part.
  return ts.isJsxAttribute(node) && UNREAD.test(node.name.getText()) && !/<\w/.test(node.initializer?.getText() ?? "");
}

const TEXT_PROPS = /^(?:none|hint|note|label|title|placeholder|summary|lead|caption|text|word|button|submit|cell)$/;

/** Examples of values, and UTC, are the same in every language. */
const IDENTIFIER = /^(?:UTC|[\w/.-]*[/_.\d][\w/.-]*)$/;
const isShownText = (node: ts.StringLiteralLike) =>
  /\p{L}{2,}/u.test(node.text) && !IDENTIFIER.test(node.text) && isShown(node);

/** Whether a literal is what an element shows: its child, or one of its texts, also by a choice. */
function isShown(node: ts.Node): boolean {
  let at: ts.Node = node;
  for (;;) {
    const { parent } = at;
    if (ts.isConditionalExpression(parent) && parent.condition !== at) at = parent;
    else if (ts.isParenthesizedExpression(parent)) at = parent;
    else if (
      ts.isBinaryExpression(parent) &&
      parent.right === at &&
      /^(?:\?\?|\|\||&&)$/.test(parent.operatorToken.getText())
    )
      at = parent;
    else if (ts.isArrowFunction(parent) && parent.body === at) at = parent;
    else if (ts.isJsxExpression(parent)) {
      const of = parent.parent;
      if (ts.isJsxAttribute(of)) return TEXT_PROPS.test(of.name.getText());
      return !ts.isArrowFunction(at);
    } else
      return ts.isPropertyAssignment(parent) && parent.initializer === at && TEXT_PROPS.test(parent.name.getText());
  }
}

/** Statements, code, intervals of htmx, cookies' contents, policies, and a template that only joins values. */
const NOT_READ =
  /^(?:http|gateway [a-z]+ |oidc … |curl|const |every \d+s$|session …|pkce …|public, |'self'|[… ]+$|… m?s$)/;

/** A sentence or a title, rather than an id, a path or a list of classes. */
function isProse(text: string): boolean {
  const trimmed = text.trim();
  if (NAMES.has(trimmed)) return false;
  if (NOT_READ.test(trimmed)) return false;
  if (/^[A-Z][a-z’']+/.test(trimmed)) return true;
  return /^[\d\w’'….]+,?(?: [\w’'…-]+){1,}/.test(trimmed) && !/^[a-z-]+ [a-z -]+$/.test(trimmed);
}
