// What callers send with an operation: its query and its body, under names of the contract.
import { wordOfLists } from "../../check/list-inputs.ts";
import { raw } from "./code.ts";
import { type Description, type Json, objectOf } from "./document.ts";
import { type Field, inputFields, parameterInput } from "./inputs.ts";
import type { Operation, Parameter } from "./operations.ts";
import { type Reduced, reduced } from "./schema.ts";
import { freeName, isPlainName, oneLine, snake } from "./words.ts";

/** Parameters by which lists are paged, which the gateway sets itself. */
const PAGING =
  /^(page|per_?page|page_?(size|token|number)|limit|offset|cursor|max_?results|starting_after|ending_before|next_?token|page\[.{0,20}\])$/i;

export interface Query {
  fields: Field[];
  /** The parameters that page. */
  paging: string[];
  /** Fields whose lists stand between commas. */
  joined: Set<string>;
  notes: string[];
}

export function queryOf(
  description: Description,
  { parameters }: Operation,
  isList: boolean,
  taken: Set<string>,
): Query {
  const query: Query = { fields: [], paging: [], joined: new Set(), notes: [] };
  for (const one of parameters) {
    if (one.in === "header" && one.isRequired && !/^(accept|authorization|content-type)$/i.test(one.name)) {
      query.notes.push(`the header ${oneLine(one.name, 60)} is required: add it to \`headers\`, or to the request`);
    }
    if (one.in !== "query" || !isPlainName(one.name)) continue;
    if (isList && PAGING.test(one.name)) query.paging.push(oneLine(one.name, 40) ?? "");
    else if (!isSendable(description, one))
      query.notes.push(
        `the parameter ${oneLine(one.name, 60)} is left out: it is not a string, number, boolean or list of these`,
      );
    else {
      const word = isList ? wordOf(description, one) : one.name;
      const [field] = renamed(
        [{ name: one.name, field: word, isRequired: one.isRequired, code: raw(""), schema: one.schema }],
        taken,
        "query",
      );
      if (!field) continue;
      const code = parameterInput(description, one.schema, one.name, one.description, one.isRequired);
      query.fields.push({ ...field, code });
      if (!one.isExploded && reduced(description, one.schema).type === "array") query.joined.add(field.field);
    }
  }
  return query;
}

/** The word of lists for a parameter; its own name where there is none. */
function wordOf(description: Description, { name, schema }: Parameter): string {
  return wordOfLists(snake(name), reduced(description, schema).format === "date-time") ?? name;
}

function isSendable(description: Description, { schema }: Parameter): boolean {
  const isScalar = ({ type }: Reduced) => type !== "object" && type !== "array" && type !== "unknown";
  const one = reduced(description, schema);
  if (one.type !== "array") return isScalar(one);
  const items = reduced(description, one.items);
  return isScalar(items) && items.type !== "boolean";
}

/** Names in lower snake, each once in a call's arguments. */
export function renamed(fields: readonly Field[], taken: Set<string>, part: string): Field[] {
  return fields.map((one) => {
    const own = snake(one.field) || part;
    const field = freeName(taken.has(own) ? `${part}_${own}` : own, taken);
    return { ...one, field };
  });
}

export interface Body {
  fields: Field[];
  isForm: boolean;
  /** Whether it takes any fields. */
  isOpen: boolean;
  notes: string[];
}

export function bodyOf(description: Description, value: Json): Body | string {
  const none: Body = { fields: [], isForm: false, isOpen: false, notes: [] };
  const { value: body } = description.resolve(value.requestBody);
  const content = Object.entries(objectOf(body.content));
  if (content.length === 0) return none;
  const media =
    content.find(([type]) => /json/i.test(type)) ?? content.find(([type]) => /x-www-form-urlencoded/i.test(type));
  if (!media) return `its body is ${oneLine(content[0]?.[0], 60)}: write it by hand, with \`content\` in the request.`;
  const schema = reduced(description, objectOf(media[1]).schema);
  if (schema.type !== "object") return "its body is not an object.";
  const isForm = !/json/i.test(media[0]);
  const all = inputFields(description, schema);
  const isScalar = ({ name }: Field) =>
    ["string", "integer", "number", "boolean"].includes(reduced(description, schema.properties.get(name)?.schema).type);
  const fields = isForm ? all.filter(isScalar) : all;
  const notes = all.length === fields.length ? [] : ["fields of the form that are lists or objects are left out"];
  return { fields, isForm, isOpen: all.length === 0, notes };
}
