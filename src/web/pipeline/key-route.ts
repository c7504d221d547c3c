// A route of our own with an API key, whose schemas type what its handler is given and what it must return.
import type { Static, TObject, TSchema } from "@sinclair/typebox";
import type { ApiKeyRouteFields, EnvelopeKind, EventsKind, LinesKind } from "../http/route.ts";
import type { Nothing, TypedInput } from "../http/typed-input.ts";
import type { JsonResponse, OkEnvelope } from "../http/typed-text.ts";
import type { ApiKeyHandling, ApiKeyRequest } from "./route.ts";

/** The data itself, or the response with its prepared text. */
type TypedReply<Data extends TSchema> =
  | { data: Static<Data> }
  | { response: JsonResponse<OkEnvelope<Static<Data>>>; isStream?: false };

type KeyRouteInput<
  Id extends string,
  Data extends TSchema,
  P extends TObject,
  Q extends TObject,
  B extends TObject,
> = EnvelopeKind &
  Omit<ApiKeyRouteFields<Id, Data>, "params" | "query" | "body"> &
  Omit<ApiKeyHandling, "handle"> & {
    params?: P;
    query?: Q;
    body?: B;
    handle(call: TypedInput<ApiKeyRequest, P, Q, B>): Promise<TypedReply<Data>>;
  };

/** A route whose id and data are known to its caller in the process, and whose handler cannot return anything else. */
export type TypedKeyRoute<Id extends string, Data extends TSchema> = EnvelopeKind &
  ApiKeyRouteFields<Id, Data> &
  Omit<ApiKeyHandling, "handle"> & { handle(call: ApiKeyRequest): Promise<TypedReply<Data>> };

/** A stream of events or lines, each with this data. */
export type TypedStreamRoute<Id extends string, Data extends TSchema> = (EventsKind | LinesKind) &
  ApiKeyRouteFields<Id, Data> &
  ApiKeyHandling;

export function keyRoute<
  const Id extends string,
  Data extends TSchema,
  P extends TObject = Nothing,
  Q extends TObject = Nothing,
  B extends TObject = Nothing,
>(route: KeyRouteInput<Id, Data, P, Q, B>): TypedKeyRoute<Id, Data> {
  return { ...route, handle: (call) => route.handle(call as unknown as TypedInput<ApiKeyRequest, P, Q, B>) };
}
