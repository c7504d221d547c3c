// An operation of the operator's API: its schemas type what its handler is given and what it must return.
import type { Static, TObject, TSchema } from "@sinclair/typebox";
import { type About, ADMIN_ROOT, type AdminRequest, type AdminRoute } from "../../web/http/route.ts";
import type { Nothing, TypedInput } from "../../web/http/typed-input.ts";

interface Input<Id extends string, P extends TObject, Q extends TObject, B extends TObject>
  extends Omit<AdminRoute, "id" | "access" | "tag" | "handle" | "data" | "params" | "query" | "body" | "about"> {
  id: Id;
  params?: P;
  query?: Q;
  body?: B;
}

export interface Operation<
  Id extends string,
  Data extends TSchema,
  P extends TObject,
  Q extends TObject,
  B extends TObject,
> extends Input<Id, P, Q, B> {
  /** Schema of `data`. */
  data: Data;
  /** Whom and what a request was about, for the audit log; by default the `user_id` of its result. */
  about?(data: Static<Data>, params: Record<string, string>): About;
}

type OperationRequest<P extends TObject, Q extends TObject, B extends TObject> = TypedInput<AdminRequest, P, Q, B>;

/** A route whose id and data are known to its caller in the process. */
export interface TypedAdminRoute<Id extends string, Data extends TSchema> extends AdminRoute {
  id: Id;
  data: Data;
}

const ADMIN_TAG = { name: "admin", description: "The operator's API." };

const common = ({ path }: Pick<AdminRoute, "path">) =>
  ({ path: `${ADMIN_ROOT}/v1${path}`, access: "admin", tag: ADMIN_TAG }) as const;

/** The route below `/admin/v1` that responds with what `work` returns. */
export function operation<
  const Id extends string,
  Data extends TSchema,
  P extends TObject = Nothing,
  Q extends TObject = Nothing,
  B extends TObject = Nothing,
>(
  { about, ...route }: Operation<Id, Data, P, Q, B>,
  work: (call: OperationRequest<P, Q, B>) => Static<Data> | Promise<Static<Data>>,
): TypedAdminRoute<Id, Data> {
  return {
    ...route,
    ...common(route),
    ...(about && { about: (data, params) => about(data as Static<Data>, params) }),
    handle: async (call) => ({ data: await work(call as unknown as OperationRequest<P, Q, B>) }),
  };
}

/** The route below `/admin/v1` whose response is a stream, described by `responses`. */
export function streamOperation<const Id extends string, P extends TObject = Nothing, Q extends TObject = Nothing>(
  route: Input<Id, P, Q, Nothing>,
  respond: (call: OperationRequest<P, Q, Nothing>) => Promise<Response>,
): AdminRoute & { id: Id } {
  return {
    ...route,
    ...common(route),
    handle: async (call) => ({
      response: await respond(call as unknown as OperationRequest<P, Q, Nothing>),
      isStream: true,
    }),
  };
}
