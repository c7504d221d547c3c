// Decisions by webhook: a receiver's signed answer decides on the call, with the right of who let its endpoint do so.
import type { LoggedAnswer } from "../../events/webhooks/message-store.ts";
import type { GivenAnswer } from "../../events/webhooks/sender.ts";
import { findAppError } from "../../foundation/errors.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Deps } from "../../server/deps.ts";
import { decidableFor } from "./deciders.ts";
import { type DecideDeps, decidePending } from "./service.ts";

type AnswerDeps = DecideDeps & Pick<Deps, "keys">;

/** Decides, or notes why the answer decides nothing. A delivery that is repeated after its decision finds the call decided. */
export async function takeWebhookAnswer(deps: AnswerDeps, given: GivenAnswer): Promise<LoggedAnswer> {
  const outcome = await decidedBy(deps, given);
  if ("problem" in outcome) await noteIgnored(deps, given, outcome.problem);
  return outcome;
}

async function decidedBy(deps: AnswerDeps, given: GivenAnswer): Promise<LoggedAnswer> {
  const { endpoint, decider, approvalId, answer } = given;
  if ("problem" in answer) return { problem: answer.problem };
  const row = await decidableFor(deps, { ...decider, userId: endpoint.userId }, approvalId);
  if (!row) return { problem: "no_right" };
  try {
    await decidePending(deps, row, answer, {
      initiator: { actor: decider, address: null, requestId: null },
      by: { kind: "webhook", id: endpoint.id, name: endpoint.name },
      details: { endpoint_id: endpoint.id },
    });
  } catch (error) {
    if (findAppError(error)?.code !== "CONFLICT") throw error;
    return { problem: "not_pending" };
  }
  return { decision: answer.decision };
}

function noteIgnored(
  { audit }: Pick<Deps, "audit">,
  { endpoint, approvalId, accountId }: GivenAnswer,
  reason: string,
): Promise<void> {
  return audit.record(SYSTEM_INITIATOR, {
    event: "approval_answer_ignored",
    level: "warn",
    userId: endpoint.userId,
    accountId,
    resource: { kind: "approval", id: approvalId },
    outcome: "refused",
    details: { endpoint_id: endpoint.id, reason },
  });
}
