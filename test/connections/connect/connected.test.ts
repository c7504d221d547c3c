// The page for the end of a connect: it shows the outcome, and its query stays text.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

describe("GET /connected", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
  });
  afterAll(() => gateway.close());
  const page = (query: Record<string, string>) => gateway.call("GET", `/connected?${new URLSearchParams(query)}`);

  test("says that a provider is connected, or why not", async () => {
    const [good, bad, bare] = [
      await page({ status: "success", provider: "google", session_id: "s", confirm_token: "secret-word" }),
      await page({ error: "access_denied", error_description: "They said no", provider: "google" }),
      await page({}),
    ];
    expect([good.status, bad.status, bare.status]).toEqual([200, 200, 200]);
    expect(good.text).toContain("<h1>Google is connected</h1>");
    expect(good.text).not.toContain("secret-word");
    expect(bad.text).toContain("<h1>Google is not connected</h1>");
    expect(bad.text).toContain("Reason: <code>access_denied</code>");
    const both = await page({ status: "success", error: "access_denied", provider: "acme" });
    expect(both.text).toContain("<h1>acme is not connected</h1>");
    expect(bare.text).toContain("<h1>The provider is not connected</h1>");
  });

  test("S-81: markup in its query stays text, and long text is truncated", async () => {
    const attack = `"><script>alert(1)</script>'&<img src=x onerror=alert(1)>`;
    const { text } = await page({ status: attack, provider: attack, error: attack });
    expect(text).not.toMatch(/<(script|img)|onerror=alert\(1\)>/);
    expect(text).toContain("&quot;&gt;&lt;script&gt;");
    const tags = [...text.matchAll(/<\/?[a-z!][^>]*>/gi)].map(([tag]) => tag);
    expect(tags).toEqual([...(await page({ error: "e" })).text.matchAll(/<\/?[a-z!][^>]*>/gi)].map(([tag]) => tag));
    expect((await page({ error: "x".repeat(2_000) })).text.length).toBeLessThan(1_500);
  });

  test("S-80: runs nothing, loads nothing, is not framed, cached or sent as a referrer", async () => {
    const { headers } = await page({ status: "success", provider: "google" });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; form-action 'self'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });
});
