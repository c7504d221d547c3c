// A route of our own with an API key, whose schemas type what its handler is given, and what it returns to callers in the process.
import type { TObject, TSchema } from "@sinclair/typebox";
import type { Reply } from "../http/route.ts";
import type { Nothing, TypedInput } from "../http/typed-input.ts";
import type { ApiKeyRequest, ApiKeyRoute } from "./route.ts";

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
  handle(call: TypedInput<ApiKeyRequest, P, Q, B>): Promise<Reply>;
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
  return { ...route, handle: (call) => route.handle(call as unknown as TypedInput<ApiKeyRequest, P, Q, B>) };
}
