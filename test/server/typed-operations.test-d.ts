// Every operation of the API is typed in what it returns: this file does not compile where one is not.
import { type TSchema, Type as t } from "@sinclair/typebox";
import type { AdminOperation } from "../../src/operations/admin/routes.ts";
import type { ApiOperation } from "../../src/server/api-routes.ts";
import { type JsonText, jsonText, jsonTextResponse, objectText, okText } from "../../src/web/http/typed-text.ts";
import { keyRoute, type TypedKeyRoute } from "../../src/web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../src/web/pipeline/route.ts";

/** The route where its id is any text, its data any schema, or where its handler may return anything; a stream has no data. */
type Untyped<R extends { id: string; data: TSchema; responds?: string }> = string extends R["id"]
  ? R
  : TSchema extends R["data"]
    ? R
    : R extends { responds: "events" | "lines" } | TypedKeyRoute<R["id"], R["data"]>
      ? never
      : R;
type All<R> = [R] extends [never] ? true : R;

export const untypedOperations: All<Untyped<ApiOperation>> = true;
export const untypedAdminOperations: string extends AdminOperation["id"] ? AdminOperation : true = true;

// Each kind of untyped route is found.
const data = t.Object({ count: t.Integer() });
// @ts-expect-error
export const anyRoute: All<Untyped<ApiOperation | ApiKeyRoute>> = true;
// @ts-expect-error
export const anyHandler: All<Untyped<ApiKeyRoute & { id: "other"; data: typeof data }>> = true;

const route = { id: "other", method: "GET", path: "/api/v1/other", summary: "Other.", access: "key" } as const;
const base = { ...route, owner: "user", permissions: [], tag: { name: "other", description: "Other." }, data } as const;
export const good = [
  keyRoute({ ...base, handle: async () => ({ data: { count: 1 } }) }),
  keyRoute({ ...base, handle: async () => ({ response: jsonTextResponse(okText(jsonText({ count: 1 }))) }) }),
];
// @ts-expect-error
keyRoute({ ...base, handle: async () => ({ data: { count: "1" } }) });
// @ts-expect-error
keyRoute({ ...base, handle: async () => ({ response: new Response("{}") }) });
// @ts-expect-error
keyRoute({ ...base, handle: async () => ({ response: jsonTextResponse(okText(jsonText({ count: "1" }))) }) });
// @ts-expect-error
const literal: TypedKeyRoute<"other", typeof data> = { ...base, handle: async () => ({ data: { count: "1" } }) };
// @ts-expect-error
const text: JsonText<{ count: number }> = objectText({ count: jsonText("1") });
export const bad = [literal, text];
