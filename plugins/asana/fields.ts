// What Asana's endpoints share: ids, people, pages, the choice of fields, and the envelope of writes.
import {
  asUtc,
  field,
  InvalidInput,
  pages,
  record,
  shapes,
  t,
  type UpstreamPath,
  type UpstreamRequest,
} from "gateway/plugin";

/** Ids are digits, and too long for a number. */
export const GID = /^[0-9]{1,32}$/;
export const gid = (description: string) => t.String({ pattern: GID.source, description });
/** developers.asana.com/reference/getuser: an id, an e-mail address, or the person whose token it is. */
export const someone = (description: string) =>
  t.String({ pattern: "^(me|[0-9]{1,32}|[^@\\s,]{1,64}@[^@\\s,]{1,190})$", description });
export const day = (description: string) =>
  t.String({ format: "date", description: `${description} Such as 2026-01-31.` });
export const time = (description: string) =>
  t.String({ format: "date-time", description: `${description} ISO 8601 with an offset.` });

/** A caller's time as Asana takes it: in UTC. */
export function utc(name: string, value: string | null | undefined): string | null | undefined {
  if (value === undefined || value === null) return value;
  const known = asUtc(value);
  if (known === null) throw new InvalidInput(`"${name}" is not a time.`);
  return known;
}

/** developers.asana.com/docs/pagination: a token that fits the same query only, and ends after some time. */
export const pagination = pages.cursor({ size: "limit", param: "offset", read: "next_page.offset", max: 100 });

/** A thing that another one names. */
export const ref = record({ id: field.id({ from: "gid" }), name: field.nullableText() });
export const REF = ["name"];

/** The paths of a thing within another one. */
export const within = (name: string, fields: readonly string[]) => fields.map((one) => `${name}.${one}`);
/** Exactly these fields, beside the id: developers.asana.com/docs/inputoutput-options. */
export const only = (fields: readonly string[]) => ({ opt_fields: fields.join(",") });

/** A write; both directions have their things in `data`. */
export const write = (
  method: "POST" | "PUT",
  path: UpstreamPath,
  data: Readonly<Record<string, unknown>>,
  fields?: readonly string[],
): UpstreamRequest => ({ method, path, json: { data }, ...(fields && { query: only(fields) }) });

/** Values of custom fields by the field's id; each type of field has its own kind of value. */
export const customFieldsInput = t.Optional(
  t.Unsafe<Record<string, unknown>>(
    t.Object(
      {},
      {
        additionalProperties: true,
        description:
          "Values by the field's id (asana_list_project_fields): a text, a number, an option's id, a list of ids, or null for none.",
      },
    ),
  ),
);
const MAX_CUSTOM_FIELDS = 100;
const isScalar = (value: unknown) =>
  value === null || typeof value === "number" || (typeof value === "string" && value.length <= 16_384);
const isFit = ([name, value]: [string, unknown]) =>
  GID.test(name) && (isScalar(value) || (Array.isArray(value) && value.length <= 100 && value.every(isScalar)));

export function checkedCustomFields(values: Readonly<Record<string, unknown>> | undefined) {
  if (values === undefined) return undefined;
  const entries = Object.entries(values);
  if (entries.length > MAX_CUSTOM_FIELDS || !entries.every(isFit))
    throw new InvalidInput(
      "Each of at most 100 names in custom_fields is a field's id, with a text, a number, a list of them, or null.",
    );
  return Object.fromEntries(entries);
}

export const nullableText = shapes.nullableText;
