// Registers the string formats of schemas; TypeBox refuses every value of an unregistered format.
import { FormatRegistry } from "@sinclair/typebox";
import { isDay, isTime } from "../../plugin/index.ts";
import { isAddress } from "../../plugin/mailbox.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version (RFC 9562). */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** One `@`, and behind it a dot with something on both sides. The first of these dots decides, so that no text is tried twice. */
const EMAIL = /^[^\s@\0-\x1f]+@[^\s@\0-\x1f][^\s@.\0-\x1f]*\.[^\s@\0-\x1f]+$/;
/** Neither `mailto:ada@example.com` nor a list in brackets is an address. */
export const isEmail = (text: string): boolean => EMAIL.test(text) && isAddress(text);

FormatRegistry.Set("uuid", isUuid);
FormatRegistry.Set("date-time", isTime);
FormatRegistry.Set("date", isDay);
FormatRegistry.Set("uri", (value) => URL.canParse(value));
FormatRegistry.Set("email", isEmail);
