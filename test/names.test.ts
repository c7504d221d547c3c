// Names and texts: none contains a retired word or phrase, and no folder contains a route's id or path of an upper floor.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { floorOf } from "./support/floors.ts";
import { nodesOf, ROOT, type Source, sourcesIn } from "./support/sources.ts";

/** Retired words, ambiguous or unusual in the field, with their replacements. */
const RETIRED: Record<string, string> = {
  answer: "response, or result",
  area: "user API or partner API",
  asked: "request, or input",
  crowded: "bulkhead full",
  distrust: "invalidate",
  fault: "error, or violation",
  finding: "violation",
  heal: "recover",
  journey: "attempt",
  kept: "cached, stored, or queued",
  keyed: "authenticated, or with an API key",
  manners: "resilience",
  misfit: "error",
  pause: "cooldown, or open circuit",
  reach: "attempt, or context",
  recognise: "authenticate",
  repeatable: "safe",
  repeated: "call count, or duplicate",
  shown: "visible, or what it is",
  spend: "consume",
  stood: "what it is",
  subject: "owner, or key",
  told: "logged, or input",
  waiting: "pending, or queued",
};

/** Files and folders where a retired word is the field's own term. */
const RIGHT_HERE: Record<string, readonly string[]> = {
  // A mail's subject line, and whom a webhook's event is about.
  subject: [
    "src/plugin/",
    "src/plugin-kit/check/",
    "src/providers/upstream/events.ts",
    "src/events/ingest/",
    "src/connections/integrations/store.ts",
    "demo/",
    "emulators/",
    "plugins/",
  ],
  // Fault injection: what the demo's providers are made to do.
  fault: ["demo/", "emulators/", "src/operations/cli/"],
  begun: ["src/events/"],
  // Calls that move money.
  spend: [
    "src/agents/",
    "src/plugin/",
    "src/providers/registry/",
    "src/web/http/openapi-operation.ts",
    "src/foundation/db/schema/agent-sessions.ts",
  ],
  nobody: ["src/events/"],
  // The contract's name for what a revocation ends.
  reach: ["src/plugin/oauth.ts"],
};

/** Single words and whole names that only this program ever used. */
const PRIVATE = new Map([
  ["begun", "started"],
  ["grantor", "resource owner, or grant"],
  ["nobody", "none, or the owner's name"],
  ["spoken", "message, or handled"],
  ["telling", "message, or identifying"],
  ["unseen", "visually hidden, or invisible"],
  ["alsoIn", "refusalStatuses"],
  ["askBefore", "the question's noun"],
  ["carryOut", "run"],
  ["formerly", "previousNames"],
  ["goOn", "redirectTo, or submit"],
  ["isGuarded", "needsRecentSignIn"],
  ["madeWith", "clientOfGrant"],
  ["revokeReach", "revocationScope"],
  ["roundOf", "continuationOf"],
  ["showAll", "the page's noun"],
  ["takeUp", "use"],
  ["tidyUp", "run, or recover"],
  ["typedGrant", "credentialsGrant"],
  ["wrongOf", "fieldError"],
]);

const core = ["src", "demo", "emulators"].flatMap(sourcesIn);
const pluginSources = sourcesIn("plugins").filter(({ file }) => !file.endsWith(".test.ts"));

/** The words of a name, each also without a plural or past ending. */
function wordsOf(name: string): string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
    .split(/\s+/);
  return words.flatMap((word) => [word, word.replace(/(s|ed|d)$/, "")]);
}

function isDeclaration(node: ts.Node): node is ts.Node & { name: ts.Node } {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node)
  );
}

function retiredNames({ file, tree }: Source): string[] {
  return [...nodesOf(tree)].flatMap((node) => {
    if (!isDeclaration(node) || !node.name || !ts.isIdentifier(node.name)) return [];
    const { text } = node.name;
    const line = tree.getLineAndCharacterOfPosition(node.name.getStart()).line + 1;
    return retiredIn(text, file).map((advice) => `${file}:${line} ${text}: say ${advice}`);
  });
}

/** What to say in place of a name and of its words. */
function retiredIn(name: string, file: string): string[] {
  const isRetired = (word: string) => !RIGHT_HERE[word]?.some((folder) => file.startsWith(folder));
  const advice = [name, ...wordsOf(name)]
    .filter(isRetired)
    .flatMap((word) => (Object.hasOwn(RETIRED, word) ? RETIRED[word] : PRIVATE.get(word)) ?? []);
  return [...new Set(advice)];
}

describe("names", () => {
  test("no declared name holds a retired word", () => {
    expect(core.flatMap(retiredNames)).toEqual([]);
  });

  test("no plugin's name holds one", () => {
    expect(pluginSources.length).toBeGreaterThan(100);
    expect(pluginSources.flatMap(retiredNames)).toEqual([]);
  });

  test("a word, a whole name and a plural are found; ordinary English is not", () => {
    const found = ["theGrantor", "goOn", "problems", "answers", "goOnline", "isHeld"].filter(
      (name) => retiredIn(name, "src/any.ts").length > 0,
    );
    expect(found).toEqual(["theGrantor", "goOn", "answers"]);
  });

  test("no file name contains one", () => {
    const named = [...core, ...pluginSources].filter(
      ({ file }) => retiredIn(file.replace(/[/.-]/g, " "), file).length > 0,
    );
    expect(named.map(({ file }) => file)).toEqual([]);
  });
});

/** Phrases that are wrong in every text here, with what to say. None is ordinary English of today. */
const RETIRED_TEXTS: readonly (readonly [phrase: RegExp, say: string])[] = [
  [/\barea [AB]\b|\b(?:user|partner) surface\b/i, "user API, or partner API"],
  [/\bwhoever\b/i, "the person who, or anyone who"],
  [/\banew\b/i, "again"],
  [/\bunless (?:said|given)\b/i, "the default is"],
  [/\bthat (?:are|stand) so\b/, "with this status"],
  [/\bstands? there\b/, "is, or exists"],
  [/\b(?:your|its|the person's|the user's) yes\b/, "confirmation"],
  [/\bno longer\.(?:\s|$)/, "no longer before the verb"],
  [/\bis (?:not )?let in\b/, "has access"],
  [/\bnot to be (?:reached|seen|found)\b/, "cannot be"],
  [/\bknows no such\b/, "does not know this"],
  [/(?<!\b(?:here|there) )\bis no (?:JSON|text|list|URL|number|object|time|id)\b(?! of)/i, "is not"],
];

/** The same for strings, whose sentences are short: *alone* where it means *only*. "By name alone" is ordinary English. */
const RETIRED_STRINGS: typeof RETIRED_TEXTS = [
  ...RETIRED_TEXTS,
  [/(?<!\b(?:leave|leaves|left|let|by|with|is|was|are|were)\b[^.;:]*) alone(?=[.,;:)]|$)/i, "only, before the noun"],
];

function phrasesIn(text: string, phrases: typeof RETIRED_TEXTS): string[] {
  return phrases.flatMap(([phrase, say]) => {
    const retired = phrase.exec(text)?.[0];
    return retired === undefined ? [] : [`"${retired.trim()}": say ${say}`];
  });
}

/** The start of a comment whose subject does not come first; further lines of a `//` comment do not count. */
const OBLIQUE_COMMENT =
  /(?:(?<=^|[\s(])\/\*\*?(?:\s*\n\s*\*)? |(?<!\/\/[^\n]*\n *)(?<=^|\s)\/\/ )(?:Of|By|Beside|Where|In place of)\b/g;

const at = ({ file, tree }: Source, position: number) =>
  `${file}:${tree.getLineAndCharacterOfPosition(position).line + 1}`;

/** Documents for people; of the changelog only what is not released yet. */
function documents(): { file: string; text: string }[] {
  const below = (folder: string) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((file) => file.endsWith(".md"));
  const files = ["README.md", "CHANGELOG.md", "client/README.md", ...below("docs"), ...below("plugins")];
  return files.map((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return { file, text: file === "CHANGELOG.md" ? text.split(/^## /m).slice(0, 2).join("") : text };
  });
}

/** Strings, parts of templates and texts of pages. */
function textsOf(node: ts.Node): ts.LiteralLikeNode[] {
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
  const inner: ts.LiteralLikeNode[] = isText ? [node as ts.LiteralLikeNode] : [];
  ts.forEachChild(node, (child) => void inner.push(...textsOf(child)));
  return inner;
}

describe("texts", () => {
  test("no string and no text of a page contains a retired phrase", () => {
    const found = [...core, ...pluginSources].flatMap((source) =>
      textsOf(source.tree).flatMap((node) =>
        phrasesIn(node.text.replace(/\s+/g, " "), RETIRED_STRINGS).map(
          (retired) => `${at(source, node.getStart())} ${retired}`,
        ),
      ),
    );
    expect(found).toEqual([]);
  });

  test("no document contains one", () => {
    const found = documents().flatMap(({ file, text }) =>
      phrasesIn(text.replace(/\s+/g, " "), RETIRED_TEXTS).map((retired) => `${file} ${retired}`),
    );
    expect(found).toEqual([]);
  });

  test("no comment begins with what its subject belongs to", () => {
    const found = core.flatMap((source) =>
      [...source.text.matchAll(OBLIQUE_COMMENT)].map(({ index, 0: start }) => `${at(source, index)} ${start.trim()}`),
    );
    expect(found).toEqual([]);
  });
});

/** The texts of `id` and `path` properties beside a `summary`: routes as data. */
function routeStringsOf({ tree }: Source): string[] {
  return [...nodesOf(tree)].filter(ts.isObjectLiteralExpression).flatMap(({ properties }) => {
    const texts = properties.filter(ts.isPropertyAssignment).flatMap(({ name, initializer }) => {
      const isRouteText = ["id", "path"].includes(name.getText()) && ts.isStringLiteralLike(initializer);
      return isRouteText ? [initializer.text] : [];
    });
    const isRoute = properties.some((property) => property.name?.getText() === "summary");
    return isRoute ? texts : [];
  });
}

describe("routes", () => {
  const routes = core.flatMap((source) =>
    routeStringsOf(source).map((text) => ({ text, file: source.file, floor: floorOf(source.file) })),
  );

  test("there are routes to look for", () => {
    expect(routes.map(({ text }) => text)).toContain("connect_callback");
    expect(routes.map(({ text }) => text)).toContain("/api/v1/accounts/{id}/connect");
  });

  test("no file contains the path or id of an upper floor's route", () => {
    const found = core.flatMap(({ file, tree }) =>
      [...nodesOf(tree)].filter(ts.isStringLiteralLike).flatMap(({ text }) => {
        const upper = routes.find((route) => route.text === text && route.floor > floorOf(file));
        return upper ? [`${file} holds "${text}" of ${upper.file}`] : [];
      }),
    );
    expect(found).toEqual([]);
  });
});
