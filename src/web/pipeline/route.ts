// A request on its way, a route with an API key and its handler, and what the pipeline hands to it.
import type { AppError, InputError } from "../../foundation/errors.ts";
import type { RouteSeries } from "../../foundation/metrics/metrics.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Caller } from "../../identity/keys/model.ts";
import type { AccountRef, Owner } from "../../identity/owner.ts";
import type { CountedBody } from "../../metering/long-lived/bodies.ts";
import type { NotedStep } from "../../metering/usage/steps.ts";
import type { UpstreamFile } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Input, NamedInput } from "../http/input.ts";
import type { AdminRoute, ApiKeyRouteData, PublicRoute, Reply, RouteOwner } from "../http/route.ts";
import type { Confirmation } from "./confirmation.ts";

/** What the router found: a route, or why there is none. */
export interface Match {
  route: ApiKeyRoute | null;
  /** The path's template, for the usage log. */
  template: string;
  params: Record<string, string>;
  /** Methods of the path; empty for an unknown path. */
  allow: readonly string[];
  /** Without a route: the owner of the path, by its other methods or by the paths next to it. */
  owner?: RouteOwner;
  /** Without a route: whether the path's other methods accept access tokens. */
  takesAccessTokens?: boolean;
  /** Why the path cannot be read at all. */
  error?: AppError;
  /** How the arguments of a call by name become the route's input. */
  named?: NamedInput;
}

/** What a call by name says whose request is not its own: neither body, query nor headers are read for it. */
export interface NamedCall {
  args: Record<string, unknown>;
  idempotencyKey: string | null;
  /** Gets the file that the call downloads; without it, the file is in the response. */
  takeFile?: TakeFile;
}

/** Takes a file, or throws the call's error. */
export type TakeFile = (file: UpstreamFile) => Promise<void>;

export interface Incoming {
  request: Request;
  requestId: string;
  /** The client's, which is not the peer's behind a trusted proxy. */
  address: string | null;
  /** Counts its body while it arrives. */
  arrival: CountedBody;
  /** A call by name that came in a message of another protocol. */
  message?: NamedCall;
  /** Whether the caller's connection has a tool; without it, it has every tool. */
  hasTool?: (tool: RegisteredEndpoint) => boolean;
  /** What the request's end is counted and timed in: the route's, or that of all requests without one. */
  series: RouteSeries;
  /** Whether another call makes it: that one's headers are not about it. */
  isOfAnotherCall?: boolean;
  /** The time that attempts at the provider took. */
  providerMs: number;
  /** The connection that the call used where its owner's choice has decided. */
  connection?: string;
  confirmation?: Confirmation;
  /** The standing approvals by which the call is made, as their ids. */
  standingApprovals?: readonly string[];
}

/** The connection that a call uses; with `share`, a borrowed one. */
export interface UsedConnection {
  id: string;
  name: string;
  share?: { lender: string };
}

/** What a call reports of itself while it runs. */
export interface CallReport {
  /** Counts a request to the provider for the usage log; `isWrite` where it may change something. */
  countRequest(isWrite: boolean): void;
  /** Tells the usage log whose grant the call uses, and the caller which it was where the owner's choice has decided. */
  noteIntegration(integration: UsedConnection, isByChoice: boolean): void;
  /** Tells the usage log what the call does at the provider, at the end of each step. */
  noteStep(step: NotedStep): void;
  /** Adds to the provider's share of the request's time. */
  addProviderTime(ms: number): void;
  /** Commits the usage row as pending; awaited before something changes at a provider. */
  commitPending(): Promise<void>;
}

export interface ApiKeyRequest extends Input, CallReport {
  request: Request;
  requestId: string;
  /** The client's address; null where the runtime does not know it. */
  address: string | null;
  caller: Caller;
  owner: Owner;
  /** The name of a connection, from X-Connection or the argument `connection`; null without one. */
  connection: string | null;
  /** The caller's `Idempotency-Key`; null where a provider's own passes. */
  idempotencyKey: string | null;
  /** Whether the response can be JSON alone, whatever the request's Accept says. */
  isJsonOnly: boolean;
  /** Whether rules hide fields of the result, which is then JSON as well. */
  isRedacted: boolean;
  /** Gets the file that the call downloads, in place of the response. */
  takeFile?: TakeFile | undefined;
  /** Whether the caller's connection has a tool; without it, it has every tool. */
  hasTool?: ((tool: RegisteredEndpoint) => boolean) | undefined;
  /**
   * Carries out another call for the same caller and owner, as if they had made it: with its own limits, checks and usage row. Throws
   * its error.
   */
  callAlso(to: Match, message: NamedCall): Promise<void>;
  /** For the audit log. */
  initiator: Initiator;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  /** Tells the usage log which account the call is about, where its path says so. */
  noteAccount(account: AccountRef): void;
}

/** A request whose key is known, on its way to another route. */
export interface DispatchedRequest {
  match: Match;
  incoming: Incoming;
  caller: Caller;
  /** Carries out the request as one of a route, which counts it and writes its usage row. */
  run(to: Match, as?: Incoming): Promise<Response>;
  /**
   * Counts the next `run` ahead of it, for a route that must read the body to know where the request goes. Gives the error with
   * which that run has to end, null for an admitted caller.
   */
  admit(): Promise<AppError | null>;
}

export interface ApiKeyHandling {
  /** Checks of the input that need no database; reported together with `errors`, those of the schemas. */
  check?(passed: Input, errors: readonly InputError[], owner: Owner): InputError[];
  /** Responds before the key is looked at: to a request that may not reach the route at all. */
  precheck?(request: Request): Response | null;
  /** WWW-Authenticate of a 401, `isRefused` where the request had a key or token; `Bearer` unless said. */
  wwwAuthenticate?(isRefused: boolean): string;
  /** The arguments that rules look at, where they are not path, query and body by name. */
  ruledArguments?(input: Input, request: Request): Record<string, unknown>;
  /** Whom or what a call reaches, as its endpoint declares. */
  recipients?: readonly string[];
  /** Replaces the checks and `handle`: passes the request to the route that it names, which has its own. */
  dispatch?(call: DispatchedRequest): Promise<Response>;
  /** For the usage log: `<service>.<action>` of a provider call. */
  action?: string;
  handle(call: ApiKeyRequest): Promise<Reply>;
}

export type ApiKeyRoute = ApiKeyRouteData & ApiKeyHandling;

export type Route = ApiKeyRoute | PublicRoute | AdminRoute;
