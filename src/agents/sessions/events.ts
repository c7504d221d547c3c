// The events of agent sessions in their owners' inboxes. None has a token, the person's words or a value of a constraint.
import type { NewEvent } from "../../events/log/event.ts";
import type { OwnPayload } from "../../events/log/own-events.ts";
import type { SessionEndReason } from "../../foundation/db/schema/agent-sessions.ts";
import type { SessionRow } from "./store.ts";

export type EventfulSession = Pick<
  SessionRow,
  "id" | "userId" | "accountId" | "parentId" | "keyId" | "name" | "agent" | "expiresAt"
>;

const TITLES = { created: "was created", changed: "was changed", ended: "has ended" };
type Kind = keyof typeof TITLES;
type Details<Of extends Kind> = Omit<OwnPayload<`agent_session.${Of}`>, keyof OwnPayload<"agent_session.created">>;

const END_SUMMARIES: Readonly<Record<SessionEndReason, string>> = {
  revoked: "It was ended before its time.",
  expired: "Its time was over.",
  idle: "It was not used for too long.",
  key_ended: "The key that made it has ended.",
  parent_ended: "The session above it has ended.",
};

/** `key` tells an event from others of its kind on the same session. */
function sessionEvent<Of extends Kind>(
  kind: Of,
  row: EventfulSession,
  { now, baseUrl, key, summary }: { now: number; baseUrl: string; key: string; summary: string | null },
  details: Details<Of>,
): NewEvent {
  const payload = {
    agent_session_id: row.id,
    parent_id: row.parentId,
    key_id: row.keyId,
    name: row.name,
    agent: row.agent,
    expires_at: row.expiresAt.toISOString(),
    ...details,
  };
  return {
    owner: { userId: row.userId, accountId: row.accountId },
    // It stands for itself, as an approval does.
    integrationId: row.id,
    provider: "gateway",
    type: `agent_session.${kind}`,
    key: `agent_session.${kind}${key}`,
    view: {
      title: `The agent session "${row.name ?? row.agent ?? row.id}" ${TITLES[kind]}`,
      summary,
      actor: row.agent,
      url: `${baseUrl}/agents/sessions/${row.id}`,
      occurredAt: new Date(now).toISOString(),
    },
    payload,
    receivedAt: now,
  };
}

interface At {
  now: number;
  baseUrl: string;
}

export const createdEvent = (row: EventfulSession, at: At): NewEvent =>
  sessionEvent("created", row, { ...at, key: "", summary: null }, {});

export const changedEvent = (row: EventfulSession, fields: string[], at: At): NewEvent =>
  sessionEvent("changed", row, { ...at, key: `:${crypto.randomUUID()}`, summary: null }, { fields });

export const endedEvent = (row: EventfulSession, reason: SessionEndReason, at: At): NewEvent =>
  sessionEvent("ended", row, { ...at, key: "", summary: END_SUMMARIES[reason] }, { reason });
