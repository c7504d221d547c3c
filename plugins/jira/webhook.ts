// Jira's webhook events for issues and comments: developer.atlassian.com/cloud/jira/platform/webhooks.
import {
  type Delivery,
  type EventDef,
  type EventSubject,
  encoded,
  event,
  hmacSha256,
  jwtHs256,
  nullable,
  type Static,
  shapes,
  t,
  textAt,
  timeOfMs,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { grantorId } from "./oauth.ts";
import { personShape, toPerson } from "./person.ts";

const raw = t.Object({
  webhookEvent: t.String(),
  timestamp: t.Optional(t.Number()),
  user: t.Optional(t.Unknown()),
  issue: t.Object({ id: t.String(), key: t.String(), fields: t.Optional(t.Unknown()) }, { additionalProperties: true }),
  comment: t.Optional(t.Unknown()),
  changelog: t.Optional(t.Unknown()),
});
const shape = t.Object({
  id: t.String({ description: "The issue." }),
  key: t.String(),
  title: shapes.nullableText(),
  status: shapes.nullableText(),
  project: shapes.nullableText("The project's key."),
  url: shapes.nullableText("Opens it in the browser."),
  actor: nullable(personShape),
  changes: t.Array(t.Object({ field: t.String(), from: shapes.nullableText(), to: shapes.nullableText() })),
  comment: nullable(t.Object({ id: shapes.nullableText(), text: shapes.nullableText("In Jira's wiki markup.") })),
  occurred_at: shapes.nullableTime(),
});

const changeItems = (item: unknown): unknown[] => {
  const items = valueAt(item, "changelog.items");
  return Array.isArray(items) ? items : [];
};
const fieldOf = (change: unknown) => textAt(change, "fieldId") ?? textAt(change, "field");
/** Reads Jira's `toString` field safely: `textAt` sees own fields only, not the method of every object. */
const changeOf = (change: unknown) => ({
  field: textAt(change, "field") ?? "",
  from: textAt(change, "fromString"),
  to: textAt(change, "toString"),
});

function toPayload({ issue, user, comment, changelog, timestamp }: Static<typeof raw>): Static<typeof shape> {
  const site = siteOf({ issue, comment, user });
  const author = toPerson(valueAt(comment, "updateAuthor")) ?? toPerson(valueAt(comment, "author"));
  return {
    id: issue.id,
    key: issue.key,
    title: textAt(issue, "fields.summary"),
    status: textAt(issue, "fields.status.name"),
    project: textAt(issue, "fields.project.key"),
    url: site && `https://${site}/browse/${encoded(issue.key)}`,
    actor: toPerson(user) ?? author,
    changes: changeItems({ changelog }).map(changeOf),
    comment: comment ? { id: textAt(comment, "id"), text: textAt(comment, "body") } : null,
    occurred_at: timeOfMs(timestamp),
  };
}

function issueEvent(description: string, match: (item: unknown) => boolean): EventDef {
  return event({
    description: `${description}.`,
    match: (_, item) => match(item),
    raw,
    shape,
    map: toPayload,
    view: ({ key, title, changes, comment, actor, url, occurred_at }) => ({
      title: title === null ? key : `${key}: ${title}`,
      summary: comment?.text ?? (changes.map(changeText).join("; ") || description),
      actor: actor?.name ?? null,
      url,
      occurredAt: occurred_at,
    }),
  });
}
const changeText = ({ field, from, to }: { field: string; from: string | null; to: string | null }) =>
  `${field} ${from || "none"} → ${to || "none"}`.replace(/\s+/g, " ").slice(0, 200);

const isOf = (type: string) => (item: unknown) => valueAt(item, "webhookEvent") === type;
const isUpdate = isOf("jira:issue_updated");
const isAssigned = (item: unknown) => changeItems(item).some((change) => fieldOf(change) === "assignee");

/** The site's host, from any `self` URL of the delivery. */
function siteOf(item: unknown): string | null {
  const self = textAt(item, "issue.self") ?? textAt(item, "comment.self") ?? textAt(item, "user.self");
  return (self !== null && URL.parse(self)?.host) || null;
}

/**
 * The event's person: the assignee, else the reporter, since others on the site may not see the issue. Null for issues with
 * a security level, restricted comments, and what the person did themselves.
 */
function subject(_: Delivery, item: unknown): EventSubject | null {
  const site = siteOf(item);
  const fields = valueAt(item, "issue.fields");
  const isHidden =
    Boolean(valueAt(fields, "security") ?? valueAt(item, "comment.visibility")) ||
    valueAt(item, "comment.jsdPublic") === false;
  const account = textAt(fields, "assignee.accountId") ?? textAt(fields, "reporter.accountId");
  const actor = textAt(item, "user.accountId") ?? textAt(item, "comment.updateAuthor.accountId");
  if (site === null || isHidden || account === null || account === actor) return null;
  return { matches: "identity", id: grantorId(site, account) };
}

const appToken = jwtHs256({
  read: ({ headers }) => headers.get("authorization")?.match(/^Bearer (\S+)$/i)?.[1] ?? null,
});
const adminSignature = hmacSha256({ header: "x-hub-signature", prefix: "sha256=" });

export const webhook: Webhook = {
  // The app's own webhooks send a token signed with the client secret, which does not cover the body. Webhooks that a site's
  // administrator makes sign the body.
  signsBody: false,
  verify: async (delivery, secrets, now) =>
    (await appToken(delivery, secrets, now)) || (await adminSignature(delivery, secrets, now)),
  // The identifier is the same for all retries, and unique within a site.
  deliveryId: ({ headers }, item) => {
    const [id, site] = [headers.get("x-atlassian-webhook-identifier"), siteOf(item)];
    return id && site ? `${site}/${id}` : null;
  },
  subject,
  events: {
    "issues.created": issueEvent("A Jira issue was created", isOf("jira:issue_created")),
    "issues.assigned": issueEvent("A Jira issue was assigned", (item) => isUpdate(item) && isAssigned(item)),
    "issues.updated": issueEvent("A Jira issue was changed", (item) => isUpdate(item) && !isAssigned(item)),
    "issues.deleted": issueEvent("A Jira issue was deleted", isOf("jira:issue_deleted")),
    "comments.created": issueEvent("Somebody commented on a Jira issue", isOf("comment_created")),
    "comments.updated": issueEvent("A comment on a Jira issue was changed", isOf("comment_updated")),
    "comments.deleted": issueEvent("A comment on a Jira issue was deleted", isOf("comment_deleted")),
  },
};
