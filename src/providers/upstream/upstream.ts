// A plugin's only access to its provider: the declared hosts with an integration's credential.
import {
  type AuthKind,
  type BodyFormat,
  type Failure,
  type LinkRequest,
  path,
  Refusal,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
} from "../../plugin/index.ts";
import { errorWithoutSecrets, withoutSecrets } from "../bodies/redact.ts";
import { handedOver } from "../guard/watch.ts";
import { classify } from "./classify.ts";
import { bearer, type PresentedCredential, presented, secretForms } from "./credential.ts";
import { type FailureDetail, UpstreamFailure } from "./failure.ts";
import { assertReadable, readResponse } from "./response.ts";
import { type Fetch, isAtHost, send, sendTo, unavailable } from "./send.ts";
import { baseUrlFor, type Target } from "./target.ts";
import { sharedParts } from "./tenant.ts";

export interface UpstreamContext {
  target: Target;
  tokens: { access: string; others: Record<string, string>; auth?: AuthKind };
  /** Further secrets that the requests carry, such as that of a webhook to be made. */
  secrets?: readonly string[];
  fetch: Fetch;
  signal: AbortSignal;
  /** Unix time in milliseconds. */
  now: () => number;
  /** Called before each request is sent; throws once none may be sent any more. */
  countRequest(req: UpstreamRequest): void;
}

/** What a request is sent with unless it says otherwise. */
export interface UpstreamDefaults {
  /** The base URL's name; without it the first one. */
  service?: string;
  credential?: string;
  responseFormat?: BodyFormat;
  tenant: Readonly<Record<string, string>>;
}

/** Every secret that a plugin's requests may carry. */
export const secretsOf = ({
  tokens,
  target: { bot },
  secrets = [],
}: Pick<UpstreamContext, "tokens" | "target" | "secrets">) => [
  ...secretForms(tokens.auth ?? "oauth2", tokens.access),
  ...Object.values(tokens.others),
  ...(bot ? [bot.token] : []),
  ...secrets,
];

/** What a plugin threw, without secrets; a `Refusal` as if the provider had refused. */
export function pluginError(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Refusal)) return errorWithoutSecrets(error, secrets);
  const message = withoutSecrets(error.message, secrets);
  return new UpstreamFailure({ failure: error.failure, status: null, message, code: error.code });
}

/** What a request presents; undefined for nothing. */
function credentialOf(
  { target, tokens }: UpstreamContext,
  credential: string | undefined,
): PresentedCredential | undefined {
  if (credential === "none") return undefined;
  const refuse = (failure: Failure, message: string, code: string, more: Pick<FailureDetail, "isSetUp"> = {}) => {
    throw new UpstreamFailure({ failure, status: null, message, code, ...more });
  };
  if (credential === "bot") {
    const unset = "The operator has not set a bot token for this provider.";
    return target.bot
      ? { header: "authorization", value: `${target.bot.scheme} ${target.bot.token}` }
      : refuse("error", unset, "not_configured", { isSetUp: false });
  }
  if (credential === undefined || credential === "grant")
    return presented(target.provider, tokens.auth ?? "oauth2", tokens.access);
  const token = tokens.others[credential];
  return token === undefined
    ? refuse("forbidden", `The integration has no "${credential}" token.`, "missing_token")
    : bearer(token);
}

/** `onResponse` is called when a request got a response, whatever it says. */
export function upstreamFor(
  context: UpstreamContext,
  { service, credential, responseFormat, tenant }: UpstreamDefaults,
  onResponse: () => void = () => {},
): Upstream {
  const { provider } = context.target;
  const secrets = secretsOf(context);
  const withFormat = <R extends LinkRequest>(req: R): R => ({ responseFormat, ...req });
  const read = (response: Response, req: LinkRequest) =>
    readResponse(response, { signal: context.signal, format: withFormat(req).responseFormat, secrets });
  const sendWithCredential = async (req: UpstreamRequest, downloadHosts?: readonly string[]) => {
    const presents = credentialOf(context, req.credential ?? credential);
    const values = { ...tenant, ...req.tenant };
    const baseUrl = baseUrlFor(context.target, req.base ?? service, values);
    const shared = sharedParts(context.target, values);
    context.countRequest(req);
    const response = await send(baseUrl, withFormat(req), {
      fetch: context.fetch,
      signal: context.signal,
      credential: presents,
      ...shared,
      downloadHosts,
    });
    onResponse();
    return response;
  };
  /** A refused bot token is the operator's: it does not end the resource owner's integration, nor does a request without any. */
  const failureIn = (response: UpstreamResponse, sent: string) => {
    const failed = classify(provider, response, secrets, context.now());
    if (failed?.failure !== "expired" && failed?.failure !== "revoked") return failed;
    if (sent === "none") return { ...failed, failure: "error" as const };
    if (sent !== "bot") return failed;
    const message = `${provider.name} refuses the operator's bot token.`;
    return { ...failed, failure: "error" as const, message, code: "bot_token_refused", isSetUp: false as const };
  };
  const presentedBy = (req: UpstreamRequest) => req.credential ?? credential ?? "grant";
  const attempt = async (req: UpstreamRequest, tolerated: readonly Failure[]) => {
    const response = await read(await sendWithCredential(req), req);
    const sent = presentedBy(req);
    const failed = failureIn(response, sent);
    if (failed && tolerated.includes(failed.failure)) return null;
    if (failed) throw new UpstreamFailure(failed, sent);
    assertReadable(response);
    return response;
  };
  const open = async (req: UpstreamRequest, tolerated: readonly Failure[] = []) => {
    // An uncompressed body streams through without a transform of ours.
    const bare = { ...req, headers: { "accept-encoding": "identity", ...req.headers } };
    const response = await sendWithCredential(bare, provider.downloadHosts);
    if (response.status < 200 || response.status > 299) {
      const sent = presentedBy(req);
      const failed = failureIn(await read(response, req), sent);
      if (failed && tolerated.includes(failed.failure)) return null;
      if (failed) throw new UpstreamFailure(failed, sent);
    }
    return { status: response.status, headers: response.headers, body: response.body ?? new Blob([]).stream() };
  };
  const follow = async (link: string, req: LinkRequest) => {
    const url = URL.parse(link);
    if (!url || !isAtHost(url, provider.linkHosts)) {
      const message = `${provider.name} returned a link to a host that is not its own.`;
      throw new UpstreamFailure({ failure: "error", status: null, message, code: "foreign_link" });
    }
    context.countRequest({ ...req, path: path`/` });
    const sent = await sendTo(url.href, withFormat(req), { fetch: context.fetch, signal: context.signal });
    onResponse();
    const response = await read(sent, req);
    const failed = failureIn(response, "none");
    if (failed) throw new UpstreamFailure(failed);
    assertReadable(response);
    return response;
  };
  return {
    // The plugin goes on with what these give, and no guard is around that.
    request: (req) => handedOver(provider.id, attempt(req, []) as Promise<UpstreamResponse>),
    attempt: (req, tolerated) => handedOver(provider.id, attempt(req, tolerated)),
    open: ((req, tolerated) => handedOver(provider.id, open(req, tolerated))) as Upstream["open"],
    follow: (link, req) => handedOver(provider.id, follow(link, req)),
  };
}

/** Rejects at the deadline, also where a plugin's promise never settles. */
export function withinDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(unavailable(signal.reason, signal));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
