// Where the browser goes after a connect: checks the caller's redirect_url and adds our parameters to it.
import { isLoopback } from "../config.ts";
import type { InputError } from "../errors.ts";

const MAX_LENGTH = 2_048;
/** Parameters that are ours; a redirect_url that brings them has them replaced. */
const OURS = [
  "status",
  "provider",
  "account_id",
  "external_id",
  "session_id",
  "confirm_token",
  "error",
  "error_description",
];

/** Gives the URL in parsed form, or what is wrong with it. */
export function parseRedirectUrl(text: string, isDevelopment: boolean): string | InputError[] {
  const fault = (...messages: string[]): InputError[] =>
    messages.map((message) => ({ in: "body", path: "/redirect_url", message }));
  if (text.length > MAX_LENGTH) return fault(`redirect_url is longer than ${MAX_LENGTH} characters.`);
  // The parser would drop tabs and line breaks and trim spaces: what is compared must be what is used. It would also take
  // "https:evil" and backslashes for a host.
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return fault("redirect_url holds a space, a backslash or a control character.");
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return fault("redirect_url must be an absolute https URL.");
  const url = new URL(text);
  const wrong: string[] = [];
  if (url.username !== "" || url.password !== "") wrong.push("redirect_url must not hold a user name or password.");
  if (url.hash !== "" || text.includes("#")) wrong.push("redirect_url must not have a fragment.");
  if (url.protocol === "http:" && !(isDevelopment && isLoopback(url.hostname)))
    wrong.push("redirect_url must be https (http only for loopback hosts in development).");
  if (wrong.length > 0) return fault(...wrong);
  if (url.href.length > MAX_LENGTH) return fault(`redirect_url is longer than ${MAX_LENGTH} characters.`);
  return url.href;
}

/** Adds the outcome to a redirect_url; its own query stays, our names are replaced, each stands once. */
export function withOutcome(redirectUrl: string, outcome: Record<string, string | null | undefined>): string {
  const url = new URL(redirectUrl);
  for (const name of OURS) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(outcome)) if (value) url.searchParams.set(name, value);
  return url.href;
}
