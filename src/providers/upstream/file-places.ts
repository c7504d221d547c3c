// The places of files in a body: among its own fields, or in the objects within it and in its lists.
import { KindGuard, type TSchema } from "@sinclair/typebox";
import { type FileSpec, fileSpecOf } from "../../plugin/file-input.ts";

/** Stands in a place's steps for each item of a list. */
export const EACH = "[]";

/** An object of a body whose fields hold a file. */
export interface FilePlace {
  /** The names that lead to it. */
  steps: readonly string[];
  schema: TSchema;
  spec: FileSpec;
}

export function filePlacesIn(schema: TSchema | null, steps: readonly string[] = []): FilePlace[] {
  if (schema === null) return [];
  if (KindGuard.IsArray(schema)) return filePlacesIn(schema.items, [...steps, EACH]);
  if (!KindGuard.IsObject(schema)) return [];
  const spec = fileSpecOf(schema.properties.content);
  const own = spec ? [{ steps, schema, spec }] : [];
  return [
    ...own,
    ...Object.entries(schema.properties).flatMap(([name, field]) => filePlacesIn(field, [...steps, name])),
  ];
}

export type FileValue = Readonly<Record<string, unknown>>;
type Body = Record<string, unknown>;

/** The values at the places that a body has, each with its JSON pointer. */
export function filesIn(
  places: readonly FilePlace[],
  body: Body,
): { place: FilePlace; value: FileValue; at: string }[] {
  return places.flatMap((place) => valuesAt(body, place.steps, "").map(({ value, at }) => ({ place, value, at })));
}

function valuesAt(value: unknown, steps: readonly string[], at: string): { value: FileValue; at: string }[] {
  const [step, ...rest] = steps;
  if (step === EACH)
    return Array.isArray(value) ? value.flatMap((item, index) => valuesAt(item, rest, `${at}/${index}`)) : [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  if (step === undefined) return [{ value: value as FileValue, at }];
  return Object.hasOwn(value, step) ? valuesAt((value as Body)[step], rest, `${at}/${step}`) : [];
}

/** A copy of the body in which these values, by their JSON pointers, stand in place of what was there. */
export function withFiles(body: Body, changed: ReadonlyMap<string, FileValue>): Body {
  let copy = body;
  for (const [at, value] of changed) copy = placed(copy, at.split("/").slice(1), value) as Body;
  return copy;
}

function placed(value: unknown, [step, ...rest]: readonly string[], file: FileValue): unknown {
  if (step === undefined) return file;
  if (Array.isArray(value)) return value.with(Number(step), placed(value[Number(step)], rest, file));
  return { ...(value as Body), [step]: placed((value as Body)[step], rest, file) };
}
