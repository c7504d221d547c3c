// Checks the names that parts of a plugin had before: each means one thing, and none is the name of another thing today.
import { type TSchema, TypeGuard } from "@sinclair/typebox";
import type { Provider } from "../../plugin/index.ts";
import { KEY, type Report } from "./violation-report.ts";

/** Something that can be renamed. */
interface Part {
  /** Today's name. */
  name: string;
  /** Dotted path within the plugin. */
  where: string;
  /** The path of its former names; by default `<where>.previousNames`. */
  field?: string;
  before: unknown;
}
/** Things whose names must differ from each other. */
interface Kind {
  noun: string;
  form: string;
  isName: (name: string) => boolean;
}

const LOWER_SNAKE = "in lower_snake";
const DOTTED = /^[a-z][a-z0-9_]{0,62}\.[a-z][a-z0-9_]{0,62}$/;
/** Not all inputs and results had lower-case names. */
const FIELD = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;

const SERVICES: Kind = {
  noun: "services",
  form: `${LOWER_SNAKE}, and not proxy`,
  isName: (name) => KEY.test(name) && name !== "proxy",
};
const PERMISSIONS: Kind = { noun: "permissions", form: "as <service>.<action>", isName: (name) => DOTTED.test(name) };
const EVENTS: Kind = { noun: "types", form: "as <service>.<what>", isName: (name) => DOTTED.test(name) };
const SOURCES: Kind = { noun: "names", form: LOWER_SNAKE, isName: (name) => KEY.test(name) };
const FIELDS: Kind = { noun: "names", form: "of letters, digits, - and _", isName: (name) => FIELD.test(name) };
const keysOf = (provider: string): Kind => ({
  noun: "keys",
  form: `${LOWER_SNAKE}, at most 64 characters with the provider's id`,
  isName: (name) => KEY.test(name) && `${provider}_${name}`.length <= 64,
});

function checkParts({ noun, form, isName }: Kind, parts: readonly Part[], report: Report): void {
  const taken = new Map(parts.map((part) => [part.name, part]));
  for (const part of parts) {
    const { field = `${part.where}.previousNames`, before = [] } = part;
    if (!Array.isArray(before)) {
      report(field, `must be a list of ${noun}.`);
      continue;
    }
    for (const old of before) {
      const other = taken.get(old);
      if (typeof old !== "string" || !isName(old)) report(field, `must contain ${noun} ${form}.`);
      // An event of a webhook may be one of a source, too: then both say the same of it.
      else if (other && (other.name !== part.name || old === part.name))
        report(field, `"${old}" is already a name of ${other.where}.`);
      else taken.set(old, part);
    }
  }
}

export function checkPreviousNames(plugin: Partial<Provider>, report: Report): void {
  const { id = "", services, sources, endpoints } = plugin;
  const before: Record<string, unknown> = plugin.previousNames ?? {};
  const namesOf = (service: string) => (Array.isArray(before[service]) ? before[service].map(String) : []);
  const ofServices = entriesOf(services).map(([name]) => {
    return { name, where: `services.${name}`, field: `previousNames.${name}`, before: before[name] };
  });
  checkParts(SERVICES, ofServices, report);
  const permissions = entriesOf(services).flatMap(([service, actions]) =>
    partsIn(`services.${service}`, actions).map((part) => ({ ...part, name: `${service}.${part.name}` })),
  );
  checkParts(PERMISSIONS, [...permissions, ...inFormerServices(permissions, namesOf)], report);
  const events = eventsIn(plugin);
  checkParts(EVENTS, [...events, ...inFormerServices(events, namesOf)], report);
  checkParts(SOURCES, partsIn("sources", sources), report);
  checkParts(keysOf(id), partsIn("endpoints", endpoints), report);
  for (const [key, endpoint] of entriesOf(endpoints)) {
    const where = `endpoints.${key}`;
    const [query = []] = fieldsIn(`${where}.query`, endpoint?.query, report);
    const [body = [], ...within] = fieldsIn(`${where}.body`, endpoint?.body, report);
    // The arguments of a tool are one object.
    const own = [...partsIn(`${where}.params`, endpoint?.params), ...query, ...body];
    for (const parts of [own, ...within]) checkParts(FIELDS, parts, report);
  }
  checkShapes(plugin, report);
}

/** Every kind of event of the webhook and the sources. */
function eventsIn({ webhook, sources }: Partial<Provider>): Part[] {
  const all = [
    ["webhook", webhook] as const,
    ...entriesOf(sources).map(([name, one]) => [`sources.${name}`, one] as const),
  ];
  return all.flatMap(([where, one]) => partsIn(`${where}.events`, (one as { events?: unknown } | undefined)?.events));
}

/** The parts under the names that follow from their services' former ones. */
function inFormerServices(parts: readonly Part[], formerOf: (service: string) => string[]): Part[] {
  return parts.map(({ name, where }) => {
    const [service = "", word = ""] = name.split(".");
    const before = formerOf(service).map((former) => `${former}.${word}`);
    return { name, where, field: `previousNames.${service}`, before };
  });
}

/** The fields of an input, then those of each object within it and in its lists; reports former names that no caller could use. */
function fieldsIn(where: string, schema: unknown, report: Report): Part[][] {
  if (!TypeGuard.IsObject(schema)) return [];
  const fields = Object.entries(schema.properties);
  const within = fields.flatMap(([name, field]) => {
    const object = TypeGuard.IsArray(field) ? field.items : field;
    if (TypeGuard.IsObject(object) && !where.endsWith(".query")) return fieldsIn(`${where}.${name}`, object, report);
    for (const path of remainingIn(field).filter((path) => path !== ""))
      report(`${where}.${name}${path}.previousNames`, ONLY_IN_OBJECTS);
    return [];
  });
  return [fields.map(([name, field]) => partOf(where, name, field)), ...within];
}

const ONLY_IN_OBJECTS =
  "are only for fields at the top of a query, and for those of a body, of its objects and of those in its lists.";
const ONLY_AT_TOP = "are only for the fields at the top of a shape.";

/** Paths to the schemas below that say `previousNames`, each with a dot before; "" for the schema itself. */
function remainingIn(schema: TSchema | undefined, path = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, items = [], anyOf = [], allOf = [] } = schema as unknown as Record<string, never>;
  return [
    ...("previousNames" in schema ? [path] : []),
    ...Object.entries(properties).flatMap(([name, field]) => remainingIn(field as TSchema, `${path}.${name}`)),
    ...[items, anyOf, allOf].flat().flatMap((inner: TSchema) => remainingIn(inner, path)),
  ];
}

/** `record`, `resource` and the events have taken those of results out: what is left is none that they could add. */
function checkShapes({ endpoints, webhook, sources }: Partial<Provider>, report: Report): void {
  const check = (where: string, shape: unknown) => {
    for (const path of new Set(remainingIn(shape as TSchema)))
      report(`${where}${path}.previousNames`, `are names of other fields, or ${ONLY_AT_TOP}`);
  };
  for (const [key, endpoint] of entriesOf(endpoints))
    check(
      `endpoints.${key}.returns`,
      (endpoint?.returns as { resource?: { shape?: unknown } } | undefined)?.resource?.shape,
    );
  for (const [type, def] of entriesOf(webhook?.events)) check(`webhook.events.${type}`, def?.shape);
  for (const [name, source] of entriesOf(sources))
    for (const [type, def] of entriesOf(source?.events)) check(`sources.${name}.events.${type}`, def?.shape);
}

const partsIn = (where: string, parts: unknown): Part[] =>
  entriesOf(parts).map(([name, part]) => partOf(where, name, part));

const partOf = (where: string, name: string, part: unknown): Part => ({
  name,
  where: `${where}.${name}`,
  before: (part as { previousNames?: unknown } | null | undefined)?.previousNames,
});

/** Other checks report what is no object. */
function entriesOf<T>(value: Readonly<Record<string, T>> | undefined | null): [string, T | null | undefined][];
function entriesOf(value: unknown): [string, unknown][];
function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
