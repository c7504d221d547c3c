// Single fields that Salesforce's endpoints share: ids, times, web URLs.
import { asUtc, encoded, field, maybeText, nullable, shapes, t, textAt } from "gateway/plugin";

/** developer.salesforce.com, "ID field type": 15 characters, or 18 with a checksum. */
export const recordId = (description: string) =>
  t.String({ pattern: "^[a-zA-Z0-9]{15}([a-zA-Z0-9]{3})?$", description });
export const objectName = (description: string) => t.String({ pattern: "^[A-Za-z][A-Za-z0-9_]{0,79}$", description });
export const time = (description: string) => t.String({ format: "date-time", description });

/** Fields by API name. */
export const apiFields = (description: string) =>
  t.Unsafe<Record<string, unknown>>(t.Object({}, { additionalProperties: true, description }));

/** Salesforce writes offsets without a colon (`+0000`), which is not ISO 8601. */
export function isoTime(text: string | null | undefined): string | null {
  return asUtc(text?.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
}

/** The text at a dotted path; null if it is missing or empty. */
export const nonEmptyTextAt = (json: unknown, dotted: string) => textAt(json, dotted) || null;

/** Opens a record of any object in the browser. */
export function webUrl(id: string, { identity }: { identity: { tenant: Readonly<Record<string, string>> } }) {
  return identity.tenant.instance === undefined ? null : `https://${identity.tenant.instance}/${encoded(id)}`;
}

/** A time as Salesforce writes it. */
export const recordTime = (from: string) =>
  field.of({ from, raw: maybeText, shape: shapes.nullableTime(), map: isoTime });
/** What every record has. */
export const common = {
  owner_id: field.nullableText({ from: "OwnerId" }),
  url: field.of({
    from: "Id",
    raw: t.String(),
    shape: nullable(t.String({ description: "URL to open in a browser." })),
    map: (id, call) => webUrl(id, call),
  }),
  created_at: recordTime("CreatedDate"),
  updated_at: recordTime("LastModifiedDate"),
};
