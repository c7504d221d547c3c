// A form is carried out once: a second press, a reload or another replica leads where the first submission led.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { PAGE_MS, SUBMISSION_MS } from "../../src/identity/sign-in/submissions.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { swept } from "../support/sweeping.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const NEW = "/settings/keys/new";
const KEY = /sk_live_[0-9A-Za-z]{49}/;
/** Sent by our script, which sees where a redirect leads and does not follow it. */
const BY_SCRIPT = { "x-form": "1" };

for (const lane of laneOf(import.meta.file)) {
  describe(`repeated forms on ${lane}`, () => {
    let gateway: TestGateway;
    let person: SignedIn;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      person = await signedIn(gateway, { partner: true });
    });
    afterAll(() => gateway.close());

    const fieldsOf = async (path: string) => {
      const { text } = await person.get(path);
      const fieldOf = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] as string;
      return { form_token: fieldOf("form_token"), form_nonce: fieldOf("form_nonce") };
    };
    const count = async (table: string) => {
      const sql = `select count(*)::int as n from ${table} where user_id = $1`;
      const [row] = await gateway.database.database.query<{ n: number }>(sql, [person.userId]);
      return row?.n ?? 0;
    };

    test("the same form twice, one after the other or at once, makes one key and shows it once", async () => {
      for (const isAtOnce of [false, true]) {
        const before = await count("api_keys");
        const fields = { ...(await fieldsOf(NEW)), name: `Pressed twice ${isAtOnce}` };
        const press = () => person.post(NEW, fields, BY_SCRIPT);
        const presses = isAtOnce ? await Promise.all([press(), press()]) : [await press(), await press()];
        const led = presses.map(({ status, headers }) => [status, headers.get("x-go-to")]);
        expect(led[0]).toEqual(led[1] as (typeof led)[number]);
        const place = presses[0]?.headers.get("x-go-to") as string;
        expect(place).toStartWith("/shown-once/");
        expect(await count("api_keys")).toBe(before + 1);
        const first = await person.get(place);
        expect(first.text).toMatch(KEY);
        const reload = await person.get(place);
        expect([reload.status, KEY.test(reload.text)]).toEqual([200, false]);
        expect(unescaped(reload.text)).toContain("This was shown once");
        expect(await count("api_keys")).toBe(before + 1);
      }
    });

    test("a form with other values, or from the page opened again, is another one", async () => {
      const before = await count("api_keys");
      const fields = await fieldsOf(NEW);
      await person.post(NEW, { ...fields, name: "One" });
      await person.post(NEW, { ...fields, name: "Two" });
      await person.post(NEW, { ...(await fieldsOf(NEW)), name: "Two" });
      expect(await count("api_keys")).toBe(before + 3);
    });

    test("a form that was refused comes again as soon as nothing is wrong any more", async () => {
      const fields = { ...(await fieldsOf("/partner/accounts/new")), external_id: "" };
      expect((await person.post("/partner/accounts/new", fields)).status).toBe(400);
      const made = await person.post("/partner/accounts/new", { ...fields, external_id: "c-1" }, BY_SCRIPT);
      const again = await person.post("/partner/accounts/new", { ...fields, external_id: "c-1" }, BY_SCRIPT);
      expect(made.headers.get("x-go-to")).toMatch(/^\/partner\/accounts\/[0-9a-f-]{36}/);
      expect(again.headers.get("x-go-to")).toBe(made.headers.get("x-go-to"));
    });

    test("a secret is sealed, is another session's never, and is gone after ten minutes", async () => {
      const place = async () =>
        (await person.post(NEW, await fieldsOf(NEW), BY_SCRIPT)).headers.get("x-go-to") as string;
      const kept = await place();
      const { database } = gateway.database;
      const rows = await database.query<{ sealed: string }>(
        "select sealed_page as sealed from form_submissions where sealed_page is not null",
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.some(({ sealed }) => sealed.includes("sk_live_"))).toBe(false);
      const stranger = await signedIn(gateway);
      expect((await stranger.get(kept)).text).not.toMatch(KEY);
      expect((await person.get(kept)).text).toMatch(KEY);
      const late = await place();
      gateway.clock.move(PAGE_MS + 1_000);
      expect((await person.get(late)).text).not.toMatch(KEY);
      const unseen = await place();
      gateway.clock.move(PAGE_MS + 1_000);
      await swept(database, "form_submissions", gateway.clock.now());
      const left = await database.query("select 1 from form_submissions where sealed_page is not null");
      expect([unseen.length > 0, left.length]).toEqual([true, 0]);
      gateway.clock.move(SUBMISSION_MS);
      await swept(database, "form_submissions", gateway.clock.now());
      expect(await database.query("select 1 from form_submissions")).toEqual([]);
    });

    test("a session keeps two hundred submissions at most", async () => {
      const one = await signedIn(gateway);
      const { database } = gateway.database;
      const [{ id }] = (await database.query<{ id: string }>("select id from people_sessions where person_id = $1", [
        one.personId,
      ])) as [{ id: string }];
      await database.query(
        `insert into form_submissions (session_id, nonce, created_at)
          select $1::uuid, gen_random_uuid(), now() - interval '1 year' from generate_series(1, 300)`,
        [id],
      );
      await one.submit("/acting", { user: one.userId }, "/");
      expect(await database.query("select 1 from form_submissions where session_id = $1", [id])).toHaveLength(200);
    });

    test("R-51: a part of a page hears 401 when the session has ended, so that the page stays as it is", async () => {
      const gone = await signedIn(gateway);
      const part = { "hx-request": "true" };
      expect((await gone.get("/inbox", part)).status).toBe(200);
      gone.cookies.delete("session");
      const { status, headers, text } = await gone.get("/inbox", part);
      expect([status, headers.get("x-error-code"), text]).toEqual([401, "AUTH_REQUIRED", ""]);
      expect(headers.get("hx-redirect")).toBeNull();
    });
  });
}
