// Names of the program: none contains a retired word, and no folder contains a route's id or path of an upper floor as a string.
import { describe, expect, test } from "bun:test";
import ts from "typescript";
import { floorOf } from "./support/floors.ts";
import { nodesOf, type Source, sourcesIn } from "./support/sources.ts";

/** Retired words, ambiguous or unusual in the field, with their replacements. */
const RETIRED: Record<string, string> = {
  answer: "response, or result",
  area: "surface",
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
  ],
  // The contract's name for what a revocation ends.
  reach: ["src/plugin/oauth.ts"],
};

/**
 * Private words for what the field has a name for. They may be part of a name nowhere: not in code, files or plugins.
 * `beside` and `wrong` are left to sentences, where they read well.
 */
const PRIVATE: Record<string, string> = {
  again: "reauthenticate, repeated, or what it is",
  alsoin: "refusalStatuses",
  begun: "started",
  formerly: "previousNames",
  grantor: "resource owner",
  guarded: "what it requires",
  lesser: "secondary",
  madewith: "clientOf",
  nobody: "none, or the owner's name",
  revokereach: "revocationScope",
  spoken: "message",
  telling: "message, or identifying",
  tidy: "recover, or clean up",
  typed: "credentials, entered, or with a type",
  unseen: "visually hidden, or invisible",
};

const core = ["src", "demo", "emulators"].flatMap(sourcesIn);
const withPlugins = [...core, ...sourcesIn("plugins")];

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
    const retired = wordsOf(text).filter(
      (word) => Object.hasOwn(RETIRED, word) && !RIGHT_HERE[word]?.some((place) => file.startsWith(place)),
    );
    const line = tree.getLineAndCharacterOfPosition(node.name.getStart()).line + 1;
    return [...new Set(retired)].map((word) => `${file}:${line} ${text}: say ${RETIRED[word]}`);
  });
}

describe("names", () => {
  test("no declared name holds a retired word", () => {
    expect(core.flatMap(retiredNames)).toEqual([]);
  });

  test("no file name contains one", () => {
    const named = core.filter(({ file }) => wordsOf(file.replace(/[/.-]/g, " ")).some((word) => RETIRED[word]));
    expect(named.map(({ file }) => file)).toEqual([]);
  });
});

/** Retired terms of sentences: the two APIs are the user API and the partner API. */
const RETIRED_TEXT = /\barea [AB]\b|\b(?:user|partner) surface\b/i;

describe("texts", () => {
  test("no string and no text of a page contains a retired term", () => {
    const found = sourcesIn("src").flatMap(({ file, tree }) =>
      [...nodesOf(tree)]
        .filter((node) => ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
        .flatMap((node) => {
          const retired = RETIRED_TEXT.exec((node as ts.LiteralLikeNode).text)?.[0];
          const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
          return retired ? [`${file}:${line} "${retired}": say user API or partner API`] : [];
        }),
    );
    expect([...new Set(found)]).toEqual([]);
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
