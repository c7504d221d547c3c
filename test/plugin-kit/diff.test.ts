// `plugin diff`: every rename without its former name, and every other change that somebody notices, is named.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Pagination, type Provider, pages, t } from "../../src/plugin/index.ts";
import { compare } from "../../src/plugin-kit/diff/compare.ts";
import { surfaceOf } from "../../src/plugin-kit/diff/surface.ts";
import { isWider } from "../../src/plugin-kit/diff/wider.ts";
import { acmePlugin } from "../support/acme-plugin.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { type Names, namedPlugin, type Renaming, renamings } from "../support/renamed-plugin.ts";

const changesOf = (old: Provider, now: Provider) => compare(surfaceOf(old), surfaceOf(now));
const breakingIn = (old: Provider, now: Provider) => changesOf(old, now).filter(({ isBreaking }) => isBreaking);

/** What of the old version a rename without its former name takes away. */
const LOST: Record<keyof Names, (names: Names) => string> = {
  service: ({ service }) => service,
  action: ({ service, action }) => `${service}.${action}`,
  event: ({ service, event }) => `${service}.${event}`,
  source: ({ source }) => source,
  tool: ({ tool }) => tool,
  input: ({ tool, input }) => `${tool}.${input}`,
  result: ({ result }) => `get_other.${result}`,
};

describe("a renamed part", () => {
  test("breaks nothing with its former names, and without them is named as gone", () => {
    fc.assert(
      fc.property(renamings, ({ before, after }) => {
        const old = namedPlugin(before);
        expect(breakingIn(old, namedPlugin(after, before))).toEqual([]);
        const gone = breakingIn(old, namedPlugin(after)).map(({ name }) => name);
        const kinds = (Object.keys(LOST) as (keyof Names)[]).filter((kind) => before[kind] !== after[kind]);
        // An input of a tool that is gone goes with it.
        const named = kinds.filter((kind) => kind !== "input" || before.tool === after.tool);
        for (const kind of named) expect(gone).toContain(LOST[kind](before));
      }),
      { numRuns: 40 },
    );
  });

  test("whose former name is given up again is named, too", () => {
    const names = fc.sample(renamings, { numRuns: 1, seed: 7 })[0] as Renaming;
    const lost = breakingIn(namedPlugin(names.after, names.before), namedPlugin(names.after));
    expect(lost.length).toBeGreaterThan(0);
  });
});

test("a built-in plugin differs in nothing from itself", async () => {
  for (const plugin of await builtInPlugins()) expect([plugin.id, changesOf(plugin, plugin)]).toEqual([plugin.id, []]);
});

describe("a changed part", () => {
  const { before: names } = fc.sample(renamings, { numRuns: 1, seed: 3 })[0] as Renaming;
  const changed = (change: (plugin: Provider) => void) => {
    const plugin = structuredCloneOf(namedPlugin(names));
    change(plugin);
    return changesOf(namedPlugin(names), plugin).map(({ isBreaking, kind, message }) => [isBreaking, kind, message]);
  };
  const tool = (plugin: Provider) => at(plugin, "endpoints", names.tool);

  test.each<[string, (plugin: Provider) => void, [boolean, string, string]]>([
    [
      "a method",
      (plugin) => Object.assign(tool(plugin), { path: "/others" }),
      [true, "tool", "has the route GET /api/v1/acme/others now; it was GET /api/v1/acme/items."],
    ],
    [
      "an effect",
      (plugin) => Object.assign(tool(plugin), { method: "POST", path: "/items" }),
      [true, "tool", "writes now; it said reads."],
    ],
    [
      "a permission",
      (plugin) => Object.assign(tool(plugin), { permission: `${names.service}.other` }),
      [true, "tool", `needs the permission ${names.service}.other, which it did not.`],
    ],
    [
      "a scope",
      (plugin) => Object.assign(at(plugin, "services", names.service, "other"), { scopes: ["more"] }),
      [true, "scope", "needs the scope more, too: integrations without it must be connected again."],
    ],
    [
      "a required input",
      (plugin) => Object.assign(tool(plugin), { query: t.Object({ [names.input]: t.String() }) }),
      [true, "input", "is required now."],
    ],
    [
      "a narrower input",
      (plugin) =>
        Object.assign(tool(plugin), { query: t.Object({ [names.input]: t.Optional(t.String({ maxLength: 3 })) }) }),
      [true, "input", 'takes {"maxLength":3,"type":"string"} now; it took {"type":"string"}.'],
    ],
    [
      "a wider input",
      (plugin) =>
        Object.assign(tool(plugin), {
          query: t.Object({ [names.input]: t.Optional(t.Union([t.String(), t.Integer()])) }),
        }),
      [false, "input", "takes more than it did."],
    ],
    [
      "a new input",
      (plugin) =>
        Object.assign(tool(plugin), {
          query: t.Object({ [names.input]: t.Optional(t.String()), more: t.Optional(t.String()) }),
        }),
      [false, "input", "is new."],
    ],
    [
      "a sign-in",
      (plugin) => Object.assign(plugin, { auth: { basic: { fields: {} } } }),
      [true, "sign_in", "is gone: integrations that were connected so end."],
    ],
  ])("%s", (_, change, found) => {
    expect(changed(change)).toContainEqual(found);
  });
});

describe("a list that continues in another way", () => {
  const counted = { size: "n", items: "items", max: 50 };
  const ways: Record<string, Pagination> = {
    "a token": pages.cursor({ size: "n", param: "after", read: "next", max: 50 }),
    "a token in the body": pages.cursor({ size: "n", param: "after", read: "next", max: 50, in: "json" }),
    "a token of another name": pages.cursor({ size: "n", param: "start", read: "next", max: 50 }),
    "numbers of pages": pages.number({ ...counted, param: "start" }),
    "numbers of items": pages.offset({ ...counted, param: "start" }),
    "a link": pages.nextLink({ size: "n", read: "next", max: 50 }),
  };
  const listed = (pagination: Pagination) => {
    const plugin = acmePlugin();
    Object.assign(at(plugin, "endpoints", "list_items", "returns"), { pagination });
    return plugin;
  };

  test("breaks cursors, and only that; another size of pages breaks none", () => {
    for (const [one, before] of Object.entries(ways))
      for (const [other, after] of Object.entries(ways)) {
        const kinds = breakingIn(listed(before), listed(after)).map(({ kind }) => kind);
        expect([one, other, ...kinds]).toEqual([one, other, ...(one === other ? [] : ["cursor"])]);
      }
    const larger = pages.cursor({ size: "count", param: "after", read: "more", max: 99 });
    expect(breakingIn(listed(ways["a token"] as Pagination), listed(larger))).toEqual([]);
  });
});

const at = (value: unknown, ...path: string[]) =>
  path.reduce((part, name) => Reflect.get(part as object, name), value) as Record<string, unknown>;

/** Functions and schemas stay what they are; objects around them are copied. */
function structuredCloneOf(plugin: Provider): Provider {
  const copy = (value: unknown, depth: number): unknown =>
    depth > 3 || typeof value !== "object" || value === null || Array.isArray(value)
      ? value
      : {
          ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner, depth + 1)])),
          ...symbolsOf(value),
        };
  return copy(plugin, 0) as Provider;
}
const symbolsOf = (value: object) =>
  Object.fromEntries(Object.getOwnPropertySymbols(value).map((key) => [key, Reflect.get(value, key)]));

test.each<[object, object, boolean]>([
  [t.String(), t.String({ maxLength: 5 }), false],
  [t.String({ maxLength: 5 }), t.String(), true],
  [t.Integer({ minimum: 2 }), t.Integer({ minimum: 1 }), true],
  [t.Integer({ minimum: 1 }), t.Integer({ minimum: 2 }), false],
  [t.Union([t.Literal("a")]), t.Union([t.Literal("a"), t.Literal("b")]), true],
  [t.Union([t.Literal("a"), t.Literal("b")]), t.Union([t.Literal("a")]), false],
  [t.Array(t.String()), t.Array(t.Union([t.String(), t.Null()])), true],
  [t.Object({ a: t.String() }), t.Object({ a: t.Optional(t.String()) }), true],
  [t.Object({ a: t.Optional(t.String()) }), t.Object({ a: t.String() }), false],
  [t.String({ default: "a" }), t.String({ default: "b" }), false],
])("%j is within %j: %p", (old, now, is) => {
  expect(isWider(JSON.parse(JSON.stringify(old)), JSON.parse(JSON.stringify(now)))).toBe(is);
});
