// What every answer of the API has in common, read and checked in one place.
import { expect } from "bun:test";

/** The parts of an answer that these checks read. */
export interface Answered {
  status: number;
  headers: Headers;
}

export interface Rate {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

/** The three rate headers of area A; each must be there and be a whole number. */
export function rateOf(answer: Answered): Rate {
  const read = (name: string) => {
    const text = answer.headers.get(`x-ratelimit-${name}`) ?? "(absent)";
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

/** The four rate headers of area B; each must be there, and area A's Reset must not. */
export function partnerRateOf(answer: Answered): PartnerRate {
  const read = (name: string) => answer.headers.get(`x-ratelimit-${name}`) ?? "(absent)";
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
export function codeOf(answer: Answered): string {
  return `${answer.status} ${answer.headers.get("x-error-code")}`;
}

/** The body of a general error of area A. */
export function generalError(error: string, code: string, details: object = {}) {
  return { error, code, details };
}

/** The body of a 400 with one fault. */
export function oneFault(where: "query" | "body" | "path" | "header", path: string, message: string) {
  return generalError(message, "VALIDATION_ERROR", { errors: [{ in: where, path, message }] });
}

/** The body of an error of area B; the text tells every fault. */
export function partnerError(error: string, error_code: string) {
  return { ok: false, error, error_code };
}
