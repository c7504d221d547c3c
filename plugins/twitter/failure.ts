// What X's refusals mean: docs.x.com/x-api/fundamentals/response-codes-and-errors. Problems are named by their type's last part.
import { type Failure, type FailureReport, type UpstreamResponse, valueAt } from "gateway/plugin";
import { listAt } from "./json.ts";
import { textAt } from "gateway/plugin";

const BY_TYPE: Record<string, Failure> = {
  "resource-not-found": "not_found",
  "not-authorized-for-resource": "forbidden",
  "disallowed-resource": "forbidden",
  // What the operator has to mend in X's developer portal: the plan, the app's permissions, the balance.
  "client-forbidden": "error",
  "oauth1-permissions": "error",
  "unsupported-authentication": "error",
};
/** Codes of the older form of errors: developer.x.com/en/support/x-api/error-troubleshooting. */
const BY_CODE: Record<number, Failure> = {
  34: "not_found",
  64: "error",
  88: "rate_limited",
  89: "expired",
  130: "unavailable",
  144: "not_found",
  185: "rate_limited",
  187: "invalid",
  326: "error",
  453: "error",
};
/** A cap on all calls, which ends with the month or when the operator raises it. */
const CAPPED: FailureReport = { retryAfter: 3_600, limits: "integration" };
const WINDOWS = ["x-user-limit-24hour", "x-app-limit-24hour", "x-rate-limit"];

/** Undefined where the answer is a success, in part at least, or where it is no answer of X's own form. */
export function readFailure(res: UpstreamResponse): FailureReport | undefined {
  const { status, json } = res;
  const errors = listAt(json, "errors");
  const isSuccess = status >= 200 && status < 300;
  // One thing that cannot be had is told with 200; beside `data`, or a list's `meta`, errors are of parts of it.
  if (isSuccess && (errors.length === 0 || valueAt(json, "data") !== undefined || valueAt(json, "meta") !== undefined))
    return;
  // X itself always answers JSON; a page at 403 is the network in front of it.
  if (status === 403 && json === null) return { failure: "unavailable", message: "X's edge refuses the request." };
  const error = isSuccess ? errors[0] : json;
  const type = textAt(error, "type")?.match(/\/problems\/([\w-]+)$/)?.[1];
  const code = valueAt(errors[0], "code");
  const message = [textAt(error, "detail"), ...errors.map((error) => textAt(error, "message"))]
    .filter(Boolean)
    .join(" ");
  const failure = failureOf(type, code) ?? (isDuplicate(status, message) ? "invalid" : undefined);
  return {
    failure: failure ?? (isSuccess ? "error" : undefined),
    ...(message !== "" && { message: message }),
    ...(type ? { code: type } : typeof code === "number" && { code: String(code) }),
    ...(status === 429 && (type === "usage-capped" ? CAPPED : { retryAfter: retryAfterS(res.headers) })),
  };
}

function failureOf(type: string | undefined, code: unknown): Failure | undefined {
  if (type !== undefined && Object.hasOwn(BY_TYPE, type)) return BY_TYPE[type];
  return typeof code === "number" ? BY_CODE[code] : undefined;
}

/** The same text twice in a row is refused by words alone. */
const isDuplicate = (status: number, message: string) => status === 403 && /duplicate content/i.test(message);

/** Seconds to the reset of the window that is used up, by X's own clock where it tells it; undefined where none is told. */
function retryAfterS(headers: Headers): number | undefined {
  const window = WINDOWS.find((name) => headers.get(`${name}-remaining`) === "0") ?? "x-rate-limit";
  const reset = Number(headers.get(`${window}-reset`));
  if (!reset) return undefined;
  const date = Date.parse(headers.get("date") ?? "");
  return reset - (Number.isNaN(date) ? Date.now() : date) / 1000;
}
