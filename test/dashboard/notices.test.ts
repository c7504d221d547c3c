// What the page after a form says: what was done, once, and how to take it back.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { publishEvents } from "../../src/events/log/publish.ts";
import { createEndpoint, startHooksGateway } from "../events/webhooks/hooks.ts";
import { HOOK_MS } from "../support/connecting.ts";
import type { TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { testEvent } from "../support/test-events.ts";
import { type Fields, type PageResponse, type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const ACCOUNTS = "/partner/accounts";

describe("notices of the dashboard", () => {
  let gateway: TestGateway;
  let owner: SignedIn;
  beforeAll(async () => {
    gateway = await startHooksGateway("embedded");
    owner = await signedIn(gateway, { role: "owner", partner: true });
  });
  afterAll(() => gateway.close());

  const noticeIn = ({ text }: PageResponse) => /<div role="status" class="done">(.*?)<\/div><\/div>/s.exec(text)?.[1];
  const said = (page: PageResponse) => unescaped((noticeIn(page) ?? "").replace(/<[^>]*>/g, "")).trim();
  /** The address and fields of the form that takes it back. */
  const undoOf = (page: PageResponse) => {
    const form = noticeIn(page) ?? "";
    const fields: Record<string, string[]> = {};
    for (const [, name = "", value = ""] of form.matchAll(/name="([^"]+)" value="([^"]*)"/g))
      fields[name] = [...(fields[name] ?? []), unescaped(value)];
    return { action: unescaped(/action="([^"]*)"/.exec(form)?.[1] ?? ""), fields };
  };
  const newAccount = (external_id: string, headers = {}) =>
    owner
      .get(`${ACCOUNTS}/new`)
      .then(({ text }) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] as string)
      .then((form_token) => owner.post(`${ACCOUNTS}/new`, { form_token, external_id }, headers));

  test("the page after a form says what was done, and the one after it does not", async () => {
    const made = await newAccount("n-1");
    const path = made.headers.get("location") as string;
    expect(said(await owner.get(path))).toBe("The account exists. Send its customer a connect link.");
    expect(said(await owner.get(path))).toBe("");
  });

  test("a form that our script sends leaves its notice too, and a part of another page does not take it", async () => {
    const made = await newAccount("n-2", { "x-form": "1" });
    expect(made.status).toBe(204);
    await owner.get("/inbox", { "hx-request": "true" });
    expect(said(await owner.get(made.headers.get("x-go-to") as string))).toContain("The account exists.");
  });

  test("a notice is its session's alone, is no secret of the browser's, and is old after a minute", async () => {
    await newAccount("n-3");
    const cookie = owner.cookies.get("notice") as string;
    expect(cookie).not.toContain("account");
    const stranger = await signedIn(gateway);
    for (const value of [cookie, `${cookie}x`, "none", "a.b"]) {
      stranger.cookies.set("notice", value);
      const page = await stranger.get("/settings/sign-in");
      expect([value, page.status, said(page), stranger.cookies.has("notice")]).toEqual([value, 200, "", false]);
    }
    gateway.clock.move(61_000);
    expect(said(await owner.get(ACCOUNTS))).toBe("");
  });

  test("names in it are text, and a long one does not cost the notice", async () => {
    const evil = `<img src=x onerror=alert(1)> "&`;
    for (const name of [evil, `${"é".repeat(99)}!`]) {
      const key = await gateway.admin("POST", "/keys", { user: owner.userId, name });
      const { id, key: text } = key.json.data as { id: string; key: string };
      await owner.submit(`/settings/keys/${id}/revoke`, { typed: text.slice(-4) });
      const page = await owner.get("/settings/keys");
      expect(said(page)).toBe(`${name} is revoked. Calls with it are now refused.`);
      expect(page.text).not.toContain("<img src=x");
    }
  });

  test("Undo puts events back into the states that the page had shown, for one row and for many", async () => {
    const { database } = gateway.app.deps;
    const ids: string[] = [];
    for (const at of [0, 1, 2]) {
      const event = testEvent({ userId: owner.userId, accountId: null }, gateway.clock.now() + at);
      await database.transaction((tx) => publishEvents(tx, [event]));
      const sql = "select id from inbox_events where integration_id = $1::text::uuid";
      ids.push((await database.query<{ id: string }>(sql, [event.integrationId]))[0]?.id as string);
    }
    const statuses = async () => {
      const sql = "select id, status from inbox_events where user_id = $1::text::uuid";
      const rows = await database.query<{ id: string; status: string }>(sql, [owner.userId]);
      return ids.map((id) => rows.find((row) => row.id === id)?.status);
    };
    await owner.submit(`/inbox/${ids[1]}`, { mark: "read" });
    expect(await statuses()).toEqual(["unread", "read", "unread"]);
    const [first = ""] = ids;
    const presses: Fields[] = [{ archive: first }, { ticked: "archived", id: ids }, { ticked: "read", id: ids }];
    for (const press of presses) {
      const shownUnread = [ids[0], ids[2]] as string[];
      await owner.submit("/inbox", { ...press, unread: shownUnread, back: "" });
      expect(await statuses()).not.toEqual(["unread", "read", "unread"]);
      const { action, fields } = undoOf(await owner.get("/inbox"));
      await owner.post(action, fields);
      expect(await statuses()).toEqual(["unread", "read", "unread"]);
    }
  });

  test("Undo brings back a webhook endpoint, a person's access, and a role", async () => {
    const { json } = await gateway.admin("POST", "/keys", {
      user: owner.userId,
      permissions: ["*", "gateway:partner.manage"],
    });
    const { id } = await createEndpoint(gateway, json.data.key, { url: "http://127.0.0.1:9/x" });
    const other = await signedIn(gateway);
    const person = `/operator/people/${other.personId}`;
    const acts: [path: string, fields: Record<string, string>, back: string, state: RegExp][] = [
      [`/webhooks/${id}/enabled`, { enabled: "false" }, `/webhooks/${id}`, /value="false"[^>]*>\s*Disable/],
      [`${person}/disable`, {}, person, /href="[^"]*\/disable"/],
      [`${person}/role`, { role: "viewer" }, person, /member <a|member\s+<a/],
    ];
    for (const [path, fields, back, state] of acts) {
      expect((await owner.get(back)).text).toMatch(state);
      expect((await owner.submit(path, fields, path.endsWith("/enabled") ? back : path)).status).toBe(303);
      const after = await owner.get(back);
      expect(after.text).not.toMatch(state);
      const undo = undoOf(after);
      expect((await owner.post(undo.action, undo.fields)).status).toBe(303);
      expect((await owner.get(back)).text).toMatch(state);
    }
  });
});
