// A record of any object: its fields by API name, without Salesforce's `attributes`.
import { nullable, resource, t } from "gateway/plugin";
import { apiFields, nonEmptyTextAt, webUrl } from "./fields.ts";

/** SOQL nests at most five relationships up and one list down. */
const MAX_DEPTH = 12;

/** Drops `attributes` from the record and nested ones, which keep its `type`. */
function withoutAttributes(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => withoutAttributes(item, depth + 1));
  const { attributes, ...fields } = value as Record<string, unknown>;
  const type = nonEmptyTextAt(attributes, "type");
  return {
    ...(type && depth > 0 && { type }),
    ...Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, withoutAttributes(inner, depth + 1)])),
  };
}

export const record = resource({
  raw: t.Record(t.String(), t.Unknown()),
  shape: t.Object({
    id: nullable(
      t.String({ description: "Id of the record; null for sums and counts, and if the query did not select Id." }),
    ),
    type: nullable(t.String({ description: "The object's API name, such as Contact." })),
    url: nullable(t.String({ description: "URL to open in a browser." })),
    fields: apiFields("The fields by their API names."),
  }),
  map: (raw, call) => {
    const id = nonEmptyTextAt(raw, "Id");
    return {
      id,
      type: nonEmptyTextAt(raw, "attributes.type"),
      url: id && webUrl(id, call),
      fields: withoutAttributes(raw) as Record<string, unknown>,
    };
  },
});

const reference = t.Object({
  id: t.String(),
  type: t.String({ description: "The object's API name, such as Contact." }),
  url: nullable(t.String({ description: "URL to open in a browser." })),
});

/** Salesforce's response to a create is the id. */
export const createdRecord = (type?: string) =>
  resource({
    raw: t.Object({ id: t.String() }),
    shape: reference,
    map: ({ id }, call) => ({ id, type: type ?? call.params.object ?? "", url: webUrl(id, call) }),
  });

/** Salesforce's response to an update is empty. */
export const updatedRecord = resource({
  raw: t.Unknown(),
  shape: reference,
  map: (_, call) => {
    const { object = "", id = "" } = call.params;
    return { id, type: object, url: webUrl(id, call) };
  },
});
