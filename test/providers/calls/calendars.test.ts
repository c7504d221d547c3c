// Calendars through the gateway: guests change one by one, and a series stays at its wall time over a change of the clocks.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import google from "../../../plugins/google/index.ts";
import microsoft from "../../../plugins/microsoft/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { wallTimeAt } from "../../../src/plugin/wall-times.ts";
import { type Connected, connected } from "../../support/acme.ts";
import { calendarStub } from "../../support/calendar-stub.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(HOOK_MS);
const PLUGINS = [google, microsoft] as unknown as Provider[];
const MAX_GUESTS = 500;
const addressOf = (entry: Record<string, unknown>) =>
  String(entry.email ?? (entry.emailAddress as { address: string }).address);

/** Each provider's own words: how a guest has answered, and a weekly series. */
const PROVIDERS = [
  {
    name: "google",
    change: "PUT",
    answered: (email: string) => ({ email, responseStatus: "accepted", comment: "Gladly", additionalGuests: 1 }),
    recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"],
  },
  {
    name: "microsoft",
    change: "PATCH",
    answered: (address: string) => ({
      emailAddress: { address, name: "A name" },
      type: "optional",
      status: { response: "accepted", time: "2026-01-02T08:00:00Z" },
    }),
    recurrence: { frequency: "weekly", count: 3 },
  },
] as const;

describe.each(PROVIDERS)("the calendar of $name", ({ name, change, answered, recurrence }) => {
  let gateway: TestGateway;
  let ada: Connected;
  let stub = calendarStub();
  const events = `/api/v1/${name}/calendar/events`;
  const call = async (method: string, path: string, body?: object) => {
    const response = await gateway.call(method, path, { key: ada.key, body });
    return { status: response.status, data: response.json.data, error: response.json };
  };
  /** An event whose guests have answered; returns its path here. */
  async function withGuests(count: number): Promise<string> {
    const start = { date_time: "2026-03-05T10:00:00Z" };
    const end = { date_time: "2026-03-05T11:00:00Z" };
    const attendees = Array.from({ length: count }, (_, at) => ({ email: `guest${at}@example.com` }));
    const { data } = await call("POST", events, { title: "Fair", start, end, attendees });
    stub.event(data.id).attendees = attendees.map(({ email }) => answered(email));
    stub.log.splice(0);
    return `${events}/${data.id}`;
  }
  const guestsOf = (path: string) => stub.event(path.split("/").at(-1) ?? "").attendees as Record<string, unknown>[];

  beforeAll(async () => {
    const client = { clientId: "client", clientSecret: "secret" };
    gateway = await startTestGateway({
      lane: "embedded",
      plugins: PLUGINS,
      settings: { google: client, microsoft: client },
      fetch: (href, init) => stub.fetch(href, init),
    });
    ada = await connected(gateway, PLUGINS.find(({ id }) => id === name) as Provider);
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.clock.nextMinute();
    stub = calendarStub();
  });

  test("one of 500 guests goes and one comes, and the others' answers stay byte by byte", async () => {
    const path = await withGuests(MAX_GUESTS);
    const before = guestsOf(path);
    const body = { add_attendees: ["new@example.com"], remove_attendees: ["GUEST7@example.com"] };
    const { status, data } = await call(change, path, body);
    expect([status, data.attendees.length]).toEqual([200, MAX_GUESTS]);
    const after = guestsOf(path);
    expect(after.slice(0, -1)).toEqual(before.filter((entry) => addressOf(entry) !== "guest7@example.com"));
    expect(addressOf(after.at(-1) ?? {})).toBe("new@example.com");
    expect(stub.log.map((line) => line.split(" ")[0])).toEqual(["GET", "PATCH"]);
  });

  test("the whole list keeps the answers of those who stay", async () => {
    const path = await withGuests(3);
    const [, second] = guestsOf(path);
    await call(change, path, { attendees: [{ email: "Guest1@example.com" }, { email: "new@example.com" }] });
    expect(guestsOf(path)[0]).toEqual(second ?? {});
    expect(guestsOf(path).map(addressOf)).toEqual(["guest1@example.com", "new@example.com"]);
  });

  test("somebody else's change meanwhile is kept, and one without end is a conflict", async () => {
    const path = await withGuests(2);
    const id = path.split("/").at(-1) ?? "";
    const elsewhere = () => {
      const event = stub.event(id);
      const tag = name === "google" ? "etag" : "@odata.etag";
      Object.assign(event, { [tag]: `${event[tag]}x`, attendees: [...guestsOf(path), answered("other@example.com")] });
    };
    stub.beforeChange = () => {
      stub.beforeChange = () => {};
      elsewhere();
    };
    expect((await call(change, path, { add_attendees: ["new@example.com"] })).status).toBe(200);
    const present = ["guest0@example.com", "guest1@example.com", "other@example.com", "new@example.com"];
    expect(guestsOf(path).map(addressOf)).toEqual(present);
    stub.beforeChange = elsewhere;
    stub.log.splice(0);
    const refused = await call(change, path, { remove_attendees: ["guest0@example.com"] });
    expect([refused.status, refused.error.details.code]).toEqual([409, "changed_meanwhile"]);
    expect(stub.log).toHaveLength(6);
    expect(guestsOf(path).map(addressOf)).toContain("guest0@example.com");
  });

  test("a change without guests sends one request, and one that changes nobody only reads", async () => {
    const path = await withGuests(2);
    expect((await call(change, path, { title: "Moved" })).status).toBe(200);
    expect(stub.log.map((line) => line.split(" ")[0])).toEqual(["PATCH"]);
    stub.log.splice(0);
    const { status, data } = await call(change, path, { add_attendees: ["GUEST0@example.com"] });
    expect([status, data.title]).toEqual([200, "Moved"]);
    expect(stub.log.map((line) => line.split(" ")[0])).toEqual(["GET"]);
  });

  test("a whole list beside single guests is refused before anything is sent", async () => {
    const path = await withGuests(1);
    const { status, error } = await call(change, path, { attendees: [], add_attendees: ["new@example.com"] });
    expect([status, error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(JSON.stringify(error)).toContain("is the whole list of guests");
    expect(stub.log).toEqual([]);
  });

  test("a weekly series goes out and comes back at its wall time, before and after the clocks change", async () => {
    const zones = fc.constantFrom("America/New_York", "Europe/Madrid", "Australia/Sydney");
    // A week on either side of the changes in spring and autumn, at hours that exist on every day.
    const days = fc.constantFrom("2026-03-05", "2026-03-26", "2026-10-01", "2026-10-22", "2026-10-29");
    const hours = fc.integer({ min: 8, max: 22 }).map((hour) => String(hour).padStart(2, "0"));
    await fc.assert(
      fc.asyncProperty(zones, days, hours, async (time_zone, day, hour) => {
        gateway.clock.nextMinute();
        stub = calendarStub();
        const wall = `${day}T${hour}:00:00`;
        const at = (date_time: string) => ({ date_time, time_zone });
        const body = { title: "Fair", start: at(wall), end: at(`${day}T${hour}:30:00`), recurrence };
        expect((await call("POST", events, body)).status).toBe(200);
        const span = "from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z";
        const { data } = await call("GET", `${events}?${span}&time_zone=${encodeURIComponent(time_zone)}`);
        const starts = data.events.map(({ start }: { start: { date_time: string } }) => start.date_time.slice(0, 19));
        const expected = [0, 7, 14].map((later) => wallTimeAt(Date.parse(`${wall}Z`) + later * 86_400_000, "UTC"));
        expect(starts).toEqual(expected);
      }),
      { numRuns: 12 },
    );
  });
});

describe("an answer to an invitation at Google", () => {
  test.each([
    ["with a comment", { response: "declined", comment: "On holiday" }],
    ["without one", { response: "accepted" }],
  ])("%s is stored, and the others' entries stay", async (_, answer) => {
    const stub = calendarStub();
    const client = { clientId: "client", clientSecret: "secret" };
    const plugins = [google] as unknown as Provider[];
    const gateway = await startTestGateway({
      lane: "embedded",
      plugins,
      settings: { google: client },
      fetch: stub.fetch,
    });
    const { key } = await connected(gateway, plugins[0] as Provider);
    const events = "/api/v1/google/calendar/events";
    const times = { start: { date_time: "2026-03-05T10:00:00Z" }, end: { date_time: "2026-03-05T11:00:00Z" } };
    const { json } = await gateway.call("POST", events, { key, body: { title: "Fair", ...times } });
    const other = { email: "ada@example.com", responseStatus: "tentative", comment: "Late" };
    stub.event(json.data.id).attendees = [other, { email: "me@example.com", self: true, optional: true }];
    expect((await gateway.call("POST", `${events}/${json.data.id}/respond`, { key, body: answer })).status).toBe(200);
    const { response, comment } = answer as { response: string; comment?: string };
    const own = { email: "me@example.com", self: true, optional: true, responseStatus: response };
    expect(stub.event(json.data.id).attendees).toEqual([other, { ...own, ...(comment && { comment }) }]);
    await gateway.close();
  });
});
