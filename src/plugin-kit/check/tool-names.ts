// The kit's rule for tools that a text mentions: a model calls a tool by its full name, and knows no other.
import type { TSchema } from "@sinclair/typebox";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { codeFiles, readSource } from "./source-files.ts";
import { blanked, lineOf } from "./source-text.ts";
import type { Violation } from "./violation.ts";

/** Violations of the texts in a plugin's source that mention one of its tools without the provider, as `list_tasks`. */
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

/** Where the texts of a source have a key as a word: in prose, or in backticks where the key is an ordinary word. */
export function shortNamesIn(source: string, tools: { has(key: string): boolean }): { key: string; index: number }[] {
  const code = blanked(source);
  const texts = blanked(source, { keepsTexts: true });
  return [...texts.matchAll(/(?<![\w./-])([a-z][a-z0-9_]*)(?![\w/-])/g)].flatMap(({ 1: key = "", index }) => {
    const isInText = code[index] === " ";
    if (!isInText || !tools.has(key)) return [];
    const isQuoted = texts[index - 1] === "`" && texts[index + key.length] === "`";
    return isProse(code, texts, index) && (key.includes("_") || isQuoted) ? [{ key, index }] : [];
  });
}

/** Whether the text around a position has several words: a lone one is a value, such as a scope. */
function isProse(code: string, texts: string, index: number): boolean {
  const before = code.slice(0, index).search(/\s*$/);
  const after = code.slice(index).search(/\S/);
  const text = texts.slice(before, after === -1 ? undefined : index + after);
  return /\S\s+\S/.test(text);
}

/** The names of fields of an endpoint's inputs and result. */
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
