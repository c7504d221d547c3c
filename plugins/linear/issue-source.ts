// The source of changed issues, for gateways that Linear cannot reach.
import { type PolledEventDef, polledEvent, type Source, textAt, valueAt } from "gateway/plugin";
import { CONCERNS_ME, isResourceOwner } from "./concern.ts";
import { PAGE_INFO, queryRequest } from "./graphql.ts";
import { ISSUE } from "./issue.ts";
import { issueEvent, issueEventView } from "./issue-event.ts";
import { recentPoll, timeAt } from "./recent.ts";

/** Archived ones too: an issue can be closed and archived between two polls. */
const LIST = `query ChangedIssues($first: Int!, $after: String, $filter: IssueFilter) {
  issues(first: $first, after: $after, filter: $filter, orderBy: updatedAt, includeArchived: true) {
    nodes { ${ISSUE} } ${PAGE_INFO} } }`;

/** Linear goes on writing for some seconds after a creation. */
const SETTLES_MS = 10_000;

function change(
  what: "created" | "updated" | "removed",
  description: string,
  places: { actor: string; time: string },
): PolledEventDef {
  return polledEvent({
    description,
    match: (item) => textAt(item, "change") === what,
    id: (item) => textAt(item, "key") ?? "",
    payload: issueEvent({ issue: "issue", ...places }),
    view: (event) => issueEventView(event, `was ${what === "updated" ? "changed" : what}`),
  });
}
/** A list names nobody who changed an issue, only who created it. */
const CREATION = { actor: "issue.creator.name", time: "issue.createdAt" };
const CHANGE = { actor: "actor.name", time: "issue.updatedAt" };

export const issueSource: Source<"issues.read"> = {
  description: "New and changed Linear issues that the connected user created, is assigned to or follows.",
  permission: "issues.read",
  poll: recentPoll({
    list: "issues",
    field: "updatedAt",
    request: (since) => queryRequest(LIST, { filter: { updatedAt: { gte: since }, or: CONCERNS_ME } }),
    // A list does not say what was done: an issue is new where it was created since the last reading.
    items: (node, sinceMs, { identity }) => {
      const [id, version] = [textAt(node, "id"), textAt(node, "updatedAt")];
      const [created, updated] = [timeAt(node, "createdAt"), timeAt(node, "updatedAt")];
      if (valueAt(node, "trashed") === true) return [{ change: "removed", key: `${id}:removed`, issue: node }];
      const isNew = created >= sinceMs;
      const isOwn = isResourceOwner(identity, textAt(node, "creator.id"));
      return [
        ...(isNew && !isOwn ? [{ change: "created", key: `${id}:created`, issue: node }] : []),
        ...(!isNew || updated - created > SETTLES_MS
          ? [{ change: "updated", key: `${id}:${version}`, issue: node }]
          : []),
      ];
    },
  }),
  events: {
    "issues.created": change("created", "An issue was created in Linear.", CREATION),
    "issues.updated": change("updated", "A Linear issue was changed.", CHANGE),
    "issues.removed": change("removed", "A Linear issue was removed.", CHANGE),
  },
};
