// The guard around plugins, over every function and every `map` of the built-in ones: none is without a deadline, none may lie.
import { beforeAll, describe, expect, test } from "bun:test";
import { Kind, Type as t } from "@sinclair/typebox";
import type { LogFields } from "../../../src/foundation/log/log.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { hasDeadline } from "../../../src/providers/guard/deadline.ts";
import { unfitResult } from "../../../src/providers/guard/declared-result.ts";
import { createPluginGuard } from "../../../src/providers/guard/guard.ts";
import { PluginError } from "../../../src/providers/guard/plugin-error.ts";
import { builtInPlugins } from "../../support/built-in.ts";

type Members = Record<string, unknown>;
type AnyFunction = (...args: unknown[]) => unknown;

/** Every object of what a plugin declares that is no schema, with its dotted path. */
function* partsOf(part: unknown, path = ""): Generator<[path: string, part: Members]> {
  if (typeof part !== "object" || part === null || Kind in part || part instanceof RegExp) return;
  yield [path, part as Members];
  for (const [name, inner] of Object.entries(part)) yield* partsOf(inner, path === "" ? name : `${path}.${name}`);
}

/** The same with other functions. */
function withFunctions(part: unknown, replaced: (path: string) => AnyFunction, path = ""): unknown {
  if (typeof part === "function") return replaced(path);
  if (typeof part !== "object" || part === null || Kind in part || part instanceof RegExp) return part;
  const inner = (name: string, value: unknown) =>
    withFunctions(value, replaced, path === "" ? name : `${path}.${name}`);
  if (Array.isArray(part)) return part.map((value, i) => inner(String(i), value));
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, inner(name, value)]));
}

const functionsOf = (plugin: Provider): [path: string, work: AnyFunction][] =>
  [...partsOf(plugin)].flatMap(([path, part]) =>
    Object.entries(part).flatMap(([name, value]): [string, AnyFunction][] =>
      typeof value === "function" ? [[`${path}.${name}`, value as AnyFunction]] : [],
    ),
  );

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

let time = 0;
function guardWith(limitMs?: number) {
  const lines: LogFields[] = [];
  const counted: string[] = [];
  const line = (event: string, fields: LogFields = {}) => void lines.push({ event, ...fields });
  const guard = createPluginGuard({
    log: { debug: line, info: line, warn: line, error: line },
    metrics: { pluginError: (provider, kind) => void counted.push(`${provider} ${kind}`) },
    now: () => time,
    ...(limitMs !== undefined && { limitMs }),
  });
  return { guard, lines, counted };
}

describe("the guard around plugins", () => {
  let plugins: Provider[];
  beforeAll(async () => {
    plugins = await builtInPlugins();
  });

  test("R-55: every function of every plugin runs with a deadline", () => {
    const { guard } = guardWith();
    const open: string[] = [];
    let count = 0;
    for (const plugin of plugins) {
      const probing = withFunctions(plugin, (path) => () => {
        count++;
        if (!hasDeadline()) open.push(`${plugin.id} ${path}`);
        return null;
      });
      for (const [, work] of functionsOf(guard.guarded(probing as Provider))) work();
    }
    expect(open).toEqual([]);
    expect(count).toBeGreaterThan(1_500);
    expect(hasDeadline()).toBe(false);
  });

  test.each([
    ["nothing", undefined],
    ["a promise", Promise.resolve({})],
    ["a text", "text"],
    ["a list", []],
  ])("R-55: every map of every plugin that returns %s is an error of that plugin", (_, lie) => {
    const { guard, counted } = guardWith();
    const passed: string[] = [];
    let count = 0;
    for (const plugin of plugins) {
      const lying = guard.guarded(withFunctions(plugin, () => () => lie) as Provider);
      for (const [path, part] of partsOf(lying)) {
        if (!("shape" in part) || typeof part.map !== "function") continue;
        count++;
        const error = thrownBy(() => (part.map as AnyFunction)({}, {}, null));
        const isError = error instanceof PluginError && error.details.provider === plugin.id;
        if (!isError || error.code !== "PLUGIN_ERROR") passed.push(`${plugin.id} ${path}`);
      }
    }
    expect(passed).toEqual([]);
    expect(count).toBeGreaterThan(500);
    expect(counted).toHaveLength(count);
  });

  test("R-55: an identity keeps what its shape does not name, such as values of `tenant`", () => {
    const { guard, counted } = guardWith();
    const shape = t.Object({ id: t.String(), name: t.String() });
    const found = { id: "1", name: "Ada", tenant: { site: "acme" } };
    const identity = { upstream: "/me", resource: { raw: t.Unknown(), shape, map: () => found } } as const;
    const plugin = guard.guarded({ ...(plugins[0] as Provider), identity });
    expect(plugin.identity.resource.map({} as never, {} as never)).toEqual(found);
    expect(counted).toEqual([]);
  });

  test("R-55: null skips a thing, and is no error", () => {
    const { guard, counted } = guardWith();
    const plugin = guard.guarded(withFunctions(plugins[0], () => () => null) as Provider);
    expect(plugin.identity.resource.map({} as never, {} as never)).toBeNull();
    expect(counted).toEqual([]);
  });

  test("R-55: what ran too long is out of use for ten minutes, longer each time, and nothing else of its plugin is", () => {
    const { guard, lines, counted } = guardWith(50);
    let isEndless = true;
    const plugin = guard.guarded({
      ...(plugins[0] as Provider),
      failure: () => undefined,
      webhook: undefined,
      identity: { ...(plugins[0] as Provider).identity, upstream: "/me" },
      auth: {
        oauth2: {
          ...(plugins[0] as Provider).auth.oauth2,
          authorize: () => {
            while (isEndless);
            return { scope: "all" };
          },
        } as never,
      },
    });
    const authorize = () => thrownBy(() => plugin.auth.oauth2?.authorize?.([]));
    expect(authorize()).toMatchObject({
      code: "PLUGIN_ERROR",
      details: { reason: "deadline", part: "auth", path: null },
    });
    expect(authorize()).toMatchObject({ code: "PLUGIN_UNAVAILABLE", retryAfter: 600 });
    expect(plugin.failure?.({ status: 200, headers: new Headers(), json: null } as never)).toBeUndefined();
    expect(guard.quarantined()).toEqual([{ plugin: plugin.id, part: "auth", until: time + 600_000 }]);
    time += 600_000;
    expect(authorize()).toMatchObject({ code: "PLUGIN_ERROR" });
    expect(authorize()).toMatchObject({ code: "PLUGIN_UNAVAILABLE", retryAfter: 1_200 });
    time += 1_200_000;
    isEndless = false;
    expect(authorize()).toEqual({ scope: "all" });
    expect(guard.quarantined()).toEqual([]);
    expect(lines.map(({ event, quarantined_s }) => [event, quarantined_s])).toEqual([
      ["plugin_stopped", 600],
      ["plugin_stopped", 1_200],
    ]);
    expect(counted).toEqual([`${plugin.id} deadline`, `${plugin.id} deadline`]);
  });

  test("R-55: the same error is logged once, and counted each time", () => {
    const { guard, lines, counted } = guardWith();
    const plugin = guard.guarded(withFunctions(plugins[0], () => () => 7) as Provider);
    for (let i = 0; i < 5; i++) thrownBy(() => plugin.identity.resource.map({} as never, {} as never));
    expect(lines).toHaveLength(1);
    expect(counted).toHaveLength(5);
  });
});

describe("what does not fit a shape", () => {
  const shape = t.Object({
    id: t.String(),
    owner: t.Union([t.Object({ name: t.String() }), t.Null()]),
    tags: t.Array(t.Object({ name: t.String() })),
    custom: t.Record(t.String(), t.String()),
    open: t.Object({ a: t.String() }, { additionalProperties: true }),
  });
  const good = { id: "1", owner: null, tags: [], custom: {}, open: { a: "1" } };

  test.each([
    [{ ...good, id: 7 }, "/id"],
    [{ ...good, tags: [{ name: "a" }, { name: 1 }] }, "/tags/*/name"],
    [{ ...good, custom: { "ada@example.com": 7 } }, "/custom/*"],
    [7, "/"],
  ])("is named by declared names alone: %j", (value, path) => {
    expect(unfitResult(shape, value)).toEqual({ kind: "result", path });
  });

  test("loses fields that the shape does not name, at any depth, and keeps those of open objects", () => {
    const value = {
      ...good,
      secret: "x",
      owner: { name: "Ada", secret: "x" },
      tags: [{ name: "a", secret: "x" }],
      custom: { any: "name" },
      open: { a: "1", b: "2" },
    };
    const frozen = Object.freeze({ ...value });
    const result = unfitResult(shape, frozen);
    expect(result).toMatchObject({ kind: "undeclared" });
    expect("value" in result && result.value).toEqual({
      ...good,
      owner: { name: "Ada" },
      tags: [{ name: "a" }],
      custom: { any: "name" },
      open: { a: "1", b: "2" },
    });
    expect(value.owner).toEqual({ name: "Ada", secret: "x" });
  });
});
