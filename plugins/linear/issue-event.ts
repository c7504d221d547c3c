// An issue's event as the inbox shows it, whether it was delivered or polled.
import { type EventView, field, maybe, maybeText, record, type Static, shapes, t, textAt } from "gateway/plugin";
import { namedThing } from "./fields.ts";
import { teamRef } from "./team.ts";

/** Fields that every update changes. */
const ALWAYS = ["updatedAt", "sortOrder", "prioritySortOrder", "subIssueSortOrder"];
export const changedFields = (before: unknown) =>
  Object.keys(Object(before ?? {})).filter((name) => !ALWAYS.includes(name));

interface Places {
  /** Where the item has its issue. */
  issue: "data" | "issue";
  /** Where it has the name of who did it, and when they did. */
  actor: string;
  time: string;
}
/** What an inbound webhook or a poll's item says of an issue. */
export const issueEvent = ({ issue, actor, time }: Places) =>
  record({
    id: field.text({ from: `${issue}.id` }),
    key: field.text({ from: `${issue}.identifier`, description: "The issue's identifier, such as ENG-12." }),
    title: field.text({ from: `${issue}.title` }),
    url: field.derived({
      reads: t.Object({ url: maybeText, [issue]: t.Object({ url: maybeText }) }),
      shape: shapes.nullableText("URL to open in a browser."),
      map: (item) => textAt(item, `${issue}.url`) ?? textAt(item, "url"),
    }),
    state: field.nullableText({ from: `${issue}.state.name`, description: "Name of the workflow state." }),
    state_type: field.nullableText({ from: `${issue}.state.type` }),
    priority_label: field.nullableText({ from: `${issue}.priorityLabel` }),
    due_date: field.nullableText({ from: `${issue}.dueDate` }),
    team: field.nullableOne(teamRef, { from: `${issue}.team` }),
    project: field.nullableOne(namedThing, { from: `${issue}.project` }),
    assignee: field.nullableOne(namedThing, { from: `${issue}.assignee` }),
    changed: field.of({
      from: "updatedFrom",
      raw: maybe(t.Object({})),
      shape: t.Array(t.String(), { description: "Linear's names of the changed fields." }),
      map: changedFields,
    }),
    actor_name: field.nullableText({ from: actor, description: "Name of who made the change." }),
    occurred_at: field.nullableText({ from: time }),
  });
export type IssueEvent = Static<ReturnType<typeof issueEvent>["shape"]>;

/** `what` completes the title, after the issue's key. */
export function issueEventView(issue: IssueEvent, what: string): EventView {
  return {
    title: `${issue.key} ${what}`,
    summary: issue.title,
    actor: issue.actor_name,
    url: issue.url,
    occurredAt: issue.occurred_at,
  };
}
