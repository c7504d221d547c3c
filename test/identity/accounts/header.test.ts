// Naming an account in X-Account-Id and X-Account-Id*: over a socket, so that every byte is the test's own, and as a codec.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { AppError } from "../../../src/foundation/errors.ts";
import { externalIdOf } from "../../../src/web/pipeline/account-header.ts";
import { DISTINCT_NAMES } from "../../support/account-names.ts";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { partnerError, withoutErrors } from "../../support/responses.ts";

setDefaultTimeout(TEST_MS);
const TOOLS = "/api/v1/tools/provider/github";
const BAD_EXT = "X-Account-Id* must be an RFC 8187 ext-value in UTF-8, such as UTF-8''caf%C3%A9.";
const NOT_UTF8 = "X-Account-Id is not UTF-8; X-Account-Id* takes the id percent-encoded: UTF-8''caf%C3%A9.";
/** As RFC 8187 writes it: what is no attr-char is percent-encoded. */
const extValue = (name: string) =>
  `UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
/** HTTP takes spaces and tabs off both ends of a header's value. */
const canTravelRaw = (name: string) => !/^[ \t]|[ \t]$/.test(name);
const binary = (text: string) => Buffer.from(text).toString("latin1");
const read = (headers: Record<string, string>) => externalIdOf(new Request("http://localhost/", { headers }));

for (const lane of laneOf(import.meta.file)) {
  describe(`the account header on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let ids: Map<string, string>;
    let requests = 0;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      ({ key } = await gateway.partner({ tier: "enterprise" }));
      ids = new Map(await Promise.all(DISTINCT_NAMES.map(async (n) => [n, await gateway.account(key, n)] as const)));
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(() => void gateway.clock.nextMinute());

    /** Sends the header lines; returns the response, and the account in the usage log. */
    const ask = async (headers: string[], as = key, encoding: "utf8" | "latin1" = "utf8") => {
      const requestId = `header-${++requests}`;
      const lines = [`Authorization: Bearer ${as}`, `X-Request-Id: ${requestId}`, ...headers];
      const { status, body } = await sendRaw(gateway.url, { target: TOOLS, headers: lines, encoding });
      const [row] = await gateway.database.database.query<{ account_id: string | null; surface: string }>(
        "select account_id, surface from usage_entries where request_id = $1",
        [requestId],
      );
      return {
        status,
        json: JSON.parse(Buffer.from(body, "latin1").toString()),
        account: row?.account_id ?? null,
        surface: row?.surface,
      };
    };
    const isRefused = async (headers: string[], status: number, error: string, code: string) => {
      const response = await ask(headers, key, "latin1");
      expect([headers, response.status, withoutErrors(response.json), response.account]).toEqual([
        headers,
        status,
        partnerError(error, code),
        null,
      ]);
    };

    test("S-47: X-Account-Id in raw UTF-8 names exactly its account, whatever looks like it", async () => {
      for (const name of DISTINCT_NAMES.filter(canTravelRaw)) {
        const { status, account, surface } = await ask([`X-Account-Id: ${name}`]);
        expect([name, status, account, surface]).toEqual([name, 200, ids.get(name) as string, "partner"]);
      }
    });

    test("S-47: X-Account-Id* names exactly its account, spaces at its ends included", async () => {
      for (const name of DISTINCT_NAMES) {
        const { status, account } = await ask([`X-Account-Id*: ${extValue(name)}`]);
        expect([name, status, account]).toEqual([name, 200, ids.get(name) as string]);
      }
    });

    test("an ext-value may name a language, write its charset and hex in any case, and encode what it need not", async () => {
      const cafe = ids.get("café") as string;
      for (const value of ["utf-8''caf%c3%a9", "UTF-8'fr'caf%C3%A9", "Utf-8'en-GB'%63af%C3%A9"]) {
        const { status, account } = await ask([`x-account-id*: ${value}`]);
        expect([value, status, account]).toEqual([value, 200, cafe]);
      }
    });

    test("an ext-value that RFC 8187 does not know, or that is not UTF-8, is 400", async () => {
      const values = [
        "customer-1",
        "''customer-1",
        "UTF-8'customer-1",
        "iso-8859-1''caf%E9",
        "UTF-8''\"customer-1\"",
        "UTF-8''customer 1",
        "UTF-8''caf%C3%A",
        "UTF-8''caf%",
        "UTF-8''caf%GG",
        "UTF-8''a'b",
        `UTF-8''${binary("café")}`,
        "UTF-8''%E9",
        "UTF-8''%C0%AF",
        "UTF-8''%ED%A0%80",
        "UTF-8''a, UTF-8''b",
        "",
      ];
      for (const value of values) await isRefused([`X-Account-Id*: ${value}`], 400, BAD_EXT, "VALIDATION_ERROR");
    });

    test("bytes that are not UTF-8 in X-Account-Id are 400", async () => {
      for (const value of ["caf\u00e9", "\u00c0\u00af", "\u00ed\u00a0\u0080", "a\u00ff", "\u00f4\u0090\u0080\u0080"]) {
        await isRefused([`X-Account-Id: ${value}`], 400, NOT_UTF8, "VALIDATION_ERROR");
      }
    });

    test("both headers at once are 400, even where they agree", async () => {
      const both = ["X-Account-Id: customer-1", "X-Account-Id*: UTF-8''customer-1"];
      const text = "X-Account-Id and X-Account-Id* cannot be sent together.";
      await isRefused(both, 400, text, "VALIDATION_ERROR");
      await isRefused(both.toReversed(), 400, text, "VALIDATION_ERROR");
    });

    test("S-46: a name that is not the caller's is 404 with that name, also where another partner has it", async () => {
      const other = await gateway.partner();
      for (const name of ["customer-1", "café", "nobody"]) {
        const response = await ask([`X-Account-Id: ${name}`], other.key);
        const body = partnerError(`Connected account "${name}" not found`, "ACCOUNT_NOT_FOUND");
        expect([response.status, response.json, response.account]).toEqual([404, body, null]);
      }
      const own = await gateway.account(other.key, "customer-1");
      expect((await ask(["X-Account-Id: customer-1"], other.key)).account).toBe(own);
    });

    test("a name that no account can have is 404 like any other: empty, too long, with control characters, the id", async () => {
      const id = ids.get("customer-1") as string;
      for (const name of ["", "a\tb", "n".repeat(256), id, "customer-1,customer-1"]) {
        const text = `Connected account "${name}" not found`;
        await isRefused([`X-Account-Id: ${name}`], 404, text, "ACCOUNT_NOT_FOUND");
      }
      await isRefused(["X-Account-Id*: UTF-8''"], 404, 'Connected account "" not found', "ACCOUNT_NOT_FOUND");
      const nul = 'Connected account "a\u0000" not found';
      await isRefused(["X-Account-Id*: UTF-8''a%00"], 404, nul, "ACCOUNT_NOT_FOUND");
    });

    test("an account that was missing is found as soon as it is created", async () => {
      const late = () => ask(["X-Account-Id: late"]);
      expect((await late()).status).toBe(404);
      const id = await gateway.account(key, "late");
      expect((await late()).account).toBe(id);
    });
  });
}

describe("the account header's codec", () => {
  const name = fc.string({ unit: "binary", maxLength: 40 }).filter((text) => text.isWellFormed());
  test("reads back every text from its ext-value, and all but space-edged ones from raw UTF-8", () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(read({ "x-account-id*": extValue(text) })).toBe(text);
        // What fetch's own Headers take off or refuse could not have come over the wire either.
        if (/^[^\u0000-\u0020\u007f]+$/.test(text)) expect(read({ "x-account-id": binary(text) })).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test("gives a text whose UTF-8 is the very bytes that came, or 400", () => {
    const bytes = fc.array(fc.integer({ min: 0x21, max: 0xff }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(bytes, (codes) => {
        const value = String.fromCharCode(...codes);
        let text: string | null;
        try {
          text = read({ "x-account-id": value });
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect((error as AppError).code).toBe("VALIDATION_ERROR");
          return;
        }
        expect(binary(text ?? "")).toBe(value);
      }),
      { numRuns: 2_000 },
    );
  });

  test("gives null where neither header is there", () => {
    expect(read({})).toBeNull();
  });
});
