// Drops the schemas that no fixture's request or response has values for, since one operation can reach most of an API.
import { checkSchema } from "../../test/guarantees/descriptions/json-schema.ts";
import { type Description, findOperation, type Operation, type Schema } from "./format.ts";
import type { Side } from "./schemas.ts";

export interface FixtureExchange {
  method: string;
  url: string;
  /** The body, if it is JSON; null for other bodies. */
  sent?: unknown;
  answered?: unknown;
}

/** For a schema that only texts, numbers or null met: objects need the script to be run again. */
const stub = ({ type = "object" }: Schema): Schema => ({ type, properties: {} });

export function prune(description: Description, exchanges: readonly FixtureExchange[]): void {
  const used = new Set<string>();
  const seen = new Set<string>();

  const resolve = <T>(schema: unknown): T => {
    const { $ref } = schema as { $ref?: string };
    if ($ref === undefined) return schema as T;
    const [, side, name] = $ref.split("/") as [string, Side, string];
    return resolve<T>(description[side][name]);
  };

  /** `isRight`: the value fits the schema, which is one of several that are tried. */
  const visit = (schema: Schema, value: unknown, isRight = true): void => {
    const { $ref } = schema as { $ref?: string };
    if ($ref !== undefined) {
      seen.add($ref);
      const [, side, name] = $ref.split("/") as [string, Side, string];
      const target = description[side][name] as Schema;
      if ((isRight && typeof value === "object" && value !== null) || !target.properties) used.add($ref);
      visit(target, value, isRight);
      return;
    }
    for (const branches of [schema.anyOf, schema.oneOf, schema.allOf]) {
      const all = (branches ?? []) as Schema[];
      const fitting = all.filter((one) => checkSchema(one, value, resolve).length === 0);
      for (const one of all) visit(one, value, isRight && (fitting.length === 0 || fitting.includes(one)));
    }
    if (Array.isArray(value)) for (const item of value) visit((schema.items ?? {}) as Schema, item, isRight);
    else if (typeof value === "object" && value !== null) {
      const properties = (schema.properties ?? {}) as Record<string, Schema>;
      for (const [name, inner] of Object.entries(value)) {
        const one = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
        if (typeof one === "object" && one !== null) visit(one as Schema, inner, isRight);
      }
    }
  };

  const keep = (value: unknown): void => {
    for (const [, reference] of JSON.stringify(value ?? {}).matchAll(/"\$ref":"([^"]+)"/g)) {
      if (used.has(reference as string)) continue;
      used.add(reference as string);
      keep(resolve({ $ref: reference }));
    }
  };

  for (const { path, query } of Object.values(description.operations)) keep([path, query]);
  for (const { method, url, sent, answered } of exchanges) {
    const found = findOperation(Object.keys(description.operations), method, url);
    if (!found) continue;
    const operation = description.operations[found.operation] as Operation;
    for (const schema of Object.values(operation.body ?? {})) if (sent !== null) visit(schema, sent);
    for (const schema of Object.values(operation.answers)) visit(schema, answered);
  }
  // A form's fields are texts; what they need is all that the operations name.
  const isAllSent = exchanges.some(({ sent }) => sent === null);
  for (const side of ["sent", "answered"] as const) {
    if (side === "sent" && isAllSent) continue;
    for (const name of Object.keys(description[side])) {
      const reference = `#/${side}/${name}`;
      if (used.has(reference)) continue;
      if (seen.has(reference)) description[side][name] = stub(description[side][name] as Schema);
      else delete description[side][name];
    }
  }
}
