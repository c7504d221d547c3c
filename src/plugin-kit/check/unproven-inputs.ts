// Which declared inputs a plugin's fixtures show: without the field, the provider gets another request, or the caller another result.
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { confined } from "./confine.ts";
import { type Fixture, resolved } from "./fixture.ts";
import {
  type FixtureCall,
  hasField,
  type InputField,
  inputFields,
  valuesOf,
  withoutField,
  withValue,
  wordsOf,
} from "./input-fields.ts";
import { recordedFetch, sortedUrl } from "./recorded-fetch.ts";
import { callOf, recordedResult, replayCall } from "./replay-call.ts";
import type { Violation } from "./violation.ts";
import { withDeadline } from "./with-deadline.ts";

export interface NamedFixture {
  /** `fixtures/<name>.json`. */
  where: string;
  fixture: Fixture;
  /** False where it is `like` another. */
  isWhole: boolean;
}

export interface UnprovenInput {
  field: InputField;
  /** A fixture that has the field, without any effect. */
  idleIn: string | null;
}

/** Those of the fields, by default of all inputs of an endpoint, that none of its fixtures shows. */
export async function unprovenInputs(
  endpoint: RegisteredEndpoint,
  fixtures: readonly NamedFixture[],
  fields?: readonly InputField[],
): Promise<UnprovenInput[]> {
  const wanted = fields ?? [...inputFields(endpoint), ...(await translatedWords(endpoint, fixtures))];
  const left = new Map(wanted.map((field) => [field.key, { field, idleIn: null as string | null }]));
  for (const { where, fixture } of fixtures) {
    const { call = {} } = fixture;
    // What is refused before any request shows nothing of the request.
    if (fixture.upstream.length === 0) continue;
    const sent = [...left.values()].filter(({ field }) => hasField(endpoint, call, field));
    if (sent.length === 0) continue;
    const before = await traceOf(endpoint, fixture, call);
    for (const one of sent) {
      // A word may be the default: then nothing changes without it.
      if (one.field.word !== undefined) {
        left.delete(one.field.key);
        continue;
      }
      const without = await traceOf(endpoint, fixture, withoutField(endpoint, call, one.field));
      if (without === before) one.idleIn = where;
      else left.delete(one.field.key);
    }
  }
  return [...left.values()];
}

/** The words of enumerated fields that the provider gets in other words: no other word's fixture shows those. */
async function translatedWords(endpoint: RegisteredEndpoint, fixtures: readonly NamedFixture[]): Promise<InputField[]> {
  const sending = fixtures.map(({ fixture }) => fixture).filter(({ upstream }) => upstream.length > 0);
  const translated: InputField[] = [];
  for (const field of inputFields(endpoint)) {
    const words = wordsOf(field);
    const bases = words.length < 2 ? [] : sending.filter(({ call = {} }) => hasField(endpoint, call, field));
    let left = words.filter((word) => !bases.some(({ call = {} }) => hasField(endpoint, call, word)));
    if (bases.length === 0) continue;
    for (const base of bases) {
      if (left.length === 0) break;
      const [own] = valuesOf(endpoint, base.call ?? {}, field);
      const traceWith = (value: unknown) => traceOf(endpoint, base, withValue(endpoint, base.call ?? {}, field, value));
      const before = await traceWith(own);
      const still: InputField[] = [];
      for (const one of left) {
        const [word, other] = [String(one.word), String(own)];
        const after = await traceWith(word);
        // The one in place of the other, and nothing else, is sent as it is.
        if (after.replaceAll(word, other) !== before.replaceAll(word, other)) still.push(one);
      }
      left = still;
    }
    translated.push(...left);
  }
  return translated;
}

/** All that a fixture compares of a call: its requests, and its result if it succeeds. */
async function traceOf(endpoint: RegisteredEndpoint, fixture: Fixture, call: FixtureCall): Promise<string> {
  const requests: string[] = [];
  const compared = new Set(
    fixture.upstream.flatMap(({ request }) => Object.keys(request.headers ?? {}).map((name) => name.toLowerCase())),
  );
  const fetch = recordedFetch(
    endpoint.provider,
    [...fixture.upstream],
    [],
    (url, { method = "GET", headers, body }) => {
      const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : (body ?? "");
      const comparedHeaders = [...new Headers(headers)].filter(([name]) => compared.has(name));
      requests.push(JSON.stringify([method, sortedUrl(url), comparedHeaders, text]));
    },
  );
  const work = async () => recordedResult(await replayCall(endpoint, callOf({ call }), fetch));
  const outcome = await resolved(confined(() => {}, work));
  return JSON.stringify([requests.sort(), "value" in outcome ? outcome.value : null]);
}

/** One violation for each input that nothing shows. */
export async function inputViolations(
  endpoint: RegisteredEndpoint,
  fixtures: readonly NamedFixture[],
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const failed = await withDeadline(async () => {
    for (const { field, idleIn } of await unprovenInputs(endpoint, fixtures)) {
      const unsent = field.word === undefined ? NOT_SENT : wordNotSent(field.word);
      const message = idleIn === null ? unsent : withoutEffect(idleIn);
      violations.push({ where: `endpoints.${endpoint.key}.${field.path}`, message });
    }
    return [];
  });
  return [...violations, ...failed.map((message) => ({ where: `endpoints.${endpoint.key}`, message }))];
}

const NOT_SENT = "is in no fixture: let `plugin check --fill` write one that sends it, and read what it wrote.";
const wordNotSent = (word: string) =>
  `has the value "${word}", which is sent as something else, in no fixture: let \`plugin check --fill\` write one, and read it.`;
const withoutEffect = (where: string) =>
  `changes nothing: in ${where} the request and the result are the same without it. Use it, remove it, or show it with another value.`;
