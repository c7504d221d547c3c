// Every failure is told: a catch uses its error, or says why nobody needs to hear of it.
import { expect, setDefaultTimeout, test } from "bun:test";
import ts from "typescript";
import { nodesOf, type Source, sourcesIn } from "../support/sources.ts";

setDefaultTimeout(60_000);
const UNSAID = "drops an error: use it, throw, or say in a comment inside the catch why nobody needs to hear of it";
const OURS = "drops what `deps` or `database` throw, which is a failure of ours: log it, throw it or return it";

/** What is guarded, and what is done where it throws: of `try`, `.catch(…)` and the second function of `.then(…)`. */
interface Catch {
  guarded: ts.Node;
  error: ts.BindingName | undefined;
  body: ts.Node;
}

function catchOf(node: ts.Node): Catch | null {
  if (ts.isCatchClause(node)) {
    return { guarded: node.parent.tryBlock, error: node.variableDeclaration?.name, body: node.block };
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { name, expression: guarded } = node.expression;
  const handler = name.text === "catch" ? node.arguments[0] : name.text === "then" ? node.arguments[1] : undefined;
  if (!handler || !(ts.isArrowFunction(handler) || ts.isFunctionExpression(handler))) return null;
  return { guarded, error: handler.parameters[0]?.name, body: handler.body };
}

const sources = ["src", "plugins"].flatMap(sourcesIn);

const names = (node: ts.Node, texts: readonly string[]) =>
  [...nodesOf(node)].some((one) => ts.isIdentifier(one) && texts.includes(one.text));

function hasComment(body: ts.Node, { text }: ts.SourceFile): boolean {
  const commentsAt = (at: number) => [
    ...(ts.getLeadingCommentRanges(text, at) ?? []),
    ...(ts.getTrailingCommentRanges(text, at) ?? []),
  ];
  return [...nodesOf(body)].some((node) => commentsAt(node.pos).some(({ pos }) => pos > body.getStart()));
}

/** What is wrong with a catch; null where its error is told. */
function wrongWith({ guarded, error, body }: Catch, tree: ts.SourceFile): string | null {
  if (error && (!ts.isIdentifier(error) || names(body, [error.text]))) return null;
  if (names(guarded, ["deps", "database"])) return OURS;
  return [...nodesOf(body)].some(ts.isThrowStatement) || hasComment(body, tree) ? null : UNSAID;
}

/** Without the tokens, which `nodesOf` goes through as well. */
function catchesIn(node: ts.Node): Catch[] {
  const own = catchOf(node);
  const found = own ? [own] : [];
  ts.forEachChild(node, (child) => void found.push(...catchesIn(child)));
  return found;
}

function swallowedIn({ file, tree }: Pick<Source, "file" | "tree">): string[] {
  return catchesIn(tree).flatMap((one) => {
    const wrong = wrongWith(one, tree);
    const line = tree.getLineAndCharacterOfPosition(one.body.getStart()).line + 1;
    return wrong ? [`${file}:${line} ${wrong}`] : [];
  });
}

const swallowed = (text: string) =>
  swallowedIn({ file: "a.ts", tree: ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true) });

test("no catch drops an error without a word", () => {
  expect(sources.flatMap(({ tree }) => catchesIn(tree)).length).toBeGreaterThan(300);
  expect(sources.flatMap(swallowedIn)).toEqual([]);
});

test("the rule finds each form of a dropped error", () => {
  const unsaid = [
    "try { a(); } catch {}",
    "try { a(); } catch { return null; }",
    "try { a(); } catch (error) { return null; }",
    "a().catch(() => {});",
    "// The next one makes up for it.\na().catch(() => null);",
    "a().then(() => true, () => false);",
    "a().catch(function () { return null; });",
  ];
  for (const text of unsaid) expect([text, ...swallowed(text)]).toEqual([text, expect.stringContaining(UNSAID)]);
  const ours = [
    "try { await deps.clients.of(row); } catch { /* None. */ }",
    "try { await renew(database, row); } catch { throw refused(); }",
    "await renew(deps.database, row).catch(() => {\n// The next one.\n});",
  ];
  for (const text of ours) expect([text, ...swallowed(text)]).toEqual([text, expect.stringContaining(OURS)]);
  const told = [
    "try { parse(text); } catch {\n// Not JSON.\nreturn null; }",
    "try { parse(text); } catch { throw new Refusal(); }",
    "try { await deps.a(); } catch (error) { log.warn('a_failed', { error }); }",
    "reader.cancel().catch(() => {\n// It has ended.\n});",
    "a().catch(log.failure);",
    "a().then(b);",
  ];
  for (const text of told) expect([text, ...swallowed(text)]).toEqual([text]);
});
