// The outcome of a session for the partner: parameters of its redirect_url, or a message from a pop-up.
import { withOutcome } from "./redirect.ts";
import type { SessionRow } from "./store.ts";

export type Outcome = { confirmToken: string | null } | { error: string; description: string | null };
type Owned = Pick<SessionRow, "provider" | "accountId" | "id">;

const parametersOf = (session: Owned, externalId: string | null, outcome: Outcome): Record<string, string | null> => ({
  ...("error" in outcome ? { error: outcome.error, error_description: outcome.description } : { status: "success" }),
  provider: session.provider,
  account_id: session.accountId,
  external_id: externalId,
  session_id: session.id,
  ...("error" in outcome ? {} : { confirm_token: outcome.confirmToken }),
});

/** The session's redirect_url with its outcome. */
export const redirectOf = (
  session: Owned & Pick<SessionRow, "redirectUrl">,
  externalId: string | null,
  outcome: Outcome,
): string => withOutcome(session.redirectUrl, parametersOf(session, externalId, outcome));

/** The same as a message for client/src/connect.ts. */
export function messageOf(session: Owned, externalId: string | null, outcome: Outcome): Record<string, string> {
  const message: Record<string, string> = { type: "gateway.connect.outcome", status: "error" };
  for (const [name, value] of Object.entries(parametersOf(session, externalId, outcome))) {
    if (value) message[name] = value;
  }
  return message;
}
