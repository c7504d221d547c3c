// Guards what a plugin's functions do: each has a deadline, and each result is held to its declared shape.
//
// Every function of a plugin is wrapped once, when the gateway starts, so that no caller can forget it. What a function does after
// an `await` has no deadline (docs/decisions/0027-plugin-functions-have-a-deadline.md).
import { Kind, type TSchema } from "@sinclair/typebox";
import type { TypeCheck } from "@sinclair/typebox/compiler";
import { LRUCache } from "lru-cache";
import type { Log } from "../../foundation/log/log.ts";
import type { Metrics } from "../../foundation/metrics/metrics.ts";
import { checkerOf } from "../../foundation/schema/check.ts";
import type { Provider } from "../../plugin/index.ts";
import { DeadlineError, hasDeadline, withinTime } from "./deadline.ts";
import { closedShape, unfitResult } from "./declared-result.ts";
import { brokenPart, unavailablePart } from "./plugin-error.ts";
import { createQuarantine, type QuarantinedPart } from "./quarantine.ts";
import { whileRunning } from "./watch.ts";

/** Milliseconds that a plugin may compute without a pause: all others wait meanwhile. */
const LIMIT_MS = 2_000;
/** Wrong results that are logged once each. */
const MAX_LOGGED = 1_000;

export interface PluginGuard {
  /** The same plugin, guarded. */
  guarded(plugin: Provider): Provider;
  quarantined(): QuarantinedPart[];
}

export interface GuardDeps {
  log: Log;
  metrics: Pick<Metrics, "pluginError">;
  /** Unix time in milliseconds. */
  now: () => number;
  limitMs?: number;
  /** Plugins that are out of use from the start. */
  outOfUse?: readonly QuarantinedPart[];
}

type Run = <T>(part: string, work: () => T) => T;
interface Runner {
  run: Run;
  assertInUse(part: string): void;
}
const runners = new WeakMap<Provider, Runner>();

/** Runs functions of one part of a plugin together, under one deadline: a list's items cost one guard. */
export function runGuarded<T>(plugin: Provider, part: string, work: () => T): T {
  const runner = runners.get(plugin);
  return runner ? runner.run(part, work) : work();
}

/** Throws where a part of a plugin is out of use, for steps that run no function of the plugin and need no deadline. */
export function assertInUse(plugin: Provider, part: string): void {
  runners.get(plugin)?.assertInUse(part);
}

export function createPluginGuard({ log, metrics, now, limitMs = LIMIT_MS, outOfUse }: GuardDeps): PluginGuard {
  const quarantine = createQuarantine(now, outOfUse);
  const logged = new LRUCache<string, true>({ max: MAX_LOGGED });
  const report = (plugin: Provider, kind: "result" | "undeclared", part: string, path: string) => {
    metrics.pluginError(plugin.id, kind);
    const key = `${plugin.id} ${part} ${path}`;
    if (logged.has(key)) return;
    logged.set(key, true);
    log.error("plugin_result_wrong", { plugin: plugin.id, kind, part, path });
  };
  const runnerOf = (plugin: Provider): Runner => {
    const assertInUse = (part: string) => {
      const leftMs = quarantine.leftMs(plugin.id, part);
      if (leftMs > 0) throw unavailablePart(plugin, part, Math.ceil(leftMs / 1_000));
    };
    return {
      assertInUse,
      run(part, work) {
        assertInUse(part);
        try {
          return whileRunning(plugin.id, () => withinTime(limitMs, work));
        } catch (error) {
          if (!(error instanceof DeadlineError)) throw error;
          metrics.pluginError(plugin.id, "deadline");
          const quarantinedS = quarantine.add(plugin.id, part) / 1_000;
          log.error("plugin_stopped", { plugin: plugin.id, part, after_ms: limitMs, quarantined_s: quarantinedS });
          throw brokenPart(plugin, "deadline", part);
        }
      },
    };
  };
  return {
    guarded(plugin) {
      const runner = runnerOf(plugin);
      const hold = (part: string, shape: TSchema, value: unknown) => {
        const unfit = unfitResult(shape, value);
        report(plugin, unfit.kind, part, unfit.path);
        if (unfit.kind === "undeclared") return unfit.value;
        throw brokenPart(plugin, "result", part, unfit.path);
      };
      const copy = guardedPart(plugin, [], { run: runner.run, hold }) as Provider;
      runners.set(copy, runner);
      return copy;
    },
    quarantined: quarantine.list,
  };
}

interface Guards {
  run: Run;
  hold(part: string, shape: TSchema, value: unknown): unknown;
}

type Members = Record<string | symbol, unknown>;

/** A copy of what a plugin declares; schemas, patterns and what has no function stay themselves. */
function guardedPart(part: unknown, path: readonly string[], guards: Guards): unknown {
  if (typeof part === "function") return guardedFunction(part as AnyFunction, partName(path), guards);
  if (typeof part !== "object" || part === null || !isPlain(part) || Kind in part) return part;
  let copy: Members | null = null;
  for (const [name, inner] of Object.entries(part)) {
    // Most are texts, of which none needs a path.
    if (typeof inner !== "function" && (typeof inner !== "object" || inner === null)) continue;
    const guarded = guardedPart(inner, [...path, name], guards);
    if (guarded === inner) continue;
    copy ??= (Array.isArray(part) ? [...part] : { ...part }) as Members;
    copy[name] = guarded;
  }
  const { map, shape } = part as Members;
  if (copy && shape !== undefined && typeof map === "function")
    copy.map = guardedMap(map as AnyFunction, shape as TSchema, path, guards);
  return copy ?? part;
}

type AnyFunction = (...args: unknown[]) => unknown;

function guardedFunction(work: AnyFunction, part: string, { run }: Guards): AnyFunction {
  return function (this: unknown, ...args) {
    return hasDeadline() ? work.apply(this, args) : run(part, () => work.apply(this, args));
  };
}

/** Null stands for a thing to skip. Compiled at the first use: most shapes are never used in a process. */
function guardedMap(map: AnyFunction, shape: TSchema, path: readonly string[], { run, hold }: Guards): AnyFunction {
  const part = partName(path);
  let checker: TypeCheck<TSchema> | null = null;
  return (...args) => {
    const value = hasDeadline() ? map(...args) : run(part, () => map(...args));
    if (value === null) return null;
    // Only the gateway reads an identity, and it takes the fields that it knows.
    checker ??= checkerOf(path.at(-2) === "identity" ? shape : closedShape(shape));
    return checker.Check(value) ? value : hold(part, shape, value);
  };
}

/** Endpoints and sources by their names, else the first step: `endpoints.get_item`, `webhook`. */
function partName([first = "", second]: readonly string[]): string {
  return second !== undefined && ["endpoints", "sources"].includes(first) ? `${first}.${second}` : first;
}

function isPlain(part: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(part);
  return Array.isArray(part) || prototype === Object.prototype || prototype === null;
}
