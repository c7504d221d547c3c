// What a call did at its provider, step by step: requests, refreshes of its token, and waits.
import { Type as t } from "@sinclair/typebox";

export interface CallStep {
  kind: "request" | "refresh" | "identity_check" | "wait";
  /** Milliseconds from the call's begin to the step's. */
  at_ms: number;
  duration_ms: number;
  /** A request's method. */
  method?: string;
  /** What the provider answered a request with; absent without a response. */
  status?: number;
  /** Why there is no response, such as timeout; for a wait, what for; for a refresh, why it gave no new token. */
  reason?: string;
}

/** A step as its place notes it: `startedAt` by `performance.now()`. */
export type NotedStep = Omit<CallStep, "at_ms" | "duration_ms"> & { startedAt: number };

/** The first and the last of a call, which say most. */
const MAX_STEPS = 20;

export interface StepLog {
  note(step: NotedStep): void;
  /** The steps of a call that failed, or whose requests did not all succeed at once; null for any other. */
  of(hasFailed: boolean): CallStep[] | null;
}

export function createStepLog(): StepLog {
  const beganAt = performance.now();
  const steps: CallStep[] = [];
  return {
    note({ startedAt, ...step }) {
      const at_ms = Math.max(0, Math.round(startedAt - beganAt));
      steps.push({ ...step, at_ms, duration_ms: Math.max(0, Math.round(performance.now() - startedAt)) });
      if (steps.length > MAX_STEPS) steps.splice(MAX_STEPS / 2, 1);
    },
    of: (hasFailed) => (steps.length > 0 && (hasFailed || !steps.every(isPlain)) ? [...steps].sort(byTime) : null),
  };
}

const isPlain = ({ kind, status = 0 }: CallStep) => kind === "request" && status >= 200 && status < 400;

/** A step is noted at its end. */
const byTime = (one: CallStep, other: CallStep) => one.at_ms - other.at_ms;

const kinds = ["request", "refresh", "identity_check", "wait"] as const;

/** On the wire. */
export const UsageStep = t.Object(
  {
    kind: t.Union(
      kinds.map((kind) => t.Literal(kind)),
      {
        description:
          "request: one to the provider's API; refresh: of the access token; identity_check: whether the provider still accepts the grant; wait: before the next request.",
      },
    ),
    at_ms: t.Integer({ description: "Milliseconds from the start of the call." }),
    duration_ms: t.Integer(),
    method: t.Union([t.String(), t.Null()], { description: "The method of a request." }),
    status: t.Union([t.Integer(), t.Null()], { description: "The provider's status; null without a response." }),
    reason: t.Union([t.String(), t.Null()], {
      description:
        "Why there was no response, such as timeout; for a wait, slot (too many requests at once) or retry; for a refresh without a new token, refused, timeout, connect, not_sent, or not_renewed where the old token still works.",
    }),
  },
  { title: "UsageStep" },
);

/** In the order of the schema: the database has its own. */
export const stepView = ({ kind, at_ms, duration_ms, method, status, reason }: CallStep) => ({
  kind,
  at_ms,
  duration_ms,
  method: method ?? null,
  status: status ?? null,
  reason: reason ?? null,
});
