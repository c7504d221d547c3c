// Reads X's error responses, named by the end of their `type`: docs.x.com/x-api/fundamentals/response-codes-and-errors.
import { entryOf, type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";
import { listAt } from "./json.ts";

const BY_TYPE: Record<string, Failure> = {
  "resource-not-found": "not_found",
  "not-authorized-for-resource": "forbidden",
  "disallowed-resource": "forbidden",
  // The operator fixes these in X's developer portal: plan, app permissions, balance.
  "client-forbidden": "error",
  "oauth1-permissions": "error",
  "unsupported-authentication": "error",
};
/** Codes of X's older error format: developer.x.com/en/support/x-api/error-troubleshooting. */
const BY_CODE: Record<number, Failure> = {
  34: "not_found",
  64: "error",
  88: "rate_limited",
  89: "expired",
  130: "busy",
  144: "not_found",
  185: "rate_limited",
  187: "conflict",
  326: "error",
  453: "error",
};
/** A cap on all calls, until the month ends or the operator raises it. */
const CAPPED: FailureReport = { retryAfter: 3_600, limits: "integration" };
const WINDOWS = ["x-user-limit-24hour", "x-app-limit-24hour", "x-rate-limit"];

/** Undefined for a success, even a partial one. */
export function readFailure(res: UpstreamResponse): FailureReport | undefined {
  const { status, json } = res;
  const errors = listAt(json, "errors");
  const isSuccess = status >= 200 && status < 300;
  // X reports a missing object with 200. Beside `data`, or a list's `meta`, errors concern parts of the response.
  if (isSuccess && (errors.length === 0 || valueAt(json, "data") !== undefined || valueAt(json, "meta") !== undefined))
    return;
  // X always responds with JSON; a 403 without it comes from the network in front.
  if (status === 403 && json === null) return { failure: "busy", message: "X's edge refuses the request." };
  const error = isSuccess ? errors[0] : json;
  const type = textAt(error, "type")?.match(/\/problems\/([\w-]+)$/)?.[1];
  const code = valueAt(errors[0], "code");
  const message = [textAt(error, "detail"), ...errors.map((one) => textAt(one, "message"))].filter(Boolean).join(" ");
  const failure = failureOf(type, code) ?? (isDuplicate(status, message) ? "conflict" : undefined);
  return {
    failure: failure ?? (isSuccess ? "error" : undefined),
    ...(message !== "" && { message }),
    ...(type ? { code: type } : typeof code === "number" && { code: String(code) }),
    ...(status === 429 && (type === "usage-capped" ? CAPPED : { retryAfter: retryAfterS(res.headers) })),
  };
}

function failureOf(type: string | undefined, code: unknown): Failure | undefined {
  return entryOf(BY_TYPE, type) ?? (typeof code === "number" ? BY_CODE[code] : undefined);
}

/** Only the message identifies a duplicate post. */
const isDuplicate = (status: number, message: string) => status === 403 && /duplicate content/i.test(message);

/** Seconds until the exhausted window resets, by X's clock if it sends one; undefined without a reset time. */
function retryAfterS(headers: Headers): number | undefined {
  const window = WINDOWS.find((name) => headers.get(`${name}-remaining`) === "0") ?? "x-rate-limit";
  const reset = Number(headers.get(`${window}-reset`));
  if (!reset) return undefined;
  const date = Date.parse(headers.get("date") ?? "");
  return reset - (Number.isNaN(date) ? Date.now() : date) / 1000;
}
