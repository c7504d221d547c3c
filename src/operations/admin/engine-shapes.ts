// What the operator's API returns of the machinery: keys of the ring, jobs, erasures, inbound webhooks, checks.
import { type TSchema, Type as t } from "@sinclair/typebox";

const nullable = <T extends TSchema>(schema: T) => t.Union([schema, t.Null()]);
const id = t.String({ format: "uuid" });
const time = t.String({ format: "date-time" });
const count = (description: string) => t.Integer({ minimum: 0, description });
const counts = (description: string) =>
  t.Unsafe<Record<string, number>>(t.Object({}, { additionalProperties: t.Integer(), description }));
const oneOf = <const T extends readonly string[]>(names: T, description: string) =>
  t.Unsafe<T[number]>({ type: "string", enum: [...names], description });

export const StatusShape = t.Object({
  version: t.String(),
  environment: oneOf(["development", "production"], "How it was started."),
  database: oneOf(["postgres", "embedded"], "Its kind."),
  replica_id: t.String({ description: "This process; behind one address there may be others." }),
  is_usage_log_writable: t.Boolean({ description: "While it is not, calls are refused." }),
  last_backup: t.Union([t.Object({ finished_at: t.String(), bytes: t.Integer() }), t.Null()], {
    description: "Of the embedded database.",
  }),
  hosts: t.Array(
    t.Object({
      origin: t.String(),
      is_circuit_open: t.Boolean({ description: "Whether calls are refused after many failures." }),
      active: count("Requests on their way."),
      queued: count("Requests that wait."),
    }),
    { description: "The providers' hosts that it calls." },
  ),
});
export const CheckList = t.Object({
  checks: t.Array(
    t.Object({
      check: t.String(),
      ok: t.Boolean(),
      message: t.String(),
      warning: t.Optional(t.Boolean({ description: "Whether it passes, but wants a look." })),
    }),
  ),
});

export const ErasureShape = t.Object({
  id,
  user_id: id,
  account_id: nullable(id),
  state: oneOf(["running", "done"], "Whether it has ended."),
  step: t.Union([t.String(), t.Null()], { description: "What it is at; null when it is done." }),
  steps_done: count("Steps that have ended."),
  steps: count("Steps in all."),
  erased: counts("Rows by step."),
  abandoned_grants: count("Grants that the provider did not end within a day."),
  error: t.Union([t.String(), t.Null()], { description: "The code of what the last attempt failed with." }),
  requested_at: time,
  next_at: nullable(time),
  finished_at: nullable(time),
});
export const ErasureList = t.Object({ erasures: t.Array(ErasureShape) });

export const QueueList = t.Object({
  queues: t.Array(
    t.Object({
      queue: t.String(),
      due: count("Jobs whose time has come."),
      oldest_due_s: t.Union([t.Number(), t.Null()], { description: "Seconds that the oldest has waited." }),
      active: t.Union([t.Integer(), t.Null()], { description: "Jobs that run; null where nobody counts them." }),
      failed: count("Jobs that have failed for good."),
      last_run_at: t.Union([time, t.Null()], { description: "When one last ended well." }),
    }),
  ),
});
export const FailedJobs = t.Object({
  failed: t.Array(
    t.Object({
      id: t.String(),
      attempts: count("How often it was tried."),
      error: nullable(t.String()),
      next_at: nullable(t.String()),
    }),
  ),
});
export const RetriedJobs = t.Object({ retried: count("Jobs that will run again.") });

const ringKeys = t.Array(
  t.Object({
    id: t.String(),
    in_ring: t.Boolean({ description: "Whether this process has the key." }),
    in_use: count("Sealed texts under the key."),
    api_keys: count("Valid API keys and admin tokens whose MAC is of this key; each moves when it is used."),
    sessions: count("Pending connect sessions; each lasts half an hour at most."),
    can_be_removed: t.Boolean({ description: "Whether the gateway starts without the key." }),
  }),
);
export const RingKeys = t.Object({ keys: ringKeys });
export const RotatedSecrets = t.Object({
  sealed: count("Texts that were sealed anew."),
  unreadable: count("Texts that no key opens; they are left as they are."),
  remaining: count("Texts that another request will seal."),
  keys: ringKeys,
});

const state = oneOf(["pending", "accepted"], "Whether deliveries are verified with it.");
export const InboundWebhookList = t.Object({
  webhooks: t.Array(
    t.Object({
      provider: t.String(),
      address: t.String({ description: "What the provider's app is told to send to." }),
      has_secret: t.Boolean(),
      handshake_secret: nullable(t.Object({ state, received_at: t.String() })),
      deliveries: counts("What this process did with deliveries, by outcome."),
    }),
  ),
});
export const HandshakeSecret = t.Object({ provider: t.String(), secret: t.String(), state, received_at: t.String() });
export const AcceptedSecret = t.Object({ accepted: t.Literal(true) });
export const DeletedSecret = t.Object({ deleted: t.Literal(true) });
