// Any text as a tenant's value is refused, or is in a request exactly once in each of its places.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { path } from "../../../src/plugin/index.ts";
import { UpstreamFailure } from "../../../src/providers/upstream/failure.ts";
import { sendRawRequest } from "../../../src/providers/upstream/raw-request.ts";
import { send } from "../../../src/providers/upstream/send.ts";
import { baseUrlFor, resolveTarget } from "../../../src/providers/upstream/target.ts";
import { checkedTenant, readCallback, sharedParts } from "../../../src/providers/upstream/tenant.ts";
import { books } from "../../support/tenant-providers.ts";

/** As wide as a pattern can be: what holds a value in its place is not the plugin's care. */
const PATTERNS = {
  callback: { from: "callback", parameter: "realmId", pattern: /^.*$/s },
  response: /^.*$/s,
} as const;
const targetOf = (realm: (typeof PATTERNS)[keyof typeof PATTERNS]) =>
  resolveTarget({ ...books, tenant: { realm }, headers: { "x-realm": "{realm}", "x-plain": "a" } });

const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.constantFrom(
    "..",
    ".",
    "a/b",
    "a?b",
    "a#b",
    "a&b=c",
    "a%2fb",
    "a\r\nx: 1",
    "a\nb",
    "{realm}",
    "a b",
    "é",
    "xn--a",
    "a+b",
    "a@b",
  ),
  fc.stringMatching(/^[\w.@+-]{1,20}$/),
);
const isRefused = (error: unknown) => error instanceof UpstreamFailure && error.detail.code === "unfit_tenant";

describe.each(Object.keys(PATTERNS) as (keyof typeof PATTERNS)[])("S-32: a value out of the %s", (from) => {
  const target = targetOf(PATTERNS[from]);
  const sent: { url: string; headers: Headers }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, headers: new Headers(init.headers) });
    return new Response("{}");
  };
  const signal = new AbortController().signal;

  test("is refused, or is itself in the path, the header and the parameter of calls and raw requests", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (realm) => {
        const tenant = { realm };
        sent.length = 0;
        try {
          expect(checkedTenant(target, tenant)).toEqual(tenant);
          const baseUrl = baseUrlFor(target, undefined, tenant);
          await send(baseUrl, { path: path`/items/${"7"}` }, { fetch, signal, ...sharedParts(target, tenant) });
          const host = { host: "books.example.com", baseUrl: "https://books.example.com" };
          const raw = { method: "GET", host, path: `/v3/company/${realm}/items/7`, search: "?company=other" } as const;
          const request = { ...raw, headers: new Headers({ "x-realm": "other" }), body: null, keepsCoding: false };
          await sendRawRequest({ target, tenant, tokens: { access: "a", others: {} }, fetch, signal }, request);
        } catch (error) {
          expect(isRefused(error)).toBe(true);
          expect(sent).toEqual([]);
          return;
        }
        expect(sent).toHaveLength(2);
        for (const { url, headers } of sent) {
          const { host, pathname, searchParams, hash } = new URL(url);
          expect([host, hash]).toEqual(["books.example.com", ""]);
          expect(pathname.split("/").slice(1)).toEqual(["v3", "company", realm, "items", "7"]);
          expect([...searchParams].sort()).toEqual([
            ["company", realm],
            ["minorversion", "75"],
          ]);
          expect(headers.get("x-realm")).toBe(realm);
          expect([...headers.keys()].filter((name) => name.startsWith("x-")).sort()).toEqual(["x-plain", "x-realm"]);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("some are taken and some refused", () => {
    const isTaken = (realm: string) => {
      try {
        return checkedTenant(target, { realm }).realm === realm;
      } catch {
        return false;
      }
    };
    expect(["123", "a-b", "a.b"].every(isTaken)).toBe(true);
    expect(["", "a/b", "a\r\nb", "..", "a b"].some(isTaken)).toBe(false);
  });
});

test("S-32: the callback gives a value that may be used, or none", () => {
  const target = targetOf(PATTERNS.callback);
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 3 }), (sent) => {
      const { values, unfit } = readCallback(target, new URLSearchParams(sent.map((one) => ["realmId", one])));
      const [only = ""] = sent;
      if (unfit.length === 0) expect([values, sent.length]).toEqual([{ realm: only.toWellFormed() }, 1]);
      else expect([values, unfit]).toEqual([{}, ["realmId"]]);
      if (unfit.length === 0) expect(checkedTenant(target, values)).toEqual(values);
    }),
  );
});
