// Normalised things: what we read of a provider's answer, what we return, and the pure function between them.
import type { Static, TSchema } from "@sinclair/typebox";
import type { AnyCall } from "./endpoint.ts";
import type { Pagination } from "./pages.ts";

/**
 * A normalised thing. `raw` lists only the fields that are read: an answer without them is a provider error. `map` gives
 * null for an item that is not this thing (a pull request in GitHub's issue list), which is then skipped.
 */
export interface Resource<Raw extends TSchema, Shape extends TSchema> {
  raw: Raw;
  shape: Shape;
  map: (raw: Static<Raw>, call: AnyCall) => Static<Shape> | null;
}
/** A resource whose types are erased. */
export interface AnyResource {
  raw: TSchema;
  shape: TSchema;
  map: (raw: never, call: AnyCall) => unknown;
}

/** Declares a resource. */
export function resource<Raw extends TSchema, Shape extends TSchema>(def: Resource<Raw, Shape>): Resource<Raw, Shape> {
  return def;
}

export interface ReturnsOne {
  kind: "one";
  resource: AnyResource;
  /** Dotted path to the thing in the answer; the whole answer unless said. */
  at?: string;
}
export interface ReturnsMany {
  kind: "many";
  collection: string;
  resource: AnyResource;
  at?: string;
  pagination: Pagination;
  /** The provider leaves the key out, or gives null for the list, when there is nothing to list. */
  absentWhenEmpty?: boolean;
}
export type Returns = ReturnsOne | ReturnsMany | { kind: "file" } | { kind: "deleted" };

/** One thing. */
export function one(resource: AnyResource, options: { at?: string } = {}): ReturnsOne {
  return { kind: "one", resource, ...options };
}
/** A page of things under the name `collection`. */
export function many(
  collection: string,
  resource: AnyResource,
  options: { at?: string; pagination: Pagination; absentWhenEmpty?: boolean },
): ReturnsMany {
  return { kind: "many", collection, resource, ...options };
}
/** A file: JSON up to 10 MiB, or a stream of bytes where the caller asks for one. */
export const file = (): Returns => ({ kind: "file" });
/** Nothing but the fact: `{"deleted": true}`. */
export const deleted = (): Returns => ({ kind: "deleted" });
