// A request's parts, each changed or removed, as a stranger could write them.
import type { InboundWebhook } from "../../plugin/index.ts";
import type { FixtureRequest } from "./webhook-fixture.ts";

export interface ChangedPart {
  /** `the header x-user`. */
  what: string;
  input: FixtureRequest;
  text?: string;
}

/** The maximum number of words of a text that are changed. */
const MAX_WORDS = 20;
/** The maximum number of values of a body that are changed. */
const MAX_VALUES = 500;

/** The request with each header and query parameter changed and removed, and where `hasBody` with each text and number in its JSON changed. */
export function changedParts(inbound: InboundWebhook, input: FixtureRequest, hasBody: boolean): ChangedPart[] {
  return [...changedHeaders(input), ...changedQuery(inbound, input), ...(hasBody ? changedBody(inbound, input) : [])];
}

function changedHeaders(input: FixtureRequest): ChangedPart[] {
  return Object.entries(input.headers ?? {}).flatMap(([name, value]) => {
    const what = `the header ${name}`;
    const { [name]: _, ...others } = input.headers ?? {};
    const changed = changedWords(value).map((text) => ({
      what,
      input: { ...input, headers: { ...others, [name]: text } },
    }));
    return [{ what, input: { ...input, headers: others } }, ...changed];
  });
}

function changedQuery(inbound: InboundWebhook, input: FixtureRequest): ChangedPart[] {
  return [...new Set(inbound.query.keys())].flatMap((name) => {
    const what = `the query parameter ${name}`;
    const withValue = (value: string | null) => {
      const url = new URL(inbound.url);
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      return { what, input: { ...input, url: url.href } };
    };
    return [withValue(null), ...changedWords(inbound.query.get(name) ?? "").map(withValue)];
  });
}

function changedBody({ json, text }: InboundWebhook, input: FixtureRequest): ChangedPart[] {
  if (json === null) return changedWords(text).map((body) => ({ what: "the body", input, text: body }));
  return variantsOf(json, "")
    .slice(0, MAX_VALUES)
    .map(({ path, value }) => ({ what: `the body's ${path || "value"}`, input, text: JSON.stringify(value) }));
}

/** The JSON value with one text or number changed, for each; `path` is dotted. */
function variantsOf(json: unknown, path: string): { path: string; value: unknown }[] {
  if (typeof json === "string") return changedWords(json).map((value) => ({ path, value }));
  if (typeof json === "number") return [{ path, value: json + 1 }];
  if (typeof json !== "object" || json === null) return [];
  return Object.entries(json).flatMap(([name, inner]) =>
    variantsOf(inner, path === "" ? name : `${path}.${name}`).map(({ path: at, value }) => ({
      path: at,
      value: Array.isArray(json) ? json.with(Number(name), value) : { ...json, [name]: value },
    })),
  );
}

/** The text with one of its words changed, for each. */
function changedWords(text: string): string[] {
  return [...text.matchAll(/[A-Za-z0-9]+/g)]
    .slice(0, MAX_WORDS)
    .map(({ 0: word, index }) => `${text.slice(0, index)}${changedWord(word)}${text.slice(index + word.length)}`);
}

/** A word of the same form: its last character is another of its kind. */
export function changedWord(word: string): string {
  const last = word.at(-1) ?? "";
  const [first, second] = /\d/.test(last) ? ["1", "2"] : /[A-Z]/.test(last) ? ["A", "B"] : ["a", "b"];
  return `${word.slice(0, -1)}${last === first ? second : first}`;
}
