// A request whose parts have the types of a route's schemas.
import type { Static, TObject } from "@sinclair/typebox";
import type { Input } from "./input.ts";

/** The schema of a part that a route does not take. */
export type Nothing = TObject<Record<never, never>>;

/** `R` with the parts that were checked by the schemas of its path, query and body. */
export type TypedInput<R extends Input, P extends TObject, Q extends TObject, B extends TObject> = Omit<
  R,
  "params" | "query" | "body"
> & { params: Static<P>; query: Static<Q>; body: Static<B> };
