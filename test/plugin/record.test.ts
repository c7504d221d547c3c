// Records: one declaration of a field gives what is required of the provider, what callers get, and the map between.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkerOf } from "../../src/foundation/schema/check.ts";
import { type AnyCall, field, nullable, record, resource, type Static, t } from "../../src/plugin/index.ts";

const call = {} as AnyCall;
const member = record({ id: field.id({ from: "gid" }), name: field.nullableText() });
const task = record({
  id: field.id(),
  title: field.text({ from: "name", description: "What is to do." }),
  is_done: field.flag({ from: "completed" }),
  note: field.nonEmptyText(),
  place: field.nullableText({ from: "location.address.city" }),
  project_id: field.nullableId({ from: "project.id" }),
  estimate: field.nullableNumber(),
  due_on: field.nullableDay({ from: "due" }),
  created_at: field.time(),
  updated_at: field.nullableTime(),
  closed_at: field.nullableUnixTime({ from: "closed" }),
  labels: field.texts(),
  owner: field.nullableOne(member, { description: "Who is to do it." }),
  followers: field.many(member),
});
const least = { id: 7, name: "Write", created_at: "2026-01-31T09:00:00Z" };

test("each value is read at its path and becomes its kind", () => {
  const whole = {
    ...least,
    completed: true,
    note: "Soon",
    location: { address: { city: "Bern" } },
    project: { id: 12 },
    estimate: 1.5,
    due: "2026-02-01",
    updated_at: "2026-01-31T10:00:00+01:00",
    closed: 1_769_850_000,
    labels: ["a"],
    owner: { gid: "1", name: "Owner" },
    followers: [{ gid: 2 }, { gid: "3", name: null }],
    unread: "left out",
  };
  expect(checkerOf(task.raw).Check(whole)).toBe(true);
  const mapped = task.map(whole, call);
  expect(checkerOf(task.shape).Check(mapped)).toBe(true);
  expect(mapped).toEqual({
    id: "7",
    title: "Write",
    is_done: true,
    note: "Soon",
    place: "Bern",
    project_id: "12",
    estimate: 1.5,
    due_on: "2026-02-01",
    created_at: "2026-01-31T09:00:00Z",
    updated_at: "2026-01-31T10:00:00+01:00",
    closed_at: "2026-01-31T09:00:00.000Z",
    labels: ["a"],
    owner: { id: "1", name: "Owner" },
    followers: [
      { id: "2", name: null },
      { id: "3", name: null },
    ],
  });
});

test("what the provider leaves out is null, false or empty", () => {
  expect(checkerOf(task.raw).Check(least)).toBe(true);
  expect(task.map({ ...least, note: "" }, call)).toMatchObject({ note: null });
  expect(task.map(least, call)).toMatchObject({
    is_done: false,
    note: null,
    place: null,
    project_id: null,
    closed_at: null,
    labels: [],
    owner: null,
    followers: [],
  });
  for (const absent of [null, {}, { address: null }, { address: {} }])
    expect(checkerOf(task.raw).Check({ ...least, location: absent })).toBe(true);
});

test("a missing or wrong value that is required is refused before it is mapped", () => {
  for (const wrong of [
    { ...least, id: null },
    { ...least, id: "" },
    { ...least, id: 1.5 },
    { ...least, name: 3 },
    { ...least, created_at: "yesterday" },
    { ...least, location: { address: { city: 1 } } },
    { ...least, location: "Bern" },
    { ...least, owner: { name: "without an id" } },
    { ...least, labels: [1] },
  ])
    expect([wrong, checkerOf(task.raw).Check(wrong)]).toEqual([wrong, false]);
  expect(checkerOf(record({ id: field.id({ from: "data.id" }) }).raw).Check({})).toBe(false);
});

test("two fields may read one value, and a value beside what is in it", () => {
  const both = record({
    id: field.of({ from: "uri", raw: t.String(), shape: t.String(), map: (uri) => uri.split("/").at(-1) ?? uri }),
    url: field.text({ from: "uri" }),
    has_owner: field.of({ from: "owner", raw: t.Unknown(), shape: t.Boolean(), map: (owner) => owner !== null }),
    owner_name: field.nullableText({ from: "owner.name" }),
  });
  const raw = { uri: "https://api.example/things/4", owner: { name: "Owner" } };
  expect(checkerOf(both.raw).Check(raw)).toBe(true);
  expect(checkerOf(both.raw).Check({ uri: 4, owner: null })).toBe(false);
  expect(both.map(raw, call)).toEqual({ id: "4", url: raw.uri, has_owner: true, owner_name: "Owner" });
});

test("a derived field reads several values, also those that other fields read", () => {
  const thing = record({
    title: field.nullableText(),
    private: field.flag(),
    visibility: field.derived({
      reads: t.Object({ private: t.Boolean(), visibility: t.Optional(t.String()) }),
      shape: t.String(),
      map: ({ private: isPrivate, visibility }) => visibility ?? (isPrivate ? "private" : "public"),
    }),
    name: field.derived({
      reads: t.Object({ title: t.Optional(t.String()), id: t.String() }),
      shape: t.String(),
      map: ({ title, id }) => title || id,
    }),
    is_open: field.derived({
      reads: t.Object({ private: t.Optional(t.Boolean()) }),
      shape: t.Boolean(),
      map: ({ private: isPrivate = true }) => !isPrivate,
    }),
  });
  const seen = { id: "7", private: true };
  expect(thing.map(seen)).toEqual({ title: null, private: true, visibility: "private", name: "7", is_open: false });
  expect(checkerOf(thing.raw).Check(seen)).toBe(true);
  // What one field may miss and another may not is required; what all may miss is not.
  expect(checkerOf(thing.raw).Check({ id: "7" })).toBe(false);
  const one = field.derived({ reads: t.Object({ a: t.String() }), shape: t.String(), map: ({ a }) => a });
  const other = field.derived({ reads: t.Object({ a: t.Optional(t.String()) }), shape: t.String(), map: () => "" });
  for (const fields of [
    { one, other },
    { other, one },
  ])
    expect(checkerOf(record(fields).raw).Check({})).toBe(false);
  expect(checkerOf(record({ other }).raw).Check({})).toBe(true);
  expect(checkerOf(thing.raw).Check({ ...seen, title: 1 })).toBe(false);
  expect(Object.keys(thing.raw.properties).toSorted()).toEqual(["id", "private", "title", "visibility"]);
});

test("a record has the title that its options give", () => {
  expect(record({ id: field.id() }, { title: "AcmeTask" }).shape.title).toBe("AcmeTask");
});

test("a thing that its map skips is not in a list", () => {
  const shown = resource({
    raw: t.Object({ id: t.Integer(), hidden: t.Boolean() }),
    shape: t.Object({ id: t.String() }),
    map: ({ id, hidden }) => (hidden ? null : { id: String(id) }),
  });
  const things = [
    { id: 1, hidden: true },
    { id: 2, hidden: false },
  ];
  expect(record({ things: field.many(shown) }).map({ things }, call)).toEqual({ things: [{ id: "2" }] });
});

test("callers' types are those of the fields", () => {
  const typed: Static<typeof task.shape> = task.map(least, call) as Static<typeof task.shape>;
  const id: string = typed.id;
  const owner: { id: string; name: string | null } | null = typed.owner;
  // @ts-expect-error A nullable text is no text.
  const place: string = typed.place;
  expect([id, owner, place as unknown]).toEqual(["7", null, null]);
});

test("whatever the raw schema lets in, the map turns into the shape", () => {
  const text = fc.option(fc.oneof(fc.string(), fc.constant("2026-01-31"), fc.constant("__proto__")), {
    nil: undefined,
  });
  const values = fc.record(
    {
      id: fc.oneof(fc.integer(), fc.string()),
      name: fc.string(),
      completed: fc.oneof(fc.boolean(), fc.constant(null)),
      location: fc.oneof(
        fc.constant(null),
        fc.record({ address: fc.oneof(fc.constant(null), fc.record({ city: text })) }),
      ),
      project: fc.oneof(fc.constant(null), fc.record({ id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)) })),
      estimate: fc.oneof(fc.double(), fc.constant(null)),
      due: text,
      created_at: fc.oneof(fc.constant("2026-01-31T09:00:00Z"), fc.string()),
      updated_at: text,
      closed: fc.oneof(fc.double(), fc.integer()),
      labels: fc.oneof(fc.array(fc.string()), fc.constant(null)),
      owner: fc.oneof(fc.constant(null), fc.record({ gid: fc.integer(), name: text })),
      followers: fc.array(fc.record({ gid: fc.oneof(fc.integer(), fc.string()) })),
    },
    { requiredKeys: ["id", "name", "created_at"] },
  );
  let seen = 0;
  fc.assert(
    fc.property(values, (raw) => {
      if (!checkerOf(task.raw).Check(raw)) return;
      seen += 1;
      expect([...checkerOf(task.shape).Errors(task.map(raw, call))]).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
  expect(seen).toBeGreaterThan(20);
});

test("a nullable schema says its description once, beside null", () => {
  const day = t.String({ description: "A day." });
  const plain = (schema: unknown) => JSON.parse(JSON.stringify(schema));
  const schemas = [{ type: "string" }, { type: "null" }];
  expect(plain(nullable(day))).toEqual({ description: "A day.", anyOf: schemas });
  expect(plain(nullable(day, "Its day."))).toEqual({ description: "Its day.", anyOf: schemas });
  expect(plain(nullable(t.String()))).toEqual({ anyOf: schemas });
});
