// Writes fixtures of the inputs that no fixture shows: each is like one that succeeds, with these fields in its call.
import type { TObject } from "@sinclair/typebox";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { fillFixture, type PartialFixture } from "./fill-fixture.ts";
import { inputViolations as callViolations, type Fixture } from "./fixture.ts";
import { type FixtureCall, hasField, type InputField, withField } from "./input-fields.ts";
import { patchFor } from "./like.ts";
import { callOf } from "./replay-call.ts";
import { type Samples, samplesFor } from "./sample-input.ts";
import { type NamedFixture, type UnprovenInput, unprovenInputs } from "./unproven-inputs.ts";

export interface InputFixture {
  /** `create_task.inputs.json`. */
  file: string;
  /** `{ like, … }`, or a whole fixture where it lacks something that the other has. */
  fixture: object;
}

type Json = Record<string, unknown>;

/** New fixtures that together show what the given ones leave out, as far as that could be found. */
export async function inputFixtures(
  endpoint: RegisteredEndpoint,
  fixtures: readonly NamedFixture[],
): Promise<InputFixture[]> {
  const written: InputFixture[] = [];
  const all = [...fixtures];
  const samples = samplesFor(textsIn(fixtures.map(({ fixture }) => fixture.call)));
  const names = new Set(fixtures.map(({ where }) => where));
  let left = await unprovenInputs(endpoint, all);
  const plain = `fixtures/${endpoint.key}.json`;
  const bases = fixtures.filter(canBeBase).sort((a, b) => Number(b.where === plain) - Number(a.where === plain));
  for (const base of bases) {
    while (left.length > 0) {
      const fixture = await withInputs(endpoint, base.fixture, left, samples);
      if (fixture === null) break;
      const where = freeName(endpoint, names);
      all.push({ where, fixture, isWhole: false });
      written.push({ file: where, fixture: asPatch(base.where, base.fixture, fixture) });
      left = await unprovenInputs(endpoint, all);
    }
  }
  return written;
}

const canBeBase = ({ fixture, isWhole }: NamedFixture) =>
  isWhole && fixture.result !== undefined && fixture.upstream.length > 0;

function freeName({ key }: RegisteredEndpoint, names: Set<string>): string {
  for (let number = 1; ; number++) {
    const where = `fixtures/${key}.inputs${number === 1 ? "" : `-${number}`}.json`;
    if (names.has(where)) continue;
    names.add(where);
    return where;
  }
}

/** The fixture as `{ like, … }`; whole where it lacks something that the other has. */
export function asPatch(where: string, base: object, fixture: object): object {
  const like = where.replace(/^.*\/|\.json$/g, "");
  const patch = patchFor(base as Json, JSON.parse(JSON.stringify(fixture)) as Json);
  return patch ? { like, ...patch } : fixture;
}

/** The fixture with as many of the fields as its provider's responses allow; null where it shows none of them. */
async function withInputs(
  endpoint: RegisteredEndpoint,
  base: Fixture,
  left: readonly UnprovenInput[],
  samples: Samples,
): Promise<Fixture | null> {
  const fields = left.map(({ field }) => field);
  const nameOf = ({ steps }: InputField) => steps.at(-1) as string;
  let best: Fixture | null = null;
  let open = left;
  /** Whether the call shows more, and all that it has shown so far. */
  const isBetter = async (call: FixtureCall): Promise<boolean> => {
    const fixture = await filled(endpoint, base, call);
    if (!fixture) return false;
    const still = await unprovenInputs(endpoint, [{ where: "", fixture, isWhole: true }], fields);
    const keys = new Set(open.map(({ field }) => field.key));
    if (still.length >= open.length || still.some(({ field }) => !keys.has(field.key))) return false;
    best = fixture;
    open = still;
    return true;
  };
  const set = new Set<string>();
  const together = fields.reduce((call, field) => {
    const place = JSON.stringify(field.steps);
    if (hasField(endpoint, call, field) || set.has(place)) return call;
    set.add(place);
    const [value] = samples.of(field.schema, nameOf(field));
    return value === undefined ? call : withField(endpoint, call, field, value, samples.least);
  }, base.call ?? {});
  await isBetter(together);
  for (const field of fields) {
    // A field that holds others has set them too.
    if (!open.some((one) => one.field.key === field.key)) continue;
    const { call = {} } = (best as Fixture | null) ?? base;
    // Some fields exclude each other.
    const calls = best ? [call] : [call, withoutOptional(endpoint, call)];
    const values = samples.of(field.schema, nameOf(field));
    for (const [value, around] of values.flatMap((one) => calls.map((other) => [one, other] as const)))
      if (await isBetter(withField(endpoint, around, field, value, samples.least))) break;
  }
  return best;
}

function withoutOptional({ input }: RegisteredEndpoint, call: FixtureCall): FixtureCall {
  const needed = (part: object | undefined, schema: TObject | null) =>
    part && Object.fromEntries(Object.entries(part).filter(([name]) => schema?.required?.includes(name)));
  return { ...call, query: needed(call.query, input.query), body: needed(call.body, input.body) };
}

/** The fixture with this call, whose requests are recorded anew; null where the call is refused or needs other responses. */
async function filled(endpoint: RegisteredEndpoint, base: Fixture, call: FixtureCall): Promise<Fixture | null> {
  if (callViolations(endpoint, callOf({ call }), call.upload !== undefined).length > 0) return null;
  const defined = JSON.parse(JSON.stringify(call)) as FixtureCall;
  const partial: PartialFixture = { call: defined, upstream: base.upstream.map(({ response }) => ({ response })) };
  const { fixture, missing } = await fillFixture(endpoint.provider, endpoint, partial, false);
  if (missing !== null || fixture.result === undefined) return null;
  const filled = fixture as Fixture;
  // Headers that every request has are recorded only where a person wrote them.
  const upstream = filled.upstream.map(({ request, response }, at) => {
    const headers = { ...base.upstream[at]?.request.headers, ...request.headers };
    return { request: { ...request, ...(Object.keys(headers).length > 0 && { headers }) }, response };
  });
  return { ...filled, upstream };
}

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
