// A HubSpot record (contact, company, deal, ticket): named properties, all of them texts.
import { asUtc, field, isDay, type Static, shapes, type TSchema, t, timeOfMs } from "gateway/plugin";

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

const rawProperties = t.Record(t.String(), shapes.nullableText());
const RawRecord = t.Object({ properties: rawProperties });
export type RawRecord = Static<typeof RawRecord>;

/** The properties with a field of their own. */
export const propertiesOf = ({ fields, reads }: ObjectType) => [...Object.values(fields), "hubspot_owner_id", ...reads];

/** A property as text; null where it is missing or empty. */
export const property = (name: string, description?: string) =>
  field.nonEmptyText({ from: `properties.${name}`, description });
/** A property that is a time. */
export const time = (name: string, description?: string) =>
  madeOf(shapes.nullableTime(description), (raw) => timeOf(raw, name));
/** What a record's properties say together. */
export const madeOf = <Shape extends TSchema>(shape: Shape, map: (raw: RawRecord) => Static<Shape>) =>
  field.derived({ reads: RawRecord, shape, map });

export const changeTimes = {
  created_at: field.nullableTime({ from: "createdAt" }),
  updated_at: field.nullableTime({ from: "updatedAt" }),
};

/** The fields of every record of this type. */
export const recordFields = (type: ObjectType) => ({
  id: field.text(),
  owner_id: property("hubspot_owner_id", "Id of the owner; hubspot_list_owners returns the names."),
  archived: field.flag(),
  url: field.of({
    from: "id",
    raw: t.String(),
    shape: shapes.nullableText("URL to open in a browser."),
    map: (id, { identity }) => webUrl(identity.workspace?.id, type.typeId, id),
  }),
  ...changeTimes,
  properties: field.of({
    raw: rawProperties,
    shape: t.Record(t.String(), shapes.nullableText(), {
      description: "Other properties, by HubSpot's internal names, as strings.",
    }),
    map: (properties) => {
      const fieldProperties = propertiesOf(type);
      return Object.fromEntries(Object.entries(properties).filter(([name]) => !fieldProperties.includes(name)));
    },
  }),
});

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
