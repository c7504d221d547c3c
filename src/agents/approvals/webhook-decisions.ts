// Decisions by webhook: a receiver's signed response decides on the call, with the right of who let its endpoint do so.
import type { LoggedDecision } from "../../events/webhooks/message-store.ts";
import type { WebhookDecision } from "../../events/webhooks/sender.ts";
import { findAppError } from "../../foundation/errors.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Deps } from "../../server/deps.ts";
import { decidableFor } from "./deciders.ts";
import { type DecideDeps, decidePending } from "./service.ts";

type WebhookDeps = DecideDeps & Pick<Deps, "keys">;

/** Decides, or notes why the response decides nothing. A delivery that is repeated after its decision finds the call decided. */
export async function decideByWebhook(deps: WebhookDeps, given: WebhookDecision): Promise<LoggedDecision> {
  const outcome = await decidedBy(deps, given);
  if ("problem" in outcome) await noteIgnored(deps, given, outcome.problem);
  return outcome;
}

async function decidedBy(deps: WebhookDeps, given: WebhookDecision): Promise<LoggedDecision> {
  const { endpoint, decider, approvalId, response } = given;
  if ("problem" in response) return { problem: response.problem };
  const row = await decidableFor(deps, { ...decider, userId: endpoint.userId }, approvalId);
  if (!row) return { problem: "no_right" };
  try {
    await decidePending(deps, row, response, {
      initiator: { actor: decider, address: null, requestId: null },
      by: { kind: "webhook", id: endpoint.id, name: endpoint.name },
      details: { endpoint_id: endpoint.id },
    });
  } catch (error) {
    if (findAppError(error)?.code !== "CONFLICT") throw error;
    return { problem: "not_pending" };
  }
  return { outcome: response.decision };
}

function noteIgnored(
  { audit }: Pick<Deps, "audit">,
  { endpoint, approvalId, accountId }: WebhookDecision,
  reason: string,
): Promise<void> {
  return audit.record(SYSTEM_INITIATOR, {
    event: "approval_response_ignored",
    level: "warn",
    userId: endpoint.userId,
    accountId,
    resource: { kind: "approval", id: approvalId },
    outcome: "refused",
    details: { endpoint_id: endpoint.id, reason },
  });
}
