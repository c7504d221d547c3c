// Why a claimed session ends without a grant: what its callback's steps throw, as the session and the audit log keep it.
import { AppError } from "../../foundation/errors.ts";
import { DecryptionError } from "../../foundation/vault/vault.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { UNFIT_TENANT } from "../../providers/upstream/tenant.ts";
import type { Deps } from "../../server/deps.ts";
import { OAuthError } from "../oauth/token-response.ts";
import { sessionFacts } from "./model.ts";
import { finishSession, type SessionRow } from "./store.ts";

/** The provider's error without credentials; for the log only. */
interface Cause {
  status?: number | null;
  message: string;
  error_code: string | null;
}

/** A step's own refusal; `code` and `description` reach the `redirect_url`. */
export class ConnectFailure extends Error {
  override name = "ConnectFailure";
  constructor(
    readonly code: string,
    readonly description: string | null = null,
    readonly details?: Cause,
  ) {
    super(code);
  }
}

/** Ends the session with what a step has thrown, and records why. */
export async function recordFailure(
  deps: Deps,
  session: SessionRow,
  error: unknown,
  initiator: Initiator,
): Promise<ConnectFailure> {
  const failure = await failureOf(deps, session, error);
  const { code, description } = failure;
  await finishSession(deps.database.orm, session.id, { status: "failed", error: code, errorDescription: description });
  const facts = sessionFacts(session);
  const details = { ...facts.details, reason: code, ...failure.details };
  await deps.audit.record(initiator, { event: "connect_failed", level: "warn", ...facts, outcome: "failed", details });
  return failure;
}

async function failureOf(deps: Deps, session: SessionRow, error: unknown): Promise<ConnectFailure> {
  let failure = new ConnectFailure("server_error");
  if (error instanceof ConnectFailure) failure = error;
  else if (error instanceof AppError && error.code === "CONFLICT")
    failure = new ConnectFailure("too_many_connections", error.message);
  else if (error instanceof OAuthError) {
    failure = ofOAuthError(error);
    const { provider, clientId } = session;
    if (error.kind === "client")
      deps.log.error("oauth_client_refused", { provider, client_id: clientId, reason: error.code });
  } else if (error instanceof UpstreamFailure) failure = ofIdentityRequest(error);
  else if (error instanceof DecryptionError) {
    const facts = { ...sessionFacts(session), level: "error" as const, outcome: "failed" as const };
    await deps.audit.record(SYSTEM_INITIATOR, { event: "session_cannot_be_opened", ...facts });
  } else deps.log.error("connect_error", { session_id: session.id, error });
  return failure;
}

/** An error code of the provider's own goes on as it is, if it looks like one. */
const errorCodeOf = ({ code }: OAuthError): string => (/^[a-z][a-z0-9_]{1,60}$/.test(code) ? code : "exchange_failed");

const ofOAuthError = (error: OAuthError): ConnectFailure =>
  new ConnectFailure(error.kind === "transient" ? "temporarily_unavailable" : errorCodeOf(error), null, {
    message: error.message,
    error_code: error.code,
  });

/** Whether the provider does not let these tokens read whose they are. */
export const isIdentityRefused = (error: unknown): boolean =>
  error instanceof UpstreamFailure && [401, 403].includes(error.detail.status ?? 0);

const ofIdentityRequest = ({ detail: { status, message, code } }: UpstreamFailure): ConnectFailure =>
  new ConnectFailure(code === UNFIT_TENANT ? "invalid_tenant" : "identity_unavailable", null, {
    status,
    message,
    error_code: code,
  });
