// Checks predicates when they are set: closed operators, bounded operands, and arguments that the tools have.
import { pointer } from "../../foundation/schema/check.ts";
import { unknownName } from "../../foundation/schema/sentences.ts";
import { isDay, isTime } from "../../plugin/times.ts";
import { type ArgumentKind, type ArgumentSchemas, knownArgument } from "./argument-schemas.ts";
import { addressOperandError, isAddressOperand } from "./compared-value.ts";
import { globError } from "./glob.ts";

export const MAX_PREDICATES = 20;
const MAX_PATH = 200;
const MAX_STEPS = 8;
const MAX_OPERANDS = 100;
const MAX_OPERAND = 1000;
const MAX_COUNT = 10_000;

/** `path` is a JSON pointer from the predicates on. */
export interface PredicateError {
  path: string;
  message: string;
}

interface Operator {
  /** The kinds of argument that it can be about. */
  kinds: readonly ArgumentKind[];
  /** Why an operand does not fit, as the end of a sentence; null where it does. */
  error(operand: unknown): string | null;
}

const TEXTS: readonly ArgumentKind[] = ["text", "address"];
const SCALARS: readonly ArgumentKind[] = [...TEXTS, "number", "flag"];
const EVERY: readonly ArgumentKind[] = [...SCALARS, "object"];

const number = (operand: unknown) =>
  typeof operand === "number" && Number.isFinite(operand) ? null : "must be a number";
const count = (operand: unknown) =>
  Number.isInteger(operand) && (operand as number) >= 0 && (operand as number) <= MAX_COUNT
    ? null
    : `must be a whole number from 0 to ${MAX_COUNT}`;
const time = (operand: unknown) =>
  typeof operand === "string" && operand.length <= 40 && (isTime(operand) || isDay(operand))
    ? null
    : "must be a time with its offset, such as 2026-11-22T09:00:00Z, or a day";
const flag = (operand: unknown) => (typeof operand === "boolean" ? null : "must be true or false");

function scalar(operand: unknown): string | null {
  if (typeof operand === "boolean") return null;
  if (typeof operand !== "string") return number(operand) && "must be a text, a number, true or false";
  if (operand.length > MAX_OPERAND) return `must have at most ${MAX_OPERAND} characters`;
  if (!operand.isWellFormed() || operand.includes("\0"))
    return "must not contain a NUL character or half a surrogate pair";
  return addressOperandError(operand);
}

function glob(operand: unknown): string | null {
  if (typeof operand !== "string") return "must be a text with the wildcards * and ?, or a list of them";
  return globError(operand) ?? addressOperandError(operand);
}

const listOf = (each: (operand: unknown) => string | null) => (operand: unknown) => {
  if (!Array.isArray(operand) || operand.length === 0 || operand.length > MAX_OPERANDS)
    return `must be a list of 1 to ${MAX_OPERANDS} values`;
  return operand.map(each).find((error) => error !== null) ?? null;
};
const oneOrMore = (each: (operand: unknown) => string | null) => (operand: unknown) =>
  Array.isArray(operand) ? listOf(each)(operand) : each(operand);

const OPERATORS: Readonly<Record<string, Operator>> = {
  matches: { kinds: TEXTS, error: oneOrMore(glob) },
  not_matches: { kinds: TEXTS, error: oneOrMore(glob) },
  equals: { kinds: SCALARS, error: scalar },
  not_equals: { kinds: SCALARS, error: scalar },
  in: { kinds: SCALARS, error: listOf(scalar) },
  not_in: { kinds: SCALARS, error: listOf(scalar) },
  at_most: { kinds: ["number"], error: number },
  at_least: { kinds: ["number"], error: number },
  above: { kinds: ["number"], error: number },
  below: { kinds: ["number"], error: number },
  before: { kinds: ["text"], error: time },
  after: { kinds: ["text"], error: time },
  count_at_most: { kinds: EVERY, error: count },
  count_at_least: { kinds: EVERY, error: count },
  absent: { kinds: EVERY, error: flag },
};
const NAMES = Object.keys(OPERATORS);

/** What the operators with an operand of several types compare. */
const COMPARED = ["matches", "not_matches", "equals", "not_equals", "in", "not_in"];

/**
 * Every error of predicates. `inputs` are the schemas of the tools that they are about: an argument that none of them has is an
 * error; null where the tools are not known.
 */
export function predicateErrors(given: unknown, inputs: readonly ArgumentSchemas[] | null): PredicateError[] {
  if (!isObject(given)) return [{ path: "", message: "Predicates must be an object of argument paths." }];
  const paths = Object.keys(given);
  if (paths.length === 0 || paths.length > MAX_PREDICATES)
    return [{ path: "", message: `There must be predicates for 1 to ${MAX_PREDICATES} arguments.` }];
  return paths.flatMap((path) => {
    const wrongPath = pathError(path);
    if (wrongPath !== null) return [{ path: pointer(path.slice(0, MAX_PATH)), message: wrongPath }];
    return argumentErrors(path, given[path], inputs).map((one) => ({ ...one, path: pointer(path) + one.path }));
  });
}

function pathError(path: string): string | null {
  const steps = path.split(".");
  const isBounded = path.length <= MAX_PATH && steps.length <= MAX_STEPS;
  return isBounded && !steps.includes("") && path.isWellFormed() && !path.includes("\0")
    ? null
    : `"${path.slice(0, 60)}" is not an argument path such as to or attendees.email.`;
}

function argumentErrors(path: string, given: unknown, inputs: readonly ArgumentSchemas[] | null): PredicateError[] {
  if (!isObject(given) || Object.keys(given).length === 0)
    return [{ path: "", message: `The predicate of "${path}" must be an object with one of ${NAMES.join(", ")}.` }];
  const known = inputs && knownArgument(inputs, path);
  const errors = Object.entries(given).flatMap(([name, operand]) => operatorErrors(path, name, operand));
  if (!known) return errors;
  if (!known.kinds) return [...errors, { path: "", message: unknownArgument(path, known.unknownStep, known.siblings) }];
  return [...errors, ...kindErrors(path, given, known.kinds)];
}

function operatorErrors(path: string, name: string, operand: unknown): PredicateError[] {
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (!operator) {
    const message = `${unknownName(name, `an operator for "${path}"`, NAMES)} There are ${NAMES.join(", ")}.`;
    return [{ path: pointer(name.slice(0, MAX_PATH)), message }];
  }
  const error = operator.error(operand);
  return error === null ? [] : [{ path: pointer(name), message: `${name} of "${path}" ${error}.` }];
}

function unknownArgument(path: string, step: string, siblings: readonly string[]): string {
  const message = unknownName(step, "an argument of these tools", siblings);
  return step === path ? message : `"${path}": ${message}`;
}

function kindErrors(path: string, given: Record<string, unknown>, kinds: ReadonlySet<ArgumentKind>): PredicateError[] {
  if (kinds.has("any")) return [];
  return Object.entries(given).flatMap(([name, operand]) => {
    const operator = Object.hasOwn(OPERATORS, name) ? (OPERATORS[name] as Operator) : null;
    if (!operator) return [];
    if (!operator.kinds.some((kind) => kinds.has(kind)))
      return [{ path: pointer(name), message: `${name} cannot be about "${path}", which is ${listed(kinds)}.` }];
    const message = COMPARED.includes(name) ? operandError(name, path, operand, kinds) : null;
    return message === null ? [] : [{ path: pointer(name), message }];
  });
}

/** An operand that no value of the argument can ever equal is a mistake, and one about the wrong part of an address a hole. */
function operandError(name: string, path: string, operand: unknown, kinds: ReadonlySet<ArgumentKind>): string | null {
  const operands: unknown[] = [operand].flat();
  const isText = kinds.has("text") || kinds.has("address");
  const unlike = operands.find(
    (one) => !(typeof one === "string" ? isText : kinds.has(typeof one === "number" ? "number" : "flag")),
  );
  if (unlike !== undefined)
    return `${name} of "${path}" compares with ${JSON.stringify(unlike)}, but it is ${listed(kinds)}.`;
  const isAnything = (one: unknown) => one === "*" || (typeof one === "string" && isAddressOperand(one));
  if (kinds.has("address") && !kinds.has("text") && !operands.every(isAnything))
    return `${name} of "${path}" must be about whole addresses, such as *@acme.example.`;
  return null;
}

const KIND_NAMES: Readonly<Record<ArgumentKind, string>> = {
  text: "a text",
  address: "an email address",
  number: "a number",
  flag: "true or false",
  object: "an object",
  any: "anything",
};
const listed = (kinds: ReadonlySet<ArgumentKind>) => [...kinds].map((kind) => KIND_NAMES[kind]).join(" or ");

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
