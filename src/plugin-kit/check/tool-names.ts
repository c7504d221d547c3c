// The kit's rule for tools that a text mentions: a model calls a tool by its full name, and knows no other.
import type { TSchema } from "@sinclair/typebox";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { codeFiles, readSource } from "./source-files.ts";
import { blanked, lineOf } from "./source-text.ts";
import type { Violation } from "./violation.ts";

/** Finds the texts in a plugin's source that mention one of its tools without the provider, as `list_tasks`. */
export function toolNameViolations(folder: string, endpoints: readonly RegisteredEndpoint[]): Violation[] {
  const fields = new Set(endpoints.flatMap(fieldNames));
  // A word that is also a field's name can mean the field.
  const tools = new Map(endpoints.filter(({ key }) => !fields.has(key)).map(({ key, tool }) => [key, tool]));
  return codeFiles(folder).flatMap((file) => {
    const source = readSource(folder, file);
    return shortNamesIn(source, tools).map(({ key, index }) => ({
      where: `${file}:${lineOf(source, index)}`,
      message: `mentions \`${key}\`; write \`${tools.get(key)}\`, the name by which a model calls the tool.`,
    }));
  });
}

/** The source whose texts mention each tool by its full name. */
export function withFullToolNames(source: string, tools: ReadonlyMap<string, string>): string {
  return shortNamesIn(source, tools).reduceRight(
    (rest, { key, index }) => rest.slice(0, index) + tools.get(key) + rest.slice(index + key.length),
    source,
  );
}

/** Mentions of tools by their keys within texts: in prose, and in backticks where the key is an ordinary word. A word in quotes is a value. */
function shortNamesIn(source: string, tools: ReadonlyMap<string, string>): { key: string; index: number }[] {
  const code = blanked(source);
  const texts = blanked(source, { keepsTexts: true });
  return [...texts.matchAll(/(?<![\w./-])[a-z][a-z0-9_]*(?![\w/-])/g)].flatMap(({ 0: key, index }) => {
    if (!tools.has(key) || !isProse(code, texts, index)) return [];
    // A mark that also ends the text in the code has a backslash.
    const after = texts.slice(index + key.length, index + key.length + 2).replace(/^\\/, "");
    const isBetween = (mark: string) => texts[index - 1] === mark && after.startsWith(mark);
    return !isBetween('"') && (key.includes("_") || isBetween("`")) ? [{ key, index }] : [];
  });
}

/** Characters around a word that are looked at. */
const NEARBY = 200;

/** Whether the text around a position has several words: a lone one is a value, such as a scope. */
function isProse(code: string, texts: string, index: number): boolean {
  let from = index;
  let to = index;
  while (from > 0 && index - from < NEARBY && code[from - 1]?.trim() === "") from--;
  while (to < code.length && to - index < NEARBY && code[to]?.trim() === "") to++;
  return /\S\s+\S/.test(texts.slice(from, to));
}

/** The names of all fields in an endpoint's inputs and result. */
function fieldNames({ input, def: { returns } }: RegisteredEndpoint): string[] {
  const shape = "resource" in returns ? [returns.resource.shape] : [];
  return [input.params, input.query, input.body, ...shape].flatMap((schema) => (schema ? namesIn(schema) : []));
}

function namesIn(schema: TSchema): string[] {
  const { properties = {}, items = [], anyOf = [], allOf = [] } = schema as unknown as Record<string, never>;
  const inner = [items, anyOf, allOf].flat() as TSchema[];
  return [
    ...Object.entries<TSchema>(properties).flatMap(([name, field]) => [name, ...namesIn(field)]),
    ...inner.flatMap(namesIn),
  ];
}
