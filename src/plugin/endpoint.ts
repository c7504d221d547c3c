// What a plugin says about one endpoint: its route, its input, its upstream request and what it returns.
import type { Static, TObject, TSchema, TString } from "@sinclair/typebox";
import type { UpstreamPath } from "./path.ts";
import type { Returns } from "./resource.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The names between braces in a path template: `/repos/{owner}/{repo}` gives `"owner" | "repo"`. */
export type ParamNames<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | ParamNames<R> : never;
export type PathParams<P extends string> = { [N in ParamNames<P>]: string };

/**
 * A page of a list: how many items, and where to continue (null at the start). Plugins see the page to ask of the provider,
 * whose position is their own text; what exceeds the caller's limit is cut off behind them.
 */
export interface Page {
  limit: number;
  position: string | null;
}

/** Who granted the integration, as `identity` gave it when it was connected. */
export interface CallIdentity {
  id: string;
  name: string;
  workspace?: { id: string; name: string } | null;
  /** The values of the provider's `tenant`. */
  tenant: Readonly<Record<string, string>>;
}

/** One validated call of an endpoint, as the plugin's functions see it. */
export interface Call<P extends string, Q extends TSchema, B extends TSchema> {
  params: PathParams<P>;
  query: Static<Q>;
  body: Static<B>;
  page: Page;
  identity: CallIdentity;
}
/** A call whose endpoint is not known to the compiler. */
export interface AnyCall {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  page: Page;
  identity: CallIdentity;
}

export type QueryValue = string | number | boolean | undefined | readonly (string | number)[];

/** One request to the provider. At most one of `json`, `form` and `content` is given. */
export interface UpstreamRequest {
  method?: Method;
  path: UpstreamPath;
  /** The name of another declared base URL; by default the endpoint's service, or the only one. */
  base?: string;
  /** Whose credential, where it is another than the endpoint's: see `as` there; `grantor` is the integration's own. */
  credential?: string;
  /** `undefined` values are left out; an array repeats its name. */
  query?: Record<string, QueryValue>;
  json?: unknown;
  form?: Record<string, string | number | boolean | undefined>;
  /** Ready-made bytes, such as a multipart upload. */
  content?: { type: string; data: Uint8Array<ArrayBuffer> | string };
  headers?: Record<string, string>;
  /** A POST that only reads, such as a search or a GraphQL query: it is repeated as a GET would be. */
  safe?: true;
}

/** A provider's answer, body parsed as JSON (null when empty or not JSON). */
export interface UpstreamResponse {
  status: number;
  headers: Headers;
  json: unknown;
}

/** A file on its way through: `body` is read once and never buffered by us. */
export interface UpstreamFile {
  id: string;
  name: string;
  mimeType: string;
  /** Bytes, or null where the provider does not say. */
  size: number | null;
  body: ReadableStream<Uint8Array>;
}

/** The closed list of ways in which a provider refuses or fails. */
export type Failure =
  | "expired"
  | "revoked"
  | "forbidden"
  | "not_found"
  | "invalid"
  | "rate_limited"
  | "unavailable"
  | "error";

/** Thrown by a plugin's function to end the call as if the provider had refused it; the message goes to the caller. */
export class Refusal extends Error {
  override name = "Refusal";
  constructor(
    readonly failure: Failure,
    message: string,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/** Thrown by a plugin's function for input that its schema cannot refuse; the message goes to the caller. */
export class InvalidInput extends Refusal {
  override name = "InvalidInput";
  constructor(message: string) {
    super("invalid", message);
  }
}

/** What a `run` function may do: requests to its own provider, with the caller's credentials already on them. */
export interface Upstream {
  /** Sends a request; a failure ends the call and is reported to the caller. */
  request(req: UpstreamRequest): Promise<UpstreamResponse>;
  /** Like `request`, but gives null when the provider fails in one of the `tolerated` ways. */
  attempt(req: UpstreamRequest, tolerated: readonly Failure[]): Promise<UpstreamResponse | null>;
  /** Sends a request and leaves the body unread, for files; follows a redirect to the provider's `downloadHosts`, bare. */
  open(req: UpstreamRequest): Promise<{ status: number; headers: Headers; body: ReadableStream<Uint8Array> }>;
}

type NoInput = TObject<Record<never, never>>;
/** A path parameter: its description, or a schema (with a description) where the default pattern is too wide or too narrow. */
export type ParamDoc = string | TString;

interface EndpointBody<P extends string, Perm extends string, Q extends TObject, B extends TObject> {
  method: Method;
  /** Below `/api/v1/<provider>`; parameters in braces, one segment each. */
  path: P;
  permission: Perm;
  /** Further permissions whose scopes the call needs, beside `permission`. */
  alsoNeeds?: readonly Perm[];
  /** One or two sentences; also the tool's description. Name the product people know, the thing and the verb. */
  description: string;
  /** Words people use for this that the name and the description do not hold; for tool search only. */
  keywords?: readonly string[];
  query?: Q;
  body?: B;
  /** Largest request body in bytes; 1 MiB unless said. */
  maxBodyBytes?: number;
  returns: Returns;
  /**
   * Whose credential: the integration's (default), the name of a further token of the token answer, or `bot` for the
   * operator's own (`bot` of the provider). With `bot` the plugin must make sure that the grantor may see the thing.
   */
  credential?: string;
  /** Either a path template that passes the query through, or a pure function of the call. */
  upstream?: `/${string}` | ((call: Call<P, Q, B>) => UpstreamRequest);
  /** For what one request cannot do: several requests in any order. Files return an `UpstreamFile`. */
  run?: (call: Call<P, Q, B>, upstream: Upstream) => Promise<UpstreamResponse | UpstreamFile>;
}
export type EndpointDef<P extends string, Perm extends string, Q extends TObject, B extends TObject> = EndpointBody<
  P,
  Perm,
  Q,
  B
> &
  ([ParamNames<P>] extends [never] ? { params?: undefined } : { params: { [N in ParamNames<P>]: ParamDoc } });

/** An endpoint with its input types erased; made by `endpoint`. */
export interface Endpoint<Perm extends string = string>
  extends Omit<EndpointBody<string, Perm, TObject, TObject>, "upstream" | "run"> {
  params?: Record<string, ParamDoc>;
  upstream?: `/${string}` | ((call: AnyCall) => UpstreamRequest);
  run?: (call: AnyCall, upstream: Upstream) => Promise<UpstreamResponse | UpstreamFile>;
}

/** Declares one endpoint; the compiler checks parameters, query and body against the functions that read them. */
export function endpoint<
  const P extends string,
  const Perm extends string,
  Q extends TObject = NoInput,
  B extends TObject = NoInput,
>(def: EndpointDef<P, Perm, Q, B>): Endpoint<Perm> {
  return def as unknown as Endpoint<Perm>;
}
