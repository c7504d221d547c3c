// The kit's rules for every fixture's text: it is made up, without anybody's address, token or real id.
import type { Violation } from "./violation.ts";

const ADDRESS = /[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)/g;
/** Reserved domains (RFC 2606), and Google's addresses of calendars, which belong to no person. */
const HARMLESS_DOMAIN = /(^|\.)example\.(com|org|net)$|\.(example|test|invalid)$|\.calendar\.google\.com$/i;
const TOKEN =
  /\b(gh[oprsu]_|github_pat_|xox[abeoprs]-|xapp-|ya29\.|1\/\/0|AIza|sk_live_|eyJ[A-Za-z0-9_-]{20,}\.)[\w-]{4,}/;
const LONG_ID = /(?<![\dA-Za-z])\d{20,}(?![\dA-Za-z])/;

export function hygieneViolations(where: string, text: string): Violation[] {
  const violations: Violation[] = [];
  for (const [, domain = ""] of text.matchAll(ADDRESS)) {
    if (!HARMLESS_DOMAIN.test(domain))
      violations.push({ where, message: `holds an address at ${domain}; use example.com.` });
  }
  if (TOKEN.test(text)) violations.push({ where, message: "holds what looks like a token." });
  if (LONG_ID.test(text))
    violations.push({ where, message: "holds an id of 20 or more digits; use a short made-up one." });
  return violations;
}
