// Usage at the dashboard: what the user's own calls add up to, with every filter.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { foldIncrements } from "../../src/metering/usage/totals.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { usageWriterRows } from "../support/usage-rows.ts";
import { type SignedIn, signedIn } from "./browser.ts";
import { pageOfAccount, refusedPages } from "./usage-filters.ts";

const PATH = "/settings/usage";
const DAY_MS = 86_400_000;
const NOON = Date.UTC(2030, 0, 15, 12);
const HOSTILE = `=cmd|' /C calc'!A0<script>alert(1)</script>`;
const day = (time: number) => new Date(time).toISOString().slice(0, 10);

for (const lane of laneOf(import.meta.file)) {
  describe(`usage at the dashboard on ${lane}`, () => {
    let gateway: TestGateway;
    let person: SignedIn;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      gateway.clock.set(NOON);
      person = await signedIn(gateway, { partner: true });
      await usageWriterRows(gateway, person.userId, [
        { requestId: "newest", provider: "github", action: "repos.read", status: 200, durationMs: 10 },
        { requestId: "refused", provider: "slack", action: "chat.write", status: 503, durationMs: 20 },
        { requestId: "of-account", externalId: HOSTILE, accountId: crypto.randomUUID(), status: 404, durationMs: 30 },
        { requestId: "old", provider: "github", occurredAt: NOON - 60 * DAY_MS, durationMs: 12_345 },
      ]);
      await foldIncrements(gateway.database.database);
    }, 60_000);
    afterAll(() => gateway.close());

    test("an account can be named by the partner's own id for it", async () => {
      const text = await pageOfAccount(gateway, PATH);
      expect(
        unescaped(text)
          .replace(/<[^>]*>/g, " ")
          .replace(/\s+/g, " "),
      ).toContain("Calls 2 ");
    });

    test("wrong filters are 400 with what is wrong, and no data", async () => {
      const pages = await refusedPages(person, PATH);
      expect(pages.filter((text) => text.includes('class="figures"'))).toEqual([]);
    });

    test("figures, days, providers and statuses are what the API adds up", async () => {
      const { text } = await person.get(PATH);
      const plain = unescaped(text)
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ");
      expect(plain).toContain("Calls 3 ");
      expect(plain).toContain("Errors 66.67% 2 of them");
      expect(plain).toContain("Duration, median 20 ms in the newest 3 calls");
      expect(plain).toContain("Slowest 5 %, from 30 ms");
      expect(plain).toContain("503 Service unavailable 1 33.33%");
      expect(plain).toContain("GitHub 2 1");
      expect(plain).toContain("This minute");
      expect(plain).toContain("of 100,000");
      expect(text).toContain('aria-label="Calls by day and provider"');
      expect((await person.get(`${PATH}?since=${day(NOON - 300 * DAY_MS)}`)).text).toContain("Calls by month");
    });

    test("nothing of a call becomes markup", async () => {
      const { text } = await person.get(PATH);
      expect(text).not.toContain("<script>alert");
      const filtered = await person.get(`${PATH}?action=${encodeURIComponent(`"><script>alert(1)</script>`)}`);
      expect(filtered.text).not.toContain("<script>alert");
    });

    test("several pages at once are all made, though a key may have two reports at once", async () => {
      const pages = await Promise.all(Array.from({ length: 6 }, () => person.get(PATH)));
      expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200));
    });

    test("without calls it says how to make one", async () => {
      const none = await signedIn(gateway);
      const { text } = await none.get(PATH);
      expect(text).toContain("No calls in this time range");
      expect(unescaped(text)).toContain(`curl -H "Authorization: Bearer $KEY"`);
    });
  });
}
