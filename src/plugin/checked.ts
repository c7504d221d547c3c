// Validates what a `run` reads of a response itself, as the core validates what a resource maps.
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Refusal } from "./endpoint.ts";

/** The JSON, typed by the schema; JSON of another shape ends the call as a provider error. */
export function checked<T extends TSchema>(schema: T, json: unknown): Static<T> {
  if (Value.Check(schema, json)) return json;
  const pointer = Value.Errors(schema, json).First()?.path || "/";
  const message = `The provider's response lacks a required field, at ${pointer.slice(0, 80)}.`;
  throw new Refusal("error", message, "unexpected_shape");
}
