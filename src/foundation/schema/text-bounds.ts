// Gives texts that have a form, but no longest length, a longest length: no pattern runs on a text of any size.
import { Kind, type TSchema } from "@sinclair/typebox";

/** Characters of a text with a pattern or a format whose schema says no `maxLength`. */
export const MAX_FORMED_TEXT = 4_096;

const known = new WeakMap<object, object>();

/** The schema, or a copy with bounds where it lacks one. Made once for each schema. */
export function withTextBounds<S extends TSchema>(schema: S): S {
  return bounded(schema) as S;
}

function bounded(part: object): object {
  const made = known.get(part);
  if (made) return made;
  known.set(part, part);
  let copy: Record<string | symbol, unknown> | null = isUnbounded(part)
    ? { ...part, maxLength: MAX_FORMED_TEXT }
    : null;
  for (const [name, inner] of Object.entries(part)) {
    if (typeof inner !== "object" || inner === null) continue;
    const own = bounded(inner);
    if (own === inner) continue;
    copy ??= Array.isArray(part) ? ([...part] as never) : { ...part };
    (copy as Record<string, unknown>)[name] = own;
  }
  const result = copy ?? part;
  known.set(part, result);
  return result;
}

function isUnbounded(part: object): boolean {
  const { [Kind]: kind, pattern, format, maxLength } = part as TSchema;
  return kind === "String" && maxLength === undefined && (pattern !== undefined || format !== undefined);
}
