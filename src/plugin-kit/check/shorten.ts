// Finds what fixtures have in common: fixtures that are like another, and things that several share.
import { isDeepStrictEqual } from "node:util";
import { linesOf } from "./fixture-text.ts";
import { isObject, type Json, patchFor, patchOfThing, SHARED, type Shared, withShared } from "./like.ts";

/** A patch is read beside what it patches: a longer one is harder to read than the whole. */
const LONGEST_PATCH = { fixture: 14, thing: 6 };
const LARGEST_PART = 0.5;
/** A patch that only adds hides nothing but what all have: it may be as long as it likes, where it saves some lines. */
const LEAST_SAVED = 3;
/** Fewer lines are not worth a file of their own. */
const LEAST_THING = 4;
const LEAST_GAIN = 15;

/** A fixture of a folder, whole, by its name without `.json`. */
export type Fixtures = ReadonlyMap<string, Json>;

/**
 * Calls `visit` with each object that fixtures may share, from the outside in, and puts what it returns in its place. A value in
 * which nothing changes is returned itself, which the memory of patches needs.
 */
function replaced(value: unknown, at: readonly string[], visit: (thing: Json, at: readonly string[]) => Json): unknown {
  const isList = Array.isArray(value);
  if (!isList && !isObject(value)) return value;
  const thing = !isList && isShareable(at) ? visit(value, at) : value;
  if (thing !== value) return thing;
  const entries = Object.entries(value).map(([name, one]) => [name, one, replaced(one, [...at, name], visit)] as const);
  if (entries.every(([, before, after]) => before === after)) return value;
  return isList
    ? entries.map(([, , after]) => after)
    : Object.fromEntries(entries.map(([name, , after]) => [name, after]));
}

/** Exchanges, who calls, and what is in a response, an inbound webhook or a result; what is called stays in sight. */
function isShareable([first, second, third, ...rest]: readonly string[]): boolean {
  if (first === "call" || first === "context") return second === "identity";
  if (first === "upstream") return second !== undefined && (third === undefined || rest[0] === "json");
  if (first === "inbound") return second === "json";
  if (first === "events") return third === "payload";
  return first === "result" || (["page", "item"].includes(first ?? "") && second !== undefined);
}

/** The fixture with the shared things that its own are, or are almost. */
export function folded(fixture: Json, shared: Shared): Json {
  return foldedAt(fixture, [], shared) as Json;
}

const foldedAt = (value: unknown, path: readonly string[], shared: Shared): unknown =>
  replaced(value, path, (thing, at) => {
    const near = nearest(thing, shared);
    if (!near) return thing;
    const own = Object.entries(near.patch).map(([name, part]) => [
      name,
      Object.hasOwn(near.base, name) ? part : foldedAt(part, [...at, name], shared),
    ]);
    return { like: near.like, ...Object.fromEntries(own) };
  });

interface Near {
  like: string;
  base: Json;
  patch: Json;
}
function nearest(thing: Json, shared: Shared): Near | null {
  const size = linesOf(thing);
  if (size < 2) return null;
  let best: Near | null = null;
  let least = size;
  for (const [name, base] of shared) {
    const like = `${SHARED}${name}`;
    const patch = shortPatch(base, thing, like, size);
    if (!patch || patch.lines >= least) continue;
    best = { like, base, patch: patch.patch };
    least = patch.lines;
  }
  return best;
}

/** The patch with which `thing` is like `base`; null where that is not short. */
function shortPatch(base: Json, thing: Json, like: string, size: number): Patch | null {
  const patch = hasSameKeys(base, thing) ? knownPatch(base, thing) : null;
  if (!patch) return null;
  const lines = linesOf({ like, ...patch });
  const isAddition = Object.keys(patch).every((name) => !Object.hasOwn(base, name));
  const isShort = lines <= LONGEST_PATCH.thing && lines <= size * LARGEST_PART;
  return isShort || (isAddition && lines <= size - LEAST_SAVED) ? { patch, lines } : null;
}

const patchesOfThings = new WeakMap<Json, WeakMap<Json, Json | null>>();
/** The same two things are compared after each thing that is found. */
function knownPatch(base: Json, thing: Json): Json | null {
  const known = patchesOfThings.get(base) ?? new WeakMap<Json, Json | null>();
  patchesOfThings.set(base, known);
  const patch = known.has(thing) ? (known.get(thing) as Json | null) : patchOfThing(base, thing);
  known.set(thing, patch);
  return patch;
}

const hasSameKeys = (base: Json, thing: Json) => Object.keys(base).every((name) => Object.hasOwn(thing, name));

/** Things to share in addition to those that the plugin has; `folders` are its fixtures, those of endpoints first. */
export function thingsToShare(folders: readonly Fixtures[], shared: Shared): Shared {
  const found = new Map(shared);
  for (let tries = 0; tries < 60; tries++) {
    const groups = candidates(folders, found);
    const best = [...groups.values()].flatMap(bestOf).sort((a, b) => b.gain - a.gain)[0];
    if (!best || best.gain < LEAST_GAIN) break;
    found.set(freeName(best.name, best.thing, found), best.thing);
  }
  return found;
}

interface Group {
  name: string;
  /** JSON text → the thing, how many there are, and its lines. */
  things: Map<string, { thing: Json; count: number; lines: number }>;
}

/** Objects with the same fields under the same name, which are like nothing yet. */
function candidates(folders: readonly Fixtures[], shared: Shared): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const [index, fixtures] of folders.entries())
    for (const [file, fixture] of fixtures)
      replaced(folded(fixture, shared), [], (thing, at) => {
        if (JSON.stringify(thing).includes(`"like":"${SHARED}`)) return thing;
        const lines = linesOf(thing);
        if (lines < LEAST_THING) return thing;
        const name = nameOf(thing, at, nounOf(file, index === 0));
        const key = `${name} ${Object.keys(thing).sort().join()}`;
        const group = groups.get(key) ?? { name, things: new Map() };
        groups.set(key, group);
        const text = JSON.stringify(thing);
        const known = group.things.get(text);
        group.things.set(text, { thing, count: (known?.count ?? 0) + 1, lines });
        return thing;
      });
  return groups;
}

/** What shortens the things of a group most: one of them, or what they have in common. */
function bestOf({ name, things }: Group): { name: string; thing: Json; gain: number }[] {
  const all = [...things.values()];
  const common = all.length > 2 ? commonPart(all.map(({ thing }) => thing)) : {};
  const bases = [...all.map(({ thing }) => thing), ...(Object.keys(common).length > 1 ? [common] : [])];
  return bases.map((thing) => {
    const gains = all.map((other) => {
      const patch = shortPatch(thing, other.thing, `${SHARED}${name}`, other.lines);
      return patch ? other.count * (other.lines - patch.lines) : 0;
    });
    return { name, thing, gain: gains.reduce((sum, gain) => sum + gain, 0) - linesOf(thing) };
  });
}

/** The fields that are equal in all things. */
function commonPart([first = {}, ...others]: readonly Json[]): Json {
  const common = Object.entries(first).filter(([name, value]) =>
    others.every((other) => Object.hasOwn(other, name) && isDeepStrictEqual(other[name], value)),
  );
  return Object.fromEntries(common);
}

/** `user`, or `user-ada` where that is taken. */
function freeName(name: string, thing: Json, taken: Shared): string {
  const mark = slug(
    String([thing.login, thing.username, thing.name, thing.title].find((one) => typeof one === "string") ?? ""),
  );
  const numbered = Array.from({ length: 99 }, (_, at) => `${name}-${at + 2}`);
  return [name, ...(mark ? [`${name}-${mark}`] : []), ...numbered].find((one) => !taken.has(one)) as string;
}

/** Names that say nothing of the thing. */
const EMPTY_NAMES =
  /^(\d+|json|items?|result|results|data|list|values?|payload|node|nodes|records?|response|attributes|fields|object)$/;
const KIND_OF_RESULT: Record<string, string> = { result: "-result", page: "-payload", events: "-payload" };

/** `issue` for `list_issues.middle` of an endpoint, and for `issues.opened` of an event. */
function nounOf(file: string, isEndpoint: boolean): string {
  const [verb = "", ...words] = (file.split(".", 1)[0] as string).split("_");
  return isEndpoint && words.length > 0 ? words.join("-") : [verb, ...words].join("-");
}

/** The thing's noun: its field's, or that of the endpoint or event; an exchange has the last word of its URL. */
function nameOf(thing: Json, at: readonly string[], ofFile: string): string {
  const { url, method = "GET" } = (thing.request ?? {}) as Json;
  if (at[0] === "upstream" && at.length === 2) {
    const words = typeof url === "string" && URL.canParse(url) ? new URL(url).pathname.split("/") : [];
    return slug(`${method}-${words.findLast((word) => /^[a-z_-]+$/i.test(word)) ?? ofFile}`);
  }
  const own = at.findLast(
    (name) => !EMPTY_NAMES.test(name) && !["upstream", "page", "events", "inbound"].includes(name),
  );
  return `${singular(slug(own ?? ofFile))}${KIND_OF_RESULT[at[0] ?? ""] ?? ""}`;
}
const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 32)
    .replace(/^-|-$/g, "");
const singular = (name: string) => name.replace(/ies$/, "y").replace(/([^su])s$/, "$1");

/**
 * The fixtures of a folder in their shortest readable form: like another where little differs, with shared things. `present` has
 * those that are like another already, and stay so; those that are `plain` stay whole.
 */
export function shortened(
  fixtures: Fixtures,
  shared: Shared,
  present: ReadonlyMap<string, string>,
  isPlain: (name: string) => boolean,
): Fixtures {
  const whole = new Map([...fixtures].map(([name, fixture]) => [name, folded(fixture, shared)]));
  const patches = new Map([...fixtures.keys()].map((name) => [name, patchesOf(name, fixtures, shared, present)]));
  const bases = new Set(present.values());
  const like = new Map(present);
  const cost = (name: string) => patches.get(name)?.get(like.get(name) ?? "")?.lines ?? linesOf(whole.get(name));
  for (;;) {
    const gains = [...fixtures.keys()]
      .filter((base) => !like.has(base))
      .map((base) => {
        const better = [...fixtures.keys()].filter((name) => {
          const lines = patches.get(name)?.get(base)?.lines ?? Number.POSITIVE_INFINITY;
          return !isPlain(name) && !bases.has(name) && lines < cost(name);
        });
        const gain = better.reduce((sum, name) => sum + cost(name) - (patches.get(name)?.get(base)?.lines ?? 0), 0);
        return { base, better, gain };
      })
      .sort((a, b) => b.gain - a.gain);
    const best = gains[0];
    if (!best || best.gain <= 0) break;
    bases.add(best.base);
    for (const name of best.better) like.set(name, best.base);
  }
  return new Map(
    [...whole].map(([name, fixture]) => [name, patches.get(name)?.get(like.get(name) ?? "")?.patch ?? fixture]),
  );
}

interface Patch {
  patch: Json;
  lines: number;
}
/** The patches that make the fixture of each other one. */
function patchesOf(
  name: string,
  fixtures: Fixtures,
  shared: Shared,
  present: ReadonlyMap<string, string>,
): Map<string, Patch> {
  const fixture = fixtures.get(name) as Json;
  const most = Math.min(LONGEST_PATCH.fixture, linesOf(folded(fixture, shared)) * LARGEST_PART);
  const found = [...fixtures].flatMap(([base, other]): [string, Patch][] => {
    // What succeeds is not like what fails: who reads it would look for the failure.
    const isOther = base !== name && (fixture.result === undefined || other.failure === undefined);
    const patch = isOther || present.get(name) === base ? patchFor(other, fixture) : null;
    if (!patch) return [];
    const short = { like: base, ...folded(patch, shared) };
    const lines = linesOf(short);
    const isSame = isDeepStrictEqual(withShared(short, shared), { like: base, ...patch });
    return isSame && (lines <= most || present.get(name) === base) ? [[base, { patch: short, lines }]] : [];
  });
  return new Map(found);
}
