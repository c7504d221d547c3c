// A tool's parameters as fields of a form, and the form's texts as the input of a call.
import type { InputError } from "../../foundation/errors.ts";
import { escapedStep } from "../../foundation/schema/json-pointer.ts";
import { isNote } from "../../metering/usage/redacted-copy.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { tr } from "../../web/pages/messages.ts";
import type { ApiInput } from "../api.ts";

type Part = "path" | "query" | "body";
/** One line, several lines, one of a list, one text a line, or JSON. */
export type Control = "line" | "text" | "choice" | "lines" | "json";

export interface ToolField {
  part: Part;
  name: string;
  /** In the form, and unique on the page. */
  id: string;
  control: Control;
  /** As people say it: text, number, true or false, list, object. */
  type: string;
  isRequired: boolean;
  isNullable: boolean;
  choices: readonly string[];
  description: string;
  /** A recorded value, as one would type it. */
  example: string;
}

/** A recorded call of the endpoint. */
export interface ToolExample {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** What the fields look at of a JSON Schema. */
interface Schema {
  type?: string;
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  description?: string;
  format?: string;
  maxLength?: number;
  default?: unknown;
}

const LONG_TEXT = 1_000;
/** Texts that people write in paragraphs, whatever their bound. */
const PARAGRAPHS = /^(?:body|text|content|html|description|message|markdown\w*|note|comment|jql|query_text)$/;
/** The gateway's own fields, which follow the tool's. */
const LIST_FIELDS = ["limit", "cursor", "raw"];

/** Required ones first, then in the order of the schema. */
export function fieldsOf({ input }: RegisteredEndpoint, example: ToolExample = {}): ToolField[] {
  const parts: [Part, typeof input.body, unknown][] = [
    ["path", input.params, example.params],
    ["query", input.query, example.query],
    ["body", input.body, example.body],
  ];
  const fields = parts.flatMap(([part, schema, values]) =>
    Object.entries(schema?.properties ?? {}).map(([name, property]) =>
      fieldOf(part, name, property as Schema, schema?.required?.includes(name) === true, memberOf(values, name)),
    ),
  );
  const rank = ({ isRequired, part, name }: ToolField) =>
    isRequired ? 0 : part === "query" && LIST_FIELDS.includes(name) ? 2 : 1;
  return fields.sort((a, b) => rank(a) - rank(b));
}

function memberOf(values: unknown, name: string): unknown {
  return typeof values === "object" && values !== null && Object.hasOwn(values, name)
    ? (values as Record<string, unknown>)[name]
    : undefined;
}

function fieldOf(part: Part, name: string, schema: Schema, isRequired: boolean, example: unknown): ToolField {
  const branches = schema.anyOf ?? [schema];
  const isNullable = branches.some(({ type }) => type === "null");
  const kinds = branches.filter(({ type }) => type !== "null");
  const { control, type, choices = [] } = controlOf(name, schema, kinds);
  const field = { part, name, id: `${part}.${name}`, control, type, isRequired, isNullable, choices };
  const description = schema.description ?? kinds.find((one) => one.description)?.description ?? "";
  return { ...field, description, example: textOf({ control }, example) };
}

function controlOf(
  name: string,
  schema: Schema,
  kinds: readonly Schema[],
): Pick<ToolField, "control" | "type"> & Partial<ToolField> {
  const [first] = kinds;
  const types = new Set(kinds.map(({ type }) => type));
  if (kinds.every(({ const: value }) => value !== undefined))
    return { control: "choice", type: "choice", choices: kinds.map(({ const: value }) => String(value)) };
  if (types.size > 1 && types.has("array") && types.has("string")) return { control: "lines", type: "text or list" };
  if (types.size > 1 || !first) return { control: "json", type: "JSON" };
  switch (first.type) {
    case "boolean":
      return { control: "choice", type: "true or false", choices: ["true", "false"] };
    case "integer":
    case "number":
      return { control: "line", type: first.type === "integer" ? "whole number" : "number" };
    case "string": {
      const isLong = (first.maxLength ?? schema.maxLength ?? 0) > LONG_TEXT && PARAGRAPHS.test(name);
      return { control: isLong || PARAGRAPHS.test(name) ? "text" : "line", type: "text" };
    }
    case "array": {
      const isOfTexts = (first.items?.anyOf ?? [first.items ?? {}]).every(({ type }) => type === "string");
      return isOfTexts
        ? { control: "lines", type: tr("list, one per line") }
        : { control: "json", type: tr("list as JSON") };
    }
    default:
      return { control: "json", type: first.type === "object" ? tr("object as JSON") : "JSON" };
  }
}

/** The values of a recorded call, as one would type them; what was left out of it stays empty, so that nobody sends the note. */
export function valuesOf(fields: readonly ToolField[], { params, query, body }: ToolExample): Map<string, string> {
  const parts = { path: params, query, body };
  const value = ({ part, name }: ToolField) => memberOf(parts[part], name);
  return new Map(fields.map((field) => [field.id, isNote(value(field)) ? "" : textOf(field, value(field))]));
}

/** A value as one would type it into the field. */
function textOf({ control }: Pick<ToolField, "control">, value: unknown): string {
  if (value === undefined) return "";
  if (control === "json") return JSON.stringify(value, null, 2);
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "string" ? value : JSON.stringify(value);
}

export interface EnteredInput {
  input: ApiInput;
  errors: InputError[];
}

/** What the form says; a field left empty is left out. */
export function inputOf(
  endpoint: RegisteredEndpoint,
  fields: readonly ToolField[],
  form: URLSearchParams,
): EnteredInput {
  const errors: InputError[] = [];
  const params: Record<string, string> = {};
  const query: Record<string, string | string[]> = {};
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const { part, name, id, isRequired } = field;
    const addError = (message: string) => void errors.push({ in: part, path: `/${escapedStep(name)}`, message });
    const text = (form.get(id) ?? "").replaceAll("\r\n", "\n");
    if (text.trim() === "") {
      if (isRequired) addError(tr("{name} is required.", { name }));
    } else if (part === "path") params[name] = text.trim();
    else if (part === "query") query[name] = field.control === "lines" ? linesOf(text) : text.trim();
    else setValue(body, field, text, addError);
  }
  return { input: { params, query, ...(endpoint.input.body && { body }) }, errors };
}

function setValue(
  body: Record<string, unknown>,
  field: ToolField,
  text: string,
  addError: (message: string) => void,
): void {
  const { name, control, type, isNullable } = field;
  const trimmed = text.trim();
  const isJson = control === "json" || (control === "lines" && trimmed.startsWith("["));
  if (isNullable && trimmed === "null") body[name] = null;
  else if (isJson) {
    try {
      body[name] = JSON.parse(trimmed);
    } catch {
      // The field's error tells it.
      addError(tr("{name} is not valid JSON.", { name }));
    }
  } else if (control === "lines") {
    const lines = linesOf(text);
    body[name] = type === "text or list" && lines.length === 1 ? lines[0] : lines;
  } else if (type === "true or false") body[name] = trimmed === "true";
  else if (type === "whole number" || type === "number") {
    if (/^-?\d+(\.\d+)?$/.test(trimmed)) body[name] = Number(trimmed);
    else addError(tr("{name} must be a {type}.", { name, type }));
  } else body[name] = control === "text" ? text : trimmed;
}

const linesOf = (text: string) => text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));

/** The sentence for a field; those of deeper parts of its value as well. */
export function fieldErrorIn(errors: readonly InputError[], { part, name }: ToolField): string | null {
  const path = `/${escapedStep(name)}`;
  const own = errors.filter((error) => error.in === part && (error.path === path || error.path.startsWith(`${path}/`)));
  return own.length === 0 ? null : own.map(({ message }) => message).join(" ");
}
