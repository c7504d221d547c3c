// The outcome of a session for the partner: parameters of its redirect_url, or a message from a pop-up.
import { withOutcome } from "./redirect.ts";
import type { SessionRow, SessionState } from "./store.ts";

export type Outcome = { confirmToken: string | null } | { error: string; description: string | null };
type Owned = Pick<SessionRow, "provider" | "accountId" | "id">;

function parametersOf(session: Owned, externalId: string | null, outcome: Outcome): Record<string, string | null> {
  const { provider, accountId, id } = session;
  const common = { provider, account_id: accountId, external_id: externalId, session_id: id };
  return "error" in outcome
    ? { error: outcome.error, error_description: outcome.description, ...common }
    : { status: "success", ...common, confirm_token: outcome.confirmToken };
}

/** The session's redirect_url with its outcome. */
export function redirectOf(
  session: Owned & Pick<SessionRow, "redirectUrl">,
  externalId: string | null,
  outcome: Outcome,
): string {
  return withOutcome(session.redirectUrl, parametersOf(session, externalId, outcome));
}

/** The same as a message for client/src/connect.ts. */
export function messageOf(session: Owned, externalId: string | null, outcome: Outcome): Record<string, string> {
  const message: Record<string, string> = { type: "gateway.connect.outcome", status: "error" };
  for (const [name, value] of Object.entries(parametersOf(session, externalId, outcome))) {
    if (value) message[name] = value;
  }
  return message;
}

/** What the link alone tells of a session that has ended: neither whose it is nor the confirm token. Null while it has not. */
export function finalOutcome(session: SessionState): Record<string, string> | null {
  const { id, provider, status, error, isExpired, isStuck } = session;
  const common = { session_id: id, ...(provider && { provider }) };
  if (status === "completed") return { status: "success", ...common };
  if (status === "failed") return { status: "error", error: error ?? "interrupted", ...common };
  if (isStuck) return { status: "error", error: "interrupted", ...common };
  return isExpired ? { status: "error", error: "expired", ...common } : null;
}
