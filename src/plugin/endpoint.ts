// An endpoint as a plugin declares it: route, input, upstream request and what it returns.
import type { Static, TObject, TSchema, TString } from "@sinclair/typebox";
import type { BodyFormat } from "./body-format.ts";
import type { Effect, Reaches } from "./effects.ts";
import type { UpstreamPath } from "./path.ts";
import type { Returns } from "./resource.ts";
import type { Upload } from "./upload.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The parameters of a path template: `"owner" | "repo"` for `/repos/{owner}/{repo}`. */
export type ParamNames<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | ParamNames<R> : never;
export type PathParams<P extends string> = { [N in ParamNames<P>]: string };

/**
 * A page to request of the provider: how many items, and its position in the provider's words (null for the first page). The
 * gateway cuts off what exceeds the caller's limit.
 */
export interface Page {
  limit: number;
  position: string | null;
}

/** Who granted the integration, as `identity` read it when it was connected. */
export interface CallIdentity {
  id: string;
  name: string;
  workspace?: { id: string; name: string } | null;
  /** The values of the provider's `tenant`. */
  tenant: Readonly<Record<string, string>>;
}

/** A validated call of an endpoint, as the plugin's functions receive it. */
export interface Call<P extends string, Q extends TSchema, B extends TSchema> {
  params: PathParams<P>;
  query: Static<Q>;
  body: Static<B>;
  page: Page;
  identity: CallIdentity;
  /**
   * For a provider that takes an idempotency key with a write: it follows from the integration and the caller's own
   * `Idempotency-Key`, and without one it is new in each call. 64 characters at most, of letters, digits and hyphens.
   */
  idempotencyKey: string;
  /** The file of an endpoint with `fileFields`, if the caller sends it instead of JSON. */
  upload?: Upload;
}
/** A call with its input types erased. */
export interface AnyCall {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  page: Page;
  identity: CallIdentity;
  idempotencyKey: string;
  upload?: Upload;
}

export type QueryValue = string | number | boolean | undefined | readonly (string | number)[];

/** One request to the provider, with at most one of `json`, `form` and `content`. */
export interface UpstreamRequest {
  method?: Method;
  path: UpstreamPath;
  /** Another base URL by its name; by default that of the endpoint's service, or the only one. */
  base?: string;
  /** Values of `tenant` only for this request, such as the host of a file's URL; checked by the plugin's patterns. */
  tenant?: Readonly<Record<string, string>>;
  /** Another credential than the endpoint's `credential`: `grant` is the integration's own, `none` sends none. */
  credential?: string;
  /** `undefined` values are omitted; an array repeats its name. */
  query?: Record<string, QueryValue>;
  json?: unknown;
  form?: Record<string, string | number | boolean | undefined>;
  /** Ready-made bytes, such as a multipart upload. */
  content?: { type: string; data: Uint8Array<ArrayBuffer> | string };
  headers?: Record<string, string>;
  /** How the response is read; by default as the endpoint says, or as JSON. */
  responseFormat?: BodyFormat;
  /** A POST that only reads (RFC 9110, section 9.2.1), such as a search or a GraphQL query: it is retried like a GET. */
  safe?: true;
}

/** A request to a URL of the provider's own making. */
export type LinkRequest = Pick<
  UpstreamRequest,
  "method" | "json" | "form" | "content" | "headers" | "responseFormat" | "safe"
>;

/** A provider's response. */
export interface UpstreamResponse {
  status: number;
  headers: Headers;
  /** The body's JSON, or what it is in its `responseFormat`; null where it is empty, and where a refusal is not of the format. */
  json: unknown;
  /** The words of a refusal that is not JSON: at most 2,000 characters, without markup and secrets. */
  text?: string;
}

/** A file on its way to the caller: `body` is read once and never buffered. */
export interface UpstreamFile {
  id: string;
  name: string;
  mimeType: string;
  /** Bytes; null where the provider does not say. */
  size: number | null;
  body: ReadableStream<Uint8Array>;
}

/**
 * How a provider refuses or fails. `conflict`: the state of a thing does not allow the call. `busy`: the provider certainly did
 * nothing, and may do it later. `unavailable`: it failed for now, and may have done something.
 */
export type Failure = (typeof FAILURES)[number];
export const FAILURES = [
  "expired",
  "revoked",
  "forbidden",
  "not_found",
  "invalid",
  "conflict",
  "rate_limited",
  "busy",
  "unavailable",
  "error",
] as const;

/** A plugin throws it to end the call as if the provider had refused it; the caller sees the message. */
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

/** A plugin throws it for input that a schema cannot refuse; the caller sees the message. */
export class InvalidInput extends Refusal {
  override name = "InvalidInput";
  constructor(message: string) {
    super("invalid", message);
  }
}

/** A response whose body is still to be read. */
export interface OpenedResponse {
  status: number;
  headers: Headers;
  body: ReadableStream<Uint8Array>;
}

/** Requests of a `run` to its provider; the gateway adds the credential. */
export interface Upstream {
  /** Sends a request; its failure ends the call. */
  request(req: UpstreamRequest): Promise<UpstreamResponse>;
  /** Sends a request; null when it fails in one of the `tolerated` ways. */
  attempt(req: UpstreamRequest, tolerated: readonly Failure[]): Promise<UpstreamResponse | null>;
  /** Sends a request and leaves the body unread, for files; follows redirects to `downloadHosts`, without credentials. */
  open(req: UpstreamRequest): Promise<OpenedResponse>;
  /** The same; null when it fails in one of the `tolerated` ways. */
  open(req: UpstreamRequest, tolerated: readonly Failure[]): Promise<OpenedResponse | null>;
  /**
   * Sends a request to a URL that the provider gave, at one of `linkHosts` and without a credential, since such a URL is one
   * itself. Its failure ends the call.
   */
  follow(link: string, req: LinkRequest): Promise<UpstreamResponse>;
}

type NoInput = TObject<Record<never, never>>;
/** A path parameter's description, or a schema with one where the default pattern does not fit. */
export type ParamDoc = string | TString;

interface EndpointBody<P extends string, Perm extends string, Q extends TObject, B extends TObject> {
  method: Method;
  /** Unless said, GET reads, DELETE destroys and the others write. `reads` of a POST that only searches or looks up. */
  effect?: Effect;
  /** Whether somebody besides the owner gets something by it; the default is false. */
  reaches?: Reaches;
  /** Whether money moves by it, such as a payment or a refund. */
  spends?: true;
  /**
   * Whom or what a call reaches, as paths of arguments (`to`, `attendees.email`), or several arguments as one name
   * (`{owner}/{repo}`). A rule knows these recipients from others; a call that names none of them reaches it knows not whom.
   */
  recipients?: readonly string[];
  /** Whether anybody may read at the provider what it returns, without this connection. */
  isPublic?: true;
  /** Whether the same call again changes nothing more; by default true for calls that read, PUT and DELETE. */
  idempotent?: boolean;
  /** Below `/api/v1/<provider>`; each parameter in braces is one segment. */
  path: P;
  permission: Perm;
  /** Permissions whose scopes the call needs beside `permission`. */
  alsoNeeds?: readonly Perm[];
  /** One or two sentences; also the tool's description. Name the product people know, the thing and the verb. */
  description: string;
  /** Keys that the endpoint had before, the oldest first: calls by the tool's name take them still. */
  previousNames?: readonly string[];
  /** Words people use that neither name nor description contain; for tool search only. */
  keywords?: readonly string[];
  query?: Q;
  body?: B;
  /**
   * The fields of the body that reads of the thing give under another name, a dotted path in their result, or that none gives
   * and why: `{ subject: "title", notify: { absent: "It is not stored." } }`. "*" stands for those without an entry.
   */
  readAs?: { readonly [Name in keyof Static<B> | "*"]?: string | { readonly absent: string } };
  /** Largest request body in bytes; 1 MiB by default. */
  maxBodyBytes?: number;
  /**
   * Fields of the body that say what a file holds, such as `content` and `encoding`. A caller may send the file itself in
   * place of JSON, of any size, with the other fields in the query: `run` gets it as `upload`, and these are missing.
   */
  fileFields?: readonly string[];
  returns: Returns;
  /**
   * The integration's credential by default, another token of the token response by its name, or `bot`: the operator's own.
   * With `bot` the plugin must check that the resource owner may see the thing.
   */
  credential?: string;
  /** How the provider's responses are read, unless a request says otherwise; JSON by default. */
  responseFormat?: BodyFormat;
  /** A path template, which passes the query and the body on, or a pure function of the call. */
  upstream?: `/${string}` | ((call: Call<P, Q, B>) => UpstreamRequest);
  /** Replaces `upstream` for several requests; for files it resolves to an `UpstreamFile`. */
  run?: (call: Call<P, Q, B>, upstream: Upstream) => Promise<UpstreamResponse | UpstreamFile>;
}
export type EndpointDef<P extends string, Perm extends string, Q extends TObject, B extends TObject> = EndpointBody<
  P,
  Perm,
  Q,
  B
> &
  ([ParamNames<P>] extends [never] ? { params?: undefined } : { params: { [N in ParamNames<P>]: ParamDoc } });

/** An endpoint with its input types erased; `endpoint` makes it. */
export interface Endpoint<Perm extends string = string>
  extends Omit<EndpointBody<string, Perm, TObject, TObject>, "upstream" | "run"> {
  params?: Record<string, ParamDoc>;
  upstream?: `/${string}` | ((call: AnyCall) => UpstreamRequest);
  run?: (call: AnyCall, upstream: Upstream) => Promise<UpstreamResponse | UpstreamFile>;
}

/** Declares an endpoint; the compiler checks that its functions read declared parameters, query and body fields. */
export function endpoint<
  const P extends string,
  const Perm extends string,
  Q extends TObject = NoInput,
  B extends TObject = NoInput,
>(def: EndpointDef<P, Perm, Q, B>): Endpoint<Perm> {
  return def as unknown as Endpoint<Perm>;
}
