// Routes and callers that make no sense do not compile: each `@ts-expect-error` fails the type check where it does.
import { Type as t } from "@sinclair/typebox";
import type { Caller } from "../../../src/identity/keys/model.ts";
import type { ApiKeyRoute } from "../../../src/web/pipeline/route.ts";

const common = {
  ...({ id: "a", access: "key", summary: "", permissions: [], tag: { name: "t", description: "" } } as const),
  ...{ data: t.Object({}), handle: async () => ({ data: {} }) },
};
const get = { ...common, method: "GET", path: "/api/v1/things" } as const;
const post = { ...common, method: "POST", path: "/api/v1/things" } as const;

export const possible: ApiKeyRoute[] = [
  { ...get, owner: "user" },
  { ...get, owner: "user-and-accounts" },
  { ...get, owner: "partner" },
  { ...get, owner: "account-in-path", path: "/api/v1/accounts/{id}/things" },
  { ...get, owner: "user-or-account", takesAccessTokens: true, withOk: true },
  { ...get, owner: "user-or-account", responds: "file", provider: "google" },
  { ...get, owner: "user-or-account", responds: "events" },
  { ...post, owner: "user-or-account", responds: "proxy", anyQuery: true, provider: "google" },
  { ...post, owner: "user-or-account", responds: "protocol", takesAccessTokens: true },
];

// @ts-expect-error A route says whose things it is about.
export const ofNobody: ApiKeyRoute = { ...get };
// @ts-expect-error A stream of events is asked for with GET.
export const postedEvents: ApiKeyRoute = { ...post, owner: "user-or-account", responds: "events" };
// @ts-expect-error Nothing of a proxied body is read, so it has no schema.
export const readProxy: ApiKeyRoute = {
  ...post,
  owner: "user-or-account",
  responds: "proxy",
  anyQuery: true,
  body: t.Object({}),
};
// @ts-expect-error A provider's own query passes whole.
export const closedProxy: ApiKeyRoute = { ...post, owner: "user-or-account", responds: "proxy" };
// @ts-expect-error Messages have no envelope, and so no `ok` in one.
export const okProtocol: ApiKeyRoute = { ...post, owner: "user-or-account", responds: "protocol", withOk: true };
// @ts-expect-error What the path calls an account's names the account.
export const unnamedAccount: ApiKeyRoute = { ...get, owner: "account-in-path" };
// @ts-expect-error A person grants an MCP client nothing of a partner's.
export const partnerTokens: ApiKeyRoute = { ...get, owner: "partner", takesAccessTokens: true };
// @ts-expect-error A provider's endpoint serves connected accounts as well.
export const ownEndpoint: ApiKeyRoute = { ...get, owner: "user", provider: "google" };
// @ts-expect-error A route responds in one way.
export const twoWays: ApiKeyRoute = { ...get, owner: "user-or-account", responds: ["file", "proxy"] };

const { kind: _, ...ofUser } = {} as Extract<Caller, { kind: "person" }>;
// @ts-expect-error A caller is one of three kinds.
export const ofNoKind: Caller = { ...ofUser };
// @ts-expect-error What a person granted belongs to an MCP client.
export const grantedPerson: Caller = { ...ofUser, kind: "person", grant: { account: null, isReadOnly: true } };
// @ts-expect-error A person is no key.
export const personWithKey: Caller = { ...ofUser, kind: "key" };
