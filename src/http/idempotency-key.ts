// Reads the Idempotency-Key header.
import { invalidInput } from "../errors.ts";

const KEY = /^[\x21-\x7e]{1,255}$/;

/** The request's key, or null; 400 where it is not 1 to 255 visible ASCII characters. */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || KEY.test(key)) return key;
  const message = "Idempotency-Key must be 1 to 255 visible ASCII characters.";
  throw invalidInput([{ in: "header", path: "/idempotency-key", message }]);
}
