// What happens in a GitLab project as the inbox shows it, whether it was delivered or found by a poll.
import { asUtc, type EventView, entryOf, type Static, shapes, t } from "gateway/plugin";

/** An issue or a merge request that something happened to. */
export const activityShape = t.Object({
  id: t.String(),
  type: t.String({ description: "issue or merge_request." }),
  number: t.Integer({ description: "Number within the project." }),
  key: t.String({ description: "#12 for an issue, !7 for a merge request." }),
  title: t.String(),
  state: t.String({ description: "opened, closed, merged or locked." }),
  labels: t.Array(t.String()),
  source_branch: shapes.nullableText("Only for merge requests; null for issues."),
  target_branch: shapes.nullableText("Only for merge requests; null for issues."),
  changes: t.Array(t.String(), { description: "Names of the fields that changed; empty if a poll found it." }),
  project: shapes.nullableText("Path of the project, such as acme/site."),
  project_id: t.String(),
  actor: shapes.nullableText("Username of the person who did it; if a poll found it, the author of what is new."),
  url: shapes.nullableText(),
  occurred_at: shapes.nullableTime(),
});
export type Activity = Static<typeof activityShape>;
export type Kind = "issue" | "merge_request";
export const SIGNS: Readonly<Record<Kind, string>> = { issue: "#", merge_request: "!" };

const DONE: Readonly<Record<string, string>> = {
  opened: "opened",
  updated: "changed",
  closed: "closed",
  reopened: "opened again",
  merged: "merged",
  approved: "approved",
};

export function viewOfActivity(
  { type, project, key, title, actor, url, occurred_at }: Activity,
  what: string,
): EventView {
  const thing = type === "issue" ? "Issue" : "Merge request";
  return {
    title: `${thing} ${entryOf(DONE, what) ?? what}: ${project ?? ""}${key} ${title}`,
    actor,
    url,
    occurredAt: occurred_at,
  };
}

/** A time of an inbound webhook: some are written 2026-01-31 09:00:00 UTC. */
export const hookTime = (value: unknown) => asUtc(typeof value === "string" ? value.replace(/ UTC$/, "") : null, "Z");

/** Text on one line, cut at 200 characters. */
export const shortened = (text: string | null | undefined) => text?.replace(/\s+/g, " ").trim().slice(0, 200) || null;
