// Every response of a test's gateway is held to the API document of that gateway; here, that this would notice.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { heldToDocument, holding, misfits } from "../support/held-to-document.ts";

const URL_OF_ACCOUNTS = "http://localhost/api/v1/accounts";
let gateway: TestGateway;
let accounts: Record<string, unknown>;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded" });
  const { key } = await gateway.partner();
  await gateway.account(key);
  accounts = (await gateway.call("GET", "/api/v1/accounts", { key })).json;
});
afterAll(() => gateway.close());

/** What does not fit of a response that a changed gateway gives. */
async function misfitsOf(
  response: Response,
  { method = "GET", url = URL_OF_ACCOUNTS, routes = gateway.app.routes } = {},
) {
  const changed = await heldToDocument({ ...gateway.app, routes, handle: async () => response });
  await changed.handle(new Request(url, { method }), null);
  return misfits.splice(0).join("\n");
}

const changedData = (change: object) =>
  Response.json({ ...accounts, data: { ...(accounts.data as object), ...change } });

test("every gateway of a test is held, and the response as it is fits", async () => {
  expect(holding.isOn).toBe(true);
  expect(await misfitsOf(Response.json(accounts))).toBe("");
});

test.each([
  ["a field of another type", () => changedData({ total: "1" }), 'the body at "/data/total", which must be integer'],
  ["a field that is missing", () => changedData({ accounts: undefined }), "must have required property 'accounts'"],
  ["a field that nobody has described", () => changedData({ more: 1 }), "must NOT have unevaluated properties"],
  ["another envelope", () => Response.json({ data: accounts.data }), "must have required property 'ok'"],
  [
    "another status",
    () => Response.json(accounts, { status: 207 }),
    "gave 207, and its API document does not have the status",
  ],
  [
    "another content type",
    () => new Response("<p>", { headers: { "content-type": "text/html" } }),
    "the content type text/html",
  ],
  ["a header", () => Response.json(accounts, { headers: { "retry-after": "1" } }), "the header retry-after"],
  [
    "an error code of another route",
    () => Response.json({ ok: false, error: "No.", error_code: "SESSION_NOT_FOUND" }, { status: 404 }),
    "gave 404",
  ],
])("%s does not", async (_what, response, misfit) => {
  const found = await misfitsOf(response());
  expect(found).toStartWith("GET /api/v1/accounts gave ");
  expect(found).toContain(misfit);
});

test("pages for people are left out, and what no route responds to", async () => {
  const [route] = gateway.app.routes;
  const hidden = { ...(route as object), id: "hidden", path: "/hidden", isPage: true } as typeof route;
  const routes = [...gateway.app.routes, hidden as NonNullable<typeof route>];
  expect(await misfitsOf(new Response("x"), { url: "http://localhost/hidden", routes })).toBe("");
  expect(await misfitsOf(new Response("x"), { url: "http://localhost/nowhere" })).toBe("");
  expect(await misfitsOf(new Response("x", { status: 405 }), { method: "DELETE" })).toBe("");
});

test("the items of a provider's list are held to the plugin's own shape", async () => {
  const ofGithub = await misfitsOf(Response.json({ data: { repos: [{ id: 1 }], next_cursor: null } }), {
    url: "http://localhost/api/v1/github/repos",
  });
  expect(ofGithub).toContain("/data/repos/0");
});
