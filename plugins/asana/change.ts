// What the inbox shows of an Asana task that a poll found created, changed or completed.
import {
  asDay,
  asTime,
  changesSince,
  type EventView,
  maybe,
  maybeFlag,
  maybeText,
  nullable,
  type PolledEventDef,
  polledEvent,
  type Static,
  shapes,
  t,
  textAt,
  timeOfMs,
  valueAt,
} from "gateway/plugin";
import { REF, within } from "./fields.ts";

const named = t.Object({ gid: t.String(), name: maybeText });
const raw = t.Object({
  change: t.String(),
  at: t.String(),
  task: t.Object({
    gid: t.String({ minLength: 1 }),
    name: maybeText,
    completed: maybeFlag,
    assignee: maybe(named),
    due_on: maybeText,
    projects: maybe(t.Array(named)),
    permalink_url: maybeText,
  }),
});
/** The fields that a poll requests. */
export const CHANGED = [
  ...["name", "completed", "completed_at", "due_on", "permalink_url", "created_at", "modified_at"],
  ...within("assignee", REF),
  ...within("projects", REF),
];

const place = t.Object({ id: t.String(), name: shapes.nullableText() });
const changeShape = t.Object({
  id: t.String({ description: "Id of the task." }),
  title: shapes.nullableText(),
  is_completed: t.Boolean(),
  assignee: nullable(place),
  due_on: shapes.nullableDay(),
  projects: t.Array(place),
  url: shapes.nullableText("URL to open in a browser."),
  occurred_at: shapes.nullableTime(),
});
type Change = Static<typeof changeShape>;

const msAt = (task: unknown, name: string) => Date.parse(textAt(task, name) ?? "");
/** A task that is completed is stamped as changed at the same time, or shortly after. */
const STAMP_MS = 1_000;

/** What happened to a task since a time. A list may show tasks whose own change is older: those say nothing. */
export function changesOf(task: unknown, since: number): object[] {
  const [createdAt, changedAt, completedAt] = ["created_at", "modified_at", "completed_at"].map((name) =>
    msAt(task, name),
  ) as [number, number, number];
  const isCompleted = valueAt(task, "completed") === true && completedAt >= since;
  const changes = changesSince(since, createdAt, changedAt).filter(
    (change) =>
      change === "created" || (changedAt >= since && !(isCompleted && Math.abs(changedAt - completedAt) < STAMP_MS)),
  );
  const times = { created: createdAt, updated: changedAt, completed: completedAt };
  return [...changes, ...(isCompleted ? (["completed"] as const) : [])].map((change) => ({
    change,
    at: timeOfMs(times[change]),
    task,
  }));
}

const toRef = ({ gid, name }: Static<typeof named>) => ({ id: gid, name: name ?? null });

function viewOf(what: string) {
  return ({ title, assignee, url, occurred_at }: Change): EventView => ({
    title: `${title || "A task"} was ${what}`,
    summary: assignee?.name ? `Assigned to ${assignee.name}` : null,
    url,
    occurredAt: occurred_at,
  });
}

function changeEvent(change: "created" | "updated" | "completed", description: string): PolledEventDef {
  return polledEvent({
    description,
    match: (item) => textAt(item, "change") === change,
    // A task is created once; completed and changed it can be again.
    id: ({ task, at }) => `${task.gid}/${change === "created" ? change : `${change}/${at}`}`,
    raw,
    shape: changeShape,
    map: ({ task, at }) => ({
      id: task.gid,
      title: task.name ?? null,
      is_completed: task.completed === true,
      assignee: task.assignee ? toRef(task.assignee) : null,
      due_on: asDay(task.due_on),
      projects: (task.projects ?? []).map(toRef),
      url: task.permalink_url ?? null,
      occurred_at: asTime(at),
    }),
    view: viewOf(change === "updated" ? "changed" : change),
  });
}

/** The events of a poll; `prefix` tells those of a person's tasks from those of a project. */
export const changeEvents = (prefix: string, ofWhom: string): Record<string, PolledEventDef> => ({
  [`tasks.${prefix}created`]: changeEvent("created", `An Asana task ${ofWhom} was created.`),
  [`tasks.${prefix}updated`]: changeEvent("updated", `An Asana task ${ofWhom} was changed, reopened or commented on.`),
  [`tasks.${prefix}completed`]: changeEvent("completed", `An Asana task ${ofWhom} was completed.`),
});
