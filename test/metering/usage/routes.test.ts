// The usage log and its totals: every call of the user, exactly the documented fields, on both databases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, validationError } from "../../support/responses.ts";

interface Entry {
  id: string;
  timestamp: string;
  request_id: string;
  endpoint: string;
  provider: string | null;
  action: string | null;
  status: number | null;
  units: number;
  repeated: number;
}

const USAGE = "/api/v1/usage";
const SUMMARY = "/api/v1/usage/summary";
const REPO = "/api/v1/github/repos/ada/engine";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NOON = Date.UTC(2030, 0, 15, 12);
const BAD_CURSOR = "cursor is not from this list. Leave it out to start again.";
const iso = (time: number) => new Date(time).toISOString();

for (const lane of LANES) {
  describe(`usage on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["github"] });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => gateway.clock.set(NOON));

    const get = (key: string, path: string, headers?: Record<string, string>) =>
      gateway.call("GET", path, { key, headers });
    /** The entries that a query finds; the list's own call is not among them yet. */
    const entries = async (key: string, query = ""): Promise<Entry[]> =>
      (await get(key, USAGE + query)).json.data.entries;
    /** A user with one call to GitHub, one refused by us, and one that found nothing, a minute apart. */
    const withCalls = async () => {
      const user = await gateway.user();
      await gateway.connect(user.key, "github");
      gateway.clock.set(NOON + 60_000);
      await get(user.key, "/api/v1/github/repos?limit=1", { "x-request-id": "first" });
      gateway.clock.set(NOON + 120_000);
      await get(user.key, "/api/v1/slack/channels", { "x-request-id": "second" });
      gateway.clock.set(NOON + 180_000);
      await get(user.key, "/api/v1/nothing/at/all", { "x-request-id": "third" });
      gateway.clock.set(NOON + 240_000);
      return user;
    };
    const named = (list: Entry[]) => list.map((entry) => entry.request_id).filter((id) => !UUID.test(id));

    test("an entry has exactly the documented fields", async () => {
      const { key, keyId } = await gateway.user();
      await gateway.connect(key, "github");
      gateway.clock.set(NOON + 1_234);
      expect((await get(key, `${REPO}/issues?limit=1`, { "x-request-id": "one-call" })).status).toBe(200);
      const [entry] = await entries(key);
      expect(entry as unknown).toEqual({
        id: expect.stringMatching(UUID),
        timestamp: iso(NOON + 1_234),
        request_id: "one-call",
        endpoint: "/api/v1/github/repos/{owner}/{repo}/issues",
        method: "GET",
        provider: "github",
        action: "issues.read",
        status: 200,
        units: 1,
        duration_ms: 0,
        key_id: keyId,
        agent_session_id: null,
        agent: null,
        lent_by: null,
        person_id: null,
        account_id: null,
        integration_id: expect.stringMatching(UUID),
        connection: "default",
        external_id: null,
        repeated: 1,
        inputs: ["path.repo", "path.owner", "query.limit"],
        steps: null,
        state: "done",
        surface: "user",
        error: null,
      });
    });

    test("S-76: the log holds the path's template, and nothing of the path, the query or the body", async () => {
      const { key, userId } = await gateway.user();
      await get(key, "/api/v1/github/repos/canary-owner/canary-repo?canary-name=canary-value");
      await get(key, "/api/v1/canary-path/canary-more");
      await get(key, "/api/v1/tools/search/canary-words");
      const body = { provider: "canary-provider", redirect_url: "https://canary.example" };
      await gateway.call("POST", "/api/v1/integrations/connect", { key, body });
      expect((await entries(key)).map(({ endpoint }) => endpoint).sort()).toEqual([
        "(unknown path)",
        "/api/v1/github/repos/{owner}/{repo}",
        "/api/v1/integrations/connect",
        "/api/v1/tools/search/{query}",
      ]);
      const text =
        "select coalesce(string_agg(to_jsonb(usage_entries)::text, ' '), '') as all from usage_entries where user_id = $1";
      const [row] = await gateway.database.database.query<{ all: string }>(text, [userId]);
      expect(row?.all).toContain("(unknown path)");
      expect(row?.all).not.toContain("canary");
    });

    test("units are the requests that went to the provider", async () => {
      const { key } = await gateway.user();
      await gateway.connect(key, "github");
      const { log } = gateway.providers.github;
      const paths = [
        REPO,
        `${REPO}/issues`,
        `${REPO}/files`,
        "/api/v1/github/user",
        `${REPO}/issues?nothing=1`,
        "/api/v1/slack/users",
      ];
      for (const path of paths) {
        const before = log.length;
        await get(key, path, { "x-request-id": "counted" });
        const sent = log.length - before;
        const found = (await entries(key)).find((entry) => entry.request_id === "counted");
        expect(found?.units).toBe(sent);
        gateway.clock.move(1_000);
      }
    });

    test("filters narrow the list, and several must all hold", async () => {
      const { key, keyId, email } = await withCalls();
      const at = (minutes: number) => encodeURIComponent(iso(NOON + minutes * 60_000));
      const cases: [query: string, found: string[]][] = [
        ["", ["third", "second", "first"]],
        ["?provider=github", ["first"]],
        ["?provider=notion", []],
        ["?action=channels.read", ["second"]],
        ["?status=200&provider=github", ["first"]],
        ["?status=403", ["second"]],
        ["?status=404", ["third"]],
        ["?status=403&provider=github", []],
        [`?since=${at(2)}`, ["third", "second"]],
        [`?until=${at(2)}`, ["first"]],
        [`?since=${at(2)}&until=${at(3)}`, ["second"]],
        [`?since=${encodeURIComponent("2030-01-15T13:02:00+01:00")}`, ["third", "second"]],
        [`?key_id=${keyId}`, ["third", "second", "first"]],
        [`?key_id=${crypto.randomUUID()}`, []],
        [`?account_id=${crypto.randomUUID()}`, []],
      ];
      for (const [query, found] of cases) expect([query, named(await entries(key, query))]).toEqual([query, found]);
      const second = (await gateway.admin("POST", "/keys", { user: email })).json.data;
      await get(second.key, "/api/v1/tools", { "x-request-id": "by-the-second-key" });
      expect(named(await entries(key, `?key_id=${second.id}`))).toEqual(["by-the-second-key"]);
    });

    test("filters that are no such value are refused, each by name", async () => {
      const { key } = await gateway.user();
      const bad = [
        ["since", "yesterday"],
        ["since", "2030-02-30T00:00:00Z"],
        ["since", "0000-01-01T00:00:00Z"],
        ["until", "9999-12-31T23:59:59-23:59"],
        ["until", "2030-01-01"],
        ["status", "99"],
        ["status", "ok"],
        ["key_id", "1"],
        ["provider", "\u0000"],
        ["action", "\u0000"],
        ["limit", "0"],
        ["limit", "201"],
      ] as const;
      for (const [name, value] of bad) {
        const answer = await get(key, `${USAGE}?${name}=${encodeURIComponent(value)}`);
        expect([name, value, codeOf(answer)]).toEqual([name, value, "400 VALIDATION_ERROR"]);
        expect(answer.json.details.errors).toMatchObject([{ in: "query", path: `/${name}` }]);
      }
    });

    test("pages give every entry once, newest first, also those of the same moment", async () => {
      const { key } = await gateway.user();
      for (let i = 0; i < 7; i++) {
        await get(key, "/api/v1/tools/service/gmail", { "x-request-id": `call-${i}` });
        if (i % 3 === 2) gateway.clock.move(1_000);
      }
      const until = `&until=${encodeURIComponent(iso(gateway.clock.now() + 1))}`;
      gateway.clock.move(60_000);
      const pages: Entry[][] = [];
      let cursor = "";
      do {
        const page = await get(key, `${USAGE}?limit=${pages.length + 2}${until}${cursor}`);
        expect(Object.keys(page.json.data)).toEqual(["entries", "next_cursor"]);
        pages.push(page.json.data.entries);
        const next = page.json.data.next_cursor;
        cursor = next === null ? "" : `&cursor=${encodeURIComponent(next)}`;
      } while (cursor);
      expect(pages.map((page) => page.length)).toEqual([2, 3, 2]);
      const all = pages.flat();
      expect(all.map(({ request_id }) => request_id).sort()).toEqual(Array.from({ length: 7 }, (_, i) => `call-${i}`));
      const times = all.map(({ timestamp }) => timestamp);
      expect(times).toEqual([...times].sort().reverse());
    });

    test("a cursor works for its user, its filters and its list alone", async () => {
      const { key } = await withCalls();
      const cursor = (await get(key, `${USAGE}?limit=1`)).json.data.next_cursor as string;
      const other = await gateway.user();
      const flipped = cursor.slice(0, -2) + (cursor.at(-2) === "A" ? "B" : "A") + cursor.slice(-1);
      const refused: [key: string, path: string][] = [
        [key, `${USAGE}?cursor=made-up`],
        [key, `${USAGE}?cursor=`],
        [key, `${USAGE}?cursor=${flipped}`],
        [key, `${USAGE}?provider=github&cursor=${cursor}`],
        [other.key, `${USAGE}?cursor=${cursor}`],
      ];
      for (const [by, path] of refused) {
        const answer = await get(by, path);
        expect(answer.json).toEqual(validationError("query", "/cursor", BAD_CURSOR));
        expect(codeOf(answer)).toBe("400 VALIDATION_ERROR");
      }
      expect(named(await entries(key, `?limit=3&cursor=${cursor}`)).length).toBeGreaterThan(0);
    });

    test("refused calls are one row per key, minute and status, and `repeated` says how many they are", async () => {
      const { key, keyId, email } = await gateway.user({ tier: "free" });
      for (let i = 0; i < 65; i++) await get(key, "/api/v1/tools/service/gmail");
      gateway.clock.set(NOON + 60_000);
      const limited = await entries(key, "?status=429");
      expect(limited).toMatchObject([{ timestamp: iso(NOON), status: 429, repeated: 5, units: 0, key_id: keyId }]);
      await gateway.admin("PATCH", `/users/${email}`, { payment_state: "past_due" });
      let blocked = 0;
      while (blocked < 3) if ((await get(key, "/api/v1/tools")).status === 402) blocked++;
      await gateway.admin("PATCH", `/users/${email}`, { payment_state: "ok" });
      while ((await get(key, "/api/v1/tools")).status === 402) blocked++;
      const rows = await entries(key, "?status=402");
      expect(rows).toMatchObject([{ timestamp: iso(NOON + 60_000), status: 402, repeated: blocked }]);
      const rest = (await entries(key)).filter(({ status }) => status !== 429 && status !== 402);
      expect([...new Set(rest.map(({ repeated }) => repeated))]).toEqual([1]);
    });

    test("nobody sees another user's entries or totals", async () => {
      const { keyId } = await withCalls();
      const other = await gateway.user();
      expect(await entries(other.key, `?key_id=${keyId}`)).toEqual([]);
      expect((await get(other.key, `${SUMMARY}?key_id=${keyId}`)).json.data.calls).toBe(0);
    });

    test("a summary's totals are the sums of the entries", async () => {
      const { key } = await gateway.user({ tier: "free" });
      gateway.clock.set(NOON - 86_400_000);
      await gateway.connect(key, "github");
      for (let i = 0; i < 62; i++) await get(key, i % 2 ? "/api/v1/slack/users" : "/api/v1/nothing-here");
      gateway.clock.set(NOON);
      await get(key, "/api/v1/github/repos");
      gateway.clock.set(NOON + 1_000);
      const span = `since=${encodeURIComponent(iso(NOON - 86_400_000))}&until=${encodeURIComponent(iso(NOON + 1_000))}`;
      const all = await entries(key, `?limit=200&${span}`);
      const sum = (of: Entry[]) => of.reduce((total, { repeated }) => total + repeated, 0);
      const failed = (of: Entry[]) => of.filter(({ status }) => (status ?? 0) >= 400);
      const counts = (of: Entry[]) => ({ calls: sum(of), errors: sum(failed(of)) });
      const where = (test: (entry: Entry) => boolean) => counts(all.filter(test));
      const byProvider = (test: (entry: Entry) => boolean) =>
        [null, "github", "slack"]
          .map((provider) => ({ provider, ...where((e) => test(e) && e.provider === provider) }))
          .filter(({ calls }) => calls > 0);
      const { data } = (await get(key, `${SUMMARY}?${span}`)).json;
      expect(data).toEqual({
        from: iso(NOON - 86_400_000),
        to: iso(NOON + 1_000),
        ...counts(all),
        by_day: ["2030-01-14", "2030-01-15"].map((day) => {
          const ofDay = (e: Entry) => e.timestamp.startsWith(day);
          return { day, ...where(ofDay), by_provider: byProvider(ofDay) };
        }),
        by_provider: byProvider(() => true),
        by_status: [200, 403, 404, 429].map((status) => ({ status, calls: where((e) => e.status === status).calls })),
        limits: {
          ...{ tier: "free", per_minute: 60, per_day: 1000, limit: 60, remaining: 57, reset: NOON / 1000 + 60 },
          ...{ used_this_minute: 3, used_today: 3 },
        },
        partner: null,
      });
      // The connect, 62 calls of which the minute refused three, and the one of the next day.
      expect(data.calls).toBe(64);
    });

    test("an entry is found by its id and timestamp, by its own user alone", async () => {
      const { key } = await withCalls();
      const [entry] = await entries(key, "?status=200&provider=github");
      const pathOf = (id: string, time: string) => `${USAGE}/entries/${encodeURIComponent(time)}/${id}`;
      const { id, timestamp } = entry as Entry;
      expect((await get(key, pathOf(id, timestamp))).json.data).toEqual({ ...entry, evidence: null });
      const other = await gateway.user();
      const later = iso(Date.parse(timestamp) + 1);
      for (const [by, path] of [
        [other.key, pathOf(id, timestamp)],
        [key, pathOf(id, later)],
        [key, pathOf(crypto.randomUUID(), timestamp)],
        [key, pathOf("no-id", timestamp)],
        [key, pathOf(id, "yesterday")],
        [key, pathOf(id, "9999-12-31T23:59:59.999Z")],
      ] as const) {
        expect(codeOf(await get(by, path))).toBe("404 NOT_FOUND");
      }
    });

    test("durations are those of the newest thousand ended calls that match", async () => {
      const { key, userId } = await gateway.user();
      await gateway.database.database.query(
        `insert into usage_entries (id, occurred_at, user_id, request_id, method, endpoint, provider, state, status, units, duration_ms)
         select gen_random_uuid(), $2::timestamptz - i * interval '1 second', $1, 'r', 'GET', '/',
           case when i % 2 = 0 then 'slack' else 'github' end, case when i = 2 then 'pending' else 'done' end,
           case when i = 2 then null else 200 end, 1, i
         from generate_series(1, 3000) as i`,
        [userId, iso(NOON)],
      );
      const of = async (query: string) => (await get(key, `${USAGE}/durations${query}`)).json.data;
      // Only even ones match: from 2, which has not ended, to 2000.
      expect(await of(`?provider=slack&until=${iso(NOON)}`)).toEqual({
        calls: 999,
        oldest: iso(NOON - 2_000_000),
        p50_ms: 1_002,
        p95_ms: 1_902,
        p99_ms: 1_982,
      });
      expect(await of("?provider=notion")).toEqual({
        calls: 0,
        oldest: null,
        p50_ms: null,
        p95_ms: null,
        p99_ms: null,
      });
    });

    test("without a span a summary begins with the month (UTC) and ends now, and its filters narrow it", async () => {
      const { key } = await gateway.user();
      gateway.clock.set(Date.UTC(2029, 11, 31, 23, 59));
      await get(key, "/api/v1/tools/service/gmail");
      gateway.clock.set(Date.UTC(2030, 0, 1));
      await get(key, "/api/v1/slack/users");
      gateway.clock.set(NOON);
      const { data } = (await get(key, SUMMARY)).json;
      expect(data).toMatchObject({ from: "2030-01-01T00:00:00.000Z", to: iso(NOON), calls: 1, errors: 1 });
      expect((await get(key, `${SUMMARY}?provider=github`)).json.data).toMatchObject({ calls: 0, by_day: [] });
      expect((await get(key, `${SUMMARY}?status=403`)).json.data.calls).toBe(1);
      expect((await get(key, `${SUMMARY}?limit=1`)).json.details.errors).toMatchObject([
        { in: "query", path: "/limit" },
      ]);
    });
  });
}
