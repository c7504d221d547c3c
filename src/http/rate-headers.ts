// The rate headers: the user surface reports its tightest window, the partner surface its month and its minute.
import type { RateState, WindowState } from "../limits/rate-limiter.ts";
import { UNLIMITED } from "../limits/windows.ts";

/** Sets the user surface's three rate headers; `resetAt` is in Unix seconds. */
export function withRate(response: Response, rate: RateState): Response {
  response.headers.set("x-ratelimit-limit", String(rate.limit));
  response.headers.set("x-ratelimit-remaining", String(rate.remaining));
  response.headers.set("x-ratelimit-reset", String(rate.resetAt));
  return response;
}

/** Sets the partner surface's four rate headers. */
export function withPartnerRate(response: Response, windows: readonly WindowState[]): Response {
  const month = windows.find(({ kind }) => kind === "month");
  const minute = windows.find(({ kind }) => kind === "minute");
  const isUnlimited = month?.limit === UNLIMITED;
  response.headers.set("x-ratelimit-limit", isUnlimited ? "unlimited" : String(month?.limit));
  response.headers.set("x-ratelimit-remaining", isUnlimited ? "unlimited" : String(month?.remaining));
  response.headers.set("x-ratelimit-minute-limit", String(minute?.limit));
  response.headers.set("x-ratelimit-minute-remaining", String(minute?.remaining));
  return response;
}
