// The kit's rule for what is written: whoever creates or changes a thing can read back what they set, or is not meant to.
import type { TSchema } from "@sinclair/typebox";
import { fileSpecOf, isOfGateway } from "../../plugin/file-input.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Violation } from "./violation.ts";

const WRITES = /^((?:\w+_)?)(?:create|update)_(\w+)$/;

/** Stands in `readAs` for the fields that have no entry of their own. */
const OTHERS = "*";
const isDeclared = (others: unknown) => String((others as { absent?: string } | undefined)?.absent ?? "").trim() !== "";

/** The fields of bodies that no read of the same thing gives, and what `readAs` says that is not so. */
export function readBackViolations(endpoints: readonly RegisteredEndpoint[]): Violation[] {
  return endpoints.flatMap((endpoint) => {
    const reads = readsOf(endpoint, endpoints);
    const shapes = reads.flatMap(({ def: { returns } }) => ("resource" in returns ? [returns.resource.shape] : []));
    const violation = (path: string, message: string) => ({ where: `endpoints.${endpoint.key}.${path}`, message });
    const { readAs = {} } = endpoint.def;
    const fields = fieldsOf(endpoint);
    const undeclared = Object.keys(readAs)
      .filter((name) => name !== OTHERS && !fields.includes(name))
      .map((name) => violation(`readAs.${name}`, "is not a field of the body."));
    if (shapes.length === 0) return undeclared;
    const names = reads.map(({ tool }) => tool).join(" or ");
    const unread = fields.flatMap((name) => {
      const isRead = namesFor(name).some((one) => shapes.some((shape) => holds(shape, [one])));
      const declared = readAs[name];
      if (declared === undefined && isDeclared(readAs[OTHERS])) return [];
      if (declared === undefined)
        return isRead ? [] : [violation(`body.${name}`, `is in no result of ${names}: ${UNREAD(name)}`)];
      if (isRead) return [violation(`readAs.${name}`, `is needless: ${names} gives the field.`)];
      if (typeof declared !== "string")
        return String(declared?.absent ?? "").trim() === "" ? [violation(`readAs.${name}`, "needs a reason.")] : [];
      if (shapes.some((shape) => holds(shape, declared.split(".")))) return [];
      return [violation(`readAs.${name}`, `is \`${declared}\`, which no result of ${names} has.`)];
    });
    return [...undeclared, ...unread];
  });
}

const UNREAD = (name: string) =>
  `give it there, name the field that shows it, \`readAs: { ${name}: "other_name" }\`, or say why none does, \`readAs: { ${name}: { absent: "…" } }\`.`;

/** The endpoints that read what one creates or changes: by their names, or since they return the same resource. */
function readsOf({ key, def }: RegisteredEndpoint, endpoints: readonly RegisteredEndpoint[]): RegisteredEndpoint[] {
  const [, before = "", thing] = WRITES.exec(key) ?? [];
  if (thing === undefined) return [];
  const names = [`get_${thing}`, `list_${thing}`, `list_${pluralOf(thing)}`].map((name) => before + name);
  const resource = "resource" in def.returns ? def.returns.resource : null;
  return endpoints.filter(
    ({ key: other, effects, def: { returns } }) =>
      effects.effect === "reads" &&
      (names.includes(other) ||
        ("resource" in returns && resource !== null && returns.resource.shape === resource.shape)),
  );
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/**
 * The fields of a body, without the list of things in a batch, and without the content of a file, which a download gives; one that is
 * deprecated has another beside it.
 */
function fieldsOf({ key, def }: RegisteredEndpoint): string[] {
  const properties: Record<string, TSchema> = def.body?.properties ?? {};
  const file = fileSpecOf(properties.content);
  return Object.entries(properties)
    .filter(([name, { deprecated }]) => deprecated !== true && name !== WRITES.exec(key)?.[2])
    .map(([name]) => name)
    .filter((name) => !(file && (name === "content" || isOfGateway(file, name))));
}

/** The names by which a result shows a field: a thing for its id, all of a list for those that are added to it or taken away. */
function namesFor(name: string): string[] {
  const whole = name.replace(/^(?:add(?:ed)?|removed?)_/, "");
  const things = whole.endsWith("_ids") ? pluralOf(whole.slice(0, -"_ids".length)) : whole.replace(/_id$/, "");
  const bare = whole.replace(/^is_/, "");
  return [name, whole, things, `is_${whole}`, bare];
}

/** Whether a result has a value at the path, in any of its forms and in the items of its lists. */
function holds(schema: TSchema, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const forms = [...((schema.anyOf ?? []) as TSchema[]), ...((schema.allOf ?? []) as TSchema[])];
  if (forms.some((form) => holds(form, [name, ...rest]))) return true;
  if (schema.type === "array" && schema.items) return holds(schema.items, [name, ...rest]);
  const properties = (schema.properties ?? {}) as Record<string, TSchema>;
  return Object.hasOwn(properties, name) && holds(properties[name] as TSchema, rest);
}
