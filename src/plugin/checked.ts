// Checks what a `run` reads out of an answer by itself, as the core checks what a resource maps.
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Refusal } from "./endpoint.ts";

/** The JSON as the schema has it; one of another shape ends the call as the provider's error. */
export function checked<T extends TSchema>(schema: T, json: unknown): Static<T> {
  if (Value.Check(schema, json)) return json;
  const place = Value.Errors(schema, json).First()?.path || "/";
  const message = `The provider's answer lacks a field it should have, at ${place.slice(0, 80)}.`;
  throw new Refusal("error", message, "unexpected_shape");
}
