// What a call does: one description for every way to make it. A plugin declares it where the HTTP method does not tell
// (RFC 9110, section 9.2).
import type { TObject } from "@sinclair/typebox";
import { type Effects, effectOfMethod } from "../../plugin/effects.ts";
import type { Effect, Endpoint, Reaches } from "../../plugin/index.ts";
import type { Report } from "./violation-report.ts";

/** Those of an endpoint, and whether the same call again changes nothing more. */
export interface EndpointEffects extends Effects {
  idempotent: boolean;
}

const EFFECTS: readonly unknown[] = ["reads", "writes", "destroys"] satisfies Effect[];

type Declared = Pick<Endpoint, "method" | "effect" | "reaches" | "spends" | "idempotent">;

export function resolveEffects({ method, ...declared }: Declared): Readonly<EndpointEffects> {
  const effect = declared.effect ?? effectOfMethod(method);
  return Object.freeze({
    effect,
    // In doubt somebody gets something.
    reaches: declared.reaches ?? effect !== "reads",
    ...(declared.spends && { spends: true as const }),
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
  checkRecipients(endpoint, report);
  for (const name of ["spends", "isPublic"] as const)
    if (endpoint[name] !== undefined && endpoint[name] !== true) report(name, "can only be true.");
  if (resolved.effect === "reads" && endpoint.spends) report("spends", "cannot be set for a call that only reads.");
}

const NAMES = /\{([^{}]*)\}/g;

/** The arguments that a recipient's path or template is made of, each by the name of the field that it begins with. */
export function argumentsOfRecipient(recipient: string): string[] {
  if (!recipient.includes("{")) return [recipient.split(".")[0] as string];
  return [...recipient.matchAll(NAMES)].map(([, name = ""]) => name);
}

function checkRecipients({ recipients, reaches, params, query, body }: Endpoint, report: Report): void {
  if (recipients === undefined) return;
  if (!Array.isArray(recipients) || recipients.length === 0 || recipients.some((one) => typeof one !== "string"))
    return void report("recipients", "must be a list of arguments, such as to or {owner}/{repo}.");
  if (reaches === undefined || reaches === false)
    report("recipients", "needs `reaches`: a call that reaches nobody has none.");
  const fields = [params, query?.properties, body?.properties].flatMap((part) => Object.keys(part ?? {}));
  for (const one of recipients)
    for (const name of argumentsOfRecipient(one))
      if (!fields.includes(name))
        report("recipients", `"${name}" is not a parameter or a field of the query or the body.`);
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

/** The schemas of a call's fields. */
export type FieldSchemas = readonly (TObject | null | undefined)[];

/** What a field has where no caller sets it. */
export function defaultOf(schemas: FieldSchemas, name: string): unknown {
  const schema = schemas.find((one) => one && Object.hasOwn(one.properties, name));
  return schema?.properties[name]?.default;
}

/** Whether a call with these query and body fields reaches somebody: one that is set, other than its default, and neither empty nor false. */
export function isReaching(
  reaches: Reaches,
  fields: Readonly<Record<string, unknown>>,
  schemas: FieldSchemas,
): boolean {
  if (typeof reaches === "boolean") return reaches;
  return reaches.when.some(
    (name) => Object.hasOwn(fields, name) && isSet(fields[name]) && fields[name] !== defaultOf(schemas, name),
  );
}

const isSet = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== "" && value !== false;
