// The fields of an endpoint's input at any depth: which there are, which a call has, and a call with one more or one fewer.
import type { TSchema } from "@sinclair/typebox";
import { Check } from "@sinclair/typebox/value";
import { fileSpecOf, isOfGateway } from "../../plugin/file-input.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Fixture } from "./fixture.ts";

export type FixtureCall = NonNullable<Fixture["call"]>;

/** A step into a value: a field, the items of a list, or one of several object forms of a union. */
type Step = string | { items: true } | { form: number };

export interface InputField {
  /** `body.lines.quantity`: the path as violations say it. */
  path: string;
  /** From the call in: `["body", "lines", { items: true }, "quantity"]`. */
  steps: readonly Step[];
  /** Tells apart two fields of one path, in two forms of a union. */
  key: string;
  schema: TSchema;
  /** One of the words that an enumerated field may have; absent for the field itself. */
  word?: string;
}

const ITEMS: Step = { items: true };
const PARTS = ["params", "query", "body"] as const;

/** Every declared field, each before the fields within it; not what the gateway adds to lists, nor how a file comes. */
export function inputFields({ def, input }: RegisteredEndpoint): InputField[] {
  const own = Object.keys(def.query?.properties ?? {});
  return PARTS.flatMap((part) => (input[part] ? fieldsIn(input[part], [part]) : [])).filter(
    ({ steps: [part, name] }) => part !== "query" || own.includes(name as string),
  );
}

function fieldsIn(schema: TSchema, steps: readonly Step[]): InputField[] {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> };
  const file = fileSpecOf(properties.content);
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const at = [...steps, name];
    if (isOfGateway(file, name)) return [];
    return [{ path: pathOf(at), steps: at, key: JSON.stringify(at), schema: field }, ...fieldsIn(field, at)];
  });
  const forms = formsOf(schema);
  const ofForms = forms.flatMap((form, index) =>
    fieldsIn(form, forms.length === 1 ? steps : [...steps, { form: index }]),
  );
  const ofParts = ((schema.allOf ?? []) as TSchema[]).flatMap((part) => fieldsIn(part, steps));
  return [...own, ...(isList(schema) ? fieldsIn(schema.items, [...steps, ITEMS]) : []), ...ofForms, ...ofParts];
}

const pathOf = (steps: readonly Step[]) => steps.filter((step) => typeof step === "string").join(".");
const isList = (schema: TSchema) => schema.type === "array" && typeof schema.items === "object";

/** The forms of a union that have fields. */
export function formsOf(schema: TSchema): TSchema[] {
  return ((schema.anyOf ?? []) as TSchema[]).filter((form) => fieldsIn(form, []).length > 0);
}

/** Whether a value is of this form: it has no other fields. */
function isOfForm(form: TSchema, value: unknown): boolean {
  if (!Check(form, value)) return false;
  const names = Object.keys((form.properties ?? {}) as object);
  return form.type !== "object" || Object.keys(value as object).every((name) => names.includes(name));
}

/** Calls `onField` for each object within `value` that has the field. */
function visit(schema: TSchema, value: unknown, steps: readonly Step[], onField: (holder: object) => void): void {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== "object" || value === null) return;
  const forms = formsOf(schema);
  if (typeof step === "object" && "form" in step) {
    const form = forms[step.form] as TSchema;
    if (isOfForm(form, value)) visit(form, value, rest, onField);
  } else if (forms.length === 1) visit(forms[0] as TSchema, value, steps, onField);
  else if (schema.allOf) for (const part of schema.allOf as TSchema[]) visit(part, value, steps, onField);
  else if (typeof step === "object") {
    if (Array.isArray(value)) for (const item of value) visit(schema.items, item, rest, onField);
  } else if (Object.hasOwn(value, step) && Object.hasOwn(schema.properties ?? {}, step)) {
    if (rest.length === 0) onField(value);
    else visit(schema.properties[step], (value as Record<string, unknown>)[step], rest, onField);
  }
}

function visitCall(
  { input }: RegisteredEndpoint,
  call: FixtureCall,
  field: InputField,
  onField: (holder: object) => void,
) {
  const [part, ...steps] = field.steps as [(typeof PARTS)[number], ...Step[]];
  const schema = input[part];
  if (schema) visit(schema, call[part], steps, onField);
}

/** Whether a call has the field, with its word. */
export function hasField(endpoint: RegisteredEndpoint, call: FixtureCall, field: InputField): boolean {
  const values = valuesOf(endpoint, call, field);
  return field.word === undefined ? values.length > 0 : values.includes(field.word);
}

/** The field's values in a call: several where it is within a list. */
export function valuesOf(endpoint: RegisteredEndpoint, call: FixtureCall, field: InputField): unknown[] {
  const values: unknown[] = [];
  visitCall(endpoint, call, field, (holder) => {
    values.push((holder as Record<string, unknown>)[field.steps.at(-1) as string]);
  });
  return values;
}

/** The call with another value of the field, wherever it has it. */
export function withValue(
  endpoint: RegisteredEndpoint,
  call: FixtureCall,
  field: InputField,
  value: unknown,
): FixtureCall {
  const copy = structuredClone(call);
  visitCall(endpoint, copy, field, (holder) => {
    (holder as Record<string, unknown>)[field.steps.at(-1) as string] = value;
  });
  return copy;
}

/** The words of an enumerated field, each as a field of its own. */
export function wordsOf(field: InputField): InputField[] {
  const forms = (field.schema.anyOf ?? []) as TSchema[];
  return forms.flatMap((schema) =>
    typeof schema.const === "string"
      ? [{ ...field, schema, word: schema.const, key: `${field.key}=${schema.const}` }]
      : [],
  );
}

/** The call without the field, wherever it has it. */
export function withoutField(endpoint: RegisteredEndpoint, call: FixtureCall, field: InputField): FixtureCall {
  const copy = structuredClone(call);
  visitCall(endpoint, copy, field, (holder) => {
    delete (holder as Record<string, unknown>)[field.steps.at(-1) as string];
  });
  return copy;
}

/** Makes what must be around a field: the least object that its schema allows. */
export type Least = (schema: TSchema, name: string) => unknown;

/** The call with the field, in the first item where it is within a list. */
export function withField(
  { input }: RegisteredEndpoint,
  call: FixtureCall,
  field: InputField,
  value: unknown,
  least: Least,
): FixtureCall {
  const [part, ...steps] = field.steps as [(typeof PARTS)[number], ...Step[]];
  const set = (schema: TSchema, within: unknown, [step, ...rest]: readonly Step[], name: string): unknown => {
    if (step === undefined) return value;
    const forms = formsOf(schema);
    if (typeof step === "object" && "form" in step) {
      const form = forms[step.form] as TSchema;
      return set(form, isOfForm(form, within) ? within : least(form, name), rest, name);
    }
    if (forms.length === 1) return set(forms[0] as TSchema, within, [step, ...rest], name);
    const inPart = ((schema.allOf ?? []) as TSchema[]).find((one) => holds(one, step));
    if (inPart) return set(inPart, within, [step, ...rest], name);
    if (typeof step === "object") {
      const [first, ...others] = Array.isArray(within) && within.length > 0 ? within : [least(schema.items, name)];
      return [set(schema.items, first, rest, name), ...others];
    }
    const holder = (typeof within === "object" && within !== null ? within : least(schema, name)) as Record<
      string,
      unknown
    >;
    return { ...holder, [step]: set(schema.properties[step], holder[step], rest, step) };
  };
  return { ...call, [part]: set(input[part] as TSchema, call[part] ?? {}, steps, part) };
}

const holds = (schema: TSchema, step: Step) =>
  typeof step === "string" ? Object.hasOwn(schema.properties ?? {}, step) : isList(schema);
