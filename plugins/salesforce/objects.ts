// The org's objects (kinds of records) and their fields.
import {
  endpoint,
  many,
  maybe,
  maybeFlag,
  maybeNumber,
  maybeText,
  nullable,
  one,
  pages,
  path,
  resource,
  t,
} from "gateway/plugin";
import { objectName } from "./fields.ts";
import { dataPath } from "./soql.ts";

const OBJECT_TYPE = {
  name: t.String(),
  label: maybeText,
  labelPlural: maybeText,
  keyPrefix: maybeText,
  custom: maybeFlag,
  queryable: maybeFlag,
  createable: maybeFlag,
  updateable: maybeFlag,
  deletable: maybeFlag,
};
const rawObjectType = t.Object(OBJECT_TYPE);

const objectTypeShape = {
  name: t.String({ description: "The API name." }),
  label: nullable(t.String()),
  label_plural: nullable(t.String()),
  id_prefix: nullable(t.String({ description: "First three characters of the ids of its records." })),
  is_custom: t.Boolean(),
  can_create: t.Boolean(),
  can_update: t.Boolean(),
  can_delete: t.Boolean(),
};

function toObjectType(raw: (typeof rawObjectType)["static"]) {
  return {
    name: raw.name,
    label: raw.label ?? null,
    label_plural: raw.labelPlural ?? null,
    id_prefix: raw.keyPrefix ?? null,
    is_custom: raw.custom ?? false,
    can_create: raw.createable ?? false,
    can_update: raw.updateable ?? false,
    can_delete: raw.deletable ?? false,
  };
}

/** Skips objects that cannot be queried, since they hold none of the user's records. */
const objectType = resource({
  raw: rawObjectType,
  shape: t.Object(objectTypeShape),
  map: (raw, { query }) => {
    const words = typeof query.q === "string" ? query.q.toLowerCase() : "";
    const isMatch = [raw.name, raw.label].some((text) => text?.toLowerCase().includes(words));
    return raw.queryable && isMatch ? toObjectType(raw) : null;
  },
});

const rawField = t.Object({
  name: t.String(),
  label: maybeText,
  type: t.String(),
  length: maybeNumber,
  custom: maybeFlag,
  nillable: maybeFlag,
  defaultedOnCreate: maybeFlag,
  createable: maybeFlag,
  updateable: maybeFlag,
  relationshipName: maybeText,
  referenceTo: maybe(t.Array(t.String())),
  picklistValues: maybe(t.Array(t.Object({ value: t.String(), label: maybeText, active: maybeFlag }))),
});

const objectDescription = resource({
  raw: t.Object({ ...OBJECT_TYPE, fields: t.Array(rawField) }),
  shape: t.Object({
    ...objectTypeShape,
    fields: t.Array(
      t.Object({
        name: t.String({ description: "The API name." }),
        label: nullable(t.String()),
        type: t.String({ description: "Salesforce's field type, such as string, picklist, reference or datetime." }),
        max_length: nullable(t.Number()),
        is_custom: t.Boolean(),
        is_required: t.Boolean({ description: "Whether a new record requires a value." }),
        can_create: t.Boolean(),
        can_update: t.Boolean(),
        relationship: nullable(
          t.String({
            description: "Name of the relationship in SOQL, such as Account in Account.Name; null for other fields.",
          }),
        ),
        refers_to: t.Array(t.String()),
        choices: t.Array(t.Object({ value: t.String(), label: nullable(t.String()) })),
      }),
    ),
  }),
  map: (raw) => ({
    ...toObjectType(raw),
    fields: raw.fields.map((field) => ({
      name: field.name,
      label: field.label ?? null,
      type: field.type,
      max_length: field.length || null,
      is_custom: field.custom ?? false,
      is_required: Boolean(field.createable) && !field.nillable && !field.defaultedOnCreate,
      can_create: field.createable ?? false,
      can_update: field.updateable ?? false,
      relationship: field.relationshipName ?? null,
      refers_to: field.referenceTo ?? [],
      choices: (field.picklistValues ?? [])
        .filter(({ active }) => active !== false)
        .map(({ value, label }) => ({ value, label: label ?? null })),
    })),
  }),
});

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
