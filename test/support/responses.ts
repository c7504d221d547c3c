// Reads rate headers and error codes of API responses, and builds the expected error bodies.
import { expect } from "bun:test";
import { REASON_OF_CODE } from "../../src/foundation/error-reasons.ts";
import { AppError, type ErrorCode, publicDetails } from "../../src/foundation/errors.ts";

/** The parts of a response that these functions read. */
export interface ResponseHead {
  status: number;
  headers: Headers;
}

export interface Rate {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

/** The user surface's three rate headers, each a required integer. */
export function rateOf(response: ResponseHead): Rate {
  const read = (name: string) => {
    const text = response.headers.get(`x-ratelimit-${name}`) ?? "(absent)";
    expect(text).toMatch(/^\d+$/);
    return Number(text);
  };
  return { limit: read("limit"), remaining: read("remaining"), reset: read("reset") };
}

export interface PartnerRate {
  limit: number | "unlimited";
  remaining: number | "unlimited";
  minuteLimit: number;
  minuteRemaining: number;
}

/** The partner surface's four rate headers, each required; the user surface's Reset must be absent. */
export function partnerRateOf(response: ResponseHead): PartnerRate {
  const read = (name: string) => response.headers.get(`x-ratelimit-${name}`) ?? "(absent)";
  const count = (name: string) => {
    expect(read(name)).toMatch(/^\d+$/);
    return Number(read(name));
  };
  const countOrUnlimited = (name: string) => (read(name) === "unlimited" ? "unlimited" : count(name));
  expect(read("reset")).toBe("(absent)");
  return {
    limit: countOrUnlimited("limit"),
    remaining: countOrUnlimited("remaining"),
    minuteLimit: count("minute-limit"),
    minuteRemaining: count("minute-remaining"),
  };
}

/** An error's status with its code in X-Error-Code. */
export function codeOf(response: ResponseHead): string {
  return `${response.status} ${response.headers.get("x-error-code")}`;
}

/** The body of an error in the general shape; its reason is that of the code unless `details` has another. */
export function generalError(error: string, code: string, details: object = {}) {
  return { error, code, details: publicDetails(new AppError(code as ErrorCode, error, { ...details })) };
}

/** The body of a 400 with one input error. */
export function validationError(where: "query" | "body" | "path" | "header", path: string, message: string) {
  return generalError(message, "VALIDATION_ERROR", { errors: [{ in: where, path, message }] });
}

/** The body of an error in the partner shape; its text lists every input error. */
export function partnerError(error: string, error_code: string, details: object = {}) {
  return { ok: false, error, error_code, details: generalError(error, error_code, details).details };
}

/** What an error's details have besides the next step, and besides the reason where it is the code's own. */
export function ownDetails(body: { code?: string; error_code?: string; details: Record<string, unknown> }) {
  const { next_step: _, reason, ...own } = body.details;
  const code = (body.code ?? body.error_code) as ErrorCode;
  return reason === REASON_OF_CODE[code] ? own : { ...own, reason };
}

/** A validation error's body without its list, where a test is about the sentence. */
export function withoutErrors<B extends { details: Record<string, unknown> }>(body: B): B {
  const { errors: _, ...details } = body.details;
  return { ...body, details };
}
