// Refuses what is no plain data in a plugin: a getter or a proxy could say one thing to the checks and another to a call.
import { types } from "node:util";
import { Kind } from "@sinclair/typebox";
import type { Report } from "./violation-report.ts";

/** The maximum size of a plugin; the largest of today has some 20,000. */
const MAX_PARTS = 500_000;
const MAX_DEPTH = 100;
const PROTOTYPES: readonly unknown[] = [Object.prototype, Array.prototype, null];

/** Looks at every part without running any of the plugin's code. False where something was reported. */
export function checkPlain(plugin: object, report: Report): boolean {
  let isPlain = true;
  const seen = new Set<object>();
  const around = new Set<object>();
  const path: string[] = [];
  const refuse = (message: string, ...names: string[]) => {
    isPlain = false;
    report([...path, ...names].join(".") || "default", message);
  };
  const visit = (value: object) => {
    if (around.has(value)) return refuse("contains itself; a plugin is plain data.");
    if (seen.has(value) || seen.size > MAX_PARTS) return;
    seen.add(value);
    const message = types.isProxy(value) ? "is a proxy; a plugin is plain data." : formViolation(value);
    if (message !== null) return refuse(message);
    if (typeof value === "function" || types.isRegExp(value)) return;
    if (around.size >= MAX_DEPTH) return refuse(`is nested deeper than ${MAX_DEPTH} levels.`);
    around.add(value);
    for (const name of Object.getOwnPropertyNames(value)) {
      const { get, set, value: inner } = Object.getOwnPropertyDescriptor(value, name) as PropertyDescriptor;
      if (get || set) refuse("is a getter; a plugin is plain data.", name);
      else if (name === "__proto__") refuse("is not allowed as a name.", name);
      else if (isObject(inner)) {
        path.push(name);
        visit(inner);
        path.pop();
      }
    }
    around.delete(value);
  };
  visit(plugin);
  if (seen.size > MAX_PARTS) refuse(`has more than ${MAX_PARTS} parts.`);
  return isPlain;
}

const isObject = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

/** What is wrong with the value itself; its parts are looked at on their own. */
function formViolation(value: object): string | null {
  if (typeof value === "function") return null;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (types.isRegExp(value)) {
    const isOwn = prototype === RegExp.prototype && Reflect.ownKeys(value).join() === "lastIndex";
    return isOwn ? null : "is not a plain regular expression.";
  }
  if (types.isPromise(value)) return "is a promise; a plugin's parts must be complete when it is loaded.";
  return PROTOTYPES.includes(prototype) ? null : "is an instance of a class; a plugin is plain data.";
}

/** Functions that may return promises; all others are used as they return. */
const MAY_WAIT = /^(?:endpoints\.[^.]+\.run|webhook\.verify|sources\.[^.]+\.poll\.(?:start|next))$/;

/** Reports each function that is declared `async`, or a generator, where its result is used at once. */
export function checkSynchronous(plugin: object, report: Report): void {
  const seen = new Set<object>();
  const visit = (field: string, value: unknown) => {
    if (typeof value === "function") {
      const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
      if (kind === "Function" || MAY_WAIT.test(field)) return;
      return void report(field, `must be a plain function, which returns its result at once; it is an ${kind}.`);
    }
    // A schema has no functions that a plugin wrote.
    if (!isObject(value) || seen.has(value) || value instanceof RegExp || Kind in value) return;
    seen.add(value);
    for (const [name, inner] of Object.entries(value)) visit(field === "" ? name : `${field}.${name}`, inner);
  };
  visit("", plugin);
}
