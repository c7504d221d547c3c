// Validates the caller's redirect_url, and adds the outcome of a connect to it.

import { isLoopback } from "../../foundation/config/providers-file.ts";
import type { InputError } from "../../foundation/errors.ts";

const MAX_LENGTH = 2_048;
/** They replace parameters of the same names in a redirect_url. */
const OUTCOME_PARAMETERS = [
  "status",
  "provider",
  "account_id",
  "external_id",
  "session_id",
  "confirm_token",
  "error",
  "error_description",
];

/** The normalized URL, or its errors. */
export function parseRedirectUrl(text: string, isDevelopment: boolean): string | InputError[] {
  const errors = (...texts: string[]): InputError[] =>
    texts.map((message) => ({ in: "body", path: "/redirect_url", message }));
  if (text.length > MAX_LENGTH) return errors(`redirect_url is longer than ${MAX_LENGTH} characters.`);
  // The URL parser drops tabs, line breaks and outer spaces, so the URL checked would not be the URL used. It also accepts
  // "https:evil" and backslashes before a host.
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return errors("redirect_url contains a space, a backslash or a control character.");
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return errors("redirect_url must be an absolute https URL.");
  const url = new URL(text);
  const messages: string[] = [];
  if (url.username !== "" || url.password !== "")
    messages.push("redirect_url must not contain a user name or password.");
  if (url.hash !== "" || text.includes("#")) messages.push("redirect_url must not have a fragment.");
  if (url.protocol === "http:" && !(isDevelopment && isLoopback(url.hostname)))
    messages.push("redirect_url must be https (http only for loopback hosts in development).");
  if (messages.length > 0) return errors(...messages);
  if (url.href.length > MAX_LENGTH) return errors(`redirect_url is longer than ${MAX_LENGTH} characters.`);
  return url.href;
}

/** The origin of the page that started the session: the one that may be told its outcome. */
export const originOf = (redirectUrl: string): string => new URL(redirectUrl).origin;

/** Adds the outcome to a redirect_url, each parameter once; the rest of its query stays. */
export function withOutcome(redirectUrl: string, outcome: Record<string, string | null | undefined>): string {
  const url = new URL(redirectUrl);
  for (const name of OUTCOME_PARAMETERS) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(outcome)) if (value) url.searchParams.set(name, value);
  return url.href;
}
