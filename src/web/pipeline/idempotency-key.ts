// Reads the Idempotency-Key header.
import type { InputError } from "../../foundation/errors.ts";

const KEY = /^[\x21-\x7e]{1,255}$/;

/** The request's key; null without one, and where it is invalid: `idempotencyKeyErrors` reports that. */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  return key !== null && KEY.test(key) ? key : null;
}

/** The errors of the request's key, reported together with those of its input. */
export function idempotencyKeyErrors(request: Request): InputError[] {
  const key = request.headers.get("idempotency-key");
  if (key === null || KEY.test(key)) return [];
  const message = "Idempotency-Key must be 1 to 255 visible ASCII characters.";
  return [{ in: "header", path: "/idempotency-key", message }];
}
