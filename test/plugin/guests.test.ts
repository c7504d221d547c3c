// Tests that a change of an event's guests leaves the others as the provider has them.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type GuestEntry as GoogleEntry, guestForm as google } from "../../plugins/google/calendar-guests.ts";
import { type GuestEntry as OutlookEntry, guestForm as outlook } from "../../plugins/microsoft/calendar-guests.ts";
import {
  changedGuests,
  changesGuests,
  type GuestChange,
  type GuestForm,
  InvalidInput,
} from "../../src/plugin/index.ts";

const lower = (email: string) => email.toLowerCase();
const inAnyCase = (email: fc.Arbitrary<string>) =>
  fc.tuple(email, fc.boolean()).map(([text, isUpper]) => (isUpper ? text.toUpperCase() : text));
const address = inAnyCase(fc.integer({ min: 0, max: 15 }).map((one) => `guest${one}@example.com`));
const addresses = fc.array(address, { maxLength: 12 });
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const googleEntry: fc.Arbitrary<GoogleEntry> = fc.record(
  {
    email: address,
    id: fc.string(),
    displayName: fc.string(),
    responseStatus: fc.constantFrom("needsAction", "declined", "tentative", "accepted"),
    comment: fc.string(),
    additionalGuests: fc.integer({ min: 0, max: 9 }),
    optional: fc.boolean(),
    resource: fc.boolean(),
    organizer: fc.boolean(),
    self: fc.boolean(),
  },
  { requiredKeys: ["email"] },
);
const outlookEntry: fc.Arbitrary<OutlookEntry> = fc.record(
  {
    emailAddress: fc.record({ name: fc.string(), address }),
    type: fc.constantFrom("required", "optional", "resource"),
    status: fc.record({ response: fc.constantFrom("none", "accepted", "declined"), time: fc.string() }),
    proposedNewTime: fc.constant({ start: { dateTime: "2026-02-01T10:00:00", timeZone: "UTC" } }),
  },
  { requiredKeys: ["emailAddress"] },
);

interface Setting {
  name: string;
  form: GuestForm<object, { email: string }>;
  entries: fc.Arbitrary<object[]>;
}
const distinct = (entry: fc.Arbitrary<object>, form: Setting["form"]) =>
  fc.uniqueArray(entry, { maxLength: 12, selector: (one) => lower(form.emailOf(one) ?? "") });
const settings: Setting[] = [
  [googleEntry, google, "Google"] as const,
  [outlookEntry, outlook("guest1@example.com"), "Outlook"] as const,
].map(([entry, form, name]) => {
  const erased = form as unknown as Setting["form"];
  return { name, form: erased, entries: distinct(entry as fc.Arbitrary<object>, erased) };
});

/** What is sent, by address in lower case; fails where an address is sent twice. */
function sentBy(form: Setting["form"], sent: readonly object[]): Map<string, object> {
  const byAddress = new Map(sent.map((entry) => [lower(form.emailOf(entry) ?? ""), entry]));
  expect(byAddress.size).toBe(sent.length);
  return byAddress;
}
const sortedKeys = (map: Map<string, unknown>) => [...map.keys()].sort();

describe.each(settings)("guests of $name", ({ form, entries }) => {
  test("who are added and removed by address leave the others byte by byte as they were", () => {
    fc.assert(
      fc.property(entries, addresses, addresses, (before, add, remove) => {
        const removed = new Set(remove.map(lower));
        const add_attendees = add.filter((email) => !removed.has(lower(email)));
        const sent = sentBy(form, changedGuests(before, { add_attendees, remove_attendees: remove }, form));
        const known = sentBy(form, before);
        const wanted = new Set([...known.keys(), ...add_attendees.map(lower)].filter((email) => !removed.has(email)));
        expect(sortedKeys(sent)).toEqual([...wanted].sort());
        for (const [email, entry] of sent) {
          const stays = known.get(email);
          if (stays) expect(JSON.stringify(entry)).toBe(JSON.stringify(stays));
          else expect(lower(form.emailOf(entry) ?? "")).toBe(email);
        }
      }),
    );
  });

  test("who are sent as the whole list keep what they have, and the organizer and rooms stay", () => {
    fc.assert(
      fc.property(entries, addresses, (before, list) => {
        const attendees = list.map((email) => ({ email }));
        const sent = sentBy(form, changedGuests(before, { attendees }, form));
        const known = sentBy(form, before);
        const fixed = before.filter(form.isFixed).map((entry) => lower(form.emailOf(entry) ?? ""));
        expect(sortedKeys(sent)).toEqual([...new Set([...fixed, ...list.map(lower)])].sort());
        for (const [email, entry] of sent)
          if (known.has(email)) expect(JSON.stringify(entry)).toBe(JSON.stringify(known.get(email)));
      }),
    );
  });

  test("change only in what the whole list says of them", () => {
    fc.assert(
      fc.property(entries, maybe(fc.string({ minLength: 1 })), maybe(fc.boolean()), (before, name, optional) => {
        const attendees = before.map((entry) => ({
          email: form.emailOf(entry) ?? "",
          ...(name !== undefined && { name }),
          ...(optional !== undefined && { optional }),
        }));
        const sent = sentBy(form, changedGuests(before, { attendees }, form));
        const said = ["displayName", "optional", "type", "emailAddress"];
        const rest = (entry: object) => JSON.stringify(Object.entries(entry).filter(([key]) => !said.includes(key)));
        for (const entry of before) expect(rest(sent.get(lower(form.emailOf(entry) ?? "")) ?? {})).toBe(rest(entry));
      }),
    );
  });

  test("are the provider's own list where nothing changes", () => {
    fc.assert(
      fc.property(entries, (before) => {
        const present = before.map((entry) => (form.emailOf(entry) ?? "").toUpperCase());
        expect(changedGuests(before, { add_attendees: present }, form)).toBe(before);
        expect(changedGuests(before, { remove_attendees: ["nobody@example.com"] }, form)).toBe(before);
        expect(changedGuests(before, { attendees: present.map((email) => ({ email })) }, form)).toBe(before);
      }),
    );
  });

  test("cost in line with their number", () => {
    const of = (count: number) => Array.from({ length: count }, (_, one) => `g${one}@example.com`);
    const msFor = (count: number) => {
      const before = changedGuests([], { add_attendees: of(count) }, form);
      const startedAt = performance.now();
      for (let times = 0; times < 20; times++)
        changedGuests(before, { add_attendees: ["a@example.com"], remove_attendees: of(count / 2) }, form);
      return performance.now() - startedAt;
    };
    // Whatever else the machine does delays some runs, not the best of five.
    const bestFor = (count: number) => Math.min(...Array.from({ length: 5 }, () => msFor(count)));
    // Sixteen times the guests: linear work takes some sixteen times as long, quadratic work 256 times.
    expect(bestFor(8_000)).toBeLessThan(100 * Math.max(1, bestFor(500)));
  });
});

describe("guests without an address", () => {
  test("stay unless a whole list leaves them out, and rooms always", () => {
    const form = outlook();
    const group: OutlookEntry = { emailAddress: { name: "Group" }, type: "required" };
    const room: OutlookEntry = { emailAddress: { name: "Mill", address: null }, type: "resource" };
    const [added] = changedGuests([], { add_attendees: ["a@example.com"] }, form);
    expect(changedGuests([group, room], { add_attendees: ["a@example.com"] }, form)).toEqual([
      group,
      room,
      added ?? {},
    ]);
    expect(changedGuests([group, room], { attendees: [{ email: "a@example.com" }] }, form)).toEqual([
      room,
      added ?? {},
    ]);
  });
});

describe("a change of guests", () => {
  const [ada, bob] = ["ada@example.com", "bob@example.com"];
  const refused: [what: string, change: GuestChange<object>, message: string][] = [
    ["a list and one to add", { attendees: [], add_attendees: [ada] }, '"attendees" is the whole list of guests'],
    ["a list and one to remove", { attendees: [], remove_attendees: [ada] }, '"attendees" is the whole list of guests'],
    [
      "one to add and to remove",
      { add_attendees: [bob, "Ada@example.com"], remove_attendees: [ada] },
      '"Ada@example.com" is in both',
    ],
  ];
  test.each(refused)("is refused with %s", (_, change, message) => {
    expect(() => changesGuests(change)).toThrow(InvalidInput);
    expect(() => changesGuests(change)).toThrow(message);
  });

  test("is one where there is a list, also an empty one, or somebody to add or remove", () => {
    expect(changesGuests({})).toBe(false);
    for (const change of [{ attendees: [] }, { add_attendees: [ada] }, { remove_attendees: [ada] }])
      expect(changesGuests(change)).toBe(true);
  });
});
