// Whether what a plugin returned is what it declares: the gateway refuses what does not fit, and cuts what is not named.
import type { TSchema } from "@sinclair/typebox";
import { checkerOf } from "../../foundation/schema/check.ts";
import { closedShape } from "../../providers/guard/declared-result.ts";

/** `what` begins the sentence: `The identity`. */
export function unfitViolations(what: string, shape: TSchema, value: unknown): string[] {
  const error = checkerOf(shape).Errors(value).First();
  return error ? [`${what} does not match the declared shape at ${error.path || "/"}: ${error.message}.`] : [];
}

/** The same for what callers see: with every field that the shape does not name. */
export function shapeViolations(what: string, shape: TSchema, value: unknown): string[] {
  const unfit = unfitViolations(what, shape, value);
  if (unfit.length > 0) return unfit;
  const closed = checkerOf(closedShape(shape));
  if (closed.Check(value)) return [];
  return [`${what} has a field that the declared shape does not name, at ${closed.Errors(value).First()?.path}.`];
}
