// What each vendor's documents say a tool definition may hold; every violation is a sentence.
import type { Json } from "../../src/web/http/openapi-shapes.ts";

/** https://developers.openai.com/api/docs/guides/structured-outputs, "Supported schemas"; text limits are not certain there. */
const STRICT_KEYWORDS =
  "type enum const anyOf properties required additionalProperties items description format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems".split(
    " ",
  );
const STRICT_FORMATS = "date-time time date duration email hostname ipv4 ipv6 uuid".split(" ");
const STRICT_LEVELS = 10;
const STRICT_PROPERTIES = 5000;

/** https://ai.google.dev/api/generate-content, `responseJsonSchema`: the properties of JSON Schema that are supported. */
const GEMINI_KEYWORDS =
  "$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering".split(
    " ",
  );
const GEMINI_FORMATS = ["date-time", "date", "time"];

/** JSON Schema's keywords that a tool without strict mode may have in every vendor's form. */
const COMMON_KEYWORDS = [...GEMINI_KEYWORDS, "default", "minLength", "maxLength", "format"];

/** Each schema within a schema, with its path. */
function* schemasIn(schema: Json, at = "", level = 0): Iterable<{ schema: Json; at: string; level: number }> {
  yield { schema, at, level };
  const inner = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  for (const [name, field] of inner) yield* schemasIn(field, `${at}/${name}`, level + 1);
  for (const word of ["items", "additionalProperties"])
    if (typeof schema[word] === "object") yield* schemasIn(schema[word] as Json, `${at}/${word}`, level + 1);
  for (const word of ["anyOf", "oneOf", "prefixItems"])
    for (const [i, one] of ((schema[word] ?? []) as Json[]).entries()) yield* schemasIn(one, `${at}/${i}`, level);
}

function unknownKeywords(root: Json, known: readonly string[]): string[] {
  return [...schemasIn(root)].flatMap(({ schema, at }) =>
    Object.keys(schema)
      .filter((word) => !known.includes(word))
      .map((word) => `${at || "/"}: ${word} is no keyword here.`),
  );
}

function rootViolations(root: unknown): string[] {
  const schema = root as Json | undefined;
  if (schema?.type !== "object" || typeof schema.properties !== "object") return ["The root is no object schema."];
  const wrong = Object.keys(schema.properties as Json).filter((name) => !/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(name));
  return [
    ...wrong.map((name) => `${name} is no argument's name.`),
    ...("anyOf" in schema ? ["anyOf at the root."] : []),
  ];
}

/** What all vendors say of names and descriptions; 1,024 characters is OpenAI's limit. */
function nameViolations({ name, description }: Json): string[] {
  const isName = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(String(name));
  const isText = typeof description === "string" && description.length > 0 && description.length <= 1024;
  return [...(isName ? [] : [`${name} is no name.`]), ...(isText ? [] : ["The description is missing or too long."])];
}

function keyViolations(value: Json, keys: readonly string[]): string[] {
  const wrong = Object.keys(value).filter((key) => !keys.includes(key));
  return wrong.map((key) => `${key} is no key here.`);
}

function strictViolations(root: Json): string[] {
  const all = [...schemasIn(root)];
  const count = all.reduce((sum, { schema }) => sum + Object.keys((schema.properties ?? {}) as Json).length, 0);
  const objects = all.flatMap(({ schema, at }) => {
    if (schema.type !== "object") return [];
    const names = Object.keys(schema.properties as Json);
    const isWhole =
      JSON.stringify([...names].sort()) === JSON.stringify([...((schema.required ?? []) as string[])].sort());
    const isClosed = schema.additionalProperties === false;
    return isWhole && isClosed ? [] : [`${at || "/"}: an object that is open, or with a field that is not required.`];
  });
  const texts = all.flatMap(({ schema: { format }, at }) =>
    format === undefined || STRICT_FORMATS.includes(String(format)) ? [] : [`${at}: format ${format}.`],
  );
  const deep = all.some(({ level }) => level > STRICT_LEVELS) || count > STRICT_PROPERTIES;
  return [...unknownKeywords(root, STRICT_KEYWORDS), ...objects, ...texts, ...(deep ? ["Too deep or too large."] : [])];
}

export function openAiViolations(tool: Json, form: "openai" | "openai-responses"): string[] {
  const inner = (form === "openai" ? tool.function : tool) as Json;
  const { parameters, strict } = inner;
  return [
    ...(tool.type === "function" ? [] : ["type is not function."]),
    ...keyViolations(tool, form === "openai" ? ["type", "function"] : ["type", ...FUNCTION_KEYS]),
    ...keyViolations(inner, form === "openai" ? FUNCTION_KEYS : ["type", ...FUNCTION_KEYS]),
    ...(form === "openai-responses" && typeof strict !== "boolean" ? ["strict is left out, which means true."] : []),
    ...nameViolations(inner),
    ...rootViolations(parameters),
    ...(strict === true ? strictViolations(parameters as Json) : unknownKeywords(parameters as Json, COMMON_KEYWORDS)),
  ];
}
const FUNCTION_KEYS = ["name", "description", "parameters", "strict"];

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use. */
export function anthropicViolations(tool: Json): string[] {
  return [
    ...keyViolations(tool, ["name", "description", "input_schema"]),
    ...nameViolations(tool),
    ...rootViolations(tool.input_schema),
    ...unknownKeywords(tool.input_schema as Json, COMMON_KEYWORDS),
  ];
}

/** https://ai.google.dev/api/caching#FunctionDeclaration; arguments are left out where a function has none. */
export function geminiViolations(tool: Json): string[] {
  const schema = tool.parametersJsonSchema as Json | undefined;
  const inner = schema ? [...schemasIn(schema)] : [];
  return [
    ...keyViolations(tool, ["name", "description", "parametersJsonSchema"]),
    ...nameViolations(tool),
    ...(schema ? [...rootViolations(schema), ...unknownKeywords(schema, GEMINI_KEYWORDS)] : []),
    ...(schema && Object.keys(schema.properties as Json).length === 0 ? ["An object without fields."] : []),
    ...inner.flatMap(({ schema: { format }, at }) =>
      format === undefined || GEMINI_FORMATS.includes(String(format)) ? [] : [`${at}: format ${format}.`],
    ),
    ...inner.flatMap(({ schema, at }) =>
      ((schema.enum ?? []) as unknown[]).every((one) => typeof one === "string" || typeof one === "number")
        ? []
        : [`${at}: an enum of other values than text and numbers.`],
    ),
  ];
}

/**
 * What every model takes of a schema that a client hands on as it comes. Gemini takes least: one type each, and values and formats
 * of text alone (https://ai.google.dev/api/caching#Schema).
 */
function sharedViolations({ type, format, enum: values, anyOf }: Json, at: string): string[] {
  const isTyped = typeof type === "string" || (type === undefined && Array.isArray(anyOf));
  const isEnum =
    values === undefined || (type === "string" && (values as unknown[]).every((one) => typeof one === "string"));
  return [
    ...(isTyped ? [] : [`${at}: the type ${JSON.stringify(type)} is not one.`]),
    ...(isEnum ? [] : [`${at}: an enum of other values than text.`]),
    ...(format === undefined || (type === "string" && format === "date-time") ? [] : [`${at}: format ${format}.`]),
  ];
}

/** https://modelcontextprotocol.io/specification/2025-11-25/server/tools, "Tool". */
export function mcpViolations(tool: Json): string[] {
  const { annotations, inputSchema, outputSchema, title } = tool as Record<string, Json>;
  const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
  return [
    ...keyViolations(tool, ["name", "title", "description", "inputSchema", "outputSchema", "annotations", "_meta"]),
    ...nameViolations(tool),
    ...rootViolations(inputSchema),
    ...[...schemasIn(inputSchema as Json)].flatMap(({ schema, at }) => sharedViolations(schema, at || "/")),
    ...((outputSchema as Json).type === "object" ? [] : ["The output is no object schema."]),
    ...keyViolations(annotations as Json, ["title", ...hints]),
    ...hints.filter((hint) => typeof annotations?.[hint] !== "boolean").map((hint) => `${hint} is no boolean.`),
    ...(title === annotations?.title ? [] : ["The title is not that of the annotations."]),
  ];
}
