// An issue's event as the inbox shows it, whether it was delivered or polled.
import { type EventView, nullable, type Static, shapes, t } from "gateway/plugin";
import { namedThing } from "./fields.ts";
import { teamRef } from "./team.ts";

export const issueEventShape = t.Object({
  id: t.String(),
  key: t.String({ description: "The issue's identifier, such as ENG-12." }),
  title: t.String(),
  url: shapes.nullableText("URL to open in a browser."),
  state: shapes.nullableText("Name of the workflow state."),
  state_type: shapes.nullableText(),
  priority_label: shapes.nullableText(),
  due_date: shapes.nullableText(),
  team: nullable(teamRef),
  project: nullable(namedThing),
  assignee: nullable(namedThing),
  changed: t.Array(t.String(), { description: "Linear's names of the changed fields." }),
  actor_name: shapes.nullableText("Name of who made the change."),
  occurred_at: shapes.nullableText(),
});
export type IssueEvent = Static<typeof issueEventShape>;

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
