// Classifies a provider's response: a success, or one of the contract's failures.
import { type Failure, type FailureReport, type Provider, type UpstreamResponse, valueAt } from "../../plugin/index.ts";
import { withoutSecrets } from "../bodies/redact.ts";
import { firstSentence } from "../bodies/words.ts";
import { type FailureDetail, UpstreamFailure } from "./failure.ts";

const MAX_MESSAGE = 300;
/** Seconds; a longer `Retry-After` is cut to this. */
const MAX_RETRY_AFTER = 3600;
/** Seconds; the longest wait that a plugin may report, for budgets by the day. */
const MAX_REPORTED_RETRY_AFTER = 86_400;

/** The failure that a response stands for; null for a success. `now` is Unix time in milliseconds. */
export function classify(
  provider: Provider,
  res: UpstreamResponse,
  secrets: readonly string[],
  now: number,
): FailureDetail | null {
  const reported = provider.failure?.(res);
  const report: FailureReport = typeof reported === "string" ? { failure: reported } : (reported ?? {});
  const failure = report.failure ?? byStatus(res.status);
  if (!failure) return null;
  const message =
    report.message ??
    firstText(res.json, ["error.message", "message", "error_description", "error"]) ??
    firstSentence(res.text ?? "");
  const code = report.code ?? firstText(res.json, ["error.status", "error.code", "code", "error"]);
  const retryAfter =
    report.retryAfter === undefined ? waitOf(res.headers, now) : bounded(report.retryAfter, MAX_REPORTED_RETRY_AFTER);
  const limited = failure === "rate_limited";
  return {
    failure,
    status: res.status,
    message: cleaned(message ?? defaultMessage(failure, res.status), secrets),
    code: code === null ? null : cleaned(code, secrets).slice(0, 80),
    ...requestIdOf(res.headers),
    ...(limited && { reason: "rate_limited" as const }),
    ...(limited && report.limits === "integration" && { limits: report.limits }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(report.missingScopes && { missingScopes: report.missingScopes }),
  };
}

/** Headers in which providers name their own id of a request, which their support asks for. */
const REQUEST_ID_HEADERS = [
  ...["x-request-id", "request-id", "x-github-request-id", "x-slack-req-id", "x-notion-request-id"],
  ...["x-hubspot-correlation-id", "x-zm-trackingid", "x-arequestid", "x-airtable-request-id", "x-li-uuid"],
];
const REQUEST_ID = /^[\w.:/+=-]{1,200}$/;

function requestIdOf(headers: Headers): Pick<FailureDetail, "requestId"> {
  for (const name of REQUEST_ID_HEADERS) {
    const id = headers.get(name);
    if (id !== null && REQUEST_ID.test(id)) return { requestId: id };
  }
  return {};
}

/** A wait in whole seconds, at least one. */
function bounded(seconds: number | undefined, most: number): number | undefined {
  return seconds === undefined || Number.isNaN(seconds) ? undefined : Math.min(Math.max(1, Math.ceil(seconds)), most);
}

/** For a response without a message; a status of success would say nothing of the failure. */
function defaultMessage(failure: Failure, status: number): string {
  if (failure === "conflict")
    return `The state of the resource does not allow this, or somebody has changed it meanwhile (status ${status}).`;
  return byStatus(status) === null ? "It gave no reason." : `The provider answered ${status}.`;
}

/** What a status says without its body. */
export function byStatus(status: number): Failure | null {
  // Redirects have been followed; a 308 that leads nowhere asks for the rest of an upload.
  if ((status >= 200 && status < 300) || status === 308) return null;
  if (status >= 520 && status <= 530) return "unavailable";
  return BY_STATUS[status] ?? "error";
}

/** RFC 9110 and RFC 4918; 520 to 530 are those of networks in front of a provider. No 5xx proves that nothing was done. */
const BY_STATUS: Readonly<Record<number, Failure>> = {
  400: "invalid",
  401: "expired",
  403: "forbidden",
  404: "not_found",
  405: "conflict",
  408: "unavailable",
  409: "conflict",
  410: "not_found",
  412: "conflict",
  413: "invalid",
  414: "invalid",
  415: "invalid",
  422: "invalid",
  423: "conflict",
  // "Failed Dependency" and "Too Early": the request was not processed.
  424: "busy",
  425: "busy",
  429: "rate_limited",
  431: "invalid",
  451: "forbidden",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

/** Seconds to wait after a rate limit, at most an hour; undefined where the response does not say. */
export function waitOf(headers: Headers, now: number): number | undefined {
  return bounded(retryAfterOf(headers, now), MAX_RETRY_AFTER);
}

/** Seconds to wait by RFC 9110 `Retry-After`, a number or a date; some providers write decimals. */
function retryAfterOf(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  // Date.parse takes more than dates, such as "-1".
  const date = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : (date - now) / 1000;
}

function firstText(json: unknown, paths: string[]): string | null {
  for (const path of paths) {
    const value = valueAt(json, path);
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return null;
}

/** A provider's text without our credentials and control characters, bounded. */
function cleaned(text: string, secrets: readonly string[]): string {
  return withoutSecrets(text, secrets)
    .replace(/[\u0000-\u001f\u007f]+/g, " ")
    .slice(0, MAX_MESSAGE);
}

/** Throws `UpstreamFailure` unless the response is a success. */
export function assertSuccess(
  provider: Provider,
  res: UpstreamResponse,
  secrets: readonly string[],
  now: number,
): void {
  const detail = classify(provider, res, secrets, now);
  if (detail) throw new UpstreamFailure(detail);
}
