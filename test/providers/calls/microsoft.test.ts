/*
 * The Microsoft plugin through a whole gateway, against an emulator of Graph that others wrote (@inbox-zero/emulate).
 *
 * What the emulator lacks, so that recorded exchanges alone (plugins/microsoft/fixtures) stand for it:
 * - attachments of drafts and sent emails, and an attachment's `/$value`; the comment or message of a reply or forward;
 * - flags, `$select`, `$expand`, `Prefer` (body and time zone), unread and total counts, paging of folders and calendars;
 * - contacts, getSchedule, answers to invitations, `$filter` and `$orderby` of events, series, reminders, privacy;
 * - `/drive/root:/…`, search, createLink and PDF of files, the redirect of `/content` to a storage host,
 *   `conflictBehavior` of an upload; what is made in `items/root` is not listed in `root`.
 * What it does otherwise than Graph:
 * - `@odata.nextLink` is relative; events come without a time zone, and with the text of their title;
 * - deleting what is not there is 204, not 404; a search is one phrase, not a query, and may stand beside a filter;
 * - it accepts any access token, has no tenant in its paths, and checks no client at a refresh. A rotated refresh token is
 *   dead at once, where Microsoft's lives on for a while.
 * `GET /me/calendarView`, `POST /me/events`, and the empty answers to sending a draft and forwarding, are the gate's
 * (test/support/microsoft.ts).
 */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import microsoft from "../../../plugins/microsoft/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import {
  ADA,
  answerTokens,
  GRACE,
  HOOK_MS,
  integrationOf,
  isTokenRequest,
  land,
  startAndConsent,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { ownDetails } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const HOUR_MS = 3_600_000;
/** Emails from here are never changed. */
const INVOICES = "/mail/messages?from=billing@acme.example";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are read in tests
type Item = any;

describe("Microsoft 365", () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    const plugins = [microsoft] as unknown as Provider[];
    gateway = await startTestGateway({ lane: "embedded", emulate: ["microsoft"], plugins });
    key = await connected();
  }, HOOK_MS);
  afterAll(() => gateway.close(), HOOK_MS);
  afterEach(() => provider().setFailureInjector());
  const provider = () => gateway.providers.microsoft;
  const connected = async (person?: string) => {
    const user = await gateway.user();
    await gateway.connect(user.key, "microsoft", { person });
    return user.key;
  };
  const ask = (method: string, path: string, body?: unknown, as = key) =>
    gateway.call(method, `/api/v1/microsoft${path}`, { key: as, body });
  /** The data of a call that succeeds. */
  const get = async (method: string, path: string, body?: unknown): Promise<Item> => {
    const { status, json, text } = await ask(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return json.data;
  };
  const ids = (items: readonly Item[]): string[] => items.map(({ id }) => id);
  /** The pages of a list, each as the ids on it, to the one without a cursor. */
  const pagesOf = async (path: string, collection: string): Promise<string[][]> => {
    const pages: string[][] = [];
    for (let cursor = ""; ; ) {
      const data = await get("GET", `${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      pages.push(ids(data[collection]));
      if (data.next_cursor === null) return pages;
      cursor = data.next_cursor;
    }
  };
  const newest = async (folder: string): Promise<Item> =>
    (await get("GET", `/mail/messages?folder=${folder}`)).messages[0];

  describe("connecting", () => {
    test("a person connects by consent with PKCE and a refresh token, and sees only their own mailbox", async () => {
      const user = await gateway.user();
      const seen = watch(provider());
      const { connectUrl, callback } = await startAndConsent(gateway, user.key, "microsoft", {
        person: GRACE.microsoft,
      });
      const params = Object.fromEntries(connectUrl.searchParams);
      expect(params).toMatchObject({
        response_type: "code",
        response_mode: "query",
        prompt: "select_account",
        code_challenge_method: "S256",
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect(params.scope?.split(" ")).toEqual(
        expect.arrayContaining(["offline_access", "User.Read", "Mail.ReadWrite"]),
      );
      expect((await land(callback)).outcome).toMatchObject({ status: "success", provider: "microsoft" });
      const [form] = seen.tokenForms();
      const { clientId, clientSecret } = provider().settings;
      expect(Object.fromEntries(form ?? [])).toMatchObject({
        grant_type: "authorization_code",
        code_verifier: expect.stringMatching(/^[\w.~-]{43,}$/),
        client_id: clientId,
        client_secret: clientSecret,
      });
      await gateway.heard();
      expect((await integrationOf(gateway, user.key, "microsoft")).status).toBe("active");
      expect((await ask("GET", "/me", undefined, user.key)).json.data).toMatchObject({
        name: "Grace",
        email: GRACE.microsoft,
      });
      expect((await ask("GET", INVOICES, undefined, user.key)).json.data.messages).toEqual([]);
      expect((await ask("GET", "/mail/messages/mail-1", undefined, user.key)).status).toBe(404);
    });

    test("Mail.ReadWrite alone reads mail but cannot send: that is refused without a request to the provider", async () => {
      const user = await gateway.user();
      const { callback } = await startAndConsent(gateway, user.key, "microsoft", {
        fields: { scope: "openid offline_access User.Read Mail.ReadWrite" },
      });
      await land(callback);
      await gateway.heard();
      expect((await ask("GET", INVOICES, undefined, user.key)).status).toBe(200);
      const seen = watch(provider());
      const mail = { to: GRACE.microsoft, subject: "No", text: "No" };
      const refused = await ask("POST", "/mail/send", mail, user.key);
      expect(`${refused.status} ${refused.json.code}`).toBe("403 PERMISSION_DENIED");
      expect(seen.all()).toEqual([]);
    });
  });

  describe("mail", () => {
    test("lists come newest first and filtered, page by page to the last, each with the same Prefer", async () => {
      const seen = watch(provider());
      expect(await pagesOf(`${INVOICES}&limit=3`, "messages")).toEqual([["mail-4", "mail-3", "mail-2"], ["mail-1"]]);
      expect(seen.all().map(({ headers }) => headers.prefer)).toEqual(Array(2).fill('IdType="ImmutableId"'));
      const found = async (filters: string) => ids((await get("GET", `${INVOICES}&${filters}`)).messages);
      expect(await found("unread=false")).toEqual(["mail-2"]);
      expect(await found("since=2026-02-02T09:00:00Z&until=2026-02-04T09:00:00Z")).toEqual(["mail-3", "mail-2"]);
      expect(await found("folder=archive")).toEqual([]);
      const { thread_id } = await get("GET", "/mail/messages/mail-3");
      expect(await found(`thread_id=${thread_id}`)).toEqual(["mail-3"]);
    });

    test("a search finds words, page by page, and cannot stand beside a filter", async () => {
      expect(await pagesOf("/mail/messages?q=invoice&limit=2", "messages")).toEqual([
        ["mail-1", "mail-2"],
        ["mail-3", "mail-4"],
      ]);
      const both = await ask("GET", `${INVOICES}&q=invoice`);
      expect(`${both.status} ${both.json.code}`).toBe("400 VALIDATION_ERROR");
    });

    test("one email comes with its HTML and its text", async () => {
      expect(await get("GET", "/mail/messages/mail-1")).toMatchObject({
        id: "mail-1",
        from: { name: "Acme Billing", email: "billing@acme.example" },
        to: [{ name: "Ada", email: ADA.microsoft }],
        date: "2026-02-01T09:00:00Z",
        body: { html: "<p>About <b>Invoice 1001</b>.</p>", text: "About Invoice 1001." },
      });
    });

    test("raw=true gives Graph's own object beside each item of a list", async () => {
      const lists: [string, string, Item][] = [
        [INVOICES, "messages", { isRead: false, body: { contentType: "html" } }],
        ["/calendar/events?from=2030-02-01T00:00:00Z", "events", { location: { displayName: "Room 4" } }],
        ["/drive/files?folder_id=plans", "files", { parentReference: { path: "/drive/root:/Plans" } }],
      ];
      for (const [path, collection, raw] of lists) {
        const [item] = (await get("GET", `${path}&raw=true`))[collection];
        expect(item.raw).toMatchObject({ id: item.id, ...raw });
        expect((await get("GET", path))[collection][0].raw).toBeUndefined();
      }
    });

    test("folders are listed with those within them, and an email moves from one to the next under its id", async () => {
      const { folders } = await get("GET", "/mail/folders");
      expect(folders).toContainEqual(expect.objectContaining({ id: "engine", name: "Engine", folders: 1 }));
      expect(ids((await get("GET", "/mail/folders?parent=engine")).folders)).toEqual(["cards"]);
      for (const folder of ["engine", "archive"]) {
        const moved = await get("POST", "/mail/messages/mail-5/move", { folder });
        expect(moved).toMatchObject({ id: "mail-5", folder_id: folder });
        expect(ids((await get("GET", `/mail/messages?folder=${folder}`)).messages)).toEqual(["mail-5"]);
      }
      expect((await get("GET", "/mail/messages?folder=engine")).messages).toEqual([]);
    });

    test("an email is marked, and deleted into the deleted items", async () => {
      const marks = { is_read: true, categories: ["Bills"], importance: "high" };
      const marked = { is_unread: false, categories: ["Bills"], importance: "high" };
      expect(await get("PATCH", "/mail/messages/mail-6", marks)).toMatchObject(marked);
      expect(await get("PATCH", "/mail/messages/mail-6", { is_read: false })).toMatchObject({
        ...marked,
        is_unread: true,
      });
      await get("DELETE", "/mail/messages/mail-6");
      expect(await newest("deleteditems")).toMatchObject({ id: "mail-6" });
    });

    test("a sent email is in the sent items once, as text where it was text", async () => {
      const mail = {
        to: ["Grace <grace@example.com>"],
        cc: "alan@example.com",
        subject: "Cards",
        text: "1 < 2 & 3\nüé",
      };
      expect(await get("POST", "/mail/send", mail)).toEqual({ id: null, status: "accepted" });
      const { messages } = await get("GET", "/mail/messages?folder=sentitems&q=Cards");
      expect(messages).toHaveLength(1);
      expect(await get("GET", `/mail/messages/${messages[0].id}`)).toMatchObject({
        from: { email: ADA.microsoft },
        to: [{ name: "Grace", email: GRACE.microsoft }],
        cc: [{ email: "alan@example.com" }],
        is_draft: false,
        body: { text: mail.text, html: null },
      });
    });

    test("a draft keeps its text or HTML, and its id when it is sent", async () => {
      const to = GRACE.microsoft;
      const plain = await get("POST", "/mail/drafts", { to, subject: "Draft", text: "a <b> c" });
      expect(plain).toMatchObject({ is_draft: true, folder_id: "drafts", body: { text: "a <b> c", html: null } });
      const rich = await get("POST", "/mail/drafts", { to, subject: "Draft", html: "<p>Hi</p>" });
      expect(rich.body).toEqual({ text: "Hi", html: "<p>Hi</p>", is_truncated: false });
      expect(await get("POST", `/mail/drafts/${rich.id}/send`)).toEqual({ id: null, status: "accepted" });
      expect(await newest("sentitems")).toMatchObject({ id: rich.id, is_draft: false });
      await get("DELETE", `/mail/messages/${plain.id}`);
      const drafts = ids((await get("GET", "/mail/messages?folder=drafts")).messages);
      expect(drafts).not.toContain(plain.id);
      expect(drafts).not.toContain(rich.id);
    });

    test("a reply stays in its conversation and goes to the sender, or to all; a forward starts another one", async () => {
      const reply = async (path: string, body: object) => {
        await get("POST", `/mail/messages/mail-7${path}`, body);
        return newest("sentitems");
      };
      const { thread_id, from } = await get("GET", "/mail/messages/mail-7");
      const re = { thread_id, subject: "Re: Moths" };
      expect(await reply("/reply", { text: "Taped." })).toMatchObject({ ...re, to: [from] });
      expect(await reply("/reply", { text: "Taped.", reply_all: true })).toMatchObject({
        ...re,
        to: [from, { email: "billing@acme.example" }],
      });
      const forwarded = await reply("/forward", { to: "alan@example.com", comment: "See below." });
      expect(forwarded).toMatchObject({ subject: "Fwd: Moths", to: [{ email: "alan@example.com" }] });
      expect(forwarded.thread_id).not.toBe(thread_id);
    });
  });

  describe("calendar", () => {
    test("events between two times come in order, page by page to the last, in any calendar", async () => {
      const between = "from=2030-02-01T09:30:00Z&to=2030-02-03T09:30:00Z";
      const pages = [["event-1", "event-2"], ["event-3"]];
      expect(await pagesOf(`/calendar/events?${between}&limit=2`, "events")).toEqual(pages);
      const { calendars } = await get("GET", "/calendar/calendars");
      const main = calendars.find((calendar: Item) => calendar.is_primary);
      expect(await pagesOf(`/calendar/events?${between}&limit=2&calendar_id=${main.id}`, "events")).toEqual(pages);
      const other = calendars.find((calendar: Item) => !calendar.is_primary);
      expect((await get("GET", `/calendar/events?${between}&calendar_id=${other.id}`)).events).toEqual([]);
    });

    test.each([
      ["the main calendar", ""],
      ["a calendar by its id", "?calendar_id=primary"],
    ])("in %s an event is made, read, changed and deleted", async (_, query) => {
      const created = await get("POST", `/calendar/events${query}`, {
        title: "Review",
        start: { date_time: "2030-03-01T09:00:00+01:00" },
        end: { date_time: "2030-03-01T10:00:00+01:00" },
        attendees: [{ email: GRACE.microsoft, name: "Grace" }],
        location: "Room 4",
        show_as: "out_of_office",
      });
      const event = {
        id: created.id,
        title: "Review",
        start: { date_time: "2030-03-01T08:00:00" },
        attendees: [{ email: GRACE.microsoft, name: "Grace" }],
        location: "Room 4",
        show_as: "out_of_office",
      };
      const path = `/calendar/events/${created.id}${query}`;
      expect(await get("GET", path)).toMatchObject(event);
      const changed = { ...event, title: "Review, moved" };
      expect(await get("PATCH", path, { title: "Review, moved" })).toMatchObject(changed);
      const day = { start: { date: "2030-03-02" }, end: { date: "2030-03-03" } };
      expect(await get("PATCH", path, day)).toMatchObject({ title: changed.title, all_day: true, ...day });
      await get("DELETE", path);
      expect((await ask("GET", path)).status).toBe(404);
    });
  });

  describe("drive", () => {
    test("a folder's files come page by page to the last, and a file with its bytes", async () => {
      const { files } = await get("GET", "/drive/files?limit=100");
      expect(files).toContainEqual(expect.objectContaining({ id: "plans", kind: "folder", name: "Plans" }));
      const pages = [["plan-1", "plan-2"], ["plan-3", "plan-4"], ["plan-5"]];
      expect(await pagesOf("/drive/folders/plans/children?limit=2", "files")).toEqual(pages);
      expect(await pagesOf("/drive/files?folder_id=plans&limit=2", "files")).toEqual(pages);
      const file = { id: "plan-1", name: "plan 1.txt", mime_type: "text/plain", size: 28 };
      expect(await get("GET", "/drive/files/plan-1")).toMatchObject({ ...file, kind: "file", path: "/Plans" });
      const content = { encoding: "utf-8", content: "The mill, part 1: ünïcode." };
      expect(await get("GET", "/drive/files/plan-1/content")).toEqual({ ...file, ...content });
    });

    test("a file goes up, is read back byte for byte, renamed, moved and deleted", async () => {
      const { id: folder_id } = await get("POST", "/drive/folders", { name: "New", folder_id: "plans" });
      const again = await ask("POST", "/drive/folders", { name: "New", folder_id: "plans" });
      expect([again.status, ownDetails(again.json)]).toEqual([
        409,
        expect.objectContaining({ status: 409, code: "nameAlreadyExists" }),
      ]);
      const content = Buffer.from([0, 255, 128, 10]).toString("base64");
      const name = "ü 100% #1.bin";
      const { id } = await get("POST", "/drive/files", { name, content, encoding: "base64", folder_id });
      expect(await get("GET", `/drive/files/${id}/content`)).toMatchObject({
        name,
        size: 4,
        encoding: "base64",
        content,
      });
      const moved = await get("PATCH", `/drive/files/${id}`, { name: "b.bin", folder_id: "plans" });
      expect(moved).toMatchObject({ name: "b.bin", parents: ["plans"] });
      for (const gone of [id, folder_id]) await get("DELETE", `/drive/files/${gone}`);
      expect((await ask("GET", `/drive/files/${id}`)).status).toBe(404);
      expect((await ask("GET", `/drive/files/${id}/content`)).status).toBe(404);
    });
  });

  describe("tokens", () => {
    test("I-3: each refresh uses the refresh token of the one before", async () => {
      const user = await connected();
      const seen = watch(provider());
      for (let round = 0; round < 3; round++) {
        gateway.clock.move(HOUR_MS + 1_000);
        expect((await ask("GET", INVOICES, undefined, user)).status).toBe(200);
        await gateway.heard();
      }
      const used = seen.tokenForms().map((form) => form.get("refresh_token") ?? "");
      expect(used).toHaveLength(3);
      expect(new Set(used).size).toBe(3);
      const issued = provider().issued.map(({ token }) => token);
      expect(issued).toEqual(expect.arrayContaining(used));
    });

    test("R-23: an access token that is refused early is refreshed once, and the read retried", async () => {
      await get("GET", INVOICES);
      gateway.clock.move(61_000);
      provider().expireAll();
      const seen = watch(provider());
      await get("GET", INVOICES);
      const steps = seen.all().map((request) => (isTokenRequest(provider(), request) ? "token" : request.status));
      expect(steps).toEqual([401, "token", 200]);
    });

    test("R-47: a token that is refused moments after a refresh is renewed once more, since the identity request refuses it too", async () => {
      provider().expireAll();
      const seen = watch(provider());
      await get("GET", INVOICES);
      const steps = seen.all().map((request) => (isTokenRequest(provider(), request) ? "token" : request.status));
      expect(steps).toEqual([401, 401, "token", 200]);
    });

    test("R-22: access that the person revoked ends the integration as revoked", async () => {
      const user = await connected(GRACE.microsoft);
      const token = provider().issued.findLast((issued) => issued.user === GRACE.microsoft)?.token ?? "";
      expect(provider().revoke(token)).toBe(true);
      const refused = await ask("GET", INVOICES, undefined, user);
      expect(`${refused.status} ${refused.json.code}`).toBe("401 INTEGRATION_REVOKED");
      expect((await integrationOf(gateway, user, "microsoft")).status).toBe("revoked");
      await gateway.connect(user, "microsoft", { person: GRACE.microsoft });
      await until(async () => (await ask("GET", INVOICES, undefined, user)).status === 200);
    });

    test("R-22: a refresh token unused for 90 days ends the integration as expired", async () => {
      const user = await connected();
      gateway.clock.move(HOUR_MS + 1_000);
      const error = { error: "invalid_grant", error_description: "AADSTS700082", error_codes: [700082] };
      answerTokens(provider(), () => Response.json(error, { status: 400 }));
      const refused = await ask("GET", INVOICES, undefined, user);
      expect(`${refused.status} ${refused.json.code}`).toBe("401 INTEGRATION_EXPIRED");
    });
  });

  describe("errors", () => {
    test("a missing thing is 404, with the emulator's message", async () => {
      for (const path of ["/mail/messages/none", "/mail/messages?folder=none", "/calendar/events/none"]) {
        const response = await ask("GET", path);
        expect(`${response.status} ${response.json.code}`).toBe("404 NOT_FOUND");
      }
      for (const path of ["/drive/files/none", "/drive/files/none/content"]) {
        expect((await ask("GET", path)).status).toBe(404);
      }
    });

    test.each([
      [400, "InefficientFilter", "400 VALIDATION_ERROR"],
      [403, "ErrorAccessDenied", "403 PERMISSION_DENIED"],
      [404, "MailboxNotEnabledForRESTAPI", "502 PROVIDER_ERROR"],
      [412, "preconditionFailed", "409 PROVIDER_CONFLICT"],
      [423, "resourceLocked", "409 PROVIDER_CONFLICT"],
      [507, "quotaLimitReached", "409 PROVIDER_CONFLICT"],
      [500, "generalException", "502 PROVIDER_ERROR"],
      [503, "serviceNotAvailable", "503 PROVIDER_UNAVAILABLE"],
      [429, "ApplicationThrottled", "503 PROVIDER_UNAVAILABLE"],
    ])("%d %s leaves the integration active", async (status, code, expected) => {
      const error = { code, message: "No.", innerError: { "request-id": "a" } };
      const headers: Record<string, string> = status === 429 ? { "retry-after": "2.128" } : {};
      provider().setFailureInjector(() => Response.json({ error }, { status, headers }));
      const response = await ask("GET", INVOICES);
      expect(`${response.status} ${response.json.code}`).toBe(expected);
      if (status === 429) expect(response.json.details).toMatchObject({ reason: "rate_limited", retry_after: 3 });
      provider().setFailureInjector();
      gateway.clock.move(4_000);
      await get("GET", INVOICES);
    });
  });
});
