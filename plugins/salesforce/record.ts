// A record of any kind: its fields by their own names, without the wrapping that Salesforce puts around each.
import { nullable, resource, t } from "gateway/plugin";
import { addressOf, givenAt, ownFields } from "./fields.ts";

/** SOQL goes five relationships up and one list down. */
const MAX_DEPTH = 12;

/** `attributes` stands in each record, nested ones too; of it, only the kind is of use. */
function plain(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  const { attributes, ...fields } = value as Record<string, unknown>;
  const type = givenAt(attributes, "type");
  return {
    ...(type && depth > 0 && { type }),
    ...Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, plain(inner, depth + 1)])),
  };
}

export const AnyRecord = resource({
  raw: t.Record(t.String(), t.Unknown()),
  shape: t.Object({
    id: nullable(t.String({ description: "Null for sums and counts, and where Id was not selected." })),
    type: nullable(t.String({ description: "The object's API name, such as Contact." })),
    url: nullable(t.String({ description: "Opens it in the browser." })),
    fields: ownFields("The fields by their API names."),
  }),
  map: (raw, call) => {
    const id = givenAt(raw, "Id");
    return {
      id,
      type: givenAt(raw, "attributes.type"),
      url: id && addressOf(id, call),
      fields: plain(raw) as Record<string, unknown>,
    };
  },
});

const reference = t.Object({
  id: t.String(),
  type: t.String({ description: "The object's API name, such as Contact." }),
  url: nullable(t.String({ description: "Opens it in the browser." })),
});

/** What creating answers: the id alone. */
export const created = (type?: string) =>
  resource({
    raw: t.Object({ id: t.String() }),
    shape: reference,
    map: ({ id }, call) => ({ id, type: type ?? call.params.object ?? "", url: addressOf(id, call) }),
  });

/** Changing answers nothing. */
export const Changed = resource({
  raw: t.Unknown(),
  shape: reference,
  map: (_, call) => {
    const { object = "", id = "" } = call.params;
    return { id, type: object, url: addressOf(id, call) };
  },
});
