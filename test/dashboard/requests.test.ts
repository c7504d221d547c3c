// The requests at the dashboard: the user's own calls with every filter, one beside the list, and why it failed.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CallStep } from "../../src/metering/usage/steps.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { usageWriterRows } from "../support/usage-rows.ts";
import { type SignedIn, signedIn } from "./browser.ts";
import { pageOfAccount, refusedPages } from "./usage-filters.ts";

const PATH = "/requests";
const DAY_MS = 86_400_000;
const NOON = Date.UTC(2030, 0, 15, 12);
const HOSTILE = `=cmd|' /C calc'!A0<script>alert(1)</script>`;
const FAILURE = { code: "PROVIDER_UNAVAILABLE", message: "Slack is busy.", reason: "busy", fields: [], provider: null };
const STEPS: CallStep[] = [
  { kind: "request", at_ms: 0, duration_ms: 5, method: "GET", status: 503 },
  { kind: "wait", at_ms: 5, duration_ms: 100, reason: "retry" },
  { kind: "request", at_ms: 105, duration_ms: 5, method: "GET", status: 503 },
];
const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const REQUEST = /<a href="[^"]*\/requests\?[^"]*call=([0-9a-f-]{36})&amp;at=[^"]*" data-hx-boost/g;

for (const lane of laneOf(import.meta.file)) {
  describe(`the requests at the dashboard on ${lane}`, () => {
    let gateway: TestGateway;
    let person: SignedIn;
    let rows: Awaited<ReturnType<typeof usageWriterRows>>;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      gateway.clock.set(NOON);
      person = await signedIn(gateway, { partner: true });
      rows = await usageWriterRows(gateway, person.userId, [
        { requestId: "newest", provider: "github", action: "repos.read", status: 200, durationMs: 10 },
        {
          requestId: "refused",
          provider: "slack",
          action: "chat.write",
          status: 503,
          durationMs: 20,
          inputs: "path.owner,path.repo,query.limit",
          steps: STEPS,
          failure: FAILURE,
        },
        { requestId: "of-account", externalId: HOSTILE, accountId: crypto.randomUUID(), status: 404, durationMs: 30 },
        { requestId: "old", provider: "github", occurredAt: NOON - 60 * DAY_MS, durationMs: 12_345 },
      ]);
    }, 60_000);
    afterAll(() => gateway.close());

    const found = async (query = "") => {
      const { status, text } = await person.get(PATH + query);
      expect(status).toBe(200);
      return [...text.matchAll(REQUEST)].map(([, id]) => [...rows.values()].find((row) => row.id === id)?.requestId);
    };

    test("every filter of the API narrows the list, and without one it has all calls", async () => {
      const account = rows.get("of-account")?.accountId;
      const cases: [query: string, requests: string[]][] = [
        ["", ["newest", "refused", "of-account", "old"]],
        ["?since=&until=&provider=&status=&q=", ["newest", "refused", "of-account", "old"]],
        ["?errors=true", ["refused", "of-account"]],
        ["?q=of-account", ["of-account"]],
        ["?q=no-such-request", []],
        ["?q=GET%20/repos/", ["newest", "refused", "of-account", "old"]],
        ["?q=/REPOS/%7Bowner%7D&provider=slack", ["refused"]],
        ["?q=/nowhere", []],
        ["?provider=slack", ["refused"]],
        ["?action=chat.write", ["refused"]],
        ["?status=404", ["of-account"]],
        [`?key_id=${rows.get("newest")?.keyId}`, ["newest"]],
        [`?account_id=${account}`, ["of-account"]],
        [`?since=${day(NOON - 90 * DAY_MS)}&provider=github`, ["newest", "of-account", "old"]],
        [`?since=${day(NOON - 90 * DAY_MS)}&until=${day(NOON - 60 * DAY_MS)}`, ["old"]],
        [`?since=${day(NOON)}&until=${day(NOON)}`, ["newest", "refused", "of-account"]],
        ["?provider=notion", []],
      ];
      for (const [query, requests] of cases) expect([query, await found(query)]).toEqual([query, requests]);
    });

    test("an account can be named by the partner's own id for it", async () => {
      const text = await pageOfAccount(gateway, PATH);
      expect([...text.matchAll(REQUEST)].length).toBe(2);
      expect(text).not.toContain("customer-8");
    });

    test("wrong filters are 400 with what is wrong, and no data", async () => {
      const pages = await refusedPages(person, PATH, [
        ["?integration_id=none", "not the id of an integration"],
        ["?cursor=forged", "cursor is not from this list"],
      ]);
      expect(pages.flatMap((text) => [...text.matchAll(REQUEST)])).toEqual([]);
    });

    const beside = (requestId: string, query = "") => {
      const row = rows.get(requestId);
      const at = new Date(row?.occurredAt ?? 0).toISOString();
      return `${PATH}?${query}call=${row?.id}&at=${encodeURIComponent(at)}`;
    };

    test("a call shows all that is known of it, and nobody else's can be seen", async () => {
      const row = rows.get("of-account");
      const path = beside("of-account");
      const { status, text } = await person.get(path);
      expect(status).toBe(200);
      for (const known of [row?.requestId, row?.endpoint, row?.accountId, row?.id, "404 Not found", "30 ms", HOSTILE])
        expect(unescaped(text)).toContain(known as string);
      const stranger = await signedIn(gateway);
      expect((await stranger.get(path)).status).toBe(404);
      expect([...(await stranger.get(PATH)).text.matchAll(REQUEST)]).toEqual([]);
      expect((await person.get(`${PATH}?call=${row?.id}`)).status).toBe(400);
    });

    test("a failed call says why and what it did, and how to make it again", async () => {
      const plain = unescaped((await person.get(beside("refused"))).text).replace(/<[^>]*>/g, "");
      for (const text of [
        "Slack is busy.",
        "PROVIDER_UNAVAILABLE",
        "Waited before trying again",
        "GET to Slack",
        "query.limit",
        "/api/v1/github/repos/{owner}/{repo}?limit=…",
      ])
        expect(plain).toContain(text);
    });

    test("the next and the previous call of the same list are one key away, and its filters stay", async () => {
      const { text } = await person.get(beside("refused", "errors=true&"));
      const steps = [...text.matchAll(/href="([^"]*)" data-step="([a-z]+)"/g)].map(([, href = "", step]) => [
        step,
        new URL(unescaped(href), "http://gateway.invalid").searchParams,
      ]) as [string, URLSearchParams][];
      expect(steps.map(([step, query]) => [step, query.get("errors"), query.get("call")])).toEqual([
        ["next", "true", rows.get("of-account")?.id as string],
        ["close", "true", null],
      ]);
    });

    test("a request is found by its id alone, where an error page or a log has named it", async () => {
      const { status, text } = await person.get(`${PATH}/refused`);
      expect([status, unescaped(text).includes("Slack is busy.")]).toEqual([200, true]);
      expect((await person.get(`${PATH}/no-such-request`)).status).toBe(404);
      expect((await (await signedIn(gateway)).get(`${PATH}/refused`)).status).toBe(404);
    });

    test("the list asks for itself again, and nothing new is no page", async () => {
      const { text } = await person.get(`${PATH}?errors=true`);
      const again = unescaped(/id="calls"[^>]*data-hx-get="([^"]*)"/.exec(text)?.[1] ?? "");
      expect(new URL(again, "http://gateway.invalid").searchParams.get("errors")).toBe("true");
      expect((await person.get(again)).status).toBe(204);
      await usageWriterRows(gateway, person.userId, [{ requestId: "later", status: 500, occurredAt: NOON + 1 }]);
      expect((await person.get(again)).status).toBe(200);
    });

    test("where a call was shown before leads to it", async () => {
      const response = await person.get(
        "/settings/usage/entries/00000000-0000-4000-8000-000000000000?timestamp=2030-01-01",
      );
      expect(response.headers.get("location")).toContain(
        "/requests?call=00000000-0000-4000-8000-000000000000&at=2030-01-01",
      );
    });

    test("nothing of a call becomes markup", async () => {
      const { text } = await person.get(PATH);
      expect(text).not.toContain("<script>alert");
      expect(unescaped(text)).toContain(HOSTILE);
      const filtered = await person.get(`${PATH}?action=${encodeURIComponent(`"><script>alert(1)</script>`)}`);
      expect(filtered.text).not.toContain("<script>alert");
    });

    test("pages of the log hold each entry once", async () => {
      const busy = await signedIn(gateway);
      const many = Array.from({ length: 120 }, (_, i) => ({ requestId: `call-${i}`, occurredAt: NOON - i * 1_000 }));
      await usageWriterRows(gateway, busy.userId, many);
      const seen: string[] = [];
      for (let path: string | undefined = PATH; path !== undefined; ) {
        const { text } = await busy.get(path);
        seen.push(...[...text.matchAll(REQUEST)].map(([, id]) => id as string));
        path = unescaped(/href="([^"]*cursor=[^"]*)">Older/.exec(text)?.[1] ?? "") || undefined;
      }
      expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    });

    test("without calls it says how to make one", async () => {
      const none = await signedIn(gateway);
      const { text } = await none.get(PATH);
      expect(text).toContain("No calls yet");
      expect(unescaped(text)).toContain(`curl -H "Authorization: Bearer $KEY"`);
    });
  });
}
