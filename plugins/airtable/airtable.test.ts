// What fixtures cannot show: the form of tokens, formulas, logs with thousands of changes, and what a stranger sends.
import { describe, expect, test } from "bun:test";
import { type InboundWebhook, InvalidInput, type SourceContext, type Upstream } from "gateway/plugin";
import { apiKey, readTokens } from "./account.ts";
import { changesIn } from "./changes.ts";
import { recordUrl } from "./fields.ts";
import { formulaOf, literal } from "./formula.ts";
import { sources } from "./sources.ts";
import { webhook } from "./webhook.ts";

const KEY = apiKey.fields.api_key?.pattern ?? expect.unreachable();
const SECRET = "a1b2".repeat(16);

describe("a personal access token", () => {
  test("has an id, a dot and a secret", () => {
    expect(KEY.test(`patAbCdEfGh123456.${SECRET}`)).toBe(true);
  });

  test.each([
    "keyAbCdEfGh123456",
    `patAbCdEfGh12345.${SECRET}`,
    "patAbCdEfGh123456",
    `patAbCdEfGh123456.${SECRET}\n`,
    `patAbCdEfGh123456 ${SECRET}`,
    "patAbCdEfGh123456.short",
    `patAbCdEfGh123456.${"a".repeat(129)}`,
  ])("never is %j", (text) => {
    expect(KEY.test(text)).toBe(false);
  });
});

test("a token response has the life of both tokens", () => {
  const json = { access_token: "a", refresh_token: "r", expires_in: 3_600, refresh_expires_in: 5_184_000 };
  expect(readTokens({ ...json, scope: "data.records:read schema.bases:read", token_type: "Bearer " })).toEqual({
    accessToken: "a",
    refreshToken: "r",
    expiresIn: 3_600,
    refreshExpiresIn: 5_184_000,
    scopes: ["data.records:read", "schema.bases:read"],
  });
  expect(readTokens({ access_token: "a" })).toMatchObject({ scopes: undefined, refreshToken: undefined });
});

describe("a formula", () => {
  test.each([
    ["it's", "'it\\'s'"],
    ["\\", "'\\\\'"],
    ['say "so"', "'say \\\"so\\\"'"],
    ["a\nb\tc\u0000", "'a\\nb\\tc '"],
    ["') > 0, TRUE(), ('", "'\\') > 0, TRUE(), (\\''"],
  ])("has %j as a literal", (text, expected) => {
    expect(literal(text)).toBe(expected);
  });

  test.each(["a}", "{a", "a\\", "a\u0000"])("never has a field called %j", (field) => {
    expect(() => formulaOf({ field, equals: "x" })).toThrow(InvalidInput);
  });

  test("must meet all conditions, at a time in UTC", () => {
    expect(formulaOf({ field: "Name", equals: "", updated_since: "2026-02-01T01:00:00+02:00" })).toBe(
      "AND(({Name} & '') = '', IS_AFTER(LAST_MODIFIED_TIME(), '2026-01-31T23:00:00.000Z'))",
    );
    expect(() => formulaOf({ updated_since: "yesterday" })).toThrow(InvalidInput);
  });
});

test("a record opens in the browser only where all ids are Airtable's", () => {
  const [base, table, record] = ["app", "tbl", "rec"].map((prefix) => prefix + "A".repeat(14));
  expect(recordUrl(base, table, record ?? "")).toBe(`https://airtable.com/${base}/${table}/${record}`);
  expect(recordUrl(base, "Orders", record ?? "")).toBeNull();
  expect(recordUrl(base, table, "rec/../x")).toBeNull();
});

describe("a webhook's log", () => {
  const { poll } = sources.base;
  const hook = { id: "achHookHookHook01", expiresAt: null, data: {} };
  const context: SourceContext = {
    identity: { id: "usrAdaAdaAdaAda01", name: "ada", tenant: {} },
    resource: "appMillMillMill01",
    settings: {},
    now: 0,
    subscription: hook,
  };
  const record = (n: number) => `rec${String(n).padStart(14, "0")}`;
  /** A log of payloads, each with that many new records. */
  const log = (sizes: readonly number[]) => {
    const payloads = sizes.map((size, n) => ({
      baseTransactionNumber: 100 + n,
      changedTablesById: {
        tblOrdersOrders01: {
          createdRecordsById: Object.fromEntries(
            Array.from({ length: size }, (_, i) => [record(i), { cellValuesByFieldId: {} }]),
          ),
        },
      },
    }));
    const request: Upstream["request"] = async ({ query }) => {
      const from = Number(query?.cursor);
      const page = payloads.slice(from - 1, from - 1 + Number(query?.limit));
      const end = from + page.length;
      const json = { payloads: page, cursor: end, mightHaveMore: end <= payloads.length };
      return { status: 200, headers: new Headers(), json };
    };
    return { request } as Upstream;
  };
  const readAll = async (upstream: Upstream) => {
    const found: string[] = [];
    let position = await poll.start(context);
    let pages = 0;
    for (let more = true; more && pages < 100; pages++) {
      const page = await poll.next(position, context, upstream);
      expect(page.items.length).toBeLessThanOrEqual(1_000);
      found.push(
        ...(page.items as { transaction: number; record: string }[]).map((it) => `${it.transaction} ${it.record}`),
      );
      more = page.more;
      position = page.position;
    }
    return { found, pages };
  };

  test.each([
    ["small payloads", Array.from({ length: 120 }, () => 2)],
    ["one of thousands of records", [3_500]],
    ["a large one between small ones", [1, 999, 1, 2_500, 3]],
    ["pages that end where a payload does", [1_000, 1_000]],
  ])("is read to its end, each change once: %s", async (_, sizes) => {
    const { found, pages } = await readAll(log(sizes));
    const expected = sizes.flatMap((size, n) => Array.from({ length: size }, (_, i) => `${100 + n} ${record(i)}`));
    expect(found).toEqual(expected);
    expect(pages).toBeLessThan(10);
  });

  test("is not read without a webhook, and anew where it is another's", async () => {
    const position = await poll.start({ ...context, subscription: undefined });
    const none = await poll.next(position, { ...context, subscription: undefined }, log([1]));
    expect(none).toEqual({ items: [], position, more: false });
    const read = await poll.next(position, context, log([1]));
    expect(read.items.length).toBe(1);
    const other = { ...context, subscription: { ...hook, id: "achOtherOther0001" } };
    const refusal = await poll.next(read.position, other, log([1])).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ failure: "invalid" });
  });

  test.each([[null], [7], ["x"], [[]], [{}], [{ baseTransactionNumber: "1" }]])("has no changes in %j", (payload) => {
    expect(changesIn(payload)).toEqual([]);
  });

  test("takes parts of another form for none", () => {
    const changedTablesById = {
      tbl: { createdRecordsById: [1], changedRecordsById: "x", destroyedRecordIds: [7, "rec"] },
    };
    expect(changesIn({ baseTransactionNumber: 1, changedTablesById, createdTablesById: null })).toMatchObject([
      { kind: "deleted", record: "rec" },
    ]);
  });
});

test.each([
  "",
  "hmac-sha256=",
  "f8401c472424c756806cc666dd506151180d2fc82dc8176cf6ffb44f6ab69789",
  "hmac-sha256=F8401C472424C756806CC666DD506151180D2FC82DC8176CF6FFB44F6AB69789",
])("a notification is never signed by %j", async (mac) => {
  const text =
    '{"base":{"id":"app00000000000000"},"webhook":{"id":"ach00000000000000"},"timestamp":"2026-11-01T09:00:00.000Z"}';
  const body = new TextEncoder().encode(text);
  const inbound = { headers: new Headers({ "x-airtable-content-mac": mac }), text, body } as InboundWebhook;
  const subscription = "YWlydGFibGUtbWFjLXNlY3JldC1mb3ItdGVzdHMtMDE=";
  expect(await webhook.verify(inbound, { webhook: null, client: null, subscription }, 0)).toBe(false);
});
