// The operations that commands name are those of the operator's API, and a name that it does not have does not compile.
import { expect, setDefaultTimeout, test } from "bun:test";
import type { AdminApi } from "../../../src/operations/cli/admin-api.ts";
import { lineOf, OPERATIONS, type OperationId } from "../../../src/operations/cli/operations.ts";
import { ADMIN_ROOT } from "../../../src/web/http/route.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { startTestGateway } from "../../support/gateway.ts";

setDefaultTimeout(HOOK_MS);

test("each has the method and the path of its route", async () => {
  const gateway = await startTestGateway({ lane: "embedded" });
  const routes = new Map(gateway.app.routes.map(({ id, method, path }) => [id, `${method} ${path}`]));
  await gateway.close();
  for (const [id, line] of Object.entries(OPERATIONS))
    expect([id, routes.get(id)]).toEqual([id, line.replace(" ", ` ${ADMIN_ROOT}/v1`)]);
});

test("path parameters and queries are encoded, and a missing argument is left empty", () => {
  expect(lineOf("admin_delete_account", { params: { user: "a@b.example", account: "a/b" } }).path).toBe(
    "/users/a%40b.example/accounts/a%2Fb",
  );
  expect(lineOf("admin_list_erasures", { query: { user: "a&b" } })).toEqual({
    method: "GET",
    path: "/erasures?user=a%26b",
  });
  expect(lineOf("admin_delete_user", { params: { user: undefined } }).path).toBe("/users/");
});

// @ts-expect-error There is no such operation.
export const mistyped: OperationId = "admin_list_user";
// @ts-expect-error The path has another parameter.
export const otherParameter = (api: AdminApi) => api.call("admin_delete_user", { params: { id: "a" } });
// @ts-expect-error Its data has no such field.
export const otherField = async (api: AdminApi) => (await api.call("admin_list_people")).persons;
