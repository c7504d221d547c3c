// Events of records: what an event says is declared once, as the thing's record, for webhooks and for polls.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkerOf } from "../../src/foundation/schema/check.ts";
import {
  type CallIdentity,
  event,
  field,
  type InboundWebhook,
  polledEvent,
  record,
  resource,
  type SourceContext,
  t,
} from "../../src/plugin/index.ts";

const task = record({
  id: field.id({ from: "task.gid" }),
  title: field.nullableText({ from: "task.name" }),
  key: field.derived({
    reads: t.Object({ project: t.String(), number: t.Integer() }),
    shape: t.String(),
    map: ({ project, number }) => `${project}-${number}`,
  }),
});
const parts = {
  description: "A task was created.",
  view: ({ key, title }: { key: string; title: string | null }) => ({ title: title ?? key }),
};
const pushed = event({ ...parts, match: () => true, payload: task });
const polled = polledEvent({ ...parts, id: (item, { key }) => `${typeof item} ${key}`, payload: task });
const identity: CallIdentity = { id: "1", name: "ada", tenant: {} };
const [inbound, context] = [{} as InboundWebhook, {} as SourceContext];

const items = fc.record({
  task: fc.record({ gid: fc.oneof(fc.integer(), fc.string({ minLength: 1 })) }, { requiredKeys: ["gid"] }),
  project: fc.string(),
  number: fc.integer(),
  unread: fc.anything(),
});

test("pushed and polled events of a record say what the record says, of each item that it takes", () => {
  fc.assert(
    fc.property(items, (item) => {
      const payload = task.map(item);
      expect(checkerOf(pushed.raw).Check(item)).toBe(checkerOf(task.raw).Check(item));
      expect(checkerOf(task.shape).Check(payload)).toBe(true);
      expect(pushed.map(item as never, inbound, null, identity)).toEqual(payload);
      expect(polled.map(item as never, context)).toEqual(payload);
      expect(polled.id(item as never, payload as never)).toBe(`object ${item.project}-${item.number}`);
    }),
  );
  expect([pushed.shape, polled.shape]).toEqual([task.shape, task.shape]);
});

test("an item that lacks what a derived field reads is no event", () => {
  const whole = { task: { gid: 7 }, project: "ENG", number: 4 };
  for (const gone of ["task", "project", "number"]) {
    const { [gone as "task"]: _, ...item } = whole;
    expect([gone, checkerOf(pushed.raw).Check(item)]).toEqual([gone, false]);
  }
});

test("a record gets nothing of the webhook: a field that reads a call finds none, rather than the webhook", () => {
  const calls: unknown[] = [];
  const reader = record({
    id: field.of({
      raw: t.String(),
      shape: t.String(),
      map: (id, call) => {
        calls.push(call);
        return id;
      },
    }),
  });
  event({ ...parts, match: () => true, payload: reader, view: ({ id }) => ({ title: id }) }).map(
    { id: "1" } as never,
    inbound,
    null,
    identity,
  );
  polledEvent({ ...parts, id: () => "1", payload: reader, view: ({ id }) => ({ title: id }) }).map(
    { id: "1" } as never,
    context,
  );
  expect(calls).toEqual([undefined, undefined]);
});

test("what a view leaves out is null", () => {
  const view = { title: "ENG-4", summary: null, actor: null, url: null, occurredAt: null };
  expect(pushed.view({ key: "ENG-4", title: null } as never)).toEqual(view);
  expect(polled.view({ key: "ENG-4", title: null } as never)).toEqual(view);
});

test("a resource whose map reads a call is the payload of no event, which the compiler says", () => {
  const shape = t.Object({ id: t.String() });
  const raw = t.Object({ id: t.String() });
  const own = resource({ raw, shape, map: ({ id }) => ({ id }) });
  const ofCall = resource({ raw, shape, map: ({ id }, { params }) => ({ id: params.id ?? id }) });
  const view = () => ({ title: "A task" });
  const said = event({ description: "A task.", match: () => true, payload: own, view });
  expect(said.map({ id: "1" } as never, inbound, null, identity)).toEqual({ id: "1" });
  // @ts-expect-error There is no call.
  event({ description: "A task.", match: () => true, payload: ofCall, view });
});
