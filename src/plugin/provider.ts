// A provider as a plugin declares it: hosts, OAuth, services with their permissions, identity and failures.
import type { Auth, CallbackValue, TenantField } from "./auth.ts";
import type { BodyFormat } from "./body-format.ts";
import type { Endpoint, Failure, Method, UpstreamResponse } from "./endpoint.ts";
import type { AnyResource } from "./resource.ts";
import type { Source } from "./source.ts";
import type { Language, Translation } from "./translation.ts";
import type { Webhook } from "./webhook.ts";

export type Https = `https://${string}`;

/** One permission of a service. */
export interface PermissionDef {
  /** The provider's scopes, all of which must be granted, directly or through a broader one of `oauth.implies`. */
  scopes: readonly string[];
  description: string;
  /** The names that it had before, `<service>.<action>`, the oldest first: what is stored under them counts on. */
  previousNames?: readonly string[];
}
export type Services = Record<string, Record<string, PermissionDef>>;
export type PermissionOf<S extends Services> = {
  [Service in keyof S & string]: `${Service}.${keyof S[Service] & string}`;
}[keyof S & string];

/** How a response failed; missing parts come from the status and the usual shapes of bodies. */
export interface FailureReport {
  failure?: Failure;
  message?: string;
  code?: string;
  /** Seconds, at most a day. */
  retryAfter?: number;
  /** What a rate limit applies to: the endpoint by default, or every call of the integration. */
  limits?: "endpoint" | "integration";
  missingScopes?: readonly string[];
}

/** The request that tells who granted, and how to read its response: the shape is `{ id, name, workspace?, tenant? }`. */
export interface IdentityRequest {
  /** A path below the first base URL, or a URL. */
  upstream: `/${string}` | Https;
  method?: Method;
  json?: unknown;
  /** Dotted path to the identity in the response; the response itself by default. */
  at?: string;
  resource: AnyResource;
  /** How the response is read; JSON by default. */
  responseFormat?: BodyFormat;
  /** Statuses of refusals that name the resource owner all the same, where they fit `resource`: to a key that may not read it. */
  refusalStatuses?: readonly number[];
}

export interface ProviderDef<S extends Services, E extends Record<string, Endpoint<PermissionOf<S>>>> {
  /** The folder's name; lower case. */
  id: string;
  name: string;
  /** The number of the plugin contract that it is written for; 1 where it is left out. */
  contract?: number;
  /** The plugin's own version (semver), which operators see; a built-in plugin has the gateway's. */
  version?: string;
  docs: Https;
  /**
   * A drawing of its own for pages, where the gateway has none of the brand: `d` of an SVG path on 24 by 24, and the colour as
   * `#rrggbb`. It stands on white.
   */
  mark?: { path: string; color: string };
  /**
   * One URL, or one for each service, or a `default` for those without their own, and for further names (see `base` of
   * requests); `{name}` stands for a `tenant` value.
   */
  baseUrl: Https | (({ [Service in keyof S]: Https } | { default: Https }) & Record<string, Https>);
  /** Sent with every request; `{name}` stands for a `tenant` value. */
  headers?: Record<string, string>;
  /** Parameters of every request, likewise. A request's own parameter of the same name comes first. */
  query?: Record<string, string>;
  /**
   * Values that differ between tenants, such as a host name; validated when stored and at every use. Only a pattern: the token
   * response, the identity or a part of a credential brings the value. With a label: a person types it before connecting.
   */
  tenant?: Record<string, RegExp | TenantField | CallbackValue>;
  /** The operator's own credential (`botToken`), for `credential: "bot"`; `scheme` is that of the Authorization header. */
  bot?: { scheme: "Bot" | "Bearer" };
  /** Whether the API also carries out changes that are sent as GET, as APIs of named methods do: no raw GET then passes for a read. */
  getWrites?: boolean;
  /** Hosts that the provider redirects file downloads to, such as `*.example.com`; requests to them have no credentials. */
  downloadHosts?: readonly string[];
  /** Hosts of the links that the provider gives for uploads and the like, for `upstream.follow`. */
  linkHosts?: readonly string[];
  auth: Auth;
  services: S;
  /** Words people use for a service; for tool search only. */
  keywords?: { [Service in keyof S]?: readonly string[] };
  /** The names that a service had before, the oldest first; those of its permissions and events follow from them. */
  previousNames?: { [Service in keyof S]?: readonly string[] };
  /** What people read on the connect page, in its other languages; in English where a language is missing. */
  translations?: { readonly [L in Language]?: Translation<NoInfer<S>> };
  /** Reads who granted. A kind of sign-in may have its own, in `auth`. */
  identity: IdentityRequest;
  /** Classifies every response; undefined for the default by status (2xx is success). */
  failure?: (res: UpstreamResponse) => FailureReport | Failure | undefined;
  /** The events that the provider pushes. */
  webhook?: Webhook;
  /** The sources of an integration's events, in addition to the webhook that the operator registers once for all. */
  sources?: Record<string, Source<PermissionOf<S>>>;
  /** What the operator must set for webhooks and sources, beside secrets: `<ID>_<NAME>` in the environment. */
  settings?: Record<string, { description: string; pattern: RegExp }>;
  endpoints: E;
}
/** A plugin with its types erased. */
export interface Provider extends Omit<ProviderDef<Services, Record<string, never>>, "endpoints"> {
  endpoints: Record<string, Endpoint>;
}

/** Declares a provider: the default export of a plugin's `index.ts`. */
export function defineProvider<const S extends Services, E extends Record<string, Endpoint<PermissionOf<S>>>>(
  def: ProviderDef<S, E>,
): ProviderDef<S, E> {
  return def;
}
