// Splits the arguments of a call by name into the path, query and body of the tool's endpoint, and validates each part.
import { type TObject, Type as t } from "@sinclair/typebox";
import { type InputError, invalidInput } from "../../foundation/errors.ts";
import { checkValue, MAX_ERRORS, pointer, textViolation } from "../../foundation/schema/check.ts";
import { namesConnection } from "../../foundation/schema/connection-name.ts";
import { underTodaysNames } from "../../foundation/schema/previous-names.ts";
import { unknownName } from "../../foundation/schema/sentences.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { checkInput, type ExtraChecks, type Input, type InputSchemas, type ReadBody } from "../../web/http/input.ts";
import { CONNECTION } from "./connection-choice.ts";
import { withJsonRead } from "./json-in-text.ts";
import { withoutNulls } from "./without-nulls.ts";

/** Room for what stands around the body's own fields: path, query and the envelope. */
const ENVELOPE_BYTES = 64 * 1024;
const PARTS = ["params", "query", "body"] as const;
/** Names of arguments in an error. */
const MAX_NAMED = 40;

export const ExecuteBody = t.Object({
  arguments: t.Optional(
    t.Object(
      {},
      {
        additionalProperties: true,
        description:
          'The tool\'s arguments by name. For an optional argument, null is the same as leaving it out. JSON in text, such as "5", is read where the argument cannot be text.',
      },
    ),
  ),
});

/** What a request with an endpoint's arguments looks like. */
export function executeSchemas({
  maxBodyBytes,
  provider,
}: Pick<RegisteredEndpoint, "maxBodyBytes" | "provider">): InputSchemas & { maxBodyBytes: number } {
  return { body: ExecuteBody, maxBodyBytes: maxBodyBytes + ENVELOPE_BYTES, provider: provider.id };
}

/** The endpoint's input out of a body of arguments; throws 400 with every error, each below `/arguments`. */
export function readArguments(
  endpoint: RegisteredEndpoint,
  request: Request,
  sent: ReadBody,
  extraChecks: ExtraChecks,
): Input {
  let input: Input | null = null;
  checkInput(executeSchemas(endpoint), request, {}, sent, ({ body }, errors) => {
    // A body that is no object of arguments has its error already.
    if (errors.some(({ in: where, path }) => where === "body" && !path.startsWith("/arguments/"))) return [];
    const checked = checkEach(endpoint, (body.arguments ?? {}) as Record<string, unknown>, extraChecks);
    input = checked.input;
    return checked.errors;
  });
  if (!input) throw invalidInput([{ in: "body", path: "", message: "The body must be a JSON object." }]);
  return input;
}

/** The endpoint's input out of arguments that came in a message; throws as `readArguments`. */
export function checkArguments(
  endpoint: RegisteredEndpoint,
  args: Record<string, unknown>,
  extraChecks: ExtraChecks,
): Input {
  const { input, errors } = checkEach(endpoint, args, extraChecks);
  if (errors.length > 0) throw invalidInput(errors);
  return input;
}

function checkEach(endpoint: RegisteredEndpoint, given: Record<string, unknown>, extraChecks: ExtraChecks) {
  const { params, query, body } = endpoint.input;
  const { [CONNECTION]: connection, ...own } = given;
  const named = [params, query, body].reduce((args, part) => underTodaysNames(part, args), own);
  const errors: InputError[] = [];
  const parts = splitArguments(endpoint, withoutNulls(endpoint, withJsonRead(endpoint, named)), errors);
  const checked = (schema: TObject, part: "path" | "query" | "body", value: Record<string, unknown>) => {
    const result = checkValue(schema, { ...value }, part);
    if ("value" in result) return result.value;
    errors.push(...result.errors);
    return result.passed;
  };
  errors.push(...textErrors(parts.params, "path"), ...textErrors(parts.query, "query"));
  const input: Input = {
    params: checked(params, "path", parts.params) as Input["params"],
    query: checked(query, "query", parts.query),
    body: body ? checked(body, "body", parts.body) : {},
    ...(typeof connection === "string" && { connection }),
  };
  if (
    connection !== undefined &&
    connection !== null &&
    !(typeof connection === "string" && namesConnection(connection))
  )
    errors.push({
      in: "body",
      path: pointer(CONNECTION),
      message: `"${CONNECTION}" must be the name of a connection.`,
    });
  const all = [...errors, ...extraChecks(input, errors)].slice(0, MAX_ERRORS);
  const below = (error: InputError): InputError =>
    error.in === "header" ? error : { ...error, in: "body", path: `/arguments${error.path}` };
  return { input, errors: all.map(below) };
}

/** Each argument to the part that knows its name; the others are errors, unless the body is open. */
function splitArguments(
  { input, tool }: RegisteredEndpoint,
  named: Record<string, unknown>,
  errors: InputError[],
): Record<"params" | "query" | "body", Record<string, unknown>> {
  const parts = { params: noMembers(), query: noMembers(), body: noMembers() };
  const partOf = new Map(
    PARTS.toReversed().flatMap((part) =>
      Object.keys(input[part]?.properties ?? {}).map((name) => [name, part] as const),
    ),
  );
  const signature = signatureOf(input);
  for (const name of Object.keys(named)) {
    const part = partOf.get(name) ?? (input.body?.additionalProperties ? "body" : null);
    if (part) parts[part][name] = named[name];
    else if (errors.length < MAX_ERRORS) {
      const isFirst = !errors.some(({ message }) => message.endsWith(signature));
      const message = unknownName(name, `an argument of ${tool}`, [...partOf.keys()]) + (isFirst ? signature : "");
      errors.push({ in: input.body ? "body" : "query", path: pointer(name), message });
    }
  }
  return parts;
}

/** Every argument by its name, the required ones first. */
function signatureOf(input: RegisteredEndpoint["input"]): string {
  const parts = Object.values(input).filter((part) => part !== null);
  const required = parts.flatMap((part) => part.required ?? []);
  const names = parts.flatMap((part) => Object.keys(part.properties));
  if (names.length === 0) return " It takes no arguments.";
  const optional = names.filter((name) => !required.includes(name));
  const listed = [...required.map((name) => `${name} (required)`), ...optional];
  const more = listed.length > MAX_NAMED ? `, and ${listed.length - MAX_NAMED} more` : "";
  return ` It takes ${listed.slice(0, MAX_NAMED).join(", ")}${more}.`;
}

/** Without a prototype: an argument may have any name. */
const noMembers = (): Record<string, unknown> => Object.create(null);

/** Texts that no URL can carry, which a path or query over HTTP never holds. */
function textErrors(part: Record<string, unknown>, where: "path" | "query"): InputError[] {
  const isUnfit = (value: unknown): boolean =>
    Array.isArray(value) ? value.some(isUnfit) : typeof value === "string" && textViolation(value) !== null;
  return Object.entries(part).flatMap(([name, value]): InputError[] =>
    isUnfit(value)
      ? [{ in: where, path: pointer(name), message: `"${name}" contains a NUL character or half a surrogate pair.` }]
      : [],
  );
}
