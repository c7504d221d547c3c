// The arguments of a recorded call: those that its evidence has, and in place of what it left out those that the author gives.
import { StartupError } from "../../foundation/errors.ts";
import { hasNote } from "../../metering/usage/redacted-copy.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Call } from "./recorded-call.ts";

type Values = Record<string, unknown>;
type Sent = Pick<NonNullable<Call["evidence"]>["request"], "params" | "query" | "body">;
/** The names that lead to a value; in a list, positions. */
type Path = readonly string[];

/** Throws `StartupError` that names each argument that is still missing. `given` are texts `name=value`. */
export function recordedArguments(endpoint: RegisteredEndpoint, sent: Sent, given: readonly string[]): Values {
  const { raw: _, ...query } = sent.query;
  const recorded: Values = { ...sent.params, ...query, ...sent.body };
  const places = placesIn(endpoint, recorded);
  const assignments = given.map((text) => assignmentIn(endpoint, places, text));
  const values = assignments.reduce<Values>((all, { path, value }) => replaced(all, path, value) as Values, recorded);
  const isGiven = (path: Path) => assignments.some((one) => one.path.every((name, at) => name === path[at]));
  const leftOut = [...leftOutIn(values), ...cursorOf(values)].filter(({ path }) => !isGiven(path));
  if (leftOut.length === 0) return values[CURSOR] === "" ? without(values, CURSOR) : values;
  const missing = leftOut.map(({ path, what }) => `${nameOf(path)} (${what})`).join(", ");
  const options = leftOut.map(({ path }) => `--set '${nameOf(path)}=…'`).join(" ");
  throw new StartupError(
    `The evidence does not have every argument of this call of ${endpoint.tool}: ${missing}. Give each of them: ${options}`,
  );
}

const CURSOR = "cursor";
/** Names of arguments in an error. */
const MAX_NAMED = 40;
/** A cursor opens only for the caller whom the gateway gave it. */
const cursorOf = (values: Values) =>
  values[CURSOR] === undefined
    ? []
    : [{ path: [CURSOR], what: "the gateway's own: give the provider's position, or nothing for the first page" }];
const nameOf = (path: Path) => path.join(".");
const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([one]) => one !== name));

/** Everything within the value, with the way to it; a member whose name was redacted has no way, so that the object counts. */
function* inside(value: unknown, path: Path = []): Generator<{ path: Path; value: unknown }> {
  if (path.length > 0) yield { path, value };
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value);
  if (entries.some(([name]) => hasNote(name))) return;
  for (const [name, member] of entries) yield* inside(member, [...path, name]);
}

/** What evidence says in the place of an argument, or within it. */
function leftOutIn(values: Values): { path: Path; what: string }[] {
  return [...inside(values)].flatMap(({ path, value }) => {
    if (typeof value === "string") return hasNote(value) ? [{ path, what: whatOf(value) }] : [];
    const isObject = typeof value === "object" && value !== null;
    return isObject && Object.keys(value).some(hasNote) ? [{ path, what: "a name within it is redacted" }] : [];
  });
}

const whatOf = (value: string): string =>
  value.startsWith("[file,") ? "a file" : /^\[\d/.test(value) ? "encoded bytes" : "redacted";

/** The places for `--set`: each argument of the endpoint, and everything within those that were sent. */
function placesIn({ input }: RegisteredEndpoint, values: Values): Map<string, Path> {
  const declared = Object.values(input).flatMap((part) => Object.keys(part?.properties ?? {}));
  const sent = [...inside(values)].map(({ path }): [string, Path] => [nameOf(path), path]);
  return new Map([...declared.map((name): [string, Path] => [name, [name]]), ...sent]);
}

/** A name may have "=" in it: the longest one that is known counts. The value is not repeated in an error. */
function assignmentIn(
  { tool }: RegisteredEndpoint,
  places: ReadonlyMap<string, Path>,
  text: string,
): { path: Path; value: string } {
  const first = text.indexOf("=");
  if (first < 0) throw new StartupError("--set takes a name and a value, as in --set 'title=Read the plans'.");
  const names = [...places.keys()];
  const name = names
    .filter((one) => text.startsWith(`${one}=`))
    .reduce<string | null>((longest, one) => (longest === null || one.length > longest.length ? one : longest), null);
  const path = name === null ? undefined : places.get(name);
  if (name !== null && path !== undefined) return { path, value: text.slice(name.length + 1) };
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : "";
  throw new StartupError(
    `--set ${text.slice(0, first)}: ${tool} has no such argument here. It has ${names.slice(0, MAX_NAMED).join(", ")}${more}.`,
  );
}

/** The value with another one at the path. As entries: a member named "__proto__" stays an own one. */
function replaced(value: unknown, [name, ...rest]: Path, by: string): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? replaced(item, rest, by) : item));
  const entries = new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  entries.set(name, replaced(entries.get(name), rest, by));
  return Object.fromEntries(entries);
}
