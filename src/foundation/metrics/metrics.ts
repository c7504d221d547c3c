// What the gateway counts and times: one function for each thing that happens. Labels are closed sets, never a user's own.
import { type Counter, createCounter, createHistogram, type Distribution, type Family } from "./series.ts";

/** Whose request: the route's template, never the path. `provider` is empty for the gateway's own routes. */
export interface RouteLabels {
  provider: string;
  method: string;
  endpoint: string;
}

/** The series of one route. */
export interface RouteSeries {
  labels: RouteLabels;
  /** `code` is the error code, or `OK`; `providerMs` is the share that the attempts at the provider took. */
  end(code: string, durationMs: number, providerMs: number): void;
}

export interface Metrics {
  families: readonly Family[];
  route(labels: RouteLabels): RouteSeries;
  /** One attempt at a provider ended, with `ok` or the kind of its failure. */
  attempt(provider: string, outcome: string, durationMs: number): void;
  /** A plugin's function returned what it does not declare, or was stopped. */
  pluginError(provider: string, kind: string): void;
  limitDecision(surface: string, decision: string): void;
  limitLease(window: string): void;
  tokenRefresh(provider: string, outcome: string): void;
  webhookAttempt(outcome: string, durationMs: number): void;
  /** An attempt to send a mail ended. */
  mailAttempt(outcome: "sent" | "failed"): void;
  /** A backup of the job failed, or could not be restored as a trial. */
  backupFailure(step: "backup" | "verification"): void;
  /** Events of the activity log that a target took, or dropped. */
  activityEvents(target: string, outcome: "written" | "dropped", events: number): void;
  agentSessionCreated(): void;
  agentSessionsEnded(reason: string, sessions: number): void;
  /** A call of an agent session was refused, by the reason of its error. */
  agentSessionRefusal(reason: string): void;
  /** A person must confirm a call of a kind of caller: what asks is a scope of rules, a safeguard or a setting. */
  confirmationWanted(caller: string, by: string): void;
}

/** Seconds. A request without a provider takes milliseconds, an attempt 30 seconds at most. */
const DURATIONS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const OWN_DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 10];
const ROUTE = ["provider", "method", "endpoint"];

export function createMetrics(): Metrics {
  const { requests, durations, own, attempts, attemptDurations } = callFamilies();
  const { decisions, leases, refreshes, webhooks, webhookDurations, pluginErrors, activity, mails, backups } =
    otherFamilies();
  const { created, ended, refusals, confirmations } = agentFamilies();
  return {
    families: [
      ...[requests, durations, own, attempts, attemptDurations],
      ...[decisions, leases, refreshes, webhooks, webhookDurations, pluginErrors, activity, mails, backups],
      ...[created, ended, refusals, confirmations],
    ].map(({ family }) => family),
    route: (labels) => routeSeries(labels, requests, () => durations.of(valuesOf(labels)), own),
    attempt(provider, outcome, durationMs) {
      attempts.add([provider, outcome]);
      attemptDurations.observe([provider], durationMs / 1_000);
    },
    pluginError: (provider, kind) => pluginErrors.add([provider, kind]),
    limitDecision: (surface, decision) => decisions.add([surface, decision]),
    limitLease: (window) => leases.add([window]),
    tokenRefresh: (provider, outcome) => refreshes.add([provider, outcome]),
    webhookAttempt(outcome, durationMs) {
      webhooks.add([outcome]);
      webhookDurations.observe([], durationMs / 1_000);
    },
    mailAttempt: (outcome) => mails.add([outcome]),
    backupFailure: (step) => backups.add([step]),
    activityEvents: (target, outcome, events) => activity.add([target, outcome], events),
    agentSessionCreated: () => created.add([]),
    agentSessionsEnded: (reason, sessions) => ended.add([reason], sessions),
    agentSessionRefusal: (reason) => refusals.add([reason]),
    confirmationWanted: (caller, by) => confirmations.add([caller, by]),
  };
}

function callFamilies() {
  return {
    requests: createCounter(
      "gateway_requests_total",
      "Requests by route and by error code; OK for those without an error.",
      [...ROUTE, "code"],
    ),
    durations: createHistogram(
      "gateway_request_duration_seconds",
      "Time from a request to its response, including the provider's share.",
      ROUTE,
      DURATIONS,
    ),
    own: createHistogram(
      "gateway_own_duration_seconds",
      "The gateway's share of a request, without the attempts at the provider.",
      ["provider"],
      OWN_DURATIONS,
    ),
    attempts: createCounter("gateway_provider_attempts_total", "Attempts at providers by outcome.", [
      "provider",
      "outcome",
    ]),
    attemptDurations: createHistogram(
      "gateway_provider_attempt_duration_seconds",
      "Time that an attempt at a provider took: queue, request, response.",
      ["provider"],
      DURATIONS,
    ),
  };
}

function otherFamilies() {
  return {
    pluginErrors: createCounter(
      "gateway_plugin_errors_total",
      "Functions of plugins that were stopped (deadline), or whose result was refused (result) or cut (undeclared).",
      ["provider", "kind"],
    ),
    decisions: createCounter(
      "gateway_rate_limit_decisions_total",
      "Requests that the rate limiter admitted, or refused by a window.",
      ["surface", "decision"],
    ),
    leases: createCounter("gateway_rate_limit_leases_total", "Blocks of calls leased from the database.", ["window"]),
    refreshes: createCounter("gateway_token_refreshes_total", "Requests for new access tokens by outcome.", [
      "provider",
      "outcome",
    ]),
    webhooks: createCounter("gateway_webhook_attempts_total", "Attempts to send an outgoing webhook.", ["outcome"]),
    activity: createCounter("gateway_activity_events_total", "Events of the activity log, written or dropped.", [
      "target",
      "outcome",
    ]),
    mails: createCounter("gateway_mail_attempts_total", "Attempts to send a mail, sent or failed.", ["outcome"]),
    backups: createCounter("gateway_backup_failures_total", "Backups of the job that failed, or their verification.", [
      "step",
    ]),
    webhookDurations: createHistogram(
      "gateway_webhook_attempt_duration_seconds",
      "Time that an attempt to send an outgoing webhook took.",
      [],
      DURATIONS,
    ),
  };
}

function agentFamilies() {
  return {
    created: createCounter("gateway_agent_sessions_created_total", "Agent sessions that were created.", []),
    ended: createCounter("gateway_agent_sessions_ended_total", "Agent sessions that ended, by reason.", ["reason"]),
    refusals: createCounter(
      "gateway_agent_session_refusals_total",
      "Calls of agent sessions that were refused, by the reason of the error.",
      ["reason"],
    ),
    confirmations: createCounter(
      "gateway_confirmations_wanted_total",
      "Calls that a person must confirm, by kind of caller and what asks.",
      ["caller", "by"],
    ),
  };
}

const valuesOf = ({ provider, method, endpoint }: RouteLabels) => [provider, method, endpoint];

/** Made at the route's first request, so that a scrape holds only what is used. */
function routeSeries(
  labels: RouteLabels,
  requests: Counter,
  makeDurations: () => Distribution,
  own: { of(values: readonly string[]): Distribution },
): RouteSeries {
  const byCode = new Map<string, { value: number }>();
  let durations: Distribution | null = null;
  let ownDurations: Distribution | null = null;
  const countOf = (code: string) => {
    const cell = requests.of([...valuesOf(labels), code]);
    byCode.set(code, cell);
    return cell;
  };
  return {
    labels,
    end(code, durationMs, providerMs) {
      (byCode.get(code) ?? countOf(code)).value++;
      durations ??= makeDurations();
      ownDurations ??= own.of([labels.provider]);
      durations.observe(durationMs / 1_000);
      ownDurations.observe(Math.max(0, durationMs - providerMs) / 1_000);
    },
  };
}
