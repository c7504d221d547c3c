// Linear's webhook: signed changes of issues, new comments, and the end of grants (linear.app/developers/webhooks).
import {
  checked,
  type EventDef,
  type EventSubject,
  event,
  field,
  hmac,
  type InboundWebhook,
  maybeText,
  oneOf,
  record,
  t,
  textAt,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { commentRequest, NEW_COMMENTS } from "./comment-source.ts";
import { comment, commentView } from "./comments.ts";
import { isResourceOwner } from "./concern.ts";
import { changedFields, type IssueEvent, issueEvent, issueEventView } from "./issue-event.ts";
import { resourceOwnerId } from "./member.ts";

/** Linear recommends to refuse inbound webhooks older than a minute. */
const TOLERANCE_S = 60;

const changedIn = (item: unknown) => changedFields(valueAt(item, "updatedFrom"));
const isType = (item: unknown, type: string) => valueAt(item, "type") === type;

/** One kind of change of an issue; `describe` completes the title, after the issue's key. */
function issueChange(
  description: string,
  isMatch: (item: unknown) => boolean,
  describe: (issue: IssueEvent) => string,
): EventDef {
  return event({
    description,
    match: (_, item) => isType(item, "Issue") && isMatch(item),
    payload: issueEvent({ issue: "data", actor: "actor.name", time: "createdAt" }),
    view: (issue) => issueEventView(issue, describe(issue)),
  });
}

const isAction = (action: string) => (item: unknown) => valueAt(item, "action") === action;
/** Matches an update by what changed; of several changes the first in `kindOf` decides. */
const isUpdateOf = (kind: string) => (item: unknown) => isAction("update")(item) && kindOf(changedIn(item)) === kind;
function kindOf(changed: readonly string[]): string {
  return ["assigneeId", "stateId"].find((field) => changed.includes(field)) ?? "other";
}

/** An inbound webhook does not say whom a comment's issue concerns and who may see it, so each resource owner's own token is asked. */
const commentCreated = event({
  description: "A new comment on a Linear issue.",
  match: (_, item) => isType(item, "Comment") && isAction("create")(item),
  raw: t.Object({ data: t.Object({ id: t.String(), issueId: t.String(), userId: maybeText }) }),
  shape: comment.shape,
  fetch: ({ data }, identity) => (isResourceOwner(identity, data.userId) ? null : commentRequest(data.id)),
  map: (_, __, fetched) => {
    if (fetched === null) return null;
    const [found] = checked(NEW_COMMENTS, fetched.json).data.comments.nodes;
    return found ? comment.map(found) : null;
  },
  view: commentView,
});

/** The application was removed from the workspace, or no token of the person is left. */
const isRevocation = (item: unknown) =>
  (isType(item, "OAuthApp") && isAction("revoked")(item)) ||
  (isType(item, "OAuthAuthorization") && valueAt(item, "activeTokensForUser") === 0);

const revoked = event({
  description: "A person or a workspace revoked the app's access.",
  match: (_, item) => isRevocation(item),
  payload: record({
    by: field.of({
      from: "type",
      raw: t.String(),
      shape: oneOf(["workspace", "person"], "Whose access ended: the entire workspace's or one person's."),
      map: (type) => (type === "OAuthApp" ? "workspace" : "person"),
    }),
    occurred_at: field.nullableText({ from: "createdAt" }),
  }),
  view: ({ by, occurred_at }) => ({
    title: by === "workspace" ? "Linear was disconnected for the workspace" : "Linear was disconnected",
    occurredAt: occurred_at,
  }),
  revokes: true,
});

/**
 * An issue's event belongs to its assignee, delegate, creator and subscribers, except the actor. Others in the workspace may
 * not see the issue's team; of a comment, their tokens say who.
 */
function subject({ json }: InboundWebhook): EventSubject | EventSubject[] | null {
  const [workspace, data] = [textAt(json, "organizationId"), valueAt(json, "data")];
  if (workspace === null) return null;
  const member = (id: string): EventSubject => ({ matches: "identity", id: resourceOwnerId(workspace, id) });
  if (isType(json, "Comment") || isType(json, "OAuthApp")) return { matches: "workspace", id: workspace };
  if (isType(json, "OAuthAuthorization")) {
    const person = textAt(json, "userId");
    return person === null ? null : member(person);
  }
  const subscribers = valueAt(data, "subscriberIds");
  const members = [
    ...["assigneeId", "delegateId", "creatorId"].map((name) => valueAt(data, name)),
    ...(Array.isArray(subscribers) ? subscribers : []),
  ];
  const isMember = (id: unknown): id is string => typeof id === "string" && id !== valueAt(json, "actor.id");
  return [...new Set(members.filter(isMember))].map(member);
}

/**
 * The change itself, by what the signature covers: it is the same in each retry, while the header with Linear's id could be
 * changed to deliver a copy.
 */
function eventId({ headers, json }: InboundWebhook): string | null {
  const parts = ["organizationId", "type", "action", "createdAt"].map((name) => textAt(json, name));
  const thing = textAt(json, "data.id") ?? textAt(json, "userId") ?? "";
  return parts.includes(null) ? headers.get("linear-delivery") : [...parts, thing].join("/");
}

export const webhook: Webhook = {
  // The body's time, when Linear sent it, is signed; the header that repeats it is not.
  verify: hmac({
    toleranceS: TOLERANCE_S,
    read: ({ headers, json }) => {
      const [signature, time] = [headers.get("linear-signature"), valueAt(json, "webhookTimestamp")];
      return signature === null || typeof time !== "number" ? null : { signature, time: time / 1_000 };
    },
  }),
  eventId,
  subject,
  events: {
    "issues.created": issueChange("An issue was created in Linear.", isAction("create"), () => "was created"),
    "issues.assigned": issueChange("A Linear issue got another assignee.", isUpdateOf("assigneeId"), ({ assignee }) =>
      assignee ? `was assigned to ${assignee.name}` : "has no assignee any more",
    ),
    "issues.state_changed": issueChange("A Linear issue changed its state.", isUpdateOf("stateId"), ({ state }) =>
      state ? `is ${state} now` : "changed its state",
    ),
    "issues.updated": issueChange("A Linear issue was changed.", isUpdateOf("other"), () => "was changed"),
    "issues.removed": issueChange("A Linear issue was removed.", isAction("remove"), () => "was removed"),
    "comments.created": commentCreated,
    "users.authorization_revoked": revoked,
  },
};
