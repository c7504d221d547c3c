// A route of our own with an API key, whose schemas type what its handler is given, and what it returns to callers in the process.
import type { Static, TObject, TSchema } from "@sinclair/typebox";
import type { Reply } from "../http/route.ts";
import type { ApiKeyRequest, ApiKeyRoute } from "./route.ts";

type Nothing = TObject<Record<never, never>>;

interface KeyRouteInput<
  Id extends string,
  Data extends TSchema,
  P extends TObject,
  Q extends TObject,
  B extends TObject,
> extends Omit<ApiKeyRoute, "id" | "data" | "params" | "query" | "body" | "handle"> {
  id: Id;
  /** Schema of `data`. */
  data: Data;
  params?: P;
  query?: Q;
  body?: B;
  handle(call: TypedRequest<P, Q, B>): Promise<Reply>;
}

interface TypedRequest<P extends TObject, Q extends TObject, B extends TObject>
  extends Omit<ApiKeyRequest, "params" | "query" | "body"> {
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
}

/** A route whose id and data are known to whoever calls it in the process. */
export interface TypedKeyRoute<Id extends string, Data extends TSchema> extends ApiKeyRoute {
  id: Id;
  data: Data;
}

export function keyRoute<
  const Id extends string,
  Data extends TSchema,
  P extends TObject = Nothing,
  Q extends TObject = Nothing,
  B extends TObject = Nothing,
>(route: KeyRouteInput<Id, Data, P, Q, B>): TypedKeyRoute<Id, Data> {
  return { ...route, handle: (call) => route.handle(call as unknown as TypedRequest<P, Q, B>) };
}
