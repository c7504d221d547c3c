// Whether a schema takes all that another one takes; no for whatever it cannot tell.
interface Schema {
  [keyword: string]: unknown;
}

/** Keywords whose value may fall, and those whose value may rise. */
const FLOORS = ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"];
const CEILINGS = ["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"];
/** Limits that may go altogether. */
const LIMITS = [...FLOORS, ...CEILINGS, "pattern", "format", "uniqueItems", "required"];

export function isWider(old: Schema, now: Schema): boolean {
  const options = (schema: Schema) => (Array.isArray(schema.anyOf) ? (schema.anyOf as Schema[]) : [schema]);
  const isTaken = (option: Schema) => options(now).some((other) => isWiderOption(option, other));
  return options(old).every(isTaken);
}

function isWiderOption(old: Schema, now: Schema): boolean {
  const keywords = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...keywords].every((keyword) => {
    const [before, after] = [old[keyword], now[keyword]];
    if (JSON.stringify(before) === JSON.stringify(after)) return true;
    // A default changes what a call does that says nothing.
    if (after === undefined) return LIMITS.includes(keyword);
    if (FLOORS.includes(keyword)) return Number(after) <= Number(before);
    if (CEILINGS.includes(keyword)) return Number(after) >= Number(before);
    if (keyword === "items") return isWider(before as Schema, after as Schema);
    if (keyword === "required")
      return (after as string[]).every((name) => (before as string[] | undefined)?.includes(name));
    if (keyword === "properties") return areWider(before as Record<string, Schema>, after as Record<string, Schema>);
    return false;
  });
}

const areWider = (old: Record<string, Schema> = {}, now: Record<string, Schema>): boolean =>
  Object.entries(old).every(([name, schema]) => {
    const other = now[name];
    return other !== undefined && isWider(schema, other);
  });
