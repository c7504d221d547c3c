// For an app's own tests: a gateway that is none, with responses and errors of the test's choice, and signed webhooks.
import { Webhook } from "standardwebhooks";
import type { Data, PathOf } from "./calls.ts";
import type { ErrorReason } from "./errors.ts";
import { type FakeApi, type FakeError, fakeErrorResponse } from "./fake-errors.ts";
import type { paths } from "./schema.ts";
import type { WebhookEvent } from "./webhooks.ts";

export type { FakeApi, FakeError } from "./fake-errors.ts";

/** A call as the fake gateway got it. */
export interface FakeCall {
  method: string;
  /** Without the query. */
  path: string;
  /** Of the path's template, decoded. A call for which nothing is set has them where there is a `document`. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** JSON; null without a body. */
  body: unknown;
  /** The connected account's external_id; null for the user's own calls. */
  account: string | null;
  headers: Headers;
}

export interface FakeGatewayOptions {
  /** The gateway's API document, `GET /openapi.json`, whose examples respond to calls for which nothing is set. */
  document?: object;
  /** Sends no header of the gateway, as some proxies and recorders do; the body says the same. */
  dropHeaders?: boolean;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type DataOf<M extends Method, P> = P extends keyof paths ? Data<P, Lowercase<M>> : never;

export interface FakeGateway {
  /** For `createClient({ fetch })`. */
  fetch(request: Request): Promise<Response>;
  /** What has been called, oldest first. */
  readonly calls: readonly FakeCall[];
  /** Sets the `data` of an endpoint's responses; the last one set holds. */
  on<M extends Method, P extends PathOf<Lowercase<M>>>(
    method: M,
    path: P,
    data: DataOf<M, P> | ((call: FakeCall) => DataOf<M, P> | Promise<DataOf<M, P>>),
  ): FakeGateway;
  /** Lets calls of a path, by its template, or all with "*", fail: for good, or so many `times`. */
  fail(
    path: keyof paths | "*",
    reason: ErrorReason,
    options?: Omit<FakeError, "reason"> & { times?: number },
  ): FakeGateway;
  /** Forgets what was set and called. */
  reset(): void;
}

interface Rule {
  /** Null for each. */
  method: string | null;
  path: string;
  /** Calls that are left. */
  times: number;
  respond(call: FakeCall): Response | Promise<Response>;
}

/** As many as a test may want to look at. */
const MAX_CALLS = 10_000;

export function createFakeGateway({ document, dropHeaders = false }: FakeGatewayOptions = {}): FakeGateway {
  let rules: Rule[] = [];
  const calls: FakeCall[] = [];
  const gateway: FakeGateway = {
    calls,
    async fetch(request) {
      const given = await callOf(request);
      const documented = operationIn(document, given);
      const call = { ...given, params: documented?.params ?? {} };
      const found = ruleFor(rules, call);
      calls.push(found?.call ?? call);
      if (calls.length > MAX_CALLS) calls.shift();
      const response = found ? await responseOf(found) : (exampleOf(documented?.operation) ?? nothingSet(call));
      return dropHeaders ? withoutHeaders(response) : response;
    },
    on(method, path, data) {
      const respond = async (call: FakeCall) =>
        success(apiOf(call), typeof data === "function" ? await (data as (call: FakeCall) => unknown)(call) : data);
      rules.unshift({ method, path, times: Number.POSITIVE_INFINITY, respond });
      return gateway;
    },
    fail(path, reason, { times = Number.POSITIVE_INFINITY, ...more } = {}) {
      const respond = (call: FakeCall) => {
        const provider = /^\/api\/v1\/([^/]+)\/./.exec(call.path)?.[1];
        const details = { ...(IS_OF_PROVIDER.test(reason) && provider && { provider }), ...more.details };
        return fakeErrorResponse({ reason, ...more, details }, apiOf(call));
      };
      rules.unshift({ method: null, path, times, respond });
      return gateway;
    },
    reset() {
      rules = [];
      calls.length = 0;
    },
  };
  async function responseOf({ rule, call }: Found): Promise<Response> {
    rule.times--;
    if (rule.times <= 0) rules = rules.filter((one) => one !== rule);
    return rule.respond(call);
  }
  return gateway;
}

/** Reasons whose details name the provider. */
const IS_OF_PROVIDER =
  /^(not_(set_up|connected|confirmed|loaded)|scope_missing|not_lent|service_off|expired|revoked|token_|provider_|connect|circuit_open|rate_limited|busy|timeout|reset|server_error|result|deadline|quarantined)/;

interface Found {
  rule: Rule;
  call: FakeCall;
}

function ruleFor(rules: readonly Rule[], call: FakeCall): Found | null {
  for (const rule of rules) {
    if (rule.method !== null && rule.method !== call.method) continue;
    const params = rule.path === "*" ? call.params : paramsIn(rule.path, call.path);
    if (params) return { rule, call: { ...call, params } };
  }
  return null;
}

/** The parameters of a path that fits the template; null where it does not. */
function paramsIn(template: string, path: string): Record<string, string> | null {
  const [expected, given] = [template.split("/"), path.split("/")];
  if (expected.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const text = given[index] ?? "";
    if (part.startsWith("{")) params[part.slice(1, -1)] = decodeURIComponent(text);
    else if (part !== text) return null;
  }
  return params;
}

async function callOf(request: Request): Promise<FakeCall> {
  const { pathname, searchParams } = new URL(request.url);
  const text = request.method === "GET" ? "" : await request.text();
  return {
    method: request.method,
    path: pathname,
    params: {},
    query: searchParams,
    body: text === "" ? null : parsed(text),
    account: accountIn(request.headers),
    headers: request.headers,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Of another type than JSON, such as a file: the test gets the text.
    return text;
  }
}

function accountIn(headers: Headers): string | null {
  const encoded = headers.get("x-account-id*");
  return encoded === null ? headers.get("x-account-id") : decodeURIComponent(encoded.replace(/^UTF-8''/i, ""));
}

/** The API that responds: an account's calls, and the routes of accounts, are the partner's. */
const apiOf = ({ account, path }: FakeCall): FakeApi =>
  account !== null || PARTNER_PATH.test(path) ? "partner" : "user";
const PARTNER_PATH = /^\/api\/v1\/(?:accounts|partner|connect)(?:\/|$)/;

const success = (api: FakeApi, data: unknown) =>
  Response.json(api === "partner" ? { ok: true, data } : { data }, {
    headers: { "x-request-id": crypto.randomUUID() },
  });

/** The status is one that the client does not retry. */
const nothingSet = ({ method, path }: FakeCall) =>
  Response.json(
    { error: `The fake gateway has no response for ${method} ${path}: set one with on().` },
    { status: 501 },
  );

const withoutHeaders = ({ status, body }: Response) =>
  new Response(body, { status, headers: { "content-type": "application/json" } });

interface DocumentedOperation {
  responses?: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

/** The document's operation for a call, with the path's parameters; undefined where it has none. */
function operationIn(document: object | undefined, { method, path }: Pick<FakeCall, "method" | "path">) {
  const { paths: documented = {} } = (document ?? {}) as {
    paths?: Record<string, Record<string, DocumentedOperation>>;
  };
  const [found] = Object.entries(documented)
    .flatMap(([template, { [method.toLowerCase()]: operation }]) => {
      const params = operation && paramsIn(template, path);
      return params ? [{ operation, params }] : [];
    })
    .sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length);
  return found;
}

/** The document's example of a success. */
function exampleOf(operation: DocumentedOperation | undefined): Response | undefined {
  const example = operation?.responses?.["200"]?.content?.["application/json"]?.example;
  return example === undefined ? undefined : Response.json(example);
}

/** A request as the gateway sends it to your endpoint, with a signature that `verifyWebhook` accepts. */
export function signedWebhook(
  event: WebhookEvent,
  secret: string,
  { url = "http://localhost/webhooks", at = new Date() }: { url?: string; at?: Date } = {},
): Request {
  const body = JSON.stringify(event);
  const id = "id" in event.data ? String(event.data.id) : crypto.randomUUID();
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
  return new Request(url, { method: "POST", headers, body });
}
