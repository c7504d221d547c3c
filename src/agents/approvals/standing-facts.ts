// Entries of standing approvals in the audit log; none has the value of an argument.
import type { AuditFacts } from "../../identity/audit/entry.ts";
import type { StandingRow } from "./standing-store.ts";

export function standingFacts(
  event: "standing_approval_created" | "standing_approval_used" | "standing_approval_ended",
  standing: Pick<StandingRow, "id" | "userId" | "accountId" | "tool">,
  details: Record<string, unknown>,
): AuditFacts {
  const { id, userId, accountId, tool } = standing;
  return { event, userId, accountId, resource: { kind: "standing_approval", id }, details: { tool, ...details } };
}
