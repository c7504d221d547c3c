// Changes the program at random places, one at a time, and tells which test by need notices each, and which changes none does.
// Run by hand: bun test/mutations/try.ts [wing …] [--each N] [--seed N] [--whole]. The working tree must be clean.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { concerned, runsFor, type TestRun } from "../../scripts/tests-for.ts";
import { nodesOf, ROOT, type Source, sourcesIn } from "../support/sources.ts";
import { randomOf } from "./random.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    whole: { type: "boolean", default: false },
  },
});

const OPERATORS: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+": "-",
  "-": "+",
};
const TIMEOUT_MS = 300_000;

interface Mutation {
  file: string;
  line: number;
  start: number;
  end: number;
  text: string;
}

/** The changes that make sense at one node. */
function mutationsAt(node: ts.Node): { node: ts.Node; text: string }[] {
  if (ts.isBinaryExpression(node)) {
    const text = OPERATORS[node.operatorToken.getText()];
    return text === undefined ? [] : [{ node: node.operatorToken, text }];
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return [{ node, text: node.operand.getText() }];
  }
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    return [{ node: condition, text: `!(${condition.getText()})` }];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ node, text: "false" }];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ node, text: "true" }];
  if (ts.isNumericLiteral(node)) return [{ node, text: `(${node.getText()} + 1)` }];
  const isCall = ts.isExpressionStatement(node) && /^(await )?[\w.]+\(/.test(node.getText());
  return isCall ? [{ node, text: ";" }] : [];
}

/** Types do not run, and what a decorator or import says is no behaviour. */
const isSilent = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || ts.isImportDeclaration(node) || (node.parent !== undefined && isSilent(node.parent));

function mutationsOf({ file, tree }: Source): Mutation[] {
  return [...nodesOf(tree)].flatMap((found) =>
    isSilent(found)
      ? []
      : mutationsAt(found).map(({ node, text }) => {
          const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
          return { file, line, start: node.getStart(), end: node.getEnd(), text };
        }),
  );
}

/** The tests that a change of the file can break: by need, or all. */
const runsOf = (file: string): readonly TestRun[] => (values.whole ? [{ paths: [] }] : runsFor(concerned(file)));

/** How many characters of a run's output are kept: its failures are at the end, since a run stops at the first. */
const KEPT_OUTPUT = 20_000;

/**
 * What failed in a run: the name of a test, or how the run ended; null where all passed. A run that hangs is killed with
 * all that it has started: a change can be an endless loop.
 */
function failureOf(words: readonly string[]): Promise<string | null> {
  const env = { ...(values.whole ? {} : { TEST_LANES: "embedded" }), ...process.env };
  const child = spawn("node", ["scripts/run.mjs", ...words], { cwd: ROOT, detached: true, env });
  const timer = setTimeout(() => process.kill(-(child.pid as number), "SIGKILL"), TIMEOUT_MS);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-KEPT_OUTPUT);
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      const [, failed] = /^\(fail\) (.*)$/m.exec(output) ?? [];
      resolve(code === 0 ? null : (failed ?? signal ?? `exit code ${code}`));
    });
  });
}

/** What notices the change; null where nothing does. */
async function noticedBy({ file, start, end, text }: Mutation): Promise<string | null> {
  const path = join(ROOT, file);
  const before = readFileSync(path, "utf8");
  writeFileSync(path, before.slice(0, start) + text + before.slice(end));
  try {
    for (const { paths, pattern } of runsOf(file)) {
      const names = pattern === undefined ? [] : ["--test-name-pattern", pattern];
      const failure = await failureOf(["--test", "--bail", ...paths, ...names]);
      if (failure !== null) return failure;
    }
    return null;
  } finally {
    writeFileSync(path, before);
  }
}

const { stdout: dirty } = spawnSync("git", ["status", "--porcelain"], { cwd: ROOT, encoding: "utf8" });
if (dirty !== "") throw new Error("The working tree has changes, which this would mix with its own.");
const sources = sourcesIn("src").filter(({ file }) => file !== "src/main.ts");
const wings = Map.groupBy(sources, ({ file }) => file.split("/")[1] as string);
const random = randomOf(Number(values.seed));
for (const [wing, files] of wings) {
  const all = files.flatMap(mutationsOf);
  if (positionals.length > 0 && !positionals.includes(wing)) continue;
  const missed: string[] = [];
  for (let i = 0; i < Number(values.each); i++) {
    const mutation = all[Math.floor(random() * all.length)] as Mutation;
    const { file, line, start, end, text } = mutation;
    const former = readFileSync(join(ROOT, file), "utf8").slice(start, end);
    const said = `${file}:${line} ${former} → ${text}`.replace(/\s+/g, " ").slice(0, 160);
    const noticed = await noticedBy(mutation);
    console.log(noticed === null ? `MISSED  ${said}` : `noticed ${said} (${noticed})`);
    if (noticed === null) missed.push(said);
  }
  console.log(`${wing}: ${Number(values.each) - missed.length} of ${values.each} noticed`);
}
