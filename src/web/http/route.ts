// One route of the gateway as data: what routing, HEAD, rate headers, error shapes and the API document are made from.
import type { TObject, TSchema } from "@sinclair/typebox";
import type { AppError, ErrorCode } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { StrangerWork } from "../../metering/limits/strangers.ts";
import { type Effects, effectOfMethod } from "../../plugin/effects.ts";
import type { Method } from "../../plugin/index.ts";
import type { Arrival } from "./arriving-body.ts";
import type { ExtraChecks, Input } from "./input.ts";

/** Below it every path needs an API key, known or not; above it are probes and pages. */
export const API_ROOT = "/api/v1";
/** The path at which a route names a connected account. */
export const ACCOUNT_PATH = `${API_ROOT}/accounts/{id}`;
/** Below it every path needs the operator's token. */
export const ADMIN_ROOT = "/admin";

/** Data for the envelope, or a response of its own (a byte stream, a redirect). */
export type Reply = { data: unknown } | { response: Response; isStream?: boolean };

/** Whether a path is `root` or lies below it. */
export function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

/** A group of operations in the API document. */
export interface Tag {
  name: string;
  description: string;
}

/** A response that is no envelope, as the API document describes it. */
export interface DocumentedResponse {
  description: string;
  /** Its media types; by default JSON, or those of our errors. Without any it has no body, with any of all types it may. */
  types?: readonly string[];
}

interface RouteFields {
  /** Unique; the operation id of the API document. */
  id: string;
  method: Method;
  /** Parameters in braces. */
  path: string;
  summary: string;
  tag: Tag;
  params?: TObject;
  /** Whether the last parameter takes the rest of the path, with its slashes. */
  takesRest?: boolean;
  query?: TObject;
  /** Whether undeclared query parameters pass, as providers add their own to a callback. */
  anyQuery?: boolean;
  body?: TObject;
  /** The largest body in bytes; the default is 1 MiB. */
  maxBodyBytes?: number;
  /** Fields of the body that a file stands for, which may be sent in its place. */
  fileFields?: readonly string[];
  /** Whether pages of other sites may call it in a browser, without cookies. */
  isForPages?: boolean;
  /** Responses by status that are no envelope. By default, a public route has JSON under 200. */
  responses?: Readonly<Record<string, DocumentedResponse>>;
  /** Whether it has an ETag, and nothing is sent again to who has the same. */
  hasEtag?: boolean;
  /** Further error codes, beyond those that every route of its kind can end with. */
  codes?: readonly ErrorCode[];
}

/** At most what a request does, and of a route whose input decides, what this request does. */
export interface RouteEffects extends Effects {
  ofRequest?(input: Input, request: Request): Effects;
}

/** What every route with an API key has. */
export interface ApiKeyRouteFields<Id extends string = string, Data extends TSchema = TSchema> extends RouteFields {
  id: Id;
  access: "key";
  /** Every permission that the key must have, as `<provider>:<service>.<action>` or `gateway:…`; empty where it needs none. */
  permissions: readonly string[];
  /** Schema of `data`. */
  data: Data;
  /** What a request does; by default, its method decides. A key or client with `confirm_destructive` destroys only after a yes. */
  effects?: RouteEffects;
  /** Paths of the texts in `data` that others than the owner may have written, such as `messages[].subject`. */
  untrustedFields?: readonly string[];
  /** Whether its body has a secret, such as a password. */
  hasSecret?: boolean;
  /** Whether agent sessions may use it, which otherwise only call providers; it is then about what the session is bound to. */
  takesAgentSessions?: true;
}

/** Whether X-Connection names one of several connections: for calls of a provider, and for what manages an integration. */
export const namesConnection = (route: RouteData): boolean =>
  route.access === "key" && (route.provider !== undefined || CONNECTION_PATH.test(route.path));
const CONNECTION_PATH = /\/(?:integrations|sources)\/\{provider\}|\/tools\/\{name\}\/execute$/;

/** What only routes have that serve connected accounts by X-Account-Id. */
interface ByHeader {
  /** The user's own, or a connected account's where X-Account-Id names one. */
  owner: "user-or-account";
  /** Whether access tokens of MCP clients work here; the default is only API keys. */
  takesAccessTokens?: boolean;
  /** The provider that a call goes to, and can fail as; for the usage log too. */
  provider?: string;
  /** Whether success carries `ok: true` on the user API as well. */
  withOk?: boolean;
}

interface NotByHeader {
  takesAccessTokens?: undefined;
  provider?: undefined;
  withOk?: undefined;
}

/** No body of ours is read, so nothing of one can be declared. */
interface NoBody {
  body?: undefined;
  fileFields?: undefined;
  hasSecret?: undefined;
  withOk?: undefined;
}

/** Routes that respond with an envelope with `data`, by whose things they are about. */
export type EnvelopeKind =
  | ({
      responds?: "json";
      /**
       * `user`: the user's own, whatever the headers say. `user-and-accounts`: all that is the user's, with their accounts'.
       * `partner`: a partner's, on the partner API, which needs a partner profile.
       */
      owner: "user" | "user-and-accounts" | "partner";
    } & NotByHeader)
  /** On the partner API too, about the connected account that the path names. */
  | ({ responds?: "json"; owner: "account-in-path"; path: `${typeof ACCOUNT_PATH}${string}` } & NotByHeader)
  | ({ responds?: "json" } & ByHeader);

/** Server-sent events, each with `data`. */
export type EventsKind = { responds: "events"; method: "GET" } & NoBody & ByHeader;

/** JSON lines, each an item of `data`, for as long as the reader takes them. */
export type LinesKind = { responds: "lines"; method: "GET" } & NoBody & ByHeader;

/** What a route responds with, and whose things it is about: a combination that makes no sense does not compile. */
export type RouteKind =
  | EnvelopeKind
  /** `file`: the file's bytes where the caller accepts them. `items`: each as it comes. `tool`: what the named tool's endpoint does. */
  | ({ responds?: "json" | "file" | "items" | "tool" } & ByHeader)
  | EventsKind
  | LinesKind
  /**
   * The provider's response as it is. The request's body is streamed too, so that nothing of it is hashed, and an
   * `Idempotency-Key` is the provider's.
   */
  | ({ responds: "proxy"; query?: undefined; anyQuery: true } & NoBody & ByHeader)
  /** Messages of JSON-RPC, which come and go in place of bodies and envelopes of ours. */
  | ({ responds: "protocol"; method: "POST" } & NoBody & ByHeader);

/** A route with an API key; web/pipeline/route.ts adds its handler. */
export type ApiKeyRouteData = ApiKeyRouteFields & RouteKind;
export type RouteOwner = RouteKind["owner"];

/** Whether the route is only of the partner API, which needs a partner profile. */
export const isPartners = ({ owner }: { owner: RouteOwner }): boolean =>
  owner === "partner" || owner === "account-in-path";

/** Whether the response can be a stream of bytes as long as its sender likes. */
export const isStreamed = ({ responds }: Pick<ApiKeyRouteData, "responds">): boolean =>
  responds === "file" || responds === "items" || responds === "tool" || responds === "proxy";

/** What a request to a route does at most. */
export function effectsOf({ method, effects }: Pick<ApiKeyRouteData, "method" | "effects">): RouteEffects {
  return effects ?? { effect: effectOfMethod(method), reaches: false };
}

/** What this request to it does, its input being valid. */
export function effectsOfRequest(route: Parameters<typeof effectsOf>[0], input: Input, request: Request): Effects {
  const effects = effectsOf(route);
  return effects.ofRequest?.(input, request) ?? effects;
}

/** What the handler of a public or an operator's route gets. */
export interface PublicRequest extends Input {
  request: Request;
  /** Counts its body while it arrives. */
  arrival: Arrival;
  requestId: string;
  /** The client's address, where it is known. */
  address: string | null;
}

/** What the handler of an operator's route gets. */
export interface AdminRequest extends PublicRequest {
  initiator: Initiator;
  /** The role of who asks, at least the route's. */
  role: AdminRole;
}

export interface PublicRoute extends RouteFields {
  access: "public";
  /** False where HEAD is refused, because answering a GET changes something. */
  head?: false;
  /** Responds to HEAD and OPTIONS at its path, which no route declares; null for the usual response. */
  otherMethod?(call: PublicRequest): Promise<Response | null>;
  /** Whether it is a page of the dashboard, only for people: the API document leaves it out. */
  isPage?: boolean;
  /** The endpoint in metrics that it shares with others, since each series costs memory; the default is its own path. */
  series?: string;
  /** As what the guard over strangers counts a request, before its body is read and the database is asked. */
  strangers?: StrangerWork;
  /** The response to a request that the guard refuses; the default is JSON. */
  refuse?(error: AppError, call: Pick<PublicRequest, "request" | "requestId">): Response | Promise<Response>;
  /** The form of its errors: our JSON by default, a page's or OAuth's. */
  errorsAs?: "page" | "oauth";
  handle(call: PublicRequest): Promise<Reply>;
}

/** Roles of admin tokens, each with what those before it may. */
export const ADMIN_ROLES = ["viewer", "operator", "owner"] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** The role that a route takes at least. */
export function roleOf({ role, method }: Pick<AdminRoute, "role" | "method">): AdminRole {
  return role ?? (method === "GET" ? "viewer" : "operator");
}

/** Whom and what an act of the operator was about. */
export interface About {
  userId?: string | null;
  accountId?: string | null;
  resource?: { kind: string; id: string } | null;
  /** Further facts out of the result; nothing secret. */
  details?: Record<string, unknown>;
}

export interface AdminRoute extends RouteFields {
  access: "admin";
  /** Schema of `data`. */
  data?: TSchema;
  /** The lowest role that may call it; by default `viewer` for GET and `operator` for the others. */
  role?: AdminRole;
  /** How the audit log calls a request that changes something; by default the route's id without `admin_`. */
  event?: string;
  /** Whom and what a request was about, for the audit log; by default the `user_id` of its result. */
  about?(data: Record<string, unknown>, params: Record<string, string>): About;
  /** Checks of the input that need no database; reported together with `errors`, those of the schemas. */
  check?: ExtraChecks;
  /** Loads what further such checks need. */
  loadCheck?(): Promise<ExtraChecks>;
  handle(call: AdminRequest): Promise<Reply>;
}

export type RouteData = ApiKeyRouteData | PublicRoute | AdminRoute;
