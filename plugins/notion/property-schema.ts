// The properties (columns) of a new database: a flat, typed form, converted to Notion's property schema.
import { InvalidInput, oneOf, type Static, t } from "gateway/plugin";
import { notionId } from "./fields.ts";

const TYPES = [
  ...(["title", "rich_text", "number", "select", "multi_select", "status", "date", "people", "files"] as const),
  ...(["checkbox", "url", "email", "phone_number", "formula", "relation", "rollup", "unique_id"] as const),
  ...(["created_time", "created_by", "last_edited_time", "last_edited_by"] as const),
] as const;
const COLORS = ["default", "gray", "brown", "orange", "yellow", "green", "blue", "purple", "pink", "red"] as const;
const propertyName = (description: string) => t.String({ minLength: 1, maxLength: 200, description });

const property = t.Object({
  name: propertyName("Name of the column."),
  type: oneOf(
    TYPES,
    "Type of the property. Each database has one title property; without one, a property Name is added.",
  ),
  options: t.Optional(
    t.Array(
      t.Object({
        // Notion separates the names of a multi_select by commas.
        name: t.String({ minLength: 1, maxLength: 100, pattern: "^[^,]+$", description: "Name, without commas." }),
        color: t.Optional(oneOf(COLORS, "Colour; the default is Notion's choice.")),
      }),
      { maxItems: 100, description: "Options of a select, multi_select or status." },
    ),
  ),
  format: t.Optional(
    t.String({
      pattern: "^[a-z_]{1,40}$",
      description: "Format of a number, such as number, number_with_commas, percent, dollar or euro.",
    }),
  ),
  expression: t.Optional(t.String({ minLength: 1, maxLength: 2_000, description: "A formula, in Notion's language." })),
  data_source_id: t.Optional(notionId("For a relation: id of the data source whose rows it links to.")),
  is_two_way: t.Optional(t.Boolean({ description: "For a relation: whether the other data source shows it too." })),
  relation: t.Optional(propertyName("For a rollup: name of the relation property that it follows.")),
  rolled_up: t.Optional(propertyName("For a rollup: name of the property of the related rows.")),
  function: t.Optional(
    t.String({
      pattern: "^[a-z_]{1,40}$",
      description: "For a rollup: how the values are combined, such as sum or count.",
    }),
  ),
  prefix: t.Optional(
    t.String({ pattern: "^[A-Za-z0-9]{1,10}$", description: "For a unique_id: the prefix before the number." }),
  ),
});
type Property = Static<typeof property>;

export const propertiesField = t.Optional(
  t.Array(property, {
    minItems: 1,
    maxItems: 100,
    description: "Properties (columns); by default only a title property called Name.",
  }),
);

type Setting = Exclude<keyof Property, "name" | "type">;
interface Settings {
  takes: readonly Setting[];
  needs?: readonly Setting[];
  toConfig: (settings: Property) => object;
}
const withOptions: Settings = { takes: ["options"], toConfig: ({ options }) => ({ ...(options && { options }) }) };
const without: Settings = { takes: [], toConfig: () => ({}) };

/** developers.notion.com/reference/property-object */
const SETTINGS: Partial<Record<Property["type"], Settings>> = {
  select: withOptions,
  multi_select: withOptions,
  status: withOptions,
  number: { takes: ["format"], toConfig: ({ format }) => ({ ...(format !== undefined && { format }) }) },
  formula: { takes: ["expression"], needs: ["expression"], toConfig: ({ expression }) => ({ expression }) },
  relation: {
    takes: ["data_source_id", "is_two_way"],
    needs: ["data_source_id"],
    toConfig: ({ data_source_id, is_two_way }) => ({
      data_source_id,
      ...(is_two_way ? { type: "dual_property", dual_property: {} } : { type: "single_property", single_property: {} }),
    }),
  },
  rollup: {
    takes: ["relation", "rolled_up", "function"],
    needs: ["relation", "rolled_up", "function"],
    toConfig: (settings) => ({
      relation_property_name: settings.relation,
      rollup_property_name: settings.rolled_up,
      function: settings.function,
    }),
  },
  unique_id: { takes: ["prefix"], toConfig: ({ prefix }) => ({ ...(prefix !== undefined && { prefix }) }) },
};

function toSchema(input: Property): object {
  const { takes, needs = [], toConfig } = SETTINGS[input.type] ?? without;
  const given = (Object.keys(input) as (keyof Property)[]).filter((name) => input[name] !== undefined);
  const odd = given.find((name) => name !== "name" && name !== "type" && !takes.includes(name));
  if (odd) throw new InvalidInput(`The property "${input.name}" of the type ${input.type} takes no ${odd}.`);
  const missing = needs.find((name) => input[name] === undefined);
  if (missing) throw new InvalidInput(`The property "${input.name}" of the type ${input.type} needs ${missing}.`);
  return { type: input.type, [input.type]: toConfig(input) };
}

/** The schema of a new table, which has one title. */
export function toPropertySchema(properties: readonly Property[] = []): Record<string, object> {
  const titles = properties.filter(({ type }) => type === "title");
  if (titles.length > 1) throw new InvalidInput("A database has one property of the type title.");
  const all: readonly Property[] = titles.length === 1 ? properties : [{ name: "Name", type: "title" }, ...properties];
  const names = all.map(({ name }) => name);
  const duplicate = names.find((name, i) => names.indexOf(name) !== i);
  if (duplicate !== undefined) throw new InvalidInput(`Two properties are called "${duplicate}".`);
  return Object.fromEntries(all.map((one) => [one.name, toSchema(one)]));
}
