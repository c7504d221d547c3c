// Reads the connected account that a request names: X-Account-Id in raw UTF-8, or X-Account-Id* as an RFC 8187 ext-value.
import { type AppError, invalidInput } from "../../foundation/errors.ts";

export function hasAccountHeader({ headers }: Request): boolean {
  return headers.has("x-account-id") || headers.has("x-account-id*");
}

/** The external_id that a request names; null without one. Throws 400 where it cannot be read. */
export function externalIdOf({ headers }: Request): string | null {
  const plain = headers.get("x-account-id");
  const extended = headers.get("x-account-id*");
  if (plain !== null && extended !== null) {
    throw accountHeaderError("X-Account-Id and X-Account-Id* cannot be sent together.");
  }
  if (extended !== null) return fromExtValue(extended);
  return plain === null ? null : fromBytes(plain);
}

/** The runtime decodes headers as Latin-1: one character for each byte. */
function fromBytes(value: string): string {
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  return decoded(bytes, "X-Account-Id is not UTF-8; X-Account-Id* takes the id percent-encoded: UTF-8''caf%C3%A9.");
}

/** RFC 8187, section 3.2.1: a charset, an optional language, and the text percent-encoded. */
const EXT_VALUE = /^utf-8'[A-Za-z0-9-]*'((?:[A-Za-z0-9!#$&+\-.^_`|~]|%[0-9A-Fa-f]{2})*)$/i;

function fromExtValue(value: string): string {
  const text = value.match(EXT_VALUE)?.[1];
  const message = "X-Account-Id* must be an RFC 8187 ext-value in UTF-8, such as UTF-8''caf%C3%A9.";
  if (text === undefined) throw accountHeaderError(message);
  const bytes = text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoded(
    Uint8Array.from(bytes, (character) => character.charCodeAt(0)),
    message,
  );
}

function decoded(bytes: Uint8Array, message: string): string {
  try {
    // A byte order mark is part of an id like any other character.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw accountHeaderError(message);
  }
}

export function accountHeaderError(message: string): AppError {
  return invalidInput([{ in: "header", path: "/x-account-id", message }]);
}
