// A HubSpot record (contact, company, deal, ticket): named properties, all of them texts.
import { type AnyCall, asTime, asUtc, isDay, maybeText, type Static, shapes, t, timeOfMs } from "gateway/plugin";

/** One type of object in HubSpot's CRM. */
export interface ObjectType {
  /** The name in paths. */
  name: string;
  /** The number in HubSpot's web URLs. */
  typeId: string;
  /** The property with the time of the last change; contacts have their own. */
  modified: "lastmodifieddate" | "hs_lastmodifieddate";
  /** Query field → the property that must equal it. */
  filters: Readonly<Record<string, string>>;
  /** Body field → property. */
  fields: Readonly<Record<string, string>>;
  /** Properties to read beside those of `fields`; HubSpot returns few by default. */
  reads: readonly string[];
}

export const RawRecord = t.Object({
  id: t.String(),
  properties: t.Record(t.String(), shapes.nullableText()),
  createdAt: maybeText,
  updatedAt: maybeText,
  archived: t.Optional(t.Boolean()),
});
export type RawRecord = Static<typeof RawRecord>;

/** The properties with a field of their own. */
export const propertiesOf = ({ fields, reads }: ObjectType) => [...Object.values(fields), "hubspot_owner_id", ...reads];

/** The fields of every record's shape. */
export const recordFields = {
  id: t.String(),
  owner_id: shapes.nullableText("Id of the owner; hubspot_list_owners returns the names."),
  archived: t.Boolean(),
  url: shapes.nullableText("URL to open in a browser."),
  created_at: shapes.nullableTime(),
  updated_at: shapes.nullableTime(),
  properties: t.Record(t.String(), shapes.nullableText(), {
    description: "Other properties, by HubSpot's internal names, as strings.",
  }),
};

export function recordOf(type: ObjectType, raw: RawRecord, { identity }: AnyCall) {
  const fieldProperties = propertiesOf(type);
  return {
    id: raw.id,
    owner_id: textOf(raw, "hubspot_owner_id"),
    archived: raw.archived ?? false,
    url: webUrl(identity.workspace?.id, type.typeId, raw.id),
    created_at: asTime(raw.createdAt),
    updated_at: asTime(raw.updatedAt),
    properties: Object.fromEntries(Object.entries(raw.properties).filter(([name]) => !fieldProperties.includes(name))),
  };
}

/** Opens a record in the browser; HubSpot redirects to the account's region. */
export function webUrl(portalId: string | undefined, typeId: string, id: string): string | null {
  return portalId === undefined ? null : `https://app.hubspot.com/contacts/${portalId}/record/${typeId}/${id}`;
}

/** A property's text; null if it is missing or empty. */
export function textOf({ properties }: RawRecord, name: string): string | null {
  return (Object.hasOwn(properties, name) && properties[name]) || null;
}
export function numberOf(raw: RawRecord, name: string): number | null {
  const value = Number(textOf(raw, name) ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}
/** A time as ISO 8601; HubSpot writes some as milliseconds. */
export function timeOf(raw: RawRecord, name: string): string | null {
  const value = textOf(raw, name) ?? "";
  if (/^-?\d+$/.test(value)) return timeOfMs(Number(value));
  return asUtc(isDay(value) ? `${value}T00:00:00Z` : value);
}
/** The values of a property that has several, separated by semicolons. */
export function listOf(raw: RawRecord, name: string): string[] {
  return (textOf(raw, name) ?? "").split(";").filter((entry) => entry !== "");
}
