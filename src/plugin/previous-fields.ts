// Fields of results that had another name before: callers get them under both, and the former one is marked as deprecated.
import { type TObject, type TSchema, TypeGuard } from "@sinclair/typebox";

/** Marks the field under a former name with today's. It is a symbol, so no document of the schema shows it. */
const TODAYS_NAME = Symbol.for("gateway.plugin.todays-name");

/** Fields of a shape that had another name before: a result that was stored then has the former name alone. */
export const renamedFieldsOf = ({ properties = {} }: TSchema): string[] =>
  Object.values(properties as Record<string, { [TODAYS_NAME]?: string }>).flatMap((field) => field[TODAYS_NAME] ?? []);

interface Mapped {
  shape: TSchema;
  map: (...values: never[]) => unknown;
}

/** The same with each field of the shape that says `previousNames` under these, too. A name of another field adds nothing. */
export function withPreviousFields<Def extends Mapped>(def: Def): Def {
  const { shape, map } = def;
  // Few have one, and the check of a whole schema took a tenth of a start.
  if (!saysPreviousNames(shape) || !TypeGuard.IsObject(shape)) return def;
  const renamed = renamedIn(shape);
  if (renamed.length === 0) return def;
  const fill = (value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    const given = value as Record<string, unknown>;
    const former = renamed.filter(({ name }) => Object.hasOwn(given, name));
    return { ...given, ...Object.fromEntries(former.map(({ name, before }) => [before, given[name]])) };
  };
  return { ...def, shape: shapeWith(shape, renamed), map: (...values: never[]) => fill(map(...values)) };
}

const saysPreviousNames = ({ properties = {} }: TSchema): boolean =>
  Object.values(properties as Record<string, TSchema | undefined>).some((field) => field?.previousNames !== undefined);

function renamedIn({ properties }: TObject): { name: string; before: string }[] {
  const fields = Object.entries(properties);
  const isFree = (name: unknown): name is string => typeof name === "string" && !Object.hasOwn(properties, name);
  const lists = fields.flatMap(([name, { previousNames }]) =>
    Array.isArray(previousNames) && previousNames.every(isFree)
      ? previousNames.map((before) => ({ name, before }))
      : [],
  );
  const isTwice = new Set(lists.map(({ before }) => before)).size < lists.length;
  return isTwice ? [] : lists;
}

function shapeWith(shape: TObject, renamed: readonly { name: string; before: string }[]): TObject {
  const isRenamed = new Set(renamed.map(({ name }) => name));
  const todays = Object.entries(shape.properties).map(([name, field]) => {
    const { previousNames, ...rest } = field;
    return [name, isRenamed.has(name) ? rest : field] as const;
  });
  const fields = Object.fromEntries(todays) as Record<string, TSchema>;
  const former = renamed.map(({ name, before }) => [
    before,
    { ...fields[name], deprecated: true, description: `\`${name}\` under its former name.`, [TODAYS_NAME]: name },
  ]);
  const required = renamed.filter(({ name }) => shape.required?.includes(name)).map(({ before }) => before);
  return {
    ...shape,
    properties: { ...fields, ...Object.fromEntries(former) },
    ...(shape.required && { required: [...shape.required, ...required] }),
  };
}
