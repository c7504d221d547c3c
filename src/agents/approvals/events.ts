// The events of approvals in their owners' inboxes, and their entries in the audit log. Neither has an argument of a call.
import type { NewEvent } from "../../events/log/event.ts";
import type { OwnPayload } from "../../events/log/own-events.ts";
import type { AuditFacts } from "../../identity/audit/entry.ts";
import type { ApprovalRow } from "./store.ts";

type EventfulApproval = Pick<
  ApprovalRow,
  | "id"
  | "userId"
  | "accountId"
  | "provider"
  | "tool"
  | "connection"
  | "callerKind"
  | "callerName"
  | "agent"
  | "reason"
  | "expiresAt"
>;

const TITLES = {
  requested: "needs your approval",
  decided: "was decided on",
  expired: "was not decided on in time",
};
type Kind = keyof typeof TITLES;

export const pageOf = (baseUrl: string, id: string) => `${baseUrl}/approvals/${id}`;

export function approvalEvent(
  kind: Kind,
  row: EventfulApproval,
  { baseUrl, title, status, now }: { baseUrl: string; title: string; status: string; now: number },
): NewEvent {
  const url = pageOf(baseUrl, row.id);
  const payload: OwnPayload<"approval.requested"> = {
    approval_id: row.id,
    status,
    provider: row.provider,
    tool: row.tool,
    connection: row.connection,
    requested_by: { kind: row.callerKind, name: row.callerName, agent: row.agent },
    reason: row.reason,
    url,
    expires_at: row.expiresAt,
  };
  return {
    owner: { userId: row.userId, accountId: row.accountId },
    // It stands for itself: whoever borrows the connection gets no event of its lender's calls.
    integrationId: row.id,
    provider: "gateway",
    type: `approval.${kind}`,
    key: `approval.${kind}`,
    view: {
      title: `${title} ${TITLES[kind]}`,
      summary: row.reason,
      actor: row.agent ?? row.callerName,
      url,
      occurredAt: new Date(now).toISOString(),
    },
    payload,
    receivedAt: now,
  };
}

export function approvalFacts(
  event: `approval_${"requested" | "decided" | "expired" | "finished" | "link_created" | "link_opened"}`,
  { id, userId, accountId, tool, connection, callerKind, callerId }: EventfulApproval & Pick<ApprovalRow, "callerId">,
  details: Record<string, unknown>,
): AuditFacts {
  return {
    event,
    userId,
    accountId,
    resource: { kind: "approval", id },
    details: { tool, connection, caller: callerKind, caller_id: callerId, ...details },
  };
}
