// The end of a request with an API key: the error that its caller sees, its usage row and its idempotency key.

import { AppError, findAppError } from "../../foundation/errors.ts";
import type { Caller } from "../../identity/keys/model.ts";
import type { Surface } from "../../identity/owner.ts";
import { type IdempotentRequest, responseNotStored } from "../../metering/idempotency/service.ts";
import type { Deps } from "../../server/deps.ts";
import { errorResponse, toAppError } from "../http/errors.ts";
import type { LimitDecision } from "./limits.ts";
import type { Incoming, Match } from "./route.ts";
import type { UsageRecord } from "./usage-record.ts";

/** A request whose key is known, on its way to a response. */
export interface Call {
  deps: Deps;
  match: Match;
  incoming: Incoming;
  caller: Caller;
  surface: Surface;
  usage: UsageRecord;
  /** The decision about its limits where the request came from another route, which had to know it first. */
  admitted: LimitDecision | null;
}

export interface Outcome {
  response: Response;
  limits: LimitDecision | null;
  /** Null where the handler gave a reply. */
  error: AppError | null;
  isStream: boolean;
  /** The idempotency key that the request holds. */
  claim: IdempotentRequest | null;
}

/** What the caller sees. An outage is logged by `commitRow`, since most of them are logged once for all calls. */
export function visibleError({ deps, match, incoming }: Call, thrown: unknown): AppError {
  // Nobody reads this response, and neither we nor a plugin failed.
  if (incoming.request.signal.aborted && (thrown as Error | undefined)?.name === "AbortError") {
    return new AppError("INTERNAL_ERROR", "The caller disconnected.");
  }
  const error = findAppError(thrown);
  if (error && isOutage(error)) return error;
  return toAppError(thrown, deps.log, incoming.requestId, match.route?.provider);
}

const isOutage = (error: AppError | null) => error?.code === "SERVICE_UNAVAILABLE";

/** Ends the idempotency key and commits the usage row, side by side; gives the error that has to go out in place of the response. */
export async function settle(call: Call, outcome: Outcome): Promise<AppError | null> {
  const committed = commitRow(call, outcome);
  const claimEnded = outcome.claim && endClaim(call, outcome, outcome.claim);
  // A stream goes out at once: if its body broke off unread, it would pass for a complete one; its row is committed as
  // pending. So does the news of an outage, which waiting does not change.
  if (outcome.isStream || isOutage(outcome.error)) return null;
  const rowError = await committed;
  await claimEnded;
  return rowError;
}

/** Gives the error to respond with when the call has no row at all: no call is acknowledged without one. */
async function commitRow(call: Call, { response, error }: Outcome): Promise<AppError | null> {
  const { deps, incoming, usage } = call;
  try {
    await usage.commit(response.status, error);
    // With the log writable the outage was this call's own; else the writer logs it, once for all calls.
    if (error && isOutage(error)) toAppError(error, deps.log, incoming.requestId);
    return null;
  } catch (thrown) {
    const rowError = visibleError(call, thrown);
    return usage.isPendingCommitted ? null : rowError;
  }
}

/** Stores the response under the key, or frees the key where the provider has certainly changed nothing. */
async function endClaim(
  { deps, incoming, surface, usage }: Call,
  { response, error }: Outcome,
  claim: IdempotentRequest,
): Promise<void> {
  // An earlier request may have changed something, although the last one, a read too, changed nothing.
  const isStored = !error || (usage.isPendingCommitted && (usage.hasWrittenBefore || !isCertainlyUndone(error)));
  try {
    const notStored = () => errorResponse(responseNotStored(usage.id), surface);
    await deps.idempotency.end(claim, isStored ? response : null, notStored);
  } catch (thrown) {
    deps.log.error("idempotency_lost", { request_id: incoming.requestId, error: thrown });
  }
}

/** Whether the last request never reached the provider, or the provider says that it did nothing. */
function isCertainlyUndone({ code, details }: AppError): boolean {
  return code === "PROVIDER_UNAVAILABLE" && /^(connect|rate_limited|busy|circuit_open)$/.test(String(details.reason));
}
