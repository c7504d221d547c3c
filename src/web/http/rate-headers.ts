// The rate headers: the user API reports its tightest window, the partner API its month and its minute.
import type { RateState, WindowState } from "../../metering/limits/rate-limiter.ts";
import { UNLIMITED } from "../../metering/limits/windows.ts";

/** Sets the user API's three rate headers; `resetAt` is in Unix seconds. */
export function withRate(response: Response, rate: RateState): Response {
  setWindow(response.headers, "x-ratelimit", rate);
  response.headers.set("x-ratelimit-reset", String(rate.resetAt));
  return response;
}

/** Sets the partner API's four rate headers. */
export function withPartnerRate(response: Response, windows: readonly WindowState[]): Response {
  for (const { kind, ...state } of windows) {
    setWindow(response.headers, kind === "month" ? "x-ratelimit" : `x-ratelimit-${kind}`, state);
  }
  return response;
}

function setWindow(headers: Headers, prefix: string, { limit, remaining }: RateState): void {
  headers.set(`${prefix}-limit`, limit === UNLIMITED ? "unlimited" : String(limit));
  headers.set(`${prefix}-remaining`, limit === UNLIMITED ? "unlimited" : String(remaining));
}
