// One route of the gateway as data; routing, checks, the 405 list and the API document are made from these.
import type { TObject, TSchema } from "@sinclair/typebox";
import type { ErrorCode, InputError } from "../errors.ts";
import type { Caller } from "../keys/model.ts";
import type { Owner } from "../owner.ts";
import type { Method } from "../plugin/index.ts";
import type { ExtraChecks, Input } from "./input.ts";

/** A connected account by both its names. */
export interface AccountRef {
  id: string;
  userId: string;
  externalId: string;
}

/** What a handler of a key's route is given. */
export interface ApiKeyRequest {
  request: Request;
  requestId: string;
  caller: Caller;
  owner: Owner;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  /** For the usage log: which account the call is about, where its path says so. */
  noteAccount(account: AccountRef): void;
  /** For the usage log: how many requests went to the provider. */
  countUnits(units: number): void;
  /** Commits the call's row as pending; awaited before something is changed at a provider. */
  commitPending(): Promise<void>;
}

/** Data for the envelope, or a response of its own (a byte stream, a redirect). */
export type Reply = { data: unknown } | { response: Response; isStream?: boolean };

interface RouteBase {
  /** Unique; the operation id of the API document. */
  id: string;
  method: Method;
  /** Parameters in braces. */
  path: string;
  summary: string;
  tag: string;
  params?: TObject;
  query?: TObject;
  body?: TObject;
  maxBodyBytes?: number;
}

export interface ApiKeyRoute extends RouteBase {
  access: "key";
  /** Every permission that the key must have, as `<provider>:<service>.<action>` or `gateway:…`; empty where it needs none. */
  permissions: readonly string[];
  /** Schema of `data`. */
  data: TSchema;
  /** Whether success carries `ok: true` in area A as well. */
  withOk?: boolean;
  /** Whether the answer can be a stream of bytes as well. */
  isFile?: boolean;
  /** Whether the route is the partner's: area B, and nothing without a partner profile. */
  isPartnerRoute?: boolean;
  /** Whether the route is about the key user's own integrations, whatever the request's headers say. */
  isUserOnly?: boolean;
  /** Whether the route serves a connected account when X-Account-Id is sent. */
  acceptsAccount?: boolean;
  /** Error codes of its own, beyond what every route of its kind can answer with; for the API document. */
  codes?: readonly ErrorCode[];
  /** Checks of the input that need no database; their faults are told together with `faults`, those of the schemas. */
  check?(passed: Input, faults: readonly InputError[], owner: Owner): InputError[];
  /** For the usage log. */
  provider?: string;
  /** For the usage log: `<service>.<action>` of a provider call. */
  action?: string;
  handle(call: ApiKeyRequest): Promise<Reply>;
}

/** What a handler of a public or an operator's route is given. */
export interface PublicRequest {
  request: Request;
  requestId: string;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

export interface PublicRoute extends RouteBase {
  /** `admin` needs the operator's token; `public` needs nothing. */
  access: "public" | "admin";
  /** Whether query names that the route does not declare pass (callbacks: providers add their own). */
  anyQuery?: boolean;
  /** As a keyed route's. */
  check?: ExtraChecks;
  /** Whether the answer is a page for a browser. */
  isPage?: boolean;
  data?: TSchema;
  handle(call: PublicRequest): Promise<Reply>;
}

export type Route = ApiKeyRoute | PublicRoute;
