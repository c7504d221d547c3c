// The org's objects (kinds of records) and their fields.
import {
  endpoint,
  field,
  many,
  maybe,
  maybeFlag,
  maybeText,
  nullable,
  one,
  pages,
  path,
  record,
  resource,
  t,
} from "gateway/plugin";
import { objectName } from "./fields.ts";
import { dataPath } from "./soql.ts";

const objectFields = {
  name: field.text({ description: "The API name." }),
  label: field.nullableText(),
  label_plural: field.nullableText({ from: "labelPlural" }),
  id_prefix: field.nullableText({
    from: "keyPrefix",
    description: "First three characters of the ids of its records.",
  }),
  is_custom: field.flag({ from: "custom" }),
  can_create: field.flag({ from: "createable" }),
  can_update: field.flag({ from: "updateable" }),
  can_delete: field.flag({ from: "deletable" }),
};
const anyObject = record(objectFields);

/** Skips objects that cannot be queried, since they hold none of the user's records. */
const objectType = resource({
  raw: t.Object({ ...anyObject.raw.properties, name: t.String(), label: maybeText, queryable: maybeFlag }),
  shape: anyObject.shape,
  map: (raw, { query }) => {
    const words = typeof query.q === "string" ? query.q.toLowerCase() : "";
    const isMatch = [raw.name, raw.label].some((text) => text?.toLowerCase().includes(words));
    return raw.queryable && isMatch ? anyObject.map(raw) : null;
  },
});

const choice = t.Object({ value: t.String(), label: nullable(t.String()) });
const objectField = record({
  name: field.text({ description: "The API name." }),
  label: field.nullableText(),
  type: field.text({ description: "Salesforce's field type, such as string, picklist, reference or datetime." }),
  // Salesforce says 0 where a length means nothing.
  max_length: field.of({
    from: "length",
    raw: maybe(t.Number()),
    shape: nullable(t.Number()),
    map: (length) => length || null,
  }),
  is_custom: field.flag({ from: "custom" }),
  is_required: field.derived({
    reads: t.Object({ createable: maybeFlag, nillable: maybeFlag, defaultedOnCreate: maybeFlag }),
    shape: t.Boolean({ description: "Whether a new record requires a value." }),
    map: ({ createable, nillable, defaultedOnCreate }) => Boolean(createable) && !nillable && !defaultedOnCreate,
  }),
  can_create: field.flag({ from: "createable" }),
  can_update: field.flag({ from: "updateable" }),
  relationship: field.nullableText({
    from: "relationshipName",
    description: "Name of the relationship in SOQL, such as Account in Account.Name; null for other fields.",
  }),
  refers_to: field.texts({ from: "referenceTo" }),
  choices: field.of({
    from: "picklistValues",
    raw: maybe(t.Array(t.Object({ value: t.String(), label: maybeText, active: maybeFlag }))),
    shape: t.Array(choice),
    map: (values) =>
      (values ?? [])
        .filter(({ active }) => active !== false)
        .map(({ value, label }) => ({ value, label: label ?? null })),
  }),
});

const objectDescription = record({ ...objectFields, fields: field.many(objectField) });

export const objectEndpoints = {
  list_objects: endpoint({
    method: "GET",
    path: "/objects",
    permission: "records.read",
    description: "List the kinds of records in the Salesforce org, custom ones too, with their API names.",
    keywords: ["schema", "custom objects", "tables", "sobjects"],
    query: t.Object({ q: t.Optional(t.String({ maxLength: 80, description: "Part of the label or API name." })) }),
    upstream: () => ({ path: dataPath(path`/sobjects`) }),
    returns: many("objects", objectType, { at: "sobjects", pagination: pages.whole() }),
  }),
  describe_object: endpoint({
    method: "GET",
    path: "/objects/{object}",
    permission: "records.read",
    description:
      "Describe a kind of Salesforce record: its fields with types, choices, and which of them are required.",
    keywords: ["schema", "fields", "columns", "picklist", "stages"],
    params: { object: objectName("The object's API name, such as Opportunity, from salesforce_list_objects.") },
    upstream: ({ params }) => ({ path: dataPath(path`/sobjects/${params.object}/describe`) }),
    returns: one(objectDescription),
  }),
};
