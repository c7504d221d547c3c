// Single fields that Pipedrive's endpoints share: ids, times, custom fields, web URLs.
import { asUtc, encoded, entryOf, InvalidInput, t, valueAt } from "gateway/plugin";

export const id = (description: string) => t.String({ pattern: "^[1-9][0-9]{0,14}$", description });
export const leadId = (description: string) =>
  t.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", description });
export const day = (description: string) => t.String({ format: "date", description });
export const currency = t.String({ pattern: "^[A-Z]{3}$", description: "Currency code, such as EUR." });
export const updatedSince = t.Optional(
  t.String({
    format: "date-time",
    description: "Only what was changed at this time or later, such as 2026-01-31T09:00:00Z.",
  }),
);

/** A caller's time as Pipedrive takes it: UTC, whole seconds. */
export function utcTime(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const utc = asUtc(time);
  if (utc === null) throw new InvalidInput(`"${time}" is not a time.`);
  return utc.replace(/\.\d+Z$/, "Z");
}
export const numericId = (value: string | undefined) => (value === undefined ? undefined : Number(value));

/** A field that refers to an object: its id, or in version 1 the object itself. */
export const maybeId = t.Optional(t.Unknown());
export const customFields = (description: string) =>
  t.Unsafe<Record<string, unknown>>(t.Object({}, { additionalProperties: true, description }));
export const customFieldsShape = customFields("Values of custom fields, by the 40-character key of each.");
export const rawCustomFields = t.Optional(t.Unknown());
export const toCustomFields = (fields: unknown) =>
  typeof fields === "object" && fields !== null && !Array.isArray(fields) ? (fields as Record<string, unknown>) : {};

/** The id as text, from an id or an object. */
export function idOf(value: unknown): string | null {
  if (typeof value === "number" || (typeof value === "string" && value !== "")) return String(value);
  const inner = valueAt(value, "value") ?? valueAt(value, "id");
  return typeof inner === "number" || typeof inner === "string" ? String(inner) : null;
}

/** Version 1 writes `2026-08-01 10:00:00`, in UTC, which is not ISO 8601. */
export function isoTime(time: string | null | undefined): string | null {
  return asUtc(time, "Z");
}

/** The id of a creation, equal whether it was pushed or polled. */
export const creationId = (type: string, id: string) => `${type}/${id}/created`;
/** The id of a change: lists have times in whole seconds, so the changes of one second are one. */
export const changeId = (type: string, id: string, changedAt: string) =>
  `${type}/${id}/${changedAt.replace(/\.\d+Z$/, "Z")}`;

const WEB_PATHS: Readonly<Record<string, string>> = {
  deal: "deal",
  person: "person",
  organization: "organization",
  lead: "leads/inbox",
};
/** Opens an object in the browser; null for types without a page, such as activities. */
export function webUrl(domain: string | null | undefined, type: string, id: string | number): string | null {
  const path = entryOf(WEB_PATHS, type);
  return domain && path ? `https://${domain}/${path}/${encoded(id)}` : null;
}
