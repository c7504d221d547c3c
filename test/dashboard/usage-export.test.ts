// The usage log as a file: all that matches, safe in a spreadsheet, read no faster than its reader takes it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { RequestDatabase } from "../../src/foundation/db/database.ts";
import { csvLine } from "../../src/metering/usage/csv.ts";
import { exportTexts } from "../../src/metering/usage/export.ts";
import { textStream } from "../../src/web/http/text-stream.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { until } from "../support/until.ts";
import { usageWriterRows } from "../support/usage-rows.ts";
import { type SignedIn, signedIn } from "./browser.ts";

const PATH = "/settings/usage/export";
const NOON = Date.UTC(2030, 0, 15, 12);
const MINUTE_MS = 60_000;
/** Enough to fill what sockets hold. */
const MANY = 60_000;

for (const lane of laneOf(import.meta.file)) {
  describe(`the export of the usage log on ${lane}`, () => {
    let gateway: TestGateway;
    let person: SignedIn;
    let busy: SignedIn;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      gateway.clock.set(NOON);
      person = await signedIn(gateway);
      busy = await signedIn(gateway);
      await usageWriterRows(gateway, person.userId, [
        { requestId: '=HYPERLINK("http://evil.example")', status: 200, provider: "github" },
        { requestId: "a,b", externalId: "line\nbreak", accountId: crypto.randomUUID(), status: 503, provider: "slack" },
        { requestId: "-1+1", status: null, state: "pending" },
      ]);
      await gateway.database.database.query(
        `insert into usage_entries (id, occurred_at, user_id, request_id, method, endpoint, provider, state, status, units, duration_ms)
         select gen_random_uuid(), $2::timestamptz - i * interval '1 second', $1, repeat('r', 100), 'GET', '/', 'github', 'done', 200, 1, 1
         from generate_series(1, ${MANY}) as i`,
        [busy.userId, new Date(NOON).toISOString()],
      );
    }, 60_000);
    afterAll(() => gateway.close());

    test("CSV has the fields of the API, a line each, and no cell that a spreadsheet runs", async () => {
      const { status, headers, text } = await person.get(`${PATH}.csv`);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(headers.get("content-disposition")).toBe('attachment; filename="usage-2030-01-15.csv"');
      const [head, ...lines] = text.split("\r\n");
      expect(head).toBe(
        "id,timestamp,request_id,endpoint,method,provider,action,status,units,duration_ms,key_id,account_id,external_id,repeated,state,surface,person_id,integration_id,connection,lent_by,agent_session_id,agent,inputs,error_code,error_message",
      );
      expect(lines.length).toBe(4);
      expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"")",`);
      expect(text).toContain(`,"a,b",`);
      expect(text).toContain(`,"line\nbreak",`);
      expect(text).toContain(",'-1+1,");
    });

    test("JSON has the entries of the API, with its filters", async () => {
      const { text, headers } = await person.get(`${PATH}.json?provider=slack&status=503`);
      expect(headers.get("content-type")).toBe("application/json");
      const { entries } = JSON.parse(text);
      expect(entries).toMatchObject([
        { request_id: "a,b", status: 503, provider: "slack", external_id: "line\nbreak" },
      ]);
      expect(JSON.parse((await person.get(`${PATH}.json?provider=notion`)).text)).toEqual({ entries: [] });
      const all = JSON.parse((await person.get(`${PATH}.json`)).text).entries;
      expect(all.map(({ status }: { status: number | null }) => status)).toEqual([200, 503, null]);
    });

    test("a long log is there in full, each entry once", async () => {
      const { text } = await busy.get(`${PATH}.csv`);
      const ids = text
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.slice(0, 36));
      expect([ids.length, new Set(ids).size]).toEqual([MANY, MANY]);
    });

    test("wrong filters are 400", async () => {
      for (const query of ["?status=9", "?since=yesterday", "?since=2030-01-10&until=2030-01-01", "?account_id=none"]) {
        const { status, headers } = await person.get(`${PATH}.csv${query}`);
        expect([query, status, headers.get("x-error-code")]).toEqual([query, 400, "VALIDATION_ERROR"]);
      }
    });

    test("who exported what is in the audit log", async () => {
      await person.get(`${PATH}.csv?provider=slack`);
      const [entry] = (await gateway.admin("GET", "/audit?event=usage_exported&limit=1")).json.data.entries;
      expect(entry).toMatchObject({ user_id: person.userId, actor: { kind: "person", id: person.personId } });
      expect(entry.details).toMatchObject({ format: "csv", provider: "slack" });
    });

    test("two run at once for a user, and one whose reader has gone makes room", async () => {
      const cookie = [...busy.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const open = async () => {
        const leave = new AbortController();
        const response = await fetch(`${gateway.url}${PATH}.json`, { headers: { cookie }, signal: leave.signal });
        return { response, leave };
      };
      const [first, second] = [await open(), await open()];
      expect([first.response.status, second.response.status]).toEqual([200, 200]);
      const refused = await busy.get(`${PATH}.json`);
      expect([refused.status, refused.headers.get("x-error-code")]).toEqual([429, "RATE_LIMITED"]);
      expect((await person.get(`${PATH}.json`)).status).toBe(200);
      first.leave.abort();
      second.leave.abort();
      await until(async () => (await busy.get(`${PATH}.json?provider=notion`)).status === 200);
    });

    test("it takes a sign-in within fifteen minutes, and says before what the file holds", async () => {
      const tired = await signedIn(gateway);
      const choice = await tired.get(`${PATH}?provider=github`);
      expect(choice.status).toBe(200);
      expect(choice.text).toContain(`href="${PATH}.csv?`);
      gateway.clock.set(gateway.clock.now() + 16 * MINUTE_MS);
      for (const path of [PATH, `${PATH}.csv`, `${PATH}.json`]) {
        const { status, headers } = await tired.get(path);
        expect([status, headers.get("location")]).toEqual([303, `/sign-in/again?next=${encodeURIComponent(path)}`]);
      }
    });
  });
}

describe("the body of an export", () => {
  const row = { id: "1", occurredAt: new Date(0), at: "1970-01-01T00:00:00.000000Z", fits: true, is_last: false };
  /** A log without an end, which counts its queries. */
  const endless = () => {
    const counted = { queries: 0, ends: 0, isBroken: false };
    const query = async () => {
      counted.queries++;
      if (counted.isBroken) throw new Error("gone");
      return Array(2_000).fill(row);
    };
    const database = { reports: { query } } as unknown as RequestDatabase;
    const texts = exportTexts({ database }, { userId: "1", query: {}, format: "csv" });
    const { body } = textStream(texts, () => counted.ends++);
    return { counted, reader: body.getReader() };
  };

  test("reads the next step when its reader has taken the last one", async () => {
    const { counted, reader } = endless();
    await reader.read();
    expect(counted.queries).toBe(0);
    await reader.read();
    await reader.read();
    await new Promise((resolve) => setImmediate(resolve));
    expect([counted.queries, counted.ends]).toEqual([2, 0]);
    await reader.cancel();
    expect([counted.queries, counted.ends]).toEqual([2, 1]);
  });

  test("breaks off where the database does", async () => {
    const { counted, reader } = endless();
    await reader.read();
    counted.isBroken = true;
    expect(await reader.read().catch((error: Error) => error.message)).toBe("gone");
    expect(counted.ends).toBe(1);
  });
});

describe("an export whose right is lost", () => {
  test("breaks off, so that nobody takes it for complete", async () => {
    let ends = 0;
    async function* texts() {
      for (;;) yield "a";
    }
    const { body, breakOff } = textStream(texts(), () => ends++);
    const reader = body.getReader();
    await reader.read();
    breakOff();
    breakOff();
    expect(await reader.read().catch((error: Error) => error.name)).toBe("AbortError");
    expect(ends).toBe(1);
  });
});

describe("CSV", () => {
  test("quotes by RFC 4180, and puts an apostrophe before what begins a formula", () => {
    expect(csvLine(["a", null, -1, 'say "x"', "a,b", "a\r\nb"])).toBe('a,,-1,"say ""x""","a,b","a\r\nb"\r\n');
    for (const sign of ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
      expect(
        csvLine([`${sign}1`])
          .replace(/^"/, "")
          .startsWith("'"),
      ).toBe(true);
  });
});
