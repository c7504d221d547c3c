// What a call does: one description for every way to make it. A plugin declares it where the HTTP method does not tell
// (RFC 9110, section 9.2).
import { type Effects, effectOfMethod } from "../../plugin/effects.ts";
import type { Effect, Endpoint, Reaches } from "../../plugin/index.ts";
import type { Report } from "./violation-report.ts";

/** Those of an endpoint, and whether the same call again changes nothing more. */
export interface EndpointEffects extends Effects {
  idempotent: boolean;
}

const EFFECTS: readonly unknown[] = ["reads", "writes", "destroys"] satisfies Effect[];

type Declared = Pick<Endpoint, "method" | "effect" | "reaches" | "idempotent">;

export function resolveEffects({ method, ...declared }: Declared): Readonly<EndpointEffects> {
  const effect = declared.effect ?? effectOfMethod(method);
  return Object.freeze({
    effect,
    // In doubt somebody gets something.
    reaches: declared.reaches ?? effect !== "reads",
    idempotent: declared.idempotent ?? (effect === "reads" || method === "PUT" || method === "DELETE"),
  });
}

export function checkEffects(endpoint: Endpoint, report: Report): void {
  const { method, effect, reaches, idempotent } = endpoint;
  if (Object.hasOwn(endpoint, "hints")) report("hints", "is now `effect`, `reaches` and `idempotent` of the endpoint.");
  if (effect !== undefined && !EFFECTS.includes(effect)) report("effect", "must be reads, writes or destroys.");
  if (method === "GET" && effect !== undefined && effect !== "reads")
    report("effect", "must be reads with GET, because GET requests are repeated.");
  if (method !== "GET" && method !== "POST" && effect === "reads")
    report("effect", "can be reads only with GET and POST.");
  if (idempotent !== undefined && typeof idempotent !== "boolean") report("idempotent", "must be true or false.");
  const resolved = resolveEffects(endpoint);
  if (resolved.effect === "reads" && idempotent === false)
    report("idempotent", "cannot be false for a call that only reads.");
  if (resolved.effect === "reads" && reaches !== undefined && reaches !== false)
    report("reaches", "cannot be set for a call that only reads.");
  checkReaches(endpoint, report);
}

function checkReaches({ reaches, query, body }: Endpoint, report: Report): void {
  if (reaches === undefined || typeof reaches === "boolean") return;
  const when: unknown = (reaches as { when?: unknown } | null)?.when;
  if (!Array.isArray(when) || when.length === 0)
    return void report("reaches", "must be true, false or { when: [fields of query or body] }.");
  const fields = [...Object.keys(query?.properties ?? {}), ...Object.keys(body?.properties ?? {})];
  for (const name of when) {
    if (!fields.includes(String(name))) report("reaches.when", `"${name}" is not a field of the query or the body.`);
  }
}

/** Whether a call with these query and body fields reaches somebody: one that is set, and neither empty nor false. */
export function isReaching(reaches: Reaches, fields: Readonly<Record<string, unknown>>): boolean {
  if (typeof reaches === "boolean") return reaches;
  return reaches.when.some((name) => Object.hasOwn(fields, name) && isSet(fields[name]));
}

const isSet = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== "" && value !== false;
