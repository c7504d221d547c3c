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
  kind: TextKind;
}

/** `any`: a value of any kind; `object`: an object with any fields; `email` and `uri`: a text of this format. */
export type TextKind = "text" | "any" | "object" | "email" | "uri";

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
export function resultTexts(endpoint: Pick<RegisteredEndpoint, "def">): ResultText[] {
  return replaceableTexts(endpoint).filter(({ kind }) => kind !== "email" && kind !== "uri");
}

/** The same with addresses and links: every value for which another text fits the schema. */
export function replaceableTexts({ def: { returns } }: Pick<RegisteredEndpoint, "def">): ResultText[] {
  if (returns.kind === "deleted") return [];
  if (returns.kind === "file")
    return ["name", "content"].map((path) => ({ path, by: "others", isDeclared: false, kind: "text" }));
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
  const kind = kindOf(schema);
  if (kind !== null) {
    const name = path.replaceAll("[]", "").split(".").at(-1) ?? "";
    const by = declared ?? (kind === "text" && OF_PROVIDER.test(name) ? "provider" : "others");
    found.push({ path, by, isDeclared: declared !== undefined, kind });
  }
  const seen = new Set<string>();
  // A text and a text of a format are two, where variants have them in one place.
  const keyOf = ({ path: one, kind: as }: ResultText) => (as === "email" || as === "uri" ? `${one} ${as}` : one);
  return found.filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)));
}

function kindOf(schema: TSchema): TextKind | null {
  if (isText(schema)) return "text";
  if (isAnything(schema)) return schema.type === "object" ? "object" : "any";
  const { type, format, pattern } = schema;
  if (type !== "string" || pattern !== undefined) return null;
  return format === "email" || format === "uri" ? format : null;
}

/** A value of any kind, such as a provider's own object. */
const isAnything = (schema: TSchema) =>
  ["type", "anyOf", "allOf", "const", "enum", "properties"].every((keyword) => schema[keyword] === undefined) ||
  (schema.type === "object" && schema.additionalProperties === true);
