// A finished call as an event of the activity log: its entry in the usage log, with whose it is.
import type { ActivityEvent } from "../../foundation/log/activity.ts";
import { entryView } from "./model.ts";
import type { UsageRow } from "./writer.ts";

export function callActivity(row: UsageRow): ActivityEvent {
  const entry = entryView({ ...row, occurredAt: new Date(row.occurredAt) });
  return { kind: "call", at: row.occurredAt, fields: { ...entry, user_id: row.userId } };
}
