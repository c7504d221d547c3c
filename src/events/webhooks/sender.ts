// Sends one claimed message: builds and signs the request, and writes what became of it.

import type { Network } from "../../foundation/network/pinned-fetch.ts";
import { endpointSecretContext } from "../../foundation/vault/sealing-contexts.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import { USER_AGENT } from "../../providers/upstream/send.ts";
import type { Deps } from "../../server/deps.ts";
import { eventView } from "../log/model.ts";
import type { OwnEventType, OwnPayload } from "../log/own-events.ts";
import { publishEvents } from "../log/publish.ts";
import { REQUESTED_TYPE } from "./deciding.ts";
import { type DecisionResponse, readDecision } from "./decision-response.ts";
import { type Decider, type DisabledReason, disableEndpoint } from "./endpoint-store.ts";
import { messageBody } from "./message.ts";
import {
  type AttemptEnd,
  delayEndpoint,
  findEvent,
  type Job,
  type LoggedDecision,
  recordEventGone,
  recordFailure,
  recordSuccess,
} from "./message-store.ts";
import { type SendResult, send } from "./send.ts";
import { signedHeaders } from "./signature.ts";

export const TEST_TYPE = "webhook.test";
const DISABLED_TYPE = "webhooks.endpoint_disabled" satisfies OwnEventType;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** After each failed attempt; none after the last. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
] as const;
/** Added to a delay at most, so that a receiver that was down does not get everything at once. */
export const JITTER = 0.1;

/** Failures in a row after which an endpoint gets one message at a time, and then less and less often. */
export const PROBE_AFTER = 5;
const PROBE_FIRST_MS = 5 * SECOND_MS;
const PROBE_MOST_MS = 5 * MINUTE_MS;
/** For a receiver that is overloaded and does not say how long. */
const OVERLOADED_MS = 10 * SECOND_MS;
const OVERLOADED = [429, 502, 504];

/** A response to the delivery of a call that waits. */
export interface WebhookDecision {
  endpoint: { id: string; userId: string; name: string };
  decider: Decider;
  approvalId: string;
  accountId: string | null;
  response: DecisionResponse;
}

/** Decides, and says what the response came to. */
export type DecideByWebhook = (given: WebhookDecision) => Promise<LoggedDecision>;

const STOP_AFTER_MS = 72 * HOUR_MS;
const STOP_AFTER_FAILURES = 20;

type SenderDeps = Pick<Deps, "database" | "vault" | "clock" | "audit" | "events" | "metrics">;

/** What an attempt takes besides its message. */
export interface Sending {
  network: Network;
  random: () => number;
  decide: DecideByWebhook;
}

/** Rejects where the database fails: the lease's end then brings the message back, under the same id. */
export async function deliver(deps: SenderDeps, { network, random, decide }: Sending, job: Job): Promise<void> {
  const message = await messageOf(deps, job);
  const started = deps.clock.now();
  const ended = (more: Partial<AttemptEnd> & EndOfSending): AttemptEnd => {
    const now = deps.clock.now();
    const { result, code, decision, ...times } = more;
    return {
      now,
      nextAt: null,
      notBefore: null,
      attempt: {
        at: new Date(started).toISOString(),
        status: result?.status ?? null,
        duration_ms: Math.max(0, Math.round(now - started)),
        error: code ?? result?.error ?? null,
        response: result?.response ?? null,
        ...(decision && { decision }),
      },
      ...times,
    };
  };
  if (!message) return recordEventGone(deps.database, job, ended({ code: "event_gone" }));
  const body = JSON.stringify(message);
  const secrets = secretsOf(deps, job);
  const headers = {
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    ...signedHeaders(secrets, job.event_id, started, body),
  };
  const sentAt = performance.now();
  const result = await send(network, job.url, headers, body);
  deps.metrics.webhookAttempt(result.error ?? "delivered", performance.now() - sentAt);
  if (result.error === null) {
    const decision = await decisionFor(deps, job, { message, result, secrets, decide });
    return recordSuccess(deps.database, job, ended({ result, decision: decision ?? undefined }));
  }
  const times = retryTimes(job, result, deps.clock.now(), random);
  const endpoint = await recordFailure(deps.database, job, ended({ result, ...times }));
  if (endpoint) await slowDown(deps, job, result, endpoint);
}

interface EndOfSending {
  result?: SendResult;
  code?: string;
  decision?: LoggedDecision | undefined;
}

interface Responded {
  message: object;
  result: SendResult;
  secrets: readonly string[];
  decide: DecideByWebhook;
}

/** What a response came to; null for an endpoint, a message or a response that decides nothing. */
async function decisionFor(
  { clock }: SenderDeps,
  job: Job,
  { message, result, secrets, decide }: Responded,
): Promise<LoggedDecision | null> {
  const { decider_kind: kind, decider_id: id } = job;
  if (kind === null || id === null || job.is_test || job.type !== REQUESTED_TYPE || !result.received) return null;
  const response = readDecision(result.received, { deliveryId: job.event_id, secrets, now: clock.now() });
  if (!response) return null;
  const { account_id: accountId, payload } = (message as { data: RequestedEvent }).data;
  return decide({
    endpoint: { id: job.endpoint_id, userId: job.user_id, name: job.description ?? new URL(job.url).host },
    decider: { kind, id, name: job.decider_name },
    approvalId: payload.approval_id,
    accountId,
    response,
  });
}

interface RequestedEvent {
  account_id: string | null;
  payload: OwnPayload<typeof REQUESTED_TYPE>;
}

/** What is sent: an event, or a test; null where the event is gone. */
export async function messageOf(
  { database }: Pick<SenderDeps, "database">,
  job: Pick<Job, "is_test" | "endpoint_id" | "event_id" | "created_at">,
) {
  if (job.is_test) {
    const timestamp = new Date(job.created_at).toISOString();
    return { type: TEST_TYPE, timestamp, data: { endpoint_id: job.endpoint_id } };
  }
  const row = await findEvent(database, job.event_id);
  if (!row) return null;
  return messageBody(eventView(row));
}

function secretsOf({ vault }: SenderDeps, { endpoint_id: id, secret, previous_secret: previous }: Job): string[] {
  const current = vault.open(secret, endpointSecretContext(id, "secret"));
  if (previous === null) return [current];
  return [current, vault.open(previous, endpointSecretContext(id, "previous_secret"))];
}

/** When the message may go again, and when anything may go to the endpoint. A test is not repeated. */
function retryTimes(job: Job, { status, retryAfter }: SendResult, now: number, random: () => number) {
  const isOverloaded = status !== null && OVERLOADED.includes(status);
  const delay = retryAfter !== null ? retryAfter * SECOND_MS : isOverloaded ? OVERLOADED_MS : null;
  const notBefore = delay === null ? null : now + delay;
  const retry = job.is_test || status === 410 ? undefined : RETRY_DELAYS_MS[job.attempts - 1];
  if (retry === undefined) return { nextAt: null, notBefore };
  return { nextAt: Math.max(now + retry * (1 + JITTER * random()), notBefore ?? 0), notBefore };
}

/** Stops a dead endpoint; probes one that keeps failing ever less often. */
async function slowDown(
  deps: SenderDeps,
  job: Job,
  { status }: SendResult,
  { failures, failing_since }: { failures: number; failing_since: number },
): Promise<void> {
  const now = deps.clock.now();
  if (status === 410) return stopEndpoint(deps, job.endpoint_id, "gone");
  if (failures >= STOP_AFTER_FAILURES && now - failing_since >= STOP_AFTER_MS)
    return stopEndpoint(deps, job.endpoint_id, "failing");
  if (failures < PROBE_AFTER) return;
  const delay = Math.min(PROBE_MOST_MS, PROBE_FIRST_MS * 2 ** (failures - PROBE_AFTER));
  await delayEndpoint(deps.database, job.endpoint_id, now + delay);
}

const SUMMARY: Record<Exclude<DisabledReason, "manual">, string> = {
  gone: "It responded with 410 Gone.",
  failing: "No delivery to it has succeeded for three days.",
};

/** Disables the endpoint, with an event about it in its user's inbox. */
async function stopEndpoint(
  { database, clock, audit, events }: SenderDeps,
  id: string,
  reason: Exclude<DisabledReason, "manual">,
): Promise<void> {
  const now = clock.now();
  const disabledAt = new Date(now).toISOString();
  const stopped = await database.transaction(async (tx) => {
    const row = await disableEndpoint(tx, id, reason, now);
    if (!row) return null;
    const announce = await audit.recordIn(tx, SYSTEM_INITIATOR, {
      event: "webhook_endpoint_disabled",
      level: "warn",
      userId: row.user_id,
      resource: { kind: "endpoint", id },
      details: { reason },
    });
    const payload: OwnPayload<typeof DISABLED_TYPE> = {
      endpoint_id: id,
      url: row.url,
      reason,
      disabled_at: disabledAt,
    };
    const published = await publishEvents(tx, [
      {
        owner: { userId: row.user_id, accountId: null },
        integrationId: id,
        provider: "gateway",
        type: DISABLED_TYPE,
        key: `disabled ${disabledAt}`,
        view: {
          title: `Webhook endpoint stopped: ${row.description ?? new URL(row.url).host}`,
          summary: `${SUMMARY[reason]} Enable it again once it works, and replay the events since.`,
          actor: null,
          url: null,
          occurredAt: disabledAt,
        },
        payload,
        receivedAt: now,
      },
    ]);
    return { published, announce };
  });
  if (!stopped) return;
  stopped.announce();
  events.published(stopped.published);
}
