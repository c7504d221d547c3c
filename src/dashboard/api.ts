// Calls the gateway's own routes from pages: the same checks and handlers as over HTTP, for the person who is signed in.

import { AppError, accountNotFound, type InputError, invalidInput } from "../foundation/errors.ts";
import type { Owner } from "../identity/owner.ts";
import { NO_BODY } from "../metering/long-lived/bodies.ts";
import type { AdminData, AdminOperationId } from "../operations/admin/routes.ts";
import type { Deps } from "../server/deps.ts";
import { accountHeader } from "../web/http/account-header.ts";
import { checkInput, readBody } from "../web/http/input.ts";
import { type AdminRoute, effectsOf, isPartners, type Reply } from "../web/http/route.ts";
import { runAdminRoute } from "../web/pipeline/admin.ts";
import { handleCaller } from "../web/pipeline/authenticated.ts";
import type { ApiKeyRoute, Incoming, Route } from "../web/pipeline/route.ts";
import { labelsOf } from "../web/pipeline/server.ts";
import type { OwnData, OwnOperationId } from "./own-operations.ts";
import type { CallLine } from "./same-as-call.tsx";
import { type ActingUser, assertMayVisit, assertTeamRole, initiatorOf, type PageRequest } from "./visit.ts";

export interface ApiInput {
  /** Parameters of the path. */
  params?: Record<string, string>;
  /** Undefined and empty values are left out. */
  query?: Record<string, string | number | boolean | readonly string[] | undefined>;
  body?: Record<string, unknown>;
  /** A connected account of the partner's by its id, for routes that take X-Account-Id. */
  accountId?: string;
  /** The same by its external_id. */
  externalId?: string;
  /** The name of one of several connections with the provider. */
  connection?: string;
}

export interface InternalApi {
  /** The `data` of an operation of the operator's API; throws the `AppError` that a caller over HTTP would get. */
  admin<const Id extends AdminOperationId>(visit: PageRequest, id: Id, input?: ApiInput): Promise<AdminData<Id>>;
  /** The same of a route that a key calls. */
  call<const Id extends OwnOperationId>(visit: PageRequest, id: Id, input?: ApiInput): Promise<OwnData<Id>>;
  /** A provider's endpoint or tool as a caller would call it: with limits, usage row and idempotency. */
  tryOut(visit: PageRequest, id: string, input: ApiInput & { idempotencyKey?: string }): Promise<Response>;
  /** What the schemas of a provider's endpoint say of an input, before it is tried out. */
  errorsOf(visit: PageRequest, id: string, input: ApiInput): Promise<readonly InputError[]>;
  /** The method and path with its query, to show how a caller calls it. */
  lineOf(id: OwnOperationId | AdminOperationId, input?: ApiInput): CallLine;
  find(id: string): Route | null;
}

/** `routes` is read with the first call, so that all routes are in it. */
export function createInternalApi(deps: Deps, routes: () => readonly Route[]): InternalApi {
  let byId: Map<string, Route> | null = null;
  const find = (id: string) => {
    byId ??= new Map(routes().map((route) => [route.id, route]));
    return byId.get(id) ?? null;
  };
  const routeOf = (id: string): ApiKeyRoute | AdminRoute => {
    const route = find(id);
    if (!route || route.access === "public") throw new Error(`There is no route ${id} with a key or token.`);
    return route;
  };
  const keyRouteOf = (id: string): ApiKeyRoute => {
    const route = routeOf(id);
    if (route.access !== "key") throw new Error(`The route ${id} takes no key.`);
    return route;
  };
  return {
    find,
    lineOf(id, input = {}) {
      const route = routeOf(id);
      return {
        method: route.method,
        path: pathOf(route.path, input),
        template: route.path,
        params: input.params ?? {},
        isStream: route.access === "key" && route.responds === "lines",
      };
    },
    async admin<const Id extends AdminOperationId>(visit: PageRequest, id: Id, input: ApiInput = {}) {
      const route = find(id);
      if (route?.access !== "admin") throw new Error(`There is no operation ${id} of the operator's API.`);
      assertMayVisit(visit, "viewer");
      const { person, address, requestId } = visit;
      const reply = await runAdminRoute(deps, route, {
        params: input.params ?? {},
        incoming: incomingOf(deps, visit, route, input),
        initiator: { actor: { kind: "admin", id: person.id, name: person.email }, address, requestId },
        role: person.role ?? "viewer",
        holder: "your sign-in",
      });
      return dataOf<AdminData<Id>>(reply);
    },
    async call<const Id extends OwnOperationId>(visit: PageRequest, id: Id, input: ApiInput = {}) {
      const route = keyRouteOf(id);
      return dataOf<OwnData<Id>>(await callInternal(deps, visit, route, incomingOf(deps, visit, route, input), input));
    },
    async tryOut(visit, id, { idempotencyKey, ...input }) {
      const route = keyRouteOf(id);
      const { caller } = userOf(visit);
      const incoming = incomingOf(deps, visit, route, input);
      const { headers } = incoming.request;
      for (const pair of Object.entries(accountHeader(input.externalId ?? ""))) headers.set(...pair);
      if (input.connection !== undefined) headers.set("x-connection", input.connection);
      if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
      const match = { route, template: route.path, params: input.params ?? {}, allow: [route.method] };
      return handleCaller(deps, match, incoming, caller);
    },
    async errorsOf(visit, id, input) {
      const route = keyRouteOf(id);
      const owner = await ownerOf(deps, visit, route, input);
      try {
        // A path that lacks a parameter has no address, but its other errors are to be told as well.
        const params = Object.fromEntries([...route.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => [name, "-"]));
        const { request } = incomingOf(deps, visit, route, { ...input, params: { ...params, ...input.params } });
        await inputOf(route, request, input.params ?? {}, owner);
        return [];
      } catch (error) {
        const errors = error instanceof AppError ? error.details.errors : undefined;
        if (!Array.isArray(errors)) throw error;
        return errors as InputError[];
      }
    },
  };
}

function userOf(visit: PageRequest): ActingUser {
  assertMayVisit(visit, "user");
  return visit.user as ActingUser;
}

/** Without a usage row: looking at one's own pages is no call. */
async function callInternal(
  deps: Deps,
  visit: PageRequest,
  route: ApiKeyRoute,
  incoming: Incoming,
  input: ApiInput,
): Promise<Reply> {
  const { caller } = userOf(visit);
  if (route.provider !== undefined) throw new Error(`${route.id} calls a provider: use the page's “Try it” form.`);
  const onPartnerSurface = isPartners(route) || (input.accountId ?? input.externalId) !== undefined;
  if (onPartnerSurface) assertMayVisit(visit, "partner");
  if (onPartnerSurface && caller.partner?.status === "suspended")
    throw new AppError("PARTNER_SUSPENDED", "The partner profile is suspended.");
  // The roles of pages and forms decide; a page that declares a wrong one still changes nothing for a viewer.
  if (effectsOf(route).effect !== "reads") assertTeamRole(visit, "member");
  const owner = await ownerOf(deps, visit, route, input);
  const { request, requestId, address } = incoming;
  const checked = await inputOf(route, request, input.params ?? {}, owner);
  return route.handle({
    ...checked,
    ...{
      request,
      requestId,
      address,
      caller,
      owner,
      connection: input.connection ?? null,
      idempotencyKey: null,
      isJsonOnly: true,
      isRedacted: false,
    },
    initiator: initiatorOf(visit),
    callAlso: async () => {
      throw new Error(`${route.id} is no call of a provider, so it fetches no file.`);
    },
    signal: request.signal,
    countRequest: () => {},
    addProviderTime: () => {},
    noteAccount: () => {},
    noteIntegration: () => {},
    noteStep: () => {},
    commitPending: async () => {},
  });
}

/** The acting user, or the connected account that the input names; throws `ACCOUNT_NOT_FOUND`. */
async function ownerOf(
  deps: Deps,
  visit: PageRequest,
  route: ApiKeyRoute,
  { accountId, externalId }: ApiInput,
): Promise<Owner> {
  const { id: userId } = userOf(visit);
  if (route.owner !== "user-or-account") return { userId, accountId: null };
  if (accountId !== undefined) return { userId, accountId: (await deps.accounts.require(userId, accountId)).id };
  if (externalId === undefined) return { userId, accountId: null };
  const account = await deps.accounts.findByExternalId(userId, externalId);
  if (!account) throw accountNotFound(externalId);
  return { userId, accountId: account.id };
}

async function inputOf(route: ApiKeyRoute, request: Request, params: Record<string, string>, owner: Owner) {
  const body = await readBody(route, request, NO_BODY);
  return checkInput(route, request, params, body, (passed, errors) => route.check?.(passed, errors, owner) ?? []);
}

function incomingOf(deps: Deps, visit: PageRequest, route: Route, input: ApiInput): Incoming {
  const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
  const request = new Request(`${deps.baseUrl}${pathOf(route.path, input)}`, {
    method: route.method,
    headers: { accept: "application/json", ...(input.body && { "content-type": "application/json" }) },
    signal: visit.request.signal,
    ...body,
  });
  const { requestId, address } = visit;
  return { request, requestId, address, arrival: NO_BODY, series: deps.metrics.route(labelsOf(route)), providerMs: 0 };
}

function pathOf(template: string, { params = {}, query = {} }: ApiInput): string {
  const path = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value) throw invalidInput([{ in: "path", path: `/${name}`, message: `${name} is required.` }]);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === "") continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

async function dataOf<T>(reply: Reply): Promise<T> {
  if ("response" in reply) {
    if (reply.isStream) throw new Error("The route returns no data.");
    return ((await reply.response.json()) as { data: T }).data;
  }
  // Deep pages read only JSON values, as a caller does.
  return JSON.parse(JSON.stringify(reply.data)) as T;
}
