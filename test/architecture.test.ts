// Checks the source against the code rules: imports, sizes, names, and no runtime-specific API in the core.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { foldersOf, roomsOf, WINGS } from "../scripts/describe-rooms.ts";
import { floorOf, roomOf } from "./support/floors.ts";
import { nodesOf, ROOT, type Source, sourcesIn } from "./support/sources.ts";

const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 50;

const core = ["src", "demo", "emulators"].flatMap(sourcesIn);
const plugins = sourcesIn("plugins");
/** The client, without what is generated. */
const client = sourcesIn("client/src").filter(({ text }) => !text.startsWith("// Generated from"));
const all = [...core, ...plugins, ...client];

/** `file: what` for each file and each of its imports that `isWrong`. */
function wrongImports(sources: readonly Source[], isWrong: (source: Source, from: string) => boolean): string[] {
  return sources.flatMap((source) =>
    source.imports.filter(({ from }) => isWrong(source, from)).map(({ from }) => `${source.file} imports ${from}`),
  );
}

const isPackage = (from: string, name: string) => from === name || from.startsWith(`${name}/`);

describe("imports", () => {
  test("every source file has a floor", () => {
    expect(core.filter(({ file }) => floorOf(file) < 0).map(({ file }) => file)).toEqual([]);
  });

  test("nothing imports from a floor above its own", () => {
    const up = core.flatMap(({ file, imports }) =>
      imports
        .filter((one) => one.file !== null && floorOf(one.file) >= 0 && !one.isTypeOnly)
        .filter((one) => dirname(one.file as string) !== dirname(file))
        .filter((one) => floorOf(one.file as string) > floorOf(file))
        .map((one) => `${file} (floor ${floorOf(file)}) imports ${one.file} (floor ${floorOf(one.file as string)})`),
    );
    expect(up).toEqual([]);
  });

  test("no rooms import values from each other in a circle", () => {
    const upper = new Map<string, Set<string>>();
    for (const { file, imports } of core)
      for (const one of imports) {
        if (one.isTypeOnly || one.file === null || floorOf(one.file) < 0) continue;
        const [from, to] = [roomOf(file), roomOf(one.file)];
        if (from !== to) upper.set(from, (upper.get(from) ?? new Set()).add(to));
      }
    expect(upper.size).toBeGreaterThan(40);
    // A room is taken away once all that it imports is; what stays imports itself in the end.
    for (let size = -1; size !== upper.size; ) {
      size = upper.size;
      for (const [room, lower] of upper) if (![...lower].some((one) => upper.has(one))) upper.delete(room);
    }
    expect([...upper].map(([room, lower]) => `${room} imports ${[...lower].filter((one) => upper.has(one))}`)).toEqual(
      [],
    );
  });

  test("nothing lies loose in src/, and every wing says what each of its rooms owns", () => {
    const loose = core.filter(({ file }) => /^src\/[^/]+$/.test(file)).map(({ file }) => file);
    expect(loose).toEqual(["src/main.ts"]);
    expect(foldersOf("").sort()).toEqual([...WINGS].sort());
    const withRooms = WINGS.filter((wing) => roomsOf(wing).length > 0);
    expect(withRooms.length).toBeGreaterThan(8);
    expect(withRooms.map((wing) => [wing, foldersOf(wing).sort()])).toEqual(
      withRooms.map((wing) => [wing, roomsOf(wing).sort()]),
    );
  });

  test("http/ knows no domain, not even by a type", () => {
    const known = [
      "foundation/error-reasons.ts",
      "foundation/errors.ts",
      "foundation/log/",
      "foundation/schema/",
      "foundation/tick.ts",
      "foundation/version.ts",
      "identity/initiator.ts",
      "identity/owner.ts",
      "metering/limits/",
      "plugin/",
      "web/http/",
    ];
    const isKnown = (file: string) => known.some((name) => file.startsWith(`src/${name}`));
    const others = core
      .filter(({ file }) => file.startsWith("src/web/http/"))
      .flatMap(({ file, imports }) => imports.map((one) => ({ file, target: one.file })))
      .filter(({ target }) => target !== null && !isKnown(target));
    expect(others).toEqual([]);
  });

  test("the client is a package of its own: it imports nothing above its folder", () => {
    expect(wrongImports(client, (_, from) => from.startsWith("..") || from.startsWith("gateway"))).toEqual([]);
  });

  test("the core imports no plugin", () => {
    expect(wrongImports(core, (_, from) => from.includes("plugins/") && !from.includes("gateway:"))).toEqual([]);
  });

  test("only connections/oauth/client.ts imports arctic, and only pipeline/ imports elysia", () => {
    expect(
      wrongImports(core, ({ file }, from) => isPackage(from, "arctic") && file !== "src/connections/oauth/client.ts"),
    ).toEqual([]);
    expect(
      wrongImports(core, ({ file }, from) => /^@?elysia/.test(from) && !file.startsWith("src/web/pipeline/")),
    ).toEqual([]);
  });

  test("only db/ and stores import drizzle-orm", () => {
    const mayQuery = (file: string) => file.startsWith("src/foundation/db/") || /[/-]store\.ts$/.test(file);
    expect(wrongImports(core, ({ file }, from) => isPackage(from, "drizzle-orm") && !mayQuery(file))).toEqual([]);
  });

  test("a file queries by Drizzle or by SQL text; where Drizzle has no words, a store does both", () => {
    const both = core.filter(
      ({ file, imports, text }) =>
        !file.startsWith("src/foundation/db/") &&
        imports.some(({ from, isTypeOnly }) => isPackage(from, "drizzle-orm") && !isTypeOnly) &&
        /\b(?:query|queryIn)(?:<[^(]*>)?\(/.test(text),
    );
    // Prepared look-ups of calls, batches of a JSON text, and claims that skip locked rows.
    expect(both.map(({ file }) => file).sort()).toEqual([
      "src/connections/connect/revocation-store.ts",
      "src/connections/integrations/store.ts",
      "src/events/ingest/store.ts",
      "src/events/subscriptions/claim-store.ts",
      "src/identity/accounts/store.ts",
    ]);
  });

  test("only jobs/ imports pg-boss, and its tables are nobody's to query", () => {
    const mayImport = (file: string) => file.startsWith("src/foundation/jobs/");
    expect(wrongImports(core, ({ file }, from) => isPackage(from, "pg-boss") && !mayImport(file))).toEqual([]);
    // The schema's name with a table behind it, written out or put in.
    const queries = core.filter(({ text }) => /\bgateway_jobs"?\.|\$\{(?:JOB_)?SCHEMA\}"?\./.test(text));
    expect(queries.map(({ file }) => file)).toEqual([]);
  });

  test("a plugin imports only gateway/plugin and its own files", () => {
    const isOwn = ({ file, imports }: Source, from: string) => {
      const target = imports.find((one) => one.from === from)?.file;
      return target?.startsWith(`${file.split("/").slice(0, 2).join("/")}/`) ?? false;
    };
    expect(wrongImports(plugins, (source, from) => from !== "gateway/plugin" && !isOwn(source, from))).toEqual([]);
  });

  test("runtime-specific APIs appear only in src/foundation/platform/", () => {
    const outside = all.filter(({ file }) => !file.startsWith("src/foundation/platform/"));
    const users = outside.filter(
      ({ tree, imports }) =>
        imports.some(({ from }) => /^(bun|deno)(:|$)/.test(from)) ||
        [...nodesOf(tree)].some((node) => ts.isIdentifier(node) && isRuntime(node)),
    );
    expect(users.map(({ file }) => file)).toEqual([]);
  });
});

/** `Bun` or `Deno` as a global, not as a property or a name in a type. */
function isRuntime(node: ts.Identifier): boolean {
  if (node.text !== "Bun" && node.text !== "Deno") return false;
  const { parent } = node;
  return !(ts.isPropertyAccessExpression(parent) && parent.name === node) && !ts.isPropertyAssignment(parent);
}

describe("sizes", () => {
  test(`a source file has at most ${MAX_FILE_LINES} lines`, () => {
    const long = all.filter(({ lines }) => lines > MAX_FILE_LINES);
    expect(long.map(({ file, lines }) => `${file}: ${lines}`)).toEqual([]);
  });

  test(`a function has at most ${MAX_FUNCTION_LINES} lines of its own`, () => {
    expect(all.flatMap(longFunctions)).toEqual([]);
  });
});

/** Functions that are too long; lines of inner functions and template literals do not count. */
function longFunctions({ file, tree }: Source): string[] {
  const lineOf = (position: number) => tree.getLineAndCharacterOfPosition(position).line;
  const span = (node: ts.Node) => lineOf(node.getEnd()) - lineOf(node.getStart()) + 1;
  const isInner = (node: ts.Node) => isFunction(node) || ts.isTemplateLiteral(node);
  const innerLines = (node: ts.Node): number =>
    node.getChildren().reduce((sum, child) => sum + (isInner(child) ? span(child) - 1 : innerLines(child)), 0);
  return [...nodesOf(tree)].filter(isFunction).flatMap((node) => {
    const own = span(node) - innerLines(node);
    return own > MAX_FUNCTION_LINES ? [`${file}:${lineOf(node.getStart()) + 1} has ${own} lines of its own`] : [];
  });
}

function isFunction(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

describe("texts and names", () => {
  test("the first line of every source file is a comment", () => {
    expect(all.filter(({ text }) => !/^(\/\/|\/\*\*?|#!)/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test("no type is `any`, and the linter refuses it", () => {
    const users = all.filter(({ tree }) => [...nodesOf(tree)].some((node) => node.kind === ts.SyntaxKind.AnyKeyword));
    expect(users.map(({ file }) => file)).toEqual([]);
    const { linter } = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
    expect(linter.rules.suspicious.noExplicitAny).toBe("error");
  });

  test("no file is named utils or helpers, and none re-exports a folder but the contract's", () => {
    const vague = all.filter(({ file }) => /(^|\/)(utils?|helpers?|common|misc)(\.ts|\/)/.test(file));
    expect(vague.map(({ file }) => file)).toEqual([]);
    const barrels = core.filter(({ file }) => file.endsWith("/index.ts")).map(({ file }) => file);
    expect(barrels).toEqual(["src/plugin/index.ts"]);
  });

  test("files are named in lower-kebab", () => {
    expect(all.filter(({ file }) => !/^[a-z0-9./-]+$/.test(file)).map(({ file }) => file)).toEqual([]);
  });

  test("no test is skipped, focused or left to be written", () => {
    const files = readdirSync(join(ROOT, "test"), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(".test.ts"));
    const unrun = files.filter((name) =>
      /^\s*(test|describe|it)\.(skip|only|todo|failing)\b/m.test(readFileSync(join(ROOT, "test", name), "utf8")),
    );
    expect(unrun).toEqual([]);
  });

  test("no test uses .rejects or .resolves, which run an event loop within the loop (test/support/rejection.ts)", () => {
    const nesting = ["test", "plugins"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true })
        .map((name) => join(folder, String(name)))
        .filter((name) => name.endsWith(".ts") && name !== "test/architecture.test.ts")
        .filter((name) => /\.(rejects|resolves)\s*\.\w/.test(readFileSync(join(ROOT, name), "utf8"))),
    );
    expect(nesting).toEqual([]);
  });
});
