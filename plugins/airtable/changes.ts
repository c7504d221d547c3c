// What happened in a base, in Airtable's log of a webhook: payloads of transactions, taken apart into single changes.
import {
  asTime,
  type EventView,
  maybe,
  maybeText,
  nullable,
  oneOf,
  type Static,
  shapes,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { cells, recordUrl } from "./fields.ts";

const KINDS = ["created", "updated", "deleted", "schema_changed", "changes_lost"] as const;

/** One change of a payload, as the poll hands it on. */
export const rawChange = t.Object({
  kind: oneOf(KINDS, "What happened."),
  transaction: t.Integer(),
  at: maybeText,
  source: maybeText,
  user: maybe(t.Object({ id: maybeText, name: maybeText, email: maybeText })),
  table: maybeText,
  record: maybeText,
  cells: maybe(t.Record(t.String(), t.Unknown())),
  previous: maybe(t.Record(t.String(), t.Unknown())),
  tables: maybe(t.Array(t.String())),
});
export type Change = Static<typeof rawChange>;

const objectAt = (json: unknown, dotted: string): Record<string, unknown> => {
  const value = valueAt(json, dotted);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
};
const textsAt = (json: unknown, dotted: string): string[] => {
  const list = valueAt(json, dotted);
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];
};

/** Parts of a changed table that say that its schema changed. */
const SCHEMA_PARTS = ["createdFieldsById", "changedFieldsById", "destroyedFieldIds", "changedMetadata"];

/** The changes of one payload, in a fixed order; a transaction changes a record once. */
export function changesIn(payload: unknown): Change[] {
  const transaction = valueAt(payload, "baseTransactionNumber");
  if (typeof transaction !== "number") return [];
  const user = objectAt(payload, "actionMetadata.sourceMetadata.user");
  const common = {
    transaction,
    at: textAt(payload, "timestamp"),
    source: textAt(payload, "actionMetadata.source"),
    user: { id: textAt(user, "id"), name: textAt(user, "name"), email: textAt(user, "email") },
  };
  // Airtable could not write down what changed, such as after too large a change.
  if (valueAt(payload, "error") === true) return [{ ...common, kind: "changes_lost" }];
  const changed = Object.entries(objectAt(payload, "changedTablesById"));
  const tables = [
    ...Object.keys(objectAt(payload, "createdTablesById")),
    ...textsAt(payload, "destroyedTableIds"),
    ...changed.flatMap(([id, table]) => (SCHEMA_PARTS.some((part) => isThere(valueAt(table, part))) ? [id] : [])),
  ];
  return [
    ...changed.flatMap(([id, table]) => recordChanges(id, table).map((change) => ({ ...common, ...change }))),
    ...(tables.length > 0 ? [{ ...common, kind: "schema_changed" as const, tables }] : []),
  ];
}

const isThere = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length > 0;

function recordChanges(table: string, changes: unknown) {
  const made = Object.entries(objectAt(changes, "createdRecordsById")).map(([record, value]) => ({
    kind: "created" as const,
    table,
    record,
    cells: objectAt(value, "cellValuesByFieldId"),
  }));
  const changed = Object.entries(objectAt(changes, "changedRecordsById")).map(([record, value]) => ({
    kind: "updated" as const,
    table,
    record,
    cells: objectAt(value, "current.cellValuesByFieldId"),
    previous: objectAt(value, "previous.cellValuesByFieldId"),
  }));
  const gone = textsAt(changes, "destroyedRecordIds").map((record) => ({ kind: "deleted" as const, table, record }));
  return [...made, ...changed, ...gone];
}

const who = {
  occurred_at: shapes.nullableTime(),
  source: shapes.nullableText(
    "Where the change was made, as Airtable names it: client, publicApi, formSubmission, automation …",
  ),
  user: nullable(t.Object(shapes.person), "Who made the change; null if Airtable does not say."),
};
const place = {
  base_id: t.String(),
  table_id: t.String(),
  record_id: t.String(),
  url: shapes.nullableText("URL to open in a browser."),
};
export const recordChangeShape = t.Object({
  ...place,
  changed_field_ids: t.Array(t.String()),
  fields: cells("Values by field id: only the changed ones for an update, none for a deleted record."),
  previous_fields: cells("Previous values of the changed fields, by field id."),
  ...who,
});
export const baseChangeShape = t.Object({
  base_id: t.String(),
  table_ids: t.Array(t.String(), { description: "Tables that were added, removed or changed." }),
  ...who,
});

const whoOf = ({ at, source, user }: Change) => ({
  occurred_at: asTime(at),
  source: source ?? null,
  user: user?.id ? { id: user.id, name: user.name ?? null, email: user.email ?? null, avatar_url: null } : null,
});

export function toRecordChange(change: Change, base: string | null): Static<typeof recordChangeShape> {
  const { table, record, cells: fields, previous } = change;
  return {
    base_id: base ?? "",
    table_id: table ?? "",
    record_id: record ?? "",
    url: change.kind === "deleted" ? null : recordUrl(base ?? "", table ?? "", record ?? ""),
    changed_field_ids: Object.keys(fields ?? {}),
    fields: fields ?? {},
    previous_fields: previous ?? {},
    ...whoOf(change),
  };
}

export function toBaseChange(change: Change, base: string | null): Static<typeof baseChangeShape> {
  return { base_id: base ?? "", table_ids: change.tables ?? [], ...whoOf(change) };
}

/** How the inbox shows it. */
export function viewOf(
  { user, source, occurred_at }: Pick<Static<typeof baseChangeShape>, "user" | "source" | "occurred_at">,
  { title, summary, url }: Pick<EventView, "title" | "summary" | "url">,
): EventView {
  return { title, summary, actor: user?.name ?? user?.email ?? source, url, occurredAt: occurred_at };
}
