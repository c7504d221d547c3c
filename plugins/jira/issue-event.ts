// What happens to a Jira issue, as the inbox shows it.
import {
  type CallIdentity,
  nullable,
  type PolledEventDef,
  polledEvent,
  type Static,
  shapes,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { isoTime, webUrl } from "./fields.ts";
import { personShape, toPerson } from "./person.ts";
import { toMarkdown } from "./to-markdown.ts";

/** One thing that happened to an issue. */
export interface Happening {
  what: "created" | "assigned" | "updated" | "commented";
  key: string;
  by: unknown;
  at: string | null;
  issue: unknown;
  changes?: readonly unknown[];
  comment?: unknown;
}

const raw = t.Object({
  key: t.String(),
  by: t.Optional(t.Unknown()),
  at: nullable(t.String()),
  issue: t.Object({ id: t.String(), key: t.String(), fields: t.Optional(t.Unknown()) }),
  changes: t.Optional(t.Array(t.Unknown())),
  comment: t.Optional(t.Unknown()),
});
const shape = t.Object({
  id: t.String({ description: "Id of the issue." }),
  key: t.String(),
  title: shapes.nullableText(),
  status: shapes.nullableText(),
  project: shapes.nullableText("Key of the project."),
  url: shapes.nullableText("URL to open in a browser."),
  actor: nullable(personShape),
  changes: t.Array(t.Object({ field: t.String(), from: shapes.nullableText(), to: shapes.nullableText() })),
  comment: nullable(t.Object({ id: shapes.nullableText(), text: shapes.nullableText("Markdown.") })),
  occurred_at: shapes.nullableTime(),
});

/** Reads Jira's `toString` field safely: `textAt` sees own fields only, not the method of every object. */
const changeOf = (change: unknown) => ({
  field: textAt(change, "field") ?? "",
  from: textAt(change, "fromString"),
  to: textAt(change, "toString"),
});

function toPayload(
  { issue, by, at, changes, comment }: Static<typeof raw>,
  identity: CallIdentity,
): Static<typeof shape> {
  return {
    id: issue.id,
    key: issue.key,
    title: textAt(issue, "fields.summary"),
    status: textAt(issue, "fields.status.name"),
    project: textAt(issue, "fields.project.key"),
    url: webUrl(identity, issue.key),
    actor: toPerson(by),
    changes: (changes ?? []).map(changeOf),
    comment: comment ? { id: textAt(comment, "id"), text: toMarkdown(valueAt(comment, "body")) } : null,
    occurred_at: isoTime(at),
  };
}

function issueEvent(what: Happening["what"], description: string): PolledEventDef {
  return polledEvent({
    description: `${description}.`,
    match: (item) => textAt(item, "what") === what,
    id: ({ key }) => key,
    raw,
    shape,
    map: (happening, { identity }) => toPayload(happening, identity),
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

export const issueEvents = {
  "issues.created": issueEvent("created", "A Jira issue was created"),
  "issues.assigned": issueEvent("assigned", "A Jira issue was assigned"),
  "issues.updated": issueEvent("updated", "A Jira issue was changed"),
  "comments.created": issueEvent("commented", "Someone commented on a Jira issue"),
};
