// Normalised things: what is read of a provider's response, what callers get, and the pure function between them.
import type { Static, TSchema } from "@sinclair/typebox";
import type { AnyCall } from "./endpoint.ts";
import type { Pagination } from "./pages.ts";
import { withPreviousFields } from "./previous-fields.ts";
import type { WrittenBy } from "./written-by.ts";

/** A normalised thing. `raw` has the fields that `map` reads, all required; `map` returns null for an item to skip. */
export interface Resource<Raw extends TSchema, Shape extends TSchema> {
  raw: Raw;
  shape: Shape;
  map: (raw: Static<Raw>, call: AnyCall) => Static<Shape> | null;
}
/** A resource with its types erased. */
export interface AnyResource {
  raw: TSchema;
  shape: TSchema;
  map: (raw: never, call: AnyCall) => unknown;
}

/**
 * Declares a resource. Fields of the shape whose schema says `previousNames` are given under these, too. The type of `map` tells
 * whether it reads a call: one that does not is the payload of events, too.
 */
export function resource<
  Raw extends TSchema,
  Shape extends TSchema,
  Mapping extends Resource<Raw, Shape>["map"] = Resource<Raw, Shape>["map"],
>(def: { raw: Raw; shape: Shape; map: Mapping }): { raw: Raw; shape: Shape; map: Mapping } {
  return withPreviousFields(def);
}

export interface ReturnsOne {
  kind: "one";
  resource: AnyResource;
  /** Dotted path to the thing in the response; the response itself by default. */
  at?: string;
  /** Who wrote the texts in it that are not marked: `owner` for the owner's own profile, labels or settings. */
  by?: WrittenBy;
}
export interface ReturnsMany {
  kind: "many";
  collection: string;
  resource: AnyResource;
  at?: string;
  pagination: Pagination;
  /** The provider omits an empty list, or sends null for it. */
  absentWhenEmpty?: boolean;
  /** Who wrote the texts in it that are not marked: `owner` for the owner's own profile, labels or settings. */
  by?: WrittenBy;
}
export interface ReturnsStream {
  kind: "stream";
  /** The list's name in the answer of a caller that takes no stream. */
  collection: string;
  resource: AnyResource;
  /** How the provider writes its items: the data of server-sent events, or the lines of a JSON text each. */
  format: StreamFormat;
  /** Dotted path to the thing in an item; the item itself by default. */
  at?: string;
  /** Data that ends the stream and is no item, such as `[DONE]`. */
  end?: string;
  /** Who wrote the texts in it that are not marked: `owner` for the owner's own profile, labels or settings. */
  by?: WrittenBy;
}
export type StreamFormat = "sse" | "ndjson";
export type Returns = ReturnsOne | ReturnsMany | ReturnsStream | { kind: "file" } | { kind: "deleted" };

/** One thing. */
export function one(resource: AnyResource, options: Pick<ReturnsOne, "at" | "by"> = {}): ReturnsOne {
  return { kind: "one", resource, ...options };
}
/** A page of things under the name `collection`. */
export function many(
  collection: string,
  resource: AnyResource,
  options: Pick<ReturnsMany, "at" | "by" | "pagination" | "absentWhenEmpty">,
): ReturnsMany {
  return { kind: "many", collection, resource, ...options };
}
/** Things that come one after the other while the response is open, under the name `collection` where they come at once. */
export function stream(
  collection: string,
  resource: AnyResource,
  options: Pick<ReturnsStream, "at" | "by" | "format" | "end">,
): ReturnsStream {
  return { kind: "stream", collection, resource, ...options };
}
/** A file: JSON up to 10 MiB, or a stream of bytes where the caller asks for one. */
export const file = (): Returns => ({ kind: "file" });
/** Only the fact: `{"deleted": true}`. */
export const deleted = (): Returns => ({ kind: "deleted" });
