// The gateway's own events: when each occurs, and what its payload holds.
import { type Static, type TSchema, Type as t } from "@sinclair/typebox";

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()]);
const time = t.String({ format: "date-time" });

const integration = {
  integration_id: t.String({ format: "uuid" }),
  provider: t.String(),
  connection: t.Optional(
    t.String({ description: "The name that the connection had then. Absent in events of versions before 0.4.0." }),
  ),
  identity: t.Object(
    { id: t.String(), name: t.String() },
    { description: "Who granted access, as the provider says." },
  ),
};
const NO_REASON = { reason: t.Null(), action: t.Null() };
const ended = t.Object(
  {
    ...integration,
    reason: t.String({ description: "A stable code, or the code of the provider." }),
    action: t.String({ description: "What to do about it." }),
  },
  { title: "IntegrationEndedPayload" },
);
const begunOrDeleted = t.Object({ ...integration, ...NO_REASON }, { title: "IntegrationPayload" });
const source = {
  source: t.String({ description: "The name of the source." }),
  resource: nullable(t.String({ description: "The watched thing, such as a repository." })),
};

const approval = t.Object(
  {
    approval_id: t.String({ format: "uuid" }),
    status: t.String({ description: "pending, approved, denied or expired." }),
    provider: t.String({ description: "The provider that the call goes to." }),
    tool: t.String(),
    connection: t.String({ description: "The name of the connection that the call uses." }),
    requested_by: t.Object({
      kind: t.String({ description: "key, mcp_client or agent_session." }),
      name: nullable(t.String()),
      agent: nullable(t.String()),
    }),
    reason: t.String({ description: "Why a person must decide." }),
    url: t.String({ description: "The page where a person decides." }),
    expires_at: time,
  },
  { title: "ApprovalPayload" },
);

const agentSession = {
  agent_session_id: t.String({ format: "uuid" }),
  parent_id: nullable(t.String({ format: "uuid", description: "The session that it is below." })),
  key_id: t.String({ format: "uuid", description: "The key that it ends with." }),
  name: nullable(t.String()),
  agent: nullable(t.String()),
  expires_at: time,
};

/** What the gateway itself puts into inboxes. Every published payload is typed by it, and the API document has it. */
export const OWN_EVENTS = {
  "integration.connected": {
    description: "A provider was connected, or connected again.",
    payload: begunOrDeleted,
  },
  "integration.expired": {
    description: "An integration's grant has expired: calls fail until it is connected again.",
    payload: ended,
  },
  "integration.revoked": {
    description: "An integration's grant was revoked at the provider: calls fail until it is connected again.",
    payload: ended,
  },
  "integration.disconnected": {
    description: "An integration was disconnected here.",
    payload: begunOrDeleted,
  },
  "integration.subscription_failed": {
    description: "A provider refuses to push a source's events.",
    payload: t.Object({
      ...integration,
      reason: t.String({ description: "The code of the failure." }),
      action: t.String({ description: "What to do about it." }),
      ...source,
      error: t.String({ description: "What the provider refused, in a sentence." }),
    }),
  },
  "integration.events_missed": {
    description: "A provider no longer knows a poll's position, so events may be missing.",
    payload: t.Object({
      ...integration,
      reason: t.Literal("position_lost"),
      action: t.String({ description: "What to do about it." }),
      ...source,
      since: t.String({ format: "date-time", description: "Events after this time may be missing." }),
    }),
  },
  "approval.requested": { description: "A call waits for a person's yes.", payload: approval },
  "approval.decided": { description: "A person has approved or denied a call.", payload: approval },
  "approval.expired": { description: "Nobody has decided on a call in time.", payload: approval },
  "agent_session.created": {
    description: "An agent session was created.",
    payload: t.Object(agentSession, { title: "AgentSessionPayload" }),
  },
  "agent_session.changed": {
    description: "An agent session was narrowed or extended.",
    payload: t.Object(
      { ...agentSession, fields: t.Array(t.String(), { description: "The names of the fields that were sent." }) },
      { title: "ChangedAgentSessionPayload" },
    ),
  },
  "agent_session.ended": {
    description: "An agent session has ended.",
    payload: t.Object(
      { ...agentSession, reason: t.String({ description: "revoked, expired, idle, key_ended or parent_ended." }) },
      { title: "EndedAgentSessionPayload" },
    ),
  },
  "webhooks.endpoint_disabled": {
    description: "A webhook endpoint was stopped because it is gone or keeps failing.",
    payload: t.Object({
      endpoint_id: t.String({ format: "uuid" }),
      url: t.String(),
      reason: t.Union([t.Literal("gone"), t.Literal("failing")]),
      disabled_at: time,
    }),
  },
} as const;

export type OwnEventType = keyof typeof OWN_EVENTS;
export type OwnPayload<Type extends OwnEventType> = Static<(typeof OWN_EVENTS)[Type]["payload"]>;
