// A new field: its type, and what Airtable needs to know of that: airtable.com/developers/web/api/field-model.
import { entryOf, InvalidInput, oneOf, type Static, t } from "gateway/plugin";
import { tableId } from "./fields.ts";

/** The types that can be made over the API; formulas and what else is computed cannot. */
const TYPES = [
  ...(["singleLineText", "multilineText", "richText", "email", "url", "phoneNumber", "number", "currency"] as const),
  ...(["percent", "duration", "rating", "checkbox", "date", "dateTime", "singleSelect", "multipleSelects"] as const),
  ...(["singleCollaborator", "multipleCollaborators", "multipleRecordLinks", "multipleAttachments"] as const),
  "barcode",
] as const;

export const newField = {
  name: t.String({
    minLength: 1,
    maxLength: 255,
    description: "Name of the field; no other field of the table may have it.",
  }),
  type: oneOf(TYPES, "Type of the field's values."),
  description: t.Optional(t.String({ maxLength: 20_000, description: "What the field is for." })),
  choices: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 255 }), {
      minItems: 1,
      maxItems: 1_000,
      description: "Names of the options; required for singleSelect and multipleSelects.",
    }),
  ),
  linked_table_id: t.Optional({ ...tableId, description: "Id of the table to link to, for multipleRecordLinks." }),
  precision: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: 8,
      description: "Number of decimals, for number and percent, and for currency up to 7.",
    }),
  ),
  symbol: t.Optional(
    t.String({ minLength: 1, maxLength: 10, description: "Currency symbol, such as €; the default is $." }),
  ),
};
const schema = t.Object(newField);
type NewField = Static<typeof schema>;

const DATE = { dateFormat: { name: "iso" } };

const choicesOf = ({ choices }: NewField) => {
  if (choices === undefined) throw new InvalidInput('A select needs its "choices".');
  return { choices: choices.map((name) => ({ name })) };
};
const linkOf = ({ linked_table_id }: NewField) => {
  if (linked_table_id === undefined) throw new InvalidInput('multipleRecordLinks needs a "linked_table_id".');
  return { linkedTableId: linked_table_id };
};

/** The options that Airtable requires, by type. */
const OPTIONS: Readonly<Record<string, (field: NewField) => object>> = {
  number: ({ precision = 0 }) => ({ precision }),
  percent: ({ precision = 0 }) => ({ precision }),
  currency: ({ precision = 2, symbol = "$" }) => ({ precision, symbol }),
  duration: () => ({ durationFormat: "h:mm" }),
  rating: () => ({ icon: "star", max: 5, color: "yellowBright" }),
  checkbox: () => ({ icon: "check", color: "greenBright" }),
  date: () => DATE,
  dateTime: () => ({ ...DATE, timeFormat: { name: "24hour" }, timeZone: "utc" }),
  singleSelect: choicesOf,
  multipleSelects: choicesOf,
  multipleRecordLinks: linkOf,
};

/** The field as Airtable's requests have it. */
export function requestForField(field: NewField) {
  const { name, type, description } = field;
  return { name, type, description, options: entryOf(OPTIONS, type)?.(field) };
}
