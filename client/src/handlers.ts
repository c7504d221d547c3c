// Handlers of an app's own routes: starting a connect, taking it back, and webhooks, with the checks that make them safe.
import type { GatewayClient } from "./client.ts";
import type { ConnectOptions } from "./customer.ts";
import { GatewayError } from "./errors.ts";
import { type CookieSigner, cookieSigner } from "./handler-cookies.ts";
import {
  invalid,
  isFromElsewhere,
  json,
  outcomeIn,
  readBody,
  redirect,
  refused,
  scopesIn,
} from "./handler-requests.ts";
import { verifyWebhook, type WebhookEvent, type WebhookSecret, WebhookVerificationError } from "./webhooks.ts";

export { expressHandler, honoHandler, nextHandlers } from "./handler-adapters.ts";

/** What came of a connect. */
export interface Connected {
  status: "connected" | "failed";
  /** Your external_id of who is signed in with you. */
  customer: string;
  provider: string | null;
  sessionId: string;
  /** Who granted, as the provider names them, with the workspace where the provider has some. */
  identity: { id: string; name: string; workspace?: { id: string; name: string } | null } | null;
  /** `<service>.<permission>` of what was asked for and not allowed; empty where everything was, or nothing is connected. */
  missingPermissions: string[];
  /** Of a failed one, such as access_denied. */
  error: string | null;
}

/** Further fields of a connect, such as `scopes`. */
export type MoreConnectOptions = Omit<ConnectOptions, "redirect_url" | "confirm" | "page">;

/** A connect that somebody starts with you. */
export interface ConnectRequest {
  /** Your external_id of who is signed in with you. */
  customer: string;
  /** Null where the person chooses one. */
  provider: string | null;
  /** What `?scopes=` of the link asks for, such as an error's `missing_scopes`. Anybody can write a link: take those that you allow. */
  scopes: readonly string[];
}

/** `Context` is what your framework gives beside the request: Hono's context, Express's request. */
export interface HandlersOptions<Context = unknown> {
  /** Made with a partner's key. */
  gateway: GatewayClient;
  /** The external_id of who is signed in with you, by your own session; null where nobody is. */
  customer(request: Request, context: Context): string | null | Promise<string | null>;
  /** Where your app is, such as https://app.example.com. Its origin must be among the redirect origins, if you have set some. */
  appUrl: string;
  /** At least 32 random characters of your own: signs the cookie that ties a connect to the browser that began it. */
  secret: string;
  /** Below it are `/connect`, `/connect/<provider>`, `/connected` and `/webhook`. Default /gateway. */
  basePath?: string;
  /** Further fields of each connect, or a function that chooses them. Without a function, a link with `scopes` is refused. */
  connectOptions?:
    | MoreConnectOptions
    | ((
        wanted: ConnectRequest,
        request: Request,
        context: Context,
      ) => MoreConnectOptions | Promise<MoreConnectOptions>);
  /** The response once a connect is over; by default a redirect to `/` with `connected=<provider>` or `connect_error=<code>`. */
  finish?(outcome: Connected, request: Request, context: Context): Response | Promise<Response>;
  /** The webhook endpoint's. */
  webhookSecret?: WebhookSecret;
  /** An error of it is 500, and the gateway delivers again. The same event can come twice: compare ids. */
  onEvent?(event: WebhookEvent): void | Promise<void>;
}

/** The response to a request of one of these routes; null for any other. */
export type Handlers<Context = unknown> = (request: Request, context: Context) => Promise<Response | null>;

interface Site<Context> extends HandlersOptions<Context> {
  basePath: string;
  origin: string;
  cookies: CookieSigner;
}

const MIN_SECRET = 32;
const PROVIDER = /^[a-z][a-z0-9_-]{0,63}$/;

/** Throws a `TypeError` for settings that would make it unsafe. */
export function createHandlers<Context = unknown>(options: HandlersOptions<Context>): Handlers<Context> {
  if (typeof options.secret !== "string" || options.secret.length < MIN_SECRET)
    throw new TypeError(`secret must have at least ${MIN_SECRET} random characters. Is the environment variable set?`);
  if (!URL.canParse(options.appUrl)) throw new TypeError("appUrl must be your app's address: https://app.example.com.");
  const { origin, protocol } = new URL(options.appUrl);
  const basePath = (options.basePath ?? "/gateway").replace(/\/+$/, "");
  const cookies = cookieSigner(options.secret, { path: `${basePath}/`, isSecure: protocol === "https:" });
  const site: Site<Context> = { ...options, basePath, origin, cookies };
  return async (request, context) => {
    const { pathname } = new URL(request.url);
    if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return null;
    const [route, provider, ...more] = pathname.slice(basePath.length + 1).split("/");
    if (more.length > 0 || (provider !== undefined && route !== "connect")) return null;
    if (route === "webhook") return webhook(site, request);
    if (route !== "connect" && route !== "connected") return null;
    if (provider !== undefined && !PROVIDER.test(provider)) return refused(404, "There is no such provider.");
    if (request.method !== "GET" && request.method !== "POST") return refused(405, "Send GET or POST.");
    const customer = await options.customer(request, context);
    if (customer === null || customer === "") return refused(401, "Nobody is signed in.");
    return route === "connect"
      ? connect(site, request, context, { customer, provider: provider ?? null })
      : connected(site, request, context, customer);
  };
}

/** GET leads the browser on; POST gives a script the address for its pop-up or frame. */
async function connect<Context>(
  site: Site<Context>,
  request: Request,
  context: Context,
  { customer, provider }: Pick<ConnectRequest, "customer" | "provider">,
): Promise<Response> {
  const { gateway, basePath, origin, cookies, connectOptions = {} } = site;
  // Another site could otherwise have its visitors begin a connect that they did not ask for.
  if (isFromElsewhere(request, origin)) return refused(403, "Start the connect on a page of this app.");
  const scopes = scopesIn(request);
  const isChosen = typeof connectOptions === "function";
  if (scopes.length > 0 && !isChosen)
    return invalid("scopes are only for an app that chooses them: see connectOptions.");
  const isScript = request.method === "POST";
  const client = gateway.customer(customer);
  try {
    const wanted = { customer, provider, scopes };
    const more = isChosen ? await connectOptions(wanted, request, context) : connectOptions;
    const options: ConnectOptions = { ...more, redirect_url: `${origin}${basePath}/connected`, confirm: true };
    const started =
      provider === null
        ? await client.connect(options)
        : await client.connect(provider, { ...options, ...(isScript && { page: true }) });
    const cookie = await cookies.issue(started.session_id, customer);
    const { connect_url, session_id } = started;
    return isScript ? json(200, { connect_url, session_id }, [cookie]) : redirect(connect_url, [cookie]);
  } catch (error) {
    return failure(error);
  }
}

/** The way back: confirmed only in the browser that began, for the customer who is signed in there now. */
async function connected<Context>(
  site: Site<Context>,
  request: Request,
  context: Context,
  customer: string,
): Promise<Response> {
  const isScript = request.method === "POST";
  if (isScript && isFromElsewhere(request, site.origin)) return refused(403, "Send this from a page of this app.");
  const given = isScript ? await outcomeIn(request) : new URL(request.url).searchParams;
  if (given instanceof Response) return given;
  const sessionId = given.get("session_id") ?? "";
  if (!(await site.cookies.isIssued(request, sessionId, customer)))
    return refused(403, "This connect was not started in this browser, or by somebody else. Start it again.");
  try {
    const outcome = await confirmed(site.gateway, customer, sessionId, given);
    const response = isScript ? json(200, outcome) : await finished(site, outcome, request, context);
    // The headers of a Response.redirect() of the app cannot be changed.
    const headers = new Headers(response.headers);
    headers.append("set-cookie", site.cookies.expire(sessionId));
    return new Response(response.body, { status: response.status, headers });
  } catch (error) {
    return failure(error);
  }
}

async function confirmed(
  gateway: GatewayClient,
  customer: string,
  sessionId: string,
  given: URLSearchParams,
): Promise<Connected> {
  const client = gateway.customer(customer);
  const token = given.get("confirm_token");
  // The gateway says which provider it was and who granted; the browser could say anything.
  const session = await client.connectSession(sessionId);
  const { provider = null, identity = null, missing_permissions: missingPermissions = [] } = session;
  const base = { customer, provider, sessionId, identity, missingPermissions };
  if (given.get("error") !== null || token === null || provider === null)
    return { ...base, status: "failed", error: given.get("error") ?? "not_connected" };
  await client.confirm(provider, token);
  return { ...base, status: "connected", error: null };
}

function finished<Context>(
  { finish, origin }: Site<Context>,
  outcome: Connected,
  request: Request,
  context: Context,
): Response | Promise<Response> {
  if (finish) return finish(outcome, request, context);
  const target = new URL("/", origin);
  if (outcome.error === null) target.searchParams.set("connected", outcome.provider ?? "");
  else target.searchParams.set("connect_error", outcome.error);
  return redirect(target.href);
}

const MAX_EVENT = 4 * 1024 * 1024;

async function webhook<Context>({ webhookSecret, onEvent }: Site<Context>, request: Request): Promise<Response> {
  if (request.method !== "POST") return refused(405, "Send POST.");
  const body = await readBody(request, MAX_EVENT);
  if (body === null) return refused(413, "The body is too large.");
  try {
    const event = await verifyWebhook({ headers: request.headers, body }, webhookSecret);
    await onEvent?.(event);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    // A secret that is missing here is no fault of the sender, who tries again later.
    return refused(error.code.startsWith("secret_") ? 500 : 400, "The webhook could not be verified.");
  }
}

/** What the gateway refused, by its code; anything else is the app's own error. */
function failure(error: unknown): Response {
  if (!(error instanceof GatewayError)) throw error;
  const status = error.status >= 400 && error.status < 500 && error.status !== 401 ? error.status : 502;
  return json(status, { error: error.message, code: error.code, reason: error.reason });
}
