// The check's rule for what is written: which fields of a body count as read, which do not, and what `readAs` may say.
import { describe, expect, test } from "bun:test";
import { endpoint, field, file, many, one, pages, record, resource, t } from "../../../src/plugin/index.ts";
import { readBackViolations } from "../../../src/plugin-kit/check/read-back.ts";
import type { RegisteredEndpoint } from "../../../src/providers/registry/registry.ts";

const text = t.Optional(t.String({ description: "A value." }));
const person = record({ id: field.id(), name: field.text() });
const task = record({
  id: field.id(),
  title: field.text(),
  is_done: field.flag(),
  assignee: field.nullableOne(person),
  labels: field.many(person),
});
const registered = (key: string, def: object, effect = "reads") =>
  ({ key, tool: `acme_${key}`, def, effects: { effect } }) as unknown as RegisteredEndpoint;
const read = (key: string, returns: object = one(task)) => registered(key, { returns });
const write = (fields: readonly string[], readAs?: object, key = "create_task", returns: object = one(record({}))) =>
  registered(
    key,
    { body: t.Object(Object.fromEntries(fields.map((name) => [name, text]))), readAs, returns },
    "writes",
  );

const found = (...endpoints: RegisteredEndpoint[]) =>
  readBackViolations(endpoints).map(({ where, message }) => `${where} ${message.split(/[:;]/)[0]}`);

describe("a field is read", () => {
  test.each([
    ["under its own name", "title"],
    ["as a flag", "done"],
    ["as the thing whose id it is", "assignee_id"],
    ["as the things whose ids they are", "label_ids"],
    ["as the list that it adds to", "add_labels"],
    ["as the list that it takes from", "removed_label_ids"],
  ])("%s", (_, name) => {
    expect(found(write([name]), read("get_task"))).toEqual([]);
  });

  test("by the list of the things, and by whatever returns the same resource", () => {
    const list = many("tasks", task, { pagination: pages.whole() });
    expect(found(write(["title"]), read("list_tasks", list))).toEqual([]);
    expect(found(write(["title", "lost"], {}, "create_todo", one(task)), read("list_tasks", list))).toEqual([
      "endpoints.create_todo.body.lost is in no result of acme_list_tasks",
    ]);
  });

  test("in one form of a union, and in the items of a list", () => {
    const forms = resource({
      raw: t.Object({}),
      shape: t.Union([t.Object({ title: t.String() }), t.Object({ rows: t.Array(t.Object({ price: t.Number() })) })]),
      map: () => ({ title: "" }),
    });
    expect(found(write(["title", "rows", "cost"], { cost: "rows.price" }), read("get_task", one(forms)))).toEqual([]);
  });
});

describe("a field is not read", () => {
  test("that no result has, of a create and of an update", () => {
    const where = "is in no result of acme_get_task or acme_list_tasks";
    const reads = [read("get_task"), read("list_tasks", many("tasks", person, { pagination: pages.whole() }))];
    expect(found(write(["title", "lost"]), write(["lost"], {}, "update_task"), ...reads)).toEqual([
      `endpoints.create_task.body.lost ${where}`,
      `endpoints.update_task.body.lost ${where}`,
    ]);
  });

  test("where only another thing of the plugin has it", () => {
    expect(found(write(["name"]), read("get_task"), read("get_person", one(person)))).toEqual([
      "endpoints.create_task.body.name is in no result of acme_get_task",
    ]);
  });
});

describe("`readAs`", () => {
  test("may give one reason for all fields without an entry, and only with a reason", () => {
    const others = (absent: string) => ({ subject: "title", "*": { absent } });
    expect(found(write(["subject", "owner", "notify"], others("Not compared.")), read("get_task"))).toEqual([]);
    expect(found(write(["subject", "owner"], others(" ")), read("get_task"))).toHaveLength(1);
  });

  test("says the field that shows it, at any depth, or why none does", () => {
    const readAs = { subject: "title", owner: "assignee.name", notify: { absent: "It is not stored." } };
    expect(found(write(["subject", "owner", "notify"], readAs), read("get_task"))).toEqual([]);
  });

  test.each([
    [
      "a field that the result lacks",
      ["subject"],
      { subject: "titel" },
      "is `titel`, which no result of acme_get_task has.",
    ],
    ["what is read anyway", ["title"], { title: { absent: "It is not." } }, "is needless"],
    ["what the body does not have", [], { subject: "title" }, "is not a field of the body."],
    ["no reason", ["subject"], { subject: { absent: " " } }, "needs a reason."],
  ] as const)("does not say %s", (_, fields, readAs, message) => {
    const name = Object.keys(readAs)[0];
    expect(found(write(fields, readAs), read("get_task"))).toEqual([`endpoints.create_task.readAs.${name} ${message}`]);
  });
});

describe("free are", () => {
  test.each([
    ["what nothing reads", [write(["lost"])]],
    ["other verbs", [write(["lost"], {}, "send_task"), read("get_task")]],
    ["the list of a batch", [write(["tasks"], {}, "create_tasks"), read("list_tasks")]],
    ["what is read as a file", [write(["content"]), read("get_task", file())]],
  ] as const)("%s", (_, endpoints) => {
    expect(found(...endpoints)).toEqual([]);
  });

  test("names that are deprecated", () => {
    const body = t.Object({ lost: t.Optional(t.String({ deprecated: true })) });
    const def = endpoint({
      ...{ method: "POST", path: "/tasks", permission: "tasks.write", description: "Make a task.", upstream: "/tasks" },
      body,
      returns: one(person),
    });
    expect(found(registered("create_task", def, "writes"), read("get_task"))).toEqual([]);
  });
});
