// What the operator's API returns of the cluster.
import { Type as t } from "@sinclair/typebox";
import { nullable, oneOf } from "../../plugin/fields.ts";
import { DIFFERENCE_KINDS } from "../cluster/differences.ts";
import { QueueList } from "./engine-shapes.ts";

const id = t.String({ format: "uuid" });
const time = t.String({ format: "date-time" });
const count = (description: string) => t.Integer({ minimum: 0, description });
const replica = t.Union([t.String(), t.Null()], {
  description: "The replica's host name and port; null if it is no longer listed.",
});

const ReplicaShape = t.Object({
  id,
  replica: t.String({ description: "Host name and port; with the start of its id if another has the same." }),
  state: oneOf(
    ["serving", "draining", "gone"],
    "draining: it is stopping; gone: its last heartbeat is more than 90 seconds old.",
  ),
  is_this: t.Boolean({ description: "Whether it sent this response." }),
  version: t.String(),
  started_at: time,
  seen_at: t.String({ format: "date-time", description: "Its last heartbeat; there is one every 30 seconds." }),
  ring: t.Array(t.String(), { description: "The ids of its ring's keys; the first one encrypts." }),
  migrations: count("Migrations that its version has."),
  usage_rows_queued: count("Rows of the usage log that it had not yet written at its last heartbeat."),
});

const DifferenceShape = t.Object({
  kind: oneOf(DIFFERENCE_KINDS, "What differs."),
  name: t.Union([t.String(), t.Null()], {
    description: "The variable of a setting, or the id of a key, provider or plugin; null for version and ring.",
  }),
  groups: t.Array(
    t.Object({
      value: t.Union([t.String(), t.Null()], {
        description: "The version, or the ids of the ring's keys; null for anything else: values are never returned.",
      }),
      is_set: t.Boolean({ description: "Whether the setting is set, or the plugin is loaded." }),
      replicas: t.Array(t.String()),
    }),
    { description: "Replicas that agree, the largest group first." },
  ),
});

export const ClusterShape = t.Object({
  database: t.Object({
    kind: oneOf(["postgres", "embedded"], "The kind of database."),
    migrations: count("Applied migrations."),
    newest_migration: nullable(t.String()),
  }),
  replicas: t.Array(ReplicaShape, { description: "At most 200, those that serve first." }),
  differences: t.Array(DifferenceShape, {
    description: "Where replicas that serve differ: settings are compared by an HMAC under a key of the ring.",
  }),
  leases: t.Array(
    t.Object({
      lease: oneOf(["token_refreshes", "idempotent_calls"], "What is held, so that no other replica does it."),
      count: count("How many."),
      replica_id: t.String(),
      replica,
    }),
  ),
  jobs: t.Array(
    t.Object({
      job: t.String(),
      last_success_at: time,
      replica_id: t.Union([id, t.Null()], { description: "Null if an older version ran it." }),
      replica,
    }),
    { description: "Which replica last ran each scheduled job successfully." },
  ),
  queues: QueueList.properties.queues,
});
