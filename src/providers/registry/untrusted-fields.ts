// Which texts of a result others may have written: what an agent must not take for its owner's words.
import type { TSchema } from "@sinclair/typebox";
import { WRITTEN_BY, type WrittenBy } from "../../plugin/written-by.ts";
import type { RegisteredEndpoint } from "./registry.ts";

/** A text of a result. */
export interface ResultText {
  /** Such as `messages[].from.name`; `*` stands for any name of a field. */
  path: string;
  by: WrittenBy;
  /** Whether the plugin says so itself. */
  isDeclared: boolean;
}

/** Names of fields that providers fill with ids, addresses, codes and words of their own; others must be declared. */
const OF_PROVIDER = new RegExp(
  `(?:^|_)(?:${[
    "ids?|uuid|guid|urn|sha|md5|etag|hash|key|token|cursor|code|ref|sku|barcode|slug|handle|prefix",
    "urls?|uri|link|links|permalink|domains?|emails?|phones?|color|emoji|icon|latitude|longitude",
    "type|kind|status|state|role|mode|method|format|scope|scopes|permissions?|visibility|privacy|plan|action",
    "at|ts|date|date_time|time|timezone|time_zone|weekday|week|days_of_week|interval|frequency|duration|due_time",
    "currency|amount|price|decimal|number|count|score|country|lang|language|locale|postal_code|charset|encoding",
    "resolution|severity|importance|priority|conclusion|association|branch|header|references|in_reply_to",
  ].join("|")})$`,
);

/** Keywords that bound a text to what is no prose. */
const BOUNDS = ["const", "enum", "format", "pattern"];

const isText = (schema: TSchema) =>
  schema.type === "string" && BOUNDS.every((keyword) => schema[keyword] === undefined);

/** Every text in a result that its schema does not bound by an enumeration, a format or a pattern. */
export function resultTexts({ def: { returns } }: Pick<RegisteredEndpoint, "def">): ResultText[] {
  if (returns.kind === "deleted") return [];
  if (returns.kind === "file") return ["name", "content"].map((path) => ({ path, by: "others", isDeclared: false }));
  const at = returns.kind === "one" ? "" : `${returns.collection}[]`;
  return textsIn(returns.resource.shape, at, returns.by);
}

/** Paths of the texts that others may have written. */
export function untrustedFields(endpoint: Pick<RegisteredEndpoint, "def">): string[] {
  return resultTexts(endpoint).flatMap(({ path, by }) => (by === "others" ? path : []));
}

function textsIn(schema: TSchema, path: string, from: WrittenBy | undefined): ResultText[] {
  const declared = (schema as { [WRITTEN_BY]?: WrittenBy })[WRITTEN_BY] ?? from;
  const within = (name: string) => (path === "" ? name : `${path}.${name}`);
  const variants: TSchema[] = schema.anyOf ?? schema.allOf ?? [];
  const found = variants.flatMap((variant) => textsIn(variant, path, declared));
  for (const [name, value] of Object.entries<TSchema>(schema.properties ?? {}))
    found.push(...textsIn(value, within(name), declared));
  for (const rest of [schema.additionalProperties, ...Object.values(schema.patternProperties ?? {})])
    if (typeof rest === "object") found.push(...textsIn(rest, within("*"), declared));
  if (schema.items) found.push(...textsIn(schema.items, `${path}[]`, declared));
  if (isText(schema) || isAnything(schema)) {
    const name = path.replaceAll("[]", "").split(".").at(-1) ?? "";
    const by = declared ?? (isText(schema) && OF_PROVIDER.test(name) ? "provider" : "others");
    found.push({ path, by, isDeclared: declared !== undefined });
  }
  const seen = new Set<string>();
  return found.filter(({ path: one }) => !seen.has(one) && seen.add(one));
}

/** A value of any kind, such as a provider's own object. */
const isAnything = (schema: TSchema) =>
  ["type", "anyOf", "allOf", "const", "enum", "properties"].every((keyword) => schema[keyword] === undefined) ||
  (schema.type === "object" && schema.additionalProperties === true);
