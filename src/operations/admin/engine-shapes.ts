// What the operator's API returns of the machinery: keys of the ring, jobs, erasures, inbound webhooks, checks.
import { Type as t } from "@sinclair/typebox";
import { nullable, oneOf } from "../../plugin/fields.ts";

const id = t.String({ format: "uuid" });
const time = t.String({ format: "date-time" });
const count = (description: string) => t.Integer({ minimum: 0, description });
const counts = (description: string) =>
  t.Unsafe<Record<string, number>>(t.Object({}, { additionalProperties: t.Integer(), description }));

export const StatusShape = t.Object({
  version: t.String(),
  environment: oneOf(["development", "production"], "How it was started."),
  database: oneOf(["postgres", "embedded"], "The kind of database."),
  replica_id: t.String({ description: "This process; there may be others behind the same address." }),
  is_usage_log_writable: t.Boolean({ description: "Whether the usage log can be written. If not, calls are refused." }),
  last_backup: t.Union(
    [
      t.Object({
        finished_at: t.String(),
        bytes: t.Integer(),
        verified: t.Union([t.Boolean(), t.Null()], {
          description: "Whether it could be restored as a trial; null if that was not tried.",
        }),
        reason: nullable(t.String()),
      }),
      t.Null(),
    ],
    { description: "The last backup that is known; null if none is." },
  ),
  backup_job: t.Union(
    [
      t.Object({
        every_s: t.Integer({ description: "Seconds between two backups." }),
        failed_at: t.Union([time, t.Null()], {
          description: "When a backup last failed; null if none has since the last one.",
        }),
        reason: nullable(t.String()),
      }),
      t.Null(),
    ],
    { description: "The backups that the gateway makes by itself; null if it makes none." },
  ),
  hosts: t.Array(
    t.Object({
      origin: t.String(),
      is_circuit_open: t.Boolean({ description: "Whether calls are refused after repeated failures." }),
      active: count("Requests in progress."),
      queued: count("Waiting requests."),
    }),
    { description: "The provider hosts that it calls." },
  ),
});
export const CheckList = t.Object({
  checks: t.Array(
    t.Object({
      check: t.String(),
      ok: t.Boolean(),
      message: t.String(),
      warning: t.Optional(t.Boolean({ description: "Whether it passes with a warning." })),
    }),
  ),
});

export const ErasureShape = t.Object({
  id,
  user_id: id,
  account_id: nullable(id),
  state: oneOf(["running", "done"], "Whether it has ended."),
  step: t.Union([t.String(), t.Null()], { description: "The current step; null when it is finished." }),
  steps_done: count("Finished steps."),
  steps: count("Total number of steps."),
  erased: counts("Rows by step."),
  abandoned_grants: count("Grants that the provider did not revoke within a day."),
  error: t.Union([t.String(), t.Null()], { description: "The error code of the last attempt." }),
  requested_at: time,
  next_at: nullable(time),
  finished_at: nullable(time),
});
export const ErasureList = t.Object({ erasures: t.Array(ErasureShape) });

export const QueueList = t.Object({
  queues: t.Array(
    t.Object({
      queue: t.String(),
      due: count("Jobs that are due."),
      oldest_due_s: t.Union([t.Number(), t.Null()], { description: "Seconds since the oldest of them was due." }),
      active: t.Union([t.Integer(), t.Null()], { description: "Running jobs; null if they are not counted." }),
      failed: count("Jobs that failed permanently."),
      last_run_at: t.Union([time, t.Null()], { description: "When a job last succeeded." }),
    }),
  ),
});
export const FailedJobs = t.Object({
  failed: t.Array(
    t.Object({
      id: t.String(),
      attempts: count("Number of attempts."),
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
    in_use: count("Secrets that are encrypted with the key."),
    api_keys: count(
      "Valid API keys and admin tokens whose MAC uses this key. Each one moves to the first key when it is used.",
    ),
    sessions: count("Pending connect sessions; each lasts at most half an hour."),
    can_be_removed: t.Boolean({ description: "Whether the gateway can start without the key." }),
  }),
);
export const RingKeys = t.Object({
  keys: ringKeys,
  uses: t.Array(
    t.Object({
      ring_key: t.String(),
      table: t.String(),
      kind: oneOf(["sealed", "mac"], "sealed: encrypted with the key; mac: recognised by a MAC under it."),
      count: count("How many there are."),
      moved_by: oneOf(
        ["rotation", "use", "expiry", "replacement"],
        "What frees the key: `gateway secrets rotate`, the next use of each, their end, or a new one that a person makes.",
      ),
      keeps_key: t.Boolean({
        description: "Whether the key must stay as long as there is one. If not, they end with it.",
      }),
    }),
    { description: "What uses each key, by table." },
  ),
});
export const PendingKeys = t.Object({
  pending: t.Array(
    t.Object({
      kind: oneOf(["api_key", "admin_token", "mcp_client"], "What waits for its next use."),
      id,
      name: nullable(t.String()),
      user_id: nullable(id),
      email: nullable(t.String()),
      prefix: nullable(t.String()),
      last_four: nullable(t.String()),
      created_at: time,
      last_used_at: t.Union([time, t.Null()], { description: "Null if it was never used." }),
      expires_at: nullable(time),
    }),
    { description: "In the order of kind and id." },
  ),
  next_cursor: nullable(t.String()),
});
export const RotatedSecrets = t.Object({
  sealed: count("Secrets that were re-encrypted."),
  unreadable: count("Secrets that no key can decrypt; they are left unchanged."),
  remaining: count("Secrets that are left for the next request."),
  keys: ringKeys,
});

const state = oneOf(["pending", "accepted"], "Whether inbound webhooks are verified with it.");
export const InboundWebhookList = t.Object({
  webhooks: t.Array(
    t.Object({
      provider: t.String(),
      address: t.String({ description: "The address to enter at the provider." }),
      has_secret: t.Boolean(),
      handshake_secret: nullable(t.Object({ state, received_at: t.String() })),
      inbound_webhooks: counts("Inbound webhooks that this process received, by outcome."),
      deliveries: counts("The same under its former name, only in this version: use inbound_webhooks."),
    }),
  ),
});
export const HandshakeSecret = t.Object({ provider: t.String(), secret: t.String(), state, received_at: t.String() });
export const AcceptedSecret = t.Object({ accepted: t.Literal(true) });
export const DeletedSecret = t.Object({ deleted: t.Literal(true) });
