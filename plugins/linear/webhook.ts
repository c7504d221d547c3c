// Linear's webhook: signed changes of issues (linear.app/developers/webhooks).
import {
  type Delivery,
  type EventDef,
  type EventSubject,
  event,
  hmac,
  maybe,
  maybeText,
  nullable,
  type Static,
  shapes,
  t,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { namedThing } from "./fields.ts";
import { grantorId } from "./member.ts";
import { teamRef } from "./team.ts";

/** Linear recommends to refuse deliveries older than a minute. */
const TOLERANCE_S = 60;

const raw = t.Object({
  action: t.String(),
  createdAt: maybeText,
  url: maybeText,
  actor: maybe(t.Object({ name: maybeText })),
  data: t.Object({
    id: t.String(),
    identifier: t.String(),
    title: t.String(),
    url: maybeText,
    priorityLabel: maybeText,
    dueDate: maybeText,
    state: maybe(t.Object({ id: t.String(), name: t.String(), type: t.String() })),
    team: maybe(teamRef),
    assignee: maybe(namedThing),
    project: maybe(namedThing),
  }),
  updatedFrom: maybe(t.Object({})),
});
const shape = t.Object({
  id: t.String(),
  key: t.String({ description: "The issue's identifier, such as ENG-12." }),
  title: t.String(),
  url: shapes.nullableText("Opens it in the browser."),
  state: shapes.nullableText("Name of the workflow state."),
  state_type: shapes.nullableText(),
  priority_label: shapes.nullableText(),
  due_date: shapes.nullableText(),
  team: nullable(teamRef),
  project: nullable(namedThing),
  assignee: nullable(namedThing),
  changed: t.Array(t.String(), { description: "Names of the fields that changed, in Linear's words." }),
  actor_name: shapes.nullableText("Who did it."),
  occurred_at: shapes.nullableText(),
});

/** Fields that every update changes. */
const ALWAYS = ["updatedAt", "sortOrder", "prioritySortOrder", "subIssueSortOrder"];
const changedIn = (item: unknown) =>
  Object.keys((valueAt(item, "updatedFrom") ?? {}) as object).filter((name) => !ALWAYS.includes(name));

/** Drops the other fields: a delivery has more of a person than the name. */
const toNamedThing = (thing: Static<typeof namedThing> | null | undefined) =>
  thing ? { id: thing.id, name: thing.name } : null;

function map(item: Static<typeof raw>): Static<typeof shape> {
  const { data, actor } = item;
  return {
    id: data.id,
    key: data.identifier,
    title: data.title,
    url: data.url ?? item.url ?? null,
    state: data.state?.name ?? null,
    state_type: data.state?.type ?? null,
    priority_label: data.priorityLabel ?? null,
    due_date: data.dueDate ?? null,
    team: data.team ? { id: data.team.id, key: data.team.key, name: data.team.name } : null,
    project: toNamedThing(data.project),
    assignee: toNamedThing(data.assignee),
    changed: changedIn(item),
    actor_name: actor?.name ?? null,
    occurred_at: item.createdAt ?? null,
  };
}

type Payload = Static<typeof shape>;

/** One kind of change of an issue; `describe` completes the title, after the issue's key. */
function issueEvent(
  description: string,
  isMatch: (item: unknown) => boolean,
  describe: (issue: Payload) => string,
): EventDef {
  return event({
    description,
    match: (_, item) => valueAt(item, "type") === "Issue" && isMatch(item),
    raw,
    shape,
    map,
    view: (issue) => ({
      title: `${issue.key} ${describe(issue)}`,
      summary: issue.title,
      actor: issue.actor_name,
      url: issue.url,
      occurredAt: issue.occurred_at,
    }),
  });
}

const isAction = (action: string) => (item: unknown) => valueAt(item, "action") === action;
/** Matches an update by what changed; of several changes the first in `kindOf` decides. */
const isUpdateOf = (kind: string) => (item: unknown) => isAction("update")(item) && kindOf(changedIn(item)) === kind;
function kindOf(changed: readonly string[]): string {
  return ["assigneeId", "stateId"].find((field) => changed.includes(field)) ?? "other";
}

/**
 * An event belongs to the issue's assignee, delegate, creator and subscribers, except the actor. Others in the workspace may
 * not see the issue's team.
 */
function subject({ json }: Delivery): EventSubject[] {
  const [workspace, data] = [valueAt(json, "organizationId"), valueAt(json, "data")];
  const subscribers = valueAt(data, "subscriberIds");
  const members = [
    ...["assigneeId", "delegateId", "creatorId"].map((name) => valueAt(data, name)),
    ...(Array.isArray(subscribers) ? subscribers : []),
  ];
  const isMember = (id: unknown): id is string => typeof id === "string" && id !== valueAt(json, "actor.id");
  if (typeof workspace !== "string") return [];
  return [...new Set(members.filter(isMember))].map((id) => ({ matches: "identity", id: grantorId(workspace, id) }));
}

export const webhook: Webhook = {
  // The body's time is signed; the header that repeats it is not.
  verify: hmac({
    toleranceS: TOLERANCE_S,
    read: ({ headers, json }) => {
      const [signature, time] = [headers.get("linear-signature"), valueAt(json, "webhookTimestamp")];
      return signature === null || typeof time !== "number" ? null : { signature, time: time / 1_000 };
    },
  }),
  deliveryId: ({ headers }) => headers.get("linear-delivery"),
  subject,
  events: {
    "issues.created": issueEvent("An issue was created in Linear.", isAction("create"), () => "was created"),
    "issues.assigned": issueEvent("A Linear issue got another assignee.", isUpdateOf("assigneeId"), ({ assignee }) =>
      assignee ? `was assigned to ${assignee.name}` : "has no assignee any more",
    ),
    "issues.state_changed": issueEvent("A Linear issue changed its state.", isUpdateOf("stateId"), ({ state }) =>
      state ? `is ${state} now` : "changed its state",
    ),
    "issues.updated": issueEvent("A Linear issue was changed.", isUpdateOf("other"), () => "was changed"),
    "issues.removed": issueEvent("A Linear issue was removed.", isAction("remove"), () => "was removed"),
  },
};
