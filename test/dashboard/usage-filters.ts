// What both pages over the usage log have in common: an account by the partner's own id for it, and filters that are refused.
import { expect } from "bun:test";
import type { TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type SignedIn, signedIn } from "./browser.ts";

const WRONG = [
  ["?status=9", "status"],
  ["?key_id=none", "key_id"],
  ["?account_id=nobody", "no connected account"],
  ["?since=yesterday", "since"],
  ["?since=2030-01-10&until=2030-01-01", "until must be later than since"],
] as const;

/** Expects 400 with a sentence for each wrong filter; returns the pages. */
export async function refusedPages(
  person: SignedIn,
  path: string,
  more: readonly (readonly [query: string, message: string])[] = [],
): Promise<string[]> {
  const texts: string[] = [];
  for (const [query, message] of [...WRONG, ...more]) {
    const { status, headers, text } = await person.get(path + query);
    expect([query, status, headers.get("x-error-code")]).toEqual([query, 400, "VALIDATION_ERROR"]);
    expect(unescaped(text)).toContain(message);
    texts.push(text);
  }
  return texts;
}

/** The page of a partner's person, narrowed to `customer-7`, which has two calls; `customer-8` has one. */
export async function pageOfAccount(gateway: TestGateway, path: string): Promise<string> {
  const { key, userId } = await gateway.partner();
  const partner = await signedIn(gateway);
  await gateway.database.database.query("update people_users set user_id = $1::uuid where person_id = $2::uuid", [
    userId,
    partner.personId,
  ]);
  const accountId = await gateway.account(key, "customer-7");
  await gateway.account(key, "customer-8");
  expect((await gateway.call("GET", `/api/v1/accounts/${accountId}`, { key })).status).toBe(200);
  return (await partner.get(`${path}?account_id=customer-7`)).text;
}
