// The operations of a description that a pattern chooses.
import { StartupError } from "../../../foundation/errors.ts";
import { type Description, type Json, listOf, memberOf, objectOf, textOf } from "./document.ts";
import { snake } from "./words.ts";

export interface Operation {
  method: string;
  path: string;
  /** The operation with its reference resolved. */
  value: Json;
  parameters: Parameter[];
  /** For messages and comments: `GET /pets`. */
  label: string;
  /** What permissions are grouped by: its first tag, else the path's first word. */
  service: string;
}

export interface Parameter {
  name: string;
  in: string;
  isRequired: boolean;
  description: unknown;
  schema: unknown;
  /** Whether a list repeats its name; otherwise it stands between commas. */
  isExploded: boolean;
}

const METHODS = ["get", "post", "put", "patch", "delete"];
const MAX_PATTERN = 500;
/** More would be no plugin that a person reviews. */
export const MAX_OPERATIONS = 100;
const MAX_PARAMETERS = 100;

export function allOperations(description: Description): Operation[] {
  return Object.entries(objectOf(description.root.paths)).flatMap(([path, item]) => {
    const { value: methods } = description.resolve(item);
    return METHODS.filter((method) => methods[method] !== undefined).map((method) => {
      const { value } = description.resolve(methods[method]);
      const parameters = [...listOf(methods.parameters), ...listOf(value.parameters)];
      const label = `${method.toUpperCase()} ${path}`;
      return {
        method: method.toUpperCase(),
        path,
        value,
        label,
        parameters: parametersOf(description, parameters),
        service: serviceOf(value, path),
      };
    });
  });
}

/** An operation's own parameter replaces the path's of the same name. */
function parametersOf(description: Description, parameters: readonly unknown[]): Parameter[] {
  const byName = new Map<string, Parameter>();
  for (const one of parameters.slice(0, MAX_PARAMETERS)) {
    const { value } = description.resolve(one);
    const name = textOf(value.name) ?? "";
    const where = textOf(value.in) ?? "";
    byName.set(`${where} ${name}`, {
      name,
      in: where,
      isRequired: value.required === true || where === "path",
      description: value.description,
      schema: value.schema ?? Object.values(objectOf(value.content)).map((media) => objectOf(media).schema)[0],
      isExploded: value.explode !== false,
    });
  }
  return [...byName.values()];
}

function serviceOf(value: Json, path: string): string {
  const [tag] = listOf(value.tags);
  const word = path.split("/").find((segment) => /^[a-z]/i.test(segment) && !/^v\d+$/i.test(segment)) ?? "";
  const service = snake(textOf(tag) ?? "").slice(0, 40) || snake(word).slice(0, 40) || "api";
  return service === "proxy" ? "proxy_api" : service;
}

/** More operations than this are only counted, where all are listed. */
const MAX_LISTED = 50;
const MAX_LABEL = 200;

/** The operations to choose of, one a line: `  GET /pets (listPets)`. */
export function operationsIn(description: Description): string {
  const all = allOperations(description);
  const lines = all.slice(0, MAX_LISTED).map(({ label, value }) => {
    const id = textOf(memberOf(value, "operationId"));
    const line = id === null ? label : `${label} (${id})`;
    return `\n  ${line.replace(/[\u0000-\u001f\u007f-\u009f]/g, "").slice(0, MAX_LABEL)}`;
  });
  const more = all.length > MAX_LISTED ? `\n  and ${all.length - MAX_LISTED} more` : "";
  return `Name operations, by path or operationId, of these ${all.length}:${lines.join("")}${more}`;
}

/** Those that one of the patterns matches; throws where there are none, or more than a plugin should have. */
export function chosenOperations(description: Description, patterns: readonly string[]): Operation[] {
  const all = allOperations(description);
  const unfit = patterns.find((pattern) => pattern.length > MAX_PATTERN);
  if (unfit !== undefined) throw new StartupError(`A pattern has at most ${MAX_PATTERN} characters.`);
  const chosen = all.filter((operation) => patterns.some((pattern) => isChosen(operation, pattern)));
  if (chosen.length === 0) {
    const some = all.slice(0, 5).map(({ label }) => label);
    throw new StartupError(
      `--only matches none of the ${all.length} operations, such as ${some.join(", ") || "(none)"}.`,
    );
  }
  if (chosen.length <= MAX_OPERATIONS) return chosen;
  throw new StartupError(`--only matches ${chosen.length} operations; choose at most ${MAX_OPERATIONS}.`);
}

/** A pattern that begins with a slash, or has a method before it, is one of the path; any other one is of the operationId. */
function isChosen({ method, path, value }: Operation, pattern: string): boolean {
  if (!/^(\S+\s+)?\//.test(pattern)) return matches(textOf(memberOf(value, "operationId")) ?? "", pattern);
  const [first = "", second] = pattern.split(/\s+/, 2);
  if (second === undefined) return matches(path, first);
  return matches(method, first.toUpperCase()) && matches(path, second);
}

/**
 * `*` stands for any characters but a slash, `**` for any. Step by step over all positions that the text may be at: a
 * backtracking expression could take forever on a hostile pattern.
 */
export function matches(text: string, pattern: string): boolean {
  const tokens = pattern.match(/\*\*|[\s\S]/g) ?? [];
  let positions = [...text, ""].map((_, at) => at === 0);
  for (const token of tokens) {
    const next = positions.map(() => false);
    for (let at = 0; at < positions.length; at++) {
      if (token === "*" || token === "**") {
        const isPassed = at > 0 && next[at - 1] === true && (token === "**" || text[at - 1] !== "/");
        next[at] = positions[at] === true || isPassed;
      } else if (positions[at] && text[at] === token) next[at + 1] = true;
    }
    positions = next;
  }
  return positions.at(-1) === true;
}
