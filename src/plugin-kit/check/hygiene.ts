// The kit's rules for every fixture's text: it is made up, without anybody's address, token or real id.
import { secretsIn } from "./secrets.ts";
import type { Violation } from "./violation.ts";

const ADDRESS = /[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)/g;
/** Reserved domains (RFC 2606), and Google's addresses of calendars, which belong to no person. */
const HARMLESS_DOMAIN = /(^|\.)example\.(com|org|net)$|\.(example|test|invalid)$|\.calendar\.google\.com$/i;
const LONG_ID = /(?<![\dA-Za-z])\d{20,}(?![\dA-Za-z])/;

export function hygieneViolations(where: string, text: string): Violation[] {
  const violations: Violation[] = [];
  for (const [, domain = ""] of text.matchAll(ADDRESS)) {
    if (!HARMLESS_DOMAIN.test(domain))
      violations.push({ where, message: `contains an address at ${domain}; use example.com.` });
  }
  for (const secret of secretsIn(text))
    violations.push({
      where,
      message: `contains what looks like ${secret}; use an obviously made-up one, such as "fixture-token".`,
    });
  if (LONG_ID.test(text))
    violations.push({ where, message: "contains an id of 20 or more digits; use a short made-up one." });
  return violations;
}
